package loaders

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

// benchSamples are catalogues of benchmarks and, last, their questions.
var benchSamples = []sketch{
	{"LiveMCPBench", `[{"name":"The Garden","description":"d","category":"c","config":{"mcpServers":{"garden":{"command":"npx","args":["garden"]},"shed":{"command":"npx"}}},
		"tools":{"garden":{"server_name":"garden","version":"1","tools":[{"name":"open_gate","description":"d","inputSchema":{},"annotations":null}]},"sky":{"server_name":"sky","tools":[{"name":"rain","inputSchema":{}}]},"sea":7}}]`,
		lines("server garden: open_gate", "server sky: rain", "skipped $[0].tools.sea", "no_tools ",
			"card garden (The Garden): npx garden", "card sky (The Garden)", "card sea (The Garden)", "card shed (The Garden): npx")},
	{"MCP-Zero", `[{"server_name":"garden","server_summary":"s","summary_embedding":[0.1,0.2],"tools":[{"name":"open_gate","description":"d","description_embedding":[1,2],"parameter":{"gate":"(string) Which gate","wide":"(Optional, boolean) How","odd":"as it is"}}]}]`,
		lines("server garden: open_gate", "card garden")},
	{"MCPToolBench++ servers", `{"server_name":"garden","tools":[{"name":"open_gate","description":"d","input_schema":{"type":"object"}}]}
		{"server_name":"sky","tools":[{"name":"rain","description":"d","input_schema":{}}]}`,
		lines("server garden: open_gate", "server sky: rain", "card garden", "card sky")},
	{"MCPToolBench++ tasks", `[{"uuid":"1","query":"open it","mcp_tools_dict":{"garden":["open_gate"],"sky":["rain"]},"tools":[{"name":"open_gate","description":"d","input_schema":{}},{"name":"rain","description":"d","input_schema":{}}],"function_call_label":[]},
		{"uuid":"2","query":"rain?","mcp_tools_dict":{"garden":["open_gate"]},"tools":[{"name":"open_gate","description":"d","input_schema":{}}],"function_call_label":[]}]`,
		lines("server garden: open_gate", "server sky: rain", "ignored $[0].query", "folded ")},
	{"ToolRet tools", `{"id":"t1","documentation":"{\"name\":\"open_gate\",\"description\":\"d\",\"parameters\":{\"gate\":{\"type\":\"str, optional\",\"description\":\"e\"}}}"}
		{"id":"t2","documentation":"{\"tool_name\":\"rain\",\"required_parameters\":[{\"name\":\"a\",\"type\":\"STRING\"}],\"optional_parameters\":[{\"name\":\"b\",\"type\":\"NUMBER\"}]}"}
		{"id":"t3","documentation":"it hails"}`,
		lines("server f: open_gate rain t3", "odd_value line 1, $")},
	{"MetaTool", `{"open_gate":"Opens the garden gate.","PDF&URLTool":"Talks to a document.","memes":"Create memes."
		,"rain":"Says when it rains.","hail":"Says when it hails."}`, lines("server f: open_gate PDF&URLTool memes rain hail", "partial $")},
	{"MetaTool, in short", `{"weather":"Get weather","news":"Latest news"}`, lines("server f: weather news", "partial $")},
	{"no map of tools", `{"greeting":"Hello","farewell":"Good bye"}`, lines("error $")},
	{"BFCL", `{"id":"q1","question":[[{"role":"user","content":"x"}]],"function":[{"name":"open.gate","description":"d","parameters":{"type":"dict","properties":{"type":{"type":"float"}}}}]}
		{"id":"q2","question":[[{"role":"user","content":"y"}]],"function":[{"name":"open.gate","description":"d","parameters":{"type":"dict","properties":{"type":{"type":"float"}}}},{"name":"rain","description":"d","parameters":{"type":"dict","properties":{}}}]}
		{"id":"q3","question":"z","function":{"name":"hail","description":"d","parameters":{"type":"dict","properties":{}}}}`,
		lines("toolset f: open.gate rain hail", "ignored line 1, $.question", "folded ")},
	{"our queries", `{"id":"a","query":"x","expect":["t"],"server":"","n":1}` + "\n" + `{"id":"b","query":"y","expect":["t"]}`, lines("error line 1, $")},
	{"MetaTool queries", `[{"query":"x","tool":["t"]}]`, lines("error $[0]")},
	{"ToolRet queries", `{"id":"q","query":"x","instruction":"i","labels":[{"id":"t1","relevance":1,"doc":{"name":"a"}}]}`, lines("error $")},
	{"mcpproxy golden", `{"queries":[{"id":"1","query":"x","labels":[{"tool_id":"s:t","relevance":2}]}]}`, lines("error $")},
	{"BFCL answers", `{"id":"q1","ground_truth":[{"open.gate":{}}]}`, lines("error $")},
	{"MCP-Bench tasks", `{"server_tasks":[{"server_name":"garden","tasks":[{"task_description":"x"}]}]}`, lines("error $")},
	{"queries beside tools", `[{"query":"x","expect":["t"]},{"tools":[{"name":"t","inputSchema":{}}]}]`, lines("server f: t", "skipped $[0]")},
}

func TestBenchmarks(t *testing.T) { checkSamples(t, benchSamples) }

func TestParameters(t *testing.T) {
	got := map[string]string{}
	for _, s := range benchSamples[:9] {
		if s.want[:5] != "error" {
			for name, schema := range parametersOf(t, s.text) {
				got[s.name+" "+name] = schema
			}
		}
	}
	for name, want := range map[string]string{
		"MCP-Zero open_gate":      `{"type":"object","properties":{"gate":{"type":"string","description":"Which gate"},"wide":{"type":"boolean","description":"How"},"odd":{"description":"as it is"}}}`,
		"ToolRet tools open_gate": `{"type":"object","properties":{"gate":{"type":"string","description":"e"}}}`,
		"ToolRet tools rain":      `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"number"}},"required":["a"]}`,
		"ToolRet tools t3":        "null",
		"BFCL open.gate":          `{"type":"object","properties":{"type":{"type":"number"}}}`,
	} {
		if got[name] != want {
			t.Errorf("%s: %s, want %s", name, got[name], want)
		}
	}
}

func TestTypeWords(t *testing.T) {
	for text, want := range map[string]string{
		"String": "string", "List[int]": "array", "int, optional": "integer", "Optional[Dict[str, Any]]": "object", "Union[int, str]": "",
		"any": "", "Any": "", "HashMap": "object", "(Optional, number": "number", "date": "", "": "",
	} {
		word, optional := typeWord(text)
		if word != want || optional != strings.Contains(strings.ToLower(text), "optional") {
			t.Errorf("%q: %q, %v", text, word, optional)
		}
	}
}

// TestVectorsAreLeftOut checks that embeddings take no room in the catalog.
func TestVectorsAreLeftOut(t *testing.T) {
	res, err := Load(context.Background(), []Source{{Path: "f"}}, Options{FS: fstest.MapFS{"f": {Data: []byte(benchSamples[1].text)}}})
	if err != nil {
		t.Fatal(err)
	}
	if raw := objectOf(res.Catalog.Servers[0].Tools[0].Raw); raw.Has("description_embedding") || !raw.Has("parameter") {
		t.Errorf("raw record %v", raw)
	}
}

func TestTablesOfLabels(t *testing.T) {
	const table, judged = "a table of queries and the tools they want, ", "relevance judgements (qrels), "
	for text, want := range map[string]string{
		"Query,Tool\n\"open, it\",open_gate\n":                   table,
		"query\ttool\tgrade\nx: y\tz\t1\n":                       table,
		"\"TASK\",\"PROMPT\",\"ENABLED_TOOLS\",\"TRAJECTORY\"\n": table,
		"q1 0 t1 1\nq1 0 t2 0\n":                                 judged,
		"q1\tQ0\tt1\t2":                                          judged,
		"query: x\ntool: y\n":                                    "",
		"a query, some tools and a prompt were in the room\n ":   "",
		"q1 0 t1 1\nand so on\n":                                 "",
		"tools:\n- {name: a, query: b, tool: c}\n":               "",
	} {
		got := labels(text)
		if want != "" {
			want += "which holds no tools; it is a set of cases for findable eval --cases"
		}
		if got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
	_, err := Load(context.Background(), []Source{{Path: "f.csv"}}, Options{FS: fstest.MapFS{"f.csv": {Data: []byte("query,tool\nx,y\n")}}})
	if err == nil || !strings.HasPrefix(err.Error(), "f.csv: "+table) {
		t.Errorf("got %v", err)
	}
}

// TestLargeMaps loads maps of very many keys, which must not be looked through once
// for each of them.
func TestLargeMaps(t *testing.T) {
	const n = 50_000
	for name, parts := range map[string][3]string{
		"names":     {`{`, `"tool_%d":"does this and that"`, `}`},
		"reply":     {`{"queries":[],"results":[],"tools":{`, `"tool_%d":{"source_name":"p","description":"d"}`, `}}`},
		"index":     {`{`, `"s%d":{"initialize":{"serverInfo":{"name":"x"}}}`, `}`},
		"catalogue": {`{"registry":{`, `"s%d":{"image":"x","tools":[{"name":"a"}]}`, `}}`},
		"nested":    {`{"tools":{`, `"s%d":{"tools":[{"name":"a"}]}`, `}}`},
		"registry":  {`{"servers":[`, `{"server":{"name":"s%d"}}`, `]}`},
	} {
		rows := make([]string, n)
		for i := range rows {
			rows[i] = fmt.Sprintf(parts[1], i)
		}
		text := parts[0] + strings.Join(rows, ",") + parts[2]
		res, _ := Load(context.Background(), []Source{{Path: "f"}}, Options{FS: fstest.MapFS{"f": {Data: []byte(text)}}})
		if got := max(res.Report.Tools, len(res.Cards)); got != n {
			t.Errorf("%s: %d of %d", name, got, n)
		}
	}
}
