package ui

import (
	"strings"
	"testing"

	"findable/ui/cell"
	"findable/ui/uitest"
)

// TestKnobTextsFit holds what a knob says of itself to the room there is at
// 120×36: two lines and one, 39 cells wide.
func TestKnobTextsFit(t *testing.T) {
	const w = 39
	for _, k := range knobs {
		if n := len(cell.Wrap(k.about, w)); n > 2 {
			t.Errorf("%s: %q takes %d lines", k.key, k.about, n)
		}
		if cell.Width(k.span) > w {
			t.Errorf("%s: %q is %d cells wide", k.key, k.span, cell.Width(k.span))
		}
	}
}

// TestASCIIIsASCII reads every byte of every state.
func TestASCIIIsASCII(t *testing.T) {
	clock := uitest.NewClock()
	a := New(sample(t, "awkward"), inputs(), plainStyles(t, cell.ASCII), clock)
	a.clipboard = func(string) (string, error) { return "", nil }
	a.saveIn = t.TempDir()
	d := uitest.NewDriver(t, a, clock, 120, 36)
	check := func(what string) {
		t.Helper()
		if i := strings.IndexFunc(d.View(), func(r rune) bool { return r >= 0x80 }); i >= 0 {
			t.Fatalf("after %s the screen holds %q", what, []rune(d.View()[i:])[0])
		}
	}
	for range knobs {
		d.Press("j")
		check("a knob")
		d.Press("right")
		check("a turn")
	}
	for _, key := range walk {
		d.Press(key)
		check(key)
	}
	for _, keys := range []string{"?", "!", ":", "r", "i"} {
		d.Press("esc", "esc", "/", "create an issue", "enter", keys)
		check(keys)
	}
	d.Resize(30, 8)
	check("a small screen")
}
