package loaders

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"findable/engine"
	"findable/engine/py"
)

// loadText loads one file, called f, with this text.
func loadText(text string) (Result, error) {
	return Load(context.Background(), []Source{{Path: "f"}}, Options{FS: fstest.MapFS{"f": {Data: []byte(text)}}, Rules: engine.Documented()})
}

// cardsOf writes down the cards of a result: name, words, and how to get there.
func cardsOf(res Result) string {
	var b strings.Builder
	for _, c := range res.Cards {
		fmt.Fprintf(&b, "%s %s", c.Name, c.Origin.Path)
		if c.Words != nil {
			fmt.Fprintf(&b, " off=%t +%q -%q", c.Words.Disabled, c.Words.Include, c.Words.Exclude)
		}
		if c.Launch != nil {
			fmt.Fprintf(&b, " at %s", c.Launch)
		}
		if c.Description != "" {
			fmt.Fprintf(&b, " (%s)", c.Description)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// modelFiles are requests and replies as the models' APIs have them, and what
// becomes of them.
var modelFiles = map[string]struct{ text, want, cards string }{
	"legacy functions": {
		text: `{"model":"m","messages":[{"role":"user","content":"hi"}],"functions":[{"name":"a","parameters":{}},{"name":"mcp__beds__water","description":"d"}]}`,
		want: lines("toolset f: a", "toolset mcp-beds: mcp__beds__water")},
	"functions alone": {text: `{"functions":[{"name":"a","parameters":{}}]}`, want: "toolset f: a\n"},
	"names alone":     {text: `{"model":"m","messages":[],"tools":[{"name":"a","description":"d"}]}`, want: "toolset f: a\n"},
	"chat, custom": {
		text: `{"model":"m","tools":[{"type":"custom","custom":{"name":"a","description":"d"}},{"type":"function","function":{"name":"b"},"defer_loading":true}]}`,
		want: lines("toolset f: a b", "ignored $.tools[1]")},
	"batch input": {
		text: `{"custom_id":"1","method":"POST","url":"/v1/chat/completions","body":{"model":"m","messages":[{"role":"user","content":"x"}],"tools":[{"type":"function","function":{"name":"a"}}]}}
{"custom_id":"2","method":"POST","url":"/v1/chat/completions","body":{"model":"m","messages":[{"role":"user","content":"y"}],"tools":[{"type":"function","function":{"name":"a"}},{"type":"function","function":{"name":"b"}}]}}`,
		want: lines("toolset f: a b", "folded ")},
	"Anthropic batch": {
		text: `{"requests":[{"custom_id":"1","params":{"model":"m","messages":[{"role":"user","content":"x"}],"tools":[{"name":"a","input_schema":{}},{"type":"web_search_20250305","name":"web_search"}]}},
			{"custom_id":"2","params":{"model":"m","messages":[{"role":"user","content":"x"}],"tools":[{"name":"a","input_schema":{}},{"type":"web_search_20250305","name":"web_search"}]}}]}`,
		want: lines("toolset f: a", "skipped $.requests[0].params.tools[1]", "folded ")},
	"request and response": {
		text: `{"request":{"body":{"model":"m","input":"x","tools":[{"type":"function","name":"a"}]}},"response":{"object":"response","output":[{"type":"message","role":"assistant"}],"tools":[{"type":"function","name":"a"}]}}`,
		want: lines("toolset f: a", "folded ")},
	"changed between requests": {
		text: `{"model":"m","tools":[{"name":"a","description":"one","input_schema":{}}]}
{"model":"m","tools":[{"name":"a","description":"two","input_schema":{}}]}`,
		want: lines("toolset f: a a", "duplicate line 2, $.tools[0]")},
	"conversation without tools": {
		text: `{"messages":[{"role":"user","content":"x"}]}
{"messages":[{"role":"user","content":"x"}],"tools":[]}
{"model":"m","tools":[{"name":"a","input_schema":{}}]}`,
		want: lines("toolset f: a", "skipped line 1, $", "folded ")},
	"namespaces": {
		text: `[{"type":"namespace","name":"crm","description":"d","tools":[{"type":"function","name":"find","defer_loading":true},{"type":"function","name":"tell"}]},
			{"type":"namespace","name":"mcp__mail__","tools":[{"type":"function","name":"find"}]},{"type":"namespace","name":"none","tools":[]},
			{"type":"tool_search"},{"type":"function","name":"lone"}]`,
		want: lines("toolset crm: find tell", "toolset mcp-mail: find", "toolset f: lone", "skipped $[2].tools", "skipped $[3]", "ignored $[0].tools[0]")},
	"a GUI toolset's name": {text: `{"type":"namespace","name":"project","tools":[{"type":"function","name":"find"}]}`, want: lines("toolset project: find", "odd_value $.tools")},
	"namespace alone":      {text: `{"type":"namespace","name":"crm","tools":[{"type":"function","name":"find"}]}`, want: "toolset crm: find\n"},
	"core in a namespace": {text: `[{"type":"namespace","name":"all","tools":[{"type":"function","name":"terminal"},{"type":"function","name":"tool_call"}]}]`,
		want: lines("core: terminal", "bridge: tool_call", "bridge $[0].tools")},
	"OpenAI servers": {
		text: `{"model":"m","input":"x","tools":[{"type":"mcp","server_label":"docs","server_description":"all docs","server_url":"https://docs.example/mcp",
			"authorization":"hush-hush","allowed_tools":["find"],"defer_loading":true},
			{"type":"mcp","server_label":"none","allowed_tools":[]},{"type":"mcp","server_label":"read","allowed_tools":{"read_only":true,"tool_names":["a","b"]}},
			{"type":"mcp","server_label":"any","connector_id":"c"},{"type":"function","name":"a"}]}`,
		want: lines("toolset f: a", "ignored $.tools[0]", "ignored $.tools[2].allowed_tools", "no_tools "),
		cards: lines(`docs $.tools[0] off=false +["find"] -[] at https://docs.example/mcp with the header Authorization (all docs)`,
			`none $.tools[1] off=false +[""] -[]`, `read $.tools[2] off=false +["a" "b"] -[]`, `any $.tools[3]`)},
	"Responses object": {
		text: `{"object":"response","output":[{"type":"mcp_list_tools","server_label":"docs","tools":[{"name":"find","description":"d","input_schema":{"type":"object"}},{"name":"hide","input_schema":{}}]},
			{"type":"message","role":"assistant","content":[{"type":"output_text","text":"x"}]},
			{"type":"mcp_list_tools","server_label":"shut","tools":[],"error":{"code":1}}],
			"tools":[{"type":"mcp","server_label":"docs","allowed_tools":["find"]}]}`,
		want:  lines("server docs: find hide", "skipped $.output[2]"),
		cards: lines(`docs $.tools[0] off=false +["find"] -[]`)},
	"servers' lists repeated": {
		text: `{"object":"response","output":[{"type":"mcp_list_tools","server_label":"docs","tools":[{"name":"find","input_schema":{}}]}],"tools":[{"type":"mcp","server_label":"docs"}]}
{"model":"m","input":[{"type":"mcp_list_tools","server_label":"docs","tools":[{"name":"find","input_schema":{}}]},{"role":"user","content":"x"}],"tools":[{"type":"mcp","server_label":"docs"}]}`,
		want:  lines("server docs: find", "folded "),
		cards: "docs line 1, $.tools[0]\n"},
	"found by OpenAI's search": {
		text: `{"object":"response","output":[{"type":"tool_search_call","arguments":{"query":"q"}},{"type":"tool_search_output","tools":[
			{"type":"namespace","name":"crm","tools":[{"type":"function","name":"find"},{"type":"function","name":"tell"}]},{"type":"function","name":"a"}]}],
			"tools":[{"type":"tool_search"},{"type":"namespace","name":"crm","tools":[{"type":"function","name":"find"}]}]}`,
		want: lines("toolset crm: find tell", "toolset f: a", "skipped $.tools[0]", "folded ", "observed $.output[1]")},
	"Anthropic request": {
		text: `{"model":"m","mcp_servers":[{"type":"url","name":"shop","url":"https://shop.example/sse","authorization_token":"hush-hush"},{"url":"x"},
			{"type":"url","name":"old","url":"https://old.example/","tool_configuration":{"enabled":false,"allowed_tools":["x"]}}],
			"tools":[{"type":"tool_search_tool_bm25_20251119","name":"tool_search_tool_bm25"},{"type":"custom","name":"a","input_schema":{"type":"object"},"defer_loading":false},
			{"type":"mcp_toolset","mcp_server_name":"shop","default_config":{"enabled":false,"defer_loading":true},"configs":{"buy":{"enabled":true,"defer_loading":false}}}],
			"messages":[{"role":"user","content":"x"},{"role":"assistant","content":[{"type":"server_tool_use","name":"tool_search_tool_bm25","input":{"query":"q"}},
			{"type":"tool_search_tool_result","content":{"type":"tool_search_tool_search_result","tool_references":[{"type":"tool_reference","tool_name":"a"},{"type":"tool_reference","tool_name":"b"}]}}]}]}`,
		want: lines("toolset f: a", "skipped $.mcp_servers[1]", "skipped $.tools[0]", "ignored $.tools[2]", "ignored $.tools[1]",
			"observed $.messages[1].content[1]", "no_tools "),
		cards: lines(`shop $.mcp_servers[0] off=false +["buy"] -[] at https://shop.example/sse with the header Authorization`,
			`old $.mcp_servers[2] off=true +["x"] -[] at https://old.example/`)},
	"policies": {
		text: `[{"type":"mcp_toolset","mcp_server_name":"a"},{"type":"mcp_toolset","mcp_server_name":"b","configs":{"x":{"enabled":false},"y":{"defer_loading":true}}},
			{"type":"mcp_toolset","mcp_server_name":"c","default_config":{"enabled":false},"configs":[{"name":"x","enabled":true},{"enabled":true}]},
			{"type":"mcp_toolset","mcp_server_name":"d","default_config":{"enabled":false}},{"name":"t","input_schema":{}}]`,
		want:  lines("toolset f: t", "ignored $[1]", "no_tools "),
		cards: lines("a $[0]", `b $[1] off=false +[] -["x"]`, `c $[2] off=false +["x"] -[]`, `d $[3] off=false +[""] -[]`)},
	"Codex rollout": {
		text: `{"timestamp":"t","type":"session_meta","payload":{"id":"1","dynamic_tools":[{"name":"ask","description":"d","inputSchema":{"type":"object"},"deferLoading":true}]}}
{"timestamp":"t","type":"turn_context","payload":{"model":"m"}}
{"timestamp":"t","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"x"}]}}
{"timestamp":"t","type":"response_item","payload":{"type":"tool_search_output","tools":[{"type":"namespace","name":"mcp__beds__","tools":[{"type":"function","name":"water"}]}]}}
{"timestamp":"t","type":"compacted","payload":{"message":"","replacement_history":[{"type":"additional_tools","tools":[{"type":"function","name":"late"}]}]}}`,
		want: lines("toolset f: ask late", "toolset mcp-beds: water", "ignored line 1, $.payload.dynamic_tools[0]", "observed line 4, $.payload")},
	"reply blocks beside a dump": {
		text: `{"tools":[{"name":"a","inputSchema":{}}]}
{"type":"tool_search_tool_result","content":{"tool_references":[{"tool_name":"a"}]}}
{"type":"tool_search_tool_result","content":{"type":"tool_search_tool_result_error","error_code":"unavailable"}}
{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":[{"type":"tool_reference","tool_name":"a"}]}]}
{"role":"user","content":"thanks"}`,
		want: lines("server f: a", "skipped line 3, $.content", "skipped line 5, $", "observed line 2, $")},
	"Gemini": {
		text: `{"contents":[{"parts":[{"text":"x"}]}],"tools":[{"functionDeclarations":[{"name":"a","parameters":{"type":"OBJECT"}},{"name":"b"},{"name":"c","parametersJsonSchema":{"type":"object"}}]},
			{"googleSearch":{}},{"function_declarations":[{"name":"d","response":{}},{"description":"nameless"}],"code_execution":{},"retrieval":null}]}`,
		want: lines("toolset f: a b c d", "skipped $.tools[1]", "skipped $.tools[2].code_execution", "skipped $.tools[2].function_declarations[1]")},
	"Gemini declarations": {text: `[{"name":"a","parameters":{"type":"OBJECT"}},{"name":"b","description":"d"}]`, want: "toolset f: a b\n"},
	"Gemini group":        {text: `{"function_declarations":[{"name":"a"}]}`, want: "toolset f: a\n"},
	"Bedrock": {
		text: `{"modelId":"m","messages":[{"role":"user","content":[{"text":"x"}]}],"toolConfig":{"tools":[{"toolSpec":{"name":"a","inputSchema":{"json":{}}}},{"cachePoint":{"type":"default"}},
			{"toolSpec":{"name":"mcp__beds__water","description":"d","inputSchema":{"json":{}}}}],"toolChoice":{"auto":{}}}}`,
		want: lines("toolset f: a", "toolset mcp-beds: mcp__beds__water", "skipped $.toolConfig.tools[1]")},
	"Bedrock tools": {text: `{"tools":[{"toolSpec":{"name":"a"}}]}`, want: "toolset f: a\n"},
	"LangChain":     {text: `[{"name":"a","description":"d","args_schema":{"type":"object"}},{"name":"b","description":"d","args":{"q":{"type":"string"}}},{"name":"c","schema":{"properties":{}}}]`, want: "toolset f: a b c\n"},
	"AI SDK": {
		text: `{"tools":{"a":{"description":"d","parameters":{"type":"object"}},"b":{"inputSchema":{"jsonSchema":{}}},"c":{"description":"no schema"},"s":{"type":"provider-defined","id":"x.search","args":{}},"n":7}}`,
		want: lines("toolset f: a b c", "skipped $.tools.s", "skipped $.tools.n")},
	"AI SDK request":    {text: `{"model":"m","messages":[{"role":"user","content":"x"}],"tools":{"mcp__beds__water":{"description":"d","inputSchema":{}}}}`, want: "toolset mcp-beds: mcp__beds__water\n"},
	"MCP tools by name": {text: `{"a":{"name":"a","inputSchema":{}},"b":{"name":"b","inputSchema":{}}}`, want: "server f: a b\n"},
	"Cohere":            {text: `{"model":"m","message":"x","tools":[{"name":"a","description":"d","parameter_definitions":{}}]}`, want: "toolset f: a\n"},
}

func TestModelFiles(t *testing.T) {
	for name, c := range modelFiles {
		t.Run(name, func(t *testing.T) {
			res, err := loadText(c.text)
			if err != nil {
				t.Fatal(err)
			}
			if got := summary(res); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
			if got := cardsOf(res); got != c.cards {
				t.Errorf("cards\n%swant\n%s", got, c.cards)
			}
			for _, n := range res.Report.Notes {
				if strings.Contains(n.Text, "hush") {
					t.Errorf("a secret in a note: %s", n)
				}
			}
			consistent(t, res)
		})
	}
}

// TestModelNotes checks the sentences that count what a file holds many times over.
func TestModelNotes(t *testing.T) {
	for text, want := range map[string]string{
		modelFiles["Anthropic batch"].text:   "f: 2 records, 1 of them tools, repeat word for word what stands before; each counts once",
		modelFiles["batch input"].text:       "f: 1 record, 1 of them tools, repeats word for word what stands before; each counts once",
		modelFiles["namespaces"].text:        "f: $[0].tools[0]: defer_loading is on for 1 of 4 tools, which does not count: the agent's own rules say which are deferred",
		modelFiles["policies"].text:          `f: $[1]: the policy for "b" defers "y", which does not count; the agent's own rules say what is deferred`,
		modelFiles["Anthropic request"].text: `f: $.tools[2]: the policy for "shop" defers all tools but "buy", which does not count; the agent's own rules say what is deferred`,
		modelFiles["Responses object"].text:  `f: $.output[2]: the tools of "shut" could not be listed: an object with the keys "code"; ask the server again`,
		modelFiles["reply blocks beside a dump"].text: "f: line 2, $: 2 results of a tool search as an agent saw them, naming 2 tools in all; they are no catalog, " +
			"so open the dump that was searched beside them",
	} {
		res, err := loadText(text)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, n := range res.Report.Notes {
			all = append(all, n.String())
		}
		if got := strings.Join(all, "\n"); !strings.Contains("\n"+got+"\n", "\n"+want+"\n") {
			t.Errorf("got\n%s\nwant among them\n%s", got, want)
		}
	}
}

// TestModelFailures checks the sentence for what holds no tools at all.
func TestModelFailures(t *testing.T) {
	for text, want := range map[string]string{
		`{"messages":[{"role":"user","content":"x"}]}`:                           "f: $: a request to a model, or a conversation, without tools; open one that sends them",
		`[{"role":"user","content":"x"},{"role":"user","content":"y"}]`:          "f: $[0]: a turn of a conversation, which holds no tools",
		`{"timestamp":"t","type":"event_msg","payload":{"type":"user_message"}}`: "f: $: a session of Codex that lists no tools; dump the servers that its config.toml names",
		`{"type":"tool_search_tool_result","content":{"tool_references":[{"tool_name":"a"}]}}`: "f: $: 1 result of a tool search as an agent saw them, naming 1 tool in all; " +
			"they are no catalog, so open the dump that was searched beside them",
		`{"model":"m","tools":[{"type":"mcp","server_label":"a"}]}`: "f: names 1 server without tools: a; dump each with tools/list, or connect",
		`{"model":"m","tools":[{"type":"web_search"}]}`:             `f: $.tools[0]: "web_search" is a control of the model's API and no tool`,
	} {
		res, err := loadText(text)
		if err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
		if res.Report.Tools != 0 || len(res.Report.Notes) == 0 {
			t.Errorf("report %+v", res.Report)
		}
	}
}

// TestPolicyTakesEffect checks that what a request says of a server goes to its dump.
func TestPolicyTakesEffect(t *testing.T) {
	fsys := fstest.MapFS{
		"shop.json": {Data: []byte(`{"tools":[{"name":"buy","inputSchema":{}},{"name":"sell","inputSchema":{}}]}`)},
		"ask.json":  {Data: []byte(modelFiles["Anthropic request"].text)},
	}
	res, err := Load(context.Background(), []Source{{Path: "shop.json"}, {Path: "ask.json"}}, Options{FS: fsys})
	if err != nil {
		t.Fatal(err)
	}
	registry := engine.Register(res.Catalog)
	for name, want := range map[string]bool{"mcp__shop__buy": true, "mcp__shop__sell": false, "a": true} {
		if _, ok := registry.Lookup(name); ok != want {
			t.Errorf("%s registered: %t", name, ok)
		}
	}
}

// TestManyRequests loads a log of 3,000 requests with the same 50 tools.
func TestManyRequests(t *testing.T) {
	const requests, tools = 3000, 50
	var list []string
	for i := range tools {
		list = append(list, fmt.Sprintf(`{"type":"function","function":{"name":"tool_%d","parameters":{"type":"object"}}}`, i))
	}
	line := `{"model":"m","messages":[{"role":"user","content":"x"}],"tools":[{"type":"web_search"},` + strings.Join(list, ",") + "]}\n"
	res, err := loadText(strings.Repeat(line, requests))
	if err != nil || res.Report.Tools != tools || res.Report.Duplicates != 0 || res.Report.Skipped != 1 {
		t.Fatalf("%v, %d tools, %d duplicates, %d skipped", err, res.Report.Tools, res.Report.Duplicates, res.Report.Skipped)
	}
	want := fmt.Sprintf("%d records, %d of them tools, repeat word for word what stands before; each counts once", (requests-1)*(tools+1), (requests-1)*tools)
	if notes := res.Report.Notes; len(notes) != 2 || notes[1].Kind != Folded || notes[1].Text != want {
		t.Errorf("notes %v", notes)
	}
	consistent(t, res)
}

// TestRawStays checks that a record is kept as it was found whatever is made of it.
func TestRawStays(t *testing.T) {
	for _, text := range []string{
		`{"name":"a","parameters":{"type":"OBJECT","properties":{"p":{"type":"STRING","nullable":true}}}}`,
		`{"toolSpec":{"name":"a","inputSchema":{"json":{"b":1,"a":1.50}}}}`,
		`{"name":"a","parameter_definitions":{"p":{"type":"str","required":true}}}`,
		`{"name":"a","description":"d","args":{"p":{"type":"string"}},"defer_loading":true}`,
	} {
		v, err := py.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		res, err := loadText(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := py.Compact(res.Catalog.Toolsets[0].Tools[0].Raw); got != py.Compact(v) {
			t.Errorf("%s is kept as %s", text, got)
		}
	}
}
