package ui

import (
	"context"
	"fmt"
	"testing"

	"findable/engine"
	"findable/engine/pipeline"
	"findable/engine/py"
	"findable/ui/layout"
	"findable/ui/uitest"
)

// A stillService serves nothing: what arrives is the test's.
type stillService struct{ shown []Offer }

func (s *stillService) Address() string     { return "http://127.0.0.1:1/mcp" }
func (s *stillService) Show(o Offer)        { s.shown = append(s.shown, o) }
func (s *stillService) Arrivals() []Arrival { return nil }

// servedApp is an app that serves, and a way to let things arrive there.
func servedApp(t *testing.T) (d *uitest.Driver, a *App, s *stillService, arrive func(...Arrival)) {
	t.Helper()
	d, a = playApp(t, 120, 36)
	s = &stillService{}
	a.arriving.begin = func(context.Context, Offer) (Service, error) { return s, nil }
	a.Update(servingMsg{service: s, stop: func() {}})
	return d, a, s, func(rows ...Arrival) { t.Helper(); a.Update(arrivedMsg{s, rows}) }
}

// asking is a call that waits, and how it is answered: "", "refused", or what ran.
func asking(a *App, name string) (Arrival, *string) {
	e, _ := a.d.session.Registry.Lookup(name)
	answer := ""
	return Arrival{Client: "robot 123456", Text: "asks to run " + name, First: name, Ask: &Question{Tool: e, Over: make(chan struct{}), Answer: func(run pipeline.Execute) {
		if answer = "refused"; run != nil {
			answer, _ = run(context.Background(), e, nil)
		}
	}}}, &answer
}

// TestArrivals lists queries as they come, and leads from one to its ranking, explained.
func TestArrivals(t *testing.T) {
	d, a, s, arrive := servedApp(t)
	arrive(Arrival{Client: "robot\x1b[2J 123456", Query: "send a message\u202e", Returned: 5, Matched: 1234, First: "mcp__slack__send_message"})
	wantOnScreen(t, d, "5 of 1,234 matches, first mcp__slack__send_message")
	arrive(Arrival{Client: "robot 123456", Query: "xyzzy"}, Arrival{Client: "robot 123456", Text: "tool_call mcp__wiki__read_page: dry run", First: "mcp__wiki__read_page"})
	d.Press("M")
	wantOnScreen(t, d, "127.0.0.1:1/mcp", "3 so far", "xyzzy", "nothing", "5/1,234", "dry run")
	d.Press("down", "down", "enter")
	if a.view != layout.Tune || a.in.Query != "send a message\u202e" {
		t.Errorf("view %d, query %q", a.view, a.in.Query)
	}
	d.Press("M", "down", "down", "w")
	if a.view != layout.Why || a.in.Target != "mcp__slack__send_message" {
		t.Errorf("view %d, target %q", a.view, a.in.Target)
	}
	shown := len(s.shown)
	if d.Press("v"); len(s.shown) != shown+1 || s.shown[shown].Session.Rules.Name != "latest" {
		t.Errorf("a change of the generation is served %d times", len(s.shown)-shown)
	}
	for i := range keepsArrivals + 5 {
		arrive(Arrival{Query: fmt.Sprint("query ", i)})
	}
	if len(a.arriving.rows) != keepsArrivals || a.arriving.total != keepsArrivals+8 {
		t.Errorf("%d rows of %d", len(a.arriving.rows), a.arriving.total)
	}
	a.Update(arrivedMsg{s, nil})
	wantOnScreen(t, d, "nothing is served any more")
}

// TestQuestions lets calls of clients through one by one, by their tool from then on,
// and not at all; what waits is never lost among what arrives.
func TestQuestions(t *testing.T) {
	d, a, _, arrive := servedApp(t)
	a.src.Play.Execute = func(_ context.Context, e *engine.Entry, _ py.Object) (string, error) { return "ran " + e.Name, nil }
	page, ofPage := asking(a, "mcp__wiki__read_page")
	message, ofMessage := asking(a, "mcp__slack__send_message")
	gone, ofGone := asking(a, "mcp__slack__send_message")
	over := make(chan struct{})
	gone.Ask.Over = over
	close(over)
	arrive(page)
	wantOnScreen(t, d, "asks to run mcp__wiki__read_page", "answers")
	arrive(Arrival{Query: "wiki"})
	wantOnScreen(t, d, "asks to run mcp__wiki__read_page") // still, below a query that came later
	arrive(message, gone)
	d.Press("y", "a", "n") // outside the list they answer nothing
	if *ofPage != "" || *ofMessage != "" {
		t.Fatalf("%q, %q without a question seen", *ofPage, *ofMessage)
	}
	d.Press("esc", "M")
	wantOnScreen(t, d, "runs it once", "always runs this tool", "refuses")
	d.Press("x", "a") // the one that waits longest has the cursor
	wantOnScreen(t, d, "approved: mcp__wiki__read_page")
	if *ofPage != "ran mcp__wiki__read_page" || *ofMessage != "" {
		t.Errorf("%q, %q", *ofPage, *ofMessage)
	}
	d.Press("esc", "M", "n")
	if *ofMessage != "refused" {
		t.Errorf("refused: %q", *ofMessage)
	}
	d.Press("home", "y")
	if wantOnScreen(t, d, "given up by the client"); *ofGone != "" {
		t.Errorf("who has gone is answered %q", *ofGone)
	}
	again, ofAgain := asking(a, "mcp__wiki__read_page")
	if arrive(again); *ofAgain != "ran mcp__wiki__read_page" {
		t.Errorf("the tool that always runs: %q", *ofAgain)
	}
	changed, ofChanged := asking(a, "mcp__wiki__read_page")
	e := *changed.Ask.Tool
	e.Schema = py.Object{{Key: "type", Value: "object"}}
	e.Tool.Raw = py.Object{{Key: "description", Value: "Something else."}}
	changed.Ask.Tool = &e
	if arrive(changed); *ofChanged != "" {
		t.Errorf("a tool that has changed since: %q", *ofChanged)
	}
	for i := range keepsArrivals {
		arrive(Arrival{Query: fmt.Sprint("query ", i)})
	}
	if *ofChanged != "refused" {
		t.Errorf("what nobody sees any more: %q", *ofChanged)
	}
}
