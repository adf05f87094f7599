package eval

import (
	"context"
	"testing"

	"findable/engine"
)

// benchmarkRun asks cases of a labelled set, over and over, as many as wanted.
func benchmarkRun(b *testing.B, set string, queries int, make func(*Session) Engine) {
	registry, cases := labelled(b, set)
	rules := engine.Documented()
	s := NewSession(registry.Session(rules, engine.Scope{}, rules.DefaultDefer), engine.DefaultConfig(rules))
	var many []Case
	for len(many) < queries {
		many = append(many, cases[:min(len(cases), queries-len(many))]...)
	}
	e := make(s)
	b.ResetTimer()
	for b.Loop() {
		outcomes, err := Run(context.Background(), e, many, nil)
		if err != nil {
			b.Fatal(err)
		}
		for _, m := range All() {
			Interval(m.Values(outcomes, 5))
		}
	}
}

func asItIs(s *Session) Engine { return s }

// BenchmarkRun20000On200 measures everything that eval shows of 20,000 queries on
// the 199 tools of metatool, the costs of replies and the intervals included.
func BenchmarkRun20000On200(b *testing.B) { benchmarkRun(b, "metatool", 20_000, asItIs) }

// BenchmarkRun1000On4000 is the same of 1,000 queries on the 4,076 tools of
// sealtools.
func BenchmarkRun1000On4000(b *testing.B) { benchmarkRun(b, "sealtools", 1_000, asItIs) }

// BenchmarkKeyworded1000On4000 asks them in keywords.
func BenchmarkKeyworded1000On4000(b *testing.B) {
	benchmarkRun(b, "sealtools", 1_000, func(s *Session) Engine { return NewKeyworded(s) })
}
