package pipeline

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"findable/engine"
	"findable/engine/planner"
	"findable/engine/py"
)

const shared = "../../../shared/parity/"

// readRecorded reads recorded answers, or skips where they are absent.
func readRecorded(t *testing.T, name string) py.Object {
	t.Helper()
	text, err := os.ReadFile(shared + name)
	if os.IsNotExist(err) {
		t.Skipf("%s%s is not here: the recorded answers of the reference are not compared", shared, name)
	}
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, string(text)).(py.Object)
}

func parse(t testing.TB, text string) py.Value {
	t.Helper()
	v, err := py.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func get[T any](v py.Value, key string) T {
	o, _ := v.(py.Object)
	inner, _ := o.Get(key)
	out, _ := inner.(T)
	return out
}

func tool(name, schema string) engine.Tool {
	f := py.Object{{Key: "name", Value: name}}
	if schema != "" {
		v, _ := py.Parse([]byte(schema))
		f = append(f, py.Member{Key: "parameters", Value: v})
	}
	return engine.Tool{Function: f}
}

// recordedCatalog is the one that pipeline.json describes.
func recordedCatalog() engine.Catalog {
	return engine.Catalog{
		Core:     []engine.Tool{tool("write_file", ""), tool("web_search", ""), tool("terminal", ""), tool("todo_list", "")},
		Toolsets: []engine.Toolset{{Name: "weather", Tools: []engine.Tool{tool("forecast_get", `{"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}`)}}},
		Servers: []engine.Server{
			{Name: "tracker", Tools: []engine.Tool{
				tool("create_issue", `{"type": "object", "properties": {"title": {"type": "string"}, "count": {"type": "integer"}}, "required": ["title"]}`), tool("list_issues", "")}},
			{Name: "crm", Tools: []engine.Tool{tool("find_contact", "")}},
		},
	}
}

func TestRecordedPassages(t *testing.T) {
	cases := get[py.List](readRecorded(t, "pipeline.json"), "cases")
	if len(cases) != 28 {
		t.Errorf("%d cases, want 28", len(cases))
	}
	compared := 0
	for _, c := range cases {
		for _, rules := range engine.Generations() {
			for _, path := range []string{"sequential", "parallel"} {
				trail := trailOf(c, rules.Name, path)
				if trail == nil {
					continue
				}
				compared++
				t.Run(get[string](c, "id")+"/"+rules.Name+"/"+path, func(t *testing.T) { comparePassage(t, c, rules, path, trail) })
			}
		}
	}
	if compared < 100 {
		t.Errorf("only %d trails were compared", compared)
	}
}

// trailOf finds the trail for a generation and a path: the record leaves out what is
// the same.
func trailOf(c py.Value, generation, path string) py.List {
	for _, g := range []string{generation, "documented"} {
		for _, p := range []string{path, "sequential"} {
			if trail := get[py.List](get[py.Value](c, g), p); trail != nil {
				return trail
			}
		}
	}
	return nil
}

func comparePassage(t *testing.T, c py.Value, rules engine.Rules, path string, trail py.List) {
	id, stub := get[string](c, "id"), get[py.Object](c, "stub")
	scope := engine.Scope{}
	if strings.HasPrefix(id, "pipe-out-of-scope") {
		scope.Disable = []string{"tracker"}
	}
	line := Line{
		Session:  engine.Register(recordedCatalog()).Session(rules, scope, rules.DefaultDefer),
		Config:   engine.DefaultConfig(rules),
		Policy:   Policy{Rules: []Rule{{Do: Allow}}},
		Parallel: path == "parallel",
	}
	switch hook := get[py.Value](stub, "pre-hook").(type) {
	case string:
		line.Policy.Rules = []Rule{{Hook: true, Do: Deny}}
	case py.Object:
		changed := get[py.Object](hook, "arguments")
		line.Policy.Rules = []Rule{{Hook: true, Drop: []string{"title"}, Set: changed}, {Do: Allow}}
	}
	if get[string](stub, "guardrail") == "block" {
		line.Policy.Rules = []Rule{{Do: Deny}}
	}
	if get[string](stub, "approval") == "refuse" {
		line.Policy.Rules = []Rule{{Do: Ask}}
	}
	call := planner.Call{Name: get[string](get[py.Value](c, "call"), "name"), Arguments: get[string](get[py.Value](c, "call"), "arguments")}
	var p *Passage
	if get[bool](stub, "interrupted") {
		p = line.Interrupt(call)
	} else {
		p = line.Begin(call)
	}
	if p.Asks {
		p.Refuse()
	}
	p.Run(context.Background(), func(context.Context, *engine.Entry, py.Object) (string, error) {
		switch {
		case id == "pipe-timeout":
			return "", context.DeadlineExceeded
		case get[string](stub, "execute") == "raise":
			return "", errors.New("boom")
		}
		return "<answer>", nil
	})
	if !p.Done {
		t.Fatal("the call has not ended")
	}
	compareTrail(t, p, trail, get[string](c, "origin") == "read")
}

// compareTrail compares station by station. Read says that the record leaves out
// arguments and contents.
func compareTrail(t *testing.T, p *Passage, trail py.List, read bool) {
	t.Helper()
	steps := slices.DeleteFunc(slices.Clone(p.Steps), func(s Step) bool { // of a tool of the agent's own
		return read && s.Station == TransformHook
	})
	var got, want []string
	for _, s := range steps {
		got = append(got, string(s.Station)+" "+s.Name)
	}
	for _, s := range trail {
		want = append(want, get[string](s, "station")+" "+get[string](s, "name"))
	}
	if !slices.Equal(got, want) {
		t.Fatalf("passed %s\nwant   %s", strings.Join(got, ", "), strings.Join(want, ", "))
	}
	for i, s := range trail {
		step, o := steps[i], s.(py.Object)
		if args, ok := o.Get("arguments"); ok || step.Arguments != nil && !read {
			if got, want := py.Compact(step.Arguments), py.Compact(args); got != want {
				t.Errorf("%s gets %s, want %s", step.Station, got, want)
			}
		}
		if status := o.Text("status"); status != "" && (string(step.Status) != status || step.ErrorType != o.Text("error_type")) {
			t.Errorf("%s: %s %s, want %s %s", step.Station, step.Status, step.ErrorType, status, o.Text("error_type"))
		}
		if fault := o.Has("error") || o.Text("decision") == "block"; fault != step.Fault {
			t.Errorf("%s: fault %v, want %v", step.Station, step.Fault, fault)
		}
		if content, ok := o.Get("content"); ok {
			compareContent(t, p, content)
		}
	}
}

// compareContent compares what the model gets, where our words are our own.
func compareContent(t *testing.T, p *Passage, content py.Value) {
	t.Helper()
	fault := get[string](content, "error")
	if fault == "" {
		if text := content.(string); text == "<answer>" && p.Entry != nil && p.Reply.Text != text {
			t.Errorf("the model gets %s", p.Reply.Text)
		}
		return
	}
	kind, shape, _ := strings.Cut(strings.Trim(fault, "<>"), ": ")
	if "error:"+string(p.Reply.Kind) != kind {
		t.Errorf("kind %q, want %s", p.Reply.Kind, kind)
	}
	o := parse(t, p.Reply.Text).(py.Object)
	sentence := o.Text("error")
	if len(o) != 1 && shape != "" || sentence == "" {
		t.Errorf("the model gets %s", p.Reply.Text)
	}
	switch {
	case strings.Contains(shape, "JSON text"):
		inner := parse(t, sentence).(py.Object)
		if inner.Text("error") == "" || !inner.Has("parameters") || !inner.Has("hint") {
			t.Errorf("inside the error stands %s", sentence)
		}
	case strings.Contains(shape, "schema in it"):
		if !strings.Contains(sentence, `"properties"`) {
			t.Errorf("no schema in %s", sentence)
		}
	}
}

func TestRecordedScopeErrors(t *testing.T) {
	cases := get[py.List](readRecorded(t, "pipeline.json"), "scope_errors")
	if len(cases) != 11 {
		t.Errorf("%d cases, want 11", len(cases))
	}
	catalog := engine.Catalog{
		Core:     []engine.Tool{tool("terminal", ""), tool("image_generate", "")},
		Toolsets: []engine.Toolset{{Name: "desktop_ui", Tools: []engine.Tool{tool("show_panel", "")}}, {Name: "weather", Tools: []engine.Tool{tool("forecast_get", "")}}},
		Servers: []engine.Server{{Name: "tracker", Tools: []engine.Tool{tool("create_issue", ""), tool("list", "")}},
			{Name: "crm", Tools: []engine.Tool{tool("list", "")}}, {Name: "off", Tools: []engine.Tool{tool("list", "")}, Disabled: true}},
	}
	for _, c := range cases {
		for _, rules := range engine.Generations() {
			want := get[py.Object](c, "documented")
			if own := get[py.Object](c, rules.Name); own != nil {
				want = own
			}
			s := engine.Register(catalog).Session(rules, engine.Scope{Enable: []string{"mcp-crm", "core", "desktop_ui"}}, rules.DefaultDefer)
			name := get[string](c, "name")
			args := py.Compact(py.Object{{Key: "name", Value: name}, {Key: "arguments", Value: py.Object{}}})
			p := Line{Session: s, Config: engine.DefaultConfig(rules)}.Begin(planner.Call{Name: "tool_call", Arguments: args})
			if string(p.Reply.Kind) != want.Text("kind") {
				t.Errorf("%s, %s: %q, want %q", get[string](c, "id"), rules.Name, p.Reply.Kind, want.Text("kind"))
			}
			var suggested []string
			for _, n := range get[py.List](want, "suggested") {
				suggested = append(suggested, n.(string))
			}
			if p.Reply.Kind == engine.UnknownTool {
				if got := s.Suggested(name); !slices.Equal(got, suggested) {
					t.Errorf("%s suggests %q, want %q", name, got, suggested)
				}
			}
		}
	}
}

// TestRecordedArguments runs the recorded argument checks through the whole line.
func TestRecordedArguments(t *testing.T) {
	cases := get[py.List](readRecorded(t, "arguments.json"), "cases")
	ran := 0
	for _, c := range cases {
		o := c.(py.Object)
		f := py.Object{{Key: "name", Value: "t"}}
		if schema, ok := o.Get("schema"); ok {
			f = append(f, py.Member{Key: "parameters", Value: schema})
		}
		catalog, name := engine.Catalog{Servers: []engine.Server{{Name: "s", Tools: []engine.Tool{{Function: f}}}}}, "mcp__s__t"
		if o.Text("source") == "plugin" {
			catalog, name = engine.Catalog{Toolsets: []engine.Toolset{{Name: "p", Tools: []engine.Tool{{Function: f}}}}}, "t"
		}
		args, _ := o.Get("arguments")
		repaired, ok := o.Get("repaired")
		if !ok {
			repaired = args
		}
		for _, rules := range engine.Generations() {
			ran++
			want := get[string](get[py.Value](c, rules.Name), "result")
			if want == "passes" {
				want = ""
			}
			line := Line{Session: engine.Register(catalog).Session(rules, engine.Scope{}, nil), Config: engine.DefaultConfig(rules), Policy: Policy{Rules: []Rule{{Do: Allow}}}}
			p := line.Begin(planner.Call{Name: "tool_call", Arguments: py.Compact(py.Object{{Key: "name", Value: name}, {Key: "arguments", Value: args}})})
			received := ""
			p.Run(context.Background(), func(_ context.Context, _ *engine.Entry, a py.Object) (string, error) {
				received = py.Compact(a)
				return "{}", nil
			})
			if string(p.Reply.Kind) != want || want == "" && received != py.Compact(repaired) {
				t.Errorf("%s, %s: %q and the tool receives %s; want %q, %s", o.Text("id"), rules.Name, p.Reply.Kind, received, want, py.Compact(repaired))
			}
		}
	}
	if ran != 178 {
		t.Errorf("%d checks ran, want 178", ran)
	}
}

func ExampleRule_String() {
	fmt.Println(Rule{Name: "delete_*", Server: "github", Annotations: map[string]bool{"destructiveHint": true}, Do: Deny, Why: "not here"})
	// Output: deny delete_*, of github, destructiveHint: not here
}
