package loaders

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

// TestBadInput checks the sentence for each input that gives nothing: it names
// the file, the place where there is one, and what to do.
func TestBadInput(t *testing.T) {
	deep := strings.Repeat("[", 100_000)
	bomb := "a: &a [x,x,x,x,x,x,x,x,x]\n"
	for i := byte('b'); i < 'k'; i++ {
		bomb += string(i) + ": &" + string(i) + " [" + strings.TrimSuffix(strings.Repeat("*"+string(i-1)+",", 9), ",") + "]\n"
	}
	for name, c := range map[string]struct{ text, want string }{
		"empty":          {"", "f: is empty; dump the server again"},
		"blank":          {" \n\t", "f: is empty; dump the server again"},
		"BOM alone":      {"\ufeff", "f: is empty; dump the server again"},
		"comments alone": {"# nothing\n", "f: holds no tools; dump the server again"},
		"cut short":      {"{\"tools\":[\n {\"name\":\"a\"", "f: line 2, column 13 (byte 23): not JSON: the text ends inside an object; the file is cut short, dump it again"},
		"cut after BOM":  {"\ufeff[", "f: line 1, column 2 (byte 4): not JSON: the text ends where a value should be; the file is cut short, dump it again"},
		"broken":         {`{"tools":[}`, "f: line 1, column 11 (byte 10): not JSON: no value begins here; mend it or dump the server again"},
		"comment":        {"{\n// x\n\"tools\":[1 2]}", "f: line 3, column 12 (byte 18): not JSON: `,` or `]` expected; mend it or dump the server again"},
		"not UTF-8":      {"{\"tools\":\n[\"\xff\"]}", "f: line 2, column 3 (byte 12): byte 0xff is not UTF-8; save the file as UTF-8"},
		"UTF-16":         {"\xff\xfe{\x00\n\x00\x3d\xd8", "f: line 2, column 1: not JSON: a key in double quotes expected; mend it or dump the server again"},
		"gzip":           {"\x1f\x8b\x08\x00", "f: the gzip data in it is cut short; fetch it again"},
		"binary":         {"\x7fELF\x02\x01\x01\x00\x00", "f: line 1, column 8 (byte 7): a NUL byte; this is no JSON or YAML text"},
		"deep":           {deep, "f: line 1, column 1002 (byte 1001): not JSON: nested more than 1000 deep; mend it or dump the server again"},
		"deep YAML":      {strings.Repeat("- ", 100_000) + "x", "f: neither JSON nor YAML: exceeded max depth of 10000; mend it or dump the server again"},
		"alias bomb":     {bomb, "f: line 7: the aliases up to here repeat more than 1000000 values; write the file without them"},
		"alias of self":  {"a: &a [*a]", "f: line 1: *a stands inside what it refers to"},
		"merged self":    {"a: &a {<<: *a}", "f: line 1: *a stands inside what it refers to"},
		"odd tag":        {"tools: !python/object {}", `f: line 1: the tag "!python/object" is not read here; take it out`},
		"key no text":    {"{[a]: 1}", "f: line 1, column 2 (byte 1): not JSON: a key in double quotes expected; mend it or dump the server again"},
		"list as key":    {"? [a]\n: 1", "f: line 1: a key that is a list or a mapping; keys are text"},
		"prose":          {"Dear all, see you there", `f: $: not a shape that holds tools, such as a tools/list result: the text "Dear all, see you there"`},
		"number":         {"[1, 2]", "f: $[0]: not a shape that holds tools, such as a tools/list result: 1 (and 1 more node without tools)"},
		"stranger":       {`{"a":1,"b":2}`, `f: $: not a shape that holds tools, such as a tools/list result: an object with the keys "a", "b"`},
		"no tools":       {`{"tools":[]}`, `f: $.tools: the server "f" carries no tools`},
		"empty list":     {`[]`, `f: $: the server "f" carries no tools`},
		"all skipped":    {`{"tools":[{},{}]}`, "f: $.tools[0]: a tool without a name: an empty object (and 1 more node without tools)"},
		"rpc error":      {`{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"go\u001b away"}}`, `f: $.error: the server answered with an error: "go\x1b away"; ask it again`},
		"client config":  {`{"mcpServers":{"a":{"command":"x"},"b":{"url":"y"}}}`, "f: names 2 servers without tools: a, b; dump each with tools/list, or connect"},
		"agent config":   {"mcp_servers: {a: {command: x}}", "f: names 1 server without tools: a; dump each with tools/list, or connect"},
		"OpenAPI":        {"openapi: 3.1.0\npaths: {}", `f: $: an OpenAPI document without operations; give the one that has them under "paths"`},
		"Swagger 1":      {`{"swaggerVersion":"1.2","apis":[]}`, "f: $: a Swagger 1 document, which is not read; convert it to OpenAPI 3"},
		"Gemini":         {`{"tools":[{"functionDeclarations":[]}]}`, "f: $.tools[0].functionDeclarations: an empty list of function declarations"},
		"registry":       {`{"servers":[{"server":{"name":"x"}}]}`, "f: names 1 server without tools: x; dump each with tools/list, or connect"},
		"bridge alone":   {`[{"type":"function","function":{"name":"tool_call"}}]`, "f: $: 1 bridge tool: this list was taken from an agent with tool search on, so its deferred tools are not in it"},
	} {
		t.Run(name, func(t *testing.T) {
			res, err := Load(context.Background(), []Source{{Path: "f"}}, Options{FS: fstest.MapFS{"f": {Data: []byte(c.text)}}})
			var fault *Error
			if !errors.As(err, &fault) || err.Error() != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
			if res.Report.Tools != 0 || len(res.Report.Notes) == 0 {
				t.Errorf("report %+v", res.Report)
			}
		})
	}
}

// TestPartlyBroken checks that what stands before a fault still loads.
func TestPartlyBroken(t *testing.T) {
	fsys := fstest.MapFS{"f": {Data: []byte("{\"tools\":[{\"name\":\"a\",\"inputSchema\":{}}]}\n{\"tools\":[{\"name\"\n")}}
	res, err := Load(context.Background(), []Source{{Path: "f"}}, Options{FS: fsys})
	if want := lines("server f: a", "error line 3, column 1 (byte 60)"); err != nil || summary(res) != want {
		t.Errorf("%v\ngot\n%swant\n%s", err, summary(res), want)
	}
}

// refusing is a file system whose files may not be read.
type refusing struct{ fs.FS }

func (r refusing) Open(name string) (fs.File, error) {
	if name == "open" {
		return r.FS.Open(name)
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
}

func TestUnreadable(t *testing.T) {
	fsys := refusing{fstest.MapFS{"open/a.json": {}, "open/b.json": {}}}
	for path, want := range map[string]string{
		"shut":    "shut: may not be read; check its permissions",
		"open":    "open: a folder without tools, 2 files and folders in it; give one that holds dumps made with tools/list (and 2 more errors)",
		"nowhere": "nowhere: may not be read; check its permissions",
		"":        "a source without a path; write PATH or NAME=PATH",
	} {
		if _, err := Load(context.Background(), []Source{{Path: path}}, Options{FS: fsys}); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}

func TestMissing(t *testing.T) {
	for path, want := range map[string]string{
		"testdata/nowhere.json": "testdata/nowhere.json: there is no such file or folder; check the path",
		t.TempDir():             "a folder without tools, 0 files and folders in it; give one that holds dumps made with tools/list",
	} {
		if _, err := load(t, path); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
	if _, err := Load(context.Background(), nil, Options{}); err == nil {
		t.Error("no source, and no error")
	}
}

func TestTooLarge(t *testing.T) {
	f, err := os.Create(t.TempDir() + "/large.json")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Truncate(200 << 20); err != nil { // takes no room on the disk
		t.Skip(err)
	}
	want := "large.json: has 200 MB, and one load reads 128 MB, of which 128 MB are left; leave servers out or split it"
	if _, err := load(t, f.Name()); err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("got %v", err)
	}
	if _, err := newPool(10).read(context.Background(), endless{}, "-", 0); err == nil || !strings.HasPrefix(err.Text, "goes on and on") {
		t.Errorf("got %v", err)
	}
	if _, err := documents([]byte("[" + strings.Repeat("1,", MaxValues))); err == nil || !strings.Contains(err.Text, "more than 4 million values") {
		t.Errorf("got %v", err)
	}
	if _, err := documents(bytes.Repeat([]byte("x: 1\n"), MaxYAMLBytes/4)); err == nil || !strings.Contains(err.Text, "YAML is read up to 32 MB") {
		t.Errorf("got %v", err)
	}
}

type endless struct{}

func (endless) Read(b []byte) (int, error) { return len(b), nil }

type failing struct{ io.Reader }

func (failing) Read([]byte) (int, error) { return 0, errors.New("the cable is out") }

func TestFailingStdin(t *testing.T) {
	_, err := Load(context.Background(), []Source{{Path: "-"}}, Options{Stdin: failing{}})
	if want := "standard input: cannot be read: the cable is out"; err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}
