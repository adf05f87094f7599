package planner

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"findable/engine"
	"findable/engine/py"
)

const recorded = "../../../shared/parity/planner.json"

func readRecorded(t *testing.T) py.Object {
	t.Helper()
	text, err := os.ReadFile(recorded)
	if os.IsNotExist(err) {
		t.Skipf("%s is not here: the recorded plans of the reference are not compared", recorded)
	}
	if err != nil {
		t.Fatal(err)
	}
	v, err := py.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return v.(py.Object)
}

func get[T any](v py.Value, key string) T {
	o, _ := v.(py.Object)
	inner, _ := o.Get(key)
	out, _ := inner.(T)
	return out
}

func named(names py.List) []engine.Tool {
	var tools []engine.Tool
	for _, n := range names {
		tools = append(tools, engine.Tool{Function: py.Object{{Key: "name", Value: n}, {Key: "parameters", Value: py.Object{}}}})
	}
	return tools
}

// parallel reads the flag as the reference does, where the catalog holds only the
// outcome.
func parallel(v py.Value) bool {
	s, _ := v.(string)
	return v == true || slices.Contains([]string{"true", "1", "yes", "on"}, strings.ToLower(py.Strip(s)))
}

func sessionOf(setup py.Object, rules engine.Rules) *engine.Session {
	c := engine.Catalog{Core: named(get[py.List](setup, "core"))}
	for _, p := range get[py.List](setup, "plugins") {
		c.Toolsets = append(c.Toolsets, engine.Toolset{Name: get[string](p, "name"), Tools: named(get[py.List](p, "tools"))})
	}
	for _, s := range get[py.List](setup, "servers") {
		c.Servers = append(c.Servers, engine.Server{Name: get[string](s, "name"), Tools: named(get[py.List](s, "tools")),
			Parallel: parallel(get[py.Value](s, "supports_parallel_tool_calls"))})
	}
	config, _ := engine.ReadConfig(get[py.Value](setup, "config"), rules)
	var scope engine.Scope
	for _, name := range get[py.List](get[py.Value](setup, "scope"), "enabled_toolsets") {
		scope.Enable = append(scope.Enable, name.(string))
	}
	return engine.Register(c).Session(rules, scope, config.Defer)
}

func foldersOf(setup py.Object) Folders {
	return Folders{get[string](setup, "cwd"), get[string](setup, "home")}
}

func callsOf(l py.List) []Call {
	var calls []Call
	for _, c := range l {
		calls = append(calls, Call{get[string](c, "name"), get[string](c, "arguments")})
	}
	return calls
}

// written writes segments as the record does, in one line.
func written(segments []Segment) string {
	var b strings.Builder
	for _, s := range segments {
		mode := "sequential"
		if s.Parallel {
			mode = "parallel"
		}
		fmt.Fprint(&b, mode, s.Calls, " ")
	}
	return b.String()
}

func TestRecordedPlans(t *testing.T) {
	all := readRecorded(t)
	cases := get[py.List](all, "cases")
	if len(cases) != 56 {
		t.Errorf("%d cases, want 56", len(cases))
	}
	for _, c := range cases {
		setup := get[py.Object](get[py.Value](all, "setups"), get[string](c, "setup"))
		for _, rules := range engine.Generations() {
			t.Run(get[string](c, "id")+"/"+rules.Name, func(t *testing.T) {
				want := get[py.List](c, "documented")
				if own, ok := c.(py.Object).Get(rules.Name); ok {
					want = own.(py.List)
				}
				var segments []Segment
				for _, s := range want {
					segment := Segment{Parallel: get[string](s, "mode") == "parallel"}
					for _, n := range get[py.List](s, "calls") {
						i, _ := py.ToInt(n)
						segment.Calls = append(segment.Calls, i)
					}
					segments = append(segments, segment)
				}
				calls := callsOf(get[py.List](c, "calls"))
				plan := New(sessionOf(setup, rules), foldersOf(setup), calls)
				if got, want := written(plan.Segments), written(segments); got != want {
					t.Errorf("got %s\nwant %s", got, want)
				}
				if len(plan.Decisions) != len(calls) {
					t.Errorf("%d decisions for %d calls", len(plan.Decisions), len(calls))
				}
			})
		}
	}
}

// testSession has one tool of each sort that the rules tell apart.
func testSession(rules engine.Rules) *engine.Session {
	list := func(names ...string) []engine.Tool {
		var l py.List
		for _, n := range names {
			l = append(l, n)
		}
		return named(l)
	}
	return engine.Register(engine.Catalog{
		Core:     list("read_file", "write_file", "patch", "search_files", "web_search", "terminal", "clarify"),
		Toolsets: []engine.Toolset{{Name: "notes", Tools: list("note_add")}},
		Servers:  []engine.Server{{Name: "git", Tools: list("log"), Parallel: true}, {Name: "crm", Tools: list("find")}},
	}).Session(rules, engine.Scope{}, rules.DefaultDefer)
}

func TestReasons(t *testing.T) {
	s := testSession(engine.Documented())
	for _, x := range []struct {
		call Call
		want Reason
		real string
	}{
		{Call{"tool_search", `{"queries": ["x"]}`}, Bridge, "tool_search"},
		{Call{"tool_call", `{"name": " mcp__git__log "}`}, Server, "mcp__git__log"},
		{Call{"mcp__git__log", `{}`}, Server, "mcp__git__log"},
		{Call{"tool_call", `{"name": "mcp__crm__find"}`}, Serial, "mcp__crm__find"},
		{Call{"tool_call", `{"name": "mcp__crm__Find"}`}, Open, "tool_call"},
		{Call{"tool_call", `{"name": "note_add"}`}, Other, "note_add"},
		{Call{"web_search", `{}`}, ReadOnly, "web_search"},
		{Call{"Web_search", `{}`}, Other, "Web_search"},
		{Call{"read_file", `{"path": "~/a"}`}, Paths, "read_file"},
		{Call{"read_file", `{}`}, NoPath, "read_file"},
		{Call{"clarify", `{oops`}, Clarify, "clarify"},
		{Call{"web_search", `[]`}, Arguments, "web_search"},
	} {
		d := New(s, Folders{"/work", "/home/me"}, []Call{x.call}).Decisions[0]
		if d.Reason != x.want || d.Name != x.real || d.String() == "" {
			t.Errorf("%v: %+v (%s)", x.call, d, d)
		}
	}
	plan := New(s, Folders{"/work", "/home/me"}, []Call{{"write_file", `{"path": "/home/me/a"}`}, {"read_file", `{"path": "~/a/b"}`}})
	if d := plan.Decisions[1]; d.Against != 0 || d.Path != "/home/me/a" || !strings.Contains(d.String(), "call 1") {
		t.Errorf("%+v: %s", d, d)
	}
}

func TestPatchPaths(t *testing.T) {
	got := patchPaths("*** Begin Patch\n***Update File:  a b \r\n*** Move File: x/y -> z\n*** update File: no\n *** Add File: no\n*** Delete File: \n*** Add File: c")
	if want := []string{"a b", "x/y", "z", "c"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// FuzzPlan checks that every call stands in exactly one segment, in order, and that
// no call which must run alone stands beside others.
func FuzzPlan(f *testing.F) {
	f.Add("tool_call", `{"name": "mcp__git__log"}`, "write_file", `{"path": "a"}`, "read_file", `{"path": "./a"}`)
	f.Add("patch", `{"mode": "patch", "patch": "*** Move File: a -> b"}`, "clarify", ``, "search_files", `{}`)
	sessions := []*engine.Session{testSession(engine.Documented()), testSession(engine.Latest())}
	f.Fuzz(func(t *testing.T, n1, a1, n2, a2, n3, a3 string) {
		calls := []Call{{n1, a1}, {n2, a2}, {n3, a3}, {n1, a1}, {n2, a2}}
		for _, s := range sessions {
			plan := New(s, Folders{"/w", "/h"}, calls)
			next := 0
			for _, segment := range plan.Segments {
				if segment.Parallel && len(segment.Calls) < 2 {
					t.Fatalf("a run of %d", len(segment.Calls))
				}
				for _, i := range segment.Calls {
					if i != next {
						t.Fatalf("call %d at the place of %d", i, next)
					}
					next++
					if segment.Parallel && plan.Decisions[i].Barrier() {
						t.Fatalf("%v runs beside others", calls[i])
					}
				}
			}
			if next != len(calls) {
				t.Fatalf("%d of %d calls are planned", next, len(calls))
			}
		}
	})
}
