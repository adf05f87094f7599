package document

import (
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
)

var hostile = []string{"<script>alert(1)</script>", "](javascript:x)", "a|b", "`code`", "# head", "- item", "![x](http://evil.example/p.png)", "@everyone", "$math$", "&lt;", "</pre>", "```\nout"}

func sample() Document {
	d := Document{Title: "A <title>"}
	for _, text := range hostile {
		d.Sections = append(d.Sections, Section{Title: text, Text: []string{text}, Table: [][]string{{"name", text}, {text, "1"}}, Right: []bool{false, true}, Code: text,
			Drawings: []Drawing{{text, "<svg/>", text}}})
	}
	return d
}

// No text becomes markup: the page has the elements of the template, and no more.
func TestHTMLEscapes(t *testing.T) {
	var b strings.Builder
	if err := sample().HTML(&b); err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{"html": true, "head": true, "meta": true, "title": true, "style": true, "body": true, "h1": true, "h2": true, "section": true,
		"p": true, "table": true, "thead": true, "tbody": true, "tr": true, "th": true, "td": true, "pre": true, "img": true, "footer": true}
	dec := xml.NewDecoder(strings.NewReader(b.String()))
	dec.Strict, dec.AutoClose, dec.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	sections := 0
	for {
		token, err := dec.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		start, is := token.(xml.StartElement)
		if !is {
			continue
		}
		if !known[start.Name.Local] {
			t.Errorf("there is an element %s", start.Name.Local)
		}
		if start.Name.Local == "section" {
			sections++
		}
	}
	if sections != len(hostile) {
		t.Errorf("%d sections of %d", sections, len(hostile))
	}
	page := strings.ReplaceAll(b.String(), ` src="data:image/svg`, "")
	for _, out := range []string{"src=", "href=", "url("} {
		if strings.Contains(page, out) {
			t.Errorf("the page asks for something outside: %s", out)
		}
	}
}

var escaped = regexp.MustCompile(`\\.`)

// In Markdown every special character is escaped, tables keep their columns, and a
// fence holds what has fences in it.
func TestMarkdownEscapes(t *testing.T) {
	var b strings.Builder
	if err := sample().Markdown(&b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	fenced := ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if fence := line; strings.HasPrefix(line, "```") && (fenced == "" || fence == fenced) {
			if fenced == "" {
				fenced = fence
			} else {
				fenced = ""
			}
			continue
		}
		if fenced != "" {
			continue
		}
		bare := escaped.ReplaceAllString(line, "")
		if strings.HasPrefix(line, "|") && strings.Count(bare, "|") != 3 {
			t.Errorf("a row of a table is %q", line)
		}
		if strings.Contains(line, "<") || strings.Contains(bare, "](") || strings.Contains(line, "://") || strings.Contains(line, "@") {
			t.Errorf("markup is left in %q", line)
		}
	}
	if fenced != "" {
		t.Error("a fence is left open")
	}
	if !strings.Contains(text, "````\n```\nout\n````\n") {
		t.Error("a fence within code ends it")
	}
}

// A change reaches every text.
func TestMap(t *testing.T) {
	d := Document{Title: "a", Sections: []Section{{Title: "a", Text: []string{"a"}, Table: [][]string{{"a"}, {"a"}}, Code: "a", Drawings: []Drawing{{"a", "a", "a"}}}}}
	changed := fmt.Sprint(d.Map(func(string) string { return "z" }))
	if strings.Contains(changed, "a") || strings.Count(changed, "z") != 9 || !strings.Contains(fmt.Sprint(d), "a") {
		t.Errorf("%s of %v", changed, d)
	}
}
