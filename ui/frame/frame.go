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
	return Over(s, w, h, Piece{}, pieces...)
}

// Over is Join with a piece that lies over the others.
func Over(s *style.Styles, w, h int, above Piece, pieces ...Piece) string {
	sorted, size := byColumn(pieces, w*h+h)
	for _, l := range above.Lines {
		size += len(l)
	}
	var b strings.Builder
	b.Grow(size)
	for y := range h {
		if y > 0 {
			b.WriteByte('\n')
		}
		r := above.Rect
		left, right := max(0, r.X), min(w, r.X+r.W)
		if y < r.Y || y >= r.Y+r.H || left >= right {
			row(&b, s, sorted, y, w, 0, w)
			continue
		}
		row(&b, s, sorted, y, w, 0, left)
		fit(&b, s, at(above.Lines, y-r.Y), right-left)
		row(&b, s, sorted, y, w, right, w)
	}
	return b.String()
}

// byColumn sorts pieces by their first column, and adds to size the bytes that
// their lines take beyond one a cell.
func byColumn(pieces []Piece, size int) ([]Piece, int) {
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
	return sorted, size
}

// row writes the cells from up to to of the line y of a screen w cells wide.
func row(b *strings.Builder, s *style.Styles, sorted []Piece, y, w, from, to int) {
	x, end := from, 0
	for i := range sorted {
		r := sorted[i].Rect
		width := min(r.W, w-r.X)
		if y < r.Y || y >= r.Y+r.H || r.X < end || width <= 0 {
			continue
		}
		end = r.X + width
		first, last := max(r.X, from), min(end, to)
		if first >= last {
			continue
		}
		b.WriteString(cell.Spaces(first - x))
		line := at(sorted[i].Lines, y-r.Y)
		if first == r.X && last == end {
			fit(b, s, line, width)
		} else {
			cell.WriteSlice(b, s.Glyphs.CutPainted(line, width), first-r.X, last-r.X)
		}
		x = last
	}
	b.WriteString(cell.Spaces(to - x))
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
