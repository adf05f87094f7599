package loaders

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"findable/engine"
	"findable/engine/py"
)

// The grafted tool, as three of the ways to write it.
var (
	graftName = "zz_grafted"
	graftMCP  = py.Object{{Key: "name", Value: graftName}, {Key: "description", Value: "Put in by a test."},
		{Key: "inputSchema", Value: py.Object{{Key: "type", Value: "object"}}}}
	graftChat = py.Object{{Key: "type", Value: "function"}, {Key: "function", Value: py.Object{{Key: "name", Value: graftName},
		{Key: "description", Value: "Put in by a test."}, {Key: "parameters", Value: py.Object{{Key: "type", Value: "object"}}}}}}
	graftMap = py.Object{{Key: graftName, Value: graftMCP.Without("name")}}
)

// grafts puts a tool into every list of a value, and a list of it, or it by its name,
// beside the members of every object. Into tools it does not go, but beside their
// members: what a schema holds are no tools.
func grafts(v py.Value, path string, tool py.Value, with func(py.Value, string)) {
	switch v := v.(type) {
	case py.List:
		with(append(slices.Clone(v), tool), fmt.Sprintf("%s[%d]", path, len(v)))
		if len(v) > 0 {
			with(append(py.List{tool}, v...), path+"[0]")
		}
		for i, item := range v {
			if i == 3 && len(v) > 6 { // the others are as these
				break
			}
			if _, text := item.(string); text {
				continue
			}
			grafts(item, fmt.Sprintf("%s[%d]", path, i), tool, func(changed py.Value, where string) {
				all := slices.Clone(v)
				all[i] = changed
				with(all, where)
			})
		}
	case py.Object:
		if !v.Has("tools") {
			with(append(slices.Clone(v), py.Member{Key: "tools", Value: graftMap}), path+".tools")
			with(append(slices.Clone(v), py.Member{Key: "tools", Value: py.List{graftMCP.Without("inputSchema")}}), path+".tools")
			with(append(slices.Clone(v), py.Member{Key: "tools", Value: py.List{tool}}), path+".tools")
			with(append(py.Object{{Key: "tools", Value: py.List{tool}}}, v...), path+".tools")
		}
		if isTool(v) || v.Has("function") && !v.Has("question") || (openAPI{}).holds(v) {
			return
		}
		for i, m := range v {
			switch m.Key {
			case "tool_choice", "inputSchema", "input_schema", "schema", "parameters", "parameter", "tool_calls", "labels", "inputs", "configSchema", "function_call_label", "outputSchema",
				"env", "arguments", "args", "required", "required_parameters", "optional_parameters":
				continue
			}
			if _, text := m.Value.(string); text && !holdsText(path, m.Key) {
				continue
			}
			grafts(m.Value, path+pathKey(m.Key), tool, func(changed py.Value, where string) {
				all := slices.Clone(v)
				all[i].Value = changed
				with(all, where)
			})
		}
	case string:
		docs, fault := documents([]byte(v))
		if len(docs) != 1 || fault != nil || !strings.HasPrefix(v, "{") && !strings.HasPrefix(v, "[") {
			return
		}
		grafts(docs[0].value, path, tool, func(changed py.Value, _ string) { with(py.Compact(changed), path) })
	}
}

// holdsText reports whether a text under a key may hold JSON that is read.
func holdsText(path, key string) bool {
	return slices.Contains(textKeys, key) || key == "text" && path == "$.result.content[0]" || slices.Contains([]string{"requestBody", "responseBody", "documentation"}, key)
}

// TestNothingIsDropped puts a tool into each place of each file where one may stand.
// Either it is loaded, or a note tells of that place.
func TestNothingIsDropped(t *testing.T) {
	files := map[string]string{}
	for _, s := range slices.Concat(exportSamples, gatewaySamples, registrySamples, benchSamples) {
		files[s.name] = s.text
	}
	for name, c := range modelFiles {
		files["model: "+name] = c.text
	}
	for name, c := range clientFiles {
		files["client: "+name] = c.text
	}
	for _, w := range writers {
		files["shape: "+w.name] = written(w.before, samples(2, false, w.bare), w.each, w.after)
	}
	paths, err := filepath.Glob("testdata/*.*")
	if err != nil {
		t.Fatal(err)
	}
	shared, err := filepath.Glob(catalogs + "formats/*.*")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range append(paths, shared...) {
		if filepath.Base(path) == "documents.json" { // whose texts are YAML and JSON of any kind
			continue
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files[path] = string(raw)
	}
	places := 0
	for name, text := range files {
		t.Run(name, func(t *testing.T) {
			docs, fault := documents([]byte(text))
			if fault != nil || strings.HasSuffix(name, ".tsv") {
				t.Skip(fault)
			}
			for i, d := range docs {
				for _, tool := range []py.Value{graftMCP, graftChat} {
					grafts(d.value, "$", tool, func(changed py.Value, where string) {
						var b strings.Builder
						for j, d := range docs {
							if v := d.value; j == i {
								b.WriteString(py.Compact(changed) + "\n")
							} else {
								b.WriteString(py.Compact(v) + "\n")
							}
						}
						if len(docs) > 1 {
							where = fmt.Sprintf("line %d, %s", i+1, where)
						}
						places++
						checkGraft(t, b.String(), where)
					})
				}
			}
		})
	}
	t.Logf("%d places in %d files", places, len(files))
}

// FuzzNothingIsDropped does the same with any document, at one place.
func FuzzNothingIsDropped(f *testing.F) {
	for _, s := range slices.Concat(exportSamples, gatewaySamples, registrySamples, benchSamples, besideSamples) {
		f.Add([]byte(s.text), uint(7))
	}
	f.Fuzz(func(t *testing.T, raw []byte, place uint) {
		v, err := py.Parse(raw)
		o, _ := v.(py.Object)
		if err != nil || o.Has("findable") || strings.Contains(string(raw), graftName) {
			return
		}
		n := uint(0)
		grafts(v, "$", graftMCP, func(changed py.Value, where string) {
			if n == place%256 {
				checkGraft(t, py.Compact(changed), where)
			}
			n++
		})
	})
}

func checkGraft(t *testing.T, text, where string) {
	t.Helper()
	res, err := Load(context.Background(), []Source{{Path: "f"}}, Options{FS: fstest.MapFS{"f": {Data: []byte(text)}}})
	if (err != nil) != (res.Report.Tools == 0) {
		t.Errorf("%s: %d tools and the error %v", where, res.Report.Tools, err)
	}
	groups := [][]engine.Tool{res.Catalog.Core, res.Bridge}
	for _, s := range res.Catalog.Servers {
		groups = append(groups, s.Tools)
	}
	for _, s := range res.Catalog.Toolsets {
		groups = append(groups, s.Tools)
	}
	for _, tools := range groups {
		if slices.ContainsFunc(tools, func(tool engine.Tool) bool { return tool.Name() == graftName }) {
			return
		}
	}
	for _, n := range res.Report.Notes {
		if (n.Kind == Skipped || n.Kind == Failed || n.Kind == Folded) && covers(n.Path, where) {
			return
		}
	}
	t.Errorf("%s: lost\n%.300s\n%.300s", where, text, summary(res))
}

// covers reports whether a note's path leads to a place, or to something around it
// that is not the whole document; or into the text that the place is in.
func covers(path, where string) bool {
	return strings.HasPrefix(where, path) && !strings.HasSuffix(path, "$") && path != "" || strings.HasPrefix(path, where+".") || strings.HasPrefix(path, where+"[")
}

// besideSamples are tools beside what a format reads, or further in than any looks.
var besideSamples = []sketch{
	{"a text of JSON", `"{\"tools\":[{\"name\":\"a\",\"inputSchema\":{}}]}"`, "server f: a\n"},
	{"a result that is a text of JSON", `{"result":"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[{\"name\":\"a\",\"inputSchema\":{}}]}}"}`, "server f: a\n"},
	{"a text of other JSON", `"[1]"`, "error $[0]\n"},
	{"initialize answer", `{"protocolVersion":"x","serverInfo":{"name":"garden"},"capabilities":{"tools":{}},"tools":[{"name":"open_gate","inputSchema":{}}]}`,
		lines("server garden: open_gate", "card garden (garden) +initialized")},
	{"index of servers", `{"garden":{"initialize":{"serverInfo":{"name":"x"}},"tools":[{"name":"open_gate","inputSchema":{}}]},"shed":{"initialize":{"serverInfo":{"name":"y"}}}}`,
		lines("server garden: open_gate", "no_tools ", "card garden (x) +initialized", "card shed (y) +initialized")},
	{"a call with its tools", `{"method":"tools/list","tools":[{"name":"open_gate","inputSchema":{}}]}`, lines("server f: open_gate")},
	{"a message with its tools", `{"jsonrpc":"2.0","method":"tools/list","tools":[{"name":"open_gate","inputSchema":{}}]}`, lines("server f: open_gate", "aside $")},
	{"a result of a call", `{"content":[{"type":"text","text":"see"}],"tools":[{"name":"open_gate","inputSchema":{}}]}`, lines("server f: open_gate", "skipped $")},
	{"a gateway's reply", `{"success":true,"data":{"tools":[{"name":"rain","inputSchema":{}}]},"tools":[{"name":"open_gate","inputSchema":{}}]}`,
		lines("server f: rain open_gate", "joined $.tools")},
	{"servers called success and data", `{"success":{"tools":[{"name":"rain","inputSchema":{}}]},"data":{"tools":[{"name":"open_gate","inputSchema":{}}]}}`,
		lines("server success: rain", "server f: open_gate")},
	{"a server called registry", `{"registry":{"result":{"tools":[{"name":"rain","inputSchema":{}}]}},"garden":{"tools":[{"name":"open_gate","inputSchema":{}}]}}`,
		lines("server registry: rain", "server garden: open_gate")},
	{"a crawl", `{"metadata":{"server_name":"garden","remote_server_response":{"tools":[{"name":"rain","input_schema":{}}]}},"tools":[{"name":"open_gate","inputSchema":{}}]}`,
		lines("server garden: rain", "server f: open_gate", "card garden (garden)")},
	{"a crawl that knows more", `{"metadata":{"server_name":"garden","remote_server_response":{"tools":[{"name":"rain","input_schema":{}}]},"server_info_crawled":{"tools":[{"name":"rain"},{"name":"hail"}]}}}`,
		lines("server garden: rain", "skipped $.metadata.server_info_crawled.tools", "card garden (garden)")},
	{"an API in an envelope", `{"api":{"openapi":"3.1.0","paths":{"/gate":{"get":{"operationId":"seeGate"}}}}}`, lines("server f: seeGate")},
	{"an API beside tools", `{"openapi":"3.1.0","paths":{"/gate":{"get":{"operationId":"seeGate"}}},"tools":[{"name":"rain","inputSchema":{}}]}`,
		lines("server f: seeGate rain", "joined $.tools")},
	{"envelopes in envelopes", `{"a":1,"answer":{"page":[{"inner":{"list":[{"name":"open_gate","inputSchema":{}}]}}]}}`, lines("server f: open_gate")},
	{"servers in an envelope", `{"v":1,"workspace":{"all":{"garden":[{"name":"open_gate","inputSchema":{}}],"sky":{"tools":[{"name":"rain","inputSchema":{}}]}}}}`,
		lines("server garden: open_gate", "server sky: rain")},
	{"a configuration in an envelope", `{"profile":{"mcpServers":{"garden":{"command":"npx"}}}}`, lines("no_tools ", "card garden: npx")},
	{"a prompt of a server", `{"tools":[{"name":"open_gate","inputSchema":{}}],"prompts":[{"name":"p","arguments":[{"name":"a","description":"d","required":true}]}],"extra":{"tools":[{"name":"rain","inputSchema":{}}]}}`,
		lines("server f: open_gate", "skipped $.extra.tools")},
	{"tools as text", `{"model":"m","messages":[{"role":"user","content":"x"}],"tools":"[{\"type\":\"function\",\"function\":{\"name\":\"open_gate\"}}]"}`, lines("toolset f: open_gate")},
	{"a request as text", `{"id":1,"request":"{\"model\":\"m\",\"tools\":[{\"name\":\"open_gate\",\"input_schema\":{}}]}","response":"{\"object\":\"response\",\"output\":[]}"}`,
		lines("toolset f: open_gate")},
	{"a row of a data set", `{"query":"x","answers":"[{\"name\":\"open_gate\",\"arguments\":{}}]","tools":"[{\"name\":\"open_gate\",\"description\":\"d\",\"parameters\":{}}]"}`, lines("toolset f: open_gate")},
	{"calls and choices", `{"model":"m","tool_choice":{"type":"allowed_tools","tools":[{"type":"function","name":"a"}]},"messages":[{"role":"assistant","tool_calls":[{"id":"1","type":"function","function":{"name":"a","arguments":"{}"}}]}],
		"tools":[{"type":"function","function":{"name":"a"}}]}`, lines("toolset f: a")},
	{"a workflow", `{"name":"w","nodes":[{"name":"fetch","type":"n8n.http","parameters":{"url":"u"}}],"connections":{}}`, lines("error $")},
	{"a tool inside a tool", `[{"name":"a","inputSchema":{},"tools":[{"name":"b","inputSchema":{}}]}]`, lines("server f: a", "skipped $[0].tools")},
}

func TestBeside(t *testing.T) { checkSamples(t, besideSamples) }

// TestPathsAreWhole checks that a path leads to one place, however long its keys are.
func TestPathsAreWhole(t *testing.T) {
	long := "/" + strings.Repeat("very/", 100) + "long"
	res, err := loadText(fmt.Sprintf(`{"openapi":"3.1.0","paths":{"%s":{"get":{}},"%s2":{"get":{}},"/a\"b\\c\u0007":{"get":{}}}}`, long, long))
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, tool := range res.Catalog.Servers[0].Tools {
		paths = append(paths, tool.Origin.Path)
	}
	if want := []string{`$.paths["` + long + `"].get`, `$.paths["` + long + `2"].get`, `$.paths["/a\"b\\c` + "\a" + `"].get`}; !slices.Equal(paths, want) {
		t.Errorf("got %q", paths)
	}
}

// TestLongPaths loads many tools behind a key that is longer than all of them: their
// paths must not take more than the file many times over.
func TestLongPaths(t *testing.T) {
	const many = 50_000
	key := strings.Repeat("k", maxPath-100)
	res, err := loadText(`{"` + key + `":[` + strings.Repeat(`{"name":"a","inputSchema":{}},`, many-1) + `{"name":"b","inputSchema":{}}]}`)
	if err != nil || res.Report.Tools != many {
		t.Fatal(err, res.Report.Tools)
	}
	bytes := 0
	for _, tool := range res.Catalog.Servers[0].Tools {
		bytes += len(tool.Origin.Path)
	}
	if bytes > 2*maxPaths {
		t.Errorf("the paths have %d MB", bytes>>20)
	}
}
