package engine

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"findable/engine/py"
)

func parsed(t testing.TB, text string) py.Value {
	t.Helper()
	v, err := py.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// dumped is a tool as a loader reads it from a record.
func dumped(t testing.TB, file, path, record, function string) Tool {
	t.Helper()
	return Tool{Function: parsed(t, function).(py.Object), Raw: parsed(t, record), Origin: Origin{file, path}}
}

func patchCatalog(t testing.TB) Catalog {
	const plain = `{"name":"%[1]s","description":"Does %[1]s.","parameters":{"type":"object"}}`
	mcp := func(file string, i int, name string) Tool {
		record := fmt.Sprintf(`{"name":"%[1]s","description":"Does %[1]s.","outputSchema":{"type":"object"},"inputSchema":{"type":"object"}}`, name)
		return dumped(t, file, fmt.Sprintf("$.result.tools[%d]", i), record, fmt.Sprintf(plain, name))
	}
	return Catalog{
		Toolsets: []Toolset{{Name: "agent", Tools: []Tool{
			dumped(t, "a.json", `$[0]`, `{"type":"function","function":{"name":"f","parameters":{}}}`, `{"name":"f","parameters":{}}`),
			dumped(t, "a.json", `$[1]`, `{"toolSpec":{"name":"b","description":null,"inputSchema":{"json":{"a":1}}}}`, `{"name":"b","description":null,"parameters":{"a":1}}`),
			dumped(t, "a.json", `$[2]`, `{"type":"function","name":"bare"}`, `{"name":"bare"}`),
			dumped(t, "a.json", `$.tools["odd key/with~tilde"]["…"]`, `{"description":"By key.","parameters":{}}`, `{"name":"k","description":"By key.","parameters":{}}`),
		}}},
		Servers: []Server{{Name: "s", Resources: true, Tools: []Tool{mcp("dir/s.json", 0, "one"), mcp("dir/s.json", 1, "two"), mcp("dir/s.json", 2, "two"),
			dumped(t, "map.json", "$.x", `"A map."`, `{"name":"x","description":"A map."}`),
			dumped(t, "sole.json", "$", `{"name":"sole"}`, `{"name":"sole"}`),
			mcp("dir/s.json", 10, "ten")}},
			{Name: "odd", Tools: []Tool{
				dumped(t, "log.txt", "line 3, $.result.tools[0]", `{"name":"l"}`, `{"name":"l"}`),
				dumped(t, "cut.json", `$["`+strings.Repeat("k", 48)+`…"]`, `{"name":"c"}`, `{"name":"c"}`),
				dumped(t, "api.json", `$.paths["/pets"].get`, `{"name":"p","description":"Pets.","_meta":{"openapi":{}}}`, `{"name":"p","description":"Pets."}`),
				dumped(t, "form.json", "$[0]", `{"name":"d","arguments":[]}`, `{"name":"d","parameters":{"type":"object"}}`),
				dumped(t, "bare.json", "$[0]", `"n"`, `{"name":"n"}`),
				{Function: py.Object{{Key: "name", Value: "nowhere"}}},
			}}},
	}
}

// TestPatches holds the patch of each kind of record to its text.
func TestPatches(t *testing.T) {
	words := py.Object{{Key: "description", Value: "New."}}
	for _, c := range []struct {
		toolset, tool string
		edit          Edit
		ops           string
		left          string
	}{
		{"mcp-s", "one", Edit{Set: words}, `[{"op":"test","path":"/result/tools/0/name","value":"one"},{"op":"replace","path":"/result/tools/0/description","value":"New."}]`, ""},
		{"mcp-s", "one", Edit{Set: py.Object{{Key: "parameters", Value: py.Object{}}, {Key: "name", Value: "uno"}}},
			`[{"op":"test","path":"/result/tools/0/name","value":"one"},{"op":"replace","path":"/result/tools/0/inputSchema","value":{}},{"op":"replace","path":"/result/tools/0/name","value":"uno"}]`, ""},
		{"mcp-s", "two", Edit{Hidden: true}, `[{"op":"test","path":"/result/tools/1/name","value":"two"},{"op":"test","path":"/result/tools/2/name","value":"two"},` +
			`{"op":"remove","path":"/result/tools/2"},{"op":"remove","path":"/result/tools/1"}]`, ""},
		{"mcp-s", "x", Edit{Set: words}, `[{"op":"replace","path":"/x","value":"New."}]`, ""},
		{"mcp-s", "sole", Edit{Set: words}, `[{"op":"test","path":"/name","value":"sole"},{"op":"add","path":"/description","value":"New."}]`, ""},
		{"mcp-s", "sole", Edit{Hidden: true}, `[]`, "all that the file holds"},
		{"mcp-s", "sole", Edit{Set: py.Object{{Key: "parameters", Value: py.Object{}}}}, `[{"op":"test","path":"/name","value":"sole"},{"op":"add","path":"/inputSchema","value":{}}]`, ""},
		{"agent", "f", Edit{Set: words}, `[{"op":"test","path":"/0/function/name","value":"f"},{"op":"add","path":"/0/function/description","value":"New."}]`, ""},
		{"agent", "b", Edit{Set: py.Object{{Key: "parameters", Value: nil}}}, `[{"op":"test","path":"/1/toolSpec/name","value":"b"},{"op":"replace","path":"/1/toolSpec/inputSchema/json","value":null}]`, ""},
		{"agent", "bare", Edit{Set: py.Object{{Key: "parameters", Value: py.Object{}}}}, `[{"op":"test","path":"/2/name","value":"bare"},{"op":"add","path":"/2/parameters","value":{}}]`, ""},
		{"agent", "k", Edit{Set: words}, `[{"op":"replace","path":"/tools/odd key~1with~0tilde/…/description","value":"New."}]`, ""},
		{"agent", "k", Edit{Set: py.Object{{Key: "name", Value: "other"}}}, `[]`, "name stands there in another form"},
		{"mcp-odd", "l", Edit{Set: words}, `[]`, "no single document"},
		{"mcp-odd", "c", Edit{Set: words}, `[]`, "longer than paths show"},
		{"mcp-odd", "p", Edit{Set: words}, `[]`, "OpenAPI"},
		{"mcp-odd", "d", Edit{Set: py.Object{{Key: "parameters", Value: py.Object{}}}}, `[{"op":"test","path":"/0/name","value":"d"}]`, "parameters stands there in another form"},
		{"mcp-odd", "n", Edit{Set: words}, `[]`, "no record"},
		{"mcp-odd", "nowhere", Edit{Set: words}, `[]`, "unknown place"},
	} {
		c.edit.Toolset, c.edit.Tool = c.toolset, c.tool
		patches := Register(patchCatalog(t)).Patches([]Edit{c.edit})
		if len(patches) != 1 {
			t.Fatalf("%s: %d patches", c.tool, len(patches))
		}
		ops := patches[0].Ops
		if ops == nil {
			ops = py.List{}
		}
		if got := py.Compact(ops); got != c.ops {
			t.Errorf("%s: %s, want %s", c.tool, got, c.ops)
		}
		if left := strings.Join(patches[0].Left, "; "); !strings.Contains(left, c.left) || (left == "") != (c.left == "") {
			t.Errorf("%s: left out %q, want %q", c.tool, left, c.left)
		}
	}
}

// TestPatchOrder takes out a whole server: of a list the last goes first, by number.
func TestPatchOrder(t *testing.T) {
	var removed []string
	for _, p := range Register(patchCatalog(t)).Patches([]Edit{{Toolset: "mcp-s", Hidden: true}}) {
		for _, op := range p.Ops {
			if o := op.(py.Object); o.Text("op") == "remove" {
				removed = append(removed, p.File+o.Text("path"))
			} else if len(removed) > 0 && strings.HasPrefix(removed[len(removed)-1], p.File) {
				t.Errorf("%v behind a removal", op)
			}
		}
	}
	want := []string{"dir/s.json/result/tools/10", "dir/s.json/result/tools/2", "dir/s.json/result/tools/1", "dir/s.json/result/tools/0", "map.json/x"}
	if !slices.Equal(removed, want) {
		t.Errorf("%q, want %q", removed, want)
	}
}

// TestReadEdits reads back what was written: kept what-ifs all, patches as far as
// they hold them.
func TestReadEdits(t *testing.T) {
	r := Register(patchCatalog(t))
	rnd := rand.New(rand.NewPCG(1, 2))
	tools := []string{"one", "two", "ten"}
	for range 200 {
		var edits []Edit
		for range 1 + rnd.IntN(4) {
			e := Edit{Toolset: "mcp-s", Tool: tools[rnd.IntN(len(tools))]}
			switch rnd.IntN(4) {
			case 0:
				e.Set = py.Object{{Key: "description", Value: fmt.Sprint("Says ", rnd.IntN(9))}}
			case 1:
				e.Set = py.Object{{Key: "parameters", Value: py.Object{{Key: "n", Value: py.Int(rnd.IntN(9))}}}}
			case 2:
				e.Pinned = true
			case 3:
				e.Hidden = true
			}
			edits = append(edits, e)
		}
		got, unknown, err := r.ReadEdits(parsed(t, py.Compact(EditsValue(edits))))
		if err != nil || len(unknown) > 0 || !reflect.DeepEqual(got, Merged(edits)) {
			t.Fatalf("%+v came back as %+v, %v, %v", edits, got, unknown, err)
		}
		for _, p := range r.Patches(edits) {
			got, _, err := r.ReadEdits(parsed(t, py.Compact(p.Ops)))
			if err != nil {
				t.Fatalf("%s: %v", py.Compact(p.Ops), err)
			}
			unpinned := slices.Clone(Merged(edits))
			for i := range unpinned {
				unpinned[i].Pinned = false
			}
			if a, b := entryTexts(r.With(got)), entryTexts(r.With(unpinned)); !slices.Equal(a, b) {
				t.Fatalf("%s came back as %+v", py.Compact(p.Ops), got)
			}
		}
	}
}

func TestReadEditsFaults(t *testing.T) {
	r := Register(patchCatalog(t))
	for text, want := range map[string]string{
		`3`: "neither", `{"findable":"session/1"}`: "edits/1", `{"findable":"edits/1"}`: "no list", `{"findable":"edits/1","edits":[1]}`: "edits[0] is no object",
		`{"findable":"edits/1","edits":[{"toolset":"mcp-s","tool":"one","set":{"name":""}}]}`:   "not empty",
		`{"findable":"edits/1","edits":[{"toolset":"mcp-s","tool":"one","set":{"title":"T"}}]}`: "title",
		`[{"op":"replace","path":"/nothing/here","value":1}]`:                                   "fits no file",
		`[{"op":"test","path":"/result/tools/0/name","value":"two"}]`:                           "fits no file",
		`[{"op":"remove","path":"/result/tools/0"},{"op":"remove","path":"/result/tools/1"}]`:   "fits no file",
		`[{"op":"move","path":"/result/tools/0"}]`:                                              "fits no file",
		`[1]`: "fits no file",
		`[]`:  "fits several",
	} {
		if _, _, err := r.ReadEdits(parsed(t, text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	edits, unknown, err := r.ReadEdits(parsed(t, `{"findable":"edits/1","edits":[{"toolset":"mcp-gone","tool":"x","pinned":true}]}`))
	if err != nil || len(edits) != 1 || len(unknown) != 1 || !strings.Contains(unknown[0], "mcp-gone") {
		t.Errorf("%v %v %v", edits, unknown, err)
	}
}

// TestMarkdown checks that ranks are those of the engine, that no text ends its
// block, and that only base names of files are told.
func TestMarkdown(t *testing.T) {
	r := Register(patchCatalog(t))
	edits := []Edit{
		{Toolset: "mcp-s", Tool: "one", Set: py.Object{{Key: "description", Value: "Waters the garden.\n````\n# Not a heading"}}},
		{Toolset: "mcp-s", Tool: "two", Pinned: true},
		{Toolset: "agent", Tool: "f", Set: py.Object{{Key: "parameters", Value: parsed(t, `{"a":{"b":1}}`)}}},
		{Toolset: "mcp-s", Tool: "ten", Hidden: true},
	}
	s := r.Session(Documented(), Scope{}, nil)
	text := r.Markdown(s, edits, []string{"garden", "two"})
	for _, want := range []string{"## `s`", "### `one`", "In `s.json` at `$.result.tools[0]`.", "Query `garden`: not found → rank 1.", "now:\n\n```text\nDoes one.\n```",
		"`````text\nWaters the garden.\n````\n# Not a heading\n`````", "### `two`", "never deferred", "Query `two`: rank 1 → in sight without a search.",
		"Query `garden`: not found → not there.", "\n  \"a\": {\n", "generation documented"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "dir/") {
		t.Errorf("a path in\n%s", text)
	}
}

func TestCodeSpan(t *testing.T) {
	for text, want := range map[string]string{"a": "`a`", "a`b": "``a`b``", "``": "``` `` ```", "a\nb": "`a b`"} {
		if got := codeSpan(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// FuzzPointer reads paths: what it makes of one is a JSON pointer.
func FuzzPointer(f *testing.F) {
	for _, s := range []string{"$", "$.a[0]", `$["\""].b`, `$["a`, "$[", "$.", "$..", "line 2, $", `$["x"]]`, "$[1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, path string) {
		p, why := pointerTo(path)
		if why == "" && p != "" && p[0] != '/' || why != "" && p != "" && why == p {
			t.Errorf("%q: %q, %q", path, p, why)
		}
	})
}
