package ui

import (
	"strings"
	"testing"

	"findable/engine/why"
	"findable/ui/layout"
)

// TestWhy asks why a tool is not found, and tries every change that is offered:
// each makes it found, or seen, and each is undone as one step.
func TestWhy(t *testing.T) {
	for i, query := range []string{"create an issue", "zzqx ticket", "天気", "send it and merge the pull request", "create an issue and a page"} {
		name, every := "small", 3
		if i == 0 {
			name, every = "default", 400
		}
		d, a := start(t, name, 120, 36)
		d.Press("/")
		d.Type(query)
		d.Press("enter")
		for i, e := range a.d.session.Deferred {
			if i%every > 0 {
				continue
			}
			a.target(e.Name)
			d.Press("3")
			before := a.in
			x := a.d.answer(a.src, a.in)
			found, done := a.repairs.found(a.scene(layout.Repairs))
			if !done || (x.journey.Verdict == why.Found) != (len(found) == 0) && x.journey.Entry != nil && x.journey.Verdict == why.Found {
				t.Fatalf("%s: %s, done %v, %d repairs", e.Name, x.journey.Verdict, done, len(found))
			}
			for i, r := range found {
				d.Press("g")
				for range i {
					d.Press("j")
				}
				d.Press("enter")
				now := a.d.answer(a.src, a.in)
				seen := r.RankAfter == 0 && (strings.Contains(a.d.assembly.Listing.Text(), r.Name) || now.journey.Verdict == why.AlwaysVisible)
				if now.journey.Verdict != why.Found && !seen || r.RankAfter > 0 && now.journey.Rank != r.RankAfter {
					t.Errorf("%q for %s: %q gives %s at rank %d, said %d", query, e.Name, r.Change, now.journey.Verdict, now.journey.Rank, r.RankAfter)
				}
				for range 20 {
					if a.in.Equal(before) {
						break
					}
					d.Press("u")
				}
				if !a.in.Equal(before) {
					t.Fatalf("%q is not undone: %+v", r.Change, a.in)
				}
			}
		}
	}
}

// TestChooseTarget chooses the tool by a part of its name, and asks for one that
// is not there.
func TestChooseTarget(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	d.Press("3", "w")
	d.Type("merge_pull")
	d.Press("enter")
	if !strings.Contains(a.in.Target, "merge_pull") {
		t.Fatalf("target %q", a.in.Target)
	}
	d.Press("w")
	d.Type("rotate_the_key")
	wantOnScreen(t, d, "ask for rotate_the_key all the same")
	d.Press("enter")
	wantOnScreen(t, d, "there is no such tool", "no tool has that name", "FAIL")
	d.Press("u")
	if !strings.Contains(a.in.Target, "merge_pull") {
		t.Errorf("undone to %q", a.in.Target)
	}
}

// TestStaleRepairs drops repairs of a question that has changed.
func TestStaleRepairs(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	a.target(a.d.session.Deferred[0].Name)
	d.Press("3")
	was, before := a.dropped, len(a.repairing.found)
	late := &repairRun{}
	late.found.Store(&[]tried{{}, {}, {}})
	d.Send(repairedMsg{run: late})
	if found, _ := a.repairs.found(a.scene(layout.Repairs)); len(found) != before || a.dropped != was+1 {
		t.Errorf("%d repairs, %d before, %d dropped", len(found), before, a.dropped-was)
	}
}

// TestTermsAddUp checks that the contributions shown for a miss add up to the score
// shown, to the last digit that is printed.
func TestTermsAddUp(t *testing.T) {
	d, a := start(t, "small", 200, 50)
	d.Press("/")
	d.Type("create an issue in the project")
	d.Press("enter")
	for _, e := range a.d.session.Deferred {
		a.target(e.Name)
		x := a.d.answer(a.src, a.in)
		own, ok := x.world.Explanation(x.journey)
		sum := 0.0
		for _, c := range own.Terms {
			sum += c.Value
		}
		if ok && sum != own.Score {
			t.Errorf("%s: %v, not %v", e.Name, sum, own.Score)
		}
		if x.journey.Rank > 0 && !x.journey.Result.Fallback && x.journey.Result.Hits[x.journey.Rank-1].Score != own.Score {
			t.Errorf("%s: ranked by %v, explained as %v", e.Name, x.journey.Result.Hits[x.journey.Rank-1].Score, own.Score)
		}
	}
}
