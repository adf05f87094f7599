package ui

import (
	"slices"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"findable/ui/layout"
)

func TestMouse(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	place, _ := func() (layout.Place, bool) { r := a.rects(); return r.Find(layout.Servers) }()
	in := place.Inner()
	d.Send(tea.MouseMsg{X: in.X + 5, Y: in.Y + 2, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
	if r, _ := a.servers.current(); a.focus() != layout.Servers || r.origin.label != "github" {
		t.Errorf("a click on the second server focuses %s and selects %s", a.focus(), r.origin.label)
	}
	d.Send(tea.MouseMsg{X: in.X + 1, Y: in.Y + 2, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
	if !a.servers.open["github"] {
		t.Error("a click on the fold does not open it")
	}
	place, _ = func() (layout.Place, bool) { r := a.rects(); return r.Find(layout.Config) }()
	in = place.Inner()
	for i, k := range knobs {
		if k.key != "threshold_pct" {
			continue
		}
		s := a.scene(layout.Config)
		from, w, _ := sliderCells(s, k)
		d.Send(tea.MouseMsg{X: in.X + from + w - 1, Y: in.Y + i, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
		if a.in.Config.ThresholdPct != 100 {
			t.Errorf("the right end of the slider gives %v", a.in.Config.ThresholdPct)
		}
	}
}

// TestDrag holds a slider while the mouse wanders off.
func TestDrag(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	rects := a.rects()
	place, _ := rects.Find(layout.Config)
	in := place.Inner()
	i := slices.IndexFunc(knobs, func(k knob) bool { return k.key == "listing_max_tokens" })
	from, w, _ := sliderCells(a.scene(layout.Config), knobs[i])
	mouse := func(action tea.MouseAction, x, y int) {
		d.Send(tea.MouseMsg{X: in.X + x, Y: in.Y + y, Button: tea.MouseButtonLeft, Action: action})
	}
	at := func(want int) {
		t.Helper()
		if got := a.in.Config.ListingMaxTokens; got != want {
			t.Errorf("listing_max_tokens is %d, want %d", got, want)
		}
	}
	mouse(tea.MouseActionPress, from+w-1, i)
	at(60000)
	mouse(tea.MouseActionMotion, from-3, i+4)
	at(200)
	mouse(tea.MouseActionMotion, from+w+40, 20)
	at(60000)
	if a.focus() != layout.Config {
		t.Errorf("the focus has gone to %s", a.focus())
	}
	mouse(tea.MouseActionMotion, from, i)
	mouse(tea.MouseActionRelease, from, i)
	mouse(tea.MouseActionMotion, from+w-1, i)
	at(200)
	mouse(tea.MouseActionPress, 3, i) // beside the slider
	mouse(tea.MouseActionMotion, from+w-1, i)
	at(200)
	if d.Press("u"); a.in.Config.ListingMaxTokens != inputs().Config.ListingMaxTokens {
		t.Errorf("a drag is not one step: undone to %d", a.in.Config.ListingMaxTokens)
	}
}
