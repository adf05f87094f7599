//go:build unix

package ui

import (
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/muesli/termenv"

	"findable/ui/cell"
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
		{"query", "/\x15create a dat", "create a dat█", [2]string{"e", "\x7f"}, [2]string{"create a date█", "create a dat█"}},
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
					s.awaitThat("a frame", from, func(output string) bool { return strings.HasSuffix(output, "\x1b[50;H") })
					took = append(took, time.Since(pressed))
					if !strings.Contains(s.shows().String(), c.texts[i%2]) {
						b.Fatalf("the frame after %q does not show %q", c.keys[i%2], c.texts[i%2])
					}
				}
			}
			report(b, took)
			b.ReportMetric(float64(s.written()-began)/float64(len(took)), "B/key")
		})
	}
}

// ordinary is the number of bytes that a key may have written to the terminal when it
// changes neither the view nor what lies over it.
const ordinary = 8 << 10

// TestBytesPerKey goes through a session on 200 × 50 cells over the large sample, in
// the terminal's own colours and in those of a theme, whose sequences are longer.
func TestBytesPerKey(t *testing.T) {
	const anything = 1 << 20
	letters := func(text string) []string { return strings.Split(text, "") }
	for theme, change := range map[string][]string{"default": nil, "the next": {"t"}} {
		t.Run(theme, func(t *testing.T) {
			t.Parallel()
			x := startTwin(t, "default", termenv.TrueColor, cell.Unicode)
			x.size(200, 50)
			for _, part := range []struct {
				limit int
				keys  []string
			}{
				{anything, change},
				{ordinary, slices.Concat([]string{"/"}, letters("create an issue"), []string{"enter", "j", "j", "ctrl+d", "ctrl+u", "k", "L", "u", "ctrl+r", "u"})},
				{ordinary, slices.Concat([]string{"/", "ctrl+u"}, letters("delete message; invoice"), []string{"backspace", "enter", "j", "enter"})},
				{ordinary, []string{"shift+tab", "tab", "tab", "j", "ctrl+d", "k"}}, // past the explanation to the listing
				{ordinary, []string{"tab", "j", "l", "h", "j", "j", "l", "l", "h", "u", "j", "l", "j", "l", "j", "l", "d", "D", "v", "v", "f2", "f2"}},
				{ordinary, []string{"tab", "j", "space", "space", "l", "j", "ctrl+d", "ctrl+u", "s", "s", "s", "Z", "j", "l", "h"}},
				{ordinary, []string{"o", "o"}}, // each of them changes all panes
				{anything, []string{"2"}},
				{ordinary, []string{"tab", "l", "j", "h", "l", "h", "tab", "tab", "v", "v"}},
				{anything, []string{"1", "F", "F", "?", "esc"}},
			} {
				for _, key := range part.keys {
					from := x.written()
					x.follow(key)
					x.awaitThat("a whole frame", from, func(output string) bool { return strings.Contains(output, "\x1b[50;H") })
					n := x.written() - from
					t.Logf("%-10s %6d", key, n)
					if n > part.limit {
						t.Errorf("%q wrote %d bytes", key, n)
					}
				}
			}
			staysOnScreen(t, x.text(), 200, 50)
			x.quit()
		})
	}
}

// staysOnScreen looks, on a larger terminal, whether anything was written beyond the
// last column or below the last line.
func staysOnScreen(t *testing.T, output string, w, h int) {
	t.Helper()
	large := vt.NewEmulator(w+20, h+20)
	_, _ = large.WriteString(output)
	nothing := large.CellAt(w+19, h+19)
	for y := range h + 20 {
		for x := range w + 20 {
			if c := large.CellAt(x, y); (x >= w || y >= h) && !c.Equal(nothing) {
				t.Fatalf("line %d, column %d was written to: %+v", y+1, x+1, c)
			}
		}
	}
}

// BenchmarkFirstFrame starts the program as it is built, with the reading of its
// sample, until its first frame is there.
func BenchmarkFirstFrame(b *testing.B) {
	program := filepath.Join(b.TempDir(), "findable")
	if out, err := exec.Command("go", "build", "-o", program, "findable").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	var took []time.Duration
	for b.Loop() {
		started := time.Now()
		s := startSession(b, "", func(c *exec.Cmd) { c.Path, c.Args = program, []string{"findable"} })
		took = append(took, time.Since(started))
		s.press("q")
		s.ended()
	}
	report(b, took)
}
