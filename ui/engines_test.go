package ui

import (
	"strings"
	"testing"

	"findable/engine/eval"
	"findable/engine/profiles"
	"findable/ui/uitest"
)

// withEngines gives the app two engines: the reference, and one of somebody else.
func withEngines(a *App) {
	a.src.Engines = func(in Inputs) []Engine {
		p := profiles.All()[0]
		return []Engine{
			{Key: "here", About: "the reference", Kind: Reference, Make: func() eval.Engine { return eval.NewSession(a.d.session, a.d.config) }},
			{Key: p.Key, About: p.Title, Kind: Foreign, Source: p.Repository, Approximate: p.Approximate, Make: func() eval.Engine { return p.New(a.src.Registry.Catalog()) }},
		}
	}
}

// TestEngines asks every engine one query, and in the Eval view all cases.
func TestEngines(t *testing.T) {
	d, a := withCases(t, "small", 120, 36)
	withEngines(a)
	d.Press("/")
	d.Type("create an issue")
	d.Press("enter", "P")
	wantOnScreen(t, d, "Every engine", "create an issue", "here", "fastmcp-bm25~", a.d.results[0].Hits[0].Entry.Bare(), "approximate: ", "PrefectHQ")
	d.Press("esc", "5", "P")
	wantOnScreen(t, d, "r@lim", "fastmcp-bm25", figure(a.evaluation.current().Measures.RecallLimit))
	for w := 1; w < 200; w += 9 {
		for h := 1; h < 60; h += 5 {
			d.Resize(w, h)
			if err := uitest.CheckFrame(a.View(), w, h); err != nil {
				t.Fatal(err)
			}
		}
	}
	d.Resize(120, 36)
	closed := a.overlay.(*answers)
	d.Press("esc")
	was := a.dropped
	d.Send(askedMsg{to: closed})
	if a.overlay != nil || a.dropped != was+1 {
		t.Errorf("a late answer is shown; %d dropped", a.dropped-was)
	}
}

// TestKeywords rewords a sentence and takes the rewording.
func TestKeywords(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	d.Press("v", "/")
	d.Type("could you please send a message to the team on slack")
	d.Press("enter", "K")
	wantOnScreen(t, d, "As a careful model would word it", "slack")
	d.Press("enter")
	if a.overlay != nil || !strings.Contains(a.in.Query, "slack") || len(a.d.results[0].Hits) == 0 {
		t.Errorf("query %q, %d hits", a.in.Query, len(a.d.results[0].Hits))
	}
	d.Press("u")
	if !strings.HasPrefix(a.in.Query, "could you") {
		t.Errorf("undone to %q", a.in.Query)
	}
}
