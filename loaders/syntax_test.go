package loaders

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf16"

	"findable/engine/py"
)

// loadFile loads one file of a name and a content.
func loadFile(name, content string) (Result, error) {
	return Load(context.Background(), []Source{{Path: name}}, Options{FS: fstest.MapFS{name: {Data: []byte(content)}}})
}

const gate = `{"name":"open_gate","description":"Open it — the gate.","inputSchema":{"type":"object"}}`

// packed compresses texts, each as a member of its own.
func packed(texts ...string) string {
	var b bytes.Buffer
	for _, s := range texts {
		w := gzip.NewWriter(&b)
		w.Write([]byte(s))
		w.Close()
	}
	return b.String()
}

func utf16Text(order binary.ByteOrder, s string) string {
	var b bytes.Buffer
	binary.Write(&b, order, utf16.Encode([]rune(s)))
	return b.String()
}

// TestEncodings loads the same tool from every way to write it as bytes.
func TestEncodings(t *testing.T) {
	plain := `{"tools":[` + gate + `]}`
	for name, content := range map[string]string{
		"plain":             plain,
		"BOM":               bom + plain,
		"UTF-16 LE":         utf16Text(binary.LittleEndian, bom+plain),
		"UTF-16 BE":         utf16Text(binary.BigEndian, bom+plain),
		"UTF-16 LE, no BOM": utf16Text(binary.LittleEndian, plain),
		"UTF-16 BE, no BOM": utf16Text(binary.BigEndian, plain),
		"gzip":              packed(plain),
		"gzip members":      packed(plain[:20], "", plain[20:]),
		"gzip of UTF-16":    packed(utf16Text(binary.LittleEndian, bom+plain)),
		"line feeds of DOS": strings.ReplaceAll(plain, ",", ",\r\n"),
	} {
		t.Run(name, func(t *testing.T) {
			res, err := loadFile("garden.json.gz", content)
			if err != nil || summary(res) != "server garden: open_gate\n" || py.Compact(res.Catalog.Servers[0].Tools[0].Raw) != gate {
				t.Errorf("%v\n%s", err, summary(res))
			}
		})
	}
}

// TestPartlyUnpacked loads what comes before a fault of the gzip data.
func TestPartlyUnpacked(t *testing.T) {
	whole := packed(`{"tools":[`+gate+`]}`, strings.Repeat(" ", 1<<16)+"{}")
	damaged := []byte(packed(`{"tools":[` + gate + `]}`))
	damaged[len(damaged)-5] ^= 1 // of the checksum
	for _, c := range []struct{ content, note string }{
		{whole[:len(whole)-20], "error: f: the gzip data in it is cut short, so the end is missing; fetch it again"},
		{string(damaged), "error: f: the gzip data in it is damaged (gzip: invalid checksum); fetch it again"},
		{packed(`{"tools":[`+gate+`]}`) + "and a longer tail", "skipped: f: more bytes follow the gzip data in it and are none themselves"},
	} {
		res, err := loadFile("f", c.content)
		if err != nil || res.Report.Tools != 1 || len(res.Report.Notes) != 1 {
			t.Errorf("%v %v", err, res.Report)
			continue
		}
		if n := res.Report.Notes[0]; string(n.Kind)+": "+n.String() != c.note {
			t.Errorf("got  %s: %s\nwant %s", n.Kind, n, c.note)
		}
	}
}

// TestSyntaxes compares values with the JSON that they are another way to write.
func TestSyntaxes(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"comments", "// head\n{\"a\": 1, /* \" , */ \"b//c\": \"/* d */\" // e\n}// f", `{"a":1,"b//c":"/* d */"}`},
		{"trailing commas", `{"a":[1,2,],"b":{"c":"x",} /**/ , }`, `{"a":[1,2],"b":{"c":"x"}}`},
		{"comments between", "{\"a\":1}\n/* x */ {\"b\":[1,]} // y\n", `{"a":1}{"b":[1]}`},
		{"a comma in a string", `["],",]`, `["],"]`},
		{"an escaped quote", `["\",]",]`, `["\",]"]`},
		{"TOML", "# x\nb = 1\na = 2.50\n[z.y]\nd = { q = 'x', p = [1, 'y'] }\n[[z.list]]\nk = true\nj = \"\"\"\nm\"\"\"\n[z]\nc = 1979-05-27\nt = 07:32:00\n[[z.list]]\nj = 1979-05-27T07:32:00Z",
			`{"b":1,"a":2.5,"z":{"y":{"d":{"q":"x","p":[1,"y"]}},"list":[{"k":true,"j":"m"},{"j":"1979-05-27T07:32:00Z"}],"c":"1979-05-27","t":"07:32:00"}}`},
		{"TOML that begins with a table", "[mcp_servers.\"a b\"]\nn = -0x0f", ""},
		{"TOML table", "[a.b]\nx = 1_000\ny = inf\n[\"c d\"]\n", `{"a":{"b":{"x":1000,"y":Infinity}},"c d":{}}`},
		{"YAML", "a: 1\nb: [x, {c: no}]", `{"a":1,"b":["x",{"c":false}]}`},
		{"YAML with an equals sign", "a: b = c", `{"a":"b = c"}`},
		{"table", "read_file(path:string, [limit:integer], tags:str[])\n     Read a\n     file.\n\n\x1b[1mping\x1b[0m()\nfs.list\n",
			`{"tools":[{"name":"read_file","description":"Read a file.","inputSchema":{"type":"object","properties":{"path":{"type":"string"},` +
				`"limit":{"type":"integer"},"tags":{"type":"array","items":{"type":"string"}}},"required":["path","tags"]}},` +
				`{"name":"ping","inputSchema":{"type":"object","properties":{}}},{"name":"fs.list","inputSchema":{"type":"object","properties":{}}}]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			docs, fault := documents([]byte(c.text))
			var got strings.Builder
			for _, d := range docs {
				got.WriteString(py.Compact(d.value))
			}
			if c.want == "" {
				if fault == nil {
					t.Errorf("no fault: %s", got.String())
				}
			} else if fault != nil || got.String() != c.want {
				t.Errorf("%v\ngot  %s\nwant %s", fault, got.String(), c.want)
			}
		})
	}
}

// TestTableIsLossy checks that a table's reader says what is lost.
func TestTableIsLossy(t *testing.T) {
	res, err := loadFile("garden.txt", "open_gate(gate:str)\n     Open the garden gate.\n")
	if err != nil || summary(res) != lines("server garden: open_gate", "partial ") {
		t.Errorf("%v\n%s", err, summary(res))
	}
}

// TestPlaces checks where the sentences of the lenient syntaxes say that a fault
// is: comments must not move it.
func TestPlaces(t *testing.T) {
	for text, want := range map[string]string{
		"/* é\n */ {\"a\": 1,, }":         "line 2, column 13 (byte 18): not JSON: a key in double quotes expected; mend it or dump the server again",
		"// x\n[1, 2":                     "line 2, column 6 (byte 10): not JSON: the text ends inside a list; the file is cut short, dump it again",
		"[1] // x\n{\"a\" 1}":             "line 2, column 6 (byte 14): document 2 is not JSON: `:` after the key expected; the 1 before it were read; mend it or dump the server again",
		"{\"a\": 1 /* open":               "line 1, column 9 (byte 8): not JSON: `,` or `}` expected; mend it or dump the server again",
		"[a]\nb = 1\nb = 2":               "line 3, column 1 (byte 10): not TOML: Key 'a.b' has already been defined.; mend it",
		"[a]\nb = ":                       "line 2, column 4 (byte 7): not TOML: unexpected EOF; expected value; mend it",
		bom + "// \xff":                   "line 1, column 4 (byte 6): byte 0xff is not UTF-8; save the file as UTF-8",
		"a = " + strings.Repeat("[", 200): "line 1, column 105 (byte 104): TOML that is nested more than 100 deep",
	} {
		_, fault := documents([]byte(text))
		if fault == nil || fault.Error() != want {
			t.Errorf("%q\ngot  %v\nwant %s", text, fault, want)
		}
	}
}

// TestOddities checks the notes on what Python reads without a word.
func TestOddities(t *testing.T) {
	for text, want := range map[string]string{
		`{"tools":[{"name":"a","name":"b","inputSchema":{"x":1,"x":2},"description":"\ud800"}]}`: "server f: b|" +
			`odd_value: f: line 1: 2 keys that the object has already, the first "name"; the last value counts, as in Python|` +
			"odd_value: f: line 1: 1 lone surrogate read as U+FFFD, as no text can hold them",
		"tools:\n- name: a\n  name: b\n  inputSchema: {}\n": "server f: b|" +
			`odd_value: f: line 3: 1 key that the object has already, the first "name"; the last value counts, as in Python`,
		"x: &x {name: a}\ntools:\n- <<: *x\n  name: b\n  inputSchema: {}\n": "server f: b",
		utf16Text(binary.LittleEndian, bom+`{"tools":[{"name":"a","inputSchema":{},"description":"`) + "\x3d\xd8" + utf16Text(binary.LittleEndian, `"}]}`): "server f: a|" +
			"odd_value: f: line 1: 1 lone surrogate read as U+FFFD, as no text can hold them",
		`{"tools":[{"name":"a","inputSchema":{},"description":"\u0000"}]}`: "server f: a",
	} {
		res, err := loadFile("f", text)
		got, _, _ := strings.Cut(summary(res), "\n")
		for _, n := range res.Report.Notes {
			got += "|" + string(n.Kind) + ": " + n.String()
		}
		if err != nil || got != want {
			t.Errorf("%q: %v\ngot  %s\nwant %s", text, err, got, want)
		}
	}
}
