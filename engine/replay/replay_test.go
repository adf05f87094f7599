package replay

import (
	"fmt"
	"strings"
	"testing"

	"findable/engine"
	"findable/engine/planner"
	"findable/engine/py"
)

func tool(name, description string) engine.Tool {
	return engine.Tool{Function: py.Object{{Key: "name", Value: name}, {Key: "description", Value: description}, {Key: "parameters", Value: py.Object{}}}}
}

func sides() []Side {
	registry := engine.Register(engine.Catalog{
		Core: []engine.Tool{tool("terminal", "")},
		Servers: []engine.Server{{Name: "shed", Tools: []engine.Tool{tool("rake_leaves", "Rake leaves together"), tool("burn_leaves", "Burn leaves"),
			tool("fix_fence", "Mend it")}}},
	})
	var all []Side
	for _, rules := range engine.Generations() {
		all = append(all, Side{registry.Session(rules, engine.Scope{}, rules.DefaultDefer), engine.DefaultConfig(rules)})
	}
	return all
}

func event(name, arguments, reply string) Event {
	return Event{Call: planner.Call{Name: name, Arguments: arguments}, Reply: reply, Message: 1}
}

func TestAnalyse(t *testing.T) {
	r := Analyse([]Event{
		event("tool_search", `{"queries": ["rake leaves", "weather"]}`, ""),
		event("tool_search", `{"queries": ["rake the leaves"]}`, ""),
		event("tool_describe", `{"names": ["mcp__shed__rake_leaves", "rake"]}`, ""),
		event("tool_call", `{"name": "mcp__shed__rake_leaves"}`, "raked"),
		event("tool_call", `{"name": "mcp__shed__fix_fence"}`, "fixed"),
		event("tool_call", `{"name": "fix_fence"}`, ""),
		event("terminal", `{}`, ""),
		event("tool_search", `{"queries": ["xyzzy"]}`, `{"results": [{"query": "xyzzy", "matches": ["mcp__shed__burn_leaves"]}]}`),
		event("mcp__shed__burn_leaves", `{}`, ""),
	}, sides())
	var got []string
	for _, f := range r.Findings {
		got = append(got, fmt.Sprintf("%d %s %q %s", f.Event, f.Kind, f.Query, f.Tool))
	}
	want := []string{
		`0 zero_hit "weather" mcp__shed__rake_leaves`,
		`1 repeated_hunt "rake the leaves" mcp__shed__rake_leaves`,
		`2 refused "rake the leaves" rake`,
		`4 unsurfaced "rake the leaves" mcp__shed__fix_fence`,
		`4 undescribed "rake the leaves" mcp__shed__fix_fence`,
		`5 refused "rake the leaves" fix_fence`,
		`8 undescribed "xyzzy" mcp__shed__burn_leaves`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if r.Queries != 4 || r.Surfaced != 2 || r.Tools != 3 || len(r.Steps) != 9 {
		t.Errorf("%d queries, %d of %d surfaced, %d steps", r.Queries, r.Surfaced, r.Tools, len(r.Steps))
	}
	// The later generation wants the query's rarest word, and "the" is in no tool.
	if s := r.Steps[1]; !s.Differ() || s.Answers[0].Generation != "documented" || s.Answers[0].String() == s.Answers[1].String() {
		t.Errorf("%+v", s.Answers)
	}
	if s := r.Steps[6]; s.Differ() || s.Tool != "terminal" || s.Answers[0].String() != "goes to the tool" {
		t.Errorf("%+v", s)
	}
}
