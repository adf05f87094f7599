package loaders

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"findable/engine"
	"findable/engine/py"
)

const gardenSession = `
findable: session/1
core: [all, {name: terminal, description: Run a command, inputSchema: {type: object}}]
gui:
  desktop_ui: [focus_pane]
plugins:
  weather:
    - {name: rain, description: Say whether it rains, parameters: {type: object}}
    - tides
servers:
  garden: dumps/garden.json
  snaps: dumps/snaps
  my-crm: [{name: find, inputSchema: {}}, {type: function, function: {name: add}}]
  shed:
    tools: dumps/beds.json
    enabled: off
    supports_parallel_tool_calls: "Yes"
    include: [open_*, close]
    exclude: lock
scopes:
  sub-agent: {enable: [garden, weather], disable: my-crm}
config: {tools: {tool_search: {threshold_pct: 3}}}
context: 128000
app: {queries: [create issue], on: on}
`

func sessionFS(session string) fstest.MapFS {
	tool := func(name string) string { return `{"name":"` + name + `","inputSchema":{}}` }
	return fstest.MapFS{
		"s/one.yaml":                {Data: []byte(session)},
		"s/dumps/garden.json":       {Data: []byte(`{"tools":[` + tool("open") + `]}`)},
		"s/dumps/beds.json":         {Data: []byte(`{"servers":[{"name":"beds","tools":[` + tool("water") + `]}]}`)},
		"s/dumps/two.json":          {Data: []byte(`{"a":[` + tool("x") + `],"b":[` + tool("y") + `]}`)},
		"s/dumps/snaps/p.snap":      {Data: []byte(tool("p"))},
		"s/dumps/snaps/q.snap":      {Data: []byte(tool("q"))},
		"s/dumps/broken.json":       {Data: []byte(`{"tools":[`)},
		"s/dumps/session.yaml":      {Data: []byte("findable: session/1\ncore: all")},
		"elsewhere/loose/loose.txt": {Data: []byte(`{"tools":[` + tool("loose") + `]}`)},
	}
}

func loadSession(session string, more ...Source) (Result, error) {
	opt := Options{FS: sessionFS(session), Rules: engine.Documented()}
	return Load(context.Background(), append([]Source{{Path: "s/one.yaml"}}, more...), opt)
}

func TestSession(t *testing.T) {
	res, err := loadSession(gardenSession, Source{Path: "elsewhere/loose"})
	if err != nil || res.Session == nil {
		t.Fatal(err, res.Report.Notes)
	}
	core := engine.Documented().Core
	got := summary(res)
	head, rest, _ := strings.Cut(got, "\n")
	if want := lines("toolset desktop_ui: focus_pane", "toolset weather: rain tides", "server garden: open", "server snaps: p q",
		"server my-crm: find add", "server shed: water", "server loose: loose"); rest != want {
		t.Errorf("got\n%swant\n%s", rest, want)
	}
	if n := len(strings.Fields(head)) - 1; n != len(core) || !strings.HasSuffix(head, " terminal") {
		t.Errorf("core of %d: %s", n, head)
	}
	want := &Session{
		File: "s/one.yaml", AllCore: true,
		Settings: Settings{ToolSearch: py.Object{{Key: "threshold_pct", Value: py.Number("3")}}, HasToolSearch: true, Context: 128000, HasContext: true},
		Scopes:   []Scope{{"sub-agent", engine.Scope{Enable: []string{"garden", "weather"}, Disable: []string{"my-crm"}}}},
		App:      py.Object{{Key: "queries", Value: py.List{"create issue"}}, {Key: "on", Value: true}},
	}
	if !reflect.DeepEqual(res.Session, want) {
		t.Errorf("session %+v", res.Session)
	}
	shed := res.Catalog.Servers[3]
	if !shed.Disabled || !shed.Parallel || !reflect.DeepEqual(shed.Include, []string{"open_*", "close"}) || !reflect.DeepEqual(shed.Exclude, []string{"lock"}) {
		t.Errorf("shed %+v", shed)
	}
	if res.Report.Servers != 5 {
		t.Errorf("%d servers", res.Report.Servers)
	}
	consistent(t, res)
}

// TestSessionForms checks that JSON is the same as YAML and that `core: all`
// is the whole core list.
func TestSessionForms(t *testing.T) {
	for _, text := range []string{"findable: session/1\ncore: all", `{"findable":"session/1","core":"all"}`, "{findable: session/1, core: [all]}"} {
		res, err := loadSession(text)
		if err != nil || len(res.Catalog.Core) != len(engine.Documented().Core) || !res.Session.AllCore {
			t.Errorf("%s: %v %+v", text, err, res.Session)
		}
	}
	res, err := loadSession("findable: session/1\ncore: [memory]")
	if err != nil || res.Session.AllCore || summary(res) != "core: memory\n" {
		t.Errorf("%v %s", err, summary(res))
	}
}

// TestSessionFaults checks that one bad part leaves a note and the rest loads.
func TestSessionFaults(t *testing.T) {
	for _, c := range []struct{ part, note string }{
		{"core: 5", `error: s/one.yaml: $.core: a list of tools is wanted here, not 5`},
		{"core: [teleport]", `odd_value: s/one.yaml: $.core[0]: "teleport" is not in the core list of generation documented, so nothing keeps it visible`},
		{"gui: {panel: [x]}", `odd_value: s/one.yaml: $.gui.panel: "panel" is no GUI toolset in generation documented, so its tools are deferred as a plugin's`},
		{"plugins: [x]", `error: s/one.yaml: $.plugins: a mapping is wanted here, not a list of 1`},
		{"plugins: {p: dumps/garden.json}", `error: s/one.yaml: $.plugins.p: a list of tools is wanted here, not the text "dumps/garden.json"`},
		{"plugins: {p: [{}]}", `skipped: s/one.yaml: $.plugins.p[0]: a tool without a name: an empty object`},
		{"servers: {x: dumps/none.json}", `error: s/dumps/none.json: there is no such file or folder; check the path`},
		{"servers: {x: dumps/broken.json}", `error: s/dumps/broken.json: line 1, column 11 (byte 10): not JSON: the text ends where a value should be; the file is cut short, dump it again`},
		{"servers: {x: dumps/two.json}", `error: s/one.yaml: $.servers.x: s/dumps/two.json holds 2 servers and not one; give it beside the session file`},
		{"servers: {x: dumps/session.yaml}", `error: s/one.yaml: $.servers.x: s/dumps/session.yaml is itself a session file; a server wants a dump`},
		{"servers: {x: {enabled: true}}", `error: s/one.yaml: $.servers.x.tools: a path or a list of tools is wanted for the server "x", not null`},
		{"servers: {x: {tools: [y], enabled: maybe}}", `ignored: s/one.yaml: $.servers.x.enabled: the text "maybe" is neither yes nor no, so the default counts`},
		{"servers: {x: {tools: [y], colour: red}}", `ignored: s/one.yaml: $.servers.x.colour: no word about a server in a session file`},
		{"servers: {x: {tools: [y], capabilities: {prompts: maybe}}}", `ignored: s/one.yaml: $.servers.x.capabilities.prompts: the text "maybe" is neither yes nor no, so the default counts`},
		{"servers: {x: {tools: [y], capabilities: [prompts]}}", `error: s/one.yaml: $.servers.x.capabilities: a mapping is wanted here, not a list of 1`},
		{"servers: {x: []}", `no_tools: s/one.yaml: $.servers.x: the server "x" carries no tools`},
		{"scopes: {s: {enabled: [x]}}", `ignored: s/one.yaml: $.scopes.s.enabled: no word of a scope; it has enable and disable`},
		{"context: lots", `error: s/one.yaml: $.context: a number of tokens is wanted here, 0 for unknown, not the text "lots"`},
		{"context: 1.5", `error: s/one.yaml: $.context: a number of tokens is wanted here, 0 for unknown, not 1.5`},
		{"sarvers: {}", `ignored: s/one.yaml: $.sarvers: no word of a session file`},
	} {
		res, err := loadSession("findable: session/1\n"+c.part, Source{Path: "elsewhere/loose"})
		if err != nil || len(res.Report.Notes) != 1 {
			t.Errorf("%s: %v %v", c.part, err, res.Report.Notes)
			continue
		}
		if n := res.Report.Notes[0]; string(n.Kind)+": "+n.String() != c.note {
			t.Errorf("%s:\ngot  %s: %s\nwant %s", c.part, n.Kind, n, c.note)
		}
		consistent(t, res)
	}
}

// TestSessionCapabilities checks that utility tools come from what a session says a
// server can do, in plain words or as its initialize answer has it.
func TestSessionCapabilities(t *testing.T) {
	for words, want := range map[string]string{
		"capabilities: {resources: yes, prompts: yes}":                   "a get_prompt list_prompts list_resources read_resource",
		"capabilities: {prompts: {listChanged: true}, tools: {}}":        "a get_prompt list_prompts",
		"capabilities: {resources: {}, prompts: null}":                   "a list_resources read_resource",
		"capabilities: {resources: yes, prompts: yes}, resources: false": "a get_prompt list_prompts",
		"capabilities: {resources: yes, prompts: yes}, prompts: no":      "a list_resources read_resource",
		"include: [''], capabilities: {prompts: {}}":                     "get_prompt list_prompts",
	} {
		res, err := loadSession("findable: session/1\nservers: {x: {tools: [a], " + words + "}}")
		if err != nil || len(res.Report.Notes) > 0 {
			t.Fatal(err, res.Report.Notes)
		}
		var names []string
		for _, e := range engine.Register(res.Catalog).Entries {
			names = append(names, strings.TrimPrefix(e.Name, "mcp__x__"))
		}
		slices.Sort(names)
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s: %s, want %s", words, got, want)
		}
	}
}

func TestSessionRefused(t *testing.T) {
	if _, err := loadSession("findable: session/9\ncore: all"); err == nil ||
		err.Error() != `s/one.yaml: $.findable: "session/9" is no session that this program reads; it reads session/1` {
		t.Errorf("got %v", err)
	}
	res, err := loadSession("findable: session/1\ncore: [memory]", Source{Path: "s/dumps/session.yaml"}, Source{Path: "s/dumps"})
	if want := lines("core: memory", "server beds: water", "server garden: open", "server snaps: p q", "server a: x", "server b: y",
		"error ", "error line 1, column 11 (byte 10)", "skipped "); err != nil || summary(res) != want {
		t.Errorf("%v got\n%swant\n%s", err, summary(res), want)
	}
}

func TestNullToolSearch(t *testing.T) {
	for text, has := range map[string]bool{"config: {tools: {tool_search: null}}": true, "config: {tools: {}}": false, "config: off": false} {
		res, err := loadSession("findable: session/1\ncore: all\n" + text)
		if err != nil || res.Session.HasToolSearch != has || res.Session.ToolSearch != nil {
			t.Errorf("%s: %v %+v", text, err, res.Session)
		}
	}
}
