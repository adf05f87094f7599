package ui

import (
	"context"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"findable/engine"
	"findable/loaders"
	samples "findable/sample-catalogs"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/layout"
	"findable/ui/style"
	"findable/ui/uitest"
)

// sample loads a sample catalog as the command line does.
func sample(t testing.TB, name string) Source {
	t.Helper()
	r := loaded(t, name)
	src := Source{Name: "sample " + name, Registry: engine.Register(r.Catalog), Queries: []string{"create an issue", "send a message"}}
	for _, n := range r.Report.Notes {
		src.Notes = append(src.Notes, Note{string(n.Kind), n.File, n.Path, n.Text})
	}
	return src
}

func loaded(t testing.TB, name string) loaders.Result {
	t.Helper()
	for _, s := range samples.All() {
		if s.Name != name {
			continue
		}
		r, err := loaders.Load(context.Background(), []loaders.Source{{Path: s.File}},
			loaders.Options{FS: samples.FS(), Rules: engine.Documented()})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	t.Fatalf("no sample %q", name)
	return loaders.Result{}
}

func inputs() Inputs {
	return Inputs{Generation: "documented", Config: engine.DefaultConfig(engine.Documented()), Context: 200000}
}

func plainStyles(t testing.TB, g *cell.Glyphs) *style.Styles {
	t.Helper()
	theme, err := themes.Named(themes.Default, true)
	if err != nil {
		t.Fatal(err)
	}
	return style.New(theme, termenv.Ascii, g)
}

// start runs the app on a sample at a size.
func start(t testing.TB, name string, w, h int) (*uitest.Driver, *App) {
	t.Helper()
	clock := uitest.NewClock()
	a := New(sample(t, name), inputs(), plainStyles(t, cell.Unicode), clock)
	a.clipboard = func(string) (string, error) { return "", nil }
	a.saveIn = t.TempDir()
	return uitest.NewDriver(t, a, clock, w, h), a
}

// TestNoTools shows what there is to do where no tool was loaded.
func TestNoTools(t *testing.T) {
	for _, c := range []struct {
		cards []Card
		texts []string
	}{
		{nil, []string{"No tools are loaded: ! says", "findable --sample default"}},
		{[]Card{{Name: "tracker"}, {Name: "wiki"}}, []string{"2 servers are named, and none is connected", "C in the servers pane", "2 without tools"}},
	} {
		clock := uitest.NewClock()
		a := New(Source{Name: "none", Registry: engine.Register(engine.Catalog{}), Cards: c.cards}, inputs(), plainStyles(t, cell.Unicode), clock)
		d := uitest.NewDriver(t, a, clock, 120, 36)
		wantOnScreen(t, d, c.texts...)
		for _, key := range walk {
			d.Press(key)
			if err := uitest.CheckFrame(d.View(), a.w, a.h); err != nil {
				t.Fatalf("%s: %v", key, err)
			}
		}
	}
}

// TestFocusIsSeen changes the size with each pane focused: keys never go to one that
// can't be seen.
func TestFocusIsSeen(t *testing.T) {
	sizes := [][2]int{{200, 50}, {120, 36}, {80, 24}, {40, 12}}
	for _, from := range sizes {
		for _, v := range views {
			d, a := start(t, "small", from[0], from[1])
			a.show(v.view)
			for _, p := range a.rects().Order {
				for _, to := range sizes {
					a.setFocus(p)
					d.Resize(to[0], to[1])
					r := a.rects()
					if _, seen := r.Find(a.focus()); !seen || a.focus() != p && a.focus() == layout.Query {
						t.Errorf("%s of %s, from %v to %v: the focus is on %s, seen: %v", p, v.name, from, to, a.focus(), seen)
					}
					d.Resize(from[0], from[1])
				}
			}
		}
	}
}

func wantOnScreen(t *testing.T, d *uitest.Driver, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(d.Screen(), text) {
			t.Errorf("the screen lacks %q:\n%s", text, d.Screen())
		}
	}
}

func number(n int) string { return cell.Number(n) }
