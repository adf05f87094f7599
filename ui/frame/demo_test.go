package frame

import (
	"fmt"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"findable/themes"
	"findable/ui/cell"
	"findable/ui/layout"
	"findable/ui/style"
	"findable/ui/uitest"
)

// hit is a row of the demonstration.
type hit struct {
	score        float64
	tool, server string
}

var hits = []hit{
	{15.283, "create_issue", "github"}, {12.005, "create_issue_comment", "github"}, {11.980, "list_issues", "github"},
	{11.325, "create_issue_link", "sentry"}, {10.107, "get_issue", "github"}, {9.533, "update_issue", "github"},
	{9.171, "create_issue", "linear"}, {7.532, "create_pull_request_from_a_very_long_named_branch", "github"},
}

// hitRows draws the hits on w cells with the second selected and a limit of 5.
func hitRows(s *style.Styles, w int) []string {
	g := s.Glyphs
	name := w / 3
	bars := w - name - 26
	rows := []string{s.Row(w, style.Off, style.In(themes.Heading, g.Fit("  #  score  bar", w-8)+"server"))}
	for i, h := range hits {
		if i == 5 {
			rows = append(rows, s.Row(w, style.Off, style.In(themes.Limit, "  limit 5 ")))
		}
		mark, cursor := style.Off, " "
		if i == 1 {
			mark, cursor = style.Selected, g.Cursor
		}
		bar, role := g.Bar(h.score/16, bars), themes.Bar
		if i >= 5 {
			bar, role = g.ShadeBar(h.score/16, bars), themes.BarBelow
		}
		rows = append(rows, s.Row(w, mark,
			style.In(themes.Text, fmt.Sprintf(" %s%d %6.3f ", cursor, i+1, h.score)),
			style.In(role, bar), style.In(themes.Text, "  "),
			style.In(themes.Strong, g.FitMiddle(h.tool, name)),
			style.In(themes.Muted, " "+h.server)))
	}
	return rows
}

// demo draws a screen like Tune from nothing but the parts of this package and
// those below it.
func demo(s *style.Styles, w, h int) string {
	r := layout.Compute(layout.Args{W: w, H: h, Focus: layout.Hits})
	g := s.Glyphs
	filled, empty := g.Gauge(0.63, 16)
	pieces := []Piece{
		{r.Title, []string{s.Row(w, style.Off, style.In(themes.Strong, "findable"), style.In(themes.Muted, "  mixed.json"))}},
		{r.Views, []string{s.Row(w, style.Off, style.In(themes.ViewOn, "[1 Tune]"), style.In(themes.ViewOff, " 2 Listing   budget 632/1,000 ["),
			style.In(themes.GaugeFilled, filled), style.In(themes.GaugeEmpty, empty), style.In(themes.Text, "] 63%"))}},
		{r.Status, []string{s.Row(w, style.Off, style.In(themes.Good, g.Yes), style.In(themes.Text, " reloaded mixed.json"))}},
		{r.Hints, []string{s.Row(w, style.Off, style.In(themes.Key, "tab"), style.In(themes.Hint, " pane  "), style.In(themes.Key, "?"), style.In(themes.Hint, " help"))}},
	}
	for _, p := range r.Panes {
		box := Box{Title: string(p.Pane), Key: string(p.Pane[0]), Focus: p.Pane == layout.Hits, W: p.Rect.W, H: p.Rect.H}
		var lines []string
		switch p.Pane {
		case layout.Query:
			lines = []string{" " + s.Paint(themes.Accent, g.After) + " create github issue" + s.Paint(themes.Caret, g.Caret)}
		case layout.Hits:
			box.Foot, box.FootRight = "limit 5 of 702", "1-8/702"
			lines = hitRows(s, p.Inner().W)
		case layout.Config:
			track, knob, rest := g.Slider(0.25, p.Inner().W-8)
			lines = []string{" threshold_pct  5.0 %", "   " + s.Paint(themes.Track, track) + s.Paint(themes.Knob, knob) + s.Paint(themes.Rest, rest)}
		}
		if p.Framed {
			lines = box.Draw(s, lines)
		}
		pieces = append(pieces, Piece{p.Rect, lines})
	}
	return Join(s, w, h, pieces...)
}

// TestDemo shows that the parts fit: plain drawings to look at, and frames that
// are exact in every theme.
func TestDemo(t *testing.T) {
	for _, c := range []struct {
		name   string
		glyphs *cell.Glyphs
		w, h   int
	}{
		{"120x36.txt", cell.Unicode, 120, 36}, {"80x24.txt", cell.Unicode, 80, 24},
		{"80x24-ascii.txt", cell.ASCII, 80, 24}, {"40x12.txt", cell.Unicode, 40, 12},
	} {
		uitest.Golden(t, c.name, demo(plain(t, c.glyphs), c.w, c.h))
	}
	for _, theme := range themes.Names() {
		s := styles(t, theme, termenv.TrueColor, cell.Unicode)
		if err := uitest.CheckFrame(demo(s, 120, 36), 120, 36); err != nil {
			t.Errorf("%s: %v", theme, err)
		}
	}
}

func BenchmarkDemo(b *testing.B) {
	s := styles(b, themes.Dark, termenv.TrueColor, cell.Unicode)
	b.ReportAllocs()
	for b.Loop() {
		demo(s, 120, 36)
	}
}

func BenchmarkBox(b *testing.B) {
	s := styles(b, themes.Dark, termenv.TrueColor, cell.Unicode)
	lines := hitRows(s, 62)
	b.ReportAllocs()
	for b.Loop() {
		Box{Title: "Hits", Key: "h", Foot: "limit 5 of 702", FootRight: "1-8/702", W: 64, H: 58}.Draw(s, lines)
	}
}

func BenchmarkJoin(b *testing.B) {
	s := styles(b, themes.Dark, termenv.TrueColor, cell.Unicode)
	r := layout.Compute(layout.Args{W: 200, H: 60})
	var pieces []Piece
	for _, p := range r.Panes {
		pieces = append(pieces, Piece{p.Rect, Box{Title: "Hits", W: p.Rect.W, H: p.Rect.H}.Draw(s, hitRows(s, p.Rect.W-2))})
	}
	b.ReportAllocs()
	for b.Loop() {
		Join(s, 200, 60, pieces...)
	}
}

func BenchmarkOver(b *testing.B) {
	s := styles(b, themes.Dark, termenv.TrueColor, cell.Unicode)
	screen := Piece{layout.Rect{W: 120, H: 36}, strings.Split(demo(s, 120, 36), "\n")}
	box := Box{Title: "Help", W: 80, H: 24}.Draw(s, nil)
	b.ReportAllocs()
	for b.Loop() {
		Over(s, 120, 36, Piece{layout.Rect{X: 20, Y: 6, W: 80, H: 24}, box}, screen)
	}
}
