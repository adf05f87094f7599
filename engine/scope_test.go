package engine

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"findable/engine/py"
)

func TestScopeContains(t *testing.T) {
	for _, c := range []struct {
		shows   string
		scope   Scope
		toolset string
		want    bool
	}{
		{"no scope", Scope{}, "mcp-github", true},
		{"enabled by the server's name", Scope{Enable: []string{"github"}}, "mcp-github", true},
		{"enabled by the toolset's name", Scope{Enable: []string{"mcp-github"}}, "mcp-github", true},
		{"another is enabled", Scope{Enable: []string{"github"}}, "mcp-gitlab", false},
		{"a plugin of that name", Scope{Enable: []string{"github"}}, "github", true},
		{"names are exact", Scope{Enable: []string{"GitHub"}}, "mcp-github", false},
		{"disabled", Scope{Disable: []string{"github"}}, "mcp-github", false},
		{"disabled wins", Scope{Enable: []string{"github"}, Disable: []string{"mcp-github"}}, "mcp-github", false},
		{"the core is in scope unless disabled", Scope{Enable: []string{"github"}}, CoreToolset, true},
		{"the core disabled", Scope{Disable: []string{CoreToolset}}, CoreToolset, false},
		{"tools of no toolset always are", Scope{Enable: []string{"github"}, Disable: []string{""}}, "", true},
	} {
		if got := c.scope.Contains(c.toolset); got != c.want {
			t.Errorf("%s: %v", c.shows, got)
		}
	}
}

// TestOutOfScope tries to get at tools outside random scopes in every way the
// session has.
func TestOutOfScope(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	toolsets := []string{"core", "crm", "desktop_ui", "my notes", "mcp-tracker", "Mail-Box", "mcp-x", "mcp-crm"}
	some := func() []string {
		var out []string
		for _, name := range toolsets {
			if rng.IntN(3) == 0 {
				out = append(out, name)
			}
		}
		return out
	}
	outside := 0
	for range 80 {
		registry := Register(randomCatalog(rng))
		for _, rules := range Generations() {
			scope := Scope{Enable: some(), Disable: some()}
			if rng.IntN(2) == 0 {
				scope.Enable = nil
			}
			s := registry.Session(rules, scope, rules.DefaultDefer)
			config := DefaultConfig(rules)
			for _, e := range registry.Entries {
				if inScope := slowContains(scope, e.Toolset); !inScope {
					outside++
					tryToReach(t, s, config, e)
				} else if !slices.Contains(s.Visible, e) && !slices.Contains(s.Deferred, e) {
					t.Fatalf("%s of %q is in scope and in neither list", e.Name, e.Toolset)
				}
			}
		}
	}
	if outside < 500 {
		t.Errorf("only %d tools were out of scope", outside)
	}
}

func slowContains(scope Scope, toolset string) bool {
	named := func(list []string) bool {
		return slices.Contains(list, toolset) || slices.Contains(list, strings.TrimPrefix(toolset, "mcp-"))
	}
	return toolset == "" || !named(scope.Disable) && (toolset == "core" || len(scope.Enable) == 0 || named(scope.Enable))
}

func tryToReach(t *testing.T, s *Session, config Config, e *Entry) {
	t.Helper()
	if slices.Contains(s.Visible, e) || slices.Contains(s.Deferred, e) {
		t.Fatalf("%s is visible or deferred", e.Name)
	}
	listing := PlanListing(s.Groups, 1<<30).Text()
	for line := range strings.Lines(listing) {
		if name, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimRight(line, "\n"), "- "), ": "); name == e.Name {
			t.Fatalf("%s is listed:\n%s", e.Name, listing)
		}
	}
	queries := py.List{e.Name, e.Description() + " x", e.Name[len(e.Name)/2:]}
	for _, r := range s.ToolSearch(config, py.Object{{Key: "queries", Value: queries}, {Key: "limit", Value: py.Int(50)}}).Results {
		for _, h := range r.Hits {
			if h.Entry == e {
				t.Fatalf("%q finds %s", r.Query, e.Name)
			}
		}
	}
	reply := parseJSON(t, []byte(s.ToolDescribe(py.Object{{Key: "names", Value: e.Name}}).Text))
	if object(at(reply, "tools")).Has(e.Name) {
		t.Fatalf("%s is described: %s", e.Name, py.Compact(reply))
	}
	call := s.ResolveCall(py.Object{{Key: "name", Value: e.Name}, {Key: "arguments", Value: py.Object{}}})
	want := NotDeferrable
	if s.Class(e).Deferrable() {
		want = OutOfScope
	}
	if call.InScope || call.Error.Kind != want {
		t.Fatalf("%s: calling it gives %q, want %q", e.Name, call.Error.Kind, want)
	}
}
