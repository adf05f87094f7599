package figures

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"findable/engine"
	"findable/engine/advice"
	"findable/engine/eval"
	"findable/engine/py"
	"findable/loaders"
	samples "findable/sample-catalogs"
	"findable/ui/chart"
)

// session loads a sample.
func session(t *testing.T, name string) *engine.Session {
	t.Helper()
	for _, s := range samples.All() {
		if s.Name != name {
			continue
		}
		res, err := loaders.Load(context.Background(), []loaders.Source{{Path: s.File}}, loaders.Options{FS: samples.FS(), Rules: engine.Documented()})
		if err != nil && name != "core-only" {
			t.Fatal(err)
		}
		return engine.Register(res.Catalog).Session(engine.Documented(), engine.Scope{}, nil)
	}
	t.Fatal("no sample ", name)
	return nil
}

// TestAddUp checks that both charts of tokens add up to what is estimated for all
// definitions together.
func TestAddUp(t *testing.T) {
	for _, name := range samples.Names() {
		s := session(t, name)
		want := float64(s.Assemble(engine.DefaultConfig(engine.Documented()), 0).EagerTokens)
		for what, c := range map[string]chart.Chart{"servers": Servers(s, nil), "parts": Parts(s, nil)} {
			sum := 0.0
			for _, r := range c.(chart.Bars).Rows {
				for _, v := range r.Values {
					if v < 0 {
						t.Errorf("%s, %s: %q has %v", name, what, r.Label, v)
					}
					sum += v
				}
			}
			if sum != want {
				t.Errorf("%s, %s: %v tokens, want %v", name, what, sum, want)
			}
		}
	}
}

// TestBefore checks that each side of a pair of rows adds up to its own whole, whatever
// came and went, and that the listing's parts do.
func TestBefore(t *testing.T) {
	was, now := session(t, "small"), session(t, "awkward")
	c := engine.DefaultConfig(engine.Documented())
	before, after := was.Assemble(c, 0), now.Assemble(c, 0)
	head := func(a engine.Assembly) float64 { h, _ := a.Listing.Parts(); return float64(a.Listing.Tokens - h) }
	eager := [2]float64{float64(before.EagerTokens), float64(after.EagerTokens)}
	for what, x := range map[string]struct {
		c    chart.Chart
		want [2]float64
	}{"servers": {Servers(now, was), eager}, "parts": {Parts(now, was), eager}, "listing": {Listing(&after, &before), [2]float64{head(before), head(after)}}} {
		var sum [2]float64
		b := x.c.(chart.Bars)
		for i, r := range b.Rows {
			for _, v := range r.Values {
				sum[i%2] += v
			}
			if !strings.HasSuffix(r.Label, ", "+b.Sides[i%2]) || strings.TrimSuffix(r.Label, ", now") != strings.TrimSuffix(b.Rows[i-i%2].Label, ", before") && i%2 == 1 {
				t.Errorf("%s: row %d is %q", what, i, r.Label)
			}
		}
		if sum != x.want || sum[0] == sum[1] {
			t.Errorf("%s: %v tokens, want %v", what, sum, x.want)
		}
	}
	for _, r := range Listing(&after, nil).(chart.Bars).Rows {
		if strings.Contains(r.Label, ",") {
			t.Errorf("%q has no other side", r.Label)
		}
	}
}

// TestSizes checks the parts of every tool against sizes that are taken anew.
func TestSizes(t *testing.T) {
	for _, name := range samples.Names() {
		s := session(t, name)
		for _, e := range append(s.Visible, s.Deferred...) {
			var z sizing
			z.add(e)
			parameters := e.Parameters()
			if got := z.described + z.schema; got != py.Size(parameters) || z.sum() != len([]rune(e.Definition())) {
				t.Fatalf("%s: %+v of %s", e.Name, z, e.Definition())
			}
		}
	}
}

func TestRanks(t *testing.T) {
	var outcomes []eval.Outcome
	for _, rank := range []int{1, 1, 2, 5, 6, 10, 11, 25, 0} {
		outcomes = append(outcomes, eval.Outcome{Ranks: []int{rank}})
	}
	h := Ranks(Run{"before", outcomes[:2]}, Run{"now", outcomes}).(chart.Histogram)
	got := ""
	for _, b := range h.Buckets {
		got += fmt.Sprint(b.Label, b.Values, " ")
	}
	if want := "1[2 2] 2[0 1] 3[0 0] 4[0 0] 5[0 1] 6-10[0 2] 11-25[0 2] none[0 1] "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestFront(t *testing.T) {
	s := session(t, "small")
	c := engine.DefaultConfig(engine.Documented())
	a, err := advice.Advise(context.Background(), advice.Question{Session: s, Config: c, Context: 200_000}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := Front(a, -1).(chart.Plot)
	points := 0
	for _, s := range p.Series {
		switch {
		case s.Name == "now" && (len(s.Points) != 1 || s.Points[0].X != a.Points[a.Present].Tokens(a.Points[a.Present].Chosen)):
			t.Errorf("now: %v", s.Points)
		case s.Name == "chosen" && len(s.Points) > 0:
			t.Errorf("chosen: %v", s.Points)
		case s.Name == "front" || s.Name == "other settings":
			points += len(s.Points)
		}
	}
	if points != len(a.Points) || !strings.Contains(p.Note, "own words") {
		t.Errorf("%d of %d points; %s", points, len(a.Points), p.Note)
	}
	if chosen := Front(a, len(a.Points)-1).(chart.Plot).Series[1]; len(chosen.Points) != 1 {
		t.Errorf("chosen: %v", chosen.Points)
	}
}
