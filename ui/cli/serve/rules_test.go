package serve

import (
	"context"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"findable/engine"
	"findable/engine/pipeline"
	"findable/engine/py"
)

// lets is an Execute that runs what a rule allows and nothing else, and tells of it.
func lets(ran func(Call)) Execute {
	return func(_ context.Context, c Call) (*mcp.CallToolResult, string, error) {
		if !c.Allowed {
			return nil, "nobody has allowed it", nil
		}
		ran(c)
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "ran " + c.Tool.Name + " " + py.Compact(c.Arguments)}}}, "", nil
	}
}

// What a rule denies goes nowhere, under whatever name it is called; what a hook
// changes arrives changed, and repaired after that; what no rule allows is not run.
func TestRules(t *testing.T) {
	for _, rules := range engine.Generations() {
		s := New(catalog(rules, nil, engine.Scope{}), Options{Execute: lets(func(Call) {}), Policy: pipeline.Policy{Rules: []pipeline.Rule{
			{Name: "CREATE_*", Do: pipeline.Deny, Why: "it is frozen"},
			{Name: "post_*", Hook: true, Set: py.Object{{Key: "channel", Value: "quiet"}}},
			{Name: "tool_7", Hook: true, Do: pipeline.Deny},
			{Name: "tool_describe", Do: pipeline.Deny},
			{Name: "post_*", Do: pipeline.Allow},
			{Name: "read_file", Do: pipeline.Deny},
		}}})
		client := join(t, s, nil)
		for _, q := range [][3]string{
			{"tool_call", `{"name":"mcp__github__create_issue","arguments":{"title":["x"]}}`, "A guardrail does not allow this call: it is frozen."},
			{"tool_call", `{"name":" mcp__github__create_issue ","arguments":{"title":["x"]}}`, "A guardrail does not allow this call: it is frozen."},
			{"tool_call", `{"name":"mcp__slack__tool_7","arguments":{"x":["x"]}}`, "A hook does not allow this call."},
			{"tool_call", `{"name":"mcp__slack__post_message","arguments":{"channel":["loud"]}}`, `ran mcp__slack__post_message {"channel":["quiet"]}`},
			{"tool_call", `{"name":"mcp__slack__tool_8","arguments":{"x":["x"]}}`, "nobody has allowed it"},
			{"tool_describe", `{"names":["mcp__slack__tool_8"]}`, "A guardrail does not allow this call."},
			{"read_file", `{"path":["x"]}`, "A guardrail does not allow this call."},
		} {
			reply, isError := ask(t, client, q[0], q[1])
			if !strings.Contains(reply, q[2]) || isError != strings.Contains(q[2], "does not allow") {
				t.Errorf("%s: %s %s says %s", rules.Name, q[0], q[1], reply)
			}
		}
	}
}

// FuzzServed calls a server under any name with any arguments. Only the one tool that
// a rule allows ever runs, in scope, and only with what its hook set.
func FuzzServed(f *testing.F) {
	for _, name := range []string{"mcp__github__create_issue", "mcp__github__list_issues", "mcp__slack__post_message", "read_file", "tool_call"} {
		for _, spelling := range []string{name, " " + name + "\u00a0", strings.ToUpper(name), name + "\u200b", strings.TrimPrefix(name, "mcp__"), strings.ReplaceAll(name, "e", "е")} {
			inner := py.Compact(py.Object{{Key: "name", Value: spelling}, {Key: "arguments", Value: py.Object{{Key: "title", Value: "x"}, {Key: "repo", Value: "y"}, {Key: "channel", Value: "z"}}}})
			f.Add(spelling, "{}")
			f.Add("tool_call", inner)
			f.Add("tool_call", `{"calls": [`+inner+`]}`)
			f.Add("tool_call", `{"name": "tool_call", "arguments": `+inner+`}`)
		}
	}
	policy := pipeline.Policy{Rules: []pipeline.Rule{{Name: "create_*", Do: pipeline.Deny}, {Name: "list_*", Hook: true, Set: py.Object{{Key: "mark", Value: "set"}}}, {Name: "list_*", Do: pipeline.Allow}}}
	var ran []Call
	var servers []*Server
	for _, rules := range engine.Generations() {
		w := catalog(rules, nil, engine.Scope{Disable: []string{"slack"}})
		servers = append(servers, New(w, Options{Policy: policy, Execute: lets(func(c Call) { ran = append(ran, c) })}))
	}
	f.Fuzz(func(t *testing.T, name, text string) {
		v, err := py.Parse([]byte(text))
		args, ok := v.(py.Object)
		if err != nil || !ok {
			return
		}
		for _, s := range servers {
			ran = nil
			_, _ = s.answer(context.Background(), &Arrival{Name: name, Arguments: args})
			for _, c := range ran {
				if c.Tool.Name != "mcp__github__list_issues" || c.Arguments.Text("mark") != "set" {
					t.Fatalf("%s %s runs %s with %s", name, text, c.Tool.Name, py.Compact(c.Arguments))
				}
			}
		}
	})
}
