package ui

import (
	"strings"
	"testing"

	"findable/engine"
	"findable/engine/py"
	"findable/ui/cell"
	"findable/ui/layout"
)

// TestMarks keeps an A, changes what every view shows, and holds each mark against
// the long way round.
func TestMarks(t *testing.T) {
	d, a := withCases(t, "default", 200, 50)
	a.setQuery("create an issue")
	d.Press("A")
	for _, text := range []string{"in A", "vs A   score"} {
		wantOnScreen(t, d, text)
	}
	was := a.d.side(a.in)
	to := a.in.Switched("mcp-linear", false)
	to.Edits = []engine.Edit{{Toolset: "mcp-github", Tool: "create_issue", Set: py.Object{{Key: "description", Value: "Opens a thing."}}}}
	to.Config.ListingMaxTokens = 430
	a.change("changes", "", to)
	d.Press("down")
	s := a.scene(layout.Hits)
	marks := map[string]int{}
	for i, h := range a.d.results[0].Hits[:10] {
		_, mark := a.comparing.moved(s, hitRow{kind: hitRowKind, rank: i + 1, hit: h})
		old := 0
		if e, ok := was.Session.Deferrable(h.Entry.Name); ok {
			old = was.Session.Index.Rank("create an issue", was.Session.Index.Doc(e))
		}
		want := "="
		switch {
		case old == 0:
			want = "new"
		case old > i+1:
			want = a.styles.Glyphs.Up + number(old-i-1)
		case old < i+1:
			want = a.styles.Glyphs.Down + number(i+1-old)
		}
		if marks[want]++; mark != want {
			t.Errorf("hit %d, in A %d, is marked %s", i+1, old, mark)
		}
	}
	if len(marks) < 2 {
		t.Errorf("only %v: too little has moved to say anything", marks)
	}
	if gone := a.comparing.gone(s, 0, a.d.results[0]); !strings.Contains(gone, "create_issue (1)") {
		t.Errorf("gone: %q", gone)
	}
	// Servers stand as they stood, and say how where that is another way.
	for _, r := range a.servers.heads(a.scene(layout.Servers)) {
		if old := a.comparing.a.states[r.origin.label]; r.was != "" && r.was != old || r.was == "" && r.state != old {
			t.Errorf("%s is %s, was %s, and says %q", r.origin.label, r.state, old, r.was)
		}
	}
	if was := a.comparing.was("linear", "off"); was != "names" {
		t.Errorf("linear was %q", was)
	}
	// A line of the listing is marked where A has none like it.
	d.Press("2")
	p := a.panes[layout.Text].(*textPane)
	fresh := 0
	for _, r := range p.rows {
		if r.fresh && r.number > 0 {
			fresh++
		}
	}
	if fresh != p.marks || fresh == 0 || p.lost == 0 {
		t.Errorf("%d lines are marked, %d are fresh and %d gone", fresh, p.marks, p.lost)
	}
	wantOnScreen(t, d, "vs A +"+cell.Number(p.marks)+" "+a.styles.Glyphs.Minus+cell.Number(p.lost)+" lines")
	d.Press("5")
	wantOnScreen(t, d, "vs A")
	// A stands at its own budget, on the map and on the ladder.
	d.Press("4")
	wantOnScreen(t, d, "[ ] is now, A was", "A is its budget's")
	for i, row := range a.ladder.rungs {
		isA := i == engine.RungAt(a.ladder.rungs, was.Assembly.Budget.Tokens)
		text := a.ladder.row(a.scene(layout.Ladder), len(a.ladder.rungs)-1-i, false)
		if strings.Contains(text[:8], "A") != isA {
			t.Errorf("the rung from %d: %q", row.From, text)
		}
	}
	d.Press("A")
	if a.comparing.lost(nil) == 0 || a.comparing.was("linear", "off") != "" {
		t.Error("another A is not what is held against")
	}
}

// TestNoSides names the key that keeps an A, whatever it is.
func TestNoSides(t *testing.T) {
	d, _ := startWith(t, "keep-a f7")
	d.Press("6")
	wantOnScreen(t, d, "Nothing is kept as A yet", "With f7 the present is kept as A")
}
