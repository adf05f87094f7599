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
	"findable/ui/style"
	"findable/ui/uitest"
)

// sample loads a sample catalog as the command line does.
func sample(t testing.TB, name string) Source {
	t.Helper()
	r := loaded(t, name)
	src := Source{Name: name, Registry: engine.Register(r.Catalog), Queries: []string{"create an issue", "send a message"}}
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

func wantOnScreen(t *testing.T, d *uitest.Driver, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(d.Screen(), text) {
			t.Errorf("the screen lacks %q:\n%s", text, d.Screen())
		}
	}
}

func number(n int) string { return cell.Number(n) }
