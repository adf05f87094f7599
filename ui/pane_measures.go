package ui

import (
	"fmt"
	"math"

	"findable/engine"
	"findable/engine/eval"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/style"
)

// measuresPane shows how well the cases fare, with the interval of each figure and
// what has changed against the base.
type measuresPane struct {
	steady
	e  *evaluation
	ab *comparing
}

func (p *measuresPane) box(s *scene) frame.Box {
	b := frame.Box{Title: "Cases " + s.Glyphs.Middle + " how well they fare"}
	if t := p.e.current(); t != nil {
		b.Foot = fmt.Sprintf("%s %s recall within limit %d", engine.Plural(t.Measures.Queries, "query", "queries"), s.Glyphs.Middle, t.Limit)
		if p.e.base != p.e.now {
			b.FootRight = fmt.Sprintf("held against try %d", p.e.tries[p.e.base].Number)
		}
	}
	return b
}

// Widths of the columns of figures.
const measureWidth, figureWidth, intervalWidth, deltaWidth = 14, 7, 15, 20

func (p *measuresPane) lines(s *scene) []string {
	t := p.e.current()
	switch {
	case len(p.e.cases) == 0:
		return s.firstMeasures()
	case t == nil:
		return s.paragraph(themes.Muted, "measuring "+s.Glyphs.Ellipsis)
	}
	const head = themes.Heading
	bar, vs := max(s.w-1-measureWidth-figureWidth-intervalWidth-deltaWidth-2, 0), 0
	if p.ab.outcome() != nil {
		vs = 8
		bar = max(bar-vs, 0)
	}
	out := []string{s.Row(s.w, style.Off, style.In(head, " "), style.Column(head, "measure", measureWidth), style.Number(head, "now", figureWidth),
		style.Number(head, "95 %", intervalWidth), optional(head, "vs A", vs), style.In(head, "  "), style.Column(head, "", bar), style.Column(head, " against base", deltaWidth))}
	for i, m := range eval.All() {
		value := eval.Mean(m.Values(t.Outcomes, t.Limit))
		role, change := p.change(s, i)
		sideRole, against := p.ab.measured(s, m, value)
		out = append(out, s.Row(s.w, style.Off, style.In(themes.Text, " "), style.Column(themes.Text, m.Name, measureWidth),
			style.Number(themes.Strong, figure(value), figureWidth), style.Number(themes.Muted, figure(t.intervals[i][0])+"-"+figure(t.intervals[i][1]), intervalWidth), optional(sideRole, against, vs),
			style.In(themes.Bar, "  "+s.Glyphs.Bar(value, bar)), style.Column(role, " "+change, deltaWidth)))
	}
	return append(out, p.counts(s, t)...)
}

// figure writes a share with three decimals.
func figure(x float64) string { return fmt.Sprintf("%.3f", x) }

// change says how a measure differs from the base: an arrow and a word, and whether
// it may be chance.
func (p *measuresPane) change(s *scene, i int) (themes.Role, string) {
	if i >= len(p.e.comparison.Differences) || p.e.now == p.e.base {
		return themes.Muted, ""
	}
	d := p.e.comparison.Differences[i]
	by := d.After - d.Before
	if math.Abs(by) < 0.0005 {
		return themes.Muted, "= same"
	}
	role, arrow, word := themes.Good, s.Glyphs.Up, "better"
	if by < 0 {
		arrow = s.Glyphs.Down
	}
	if by*float64(d.Measure.Better) < 0 {
		role, word = themes.Bad, "worse"
	}
	if d.Low <= 0 && d.High >= 0 {
		word += "?"
	}
	return role, fmt.Sprintf("%+.3f %s %s", by, arrow, word)
}

// counts tells where the wanted tools stand, what is missing, what a reply costs and
// which cases a change breaks.
func (p *measuresPane) counts(s *scene, t *try) []string {
	var at [4]int // rank 1, 2 to 5, further down, none
	unknown := 0
	for _, o := range t.Outcomes {
		switch r := o.Rank(); {
		case r == 1:
			at[0]++
		case r == 0:
			at[3]++
		case r <= 5:
			at[1]++
		default:
			at[2]++
		}
		if len(o.Unknown) > 0 {
			unknown++
		}
	}
	text := fmt.Sprintf("rank 1: %d  2-5: %d  6-%d: %d  none: %d", at[0], at[1], eval.Depth, at[2], at[3])
	if unknown > 0 {
		text += fmt.Sprintf("  not loaded: %d", unknown)
	}
	text += fmt.Sprintf("  a reply: %s tok", cell.Number(int(math.Round(t.Measures.ReplyTokens))))
	out := s.paragraph(themes.Muted, text)
	text = fmt.Sprintf("named in the listing: %s of %s, without a search", cell.Number(p.e.named.cases), cell.Number(len(t.Outcomes)))
	out = append(out, s.Row(s.w, style.Off, style.In(themes.Muted, " "+s.Glyphs.Cut(text, max(s.w-1, 1)))))
	c := p.e.comparison
	if p.e.now != p.e.base && c.Better+c.Worse > 0 {
		text = fmt.Sprintf("%d better, %d worse, %d same", c.Better, c.Worse, c.Same)
		role := themes.Text
		if broken := c.Broken(); len(broken) > 0 {
			role = themes.Warning
			text += fmt.Sprintf("; breaks %q", s.clean(broken[0].After.Case.Query))
			if len(broken) > 1 {
				text += fmt.Sprintf(" and %d more", len(broken)-1)
			}
		}
		out = append(out, s.Row(s.w, style.Off, style.In(role, " "+s.Glyphs.Cut(text, max(s.w-1, 1)))))
	}
	return out
}

func (p *measuresPane) state(*scene) any {
	return struct{ revision, cases, base, named, pins, fares int }{p.e.revision, len(p.e.cases), p.e.base, p.e.named.cases, p.ab.pins, p.ab.fares.revision}
}
