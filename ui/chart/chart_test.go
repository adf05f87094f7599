package chart

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"findable/themes"
	"findable/ui/cell"
	"findable/ui/style"
	"findable/ui/uitest"
)

const hostile = "a\x1b[31m<b>&\"'\u202e\u200b\x00\xff]]>\u4e2d\u6587\U0001F600\n\tz"

func looks(t *testing.T) map[string]*style.Styles {
	t.Helper()
	dark, err := themes.Named(themes.Dark, true)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]*style.Styles{
		"colour": style.New(dark, termenv.TrueColor, cell.Unicode),
		"ascii":  style.New(dark, termenv.Ascii, cell.ASCII),
	}
}

func charts() map[string]Chart {
	rows := []Row{{"github", []float64{120, 900, 3000}}, {"\u4e2d\u6587\u670d\u52a1", []float64{40, 0, 777}}, {hostile, []float64{1, -5, math.NaN()}}, {"none", nil}}
	var many []Row
	for i := range 60 {
		many = append(many, Row{fmt.Sprintf("server-%02d", i), []float64{float64(1000 - i)}})
	}
	ranks := []Row{{"1", []float64{14, 12}}, {"2", []float64{3, 5}}, {"3-5", []float64{2, 2}}, {"none", []float64{1, 0}}, {hostile, []float64{math.Inf(1), 1}}}
	front := []Series{
		{"front", Steps, []Point{{100, 0.5, ""}, {1000, 0.8, hostile}, {20000, 0.9, "all names"}}},
		{"others", Dots, []Point{{150, 0.4, ""}, {math.NaN(), 1, "x"}, {5000, math.Inf(1), "y"}}},
		{"now", Line, []Point{{1000, 0.7, "\u4e2d\u6587 here"}, {0, 0.2, ""}}},
	}
	return map[string]Chart{
		"stacked":   Bars{Head{"Tokens by server", "chars/4"}, "tok", []string{"name", "description", "schema"}, rows, nil},
		"bars":      Bars{Head{hostile, hostile}, hostile, []string{hostile}, many, nil},
		"paired":    Bars{Head{"Tokens by server", "chars/4"}, "tok", []string{"tokens"}, many, []string{"before", "now"}},
		"no bars":   Bars{Unit: "tok", Parts: []string{"a"}},
		"histogram": Histogram{Head{"Ranks", hostile}, "rank", "cases", []string{"before", hostile}, ranks},
		"one":       Histogram{Head{"Ranks", ""}, "rank", "cases", []string{"now"}, ranks[:3]},
		"nothing":   Histogram{},
		"front":     Plot{Head{"Front", "on half of the cases"}, Axis{Name: "tokens a turn", Log: true}, Axis{Name: "recall", Share: true}, front},
		"log":       Plot{Head{"Front", ""}, Axis{Name: "tokens a turn", Log: true}, Axis{Name: hostile, Share: true, Zero: true}, front[:1]},
		"no points": Plot{},
		"flat":      Plot{Head{"Flat", ""}, Axis{}, Axis{}, []Series{{"s", Line, []Point{{1, 5e-324, ""}, {1 + 1e-16, 0, ""}, {9e15, -9e15, ""}}}}},
	}
}

// TestSize draws every chart at every size up to a large one.
func TestSize(t *testing.T) {
	for name, c := range charts() {
		for look, s := range looks(t) {
			for w := 1; w <= 130; w++ {
				for h := 1; h <= 40; h++ {
					if w > 40 && w%7 > 0 || h > 24 && h%5 > 0 {
						continue
					}
					if err := uitest.CheckFrame(strings.Join(c.Lines(s, w, h), "\n"), w, h); err != nil {
						t.Fatalf("%s, %s, %d x %d: %v", name, look, w, h, err)
					}
				}
			}
		}
	}
}

func TestASCII(t *testing.T) {
	for name, c := range charts() {
		for _, l := range c.Lines(looks(t)["ascii"], 90, 24) {
			if strings.ContainsFunc(l, func(r rune) bool { return r > 126 || r < ' ' }) {
				t.Errorf("%s: %q is not ASCII", name, l)
			}
		}
	}
}

// TestSVG reads every picture as XML, and finds no text that could act.
func TestSVG(t *testing.T) {
	for name, c := range charts() {
		text := c.SVG()
		if text != c.SVG() {
			t.Errorf("%s: two pictures of one chart differ", name)
		}
		if !strings.Contains(text, "<title id=") || !strings.Contains(text, "<desc id=") {
			t.Errorf("%s: no title or description", name)
		}
		for _, bad := range []string{"NaN", "Inf", "\x1b", "\u202e", "\u200b", "\x00", "<b>"} {
			if strings.Contains(text, bad) {
				t.Errorf("%s: the picture has %q", name, bad)
			}
		}
		d := xml.NewDecoder(strings.NewReader(text))
		for {
			_, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v\n%s", name, err, text)
			}
		}
		if dir := os.Getenv("CHART_DIR"); dir != "" { // to be looked at
			if err := os.WriteFile(dir+"/"+strings.ReplaceAll(name, " ", "-")+".svg", []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestWithoutColour checks that series differ in what they are drawn with, and that
// figures, units and names stand beside.
func TestWithoutColour(t *testing.T) {
	s := looks(t)["colour"]
	tests := map[string][]string{
		"stacked":   {"Tokens by server", "name", "description", "schema", "tok", "4,020", "█", "▒", "▓"},
		"histogram": {"before", "rank", "cases", "14", "█", "▒"},
		"front":     {"tokens a turn", "recall", "80%", "20k", "all names", "●", "×", "◆"},
		"no bars":   {"nothing to show"},
	}
	for name, wanted := range tests {
		screen := ansi.Strip(strings.Join(charts()[name].Lines(s, 100, 24), "\n"))
		for _, w := range wanted {
			if !strings.Contains(screen, w) {
				t.Errorf("%s: no %q in\n%s", name, w, screen)
			}
		}
		if testing.Verbose() {
			t.Logf("%s\n%s", name, screen)
		}
	}
}

// TestBarsAddUp checks that rows folded into one keep the sum, and that a stacked
// bar is as long as its whole.
func TestBarsAddUp(t *testing.T) {
	b := charts()["bars"].(Bars)
	whole := 0.0
	for _, r := range b.Rows {
		whole += r.total(1)
	}
	for n := 1; n <= len(b.Rows)+1; n++ {
		sum, rows := 0.0, b.fold(n)
		for _, r := range rows {
			sum += r.total(1)
		}
		if sum != whole || len(rows) > n {
			t.Errorf("%d rows: %v of %v in %d", n, sum, whole, len(rows))
		}
	}
	s := looks(t)["ascii"]
	line := Bars{Parts: []string{"a", "b", "c"}, Rows: []Row{{"x", []float64{1, 2, 7}}}}.Lines(s, 60, 5)[2]
	if got := strings.Count(line, "#") + strings.Count(line, "=") + strings.Count(line, ":"); got != 60-1-2-2 || strings.Count(line, "#") != 6 {
		t.Errorf("%q: %d cells of bar", line, got)
	}
}

func TestScale(t *testing.T) {
	tests := []struct {
		axis   Axis
		values []float64
		wanted int
		ticks  string
	}{
		{Axis{}, []float64{3, 97}, 6, "[0 20 40 60 80 100]"},
		{Axis{Zero: true}, []float64{50, 97}, 6, "[0 20 40 60 80 100]"},
		{Axis{Share: true}, []float64{0.52, 0.98}, 6, "[0.5 0.6 0.7 0.8 0.9 1]"},
		{Axis{Share: true}, []float64{1, 1}, 3, "[0.9 1]"},
		{Axis{Share: true}, []float64{1.5}, 3, "[1.2 1.4 1.6 1.8]"},
		{Axis{Log: true}, []float64{150, 40000}, 8, "[200 500 1000 2000 5000 10000 20000]"},
		{Axis{Log: true}, []float64{150, 40000}, 3, "[1000 10000]"},
		{Axis{Log: true, Zero: true}, []float64{0, 100}, 3, "[0 50 100]"},
		{Axis{}, []float64{7, 7}, 2, "[6 8]"},
		{Axis{}, nil, 2, "[0 1]"},
	}
	for _, test := range tests {
		s := newScale(test.axis, test.values, test.wanted)
		var rounded []float64
		for _, v := range s.ticks {
			rounded = append(rounded, math.Round(v*1e6)/1e6)
		}
		if got := fmt.Sprint(rounded); got != test.ticks {
			t.Errorf("%+v of %v: ticks %s, want %s", test.axis, test.values, got, test.ticks)
		}
		for _, v := range test.values {
			if at := s.at(v); at < 0 || at > 1 || math.IsNaN(at) {
				t.Errorf("%+v of %v: %v stands at %v", test.axis, test.values, v, at)
			}
		}
	}
}

// TestFold keeps rows that stand together together, and loses nothing.
func TestFold(t *testing.T) {
	for sides := range 3 {
		b := Bars{Parts: []string{"a", "b"}, Sides: []string{"before", "now"}[:sides]}
		step := max(sides, 1)
		want := make([]float64, step)
		for i := range 12 * step {
			b.Rows = append(b.Rows, Row{fmt.Sprint(i/step, ", ", i%step), []float64{float64(i), 1}})
			want[i%step] += float64(i) + 1
		}
		for n := range 30 {
			rows := b.fold(n)
			if len(rows) > n || n >= step && n < len(b.Rows) && len(rows)%step != 0 {
				t.Errorf("%d rows of %d sides in %d", len(rows), sides, n)
			}
			got := make([]float64, step)
			for i, r := range rows {
				got[i%step] += r.total(2)
			}
			if n >= step && !slices.Equal(got, want) {
				t.Errorf("%d rows of %d sides add up to %v, want %v", n, sides, got, want)
			}
		}
	}
}
