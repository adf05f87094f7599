package ui

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"findable/engine"
	"findable/ui/cell"
	"findable/ui/uitest"
)

// fixed is a Loader that always gives the same.
type fixed struct{ loaded Loaded }

func (f fixed) Load(context.Context, Ask, func(Progress)) (Loaded, error) { return f.loaded, nil }

func (fixed) Changes() <-chan string { return nil }

// scripted gives one result after another, and tells of its progress first.
type scripted struct {
	results []func() (Loaded, error)
	tells   Progress
	asked   [][]string
	samples []string
}

func (s *scripted) Load(_ context.Context, ask Ask, tell func(Progress)) (Loaded, error) {
	tell(s.tells)
	s.asked, s.samples = append(s.asked, ask.Connect), append(s.samples, ask.Sample)
	next := s.results[0]
	s.results = s.results[1:]
	return next()
}

func (*scripted) Changes() <-chan string { return nil }

func gives(l Loaded) func() (Loaded, error) { return func() (Loaded, error) { return l, nil } }
func fails(text string) func() (Loaded, error) {
	return func() (Loaded, error) { return Loaded{}, errors.New(text) }
}

// without is a sample without the tools whose name has a text in it.
func without(t *testing.T, name, text string) Source {
	t.Helper()
	src := sample(t, name)
	var kept engine.Catalog
	for _, e := range src.Registry.Entries {
		if strings.Contains(e.Name, text) || e.Server == nil {
			continue
		}
		if i := len(kept.Servers) - 1; i >= 0 && kept.Servers[i].Name == e.Server.Name {
			kept.Servers[i].Tools = append(kept.Servers[i].Tools, e.Tool)
			continue
		}
		kept.Servers = append(kept.Servers, engine.Server{Name: e.Server.Name, Tools: []engine.Tool{e.Tool}})
	}
	src.Registry = engine.Register(kept)
	return src
}

// TestReload reads again: what the user has set stays, what she has not set is as
// the files say now, and the message tells what is different.
func TestReload(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	d.Press("/")
	d.Type("create issue")
	d.Press("enter", "j", "j")
	under := a.selectedTool().Name
	to := a.in
	to.Context = 100_000
	a.change("context", "", to)
	fresh := inputs()
	fresh.Config.SearchDefaultLimit = 7
	gone := ""
	for _, e := range a.src.Registry.Entries {
		if e.Server != nil && e.Name != under {
			gone = e.Name
			break
		}
	}
	a.loader = &scripted{results: []func() (Loaded, error){gives(Loaded{without(t, "default", gone), fresh})}}
	d.Press("R")
	if a.in.Query != "create issue" || a.in.Context != 100_000 || a.in.Config.SearchDefaultLimit != 7 {
		t.Errorf("the inputs are %+v", a.in)
	}
	if e := a.selectedTool(); e == nil || e.Name != under {
		t.Errorf("the cursor was on %s and is on %+v", under, e)
	}
	if _, still := a.src.Registry.Lookup(gone); still || !strings.Contains(a.message, "gone") {
		t.Errorf("%s is there: %v; message %q", gone, still, a.message)
	}
	d.Press("u")
	if a.in.Context != inputs().Context {
		t.Errorf("undo leaves the context at %d", a.in.Context)
	}
}

// TestSamples opens a sample from the palette and leaves it again: nothing that was
// set for the other tools stays.
func TestSamples(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	was := a.in
	l := &scripted{results: []func() (Loaded, error){fails("out of order"), gives(Loaded{sample(t, "small"), inputs()}),
		gives(Loaded{sample(t, "small"), inputs()}), gives(Loaded{sample(t, "default"), was})}}
	a.loader, a.samples = l, []Sample{{"default", "many tools"}, {"small", "few tools"}}
	open := func(name string) {
		d.Press(":")
		d.Type(name)
		d.Press("enter")
	}
	d.Press("/")
	d.Type("an issue")
	d.Press("enter")
	open("sample default") // is open
	if len(l.samples) > 0 || !strings.Contains(d.View(), "it is open") {
		t.Errorf("asked for %q:\n%s", l.samples, d.View())
	}
	d.Press("esc")
	open("sample small")
	if a.in.Query != "an issue" || !strings.Contains(a.message, "out of order") {
		t.Errorf("after a failure the query is %q, the message %q", a.in.Query, a.message)
	}
	open("sample small")
	if a.src.Name != "sample small" || a.in.Query != "" || a.start.Query != "" || !strings.HasPrefix(a.message, "sample small is open: 3 servers") {
		t.Errorf("%s, query %q, message %q", a.src.Name, a.in.Query, a.message)
	}
	d.Press("u", "R")
	open("leave the sample")
	if a.src.Name != "sample default" || a.sample != "" || strings.Join(l.samples, " ") != "small small small " {
		t.Errorf("%s, %q, asked for %q", a.src.Name, a.sample, l.samples)
	}
}

// TestBrokenReload keeps what was loaded when the new version cannot be used, as a
// whole or in part, and says why.
func TestBrokenReload(t *testing.T) {
	part := Loaded{without(t, "small", "list"), inputs()}
	part.Source.Notes = []Note{{Kind: failed, File: "b.json", Path: "line 3", Text: "is cut short"}}
	for name, result := range map[string]func() (Loaded, error){"whole": fails("b.json: line 3: is cut short"), "part": gives(part)} {
		d, a := start(t, "small", 120, 36)
		was := a.src.Registry
		a.loader = &scripted{results: []func() (Loaded, error){result}}
		d.Send(changedMsg{"b.json"})
		if a.src.Registry != was || !strings.Contains(a.message, "what was loaded before stays: b.json") {
			t.Errorf("%s: message %q", name, a.message)
		}
		wantOnScreen(t, d, "what was loaded before stays", "line 3")
	}
}

// TestStaleLoad drops the result of a load that another one has replaced, and of
// one that was stopped.
func TestStaleLoad(t *testing.T) {
	d, a := start(t, "small", 120, 36)
	late := loadedMsg{id: 1, loaded: Loaded{without(t, "small", "list"), inputs()}}
	a.loader = fixed{Loaded{a.src, a.start}}
	a.load("first", Ask{})
	a.load("second", Ask{})
	before := d.Screen()
	d.Send(late)
	if a.dropped != 1 || a.job == nil || d.Screen() != before {
		t.Errorf("%d dropped, job %+v", a.dropped, a.job)
	}
	d.Press("esc")
	late.id = 2
	d.Send(late)
	if a.dropped != 2 || a.job != nil || !strings.Contains(a.message, "stopped") {
		t.Errorf("%d dropped, job %+v, message %q", a.dropped, a.job, a.message)
	}
}

// TestReloadHeldDown asks again and again: one load goes on, until it is stopped.
func TestReloadHeldDown(t *testing.T) {
	d, a := start(t, "small", 120, 36)
	a.loader = fixed{Loaded{a.src, a.start}}
	a.reload()
	if a.reload() != nil || a.jobs != 1 {
		t.Errorf("%d loads", a.jobs)
	}
	d.Press("esc")
	if a.reload() == nil || a.jobs != 2 {
		t.Errorf("after esc there are %d loads", a.jobs)
	}
}

// starting is the app while its first load goes on.
func starting(t *testing.T, g *cell.Glyphs, w, h int, tells Progress) (*uitest.Driver, *App) {
	t.Helper()
	clock := uitest.NewClock()
	a := New(nothing(), Inputs{Generation: generations[0].Name, Config: engine.DefaultConfig(generations[0])}, plainStyles(t, g), clock)
	j, _ := newJob(context.Background(), fixed{}, a.src.Registry, "reading", Ask{})
	j.begun = clock.Now()
	j.tell(tells)
	a.job, a.overlay, a.pending = j, &startPage{}, a.beat(j, 0)
	d := uitest.NewDriver(t, a, clock, w, h)
	d.Advance(0)
	return d, a
}

var halfway = Progress{Now: "dumps/big.json", Done: 31_200_000, Total: 50_000_000, Parts: []Part{
	{Name: "github", Stage: "117 tools", Ended: true}, {Name: "linear", Stage: "page 3, 150 tools"},
	{Name: "slack", Stage: "exited with code 1: no \x1b[31mtoken", Ended: true, Failed: true}}}

// TestStartPage shows how far the first load is, and opens on what it gives.
func TestStartPage(t *testing.T) {
	d, a := starting(t, cell.Unicode, 100, 30, halfway)
	d.Advance(300 * time.Millisecond)
	wantOnScreen(t, d, "reading dumps/big.json", "31.2 of 50.0 MB", "0.3 s", "62%", "✓ github", "page 3, 150 tools", "✗ slack", "esc stops")
	d.Send(loadedMsg{loaded: Loaded{sample(t, "small"), inputs()}})
	wantOnScreen(t, d, "TIER 1", "━ Hits")
	if a.overlay != nil || len(a.history.past) != 0 {
		t.Errorf("overlay %v, history %v", a.overlay, a.history.past)
	}
	if a.before() != nil {
		t.Error("something was sent to a model before there was a tool")
	}
}

// TestNothingLoaded is the page of a first load that fails: it says why, and R
// tries again.
func TestNothingLoaded(t *testing.T) {
	d, a := starting(t, cell.Unicode, 80, 24, Progress{})
	d.Send(loadedMsg{err: errors.New("big.json: line 611: the file is cut short, dump it again")})
	wantOnScreen(t, d, "Nothing is loaded", "line 611", "R reads again")
	a.loader = &scripted{results: []func() (Loaded, error){fails("big.json: is empty"), gives(Loaded{sample(t, "small"), inputs()})}}
	d.Press("j", "1", "R")
	wantOnScreen(t, d, "big.json: is empty")
	d.Press("R")
	wantOnScreen(t, d, "TIER 1", "━ Hits")
	d, _ = starting(t, cell.Unicode, 80, 24, Progress{Now: "big.json", Done: 50_000_000, Total: 50_000_000})
	wantOnScreen(t, d, "preparing   50.0 of 50.0 MB", "100%")
	d, a = starting(t, cell.Unicode, 80, 24, halfway)
	a.samples = []Sample{{"default", "many tools"}, {"small", "few tools"}}
	a.loader = &scripted{results: []func() (Loaded, error){gives(Loaded{sample(t, "small"), inputs()})}}
	d.Press("2") // while it is being read that is no choice
	d.Press("esc")
	wantOnScreen(t, d, "Stopped before everything was read", "2 small", "1-2 open a sample")
	d.Press("9", "2")
	wantOnScreen(t, d, "sample small", "TIER 1")
	if a.sample != "small" {
		t.Errorf("the sample is %q", a.sample)
	}
	d, _ = starting(t, cell.Unicode, 80, 24, halfway)
	d.Press("esc")
	d.Press("q")
	if !d.Quit {
		t.Error("q does not quit")
	}
}

// TestStartFrames draws the first page at all sizes.
func TestStartFrames(t *testing.T) {
	for _, g := range []*cell.Glyphs{cell.Unicode, cell.ASCII} {
		for _, fault := range []error{nil, errors.New(strings.Repeat("a long cause ", 40)), context.Canceled} {
			d, a := starting(t, g, 40, 12, halfway)
			a.samples = []Sample{{"default", "many tools"}, {"small", strings.Repeat("few tools ", 20)}}
			if fault != nil {
				d.Send(loadedMsg{err: fault})
			}
			for w := 1; w < 130; w += 7 {
				for h := 1; h < 40; h += 3 {
					d.Resize(w, h)
					if err := uitest.CheckFrame(a.View(), w, h); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	}
}
