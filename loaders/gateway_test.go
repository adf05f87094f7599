package loaders

import (
	"slices"
	"testing"

	"findable/engine"
	"findable/engine/py"
)

// gatewaySamples are what gateways answer that stand before many servers.
var gatewaySamples = []sketch{
	{"LiteLLM", `{"tools":[
		{"name":"garden-open_gate","inputSchema":{},"mcp_info":{"server_name":"garden","logo_url":null}},
		{"name":"sky-rain","inputSchema":{},"mcp_info":{"server_name":"sky"}},
		{"name":"hail","inputSchema":{},"mcp_info":{"server_name":"sky"}},
		{"name":"garden-water","inputSchema":{},"mcp_info":{"server_name":"garden"}}],"error":"partial","message":"m"}`,
		lines("server garden: open_gate water", "server sky: sky-rain hail", "skipped $.error", "renamed $.tools[0]")},
	{"LiteLLM, a bare list", `[{"name":"my_garden-open_gate","input_schema":{},"mcp_info":{"server_name":"my garden"}},{"name":"lone","inputSchema":{}}]`,
		lines("server my garden: open_gate", "server f: lone", "renamed $[0]")},
	{"ToolHive", `{"tools":[{"name":"open_gate","inputSchema":{}}],"token_metrics":{"baseline_tokens":9,"returned_tokens":3,"savings_percent":66.6}}`,
		lines("server f: open_gate", "partial $")},
	{"ToolHive inside a result", `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"tools\":[{\"name\":\"open_gate\",\"inputSchema\":{}}],\"token_metrics\":{}}"}]}}`,
		lines("server f: open_gate", "partial $.result.content[0].text")},
	{"structured content", `{"content":[{"type":"text","text":"see below"}],"structuredContent":{"tools":[{"name":"open_gate","inputSchema":{}}]},"isError":false}`,
		lines("server f: open_gate")},
	{"a result of another tool", `{"content":[{"type":"text","text":"it rains"},{"type":"image","data":"x"}]}`, lines("error $")},
	{"mcpproxy corpus", `{"generated_from":"x","tools":[
		{"tool_id":"garden:open_gate","server":"garden","tool":"open_gate","description":"d","schema":{"type":"object","properties":{"a":{}}}},
		{"tool_id":"sky:rain","server":"sky","tool":"rain","description":"d","schema":{}}]}`,
		lines("server garden: open_gate", "server sky: rain")},
	{"mcpproxy REST, with stubs", `{"success":true,"data":{"tools":[
		{"name":"garden:open_gate","server_name":"garden","description":"d","schema":{"type":"object","properties":{}},"usage":0},
		{"name":"water","server_name":"garden","description":"d","schema":{"type":"object","properties":{}}}],"total":2}}`,
		lines("server garden: open_gate water", "partial $.data")},
	{"mcpproxy search", `{"success":true,"data":{"query":"gate","results":[{"tool":{"name":"open_gate","server_name":"garden","description":"d","schema":{"properties":{"a":{}}}},"score":1.5}],"total":1}}`,
		lines("server garden: open_gate", "partial $.data")},
	{"tool_search of a bridge", `{"queries":["gate","rain"],"total_available":9,"results":[{"query":"gate","matches":["mcp__garden__open_gate","lamp"]},{"query":"rain","matches":[],"available_sources":[],"hint":"h"}],
		"tools":{"mcp__garden__open_gate":{"source":"mcp","source_name":"mcp-garden","description":"d","required":["gate"]},"lamp":{"source":"plugin","source_name":"lights","description":"d","required":[]}}}`,
		lines("toolset mcp-garden: mcp__garden__open_gate", "toolset lights: lamp", "partial $")},
	{"tool_describe of a bridge", `{"tools":{"lamp":{"description":"d","parameters":{}},"odd":7},"not_found":["x"],"hint":"h"}`,
		lines("toolset f: lamp", "skipped $.tools.odd", "partial $")},
	{"found, then described", `{"queries":["lamp"],"total_available":9,"results":[{"query":"lamp","matches":["lamp"]}],"tools":{"lamp":{"source":"plugin","source_name":"lights","description":"d","required":["on"]}}}
		{"tools":{"lamp":{"description":"long","parameters":{"type":"object"}}},"not_found":[]}
		{"queries":["lamp"],"total_available":9,"results":[],"tools":{"lamp":{"source":"plugin","source_name":"lights","description":"d","required":["on"]}}}`,
		lines("toolset lights: lamp", "partial line 1, $")},
	{"a search that found nothing", `{"queries":["x"],"total_available":0,"results":[{"query":"x","matches":[]}],"tools":{}}`, lines("observed $")},
}

func TestGateways(t *testing.T) { checkSamples(t, gatewaySamples) }

// TestBridgeReplies checks what is made of tools that a bridge showed.
func TestBridgeReplies(t *testing.T) {
	got := parametersOf(t, `{"queries":["g"],"results":[],"tools":{"a":{"source":"mcp","source_name":"mcp-s","description":"d","required":["x","y","x"]},"b":{"source":"mcp","source_name":"mcp-s","description":"d","required":[]}}}`)
	for name, want := range map[string]string{
		"a": `{"type":"object","properties":{"x":{},"y":{}},"required":["x","y","x"]}`,
		"b": `{"type":"object","properties":{}}`,
	} {
		if got[name] != want {
			t.Errorf("%s: %s", name, got[name])
		}
	}
	got = parametersOf(t, `{"tools":{"mcp__s__a":{"description":"d","parameters":{"z":1}}}}`)
	if got["mcp__s__a"] != `{"z":1}` {
		t.Errorf("described: %v", got)
	}
}

// TestDescribeEndToEnd lets the engine describe tools and loads what a model got to
// see: by itself, as the result of a call, and in conversations of two kinds. Each
// time the tools are as they were sent.
func TestDescribeEndToEnd(t *testing.T) {
	dump, err := loadText(`{"servers":{"garden":[{"name":"open_gate","description":"Opens it.","inputSchema":{"type":"object","properties":{"gate":{"type":"string"}},"required":["gate"]}},
		{"name":"rain","description":"Says when.","inputSchema":{"type":"object","properties":{}}}]}}`)
	if err != nil {
		t.Fatal(err)
	}
	registry := engine.Register(dump.Catalog)
	var names, sent []string
	for _, e := range registry.Entries {
		names = append(names, e.Name)
		sent = append(sent, e.Definition())
	}
	asked := py.List{"nothing"}
	for _, name := range names {
		asked = append(asked, name)
	}
	session := registry.Session(engine.Documented(), engine.Scope{}, nil)
	reply := session.ToolDescribe(py.Object{{Key: "names", Value: asked}}).Text
	text := py.Compact(reply)
	for name, file := range map[string]string{
		"alone":          reply,
		"as a result":    `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":` + text + `}]}}`,
		"in a chat":      `{"model":"m","messages":[{"role":"user","content":"x"},{"role":"tool","tool_call_id":"1","content":` + text + `}]}`,
		"in blocks":      `{"model":"m","messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":[{"type":"text","text":` + text + `}]}]}]}`,
		"in a rollout":   `{"timestamp":"t","type":"response_item","payload":{"type":"function_call_output","call_id":"1","output":` + text + `}}`,
		"twice in a log": `{"messages":[{"role":"tool","content":` + text + `}]}` + "\n" + `{"messages":[{"role":"tool","content":` + text + `}]}`,
	} {
		res, err := loadText(file)
		if err != nil || len(res.Catalog.Toolsets) != 1 || res.Catalog.Toolsets[0].Name != "mcp-garden" || res.Report.Servers != 1 {
			t.Errorf("%s: %v\n%s", name, err, summary(res))
			continue
		}
		var got []string
		for _, e := range engine.Register(res.Catalog).Entries {
			got = append(got, e.Definition())
		}
		if !slices.Equal(got, sent) {
			t.Errorf("%s\ngot  %s\nwant %s", name, got, sent)
		}
		if notes := res.Report.Notes; len(notes) == 0 || notes[0].Kind != Partial {
			t.Errorf("%s: notes %v", name, notes)
		}
	}
}
