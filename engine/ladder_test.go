package engine

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// rungAt returns the rung that a budget stands on.
func rungAt(rungs []Rung, budget int) Rung {
	i := len(rungs) - 1
	for rungs[i].From > budget {
		i--
	}
	return rungs[i]
}

// checkLadder compares a ladder with the listing planned for every single budget.
func checkLadder(t *testing.T, groups []Group) {
	t.Helper()
	rungs := Ladder(groups)
	if rungs[0].From != 0 {
		t.Fatalf("begins at %d", rungs[0].From)
	}
	for budget := range rungs[len(rungs)-1].From + 3 {
		r, l := rungAt(rungs, budget), PlanListing(groups, budget)
		var collapsed []string
		for i, s := range l.States {
			if s == ShownSummary {
				collapsed = append(collapsed, groups[i].Label)
			}
		}
		slices.Sort(collapsed)
		if r.Form != l.Form || r.Tokens != l.Tokens || !slices.Equal(slices.Sorted(slices.Values(r.Collapsed)), collapsed) {
			t.Fatalf("budget %d: rung %+v, listing %s of %d tokens with %v collapsed", budget, r, l.Form, l.Tokens, collapsed)
		}
	}
}

// TestLadder checks the ladders of random catalogs, some of whose groups are so
// small that their summary is longer than their names.
func TestLadder(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 60 {
		var deferred []*Entry
		for g := range r.IntN(7) {
			for i := range 1 + r.IntN(1+r.IntN(12)) {
				deferred = append(deferred, &Entry{Name: fmt.Sprintf("t%d", i), Label: fmt.Sprintf("g%d", g), Short: "Does it."[:r.IntN(9)]})
			}
		}
		checkLadder(t, groupsOf(deferred))
	}
}

// TestRecordedLadder checks that the ladder of a real catalog gives each recorded
// listing.
func TestRecordedLadder(t *testing.T) {
	for _, set := range []string{"live/github-mcp-server", "all-live"} {
		rules := Documented()
		s := Register(Catalog{Servers: readSet(t, set)}).Session(rules, Scope{}, rules.DefaultDefer)
		rungs := Ladder(s.Groups)
		for i, r := range rungs {
			if l := PlanListing(s.Groups, r.From); l.Form != r.Form || l.Tokens != r.Tokens {
				t.Errorf("%s at %d: %s of %d tokens, the rung says %+v", set, r.From, l.Form, l.Tokens, r)
			}
			if i == 0 {
				continue
			}
			if l, below := PlanListing(s.Groups, r.From-1), rungs[i-1]; l.Form != below.Form || l.Tokens != below.Tokens {
				t.Errorf("%s below %d: %s of %d tokens, the rung says %+v", set, r.From, l.Form, l.Tokens, below)
			}
		}
	}
}
