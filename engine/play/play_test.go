package play

import (
	"context"
	"strings"
	"testing"

	"findable/engine"
	"findable/engine/py"
)

func parse(t testing.TB, text string) py.Value {
	t.Helper()
	v, err := py.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func tool(t testing.TB, record string) engine.Tool {
	raw := parse(t, record).(py.Object)
	f := raw
	if schema, ok := raw.Get("inputSchema"); ok {
		f = raw.With("parameters", schema)
	}
	return engine.Tool{Function: f, Raw: raw}
}

// testGame plays on a shed of tools.
func testGame(t testing.TB, rules engine.Rules) *Game {
	s := engine.Register(engine.Catalog{
		Core: []engine.Tool{tool(t, `{"name": "web_search", "inputSchema": {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}}`)},
		Servers: []engine.Server{{Name: "shed", Parallel: true, Tools: []engine.Tool{
			tool(t, `{"name": "rake_leaves", "description": "Rake the leaves. All of them.", "annotations": {"readOnlyHint": true}, "inputSchema": {"type": "object", "properties": {
				"speed": {"type": "string", "enum": ["slow", "very fast"]}, "bed": {"type": "string", "description": "Which bed"}, "count": {"type": "integer", "minimum": 1}, "dry": {"type": "boolean"}}, "required": ["bed"]}}`),
			tool(t, `{"name": "burn_leaves", "description": "Burn them"}`)}}},
	}).Session(rules, engine.Scope{}, nil)
	c := engine.DefaultConfig(rules)
	return NewGame(s, c, s.Assemble(c, 200_000))
}

func TestRead(t *testing.T) {
	s := testGame(t, engine.Documented()).Session
	for text, want := range map[string]string{
		"search rake leaves, burn":                    `tool_search {"queries": ["rake leaves", "burn"]}`,
		`search "a, b", c limit=3`:                    `tool_search {"queries": ["a, b", "c"], "limit": 3}`,
		`search ["x", 4]`:                             `tool_search {"queries": ["x", 4]}`,
		`tool_search {"queries": 5}`:                  `tool_search {"queries": 5}`,
		"describe a, b c":                             `tool_describe {"names": ["a", "b", "c"]}`,
		`call mcp__shed__rake_leaves {"bed": 1}`:      `tool_call {"name": "mcp__shed__rake_leaves", "arguments": {"bed": 1}}`,
		`call mcp__shed__rake_leaves bed=1 count=2`:   `tool_call {"name": "mcp__shed__rake_leaves", "arguments": {"bed": "1", "count": 2}}`,
		`call mcp__shed__rake_leaves bed="a b" x=[1]`: `tool_call {"name": "mcp__shed__rake_leaves", "arguments": {"bed": "a b", "x": [1]}}`,
		`call x "{}"`:                                 `tool_call {"name": "x", "arguments": "{}"}`,
		`call x`:                                      `tool_call {"name": "x", "arguments": {}}`,
		`tool_call {"name": "x"}`:                     `tool_call {"name": "x"}`,
		"web_search query=12":                         `web_search {"query": "12"}`,
		"web_search {oops":                            `web_search {oops`,
		`{"name": "a", "arguments": {"b": 1}}`:        `a {"b": 1}`,
		`[{"name": "a", "input": {}}, {"function": {"name": "b", "arguments": "{}"}}]`: `a {} | b {}`,
		"search a; web_search query=b\ncall c d=\"x;y\"":                               `tool_search {"queries": ["a"]} | web_search {"query": "b"} | tool_call {"name": "c", "arguments": {"d": "x;y"}}`,
	} {
		calls, err := Read(s, text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		var got []string
		for _, c := range calls {
			got = append(got, c.Name+" "+c.Arguments)
		}
		if strings.Join(got, " | ") != want {
			t.Errorf("%s\n got %s\nwant %s", text, strings.Join(got, " | "), want)
		}
	}
	for _, text := range []string{"", ";", "call", "call x {oops", "call x y", "{oops", "[]", "[1]", "search a limit=x"} {
		if calls, err := Read(s, text); err == nil {
			t.Errorf("%s is read as %v", text, calls)
		}
	}
	latest := testGame(t, engine.Latest()).Session
	if calls, _ := Read(latest, "call x a=1"); calls[0].Arguments != `{"calls": [{"name": "x", "arguments": {"a": 1}}]}` {
		t.Errorf("latest calls with %s", calls[0].Arguments)
	}
}

func TestComplete(t *testing.T) {
	s := testGame(t, engine.Documented()).Session
	for text, want := range map[string]string{
		"":                                    "search |describe |call |tool_search |tool_describe |tool_call |web_search ",
		"de":                                  "describe ",
		"we":                                  "web_search ",
		"call ":                               "mcp__shed__burn_leaves |mcp__shed__rake_leaves ",
		"call ra":                             "mcp__shed__rake_leaves ",
		"describe x, leav":                    "mcp__shed__burn_leaves |mcp__shed__rake_leaves ",
		"call mcp__shed__rake_leaves ":        "bed=|speed=|count=|dry=",
		"call mcp__shed__rake_leaves bed=1 ":  "speed=|count=|dry=",
		"call mcp__shed__rake_leaves bed=1 c": "count=",
		"call mcp__shed__rake_leaves speed=":  `slow |"very fast" `,
		"call mcp__shed__rake_leaves bed=1 dry=t":    "true ",
		"search x; call mcp__shed__rake_leaves spe":  "speed=",
		`call mcp__shed__rake_leaves {"bed"`:         "",
		"search any":                                 "",
		"web_search q":                               "query=",
		"call mcp__shed__nothing a":                  "",
		"describe mcp__shed__rake_leaves, mcp__shed": "mcp__shed__burn_leaves |mcp__shed__rake_leaves ",
	} {
		c := Complete(s, text)
		var got []string
		for _, x := range c.List {
			got = append(got, x.Text)
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q completes to %q, want %q", text, strings.Join(got, "|"), want)
		}
		for _, x := range c.List {
			if word := text[c.From:]; !strings.Contains(strings.ToLower(x.Text), strings.ToLower(strings.Trim(word, " "))) {
				t.Errorf("%q takes the place of %q", x.Text, word)
			}
		}
	}
	if got := Complete(s, "call leaves").Common(); got != "mcp__shed__" {
		t.Errorf("in common: %q", got)
	}
}

func TestGame(t *testing.T) {
	g := testGame(t, engine.Documented())
	g.Results = []Recorded{{Tool: "rake_*", Arguments: py.Object{{Key: "bed", Value: "roses"}}, Result: "raked"}, {Tool: "rake_leaves", Fail: "no rake"}}
	say := func(text string) *Turn {
		t.Helper()
		calls, err := Read(g.Session, text)
		if err != nil {
			t.Fatal(err)
		}
		turn := g.Begin(text, calls)
		g.Settle(turn)
		return turn
	}
	first := say("search rake")
	if !first.Done || !strings.Contains(first.Passages[0].Reply.Text, "rake_leaves") {
		t.Fatalf("%+v", first)
	}
	turn := say("call mcp__shed__rake_leaves bed=roses; call mcp__shed__rake_leaves bed=herbs; call mcp__shed__burn_leaves")
	if len(turn.Plan.Segments) != 1 || !turn.Plan.Segments[0].Parallel {
		t.Errorf("planned %+v", turn.Plan.Segments)
	}
	if a, b := turn.Passages[0].Reply.Text, turn.Passages[1].Reply.Text; a != `raked` && !strings.Contains(b, "no rake") {
		t.Errorf("%s, %s", a, b)
	}
	if turn.Done || turn.Asks() != turn.Passages[2] {
		t.Fatalf("what burns is not asked for")
	}
	turn.Asks().Approve()
	g.Settle(turn)
	if !turn.Done || !strings.Contains(turn.Passages[2].Reply.Text, "dry_run") {
		t.Errorf("%+v", turn.Passages[2].Reply)
	}
	if f := turn.Findings[0]; len(f) != 1 || !strings.Contains(f[0], "never described") {
		t.Errorf("found %q", f)
	}
	say("describe mcp__shed__rake_leaves")
	again := say(`call mcp__shed__rake_leaves bed=roses count=0 speed=fast`)
	if f := strings.Join(again.Findings[0], "|"); strings.Contains(f, "never") || !strings.Contains(f, "JSON Schema") {
		t.Errorf("found %q", f)
	}
	m := g.Meter
	if m.Bridge.Requests != 5 || m.Eager.Requests != 3 || m.Eager.Talk >= m.Bridge.Talk || m.Saved() != m.Eager.Sent-m.Bridge.Sent {
		t.Errorf("%+v", m)
	}
}

func TestValidate(t *testing.T) {
	for _, x := range []struct{ schema, args, want string }{
		{`{"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}}`, `{"n": 0}`, "minimum"},
		{`{"type": "object", "properties": {"n": {"type": "integer"}}}`, `{"n": 3.0}`, ""},
		{`{"$defs": {"n": {"type": "string"}}, "properties": {"a": {"$ref": "#/$defs/n"}}}`, `{"a": 1}`, "type"},
		{`{"$defs": {"n": {"properties": {"n": {"$ref": "#/$defs/n"}}}}, "properties": {"a": {"$ref": "#/$defs/n"}}}`, `{"a": 1}`, ""},
		{`{"$ref": "#"}`, `{}`, ""},
		{`{"$ref": "http://x/y"}`, `{}`, ""},
		{`{"$ref": "#nowhere"}`, `{}`, ""},
		{`{"type": "nonsense"}`, `{"a": 1}`, "nonsense"},
		{`5`, `{}`, ""},
	} {
		got := Validate(parse(t, x.schema), parse(t, x.args).(py.Object))
		if x.want == "" && got != "" || !strings.Contains(got, x.want) {
			t.Errorf("%s %s: %q, want %q", x.schema, x.args, got, x.want)
		}
	}
	bomb := `{"$defs": {"a0": {}`
	for i := range 40 {
		prev := string(py.Int(i))
		bomb += `, "a` + string(py.Int(i+1)) + `": {"allOf": [{"$ref": "#/$defs/a` + prev + `"}, {"$ref": "#/$defs/a` + prev + `"}]}`
	}
	if got := Validate(parse(t, bomb+`}, "$ref": "#/$defs/a40"}`), py.Object{}); got != "" {
		t.Error(got)
	}
}

// FuzzPrompt checks that whatever is written is read or refused, and completed at a
// place in it.
func FuzzPrompt(f *testing.F) {
	for _, text := range []string{"search a, b; describe c", `call x {"a": 1}`, `call mcp__shed__rake_leaves bed="x y" speed=`, "[{", "\"", "call \u00a0x=é"} {
		f.Add(text)
	}
	g := testGame(f, engine.Documented())
	f.Fuzz(func(t *testing.T, text string) {
		calls, err := Read(g.Session, text)
		if err == nil && len(calls) == 0 {
			t.Fatalf("%q calls nothing", text)
		}
		if c := Complete(g.Session, text); c.From < 0 || c.From > len(text) {
			t.Fatalf("%q is completed from %d", text, c.From)
		}
		if err == nil {
			turn := (&Game{Session: g.Session, Config: g.Config, described: map[string]bool{}}).Begin(text, calls)
			for _, p := range turn.Passages {
				p.Refuse()
				p.Run(context.Background(), g.Pretend)
				if !p.Done {
					t.Fatalf("%q has not ended", text)
				}
			}
		}
	})
}
