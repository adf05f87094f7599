package ui

import (
	"strings"
	"testing"
	"unicode/utf8"

	"findable/engine"
	"findable/engine/py"
	"findable/ui/cell"
	"findable/ui/layout"
	"findable/ui/uitest"
)

func tool(name, description string) engine.Tool {
	return engine.Tool{Function: py.Object{{Key: "name", Value: name}, {Key: "description", Value: description}}}
}

// TestHostileNamesInWhy explains a tool beside one whose name, as an agent's list
// may give it, would command the terminal.
func TestHostileNamesInWhy(t *testing.T) {
	src := nothing()
	src.Registry = engine.Register(engine.Catalog{Toolsets: []engine.Toolset{{Name: "shed\x1b[31m", Tools: []engine.Tool{
		tool("rake\x1b]0;owned\a\u202e", "Rake the leaves, rake the lawn."), tool("mow\x1b[2J", "Rake after mowing the lawn.")}}}})
	clock := uitest.NewClock()
	a := New(src, inputs(), plainStyles(t, cell.Unicode), clock)
	d := uitest.NewDriver(t, a, clock, 120, 36)
	d.Press("/")
	d.Type("rake lawn")
	d.Press("enter", "j", "w")
	for _, e := range src.Registry.Entries {
		a.target(e.Name)
		d.Press("j")
		harmless(t, d)
	}
	throughAudit(t, d, a)
}

// TestHostileAudit goes through all findings of the awkward sample, and through the
// whole dictionary.
func TestHostileAudit(t *testing.T) {
	d, a := start(t, "awkward", 120, 36)
	throughAudit(t, d, a)
	d.Resize(200, 50)
	throughAudit(t, d, a)
	d.Resize(40, 12)
	throughAudit(t, d, a)
}

// throughAudit looks at every finding, follows every tenth to its journey, and opens
// terms and tools of the dictionary.
func throughAudit(t *testing.T, d *uitest.Driver, a *App) {
	t.Helper()
	d.Press("7")
	a.setFocus(layout.Findings)
	d.Press("g")
	for i := range a.auditing.report.Findings {
		harmless(t, d)
		if i%10 == 0 {
			d.Press("enter")
			harmless(t, d)
			d.Press("7")
			a.setFocus(layout.Findings)
		}
		d.Press("j")
	}
	a.setFocus(layout.Dictionary)
	d.Press("g")
	for i := range a.d.session.Index.Dictionary() {
		harmless(t, d)
		if i%20 == 0 {
			d.Press("enter")
			harmless(t, d)
			d.Press("G", "enter")
			harmless(t, d)
			d.Press("left", "left")
		}
		d.Press("j")
	}
}

// harmless checks that nothing on the screen acts on the terminal.
func harmless(t *testing.T, d *uitest.Driver) {
	t.Helper()
	w, h := d.Model.(*App).w, d.Model.(*App).h
	if err := uitest.CheckFrame(d.View(), w, h); err != nil {
		t.Error(err)
	}
	if !utf8.ValidString(d.View()) {
		t.Error("the frame holds bytes that are no UTF-8")
	}
	if i := strings.IndexAny(d.Screen(), "\x1b\a\u202e\u200b\u2066"); i >= 0 {
		t.Errorf("the screen holds %q", d.Screen()[i:i+4])
	}
}
