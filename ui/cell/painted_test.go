package cell

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func TestSlice(t *testing.T) {
	const red, bold = "\x1b[31m", "\x1b[1m"
	line := red + "red" + Reset + " " + bold + "bo" + red + "ld" + Reset + " 検索"
	for _, c := range []struct {
		from, to int
		want     string
	}{
		{0, 3, red + "red" + Reset},
		{0, 2, red + "re" + Reset},
		{1, 5, red + "ed" + Reset + " " + bold + "b" + Reset},
		{6, 9, bold + red + "ld" + Reset + " "},
		{5, 7, bold + "o" + red + "l" + Reset},
		{3, 4, " "},
		{8, 10, " " + " "},
		{9, 11, "検"},
		{10, 13, " 索"},
		{10, 12, "  "},
		{12, 16, "    "},
		{4, 4, ""},
		{5, 2, ""},
		{40, 43, "   "},
	} {
		if got := Slice(line, c.from, c.to); got != c.want {
			t.Errorf("Slice(%d, %d) = %q, want %q", c.from, c.to, got, c.want)
		}
	}
	if got := Slice("\x1b]8;;x\aab", 1, 4); ansi.StringWidth(got) != 3 {
		t.Errorf("a line with a link gives %q", got)
	}
}

func TestCutPainted(t *testing.T) {
	line := "\x1b[31mred and\x1b[0m blue"
	for w, want := range map[int]string{12: line, 5: "\x1b[31mred \x1b[0m…", 1: "…", 0: ""} {
		if got := Unicode.CutPainted(line, w); got != want {
			t.Errorf("CutPainted(%d) = %q, want %q", w, got, want)
		}
	}
}

// TestSliceRandom checks on random painted lines that a slice has its cells, the
// text of the slow way, and no colour left open.
func TestSliceRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	pieces := []string{"a", "bc ", "検", "─", "é", "\x1b[31m", "\x1b[1m", Reset, "é"}
	for range 5000 {
		var b strings.Builder
		for range r.IntN(12) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		s := Pad(b.String()+Reset, 10)
		from := r.IntN(8)
		to := from + r.IntN(8)
		got := Slice(s, from, to)
		if ansi.StringWidth(got) != to-from {
			t.Fatalf("Slice(%q, %d, %d) = %q", s, from, to, got)
		}
		if i := strings.LastIndex(got, "\x1b["); i >= 0 && !strings.HasPrefix(got[i:], Reset) {
			t.Fatalf("Slice(%q, %d, %d) = %q leaves a colour open", s, from, to, got)
		}
		all := Slice(s, 0, from) + got + Slice(s, to, Width(s))
		if !strings.Contains(s, "検") && ansi.Strip(all) != ansi.Strip(s)+Spaces(to-Width(s)) {
			t.Fatalf("the slices of %q at %d and %d are %q", s, from, to, all)
		}
	}
}
