//go:build unix

package ui

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// BenchmarkKeyToBytes presses keys at random phases on a real terminal of 200 × 50
// cells and reports how long it takes, in milliseconds, until the terminal has
// been sent what each of them changed, and how many bytes it is sent. Every round
// takes 300 samples.
func BenchmarkKeyToBytes(b *testing.B) {
	const samples = 300
	for _, c := range []struct {
		what, prepare, ready string
		// keys take turns, and each brings its text.
		keys, texts [2]string
	}{
		{"query", "/\x15create a dat", "create a dat\x1b", [2]string{"e", "\x7f"}, [2]string{"create a date\x1b", "create a dat\x1b"}},
		{"cursor", "/\x15create an issue\r", "Explain #1", [2]string{"j", "k"}, [2]string{"Explain #2", "Explain #1"}},
		{"slider", "jjjj", "200 to 60,000", [2]string{"l", "h"}, [2]string{"4,100 ", "4,000 "}},
	} {
		b.Run(c.what, func(b *testing.B) {
			s := startSession(b, "default")
			s.resize(200, 50)
			s.await("What the model reads")
			s.press(c.prepare)
			s.await(c.ready)
			var took []time.Duration
			began := s.written()
			for b.Loop() {
				for i := range samples {
					time.Sleep(20*time.Millisecond + rand.N(20*time.Millisecond))
					from, pressed := s.written(), time.Now()
					s.press(c.keys[i%2])
					s.awaitFrom(from, c.texts[i%2])
					took = append(took, time.Since(pressed))
				}
			}
			report(b, took)
			b.ReportMetric(float64(s.written()-began)/float64(len(took)), "B/key")
		})
	}
}

// BenchmarkFirstFrame starts the app, with the reading of its sample, until its
// first frame is there.
func BenchmarkFirstFrame(b *testing.B) {
	var took []time.Duration
	for b.Loop() {
		started := time.Now()
		s := startSession(b, "default")
		took = append(took, time.Since(started))
		s.press("q")
		s.ended()
	}
	report(b, took)
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
