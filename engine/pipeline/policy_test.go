package pipeline

import (
	"context"
	"slices"
	"strings"
	"testing"

	"findable/engine"
	"findable/engine/planner"
	"findable/engine/py"
)

func hinted(name string, hints ...py.Member) engine.Tool {
	t := tool(name, "")
	t.Raw = py.Object{{Key: "name", Value: name}, {Key: "annotations", Value: py.Object(hints)}}
	return t
}

func yes(hint string) py.Member { return py.Member{Key: hint, Value: true} }

func policyCatalog() engine.Catalog {
	return engine.Catalog{
		Core: []engine.Tool{tool("web_search", ""), tool("terminal", "")},
		Servers: []engine.Server{
			{Name: "github", Tools: []engine.Tool{tool("delete_repo", ""), hinted("Get_Repo", yes("readOnlyHint")),
				hinted("odd", yes("readOnlyHint"), yes("destructiveHint")), hinted("add", py.Member{Key: "destructiveHint", Value: false})}},
			{Name: "secret", Tools: []engine.Tool{tool("read", "")}},
		},
	}
}

func TestPolicy(t *testing.T) {
	s := engine.Register(policyCatalog()).Session(engine.Documented(), engine.Scope{}, nil)
	deny := func(r Rule) Policy { r.Do = Deny; return Policy{Rules: []Rule{r}} }
	allow := func(r Rule) Policy { r.Do = Allow; return Policy{Rules: []Rule{r}} }
	for _, x := range []struct {
		shows  string
		policy Policy
		name   string
		want   Verdict
	}{
		{"what says nothing is asked for", Policy{}, "mcp__github__delete_repo", Ask},
		{"what only reads runs", Policy{}, "mcp__github__Get_Repo", Allow},
		{"read-only and destructive at once", Policy{}, "mcp__github__odd", Ask},
		{"a wary policy believes no hint", Policy{Wary: true}, "mcp__github__Get_Repo", Ask},
		{"a built-in that reads", Policy{}, "web_search", Allow},
		{"a built-in that does not", Policy{}, "terminal", Ask},
		{"denied by the registered name", deny(Rule{Name: "mcp__github__delete_*"}), "mcp__github__delete_repo", Deny},
		{"denied by the server's own name", deny(Rule{Name: "delete_*"}), "mcp__github__delete_repo", Deny},
		{"a denial ignores case", deny(Rule{Name: "get_*"}), "mcp__github__Get_Repo", Deny},
		{"leave does not", allow(Rule{Name: "DELETE_*"}), "mcp__github__delete_repo", Ask},
		{"leave by name", allow(Rule{Name: "delete_*"}), "mcp__github__delete_repo", Allow},
		{"denied by server", deny(Rule{Server: "git*"}), "mcp__github__add", Deny},
		{"denied by toolset", deny(Rule{Server: "mcp-github"}), "mcp__github__add", Deny},
		{"another server", deny(Rule{Server: "gitlab"}), "mcp__github__Get_Repo", Allow},
		{"no hint is destructive to a denial", deny(Rule{Annotations: map[string]bool{"destructiveHint": true}}), "mcp__github__delete_repo", Deny},
		{"a hint that says otherwise", deny(Rule{Annotations: map[string]bool{"destructiveHint": true}}), "mcp__github__add", Ask},
		{"no hint is nothing to leave", allow(Rule{Annotations: map[string]bool{"readOnlyHint": false}}), "mcp__github__delete_repo", Ask},
		{"approved once for all", Policy{Approved: []string{"mcp__github__delete_repo"}}, "mcp__github__delete_repo", Allow},
		{"approval is of the very name", Policy{Approved: []string{"mcp__github__Delete_Repo"}}, "mcp__github__delete_repo", Ask},
		{"approval answers no denial", Policy{Rules: []Rule{{Do: Deny}}, Approved: []string{"mcp__github__delete_repo"}}, "mcp__github__delete_repo", Deny},
		{"the first rule decides", Policy{Rules: []Rule{{Name: "delete_repo", Do: Allow}, {Do: Deny}}}, "mcp__github__delete_repo", Allow},
	} {
		e, _ := s.Registry.Lookup(x.name)
		if got := x.policy.decide(subject{x.name, e}); got.Verdict != x.want || got.why == "" {
			t.Errorf("%s: %s (%s), want %s", x.shows, got.Verdict, got.why, x.want)
		}
	}
}

// TestToolAnswersError shows the status of a tool that answers with an error itself.
func TestToolAnswersError(t *testing.T) {
	line := Line{Session: engine.Register(policyCatalog()).Session(engine.Documented(), engine.Scope{}, nil), Policy: Policy{Rules: []Rule{{Do: Allow}}}}
	for text, want := range map[string]Status{`{"error": "no"}`: Failed, `{"error": ""}`: OK, `{"error": 0}`: OK, `["error"]`: OK, `oops`: OK, `{}`: OK} {
		p := line.Begin(planner.Call{Name: "mcp__secret__read", Arguments: "{}"})
		p.Run(context.Background(), func(context.Context, *engine.Entry, py.Object) (string, error) { return text, nil })
		if p.Status != want {
			t.Errorf("%s: %s", text, p.Status)
		}
	}
}

// FuzzNothingSlipsPast tries calls of any spelling against a scope, a denial and a
// question. What runs must be a tool of the session by its own name, not denied, and
// approved where a question is due.
func FuzzNothingSlipsPast(f *testing.F) {
	for _, name := range []string{"mcp__github__delete_repo", "mcp__secret__read", "terminal", "tool_call", "web_search", "mcp__github__Get_Repo"} {
		for _, spelling := range []string{name, " " + name + "\u00a0", strings.ToUpper(name), strings.ReplaceAll(name, "__", "::"), name + "\u200b", "connectors__" + name,
			strings.TrimPrefix(name, "mcp__"), "\u202e" + name, strings.ReplaceAll(name, "e", "е")} {
			inner := py.Compact(py.Object{{Key: "name", Value: spelling}, {Key: "arguments", Value: py.Object{}}})
			f.Add(spelling, "{}")
			f.Add("tool_call", inner)
			f.Add("tool_call", `{"calls": [`+inner+`]}`)
			f.Add("tool_call", `{"calls": "[`+strings.ReplaceAll(inner, `"`, `\"`)+`"}`)
			f.Add("tool_call", `{"name": "`+spelling+`", "calls": "[{\"arguments\": {}"}`)
			f.Add("tool_call", `{"name": "tool_call", "arguments": `+inner+`}`)
		}
	}
	registry := engine.Register(policyCatalog())
	policy := Policy{Rules: []Rule{{Name: "DELETE_*", Do: Deny}, {Name: "terminal", Do: Ask}}}
	var lines []Line
	for _, rules := range engine.Generations() {
		s := registry.Session(rules, engine.Scope{Disable: []string{"secret"}}, rules.DefaultDefer)
		for _, parallel := range []bool{false, true} {
			lines = append(lines, Line{Session: s, Config: engine.DefaultConfig(rules), Policy: policy, Parallel: parallel})
		}
	}
	f.Fuzz(func(t *testing.T, name, args string) {
		for _, line := range lines {
			p := line.Begin(planner.Call{Name: name, Arguments: args})
			ran := ""
			p.Run(context.Background(), func(_ context.Context, e *engine.Entry, _ py.Object) (string, error) {
				ran = e.Name
				return "{}", nil
			})
			if ran != "" && ran != "web_search" && ran != "mcp__github__Get_Repo" {
				t.Fatalf("%s %s runs %s unasked", name, args, ran)
			}
			if p.Asks == p.Done {
				t.Fatalf("%s %s: asks %v, done %v", name, args, p.Asks, p.Done)
			}
			if p.Entry != nil && (p.Entry.Label == "secret" || slices.ContainsFunc(p.Steps, func(s Step) bool { return s.Name != p.Entry.Name })) {
				t.Fatalf("%s %s: %+v", name, args, p.Steps)
			}
			p.Approve()
			p.Run(context.Background(), func(_ context.Context, e *engine.Entry, _ py.Object) (string, error) {
				if e.Name == "mcp__github__delete_repo" {
					t.Fatalf("%s %s runs what is denied", name, args)
				}
				return "{}", nil
			})
			if !p.Done || p.Reply.Text == "" {
				t.Fatalf("%s %s has not ended: %+v", name, args, p)
			}
		}
	})
}
