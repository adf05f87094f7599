package ui

import (
	"context"
	"strings"
	"testing"

	"findable/engine"
	"findable/engine/eval"
	"findable/engine/why"
	"findable/ui/layout"
)

// TestRepairsStream shows repairs while more are looked for, stops, and begins again
// with the next question.
func TestRepairsStream(t *testing.T) {
	d, a := start(t, "small", 120, 36)
	a.question("zzqx ticket", a.d.session.Deferred[3].Name)
	d.Press("j")
	all := a.repairing.found
	if len(all) < 3 || !a.repairing.done {
		t.Fatalf("%d repairs", len(all))
	}
	wantOnScreen(t, d, engine.Plural(len(all), "change helps", "changes help"))
	if strings.Contains(d.Screen(), "still looking") {
		t.Error("it is still looking")
	}
	ctx, stop := context.WithCancel(context.Background())
	run := &repairRun{}
	a.repairing = repairing{of: a.repairing.of, stop: stop, run: run}
	d.Press("j")
	wantOnScreen(t, d, "trying changes", "still looking", "0 found", "esc stops")
	two := all[:2]
	run.found.Store(&two)
	d.Advance(beat)
	wantOnScreen(t, d, "2 found", all[0].Change, all[1].Change)
	d.Press("enter") // what is there already can be tried
	if a.d.answer(a.src, a.in).journey.Verdict != why.Found || ctx.Err() == nil {
		t.Errorf("%q is not tried, or the old search goes on", all[0].Change)
	}
	wantOnScreen(t, d, "The query finds it", "nothing to mend")
	if strings.Contains(d.Screen(), "0 changes") {
		t.Error("no change is said to help where nothing is to be mended")
	}
	d.Press("u")
	ctx, stop = context.WithCancel(context.Background())
	a.repairing = repairing{of: a.repairing.of, stop: stop, run: run}
	d.Press("esc")
	wantOnScreen(t, d, "stopped", "2 found")
	dropped := a.dropped
	d.Send(repairedMsg{run: run})
	if ctx.Err() == nil || a.repairing.done || a.dropped != dropped+1 {
		t.Error("esc does not stop the search")
	}
}

// TestRepairsTellOfCases says of every change that is more than another query what it
// does to the cases, as the engine has it.
func TestRepairsTellOfCases(t *testing.T) {
	d, a := withCases(t, "small", 120, 36)
	a.question("zzqx ticket", a.d.session.Deferred[3].Name)
	d.Press("j")
	world := a.d.answer(a.src, a.in).world
	measured := 0
	for _, x := range a.repairing.found {
		if x.Kind == why.QueryRepair {
			if x.effect != nil {
				t.Errorf("%q is no other world, and was measured", x.Change)
			}
			continue
		}
		want, err := x.Effect(context.Background(), world, a.evaluation.cases)
		if err != nil || x.effect == nil || x.effect.Better != want.Better || x.effect.Worse != want.Worse {
			t.Errorf("%q: %+v, want %d better, %d worse (%v)", x.Change, x.effect, want.Better, want.Worse, err)
		}
		measured++
	}
	if measured == 0 {
		t.Error("no repair is held against the cases")
	}
	wantOnScreen(t, d, "13 cases", "the query only")
	before := a.repairing.run
	a.evaluation.cases = append(a.evaluation.cases, eval.Case{Query: "ticket", Expect: []eval.Want{{Name: a.in.Target, Grade: 1}}})
	a.evaluation.asked++
	d.Press("j")
	if a.repairing.run == before {
		t.Error("a new case changes nothing")
	}
}

// TestTwoKeysToTheAnswer goes from the Tune view to the answer: one key from the hits,
// two from elsewhere.
func TestTwoKeysToTheAnswer(t *testing.T) {
	for _, keys := range [][]string{{"w"}, {"tab", "w"}} {
		d, a := start(t, "default", 120, 36)
		a.setQuery("create an issue")
		focus := layout.Hits
		if len(keys) == 2 {
			focus = layout.Query
		}
		a.setFocus(focus)
		d.Press(keys...)
		if a.view != layout.Why || a.in.Target == "" {
			t.Errorf("after %v view %d asks for %q", keys, a.view, a.in.Target)
		}
		wantOnScreen(t, d, "FOUND at rank 1")
	}
}

// TestQuestionsToBeginWith offers questions where none is asked, each of them about a
// tool that its query does not find, and asks them.
func TestQuestionsToBeginWith(t *testing.T) {
	d, a := withCases(t, "default", 120, 36)
	d.Press("5", "7", "3")
	wantOnScreen(t, d, "Why does a query not find the tool that it should?", "/ types", "w chooses the tool", "finding in Audit (7)", "a case that fails", "audit: by name", "rank 6, limit 5")
	a.setFocus(layout.Repairs)
	rows := a.repairs.questions(a.scene(layout.Repairs))
	for i, row := range rows {
		d.Press("g")
		for range i {
			d.Press("j")
		}
		d.Press("enter")
		if v := a.d.answer(a.src, a.in).journey.Verdict; v == why.Found || a.in.Target != row.name {
			t.Errorf("%+v: %s of %s", row, v, a.in.Target)
		}
		d.Press("u")
		if a.in.Target != "" || a.in.Query != "" {
			t.Fatalf("not undone: %q for %q", a.in.Query, a.in.Target)
		}
	}
	d, _ = start(t, "core-only", 120, 36)
	d.Press("3")
	wantOnScreen(t, d, "Nothing is deferred")
	d, a = start(t, "default", 120, 36)
	a.target(a.d.session.Deferred[0].Name)
	d.Press("3")
	wantOnScreen(t, d, "there is no query yet: / types one")
}
