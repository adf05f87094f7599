package document

import (
	_ "embed"
	"encoding/base64"
	"html"
	"io"
	"strings"
)

//go:embed style.css
var style string

// The page up to its title, and its end. The policy lets no picture, script or font
// come from elsewhere.
const (
	pageHead = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
`
	pageFoot = `
<footer>Written by findable. Tokens are the reference's estimate: a quarter of the characters, rounded up.</footer>
</body>
</html>
`
)

// HTML writes the document as one file. It is written by hand: html/template finds
// methods by their names, for which the linker keeps all methods of the program.
func (d Document) HTML(w io.Writer) error {
	var b strings.Builder
	title := html.EscapeString(d.Title)
	b.WriteString(pageHead + "<title>" + title + "</title>\n<style>\n" + style + "</style>\n</head>\n<body>\n<h1>" + title + "</h1>")
	for _, s := range d.Sections {
		b.WriteString("\n<section>")
		element(&b, "\n<h2>", s.Title, "</h2>")
		for _, p := range s.Text {
			element(&b, "\n<p>", p, "</p>")
		}
		for _, x := range s.Drawings {
			element(&b, "\n<img alt=\"", x.Title, "\" src=\"data:image/svg+xml;base64,")
			b.WriteString(base64.StdEncoding.EncodeToString([]byte(x.SVG)) + "\">")
		}
		if len(s.Table) > 0 {
			s.htmlTable(&b)
		}
		if s.Code != "" {
			element(&b, "\n<pre>", s.Code, "</pre>")
		}
		b.WriteString("\n</section>")
	}
	b.WriteString(pageFoot)
	_, err := io.WriteString(w, b.String())
	return err
}

// element writes a text between markup.
func element(b *strings.Builder, before, text, after string) {
	b.WriteString(before + html.EscapeString(text) + after)
}

func (s Section) htmlTable(b *strings.Builder) {
	row := func(cell string, texts []string) {
		b.WriteString("<tr>")
		for i, t := range texts {
			class := ""
			if s.right(i) {
				class = ` class="n"`
			}
			element(b, "<"+cell+class+">", t, "</"+cell+">")
		}
		b.WriteString("</tr>")
	}
	b.WriteString("\n<table>\n<thead>")
	row("th", s.Table[0])
	b.WriteString("</thead>\n<tbody>")
	for _, texts := range s.Table[1:] {
		b.WriteByte('\n')
		row("td", texts)
	}
	b.WriteString("\n</tbody>\n</table>")
}
