package chart

import (
	"math"
	"slices"

	"findable/themes"
	"findable/ui/cell"
	"findable/ui/style"
)

// A Plot is points and lines over two axes of numbers.
type Plot struct {
	Head
	X, Y Axis
	// Series are drawn so that the first lie on top. More than six share marks.
	Series []Series
}

// A Series is points that belong together.
type Series struct {
	Name string
	Draw Draw
	// Points are in the order in which they are joined. One that is not finite is
	// left out. A series without any keeps its mark and is not in the legend.
	Points []Point
}

// A Point is a pair of values.
type Point struct {
	X, Y float64
	// Label is written beside the point where there is room for it; "" for none.
	Label string
}

// Draw says how the points of a series are drawn.
type Draw int

const (
	// Dots draws the points alone.
	Dots Draw = iota
	// Line joins them by straight lines.
	Line
	// Steps joins them as what holds from each point up to the next one's x.
	Steps
)

func (p Plot) clean(g *cell.Glyphs) Plot {
	out := Plot{Head: p.Head.clean(g), X: p.X, Y: p.Y}
	out.X.Name, out.Y.Name = g.Clean(p.X.Name), g.Clean(p.Y.Name)
	for _, s := range p.Series {
		c := Series{Name: g.Clean(s.Name), Draw: s.Draw, Points: make([]Point, 0, len(s.Points))}
		for _, q := range s.Points {
			if finite(q.X) && finite(q.Y) {
				c.Points = append(c.Points, Point{q.X, q.Y, g.Clean(q.Label)})
			}
		}
		out.Series = append(out.Series, c)
	}
	return out
}

// finite reports whether a value can stand on an axis.
func finite(v float64) bool { return math.Abs(v) <= exact }

// names are those of the series, "" for one without points.
func (p Plot) names() []string {
	names := make([]string, len(p.Series))
	for i, s := range p.Series {
		if len(s.Points) > 0 {
			names[i] = s.Name
		}
	}
	return names
}

func (p Plot) values() (xs, ys []float64) {
	for _, s := range p.Series {
		xs, ys = slices.Grow(xs, len(s.Points)), slices.Grow(ys, len(s.Points))
		for _, q := range s.Points {
			xs, ys = append(xs, q.X), append(ys, q.Y)
		}
	}
	return xs, ys
}

// mark is the glyph of a series.
func mark(g *cell.Glyphs, series int) string {
	if g.ASCII {
		return []string{"o", "x", "#", "+", "*", "@"}[series%6]
	}
	return []string{g.Dot, g.Times, "◆", "+", "○", g.Up}[series%6]
}

// field is the part of a canvas that points are drawn in.
type field struct {
	*canvas
	left, top, w, h int
	x, y            scale
}

// Lines draws the plot with both axes, their units and a legend.
func (p Plot) Lines(s *style.Styles, w, h int) []string {
	p = p.clean(s.Glyphs)
	c := newCanvas(s, w, h)
	top := c.head(p.Head, p.names(), func(i int) string { return mark(s.Glyphs, i) })
	bottom := c.note(p.Head) - 3 // the axis, its ticks and its name
	xs, ys := p.values()
	f := field{canvas: c, top: top + 1, h: bottom - top - 1, y: newScale(p.Y, ys, max((bottom-top)/2, 3))}
	for _, v := range f.y.ticks {
		f.left = max(f.left, len(tick(v, p.Y.Share))+1)
	}
	f.w = w - f.left - 1
	const narrow = 16 // cells below which an axis has no room for two ticks
	if f.h < least || f.w < narrow || len(xs) == 0 {
		return c.words(top, p.says())
	}
	f.left++
	const tickRoom = 10 // cells for a tick and the space around it
	f.x = newScale(p.X, xs, max(f.w/tickRoom, 2))
	c.cut(0, top, themes.Muted, p.Y.Name, w)
	f.axes(p)
	for i := len(p.Series) - 1; i >= 0; i-- {
		f.series(i, p.Series[i])
	}
	for _, s := range p.Series {
		f.labels(s)
	}
	return c.lines()
}

func (f field) axes(p Plot) {
	border := f.Glyphs.Light
	for y := range f.h {
		f.put(f.left-1, f.top+y, themes.Muted, border.Vertical)
	}
	f.put(f.left-1, f.top+f.h, themes.Muted, border.BottomLeft+cell.Run(border.Horizontal, f.w))
	for _, v := range f.y.ticks {
		f.right(f.left-1, f.row(v), themes.Muted, tick(v, p.Y.Share))
	}
	end := 0
	for _, v := range f.x.ticks {
		text := tick(v, p.X.Share)
		x := min(max(f.left+f.x.cell(v, f.w)-len(text)/2, 0), f.canvas.w-len(text))
		if x >= end {
			end = f.put(x, f.top+f.h+1, themes.Muted, text) + 1
		}
	}
	f.right(f.canvas.w, f.top+f.h+2, themes.Muted, f.Glyphs.Cut(p.X.Name, f.canvas.w))
}

func (f field) row(y float64) int { return f.top + f.h - 1 - f.y.cell(y, f.h) }

func (f field) column(x float64) int { return f.left + f.x.cell(x, f.w) }

// series draws the lines of a series, and its points over them.
func (f field) series(i int, s Series) {
	for n := 1; n < len(s.Points); n++ {
		x0, y0 := f.column(s.Points[n-1].X), f.row(s.Points[n-1].Y)
		x1, y1 := f.column(s.Points[n].X), f.row(s.Points[n].Y)
		switch s.Draw {
		case Line:
			f.join(x0, y0, x1, y1, roleOf(i), mark(f.Glyphs, i))
		case Steps:
			f.join(x0, y0, x1, y0, roleOf(i), f.Glyphs.Dash)
			f.join(x1, y0, x1, y1, roleOf(i), f.Glyphs.Dash)
		}
	}
	for _, q := range s.Points {
		f.put(f.column(q.X), f.row(q.Y), roleOf(i), mark(f.Glyphs, i))
	}
}

// join draws the cells between two.
func (f field) join(x0, y0, x1, y1 int, role themes.Role, glyph string) {
	n := max(abs(x1-x0), abs(y1-y0), 1)
	for i := range n + 1 {
		part := float64(i) / float64(n)
		x := float64(x0) + part*float64(x1-x0)
		y := float64(y0) + part*float64(y1-y0)
		f.put(int(math.Round(x)), int(math.Round(y)), role, glyph)
	}
}

func abs(n int) int { return max(n, -n) }

// labels writes the labels of points, right of them or else left, where nothing
// else stands.
func (f field) labels(s Series) {
	for _, q := range s.Points {
		n := cell.Width(q.Label)
		if n == 0 {
			continue
		}
		x, y := f.column(q.X), f.row(q.Y)
		for _, at := range []struct{ x, y int }{{x + 2, y}, {x - 1 - n, y}, {x + 1, y - 1}, {x + 1, y + 1}, {x - n, y - 1}} {
			if at.x >= f.left && at.y >= f.top && at.y < f.top+f.h && f.free(at.x, at.y, n) {
				f.put(at.x, at.y, themes.Strong, q.Label)
				break
			}
		}
	}
}

// says gives the figures in words.
func (p Plot) says() []string {
	lines := []string{p.Y.Name + " by " + p.X.Name}
	for _, s := range p.Series {
		for _, q := range s.Points {
			line := s.Name + " " + figure(q.X, p.X.Share) + ": " + figure(q.Y, p.Y.Share)
			if q.Label != "" {
				line += " " + q.Label
			}
			lines = append(lines, line)
		}
	}
	if len(lines) == 1 {
		return []string{"nothing to show"}
	}
	return lines
}
