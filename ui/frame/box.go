// Package frame composes the screen: it draws the borders of panes, puts panes
// and lines in their places, and lays one thing over another. Whatever it is
// given, what it returns has exactly the lines and cells asked for.
package frame

import (
	"strings"

	"findable/themes"
	"findable/ui/cell"
	"findable/ui/style"
)

// A Box is a pane with its border.
type Box struct {
	// Title stands left in the upper border, Key, the letter that focuses the
	// pane, right. Foot and FootRight stand in the lower border. All are clean
	// text without colour; what does not fit is cut.
	Title, Key, Foot, FootRight string
	// Focus draws the border of the pane that gets the keys: a heavy one, and in
	// ASCII the word *focus* behind the title.
	Focus bool
	// W and H are the size in cells, border included.
	W, H int
}

// Draw returns the lines of a box: exactly H of W cells. Lines are cut to the
// inner width or filled with spaces; lines that are missing are blank, lines too
// many are left out. A box too small for a border has none.
func (x Box) Draw(s *style.Styles, lines []string) []string {
	if x.W < 2 || x.H < 2 {
		return Plain(s, x.W, x.H, lines)
	}
	border, edge, title := s.Glyphs.Light, themes.Border, themes.Title
	if x.Focus {
		border, edge, title = s.Glyphs.Heavy, themes.FocusBorder, themes.FocusTitle
	}
	name := x.Title
	if x.Focus && s.Glyphs.ASCII {
		name += "  *focus*"
	}
	side := s.Paint(edge, border.Vertical)
	var t text
	t.prepare(x.H, x.W, 2*len(side), lines)
	r := rule{first: border.TopLeft, line: border.Horizontal, last: border.TopRight, edge: edge}
	r.write(&t.Builder, s, x.W, style.In(title, name), style.In(themes.Key, x.Key))
	t.end()
	for i := range x.H - 2 {
		t.WriteString(side)
		fit(&t.Builder, s, at(lines, i), x.W-2)
		t.WriteString(side)
		t.end()
	}
	r.first, r.last = border.BottomLeft, border.BottomRight
	r.write(&t.Builder, s, x.W, style.In(themes.Foot, x.Foot), style.In(themes.Foot, x.FootRight))
	t.end()
	return t.lines()
}

// Plain returns lines without a border: exactly h of w cells.
func Plain(s *style.Styles, w, h int, lines []string) []string {
	if h < 1 {
		return nil
	}
	var t text
	t.prepare(h, w, 0, lines)
	for i := range h {
		fit(&t.Builder, s, at(lines, i), w)
		t.end()
	}
	return t.lines()
}

// at returns a line, "" where there is none.
func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// A rule is the upper or lower border of a box.
type rule struct {
	first, line, last string
	edge              themes.Role
}

// write draws the rule w cells wide. Each label stands between spaces, one line
// away from its corner. The left one is cut before the right one is left out.
func (r rule) write(b *strings.Builder, s *style.Styles, w int, left, right style.Seg) {
	const around = 3
	room := w - 2
	n := cell.Width(right.Text)
	if n == 0 || n+around > room {
		right.Text = ""
	} else {
		room -= n + around
	}
	left.Text = s.Glyphs.Cut(left.Text, room-around)
	run := r.first
	if left.Text != "" {
		s.Write(b, r.edge, run, r.line, " ")
		s.Write(b, left.Role, left.Text)
		run = " "
		room -= cell.Width(left.Text) + around
	}
	line := cell.Run(r.line, room)
	if right.Text == "" {
		s.Write(b, r.edge, run, line, r.last)
		return
	}
	s.Write(b, r.edge, run, line, " ")
	s.Write(b, right.Role, right.Text)
	s.Write(b, r.edge, " ", r.line, r.last)
}

// A text is lines written one after the other into one piece of memory.
type text struct {
	strings.Builder
	ends []int
}

// prepare makes room for h lines of w cells with content and, beside it, so many
// bytes of border.
func (t *text) prepare(h, w, border int, content []string) {
	size := 2 * (3*w + 128) // the rules
	for i := range h {
		size += max(w, len(at(content, i))) + border
	}
	t.ends = make([]int, 0, h)
	t.Grow(size)
}

// end ends a line.
func (t *text) end() { t.ends = append(t.ends, t.Len()) }

// lines returns the lines, which share the memory they were written to.
func (t *text) lines() []string {
	all := t.String()
	lines := make([]string, len(t.ends))
	start := 0
	for i, end := range t.ends {
		lines[i] = all[start:end]
		start = end
	}
	return lines
}
