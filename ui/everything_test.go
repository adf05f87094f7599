package ui

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"findable/engine"
	"findable/engine/eval"
	"findable/engine/play"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/layout"
	"findable/ui/style"
	"findable/ui/uitest"
)

// A quietService is one that nobody calls.
type quietService struct{ arrivals []Arrival }

func (*quietService) Address() string { return "http://127.0.0.1:1/mcp" }
func (*quietService) Show(Offer)      {}
func (s *quietService) Arrivals() (came []Arrival) {
	came, s.arrivals = s.arrivals, nil
	return came
}

// everything is an app in which nothing is missing: cases, servers to connect to,
// files to write and clients.
func everything(t *testing.T, styles *style.Styles, w, h int) (*uitest.Driver, *App) {
	t.Helper()
	src := sample(t, "awkward")
	for _, e := range src.Registry.Entries {
		if e.Server != nil && len(src.Cases) < 12 {
			src.Cases = append(src.Cases, eval.Case{Query: e.Name, Expect: []eval.Want{{Name: e.Name, Grade: 1}}})
		}
	}
	src.Cards = []Card{{Name: "zeta\x1b[2J", Kind: "client configuration", File: "mcp.json", Reach: "npx -y zeta"}}
	src.Away = &Away{Config: "config.yaml", YAML: func(Inputs, bool) string { return "threshold_pct: 5\n" },
		Edit: func(string, Inputs, bool) (ConfigChange, error) {
			return ConfigChange{Diff: []string{"@@ -1 +1 @@", "-a: 1", "+a: 2\u202e"}, Write: func() error { return errors.New("the disk is full") }}, nil
		},
		Save:        func(string, string, bool) error { return errors.New("the disk is full") },
		SaveSession: func(string, State, bool) (string, error) { return "", errors.New("the disk is full") }}
	src.Report = func(Inputs) string { return "report" }
	src.Play.Walkthroughs = []play.Walkthrough{{Name: "one", Title: "One\u202e step", Steps: []play.Scripted{{Say: "Look.", Call: "search issue"}}}, {Name: "two", Title: "Two"}}
	src.Play.Scopes = []Preset{{Name: "narrow\x1b[31m", Scope: engine.Scope{Enable: []string{"files"}}}}
	clock := uitest.NewClock()
	a := New(src, inputs(), styles, clock)
	a.clipboard = func(string) (string, error) { return "", nil }
	a.saveIn = t.TempDir()
	withEngines(a)
	a.loader = fixed{Loaded{src, a.start}}
	a.arriving.begin = func(context.Context, Offer) (Service, error) {
		return &quietService{[]Arrival{{At: clock.Now(), Client: "a\u202eb", Query: "create \x1b]52;x", Returned: 5, Matched: 7, First: "x"}, {At: clock.Now(), Text: "list\u009btools"}}}, nil
	}
	d := uitest.NewDriver(t, a, clock, w, h)
	d.Press("/", "create an issue", "enter")
	if len(a.d.queries) == 0 {
		t.Fatal("no query")
	}
	return d, a
}

// overlays are the keys that lead to each of what lies over the views. Some need the
// focus on a pane first.
var overlays = []struct {
	name string
	on   layout.Pane
	keys []string
}{
	{"help", "", []string{"?"}},
	{"help, filtered", "", []string{"?", "und"}},
	{"palette", "", []string{":"}},
	{"palette, themes", "", []string{":", "theme "}},
	{"palette, nothing fits", "", []string{":", "zzzz"}},
	{"notes", "", []string{"!"}},
	{"reply", "", []string{"r"}},
	{"inspector", layout.Hits, []string{"i"}},
	{"inspector, scrolled", layout.Hits, []string{"i", "G"}},
	{"keywords", "", []string{"K"}},
	{"engines", layout.Hits, []string{"P"}},
	{"tour", "", []string{"T"}},
	{"advice", "", []string{"O"}},
	{"charts", "", []string{"V"}},
	{"charts, the next", "", []string{"V", "l", "l"}},
	{"take-away", "", []string{"W"}},
	{"take-away, a name", "", []string{"W", "n"}},
	{"take-away, not written", "", []string{"W", "enter"}},
	{"session", "", []string{"S"}},
	{"session, not saved", "", []string{"S", "enter"}},
	{"serve", "", []string{"M"}},
	{"arrivals", "", []string{"M", "enter", "esc", "M"}},
	{"what-ifs", layout.Hits, []string{"x", "U"}},
	{"form", layout.Hits, []string{"e"}},
	{"target", layout.Target, []string{"w"}},
	{"connect", layout.Servers, []string{"G", "C"}},
	{"working", layout.Ways, []string{"enter"}},
	{"name of a try", layout.Tries, []string{"e"}},
	{"walkthroughs", layout.Talk, []string{"o"}},
	{"scope", layout.Talk, []string{"s"}},
}

// viewOf is the view of a pane, Tune for none.
func viewOf(a *App, p layout.Pane) layout.View {
	for _, v := range views {
		r := layout.Compute(layout.Args{W: 200, H: 60, View: v.view})
		if slices.Contains(r.Order, p) {
			return v.view
		}
	}
	return layout.Tune
}

// over opens an overlay in an app that is on 120 × 36 cells.
func over(t *testing.T, d *uitest.Driver, a *App, on layout.Pane, keys []string) bool {
	t.Helper()
	if on != "" {
		a.show(viewOf(a, on))
		a.setFocus(on)
	}
	d.Press(keys...)
	return a.overlay != nil
}

// TestEveryOverlay opens each overlay over each theme at every kind of size: a frame is
// exactly the screen. Then the mouse is everywhere on it, fast letters and pasted ones
// come, and esc leads back to the panes.
func TestEveryOverlay(t *testing.T) {
	skipDrawing(t)
	sizes := uitest.Sizes([]int{layout.MinWidth, layout.TabsWidth, layout.FullWidth, layout.WideWidth},
		[]int{layout.MinHeight, layout.TabsHeight, layout.FullHeight, layout.WideHeight}, 12)
	for i, o := range overlays {
		t.Run(o.name, func(t *testing.T) {
			t.Parallel()
			for j, name := range themes.Names() {
				theme, err := themes.Named(name, true)
				if err != nil {
					t.Fatal(err)
				}
				profile := []termenv.Profile{termenv.TrueColor, termenv.ANSI256, termenv.ANSI, termenv.Ascii}[(i+j)%4]
				d, a := everything(t, style.New(theme, profile, []*cell.Glyphs{cell.Unicode, cell.ASCII}[j%2]), 120, 36)
				if !over(t, d, a, o.on, o.keys) {
					t.Fatalf("%v opens nothing: %q", o.keys, a.message)
				}
				for _, size := range sizes {
					d.Resize(size[0], size[1])
					if err := uitest.CheckFrame(d.View(), size[0], size[1]); err != nil {
						t.Fatalf("%s at %v: %v", name, size, err)
					}
				}
				d.Resize(120, 36)
				for n := 0; a.overlay != nil; n++ {
					if n == 4 {
						t.Fatalf("esc does not close it:\n%s", d.Screen())
					}
					d.Press("esc")
				}
			}
		})
	}
}

// TestPasteInOverlays pastes what would be keys into every view and overlay: no action
// runs, so that settings, view and overlay stay.
func TestPasteInOverlays(t *testing.T) {
	paste := func(text string) tea.KeyMsg {
		return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true}
	}
	for _, o := range overlays {
		d, a := everything(t, plainStyles(t, cell.Unicode), 120, 36)
		over(t, d, a, o.on, o.keys)
		before, open, view := a.in, a.overlay, a.view
		for _, text := range []string{"q", "y", "1", "w\r", "x", "esc", "jjj"} {
			d.Send(paste(text))
		}
		if d.Quit || a.overlay != open || a.view != view || !a.in.Equal(before) {
			t.Errorf("%s: what was pasted ran an action:\n%s", o.name, d.Screen())
		}
	}
	for _, v := range views {
		d, a := everything(t, plainStyles(t, cell.Unicode), 120, 36)
		a.show(v.view)
		for _, p := range a.rects().Order {
			if p == layout.Query || p == layout.Prompt {
				continue
			}
			a.setFocus(p)
			before := a.in
			for _, text := range []string{"q", "u", "x", "v", "2", "d"} {
				d.Send(paste(text))
			}
			if d.Quit || a.overlay != nil || a.view != v.view || !a.in.Equal(before) {
				t.Errorf("%s of %s: what was pasted ran an action", p, v.name)
			}
		}
	}
}

// TestMouseEverywhere clicks, turns the wheel and drags on every cell of a grid over
// every view and overlay: frames stay whole, a click focuses the pane that it hits, the
// wheel never moves the focus, and a click beside an overlay closes it.
func TestMouseEverywhere(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 3))
	mouse := func(b tea.MouseButton, action tea.MouseAction, x, y int) tea.MouseMsg {
		return tea.MouseMsg{X: x, Y: y, Button: b, Action: action}
	}
	for _, size := range [][2]int{{40, 12}, {80, 24}, {120, 36}, {200, 50}} {
		w, h := size[0], size[1]
		check := func(t *testing.T, d *uitest.Driver, what string) {
			t.Helper()
			if err := uitest.CheckFrame(d.View(), w, h); err != nil {
				t.Fatalf("%s at %v: %v", what, size, err)
			}
		}
		d, a := everything(t, plainStyles(t, cell.Unicode), w, h)
		for _, v := range views {
			a.show(v.view)
			for range 60 {
				x, y := rnd.IntN(w), rnd.IntN(h)
				if r := a.rects(); r.Views.Contains(x, y) {
					continue
				}
				r := a.rects()
				place, hit := r.At(x, y)
				focus := a.focus()
				d.Send(mouse(tea.MouseButtonWheelDown, tea.MouseActionPress, x, y), mouse(tea.MouseButtonWheelUp, tea.MouseActionPress, x, y))
				if a.focus() != focus || a.view != v.view {
					t.Fatalf("%s at %v: the wheel moves the focus", v.name, size)
				}
				d.Send(mouse(tea.MouseButtonLeft, tea.MouseActionPress, x, y))
				if hit && a.view == v.view && a.focus() != place.Pane {
					t.Errorf("%s at %v: a click on %s focuses %s", v.name, size, place.Pane, a.focus())
				}
				d.Send(mouse(tea.MouseButtonLeft, tea.MouseActionMotion, rnd.IntN(w), rnd.IntN(h)), mouse(tea.MouseButtonLeft, tea.MouseActionRelease, x, y))
				check(t, d, v.name)
				if a.overlay != nil {
					t.Fatalf("%s at %v: a click opens an overlay", v.name, size)
				}
				a.show(v.view)
			}
		}
		for _, o := range overlays {
			d, a := everything(t, plainStyles(t, cell.Unicode), w, h)
			if !over(t, d, a, o.on, o.keys) {
				continue // there is no such pane at this size
			}
			open, r := a.overlay, a.rects()
			in := open.rect(a, r)
			for range 20 {
				x, y := in.X+rnd.IntN(max(in.W, 1)), in.Y+rnd.IntN(max(in.H, 1))
				d.Send(mouse(tea.MouseButtonWheelDown, tea.MouseActionPress, x, y), mouse(tea.MouseButtonLeft, tea.MouseActionPress, x, y),
					mouse(tea.MouseButtonLeft, tea.MouseActionMotion, x+1, y), mouse(tea.MouseButtonWheelUp, tea.MouseActionPress, x, y))
				check(t, d, o.name)
				if _, guided := open.(*tour); a.overlay != open && !guided { // its last click ends it
					t.Fatalf("%s at %v: a click on it closes it", o.name, size)
				}
			}
			for y := range h {
				if x := 0; !in.Contains(x, y) && a.overlay == open {
					d.Send(mouse(tea.MouseButtonLeft, tea.MouseActionPress, x, y))
					check(t, d, o.name)
					if _, guided := open.(*tour); a.overlay == open && !guided {
						t.Errorf("%s at %v: a click beside it leaves it open", o.name, size)
					}
				}
			}
		}
	}
}

// TestEveryChangeIsUndone presses every key of every pane once and takes all of it
// back: whatever a key did to the settings is undone, step by step, to where it began.
func TestEveryChangeIsUndone(t *testing.T) {
	for _, v := range views {
		t.Run(v.name, func(t *testing.T) {
			t.Parallel()
			_, probe := everything(t, plainStyles(t, cell.Unicode), 200, 60)
			probe.show(v.view)
			for _, p := range probe.rects().Order {
				for _, x := range probe.actions {
					if !x.worksIn(p) || slices.Contains([]string{"undo", "redo", "quit", "suspend", "reload"}, x.id) {
						continue
					}
					d, a := everything(t, plainStyles(t, cell.Unicode), 200, 60)
					a.show(v.view)
					a.setFocus(p)
					before, steps := a.in, len(a.history.past)
					if x.reason(a) != "" {
						continue
					}
					a.do(x)
					if a.in.Equal(before) {
						continue
					}
					after := a.in
					for n := len(a.history.past) - steps; n > 0; n-- {
						a.undo()
					}
					if !a.in.Equal(before) {
						t.Errorf("%s of %s: %s is not undone", p, v.name, x.id)
					}
					for len(a.history.future) > 0 {
						a.redo()
					}
					if !a.in.Equal(after) {
						t.Errorf("%s of %s: %s is not done again", p, v.name, x.id)
					}
					if err := uitest.CheckFrame(d.View(), a.w, a.h); err != nil {
						t.Error(fmt.Errorf("%s: %w", x.id, err))
					}
				}
			}
		})
	}
}
