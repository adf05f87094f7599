package ui

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"findable/engine"
	"findable/engine/audit"
	"findable/engine/why"
	"findable/ui/cell"
	"findable/ui/layout"
	"findable/ui/term"
	"findable/ui/uitest"
)

// TestAudit looks over a catalog: the shares are the engine's, a finding leads to a
// journey on which the tool is lost, and the view is there again with its cursor.
func TestAudit(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	if a.auditing.run != nil {
		t.Error("an audit has begun before anybody looks")
	}
	d.Press("7")
	report, err := audit.Run(context.Background(), a.d.session, engine.Limit(a.d.config, nil), nil)
	if err != nil {
		t.Fatal(err)
	}
	wantOnScreen(t, d, number(report.SelfFindable)+"/"+number(report.Tools), engine.Plural(len(report.Findings), "finding", "findings"), "not by name", "magnet", "to do", "see it")
	d.Press("j", "j")
	f, ok := a.findings.current()
	if !ok || f.Kind != report.Findings[2].Kind || f.Tool != report.Findings[2].Tool {
		t.Fatalf("the cursor is on %+v, want %+v", f, report.Findings[2])
	}
	d.Press("enter")
	if a.view != layout.Why || a.in.Query != f.Query || a.in.Target != f.Target {
		t.Fatalf("it leads to view %d with %q for %q", a.view, a.in.Query, a.in.Target)
	}
	if v := a.d.answer(a.src, a.in).journey.Verdict; v == why.Found {
		t.Errorf("%s is found, and the finding says %s", f.Tool, f.Evidence)
	}
	run := a.auditing.run
	d.Press("7")
	if now, _ := a.findings.current(); now != f || a.auditing.run != run {
		t.Errorf("back on %+v, audited again: %v", now, a.auditing.run != run)
	}
	d.Press("i")
	wantOnScreen(t, d, "as an agent sends it")
	d.Press("esc", "1")
	to := a.in
	to.Config.SearchDefaultLimit = 25
	a.change("limit", "", to)
	d.Press("j")
	if a.auditing.report != nil || a.auditing.stop != nil {
		t.Error("a report of another limit is kept, or an audit goes on that nobody looks at")
	}
	d.Press("7")
	wantOnScreen(t, d, "within 25 hits")
}

// TestAuditKinds goes through the kinds of findings: each lists its own, and the
// filter narrows them by words.
func TestAuditKinds(t *testing.T) {
	d, a := start(t, "awkward", 120, 36)
	d.Press("7")
	all := len(a.auditing.report.Findings)
	kinds := a.panes[layout.Kinds].(*kindsPane)
	a.setFocus(layout.Kinds)
	sum := 0
	for i := range kinds.rows[1:] {
		d.Press("j")
		kind := kinds.rows[i+1].kind
		for _, at := range a.findings.rows {
			if got := a.auditing.report.Findings[at].Kind; got != kind {
				t.Errorf("%s among %s", got, kind)
			}
		}
		sum += len(a.findings.rows)
	}
	if sum != all || kinds.rows[0].count != all {
		t.Errorf("the kinds have %d findings, all %d", sum, all)
	}
	d.Press("g", "enter")
	if a.focus() != layout.Findings {
		t.Fatalf("the focus is on %s", a.focus())
	}
	first := a.auditing.report.Findings[0]
	d.Press("f")
	d.Type(string(first.Severity) + " " + kindName(first.Kind))
	wantOnScreen(t, d, "filter "+cell.Unicode.After+" "+string(first.Severity))
	if n := len(a.findings.rows); n == 0 || n == all {
		t.Errorf("%d of %d findings have the words", n, all)
	}
	d.Type(" zzqx")
	wantOnScreen(t, d, "no finding has these words")
	d.Press("enter", "esc")
	if n := len(a.findings.rows); n != all {
		t.Errorf("%d of %d findings without a filter", n, all)
	}
}

// TestAuditStates shows the audit while it goes on, stopped, begun again, and where
// there is nothing to say.
func TestAuditStates(t *testing.T) {
	d, a := start(t, "small", 120, 36)
	d.Press("7")
	ctx, stop := context.WithCancel(context.Background())
	going := func() {
		run := &auditRun{}
		run.done.Store(1234)
		run.all.Store(5000)
		a.auditing = auditing{of: a.auditing.of, stop: stop, run: run, revision: a.auditing.revision + 1}
	}
	going()
	d.Press("j")
	d.Advance(beat)
	wantOnScreen(t, d, "Asking for every tool", "1,234 of 5,000 steps", "25%", "esc or a stops it")
	late := a.auditing.run
	d.Press("esc")
	wantOnScreen(t, d, "Stopped after 1,234 of 5,000 steps", "a begins again")
	if ctx.Err() == nil {
		t.Error("esc stops nothing")
	}
	dropped := a.dropped
	d.Send(auditedMsg{run: late, report: audit.Report{Tools: 7}})
	if a.auditing.report != nil || a.dropped != dropped+1 {
		t.Error("a stopped audit brings its report")
	}
	d.Press("a")
	wantOnScreen(t, d, "by sentence", "to find within")
	going()
	d.Press("a")
	wantOnScreen(t, d, "Stopped after")

	d, _ = start(t, "core-only", 120, 36)
	d.Press("7")
	wantOnScreen(t, d, "Nothing is deferred", "0 tools to find", "so the index has")

	clean := nothing()
	clean.Registry = engine.Register(engine.Catalog{Servers: []engine.Server{{Name: "a", Tools: []engine.Tool{tool("list_rooms", "Lists rooms.")}}}})
	clock := uitest.NewClock()
	d = uitest.NewDriver(t, New(clean, inputs(), plainStyles(t, cell.Unicode), clock), clock, 120, 36)
	d.Press("7")
	wantOnScreen(t, d, "No findings: every tool finds itself", "1/1")
}

// TestDictionary goes from a tool to its terms, to the tools that have one, and back.
func TestDictionary(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	d.Press("/")
	d.Type("create an issue")
	d.Press("enter", "d")
	p := a.dictionary
	s := a.scene(layout.Dictionary)
	hit := a.d.results[0].Hits[0]
	index := a.d.session.Index
	if a.view != layout.Audit || a.focus() != layout.Dictionary || p.name != hit.Entry.Name || len(p.uses) != len(index.TermsOf(hit.Doc)) {
		t.Fatalf("%s shows %d terms of %s", a.focus(), len(p.uses), p.name)
	}
	if u := p.uses[p.list.cursor]; u.Term != "issu" || !strings.Contains(d.Screen(), cell.Unicode.Star) {
		t.Errorf("the cursor is on %s", u.Term)
	}
	d.Press("enter")
	if want := index.Tools("issu"); p.term != "issu" || len(p.tools) != len(want) || p.tool(s) != want[0] {
		t.Fatalf("%d tools with %s", len(p.tools), p.term)
	}
	d.Press("j", "enter")
	if p.name != index.Tools("issu")[1].Name {
		t.Errorf("the terms of %s", p.name)
	}
	d.Press("h", "esc")
	if p.name != hit.Entry.Name || p.uses[p.list.cursor].Term != "issu" {
		t.Errorf("back at %+v", p.level)
	}
	d.Press("backspace")
	if p.level.name+p.level.term != "" || len(p.uses) != len(index.Dictionary()) {
		t.Errorf("back at %+v with %d terms", p.level, len(p.uses))
	}
	for order := range orderCount {
		for i := range p.uses[1:] {
			x, y := p.uses[i], p.uses[i+1]
			if order == commonest && x.DF < y.DF || order == rarest && x.IDF < y.IDF || order == alphabetical && x.Term > y.Term {
				t.Fatalf("%s: %+v before %+v", order, x, y)
			}
		}
		d.Press("s")
	}
	d.Press("f")
	d.Type("Repositories")
	if len(p.uses) != 1 || p.uses[0].Term != "repositori" {
		t.Errorf("repositories gives %v", p.uses)
	}
	d.Press("enter", "enter", "left")
	if p.filter.text() != "Repositories" {
		t.Errorf("back without the filter: %q", p.filter.text())
	}
}

// TestAuditFrames draws all states of the view at all kinds of size.
func TestAuditFrames(t *testing.T) {
	sizes := uitest.Sizes([]int{layout.TabsWidth, layout.FullWidth, layout.WideWidth}, []int{layout.TabsHeight, layout.FullHeight, layout.WideHeight}, 20)
	for _, name := range []string{"small", "awkward", "core-only"} {
		for _, g := range []*cell.Glyphs{cell.Unicode, cell.ASCII} {
			clock := uitest.NewClock()
			a := New(sample(t, name), inputs(), plainStyles(t, g), clock)
			d := uitest.NewDriver(t, a, clock, 120, 36)
			for _, keys := range [][]string{{"3"}, {"7"}, {"tab"}, {"tab"}, {"tab", "f", "a"}, {"enter", "enter"}, {"enter"}, {"F"}, {"F", "f", "zz"}, {"esc", "tab", "enter"}} {
				d.Press(keys...)
				for _, size := range sizes {
					d.Resize(size[0], size[1])
					if err := uitest.CheckFrame(d.View(), size[0], size[1]); err != nil {
						t.Fatalf("%s after %v at %v, ASCII %v: %v", name, keys, size, g.ASCII, err)
					}
				}
				d.Resize(120, 36)
			}
		}
	}
}

// TestAuditAllocations holds what a key costs in memory in the Audit and Why views.
func TestAuditAllocations(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector allocates on its own")
	}
	for _, tt := range []struct {
		pane     layout.Pane
		prepare  []string
		one, two string
	}{
		{layout.Findings, nil, "j", "k"},
		{layout.Findings, []string{"f"}, "e", "backspace"},
		{layout.Dictionary, nil, "j", "k"},
		{layout.Dictionary, []string{"f"}, "e", "backspace"},
	} {
		d, a := colouredApp(t, sample(t, "default"))
		d.Press("7")
		a.setFocus(tt.pane)
		d.Press(tt.prepare...)
		one, two := term.Key(tt.one), term.Key(tt.two)
		if n := testing.AllocsPerRun(20, func() { a.Update(one); a.Update(two) }) / 2; n > 300 {
			t.Errorf("%s after %v: %.0f allocations, want 300 at most", tt.pane, tt.prepare, n)
		}
	}
}

// BenchmarkAuditKey types in the filters of the findings and of the dictionary, and
// moves, over 3,400 tools.
func BenchmarkAuditKey(b *testing.B) {
	for _, tt := range []struct {
		pane     layout.Pane
		filter   bool
		one, two string
	}{{layout.Findings, false, "j", "k"}, {layout.Findings, true, "e", "backspace"}, {layout.Dictionary, false, "j", "k"}, {layout.Dictionary, true, "e", "backspace"},
		{layout.Dictionary, false, "s", "s"}} {
		b.Run(fmt.Sprintf("%s/%s", tt.pane, tt.one), func(b *testing.B) {
			clock := uitest.NewClock()
			a := New(sample(b, "default"), inputs(), plainStyles(b, cell.Unicode), clock)
			d := uitest.NewDriver(b, a, clock, 200, 50)
			d.Press("7")
			a.setFocus(tt.pane)
			if tt.filter {
				d.Press("f")
			}
			one, two := term.Key(tt.one), term.Key(tt.two)
			for b.Loop() {
				a.Update(one)
				a.Update(two)
			}
		})
	}
}
