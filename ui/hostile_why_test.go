package ui

import (
	"strings"
	"testing"

	"findable/engine"
	"findable/engine/py"
	"findable/ui/cell"
	"findable/ui/uitest"
)

// TestHostileNamesInWhy explains a tool beside one whose name, as an agent's list
// may give it, would command the terminal.
func TestHostileNamesInWhy(t *testing.T) {
	tool := func(name, description string) engine.Tool {
		return engine.Tool{Function: py.Object{{Key: "name", Value: name}, {Key: "description", Value: description}}}
	}
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
		if err := uitest.CheckFrame(d.View(), 120, 36); err != nil {
			t.Error(err)
		}
		if i := strings.IndexAny(d.Screen(), "\x1b\a\u202e"); i >= 0 {
			t.Errorf("the screen holds %q", d.Screen()[i:i+4])
		}
	}
}
