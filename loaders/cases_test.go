package loaders

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"findable/engine/eval"
)

// caseSummary writes a set as lines: each case, then each note.
func caseSummary(s CaseSet) string {
	var b strings.Builder
	for _, c := range s.Cases {
		if c.ID != "" {
			b.WriteString(c.ID + " ")
		}
		fmt.Fprintf(&b, "%s ->", c.Query)
		for _, w := range c.Expect {
			b.WriteString(" " + w.Name)
			if w.Grade != 1 {
				fmt.Fprintf(&b, "=%d", w.Grade)
			}
		}
		if c.Any {
			b.WriteString(" (any)")
		}
		if c.Server != "" {
			b.WriteString(" of " + c.Server)
		}
		if c.Note != "" {
			b.WriteString(" // " + c.Note)
		}
		b.WriteString("\n")
	}
	for _, n := range s.Notes {
		fmt.Fprintf(&b, "%s %s: %s\n", n.Kind, n.Path, n.Text)
	}
	return b.String()
}

func TestReadCases(t *testing.T) {
	for name, c := range map[string]struct{ format, text, topics, want string }{
		"YAML list": {"list of cases", `# my cases
- query: create an issue
  expect: [create_issue, add_issue]
  any: true
  note: either
- {id: 7, query: "list: issues", expect: list_issues}
- query: send mail
  expect: {send_mail: 3, post: 1, draft: 0}
- query: nothing
- query: all bad
  expect: {draft: 0}
- 12
`, "", lines("create an issue -> create_issue add_issue (any) // either", "7 list: issues -> list_issues", "send mail -> send_mail=3 post",
			`skipped line 9, $[3]: a row that does not say which tools it wants, under expect: an object with the keys "query"`,
			"skipped line 10, $[4]: a case that wants no tool", "skipped line 12, $[5]: no case: 12")},
		"YAML mapping": {"list of cases", "title: mine\ncases:\n  - query: a\n    expect:\n      - tool: x\n        grade: 2\n      - y: 4\n", "", lines("a -> x=2 y=4")},
		"labelled": {"list of cases", `{"id": "p1", "query": "List all", "expect": ["b", "a", "b"], "server": "azure", "n": 2}
{"id": "p2", "query": "List all", "expect": ["c"], "server": "", "n": 1}
`, "", lines("p1 List all -> b a of azure", "p2 List all -> c", "duplicate line 2, $: 1 case with a query that stands before; each counts by itself")},
		"JSON with comments": {"queries and tools", "[ // MetaTool\n {\"query\": \"a\", \"tool\": [\"X\", \"Y\"]},\n {\"query\": \"b\", \"tool\": \"Z\"},\n]", "", lines("a -> X Y", "b -> Z")},
		"a broken line": {"list of cases", "{\"query\":\"a\",\"expect\":\"x\"}\n{\"query\":\"b\",\"exp\n{\"query\":\"c\",\"expect\":\"z\"}\n", "",
			lines("a -> x", "c -> z", "error line 2, column 18 (byte 44): not JSON: a raw control character inside a string; mend it or write it again")},
		"mcpproxy golden": {"golden set", `{"queries":[{"id":"q1","query":"a","labels":[{"tool_id":"srv:x","relevance":2},{"tool_id":"srv:y","relevance":0},{"tool_id":"srv:z"}]}]}`, "",
			lines("q1 a -> srv:x=2 srv:z")},
		"ToolRet": {"golden set", `{"id":"t1","query":"a","instruction":"given","labels":[{"id":"tool_1","relevance":1,"doc":{"name":"grow","parameters":{}}},{"id":"tool_2","relevance":1}]}
{"id":"t2","query":"b","labels":"[{\"id\": \"tool_3\", \"relevance\": 1.0}]"}`, "", lines("t1 a -> grow tool_2", "t2 b -> tool_3")},
		"MCPToolBench++": {"MCPToolBench++ tasks", `[{"query":"go","mcp_tools_dict":{"p":["nav"]},"tools":[{"name":"nav","input_schema":{}}],"function_call_label":[{"name":"nav","step":"1","mcp_server":"p","input":{}},{"name":"nav","step":"2"}]}]`, "",
			lines("go -> nav")},
		"BFCL": {"BFCL questions", `{"id":"s1","question":[[{"role":"system","content":"be"},{"role":"user","content":"area?"}]],"function":[{"name":"calc.area"}],"ground_truth":[{"calc.area":{"base":[10]}}]}
{"id":"s2","question":[[{"role":"user","content":"two"}]],"ground_truth":["f.a(x=1)","f.b(y=2)"]}
{"id":"s3","question":[[{"role":"user","content":"none"}]],"function":[]}`, "", lines("s1 area? -> calc.area", "s2 two -> f.a f.b",
			`skipped line 3, $: a row that does not say which tools it wants, under expect: an object with the keys "id", "question", "function"`)},
		"BFCL answers": {"BFCL questions", `{"id":"s1","ground_truth":[{"calc.area":{"base":[10]}}]}
{"id":"s9","ground_truth":[{"f":{}}]}`, `{"id":"s1","question":[[{"role":"user","content":"area?"}]]}`, lines("s1 area? -> calc.area",
			"skipped line 2, $: the answer to a question that is not here; give the questions with --topics")},
		"MCP-Bench": {"list of cases", `{"server_tasks":[{"tasks":[]}]}` + "\n" + `{"query":"a","expect":"b"}`, "",
			lines("a -> b", "skipped line 1, $: tasks of MCP-Bench, which do not say which tools they want")},
		"MCP-Atlas": {"table of queries and tools", `TASK,ENABLED_TOOLS,PROMPT,GTFA_CLAIMS,TRAJECTORY
t1,"[""a"", ""b"", ""c""]","Find it,
please",[],"[{""role"": ""assistant"", ""tool_calls"": [{""function"": {""name"": ""git_log"", ""arguments"": ""{}""}}]}, {""role"": ""tool"", ""content"": ""x""}, {""role"": ""assistant"", ""tool_calls"": [{""function"": {""name"": ""git_show""}}]}]"
`, "", lines("t1 Find it,\nplease -> git_log git_show")},
		"table with a head": {"table of queries and tools", "\"Query\",Tool\r\n\"send it, now\",post\r\nsay \"hi\",greet\r\nsend \"it\"\",x\r\n\"send it, now\",mail; post\r\n", "",
			lines("send it, now -> post mail", `say "hi" -> greet`, `send "it"" -> x`)},
		"table with an open quote": {"table of queries and tools", "query;tool;grade\n\"never closed;x;2\nb;y;0\nc;z;9.0\n", "",
			lines(`"never closed -> x=2`, "c -> z=9", "skipped line 3: a case that wants no tool")},
		"table without a head": {"table of queries and tools", "create an issue\tcreate_issue\t2\ncreate an issue\tadd_issue\nonly a query\n\na\tb\tc\td\n", "",
			lines("create an issue -> create_issue=2 add_issue", `skipped line 3: a row without a tool: "only a query"`,
				`skipped line 5: 4 cells, where a query, a tool and perhaps a grade belong; put quotes around a query that holds '\t'`)},
		"table with a list": {"table of queries and tools", "query,tools\na,\"['x', 'y']\"\nb,\"[\"\"z\"\"]\"\n", "", lines("a -> x y", "b -> z")},
		"qrels": {"relevance judgements (qrels)", "1 0 srv:x 2\n1 0 srv:y 0\n2 Q0 z 1\n1 0 w 1\n9 0 v 1\n2 0 z -1\n3 0 u many\n", "1\tcreate an issue\n2\tlist\n3\tc\nodd\n",
			lines("1 create an issue -> srv:x=2 w", "2 list -> z", `skipped line 4: no text of a query: write its name, a tab and the text: "odd"`,
				`skipped line 5: the topics have no text for query "9"`, `skipped line 7: the grade is "many", not a whole number`)},
		"BEIR qrels":    {"relevance judgements (qrels)", "query-id\tcorpus-id\tscore\nq1\tx\t1\n", `{"_id":"q1","text":"find it"}`, lines("q1 find it -> x")},
		"unused topics": {"list of cases", "- query: a\n  expect: b\n", "1\tx\n", lines("a -> b", "ignored : the texts of queries are not used: the cases have their own")},
		"odd any":       {"list of cases", "- query: a\n  expect: b\n  any: maybe\n", "", lines("a -> b", `odd_value $[0]: any is true or false, not the text "maybe"; all tools are needed`)},
	} {
		t.Run(name, func(t *testing.T) {
			fsys := fstest.MapFS{"f": {Data: []byte(c.text)}}
			topics := ""
			if c.topics != "" {
				fsys["topics"] = &fstest.MapFile{Data: []byte(c.topics)}
				topics = "topics"
			}
			got, err := ReadCases(context.Background(), "f", topics, Options{FS: fsys})
			if err != nil || got.Format != c.format || caseSummary(got) != c.want {
				t.Errorf("%q, %v\ngot\n%swant\n%s", got.Format, err, caseSummary(got), c.want)
			}
			for _, x := range got.Cases {
				if x.Origin.File != "f" || x.Origin.Path == "" {
					t.Errorf("%q comes from %+v", x.Query, x.Origin)
				}
			}
		})
	}
}

func TestBadCases(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "f: is empty; write a list of {query, expect}",
		"# none yet\n":                 "f: is empty; write a list of {query, expect}",
		"Dear all, see you there\n":    `f: neither a list of {query, expect} nor a table of queries and tools: its first line is "Dear all, see you there"`,
		"a,b,c\n":                      `f: line 1: the grade is the text "c", not a whole number`,
		"[]":                           "f: holds no case; write a list of {query, expect}",
		"Dear all, see you, good":      `f: neither a list of {query, expect} nor a table of queries and tools: its first line is "Dear all, see you, good"`,
		"- query: [a\n":                "f: line 1: neither JSON nor YAML: did not find expected ',' or ']'; mend it or write it again",
		"[{\"query\": \"a\"":           "f: line 1, column 15 (byte 14): not JSON: the text ends inside an object; the file is cut short, write it again",
		"1 0 tool 1\n2 0 tool 1":       "f: relevance judgements (qrels) name queries by number; give their texts with --topics FILE, lines of number, tab and text",
		`{"tools":[{"name":"a"}]}`:     `f: $: a row without a query: an object with the keys "tools"`,
		`[{"a":1},{"b":2}]`:            `f: line 1, $[0]: a row that does not say which tools it wants, under expect: an object with the keys "a" (and 1 more row without a case)`,
		"- query: a\n  expect: [[b]]":  "f: line 1, $[0]: a list among the tools wanted, where names belong",
		"- query: a\n  expect: {b: x}": `f: line 1, $[0]: the grade of "b" is the text "x", not a whole number`,
		"- query: ' '\n  expect: b":    `f: line 1, $[0]: a row without a query: an object with the keys "query", "expect"`,
		"query,tool\na,\n":             "f: line 2: a case that wants no tool",
		"\x00":                         "f: line 1, column 1 (byte 0): a NUL byte; this is no JSON or YAML text",
	} {
		_, err := ReadCases(context.Background(), "f", "", Options{FS: fstest.MapFS{"f": {Data: []byte(text)}}})
		if err == nil || err.Error() != want {
			t.Errorf("%q\ngot  %v\nwant %s", text, err, want)
		}
	}
	for name, want := range map[string]string{"nowhere": "nowhere: there is no such file or folder; check the path", ".": ".: is a folder; give a file of cases", "-": "standard input: is not connected; give a file"} {
		if _, err := ReadCases(context.Background(), name, "", Options{FS: fstest.MapFS{}}); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
	many := strings.Repeat("{\"query\":\"a\",\"expect\":\"b\"}\n", MaxCases+1)
	if _, err := ReadCases(context.Background(), "-", "", Options{Stdin: strings.NewReader(many)}); err == nil || !strings.Contains(err.Error(), "holds more than 200000 cases") {
		t.Error(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := ReadCases(ctx, "-", "", Options{Stdin: strings.NewReader("- query: a\n  expect: b")}); err == nil {
		t.Error("goes on without its context")
	}
}

// TestLabelledCases checks the counts that the README of the catalogs gives.
func TestLabelledCases(t *testing.T) {
	for set, want := range map[string]struct{ queries, several int }{
		"livemcpbench": {50, 42}, "metatool": {863, 247}, "bfcl": {765, 90}, "sealtools": {638, 497}, "azure-mcp": {382, 0},
	} {
		file := "../../shared/catalogs/labelled/" + set + ".queries.jsonl"
		if _, err := os.Stat(file); err != nil {
			t.Skip("the shared catalogs are not here: ", err)
		}
		got, err := ReadCases(context.Background(), file, "", Options{})
		if err != nil || len(got.Notes) > 0 {
			t.Errorf("%s: %v, %v", set, err, got.Notes)
		}
		several := 0
		for _, c := range got.Cases {
			if len(c.Expect) > 1 {
				several++
			}
		}
		if len(got.Cases) != want.queries || several != want.several {
			t.Errorf("%s: %d cases, %d want several, want %+v", set, len(got.Cases), several, want)
		}
	}
}

func TestAddCase(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cases.yaml")
	add := func(c eval.Case) {
		t.Helper()
		if _, err := AddCase(file, c); err != nil {
			t.Fatal(err)
		}
	}
	add(eval.Case{Query: "create an issue", Expect: []eval.Want{{Name: "create_issue", Grade: 1}}})
	add(eval.Case{ID: "07", Query: "yes", Expect: []eval.Want{{Name: "a b", Grade: 2}, {Name: "1:30", Grade: 1}}, Any: true, Note: "two\nlines"})
	raw, _ := os.ReadFile(file)
	want := `- query: create an issue
  expect: [create_issue]
- id: "07"
  query: "yes"
  expect: {a b: 2, "1:30": 1}
  any: true
  note: "two\nlines"
`
	if string(raw) != want {
		t.Errorf("got\n%swant\n%s", raw, want)
	}
	undo, err := AddCase(file, eval.Case{Query: "again", Expect: []eval.Want{{Name: "a", Grade: 1}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := undo(); err != nil {
		t.Fatal(err)
	}
	if raw, _ := os.ReadFile(file); string(raw) != want {
		t.Errorf("undone to\n%s", raw)
	}
	if err := undo(); err == nil {
		t.Error("undone twice")
	}
	if left, _ := os.ReadDir(filepath.Dir(file)); len(left) != 1 {
		t.Errorf("leaves %v", left)
	}
	if info, _ := os.Stat(file); info.Mode().Perm() != 0o644 {
		t.Errorf("mode %v", info.Mode())
	}
}

func TestWithCase(t *testing.T) {
	c := eval.Case{Query: "new", Expect: []eval.Want{{Name: "n", Grade: 1}}}
	for old, want := range map[string]string{
		"":           "- query: new\n  expect: [n]\n",
		"# mine\n\n": "# mine\n\n- query: new\n  expect: [n]\n",
		"# mine\n-   {query: a, expect: b} # first\n":                     "# mine\n-   {query: a, expect: b} # first\n- query: new\n  expect: [n]\n",
		"  - query: a\n    expect: b\n  # end":                            "  - query: a\n    expect: b\n  # end\n  - query: new\n    expect: [n]\n",
		"cases:\n- query: a\n  expect: b\n\n# more\nby: me\n":             "cases:\n- query: a\n  expect: b\n- query: new\n  expect: [n]\n\n# more\nby: me\n",
		"query,tool\na,b\n":                                               "query,tool\na,b\nnew,n\n",
		"a\tb\t2\r\nc\td\t1":                                              "a\tb\t2\r\nc\td\t1\nnew\tn\t1\r\n",
		"id;tool;grade;question\n1;b;2;a\n":                               "id;tool;grade;question\n1;b;2;a\n;n;1;new\n",
		`[{"query":"a","expect":"b"}]`:                                    `[{"query":"a","expect":"b"},{"query":"new","expect":"n"}]`,
		"[\n  {\"question\": \"a\", \"tools\": [\"]\"]},\n]\n":            "[\n  {\"question\": \"a\", \"tools\": [\"]\"]},\n  {\"question\":\"new\",\"tools\":[\"n\"]}\n]\n",
		`{"id":"s0","query":"a","expect":["b"],"server":"","n":1}` + "\n": `{"id":"s0","query":"a","expect":["b"],"server":"","n":1}` + "\n" + `{"query":"new","expect":["n"]}` + "\n",
		`{"v":[1],"queries":[{"id":"1","query":"a","labels":[{"tool_id":"s:b","relevance":2}]}],"by":["me"]}`: `{"v":[1],"queries":[{"id":"1","query":"a","labels":[{"tool_id":"s:b","relevance":2}]},{"query":"new","labels":[{"tool_id":"n","relevance":1}]}],"by":["me"]}`,
		`{"query":"a","expect":["b"]}`: "{\"query\":\"a\",\"expect\":[\"b\"]}\n{\"query\":\"new\",\"expect\":[\"n\"]}\n",
	} {
		if got, fault := withCase(old, c); fault != nil || got != want {
			t.Errorf("%v\ngot\n%swant\n%s", fault, got, want)
		}
	}
	for _, old := range []string{"query,tool\nnew,b\n", "[]", "query,trajectory\na,\"[{\"\"name\"\":\"\"b\"\",\"\"input\"\":{}}]\"\n", "cases: [{query: a, expect: b}]\n", "cases: []\n", "{", "1 0 a 1\n",
		"{\n\"query\":\"a\",\n\"expect\":\"b\"\n", "- query: a\n  expect: b\n...\n", "- query: a\n  expect: b\n--- \n- query: c\n  expect: d\n"} {
		if got, fault := withCase(old, c); fault == nil && !strings.HasPrefix(got, old) {
			t.Errorf("%q becomes %q", old, got)
		}
	}
}

// FuzzReadCases checks that no bytes make the reader panic, that every case it gives
// is whole, and that a case can be added without changing those that are there.
func FuzzReadCases(f *testing.F) {
	for _, s := range []string{"- query: a\n  expect: [b]\n", "query,tool\n\"a\",b\n", "1 0 x 1\n", "{\"query\":\"a\",\"labels\":[{\"id\":\"x\"}]}\n",
		"cases:\n - {query: a, expect: {b: 2}}\nx: 1\n", "a\tb\t1\n", "{\"id\":1,\"question\":[[{\"role\":\"user\",\"content\":\"x\"}]],\"ground_truth\":[\"f(1)\"]}",
		"{\"query\":\"a\",\"ground_truth\":[\"(1)\"]}", "PROMPT,TRAJECTORY\nx,\"[{'role': 'a'}]\"\n", "\"a\"\"", "query-id\tcorpus-id\tscore\n1\tb\t1"} {
		f.Add(s, "1\ttext\n", "new", "tool")
	}
	f.Fuzz(func(t *testing.T, raw, topics, query, tool string) {
		fsys := fstest.MapFS{"f": {Data: []byte(raw)}, "t": {Data: []byte(topics)}}
		for _, with := range []string{"", "t"} {
			set, err := ReadCases(context.Background(), "f", with, Options{FS: fsys})
			if (err == nil) != (len(set.Cases) > 0) {
				t.Fatalf("%v with %d cases", err, len(set.Cases))
			}
			for _, c := range set.Cases {
				if strings.TrimSpace(c.Query) == "" && c.Query == "" || len(c.Expect) == 0 || c.Origin.Path == "" {
					t.Fatalf("%+v", c)
				}
				for i, w := range c.Expect {
					if w.Name == "" || w.Grade < 1 {
						t.Fatalf("%+v", c)
					}
					for _, other := range c.Expect[:i] {
						if other.Name == w.Name && i < 50 {
							t.Fatalf("%q twice", w.Name)
						}
					}
				}
			}
		}
		c := eval.Case{Query: query, Expect: []eval.Want{{Name: tool, Grade: 1}}}
		if text, fault := withCase(raw, c); fault == nil {
			before, _ := readText(raw)
			after, _ := readText(text)
			for i := range before {
				if needOf(before[i]) != needOf(after[i]) {
					t.Fatalf("adding to %q changes case %d", raw, i)
				}
			}
		}
	})
}
