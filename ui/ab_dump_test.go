package ui

import (
	"slices"
	"testing"

	"findable/engine"
	"findable/engine/eval"
	"findable/engine/py"
	"findable/ui/layout"
	"findable/ui/uitest"
)

// older is a source with a tool removed, another one added and a third described in
// other words, as if by an older dump.
func older(src Source) Source {
	was := src
	r := src.Registry
	var edits []engine.Edit
	for i, e := range r.Entries {
		switch {
		case e.Server == nil:
		case len(edits) == 0:
			edits = append(edits, engine.Edit{Toolset: e.Toolset, Tool: e.Tool.Name(), Hidden: true})
		case len(edits) == 1 && i%2 == 0:
			edits = append(edits, engine.Edit{Toolset: e.Toolset, Tool: e.Tool.Name(), Set: py.Object{{Key: "description", Value: "In the words of yesterday."}}})
		}
	}
	was.Registry, was.Name = r.With(edits), "yesterday.json"
	return was
}

// TestOlderDump holds a catalog against an older one: what came and changed is named,
// the cases are asked in both, and no view takes the older one for the present.
func TestOlderDump(t *testing.T) {
	d, a := withCases(t, "small", 120, 36)
	was := older(a.src)
	a.src.Kept.Dump = &Loaded{Source: was, Start: a.in}
	a.reopen(a.src.Kept)
	a.setQuery("create")
	d.Press("6", "F")
	delta := engine.Diff(was.Registry, a.src.Registry)
	if len(delta.Added) != 1 || len(delta.Changed) != 1 {
		t.Fatalf("%+v", delta)
	}
	wantOnScreen(t, d, "vs A yesterday.json: ", "definitions: 1 new, 0 gone, 1 changed", "+ "+delta.Added[0], "~ "+delta.Changed[0], "In the words of yesterday.", "prompt cache")
	// The cases fare in A as they would if it were loaded.
	world := engine.NewWorld(was.Registry.Session(a.in.Rules(), a.in.Scope, a.in.Effective().Defer), a.in.Effective(), a.in.Context)
	want, err := eval.Run(t.Context(), eval.NewSession(world.Session, world.Config), a.src.Cases, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := a.comparing.outcome()
	if got == nil || len(got.Outcomes) != len(want) {
		t.Fatalf("the cases in A: %+v", got)
	}
	moved := 0
	for i, o := range want {
		if !slices.Equal(o.Ranks, got.Outcomes[i].Ranks) {
			t.Errorf("%q: %v, want %v", o.Case.Query, got.Outcomes[i].Ranks, o.Ranks)
		}
		if !slices.Equal(o.Ranks, a.evaluation.current().Outcomes[i].Ranks) {
			moved++
		}
	}
	if moved == 0 {
		t.Error("no case has moved: too little has changed to say anything")
	}
	wantOnScreen(t, d, "cases: "+number(moved)+" of 13 moved")
	// Servers stand as they stood, and there is no going to the other catalog.
	for _, r := range a.servers.heads(a.scene(layout.Servers)) {
		if r.was != "" {
			t.Errorf("%s was %s", r.origin.label, r.was)
		}
	}
	before := a.in
	d.Press("tab", "s")
	wantOnScreen(t, d, "A is another dump, yesterday.json")
	if !a.in.Equal(before) || a.state().Dump != a.src.Kept.Dump || a.state().A != nil {
		t.Errorf("swapped to %+v", a.in)
	}
	// Keeping the present puts an end to that.
	d.Press("A")
	if a.comparing.a.dump != "" || a.state().Dump != nil || a.state().A == nil {
		t.Error("A is still the other dump")
	}
}

// TestSavedSide brings back the A of a saved session with all that its marks need.
func TestSavedSide(t *testing.T) {
	_, a := withCases(t, "small", 120, 36)
	a.reopen(Kept{A: &a.in})
	for _, r := range a.servers.heads(a.scene(layout.Servers)) {
		if r.was != "" {
			t.Errorf("%s was %s", r.origin.label, r.was)
		}
	}
	if text, _ := modelText(&a.d); len(a.comparing.a.text) == 0 || a.comparing.lost(a.styles.Glyphs.CleanLines(text)) > 0 {
		t.Error("the same listing differs")
	}
}

// TestOlderDumpFrames draws what differs at all sizes.
func TestOlderDumpFrames(t *testing.T) {
	d, a := withCases(t, "awkward", 120, 36)
	a.src.Kept.Dump = &Loaded{Source: older(a.src), Start: a.in}
	a.reopen(a.src.Kept)
	d.Press("6")
	for w := 1; w < 220; w += 9 {
		for h := 1; h < 60; h += 7 {
			d.Resize(w, h)
			if err := uitest.CheckFrame(a.View(), w, h); err != nil {
				t.Fatal(err)
			}
		}
	}
}
