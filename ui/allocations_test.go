package ui

import (
	"runtime"
	"testing"

	"github.com/muesli/termenv"

	"findable/themes"
	"findable/ui/cell"
	"findable/ui/style"
	"findable/ui/term"
	"findable/ui/uitest"
)

// colouredApp runs the app in true colour, whose frames are the longest, on 200 × 50
// cells.
func colouredApp(t *testing.T, src Source) (*uitest.Driver, *App) {
	t.Helper()
	theme, err := themes.Named(themes.Default, true)
	if err != nil {
		t.Fatal(err)
	}
	clock := uitest.NewClock()
	a := New(src, inputs(), style.New(theme, termenv.TrueColor, cell.Unicode), clock)
	return uitest.NewDriver(t, a, clock, 200, 50), a
}

// TestAllocations holds what a key costs in memory on the large sample: 300
// allocations at the most where the frame changes, with all that the key does, and
// 64 KiB for the frame.
func TestAllocations(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector allocates on its own")
	}
	search := []string{"/", "create an issue", "enter"}
	for _, tt := range []struct {
		name     string
		prepare  []string
		one, two string
	}{
		{"a move", search, "j", "k"},
		{"a knob", []string{"j", "j", "j", "j"}, "right", "left"},
		{"a letter of the query", []string{"/", "create an issu"}, "e", "backspace"},
		{"another pane", nil, "tab", "shift+tab"},
		{"another server", []string{"tab"}, "j", "k"},
		{"the listing scrolled", []string{"2"}, "j", "k"},
		{"the map", []string{"4"}, "down", "up"},
		{"a knob of the cost", []string{"8", "tab", "tab", "tab", "tab"}, "right", "left"},
		{"the cache", []string{"8", "tab", "tab", "tab"}, "j", "k"},
		{"help", []string{"?"}, "down", "up"},
		{"a letter of the palette", []string{":", "set threshold"}, "_", "backspace"},
		{"a tool scrolled", append(search, "i"), "j", "k"},
	} {
		d, a := colouredApp(t, sample(t, "default"))
		d.Press(tt.prepare...)
		one, two := term.Key(tt.one), term.Key(tt.two)
		if n := testing.AllocsPerRun(50, func() { a.Update(one); a.Update(two) }) / 2; n > 300 {
			t.Errorf("%s: %.0f allocations, want 300 at most", tt.name, n)
		}
		var bytes uint64
		const rounds = 20
		for range rounds {
			a.onKey(one)
			bytes += drawnBytes(a)
			a.onKey(two)
			bytes += drawnBytes(a)
		}
		if bytes /= 2 * rounds; bytes > 64<<10 {
			t.Errorf("%s: %d bytes for a frame, want 64 KiB at most", tt.name, bytes)
		}
	}
}

// TestAllocationsOverLiveDumps holds them for a knob where all servers of the dumps change
// with it.
func TestAllocationsOverLiveDumps(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector allocates on its own")
	}
	d, a := benchApp(t, true)
	d.Press("j", "j", "j", "j")
	one, two := term.Key("right"), term.Key("left")
	if n := testing.AllocsPerRun(50, func() { a.Update(one); a.Update(two) }) / 2; n > 300 {
		t.Errorf("%.0f allocations, want 300 at most", n)
	}
}

// drawnBytes is how many bytes are allocated to draw.
func drawnBytes(a *App) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	a.draw()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestFramesCostTheSameInLargeCatalogs draws all panes anew over ten times as many
// tools: it takes no more allocations.
func TestFramesCostTheSameInLargeCatalogs(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector allocates on its own")
	}
	few, many := made(3300), made(33000)
	for _, keys := range [][]string{{"/", "create an issue", "enter"}, {"tab", "right", "G"}, {"2", "G"}} {
		var cost [2]float64
		for i, src := range []Source{few, many} {
			d, a := colouredApp(t, src)
			d.Press(keys...)
			cost[i] = testing.AllocsPerRun(20, func() { clear(a.drawn); a.draw() })
		}
		if cost[1] > 1.2*cost[0] {
			t.Errorf("after %v a frame takes %.0f allocations over 33,000 tools, %.0f over 3,300", keys, cost[1], cost[0])
		}
	}
}
