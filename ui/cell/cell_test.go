package cell

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func TestCut(t *testing.T) {
	for _, c := range []struct {
		in            string
		w             int
		end, mid, asc string
	}{
		{"create_issue", 12, "create_issue", "create_issue", "create_issue"},
		{"create_issue_comment", 18, "create_issue_comm…", "create_is…_comment", "create_issue_com.."},
		{"create_issue", 3, "cr…", "c…e", "c.."},
		{"create_issue", 2, "c…", "c…", ".."},
		{"create_issue", 1, "…", "…", "."},
		{"create_issue", 0, "", "", ""},
		{"検索検索", 8, "検索検索", "検索検索", "検索検索"},
		{"検索検索", 6, "検索…", "検…索", "検索.."},
		{"検索検索", 5, "検索…", "検…索", "検.."},
	} {
		if got := Unicode.Cut(c.in, c.w); got != c.end {
			t.Errorf("Cut(%q, %d) = %q, want %q", c.in, c.w, got, c.end)
		}
		if got := Unicode.CutMiddle(c.in, c.w); got != c.mid {
			t.Errorf("CutMiddle(%q, %d) = %q, want %q", c.in, c.w, got, c.mid)
		}
		if got := ASCII.Cut(c.in, c.w); got != c.asc {
			t.Errorf("in ASCII Cut(%q, %d) = %q, want %q", c.in, c.w, got, c.asc)
		}
	}
}

func TestPad(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Pad("ab", 4), "ab  "},
		{Pad("abcde", 4), "abcde"},
		{PadLeft("検", 4), "  検"},
		{Unicode.FitLeft("1,234", 7), "  1,234"},
		{Unicode.Fit("検索", 3), "検…"},
		{Unicode.Fit("検索検", 4), "検… "},
		{Pad("\x1b[1mab\x1b[0m", 3), "\x1b[1mab\x1b[0m "},
		{Spaces(-1), ""},
		{Spaces(600), strings.Repeat(" ", 600)},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		in   string
		w    int
		want []string
	}{
		{"", 5, []string{""}},
		{"short", 5, []string{"short"}},
		{"one two three", 8, []string{"one two", "three"}},
		{"one two three", 7, []string{"one two", "three"}},
		{"one two three", 6, []string{"one", "two", "three"}},
		{"one  two", 4, []string{"one", "two"}},
		{"  indented text", 10, []string{"  indented", "text"}},
		{"  indented", 6, []string{"  inde", "nted"}},
		{"a verylongword b", 5, []string{"a", "veryl", "ongwo", "rd b"}},
		{"検索する", 5, []string{"検索", "する"}},
		{"検a", 1, []string{"\uFFFD", "a"}},
		{"trailing   ", 8, []string{"trailing"}},
		{"x", 0, nil},
	} {
		if got := Wrap(c.in, c.w); !slices.Equal(got, c.want) {
			t.Errorf("Wrap(%q, %d) = %q, want %q", c.in, c.w, got, c.want)
		}
	}
}

func TestBars(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Unicode.Bar(0.5, 4), "██  "},
		{Unicode.Bar(0.45, 4), "█▊  "},
		{Unicode.Bar(0.0001, 4), "▏   "},
		{Unicode.Bar(0, 4), "    "},
		{Unicode.Bar(1, 4), "████"},
		{Unicode.Bar(7, 2), "██"},
		{Unicode.Bar(math.NaN(), 2), "  "},
		{Unicode.Bar(1, 0), ""},
		{Unicode.ShadeBar(0.45, 4), "▒▒  "},
		{ASCII.Bar(0.45, 4), "##  "},
		{ASCII.ShadeBar(0.01, 4), ":   "},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestGauge(t *testing.T) {
	for _, c := range []struct {
		fraction      float64
		filled, empty string
	}{
		{0, "", "░░░░"}, {0.001, "█", "░░░"}, {0.5, "██", "░░"}, {0.999, "███", "░"}, {1, "████", ""}, {1.4, "████", ""},
	} {
		if filled, empty := Unicode.Gauge(c.fraction, 4); filled != c.filled || empty != c.empty {
			t.Errorf("Gauge(%v) = %q, %q, want %q, %q", c.fraction, filled, empty, c.filled, c.empty)
		}
	}
}

func TestSlider(t *testing.T) {
	for x := range 10 {
		track, knob, rest := Unicode.Slider(SliderAt(x, 10), 10)
		if Width(track) != x || Width(track+knob+rest) != 10 {
			t.Errorf("the knob set to cell %d stands at %d of %d", x, Width(track), Width(track+knob+rest))
		}
	}
}

// TestExact checks that bars, gauges and sliders take exactly their cells.
func TestExact(t *testing.T) {
	for _, g := range []*Glyphs{Unicode, ASCII} {
		for w := -1; w < 40; w++ {
			for i := -2; i <= 42; i++ {
				f := float64(i) / 40
				filled, empty := g.Gauge(f, w)
				track, knob, rest := g.Slider(f, w)
				for _, s := range []string{g.Bar(f, w), g.ShadeBar(f, w), filled + empty, track + knob + rest} {
					if ansi.StringWidth(s) != max(0, w) {
						t.Fatalf("%q at %v takes %d cells, want %d", s, f, ansi.StringWidth(s), w)
					}
				}
			}
		}
	}
}

// TestGlyphs checks that every glyph is one cell by both ways of counting, the
// ASCII ellipsis two, and that the ASCII table is ASCII and lacks nothing.
func TestGlyphs(t *testing.T) {
	for _, g := range []*Glyphs{Unicode, ASCII} {
		var walk func(name string, v reflect.Value)
		walk = func(name string, v reflect.Value) {
			switch v.Kind() {
			case reflect.Struct:
				for i := range v.NumField() {
					walk(v.Type().Field(i).Name, v.Field(i))
				}
			case reflect.Array:
				for i := range v.Len() {
					walk(name, v.Index(i))
				}
			case reflect.String:
				s, want := v.String(), 1
				if g.ASCII && name == "Ellipsis" {
					want = 2
				}
				if g.ASCII && name == "Eighths" {
					want = 0
				}
				if ansi.StringWidth(s) != want || ansi.StringWidthWc(s) != want || g.ASCII && !printable(s) {
					t.Errorf("%s is %q (ASCII %v)", name, s, g.ASCII)
				}
				if c := g.Clean(s); c != s {
					t.Errorf("%s, %q, is not clean", name, s)
				}
			}
		}
		walk("", reflect.ValueOf(*g))
	}
}

func TestNumbers(t *testing.T) {
	for n, want := range map[int]string{0: "0", 7: "7", 999: "999", 1000: "1,000", 815431: "815,431", 1234567: "1,234,567", -999: "-999", -1000: "-1,000", -123456: "-123,456"} {
		if got := Number(n); got != want {
			t.Errorf("Number(%d) = %q, want %q", n, got, want)
		}
	}
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1k", 1234: "1.2k", 9949: "9.9k", 9950: "10k", 33146: "33k", 815431: "815k", 999499: "999k", 999500: "1M", 2000000: "2M", 1500000000: "1.5G", -1234: "-1.2k"} {
		if got := Short(n); got != want {
			t.Errorf("Short(%d) = %q, want %q", n, got, want)
		}
	}
	for n, want := range map[int]string{0: "0", 1234: "+1,234", -504: "−504"} {
		if got := Unicode.Signed(n); got != want {
			t.Errorf("Signed(%d) = %q, want %q", n, got, want)
		}
	}
	if got := ASCII.Signed(-1504); got != "-1,504" {
		t.Errorf("in ASCII Signed(-1504) = %q", got)
	}
}

func BenchmarkClean(b *testing.B) {
	ascii := strings.Repeat("Create a new issue in a repository. ", 5)
	for name, s := range map[string]string{"ascii": ascii, "accents": ascii + "Größe", "cjk": strings.Repeat("検索する", 20), "hostile": strings.Join(hostile, " ")} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				Unicode.Clean(s)
			}
		})
	}
}

func BenchmarkWidth(b *testing.B) {
	frame := "│" + "\x1b[38;5;12m" + strings.Repeat("█", 40) + "\x1b[0m create_issue_comment " + strings.Repeat("─", 40) + "│"
	b.Run("frame", func(b *testing.B) {
		for b.Loop() {
			Width(frame)
		}
	})
	b.Run("ansi", func(b *testing.B) {
		for b.Loop() {
			ansi.StringWidth(frame)
		}
	})
}

func BenchmarkFit(b *testing.B) {
	for name, s := range map[string]string{"cut": "mcp__github__create_issue_comment", "pad": "create_issue", "cjk": "検索する検索する検索する"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Unicode.Fit(s, 20)
			}
		})
	}
}

func BenchmarkWrap(b *testing.B) {
	s := strings.Repeat("Create a new issue in a repository. ", 20)
	b.ReportAllocs()
	for b.Loop() {
		Wrap(s, 60)
	}
}

// TestExactNumbers writes numbers that read back as themselves, no two alike.
func TestExactNumbers(t *testing.T) {
	for n, want := range map[int]string{0: "0", 950: "950", 1024: "1Ki", 8000: "8k", 8192: "8Ki", 8193: "8,193", 128_000: "128k", 131_072: "128Ki", 262_144: "256Ki",
		999_999: "999,999", 1_000_000: "1M", 1_048_576: "1Mi", 1_050_000: "1.05M", 1_500_000: "1.5M", 2_000_000: "2M", 2_097_152: "2Mi", 1_234_567: "1,234,567"} {
		if got := Exact(n); got != want {
			t.Errorf("%d is written %s, want %s", n, got, want)
		}
	}
	seen := map[string]int{}
	for n := range 300_000 {
		text := Exact(n)
		if other, ok := seen[text]; ok {
			t.Fatalf("%d and %d are both written %s", other, n, text)
		}
		seen[text] = n
	}
}
