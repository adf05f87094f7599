package ui

import (
	"testing"

	"findable/engine"
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
