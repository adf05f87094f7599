package ui

import (
	"context"
	"math"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/muesli/termenv"

	"findable/engine"
	"findable/loaders"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/style"
	"findable/ui/term"
	"findable/ui/uitest"
)

// benchApp runs the app in colour on the large sample, or on all live dumps where
// they are.
func benchApp(b testing.TB, live bool) (*uitest.Driver, *App) {
	b.Helper()
	src := sample(b, "default")
	if live {
		const dir = "../../shared/catalogs/live"
		if _, err := os.Stat(dir); err != nil {
			b.Skip("the live dumps are not beside this checkout")
		}
		r, err := loaders.Load(context.Background(), []loaders.Source{{Path: dir}}, loaders.Options{Rules: engine.Documented()})
		if err != nil {
			b.Fatal(err)
		}
		src = Source{Name: "live", Registry: engine.Register(r.Catalog)}
	}
	theme, err := themes.Named(themes.Default, true)
	if err != nil {
		b.Fatal(err)
	}
	clock := uitest.NewClock()
	a := New(src, inputs(), style.New(theme, termenv.TrueColor, cell.Unicode), clock)
	return uitest.NewDriver(b, a, clock, 200, 50), a
}

// BenchmarkKey measures Update, which searches, assembles and draws, for a key.
// Against 4 ms stand the 99 percent of a query's and a slider's keys.
func BenchmarkKey(b *testing.B) {
	for _, live := range []bool{false, true} {
		name := "sample"
		if live {
			name = "live"
		}
		run := func(what string, prepare, keys []string) {
			b.Run(name+"/"+what, func(b *testing.B) {
				d, a := benchApp(b, live)
				d.Press(prepare...)
				b.ReportAllocs()
				var took []time.Duration
				for i := 0; b.Loop(); i++ {
					pressed := time.Now()
					a.Update(term.Key(keys[i%len(keys)]))
					took = append(took, time.Since(pressed))
				}
				report(b, took)
			})
		}
		run("query", []string{"/", "create an issu"}, []string{"e", "backspace"})
		run("slider", []string{"j", "j", "j", "j"}, []string{"right", "left"})
		run("cursor", []string{"/", "create an issue", "enter"}, []string{"j", "k"})
		run("switch", []string{"tab"}, []string{"space"})
		run("generation", nil, []string{"v"})
		run("listing", []string{"2"}, []string{"j", "k"})
	}
}

// BenchmarkView shows that an unchanged frame is handed out as it is.
func BenchmarkView(b *testing.B) {
	_, a := benchApp(b, false)
	b.ReportAllocs()
	for b.Loop() {
		a.View()
	}
}

// report gives percentiles in milliseconds in place of the time of a round.
func report(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	for _, p := range []struct {
		unit string
		at   float64
	}{{"p50-ms", 0.5}, {"p95-ms", 0.95}, {"p99-ms", 0.99}, {"max-ms", 1}} {
		i := int(math.Ceil(p.at*float64(len(took)))) - 1
		b.ReportMetric(float64(took[i])/float64(time.Millisecond), p.unit)
	}
	b.ReportMetric(0, "ns/op")
}
