package bpe

import (
	"context"
	"math"
	"testing"

	"findable/engine"
	"findable/engine/py"
)

func gardens() *engine.Registry {
	var c engine.Catalog
	for name, descriptions := range map[string][]string{
		"garden": {"Rakes the leaves off the lawn.", "Waters the roses."}, "花园": {"把草坪上的树叶耙掉。"}, "сад": {"Сгребает листья с газона.", "Поливает розы 🌹."},
	} {
		server := engine.Server{Name: name}
		for i, d := range descriptions {
			server.Tools = append(server.Tools, engine.Tool{Function: py.Object{{Key: "name", Value: []string{"rake", "water"}[i]}, {Key: "description", Value: d}}})
		}
		c.Servers = append(c.Servers, server)
	}
	return engine.Register(c)
}

// TestCounterAddsUp holds the counts of a session, and of another of the same
// registry, against counting each definition by itself.
func TestCounterAddsUp(t *testing.T) {
	counter, r := new(Counter), gardens()
	for _, scope := range []engine.Scope{{}, {Disable: []string{"garden"}}, {}} {
		s := r.Session(engine.Documented(), scope, nil)
		a := s.Assemble(engine.DefaultConfig(s.Rules), 200_000)
		counts, err := counter.Count(t.Context(), s, a)
		if err != nil {
			t.Fatal(err)
		}
		tokens, characters := 0, 0
		for _, e := range s.Deferred {
			tokens, characters = tokens+Count(e.Definition()), characters+e.Characters
		}
		d := counts.Definitions
		if d.Tokens != tokens || d.Characters != characters || d.Estimate != float64(a.EagerTokens) {
			t.Errorf("%+v, want %d tokens of %d characters", d, tokens, characters)
		}
		for _, parts := range [][]Text{counts.Scripts, counts.Servers} {
			estimate := 0.0
			for _, p := range parts {
				tokens, characters, estimate = tokens-p.Tokens, characters-p.Characters, estimate+p.Estimate
			}
			if tokens != 0 || characters != 0 || math.Ceil(estimate) != d.Estimate {
				t.Errorf("%d tokens and %d characters are in no part of %+v; the estimates add up to %v of %v", tokens, characters, parts, estimate, d.Estimate)
			}
			tokens, characters = d.Tokens, d.Characters
		}
		if l := counts.Listing; l.Tokens != Count(a.Listing.Text()) || l.Characters != a.Listing.Characters {
			t.Errorf("listing %+v", l)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	s := r.Session(engine.Documented(), engine.Scope{}, nil)
	if _, err := counter.Count(ended, s, s.Assemble(engine.DefaultConfig(s.Rules), 0)); err == nil {
		t.Error("it goes on after its context has ended")
	}
}

func TestFault(t *testing.T) {
	for _, x := range []struct {
		text Text
		want float64
	}{{Text{}, 0}, {Text{Estimate: 5, Tokens: 10}, -0.5}, {Text{Estimate: 15, Tokens: 10}, 0.5}} {
		if got := x.text.Fault(); got != x.want {
			t.Errorf("%+v: %v, want %v", x.text, got, x.want)
		}
	}
}
