package loaders

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"findable/engine"
	"findable/engine/py"
)

// load loads arguments as they stand on a command line.
func load(t testing.TB, args ...string) (Result, error) {
	t.Helper()
	var sources []Source
	for _, a := range args {
		sources = append(sources, ParseSource(a))
	}
	return Load(context.Background(), sources, Options{Rules: engine.Documented()})
}

// summary writes down who owns which tools, and the notes' kinds.
func summary(r Result) string {
	var b strings.Builder
	group := func(kind, name string, tools []engine.Tool) {
		var names []string
		for _, t := range tools {
			names = append(names, t.Name())
		}
		fmt.Fprintf(&b, "%s%s: %s\n", kind, name, strings.Join(names, " "))
	}
	if len(r.Catalog.Core) > 0 {
		group("core", "", r.Catalog.Core)
	}
	for _, s := range r.Catalog.Toolsets {
		group("toolset ", s.Name, s.Tools)
	}
	for _, s := range r.Catalog.Servers {
		group("server ", s.Name, s.Tools)
	}
	if len(r.Bridge) > 0 {
		group("bridge", "", r.Bridge)
	}
	for _, n := range r.Report.Notes {
		fmt.Fprintf(&b, "%s %s\n", n.Kind, n.Path)
	}
	return b.String()
}

func lines(s ...string) string { return strings.Join(s, "\n") + "\n" }

func TestFormats(t *testing.T) {
	for _, c := range []struct{ args, want, format string }{
		{"result.json", "server result: open_gate close_gate\n", "tools/list result, MCP tools"},
		{"response.json", "server response: open_gate close_gate\n", "JSON-RPC response, tools/list result, MCP tools"},
		{"envelope.json", "server envelope: open_gate\n", "JSON-RPC response, tools/list result, MCP tools"},
		{"batch.json", "server garden: open_gate close_gate\n", "array, JSON-RPC response, initialize answer, tools/list result, MCP tools"},
		{"transcript.jsonl", lines("server transcript: open_gate close_gate", "skipped line 3, $.error", "aside line 1, $"), "JSON-RPC response, tools/list result, MCP tools"},
		{"concatenated.json", lines("server concatenated: open_gate", "server beds: water"), "tools/list result, MCP tools"},
		{"pages.jsonl", "server pages: open_gate close_gate water\n", "JSON-RPC response, tools/list result, MCP tools"},
		{"unfinished.json", lines("server unfinished: open_gate close_gate", "unfinished $[1].tools"), "array, tools/list result, MCP tools"},
		{"array.json", "server array: open_gate close_gate\n", "array, MCP tools"},
		{"named-only.json", "server named-only: open_gate rain\n", "array, Docker registry tools, MCP tools"},
		{"tool.snap", "server tool: open_gate\n", "single tool, MCP tools"},
		{"tools.jsonl", "server tools: open_gate close_gate water\n", "single tool, MCP tools"},
		{"map.json", lines("server garden: open_gate close_gate", "server beds: water"), "server map, array, MCP tools"},
		{"map-of-results.json", lines("server garden: open_gate close_gate", "server beds: water", "skipped $.note"), "server map, tools/list result, MCP tools, JSON-RPC response"},
		{"servers-map.json", lines("server garden: open_gate close_gate", "server beds: water"), "server list, tools/list result, MCP tools, array"},
		{"servers-list.json", lines("server garden: open_gate close_gate", "server shed: ", "server beds: water", "no_tools $.servers[1]"), "server list, tools/list result, MCP tools"},
		{"openai-chat.json", lines("toolset openai-chat: open_gate", "toolset mcp-beds: mcp__beds__water"), "array, OpenAI chat tools"},
		{"openai-responses.json", lines("toolset openai-responses: open_gate close_gate", "skipped $[0]", "ignored $[1]"), "array, OpenAI functions"},
		{"functions.jsonl", "toolset functions: open_gate close_gate\n", "single tool, OpenAI functions"},
		{"anthropic.json", lines("toolset anthropic: open_gate", "skipped $[1]"), "array, Anthropic tools"},
		{"request.json", "toolset request: open_gate\n", "model request, OpenAI chat tools"},
		{"agent.json", lines("core: terminal",
			"toolset mcp-the-garden: mcp__the-garden__open_gate mcp__the-garden__close_gate",
			"toolset mcp-beds: mcp__beds__water", "toolset agent: rain mcp__lonely",
			"bridge: tool_search tool_call", "bridge $.tools"), "tools of a request, OpenAI chat tools"},
		{"server.yaml", "server server: open_gate close_gate\n", "tools/list result, MCP tools"},
		{"flow.yaml", "server flow: open_gate\n", "tools/list result, MCP tools"},
		{"snaps", "server snaps: close_gate open_gate\n", "single tool, MCP tools"},
		{"folder", lines("server beds: water", "server garden: open_gate close_gate", "server more: open_gate", "error $"), "JSON-RPC response, tools/list result, MCP tools"},
		// other syntaxes
		{"noise.txt", lines("server garden: open_gate close_gate", "aside line 1"), "JSON-RPC response, initialize answer, tools/list result, MCP tools"},
		{"events.txt", "server garden: open_gate close_gate\n", "JSON-RPC response, initialize answer, tools/list result, MCP tools"},
		{"client.log", lines("server Garden: open_gate close_gate", "server Beds: water", "aside line 1", "aside line 2, $"), "JSON-RPC response, initialize answer, tools/list result, MCP tools"},
		{"comments.jsonc", "server comments: open_gate close_gate\n", "tools/list result, MCP tools"},
		{"table.txt", lines("server table: open_gate close_gate", "partial "), "tools/list result, MCP tools"},
		{"codex.toml result.json", lines("server result: open_gate close_gate", "ignored $", "no_tools "), "client configuration"},
		// names given
		{"shed=result.json", "server shed: open_gate close_gate\n", ""},
		{"shed=snaps", "server shed: close_gate open_gate\n", ""},
		{"shed=agent.json", lines("core: terminal",
			"toolset mcp-the-garden: mcp__the-garden__open_gate mcp__the-garden__close_gate",
			"toolset mcp-beds: mcp__beds__water", "toolset shed: rain mcp__lonely",
			"bridge: tool_search tool_call", "bridge $.tools"), ""},
		{"shed=map.json", lines("server garden: open_gate close_gate", "server beds: water", "ignored "), ""},
		{"shed=concatenated.json", lines("server shed: open_gate", "server beds: water", "ignored "), ""},
		// several sources
		{"result.json array.json", lines("server result: open_gate close_gate", "server array: open_gate close_gate"), ""},
		{"a=result.json a=array.json", lines("server a: open_gate close_gate open_gate close_gate", "joined $", "duplicate $[0]", "duplicate $[1]"), ""},
		{"nowhere.json result.json", lines("server result: open_gate close_gate", "error "), ""},
	} {
		t.Run(c.args, func(t *testing.T) {
			args := strings.Fields(c.args)
			for i, a := range args {
				s := ParseSource(a)
				if args[i] = filepath.Join("testdata", s.Path); s.Name != "" {
					args[i] = s.Name + "=" + args[i]
				}
			}
			res, err := load(t, args...)
			if err != nil {
				t.Fatal(err)
			}
			if got := summary(res); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
			if got := res.Report.Files[0].Format; c.format != "" && got != c.format {
				t.Errorf("format %q, want %q", got, c.format)
			}
			consistent(t, res)
		})
	}
}

// consistent checks what holds of every result.
func consistent(t testing.TB, res Result) {
	t.Helper()
	counted := 0
	for _, f := range res.Report.Files {
		counted += f.Tools
	}
	if n := res.Catalog.Size(); res.Report.Tools != n || counted != n {
		t.Errorf("report counts %d tools, its files %d, the catalog has %d", res.Report.Tools, counted, n)
	}
	check := func(tools []engine.Tool) {
		for _, tool := range tools {
			if tool.Name() == "" || tool.Origin.File == "" || tool.Origin.Path == "" || tool.Raw == nil {
				t.Errorf("tool %q from %+v has no name, origin or record", tool.Name(), tool.Origin)
			}
			order := ""
			for _, m := range tool.Function {
				order += m.Key + " "
			}
			if !strings.Contains("name description parameters ", order) && order != "name parameters " {
				t.Errorf("tool %q has the keys %s", tool.Name(), order)
			}
		}
	}
	check(res.Catalog.Core)
	for _, s := range res.Catalog.Toolsets {
		check(s.Tools)
	}
	for _, s := range res.Catalog.Servers {
		check(s.Tools)
	}
	for _, n := range res.Report.Notes {
		if n.Text == "" || n.Kind == "" {
			t.Errorf("a note without a text or kind: %+v", n)
		}
	}
}

func TestToolAsInSource(t *testing.T) {
	for _, c := range []struct{ record, want string }{
		{`{"inputSchema":{"b":1,"a":2},"description":"d","name":"n","title":"t"}`, `{"name":"n","description":"d","parameters":{"b":1,"a":2}}`},
		{`{"name":"n","inputSchema":null,"description":null}`, `{"name":"n","description":null,"parameters":null}`},
		{`{"name":"n","inputSchema":{}}`, `{"name":"n","parameters":{}}`},
		{`{"name":"n","description":"d","annotations":{}}`, `{"name":"n","description":"d"}`},
		{`{"name":"n","input_schema":{"x":1.50}}`, `{"name":"n","parameters":{"x":1.5}}`},
		{`{"type":"function","function":{"name":"n","parameters":{}},"name":"other"}`, `{"name":"n","parameters":{}}`},
		{`{"type":"function","name":"n"}`, `{"name":"n"}`},
		{`{"name":"n","parameters":{},"strict":true}`, `{"name":"n","parameters":{}}`},
		{`{"name":"n","description":7,"inputSchema":[]}`, `{"name":"n","description":7,"parameters":[]}`},
	} {
		r := &reading{file: "f", ledger: newLedger()}
		v, err := py.Parse([]byte(c.record))
		if err != nil {
			t.Fatal(err)
		}
		r.value(node{value: v, path: "$"})
		if len(r.lists) != 1 || py.Compact(r.lists[0].tools[0].Function) != c.want {
			t.Errorf("%s gives %v", c.record, r.lists)
			continue
		}
		if tool := r.lists[0].tools[0]; py.Compact(tool.Raw) != py.Compact(v) || tool.Origin != (engine.Origin{File: "f", Path: "$"}) {
			t.Errorf("%s: raw %s, origin %+v", c.record, py.Compact(tool.Raw), tool.Origin)
		}
	}
}

func TestSkippedRecords(t *testing.T) {
	fsys := fstest.MapFS{"d.json": {Data: []byte(`{"tools":[{"name":"kept","inputSchema":{}},5,{"description":"no name"},{"name":""},
		{"name":7},{"type":"web_search"},{"name":"group","description":"d","tools":[]},{"name":"kept"}]}`)}}
	res, err := Load(context.Background(), []Source{{Path: "d.json"}}, Options{FS: fsys})
	if err != nil {
		t.Fatal(err)
	}
	want := lines("server d: kept kept", "skipped $.tools[1]", "skipped $.tools[2]", "skipped $.tools[3]", "skipped $.tools[4]",
		"skipped $.tools[5]", "skipped $.tools[6]", "duplicate $.tools[7]")
	if got := summary(res); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if res.Report.Skipped != 6 || res.Report.Duplicates != 1 || res.Report.Servers != 1 {
		t.Errorf("report %+v", res.Report)
	}
}

func TestManyNotesAreCounted(t *testing.T) {
	const n = 5000
	fsys := fstest.MapFS{"d.json": {Data: []byte(`{"tools":[{"name":"kept"}` + strings.Repeat(",1", n) + `]}`)}}
	res, err := Load(context.Background(), []Source{{Path: "d.json"}}, Options{FS: fsys})
	if err != nil || res.Report.Skipped != n || len(res.Report.Notes) != maxNotes+1 {
		t.Errorf("%v, %d skipped, %d notes", err, res.Report.Skipped, len(res.Report.Notes))
	}
	if last := res.Report.Notes[maxNotes]; last.Text != "4000 more notes of this kind" {
		t.Errorf("last note: %s", last)
	}
}

// TestRename checks that NAME= renames the one server that a shape names.
func TestRename(t *testing.T) {
	fsys := fstest.MapFS{"d.json": {Data: []byte(`{"servers":[{"name":"inner","tools":[{"name":"a","inputSchema":{}}]}]}`)}}
	for name, want := range map[string]string{"": "server inner: a\n", "outer": "server outer: a\n"} {
		res, err := Load(context.Background(), []Source{{Path: "d.json", Name: name}}, Options{FS: fsys})
		if err != nil || summary(res) != want {
			t.Errorf("%v %s", err, summary(res))
		}
	}
}

func TestStdin(t *testing.T) {
	opt := Options{Stdin: strings.NewReader(`{"tools":[{"name":"a","inputSchema":{}}]}`)}
	res, err := Load(context.Background(), []Source{{Path: "-"}}, opt)
	if err != nil || summary(res) != "server stdin: a\n" {
		t.Errorf("%v %s", err, summary(res))
	}
	if _, err := Load(context.Background(), []Source{{Path: "-"}}, Options{}); err == nil {
		t.Error("no standard input, and no error")
	}
}

func TestParseSource(t *testing.T) {
	for arg, want := range map[string]Source{
		"a.json":        {Path: "a.json"},
		"x=a.json":      {Path: "a.json", Name: "x"},
		"x=-":           {Path: "-", Name: "x"},
		"./a=b.json":    {Path: "./a=b.json"},
		"x=./a=b.json":  {Path: "./a=b.json", Name: "x"},
		"=a.json":       {Path: "=a.json"},
		"-":             {Path: "-"},
		`c:\d=e.json`:   {Path: `c:\d=e.json`},
		"my server=a/b": {Path: "a/b", Name: "my server"},
	} {
		if got := ParseSource(arg); got != want {
			t.Errorf("%s: %+v", arg, got)
		}
	}
}

// TestFolderNames checks the names that come from "." and a trailing slash.
func TestFolderNames(t *testing.T) {
	t.Chdir("testdata/snaps")
	for _, arg := range []string{".", "./", "../snaps", "../snaps/"} {
		if res, err := load(t, arg); err != nil || len(res.Catalog.Servers) != 1 || res.Catalog.Servers[0].Name != "snaps" {
			t.Errorf("%s: %v %s", arg, err, summary(res))
		}
	}
}

// TestAgentNamesStay checks that the engine registers an agent's tools of MCP
// servers under the names that the agent gave them.
func TestAgentNamesStay(t *testing.T) {
	res, err := load(t, "testdata/agent.json")
	if err != nil {
		t.Fatal(err)
	}
	registry := engine.Register(res.Catalog)
	for name, label := range map[string]string{
		"mcp__the-garden__open_gate": "the-garden", "mcp__beds__water": "beds", "rain": "agent", "terminal": engine.CoreToolset,
	} {
		if e, ok := registry.Lookup(name); !ok || e.Label != label {
			t.Errorf("%s: registered %v, %+v", name, ok, e)
		}
	}
	if res.Report.Servers != 2 {
		t.Errorf("%d servers", res.Report.Servers)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Load(ctx, []Source{{Path: "testdata/folder"}}, Options{}); err != context.Canceled {
		t.Errorf("got %v", err)
	}
}

func BenchmarkLoad(b *testing.B) {
	file := "../../shared/catalogs/flat/cloudflare-sdk.json"
	info, err := os.Stat(file)
	if err != nil {
		b.Skip("the shared catalogs are not here: ", err)
	}
	b.SetBytes(info.Size())
	b.ReportAllocs()
	for b.Loop() {
		if _, err := load(b, file); err != nil {
			b.Fatal(err)
		}
	}
}
