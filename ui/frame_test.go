package ui

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/muesli/termenv"

	"findable/themes"
	"findable/ui/cell"
	"findable/ui/layout"
	"findable/ui/style"
	"findable/ui/term"
	"findable/ui/uitest"
)

// walk are keys that reach every pane, overlay and state.
var walk = []string{"tab", "shift+tab", "1", "2", "3", "4", "5", "6", "8", "A", "a", "w", "m", "b", "f", "/", "esc", "j", "k", "g", "G", "ctrl+d", "ctrl+u", "pgdown", "pgup",
	"left", "right", "shift+left", "shift+right", "enter", "space", "s", "Z", "o", "L", "u", "ctrl+r", "v", "d", "D", "0",
	"F", "?", "!", ":", "r", "i", "e", "p", "x", "U", "ctrl+s", "T", "y", "Y", "f2", "create an issue", "; invoice", "天気", "zzx", "backspace", "7", "abc", "down", "up"}

// TestFrames draws every view, pane and overlay in every sample at every kind of
// size: a frame is always exactly the screen.
func TestFrames(t *testing.T) {
	sizes := uitest.Sizes([]int{layout.TabsWidth, layout.FullWidth}, []int{layout.TabsHeight, layout.FullHeight}, 40)
	for _, name := range []string{"default", "core-only", "over-budget", "awkward", "small"} {
		for _, g := range []*cell.Glyphs{cell.Unicode, cell.ASCII} {
			t.Run(fmt.Sprintf("%s/ascii=%v", name, g.ASCII), func(t *testing.T) {
				t.Parallel()
				clock := uitest.NewClock()
				a := New(sample(t, name), inputs(), plainStyles(t, g), clock)
				a.clipboard = func(string) (string, error) { return "", nil }
				d := uitest.NewDriver(t, a, clock, 120, 36)
				states := [][]string{nil, {"/", "create an issue; zzqx", "enter"}, {"2"}, {"1", "v", "?"}, {"esc", "!"}, {"esc", ":", "cont 64k"},
					{"esc", "/", "create an issue", "enter", "r"}, {"esc", "i"}, {"esc", "T"}, {"enter", "enter"}, {"esc"},
					{"esc", "tab", "tab", "right", "F"}, {"F", "space"},
					{"3"}, {"w"}, {"list", "enter"}, {"tab"}, {"F", "/"}, {"esc", "w", "zzz", "enter"}}
				for _, keys := range states {
					d.Press(keys...)
					for _, size := range sizes {
						d.Resize(size[0], size[1])
						if err := uitest.CheckFrame(d.View(), size[0], size[1]); err != nil {
							t.Fatalf("%v at %v, ASCII %v: %v", keys, size, g.ASCII, err)
						}
					}
					d.Resize(120, 36)
				}
			})
		}
	}
}

// TestRandomWalk presses keys at random: no frame is ever off, whatever came
// before.
func TestRandomWalk(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			rnd := rand.New(rand.NewPCG(seed, 1))
			name := []string{"default", "awkward"}[seed%2]
			d, a := start(t, name, 120, 36)
			for step := range 600 {
				key := walk[rnd.IntN(len(walk))]
				d.Press(key)
				if step%50 == 0 {
					d.Resize(20+rnd.IntN(200), 5+rnd.IntN(60))
				}
				if a.panicked != nil {
					t.Fatalf("step %d, key %q: %v", step, key, a.panicked)
				}
				if err := uitest.CheckFrame(d.View(), a.w, a.h); err != nil {
					t.Fatalf("step %d, key %q: %v", step, key, err)
				}
				// What was kept of the frames before is what would be drawn now.
				clear(a.drawn)
				a.head = head{}
				if fresh := a.draw(); fresh != d.View() {
					t.Fatalf("step %d, key %q: a kept pane is stale:\n%s\nshould be\n%s", step, key, d.View(), fresh)
				}
			}
		})
	}
}

// TestTerminalShowsTheView runs the real program in front of an emulated
// terminal: what it paints, line by line, is the view.
func TestTerminalShowsTheView(t *testing.T) {
	clock := uitest.NewClock()
	a := New(sample(t, "default"), inputs(), plainStyles(t, cell.Unicode), clock)
	a.clipboard = func(string) (string, error) { return "", nil }
	a.saveIn = t.TempDir()
	emulator := uitest.NewTerminal(t, a, 120, 36)
	rnd := rand.New(rand.NewPCG(7, 7))
	for range 200 {
		key := walk[rnd.IntN(len(walk))]
		emulator.Program.Send(term.Key(key))
	}
	emulator.Settle()
	emulator.Resize(80, 24)
	emulator.Program.Send(term.Key("1"))
	emulator.Settle()
}

// skipDrawing spares the race detector what would take it minutes: nothing runs beside
// the drawing of a test that calls this.
func skipDrawing(t *testing.T) {
	if raceDetector {
		t.Skip("drawing at every size has nothing to race with")
	}
}

// TestFramesInEveryTheme draws every view and what lies over them, in every theme
// and profile, around every breakpoint and at 500 random sizes.
func TestFramesInEveryTheme(t *testing.T) {
	src := sample(t, "awkward")
	widths, heights := []int{layout.MinWidth, layout.TabsWidth, layout.FullWidth, layout.WideWidth},
		[]int{layout.MinHeight, layout.TabsHeight, layout.FullHeight, layout.WideHeight}
	skipDrawing(t)
	sizes := uitest.Sizes(widths, heights, 500)
	states := [][]string{{"1"}, {"2"}, {"3"}, {"4"}, {"5"}, {"6"}, {"7"}, {"8"}, {"9"}, {"1", "?"}, {"esc", ":", "theme "}, {"esc", "i"}, {"esc", "!"}, {"esc", "T"}}
	for i, name := range themes.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			theme, err := themes.Named(name, true)
			if err != nil {
				t.Fatal(err)
			}
			profile := []termenv.Profile{termenv.TrueColor, termenv.ANSI256, termenv.ANSI}[i%3]
			clock := uitest.NewClock()
			a := New(src, inputs(), style.New(theme, profile, cell.Unicode), clock)
			d := uitest.NewDriver(t, a, clock, 120, 36)
			d.Press("/", "create an issue", "enter", "w")
			for _, keys := range states {
				d.Press(keys...)
				for _, size := range sizes {
					d.Resize(size[0], size[1])
					if err := uitest.CheckFrame(d.View(), size[0], size[1]); err != nil {
						t.Fatalf("after %v at %v: %v", keys, size, err)
					}
				}
				d.Resize(120, 36)
			}
		})
	}
}
