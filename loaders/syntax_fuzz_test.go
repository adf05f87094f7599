package loaders

import (
	"context"
	"encoding/binary"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"findable/engine/py"
)

// FuzzJSONC checks that what is JSON by itself is read as it is, and that nothing
// moves where comments are taken out.
func FuzzJSONC(f *testing.F) {
	for _, s := range []string{`{"a":[1,2,],}`, "// x\n[1] /* y */ {}", `["//",",]",]`, "[1,/*]*/]", `"\"//"`, "[,]", "[1,,]", "/*", "[1]/", `{"a"/**/:1}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		plain, _ := withoutExtras(s, 0)
		if len(plain) != len(s) || strings.Count(plain, "\n") != strings.Count(s, "\n") {
			t.Fatalf("%q becomes %q", s, plain)
		}
		var strict []py.Value
		var r py.Reader
		for at := 0; ; {
			at += len(s[at:]) - len(strings.TrimLeft(s[at:], blanks))
			if at == len(s) {
				break
			}
			v, n, err := r.Prefix(s[at:])
			if err != nil {
				return
			}
			strict = append(strict, v)
			at += n
		}
		if plain != s {
			t.Fatalf("%q is JSON and becomes %q", s, plain)
		}
		text := &text{body: s, reader: new(py.Reader)}
		docs, fault := (jsonSyntax{}).read(text)
		var lenient []py.Value
		for _, d := range docs {
			lenient = append(lenient, d.value)
		}
		if fault != nil || !reflect.DeepEqual(strict, lenient) {
			t.Fatalf("%q: %v %v, strictly %v", s, fault, lenient, strict)
		}
	})
}

// yamlBreaks end a line in YAML; in the other syntaxes only line feeds do.
var yamlBreaks = regexp.MustCompile("[\r\n\u0085\u2028\u2029]")

// FuzzTranscript checks that the documents of any text come in the order of its
// lines, and that the loader stands whatever they say to each other.
func FuzzTranscript(f *testing.F) {
	f.Add("x\n" + ask(0, "initialize") + "\n" + answer(0, hello("A")) + "\n" + answer(1, listedTools("a", "…")) + "\n" + askNext(2) + "\n" + answer(2, listedTools("b")))
	f.Add("event: message\ndata: " + answer(0, hello("A")) + "\n\ndata: {\"jsonrpc\":\ndata:1}\n\n")
	f.Add("12:00 [a] [info] Message from client: " + ask(0, "x") + " { metadata: undefined }\n[b] <- [" + answer(0, hello("B")) + "]\n")
	f.Add("{\"jsonrpc\"\n{\n{\"jsonrpc\":1}\n[1] {\"id\":null,\"jsonrpc\":0,\"error\":{}}")
	f.Fuzz(func(t *testing.T, s string) {
		docs, _ := documents([]byte(s))
		last, most := 0, 1+len(yamlBreaks.FindAllString(s, -1))
		for _, d := range docs {
			if d.line < last || d.line > most {
				t.Fatalf("%q: a document in line %d after one in line %d", s, d.line, last)
			}
			last = d.line
		}
		res, err := loadFile("f", s)
		if err == nil {
			consistent(t, res)
		} else if res.Report.Tools != 0 || err.Error() == "" {
			t.Errorf("%v with %d tools", err, res.Report.Tools)
		}
	})
}

// FuzzTOML checks that any TOML becomes values that JSON can hold.
func FuzzTOML(f *testing.F) {
	for _, s := range []string{"a.b = 1\n[c]\nd = [1, {e = 'f'}]", "[[a]]\nb=1.5e3\n[[a.c]]\nd=inf", "a = 1979-05-27T07:32:00Z\nb = 07:32:00\nc = \"\"\"\nx\"\"\"", "[a.\"b.c\"]", "a={b={}}\n#"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		docs, fault := (tomlSyntax{}).read(&text{body: s})
		for _, d := range docs {
			if back, err := py.Parse([]byte(py.Compact(d.value))); utf8.ValidString(s) && (err != nil || !reflect.DeepEqual(back, d.value)) {
				t.Errorf("%q becomes %v, which reads back as %v, %v", s, d.value, back, err)
			}
		}
		if (len(docs) == 1) == (fault != nil) {
			t.Errorf("%q: %d documents, fault %v", s, len(docs), fault)
		}
	})
}

// FuzzTable checks that every tool of a table has the name of its line.
func FuzzTable(f *testing.F) {
	for _, s := range []string{"a(b:str, [c:int])\n  d\n  e\n\nf\n", "a()\n b", "a(b:string[],c:x|y)", "a(b:str,b:int)", "\x1b[1ma\x1b[0m(b:c)"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text := &text{body: s}
		docs, fault := (tableSyntax{}).read(text)
		if fault != nil {
			return
		}
		for _, v := range docs[0].value.(py.Object).List("tools") {
			name := v.(py.Object).Text("name")
			if shape := shapeOf(v); shape == nil || shape.name != mcpTool.name || !strings.Contains(colour.ReplaceAllString(s, ""), name) {
				t.Errorf("%q gives %s", s, py.Compact(v))
			}
		}
	})
}

// FuzzDecode checks that text comes back from every way to write it as bytes, and
// that no bytes make the decoder panic.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{"{}", "é😀", packed("{}"), "\xff\xfe{\x00}\x00", "\xfe\xff\x00{\xd8\x3d", "\x1f\x8b\x08\x00", "BZh", "{\x00\"\x00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		decode := func(raw string) string {
			text, fault := newPool(1<<20).decode(context.Background(), raw)
			if fault != nil {
				return "fault: " + fault.Text
			}
			if !utf8.ValidString(text.body) || strings.Contains(text.body, "\x00") {
				t.Fatalf("%q gives %q", raw, text.body)
			}
			return text.body
		}
		plain := decode(s)
		if plain != s || strings.HasPrefix(s, bom) || len(s) > 1<<16 {
			return
		}
		for name, raw := range map[string]string{
			"BOM": bom + s, "UTF-16 LE": utf16Text(binary.LittleEndian, bom+s), "UTF-16 BE": utf16Text(binary.BigEndian, bom+s),
			"gzip": packed(s[:len(s)/2], s[len(s)/2:]),
		} {
			if got := decode(raw); got != s {
				t.Errorf("%q by %s comes back as %q", s, name, got)
			}
		}
	})
}
