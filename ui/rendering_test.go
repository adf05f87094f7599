package ui

import (
	"fmt"
	"testing"

	"github.com/muesli/termenv"

	"findable/engine"
	"findable/engine/py"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/style"
	"findable/ui/uitest"
)

// colourApp runs the app in colour on 200 × 50 cells.
func colourApp(b *testing.B, src Source) (*uitest.Driver, *App) {
	b.Helper()
	theme, err := themes.Named(themes.Default, true)
	if err != nil {
		b.Fatal(err)
	}
	clock := uitest.NewClock()
	a := New(src, inputs(), style.New(theme, termenv.TrueColor, cell.Unicode), clock)
	return uitest.NewDriver(b, a, clock, 200, 50), a
}

// made is a catalog of so many tools on servers of 100.
func made(tools int) Source {
	actions := []string{"create", "list", "get", "update", "delete", "search", "archive", "export", "share", "move"}
	objects := []string{"issue", "message", "page", "event", "invoice", "contact", "file", "ticket", "order", "report"}
	var c engine.Catalog
	for i := range tools {
		if i%100 == 0 {
			c.Servers = append(c.Servers, engine.Server{Name: fmt.Sprintf("server%d", i/100)})
		}
		action, object := actions[i%10], objects[i/10%10]
		s := &c.Servers[len(c.Servers)-1]
		s.Tools = append(s.Tools, engine.Tool{Function: py.Object{
			{Key: "name", Value: action + "_" + object},
			{Key: "description", Value: fmt.Sprintf("%s the %s of team %d, or of one of its projects.", action, object, i/100)},
			{Key: "parameters", Value: py.Object{{Key: "type", Value: "object"}, {Key: "properties", Value: py.Object{
				{Key: object, Value: py.Object{{Key: "type", Value: "string"}}}}}}},
		}})
	}
	return Source{Name: "made", Registry: engine.Register(c)}
}

// BenchmarkRendering draws every pane anew and the frame of them. How many tools
// there are must not matter.
func BenchmarkRendering(b *testing.B) {
	for _, view := range []struct {
		name string
		keys []string
	}{
		{"tune", []string{"/", "create an issue", "enter"}},
		{"servers", []string{"tab", "right", "G"}},
		{"listing", []string{"2", "G"}},
	} {
		for _, tools := range []int{3300, 33000} {
			b.Run(fmt.Sprintf("%s/%d", view.name, tools), func(b *testing.B) {
				d, a := colourApp(b, made(tools))
				d.Press(view.keys...)
				b.ReportAllocs()
				for b.Loop() {
					clear(a.drawn)
					a.draw()
				}
			})
		}
	}
}
