package ui

import (
	"strings"
	"testing"

	"findable/ui/layout"
	"findable/ui/uitest"
)

// TestSides keeps a state, changes knobs, scope and query, and reads what differs;
// swapping goes there and back.
func TestSides(t *testing.T) {
	d, a := withCases(t, "default", 120, 36)
	d.Press("6")
	wantOnScreen(t, d, "Nothing is kept as A yet")
	d.Press("/")
	d.Type("create an issue")
	d.Press("esc", "A", "6")
	wantOnScreen(t, d, "Nothing: the model gets the same bytes.", "vs A: 0 tok")
	before := a.in
	d.Press("v")
	to := a.in
	to.Config.ListingMaxTokens = 200
	a.change("cap", "", to)
	d.Press("j", "k")
	wantOnScreen(t, d, "generation", "documented", "latest", "listing_max_tokens", "prompt cache", "recall@limit", "vs A: ")
	after := a.in
	d.Press("s")
	if !a.in.Equal(before) || !a.comparing.a.inputs.Equal(after) {
		t.Errorf("swapped to %+v", a.in)
	}
	d.Press("s")
	if !a.in.Equal(after) {
		t.Errorf("swapped back to %+v", a.in)
	}
	if got := a.comparing.comparison(a.scene(layout.Sides)); got.Before.Assembly.TurnTokens == got.After.Assembly.TurnTokens || !strings.Contains(d.Screen(), a.styles.Glyphs.Signed(got.After.Assembly.TurnTokens-got.Before.Assembly.TurnTokens)) {
		t.Errorf("a turn costs %d and %d", got.Before.Assembly.TurnTokens, got.After.Assembly.TurnTokens)
	}
}

// TestSidesFrames draws the view at all sizes.
func TestSidesFrames(t *testing.T) {
	d, a := withCases(t, "awkward", 120, 36)
	d.Press("A", "/")
	d.Type("create; list")
	d.Press("esc", "v", "6")
	for _, p := range []layout.Pane{layout.Sides, layout.Changes} {
		a.setFocus(p)
		d.Press("G")
		for w := 1; w < 220; w += 9 {
			for h := 1; h < 60; h += 7 {
				d.Resize(w, h)
				if err := uitest.CheckFrame(a.View(), w, h); err != nil {
					t.Fatal(err)
				}
			}
		}
		d.Resize(120, 36)
	}
}
