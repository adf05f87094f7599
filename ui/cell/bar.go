package cell

import (
	"math"
	"strings"
)

// Bar draws a bar of fraction (0 to 1) in exactly w cells, to an eighth of a
// cell where the glyphs can, with spaces after it. A fraction above 0 always
// shows something.
func (g *Glyphs) Bar(fraction float64, w int) string {
	if g.Eighths[0] == "" {
		return bar(g.Block, fraction, w)
	}
	if w < 1 {
		return ""
	}
	eighths := scale(fraction, w*8)
	full, part := eighths/8, eighths%8
	if part == 0 {
		return bar(g.Block, fraction, w)
	}
	end := g.Eighths[part-1]
	if long := bars[end]; w <= longest {
		at := longest * len(g.Block)
		return long[at-full*len(g.Block) : at+len(end)+w-full-1]
	}
	return Run(g.Block, full) + end + Spaces(w-full-1)
}

// ShadeBar draws a bar of fraction (0 to 1) in exactly w cells with the shade
// that stands for what lies below the limit.
func (g *Glyphs) ShadeBar(fraction float64, w int) string { return bar(g.Shade, fraction, w) }

func bar(unit string, fraction float64, w int) string {
	n := scale(fraction, w)
	if long, ok := bars[unit]; ok && w <= longest {
		at := longest * len(unit)
		return long[at-n*len(unit) : at+max(w, 0)-n]
	}
	return Run(unit, n) + Spaces(w-n)
}

// bars are long runs of the glyphs that bars and lines are made of, with spaces
// after them, to be cut from. Those of an eighth have it between blocks and spaces.
var bars = func() map[string]string {
	m := map[string]string{}
	for _, g := range []*Glyphs{Unicode, ASCII} {
		for _, unit := range []string{g.Block, g.Shade, g.Filled, g.Empty, g.Track, g.Rest, g.Dash, g.Light.Horizontal, g.Heavy.Horizontal} {
			m[unit] = strings.Repeat(unit, longest) + blank
		}
	}
	for _, end := range Unicode.Eighths {
		m[end] = strings.Repeat(Unicode.Block, longest) + end + blank
	}
	return m
}()

// Run repeats a glyph n times, not at all for n below 1. Those of bars and borders
// cost no allocation.
func Run(unit string, n int) string {
	if n <= 0 {
		return ""
	}
	if long, ok := bars[unit]; ok && n <= longest {
		return long[:n*len(unit)]
	}
	return strings.Repeat(unit, n)
}

// Gauge returns the two parts of a gauge, together exactly w cells. Anything
// above 0 fills a cell, and only a fraction of 1 or more fills all.
func (g *Glyphs) Gauge(fraction float64, w int) (filled, empty string) {
	n := scale(fraction, w)
	if n == w && fraction < 1 {
		n = w - 1
	}
	n = max(0, n)
	return Run(g.Filled, n), Run(g.Empty, max(0, w-n))
}

// Slider returns the three parts of a slider whose knob stands at fraction (0
// to 1), together exactly w cells.
func (g *Glyphs) Slider(fraction float64, w int) (track, knob, rest string) {
	if w < 1 {
		return "", "", ""
	}
	at := int(math.Round(clamp(fraction) * float64(w-1)))
	return Run(g.Track, at), g.Knob, Run(g.Rest, w-1-at)
}

// SliderAt returns the fraction that the cell x of a slider w cells wide stands
// for.
func SliderAt(x, w int) float64 {
	if w < 2 {
		return 0
	}
	return clamp(float64(x) / float64(w-1))
}

// scale rounds fraction × n, but never to 0 from above.
func scale(fraction float64, n int) int {
	if n < 1 {
		return 0
	}
	f := clamp(fraction)
	if f > 0 {
		return max(1, int(math.Round(f*float64(n))))
	}
	return 0
}

// clamp brings a fraction into 0 to 1; what is not a number counts as 0.
func clamp(f float64) float64 {
	if !(f > 0) {
		return 0
	}
	return min(f, 1)
}
