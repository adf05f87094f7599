package frame

import (
	"strings"

	"findable/ui/cell"
	"findable/ui/layout"
	"findable/ui/style"
)

// A Piece is a part of a screen: its place and its lines.
type Piece struct {
	Rect  layout.Rect
	Lines []string
}

// Join composes a screen of exactly h lines of w cells, without a line break at
// the end, from pieces that do not overlap. Pieces are cut to the screen, lines
// to their piece; cells that nothing covers are blank.
func Join(s *style.Styles, w, h int, pieces ...Piece) string {
	size := w*h + h
	sorted := make([]Piece, 0, len(pieces))
	for _, p := range pieces {
		for y := range p.Rect.H {
			size += max(0, len(at(p.Lines, y))-p.Rect.W)
		}
		i := len(sorted)
		sorted = append(sorted, p)
		for ; i > 0 && sorted[i-1].Rect.X > p.Rect.X; i-- {
			sorted[i] = sorted[i-1]
		}
		sorted[i] = p
	}
	var b strings.Builder
	b.Grow(size)
	for y := range h {
		if y > 0 {
			b.WriteByte('\n')
		}
		x := 0
		for i := range sorted {
			r := sorted[i].Rect
			width := min(r.W, w-r.X)
			if y < r.Y || y >= r.Y+r.H || r.X < x || width <= 0 {
				continue
			}
			b.WriteString(cell.Spaces(r.X - x))
			fit(&b, s, at(sorted[i].Lines, y-r.Y), width)
			x = r.X + width
		}
		b.WriteString(cell.Spaces(w - x))
	}
	return b.String()
}

// Overlay lays lines over a composed screen at the place r, each cut or filled
// to its width. Parts of r outside the screen are left out.
func Overlay(s *style.Styles, screen string, r layout.Rect, lines []string) string {
	rows := strings.Split(screen, "\n")
	var b strings.Builder
	b.Grow(len(screen) + len(screen)/4)
	for y, row := range rows {
		if y > 0 {
			b.WriteByte('\n')
		}
		w := cell.Width(row)
		left, right := max(0, r.X), min(w, r.X+r.W)
		if y < r.Y || y >= r.Y+r.H || left >= right {
			b.WriteString(row)
			continue
		}
		b.WriteString(cell.Slice(row, 0, left))
		fit(&b, s, at(lines, y-r.Y), right-left)
		b.WriteString(cell.Slice(row, right, w))
	}
	return b.String()
}

// fit writes a painted line so that it takes exactly w cells.
func fit(b *strings.Builder, s *style.Styles, line string, w int) {
	n := cell.Width(line)
	if n > w {
		line = s.Glyphs.CutPainted(line, w)
		n = cell.Width(line)
	}
	b.WriteString(line)
	b.WriteString(cell.Spaces(w - n))
}
