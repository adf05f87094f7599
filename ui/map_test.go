package ui

import (
	"slices"
	"testing"

	"findable/engine"
	"findable/ui/cell"
	"findable/ui/layout"
	"findable/ui/uitest"
)

// TestMap takes every cell of the map: what it says is what there is then.
func TestMap(t *testing.T) {
	for _, axis := range []bool{false, true} {
		d, a := start(t, "default", 120, 36)
		d.Press("4")
		a.setFocus(layout.Grid)
		if axis {
			d.Press("a")
		}
		a.maps.build(a.scene(layout.Grid))
		for row := range a.maps.contexts {
			for col := range a.maps.columns {
				a.maps.build(a.scene(layout.Grid))
				a.maps.row, a.maps.col = min(row, len(a.maps.contexts)-1), min(col, len(a.maps.columns)-1)
				want := a.maps.cells[a.maps.row][a.maps.col]
				before := a.in
				d.Press("enter")
				got := a.d.assembly
				if got.Listing.Form != want.Rung.Form || got.Listing.Tokens != want.Rung.Tokens || got.Tier != want.Rung.Tier || got.Budget != want.Budget {
					t.Fatalf("cell %d, %d says %+v, there is %s of %d tokens, budget %+v", row, col, want, got.Listing.Form, got.Listing.Tokens, got.Budget)
				}
				if !a.in.Equal(before) {
					d.Press("u")
				}
			}
		}
	}
}

// TestLadderPane stands on every rung in turn.
func TestLadderPane(t *testing.T) {
	for _, name := range []string{"default", "small", "over-budget"} {
		d, a := start(t, name, 120, 36)
		d.Press("4", "g")
		rungs := a.d.session.Ladder(a.d.config)
		for i := len(rungs) - 1; i >= 0; i-- {
			d.Press("enter")
			got, want := a.d.assembly, rungs[i]
			if want.From <= engine.MaxListingMaxTokens && (got.Listing.Form != want.Form || got.Listing.Tokens != want.Tokens) && a.message[:4] != "the " {
				t.Errorf("%s: rung %d is %+v, there is %s of %d tokens: %s", name, i, want, got.Listing.Form, got.Listing.Tokens, a.message)
			}
			d.Press("j")
		}
	}
}

// TestRungKeys goes down and up the ladder, a rung a key, from either pane of the map.
func TestRungKeys(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	d.Press("4")
	rungs := a.d.session.Ladder(a.d.config)
	now := func() int { return engine.RungAt(rungs, a.d.assembly.Budget.Tokens) }
	first := now()
	for now() > 0 {
		at := now()
		d.Press("-")
		if now() == at { // the knobs reach no lower
			wantOnScreen(t, d, "the knobs do not reach a budget of")
			break
		}
		if now() != at-1 || a.ladder.rung(a.ladder.list.cursor) != now() {
			t.Fatalf("a rung down from %d is %d", at, now())
		}
	}
	a.setFocus(layout.Grid)
	for now() < first {
		at := now()
		if d.Press("+"); now() != at+1 || a.d.assembly.Listing.Form != rungs[at+1].Form {
			t.Fatalf("a rung up from %d is %d", at, now())
		}
	}
	d.Press("u")
	if now() != first-1 {
		t.Errorf("undo leads to rung %d", now())
	}
}

// TestMapFrames draws the view at all sizes.
func TestMapFrames(t *testing.T) {
	for _, name := range []string{"default", "core-only", "awkward"} {
		d, a := start(t, name, 120, 36)
		d.Press("4")
		for _, p := range []layout.Pane{layout.Grid, layout.Ladder} {
			a.setFocus(p)
			d.Press("a")
			for w := 1; w < 220; w += 9 {
				for h := 1; h < 60; h += 7 {
					d.Resize(w, h)
					if err := uitest.CheckFrame(a.View(), w, h); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	}
}

// TestMapModels finds every model on the map, and takes its context.
func TestMapModels(t *testing.T) {
	src := sample(t, "small")
	src.Models = []Model{{"tiny", 9_999}, {"twin", 200_000}, {"middling", 131_072}, {"other \x1b[2J twin", 200_000}}
	for _, size := range [][2]int{{200, 50}, {120, 36}, {80, 24}, {40, 12}} {
		clock := uitest.NewClock()
		a := New(src, inputs(), plainStyles(t, cell.Unicode), clock)
		d := uitest.NewDriver(t, a, clock, size[0], size[1])
		d.Press("4")
		a.setFocus(layout.Grid)
		a.maps.build(a.scene(layout.Grid))
		for _, m := range src.Models {
			a.maps.row = slices.Index(a.maps.contexts, m.Context)
			d.Press("l")
			wantOnScreen(t, d, cell.Unicode.Clean(m.Name))
			d.Press("enter")
			if a.in.Context != m.Context {
				t.Errorf("%v: %s gives a context of %d", size, m.Name, a.in.Context)
			}
		}
		for range a.maps.contexts { // all rows can be reached, and the cursor is always seen
			d.Press("k")
			from, to, top, bottom, _ := a.maps.window(a.scene(layout.Grid))
			if a.maps.row > top || a.maps.row < bottom || a.maps.col < from || a.maps.col >= to {
				t.Errorf("%v: the cursor is on %d, %d, what is seen is %d-%d, %d-%d", size, a.maps.row, a.maps.col, bottom, top, from, to)
			}
		}
	}
}

// TestLongBudgets shows budgets of seven digits whole.
func TestLongBudgets(t *testing.T) {
	clock := uitest.NewClock()
	a := New(made(60_000), inputs(), plainStyles(t, cell.Unicode), clock)
	d := uitest.NewDriver(t, a, clock, 80, 24)
	d.Press("4", "g")
	dearest := a.ladder.rungs[len(a.ladder.rungs)-1].From
	if dearest < 1_000_000 {
		t.Fatalf("the dearest rung is at %d", dearest)
	}
	wantOnScreen(t, d, " "+cell.Number(dearest)+" ")
}
