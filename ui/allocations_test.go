package ui

import (
	"testing"

	"github.com/muesli/termenv"

	"findable/themes"
	"findable/ui/cell"
	"findable/ui/style"
	"findable/ui/uitest"
)

// TestAllocations holds what a key costs in memory, in colour at 200×50 on the
// large sample: 300 allocations at the most where the frame changes.
func TestAllocations(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector allocates on its own")
	}
	theme, err := themes.Named(themes.Default, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name     string
		prepare  []string
		one, two string
	}{
		{"a move", []string{"/", "create an issue", "enter"}, "j", "k"},
		{"a knob", []string{"j", "j", "j", "j"}, "right", "left"},
		{"a letter of the query", []string{"/", "create an issu"}, "e", "backspace"},
		{"the listing scrolled", []string{"2"}, "j", "k"},
	} {
		clock := uitest.NewClock()
		a := New(sample(t, "default"), inputs(), style.New(theme, termenv.TrueColor, cell.Unicode), clock)
		d := uitest.NewDriver(t, a, clock, 200, 50)
		d.Press(tt.prepare...)
		one, two := uitest.Key(tt.one), uitest.Key(tt.two)
		n := testing.AllocsPerRun(50, func() { a.Update(one); a.Update(two) }) / 2
		if n > 300 {
			t.Errorf("%s: %.0f allocations, want 300 at most", tt.name, n)
		}
	}
}
