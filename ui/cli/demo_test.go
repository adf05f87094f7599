package cli

import (
	"context"
	"strings"
	"testing"

	"findable/engine"
	"findable/engine/py"
	samples "findable/sample-catalogs"
)

// TestWalkthroughsHit plays what ships under both generations. The first one finds a
// GitHub issue and a Slack message in one tool_search with two queries, each by the
// engine's own ranking, and all that it calls goes through.
func TestWalkthroughsHit(t *testing.T) {
	for _, rules := range engine.Generations() {
		first := callJSON(t, "demo", "--json", "--generation", rules.Name)
		calls := list(list(first, "turns")[0].(py.Object), "calls")
		reply, err := py.Parse([]byte(calls[0].(py.Object).Text("reply")))
		if err != nil || len(calls) != 1 {
			t.Fatalf("%s: %d calls, %v", rules.Name, len(calls), err)
		}
		results := list(reply.(py.Object), "results")
		for i, want := range []string{"mcp__github__create_issue", "mcp__slack__send_message"} {
			if matches := list(results[i].(py.Object), "matches"); len(matches) == 0 || matches[0] != py.Value(want) {
				t.Errorf("%s: query %d finds %v, want %s first", rules.Name, i+1, matches, want)
			}
		}
		for _, turn := range list(first, "turns") {
			for _, c := range list(turn.(py.Object), "calls") {
				if o := c.(py.Object); o.Text("status") != "ok" || strings.Contains(o.Text("reply"), "dry_run") {
					t.Errorf("%s: %s ends %s: %s", rules.Name, o.Text("name"), o.Text("status"), o.Text("reply"))
				}
			}
		}
		if number(first, "saved") < 600_000 {
			t.Errorf("%s: saves %d tokens of a catalog of 354,000", rules.Name, number(first, "saved"))
		}
	}
	all, err := walkthroughs(context.Background())
	if err != nil || len(all) != 2 || len(samples.Walkthroughs()) != 2 {
		t.Fatalf("%d walkthroughs, %v", len(all), err)
	}
	for _, w := range all {
		if w.Title == "" || w.About == "" || len(w.Steps) < 3 {
			t.Errorf("%s lacks something: %+v", w.Name, w)
		}
	}
}
