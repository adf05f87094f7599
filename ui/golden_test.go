package ui

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"testing/fstest"

	"github.com/muesli/termenv"

	"findable/engine"
	"findable/loaders"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/style"
	"findable/ui/uitest"
)

// TestGoldens holds whole screens to files, which are for people to read: every
// view at every kind of size, every overlay, and the states that are no success.
func TestGoldens(t *testing.T) {
	search := []string{"/", "create an issue", "enter"}
	for _, c := range []struct {
		name, sample string
		w, h         int
		keys         []string
	}{
		{"tune", "default", 40, 12, search},
		{"tune", "default", 80, 24, search},
		{"tune", "default", 120, 36, search},
		{"tune", "default", 200, 50, search},
		{"listing", "default", 40, 12, []string{"2"}},
		{"listing", "default", 80, 24, []string{"2"}},
		{"listing", "default", 120, 36, []string{"2"}},
		{"listing", "default", 200, 50, []string{"2"}},
		{"cost", "small", 120, 36, []string{"8"}},
		{"help", "default", 80, 24, []string{"?"}},
		{"palette", "default", 80, 24, []string{":", "threshold_pct 7"}},
		{"notes", "awkward", 80, 24, []string{"!"}},
		{"inspector", "default", 120, 36, append(search, "i")},
		{"tour", "default", 80, 24, []string{"T"}},
		{"no-match", "default", 80, 24, []string{"/", "frobnicate invoises", "enter"}},
		{"empty-query", "default", 80, 24, nil},
		{"too-small", "default", 39, 11, nil},
	} {
		t.Run(fmt.Sprintf("%s %dx%d", c.name, c.w, c.h), func(t *testing.T) {
			d, _ := start(t, c.sample, c.w, c.h)
			d.Press(c.keys...)
			uitest.Golden(t, fmt.Sprintf("%s-%dx%d.txt", c.name, c.w, c.h), d.Screen())
		})
	}
}

func TestGoldenASCII(t *testing.T) {
	clock := uitest.NewClock()
	a := New(sample(t, "default"), inputs(), plainStyles(t, cell.ASCII), clock)
	d := uitest.NewDriver(t, a, clock, 120, 36)
	d.Press("/", "create an issue", "enter")
	uitest.Golden(t, "tune-ascii-120x36.txt", d.Screen())
}

// TestGoldenPartialError loads two files, one of them broken.
func TestGoldenPartialError(t *testing.T) {
	files := fstest.MapFS{
		"dumps/tracker.json": {Data: []byte(`{"tools": [{"name": "create_issue", "description": "Create an issue."}]}`)},
		"dumps/wiki.json":    {Data: []byte("{\"tools\": [\n  {\"name\": \"read_page\",\n")},
	}
	r, err := loaders.Load(context.Background(), []loaders.Source{{Path: "dumps"}}, loaders.Options{FS: files, Rules: engine.Documented()})
	if err != nil {
		t.Fatal(err)
	}
	src := Source{Name: "dumps", Registry: engine.Register(r.Catalog)}
	for _, n := range r.Report.Notes {
		src.Notes = append(src.Notes, Note{string(n.Kind), n.File, n.Path, n.Text})
	}
	clock := uitest.NewClock()
	d := uitest.NewDriver(t, New(src, inputs(), plainStyles(t, cell.Unicode), clock), clock, 80, 24)
	wantOnScreen(t, d, "not loaded: wiki.json", "1 note (!)")
	d.Press("!")
	uitest.Golden(t, "partial-error-80x24.txt", d.Screen())
}

// TestGoldenThemes holds a small screen in every theme to a file with its colours
// written out.
func TestGoldenThemes(t *testing.T) {
	for _, name := range themes.Names() {
		d := inTheme(t, name, termenv.TrueColor, 60, 20)
		d.Press("/", "create an issue", "enter")
		uitest.Golden(t, "theme-"+name+".txt", uitest.Spelled(d.View()))
	}
}

// TestColourIsNeverAlone compares screens with and without colour: the text is the
// same, so whatever the colours say is said by signs and words too.
func TestColourIsNeverAlone(t *testing.T) {
	for _, name := range themes.Names() {
		colour, plain := inTheme(t, name, termenv.TrueColor, 120, 36), inTheme(t, name, termenv.Ascii, 120, 36)
		for _, keys := range [][]string{nil, {"/", "create an issue", "enter"}, {"tab", "j"}, {"2"}, {"?"}, {"esc", ":"}, {"esc", "T"}} {
			colour.Press(keys...)
			plain.Press(keys...)
			if colour.Screen() != plain.View() {
				t.Errorf("%s, after %v: without colour it is\n%s\nwant\n%s", name, keys, plain.View(), colour.Screen())
			}
		}
	}
}

func inTheme(t *testing.T, name string, p termenv.Profile, w, h int) *uitest.Driver {
	t.Helper()
	theme, err := themes.Named(name, true)
	if err != nil {
		t.Fatal(err)
	}
	clock := uitest.NewClock()
	return uitest.NewDriver(t, New(sample(t, "small"), inputs(), style.New(theme, p, cell.Unicode), clock), clock, w, h)
}

// TestGoldenFiles holds the golden files to a number that can be looked through.
func TestGoldenFiles(t *testing.T) {
	files, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) > 30 {
		t.Errorf("%d golden files are too many to read", len(files))
	}
}

// TestSameInputsSameFrame makes the app a hundred times, each time of servers and
// tools in another order, with what its maps hold put in in another order.
func TestSameInputsSameFrame(t *testing.T) {
	catalog := loaded(t, "small").Catalog
	rnd := rand.New(rand.NewPCG(5, 5))
	var first string
	for run := range 100 {
		c := catalog
		c.Core, c.Servers, c.Toolsets = shuffled(rnd, c.Core), shuffled(rnd, c.Servers), shuffled(rnd, c.Toolsets)
		for i := range c.Servers {
			c.Servers[i].Tools = shuffled(rnd, c.Servers[i].Tools)
		}
		clock := uitest.NewClock()
		a := New(Source{Name: "small", Registry: engine.Register(c)}, inputs(), plainStyles(t, cell.Unicode), clock)
		d := uitest.NewDriver(t, a, clock, 200, 60)
		for _, o := range shuffled(rnd, a.servers.origins) {
			if len(o.entries)%2 == 0 {
				a.servers.open[o.label] = true
			} else if o.toolsets[0] != "" {
				a.set(a.in.Switched(o.toolsets[0], false))
			}
		}
		d.Press("tab", "/", "create an issue; sned", "enter")
		frames := d.View()
		for _, keys := range [][]string{{"i"}, {"esc", "2"}, {"1", "tab", "u", "?"}} {
			d.Press(keys...)
			frames += "\n" + d.View()
		}
		if run == 0 {
			first = frames
		} else if frames != first {
			t.Fatalf("run %d shows\n%s\nrun 0 showed\n%s", run, frames, first)
		}
	}
}

func shuffled[T any](rnd *rand.Rand, list []T) []T {
	out := make([]T, len(list))
	for i, j := range rnd.Perm(len(list)) {
		out[i] = list[j]
	}
	return out
}
