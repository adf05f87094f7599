package chart

import (
	"math"
	"strings"

	"findable/themes"
	"findable/ui/cell"
	"findable/ui/style"
)

// A Histogram is standing columns: for each bucket one for every series, side by
// side, as before and after.
type Histogram struct {
	Head
	// Name says what the buckets are of, Unit what is counted: "rank", "cases".
	Name, Unit string
	// Series names the values of a bucket.
	Series  []string
	Buckets []Row
}

func (t Histogram) clean(g *cell.Glyphs) Histogram {
	return Histogram{t.Head.clean(g), g.Clean(t.Name), g.Clean(t.Unit), cleanAll(g, t.Series), cleanRows(g, t.Buckets)}
}

func (t Histogram) values() []float64 {
	var all []float64
	for _, b := range t.Buckets {
		for i := range t.Series {
			all = append(all, b.at(i))
		}
	}
	return all
}

// widest is the widest column that is worth drawing, least the fewest lines of a
// field of columns or points, both in cells.
const widest, least = 8, 3

// rises end a column by 1/8 to 7/8 of a cell.
const rises = "▁▂▃▄▅▆▇"

// Lines draws the columns with their values above them, the buckets beneath.
func (t Histogram) Lines(s *style.Styles, w, h int) []string {
	t = t.clean(s.Glyphs)
	c := newCanvas(s, w, h)
	top := c.head(t.Head, t.Series, func(i int) string { return fill(s.Glyphs, i) })
	bottom := c.note(t.Head) - 2 // the line of labels, and that of the buckets' name
	values := newScale(Axis{Zero: true}, t.values(), max((bottom-top)/3, 2))
	left := len(figure(values.high, false)) + 1
	group := 0
	if len(t.Buckets) > 0 {
		group = (w - left - 1) / len(t.Buckets)
	}
	wide := min((group-1)/max(len(t.Series), 1), widest)
	if bottom-top < least+1 || wide < 1 {
		return c.words(top, t.says())
	}
	c.cut(0, top, themes.Muted, t.Unit, w)
	top++
	for _, v := range values.ticks {
		y := bottom - 1 - values.cell(v, bottom-top)
		c.right(left-1, y, themes.Muted, figure(v, false))
	}
	for y := top; y < bottom; y++ {
		c.put(left, y, themes.Muted, s.Glyphs.Light.Vertical)
	}
	for i, b := range t.Buckets {
		x := left + 1 + i*group
		for j := range t.Series {
			c.column(x+j*wide, top, bottom, wide, j, b.at(j), values.at(b.at(j)))
		}
		c.put(x, bottom, themes.Text, s.Glyphs.Cut(b.Label, group-1))
	}
	c.right(w, bottom+1, themes.Muted, s.Glyphs.Cut(t.Name, w))
	return c.lines()
}

// column draws a column wide cells wide between two lines, its value above it.
func (c *canvas) column(x, top, bottom, wide, series int, v, fraction float64) {
	room := bottom - top
	unit, y := fill(c.Glyphs, series), bottom
	if series == 0 && !c.Glyphs.ASCII {
		eighths := int(math.Round(fraction * float64(room*8)))
		if v > 0 {
			eighths = max(eighths, 1)
		}
		for ; y > bottom-eighths/8; y-- {
			c.put(x, y-1, roleOf(series), strings.Repeat(unit, wide))
		}
		if part := eighths % 8; part > 0 {
			y--
			c.put(x, y, roleOf(series), strings.Repeat(string([]rune(rises)[part-1]), wide))
		}
	} else {
		n := int(math.Round(fraction * float64(room)))
		if v > 0 {
			n = max(n, 1)
		}
		for ; y > bottom-n; y-- {
			c.put(x, y-1, roleOf(series), strings.Repeat(unit, wide))
		}
	}
	if text := figure(v, false); len(text) <= wide && y-1 >= top && c.free(x, y-1, len(text)) {
		c.put(x+(wide-len(text))/2, y-1, themes.Strong, text)
	}
}

// says gives the figures in words.
func (t Histogram) says() []string {
	lines := []string{t.Unit + " by " + t.Name}
	for _, b := range t.Buckets {
		var parts []string
		for i, name := range t.Series {
			text := figure(b.at(i), false)
			if len(t.Series) > 1 {
				text = name + " " + text
			}
			parts = append(parts, text)
		}
		lines = append(lines, b.Label+": "+strings.Join(parts, ", "))
	}
	if len(t.Buckets) == 0 {
		return []string{"nothing to show"}
	}
	return lines
}
