package why

import (
	"math"
	"slices"
	"strings"
	"testing"

	"findable/engine"
	"findable/engine/eval"
	"findable/engine/py"
)

// repairOf returns the repair whose change holds some words.
func repairOf(t *testing.T, w World, j Journey, words string) Repair {
	t.Helper()
	for r := range w.Repairs(t.Context(), j) {
		if strings.Contains(r.Change, words) {
			return r
		}
	}
	t.Fatalf("%q of %s: no repair %q", j.Query, j.Name, words)
	return Repair{}
}

// TestEffect holds repairs against cases: one that is mended, one that stays, one
// that is lost to the repair.
func TestEffect(t *testing.T) {
	wants := func(query, tool string) eval.Case {
		return eval.Case{Query: query, Expect: []eval.Want{{Name: tool, Grade: 1}}}
	}
	cases := []eval.Case{wants("message", "postMessage"), wants("invite", "mcp__chat__invite"), wants("archive", "archive_b"), wants("nobody", "not_loaded")}
	w := world(office(), engine.Documented(), func(c *engine.Config, _ *engine.Scope) { c.SearchDefaultLimit = 2 })
	post, err := w.Explain("postMessage", "post message")
	if err != nil {
		t.Fatal(err)
	}
	rooms, err := w.Explain("list_rooms", "archive")
	if err != nil {
		t.Fatal(err)
	}
	hit, err := w.Explain("archive_h", "archive")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		repair              Repair
		better, worse, same int
	}{
		{repairOf(t, w, post, "name it post_message"), 0, 0, 4}, // the fallback found it before
		{repairOf(t, w, post, "write postmessage"), 0, 0, 4},
		{repairOf(t, w, rooms, "keep it eager"), 0, 0, 4},
		{repairOf(t, w, hit, "keep its whole server eager"), 0, 0, 1}, // three of the wanted are then seen unasked
	} {
		got, err := c.repair.Effect(t.Context(), w, cases)
		if err != nil || got.Better != c.better || got.Worse != c.worse || got.Same != c.same {
			t.Errorf("%s: %d better, %d worse, %d the same (%v); want %d, %d, %d", c.repair.Change, got.Better, got.Worse, got.Same, err, c.better, c.worse, c.same)
		}
	}
	set := py.Object{{Key: "description", Value: "archive archive archive"}}
	edit := engine.Edit{Toolset: "mcp-chat", Tool: "archive_h", Set: set}
	crowding := Repair{Kind: ToolRepair, After: w.with([]engine.Edit{edit})}
	if got, err := crowding.Effect(t.Context(), w, cases); err != nil || got.Worse != 1 {
		t.Errorf("a tool that crowds another out: %d worse (%v)", got.Worse, err)
	}
}

// TestMargins: what puts one tool before another adds up to the difference of their
// scores, and comes in order.
func TestMargins(t *testing.T) {
	w := world(city(), engine.Documented(), limit(1))
	for _, query := range []string{"repository issue", "issue issue repository", "create a pull request", "comment comment on an issue of a repository"} {
		j, err := w.Explain("fork", query)
		if err != nil {
			t.Fatal(err)
		}
		rival, ok := w.Rival(j)
		own, _ := w.Explanation(j)
		if !ok {
			t.Fatalf("%q: no rival", query)
		}
		margins, sum := Margins(rival.Explanation, own), 0.0
		for _, m := range margins {
			sum += m.By
		}
		if math.Abs(sum-(rival.Score-own.Score)) > 1e-9 || !slices.IsSortedFunc(margins, func(a, b Margin) int { return int(math.Copysign(1, b.By-a.By)) }) {
			t.Errorf("%q: %v add up to %g, not %g", query, margins, sum, rival.Score-own.Score)
		}
	}
}

// TestNear offers the nearest names of one that no tool has.
func TestNear(t *testing.T) {
	w := world(city(), engine.Documented(), nil)
	for name, want := range map[string]string{"create_isue": "mcp__github__create_issue", "mcp__github__forc": "mcp__github__fork",
		"createIssue": "mcp__github__create_issue", "mcp_github_fork": "mcp__github__fork", "qqqqqqq": "", "drop_notes": ""} {
		j, err := w.Explain(name, "x")
		if err != nil {
			t.Fatal(err)
		}
		if j.Verdict != NotLoaded || (want == "") != (len(j.Near) == 0) || want != "" && j.Near[0] != want {
			t.Errorf("%s: %s, near %v; want %s", name, j.Verdict, j.Near, want)
		}
	}
}

// TestOrder: of each kind the smallest change comes first, and no two queries have
// the same words.
func TestOrder(t *testing.T) {
	w := world(city(), engine.Latest(), limit(2))
	for _, query := range []string{"repos of an isue", "list repository repos", "send whoever issue", "create gmail issue", "消息 issue"} {
		for _, name := range []string{"fork", "create_issue", "incident_f", "createTicket"} {
			j, err := w.Explain(name, query)
			if err != nil {
				t.Fatal(err)
			}
			size := map[Kind]int{}
			var queries []string
			for r := range w.Repairs(t.Context(), j) {
				if last, met := size[r.Kind]; met && r.size < last {
					t.Errorf("%q of %s: %s comes late", query, name, r.Change)
				}
				size[r.Kind] = r.size
				if r.Kind != QueryRepair || strings.HasPrefix(r.Query, "mcp__") {
					continue
				}
				terms := slowTokens(r.Query)
				slices.Sort(terms)
				if key := strings.Join(terms, " "); slices.Contains(queries, key) {
					t.Errorf("%q of %s: %s twice", query, name, key)
				} else {
					queries = append(queries, key)
				}
			}
		}
	}
}

// TestFurtherRepairs asks for the repairs that need a catalog of their own.
func TestFurtherRepairs(t *testing.T) {
	for _, c := range []struct {
		rules       engine.Rules
		change      func(*engine.Config, *engine.Scope)
		tool, query string
		want        string
	}{
		{engine.Documented(), nil, "calendar_create", "meeting", `add English beside "创建日历事件并邀请参与者…", which search passes over, to its description: meeting`},
		{engine.Documented(), hidden(1), "create_issue", "issue", "keep its whole server eager"},
		{engine.Latest(), nil, "todo_list", "incident", "take it out of the key defer"},
		{engine.Latest(), nil, "fork", "fork a repositry", "write repository for repositry: repositry is in no tool, repository in 4"},
		{engine.Latest(), nil, "fork", "fork a repo", "write repository for repo: repo is in no tool, repository in 4"},
		{engine.Latest(), nil, "merge_pull_request", "merge an isue", "leave isue out"},
	} {
		w := world(city(), c.rules, c.change)
		j, err := w.Explain(c.tool, c.query)
		if err != nil {
			t.Fatal(err)
		}
		repairOf(t, w, j, c.want)
	}
}
