// Package style turns a theme and what a terminal can show into painters. The
// sequences are computed once; painting only joins strings.
//
// A reset inside painted text ends the colours around it, so painted text is
// never painted again: a row with a background is painted segment by segment,
// which [Styles.Row] does.
package style

import (
	"strings"

	"github.com/muesli/termenv"

	"findable/themes"
	"findable/ui/cell"
)

// Styles paint by role. A Styles value never changes and may be shared.
type Styles struct {
	// Theme is what was asked for, Profile what the terminal shows. The profile
	// Ascii paints nothing, not even attributes.
	Theme   *themes.Theme
	Profile termenv.Profile
	// Glyphs are the characters the screen is drawn with.
	Glyphs *cell.Glyphs

	on     [themes.Roles]string
	marked [3][themes.Roles]string // by Mark: the roles on a selected row
}

// New computes the sequences of a theme for a terminal.
func New(t *themes.Theme, p termenv.Profile, g *cell.Glyphs) *Styles {
	s := &Styles{Theme: t, Profile: p, Glyphs: g}
	for r := range themes.Roles {
		look := t.Looks[r]
		s.on[r] = sequence(look, p)
		s.marked[Off][r] = s.on[r]
		s.marked[Selected][r] = sequence(over(look, t.Looks[themes.Selection]), p)
		s.marked[Resting][r] = sequence(over(look, t.Looks[themes.Resting]), p)
	}
	return s
}

// over puts a selection over a look. A selection with a text colour of its own,
// or one that reverses, decides all colours of the row. One that only has a
// background puts it behind the looks that have none.
func over(l, sel themes.Look) themes.Look {
	switch {
	case sel.Fg != "" || sel.Reverse:
		l.Fg, l.Bg, l.Faint, l.Reverse = sel.Fg, sel.Bg, sel.Faint, sel.Reverse
	case l.Bg == "":
		l.Bg = sel.Bg
	}
	l.Bold = l.Bold || sel.Bold
	l.Underline = l.Underline || sel.Underline
	return l
}

// sequence returns what a terminal reads to begin a look, "" for none.
func sequence(l themes.Look, p termenv.Profile) string {
	if p == termenv.Ascii {
		return ""
	}
	var codes []string
	add := func(on bool, code string) {
		if on && code != "" {
			codes = append(codes, code)
		}
	}
	add(l.Bold, "1")
	add(l.Faint, "2")
	add(l.Underline, "4")
	add(l.Reverse, "7")
	if c := p.Color(l.Fg); c != nil {
		add(true, c.Sequence(false))
	}
	if c := p.Color(l.Bg); c != nil {
		add(true, c.Sequence(true))
	}
	if len(codes) == 0 {
		return ""
	}
	return "\x1b[" + strings.Join(codes, ";") + "m"
}

// Paint returns text in the look of a role. The text must be without colour.
func (s *Styles) Paint(r themes.Role, text string) string {
	if s.on[r] == "" || text == "" {
		return text
	}
	return s.on[r] + text + cell.Reset
}

// Write writes texts, one after the other, in the look of a role, without
// allocating.
func (s *Styles) Write(b *strings.Builder, r themes.Role, texts ...string) {
	on := s.on[r]
	if on != "" {
		b.WriteString(on)
	}
	for _, text := range texts {
		b.WriteString(text)
	}
	if on != "" {
		b.WriteString(cell.Reset)
	}
}

func (s *Styles) write(b *strings.Builder, on, text string) {
	if on == "" || text == "" {
		b.WriteString(text)
		return
	}
	b.WriteString(on)
	b.WriteString(text)
	b.WriteString(cell.Reset)
}

// A Mark says how a row stands out.
type Mark int

// The marks of a row.
const (
	// Off marks nothing.
	Off Mark = iota
	// Selected marks the selected row of the pane with the focus.
	Selected
	// Resting marks the selected row of another pane.
	Resting
)

// A Seg is a piece of a row: clean text in the look of a role.
type Seg struct {
	Role themes.Role
	Text string
	// column is the width in cells that the text is fitted to, 0 for its own, and
	// how it stands in it.
	column int
	stands stand
}

type stand uint8

const (
	left stand = iota
	right
	middle // left, cut in the middle
)

// In returns a segment with text in the look of a role.
func In(r themes.Role, text string) Seg { return Seg{Role: r, Text: text} }

// Column returns a segment of exactly w cells, with the text on its left. A row
// fits it while it is painted, which costs no string of its own.
func Column(r themes.Role, text string, w int) Seg { return Seg{r, text, w, left} }

// Number is Column with the text on its right.
func Number(r themes.Role, text string, w int) Seg { return Seg{r, text, w, right} }

// Name is Column with the text cut in its middle, for names that differ at the
// end.
func Name(r themes.Role, text string, w int) Seg { return Seg{r, text, w, middle} }

// Row paints a row of exactly w cells: the segments one after the other, cut at
// w, and spaces for what is left. A marked row has the selection's background
// from end to end. Marks vanish without colour: show a cursor glyph as well.
func (s *Styles) Row(w int, m Mark, segs ...Seg) string {
	var b strings.Builder
	s.WriteRow(&b, w, m, segs...)
	return b.String()
}

// WriteRow writes the row that Row returns.
func (s *Styles) WriteRow(b *strings.Builder, w int, m Mark, segs ...Seg) {
	size := w + len(s.marked[m][themes.Text]) + len(cell.Reset)
	for _, seg := range segs {
		size += len(s.marked[m][seg.Role]) + max(len(seg.Text), seg.column) + len(cell.Reset)
	}
	b.Grow(size)
	for _, seg := range segs {
		n, room, text := cell.Width(seg.Text), w, seg.Text
		if seg.column > 0 {
			room = min(seg.column, w)
		}
		if n > room {
			if seg.stands == middle {
				text = s.Glyphs.CutMiddle(text, room)
			} else {
				text = s.Glyphs.Cut(text, room)
			}
			n = cell.Width(text)
		}
		before, after := "", ""
		if seg.column > 0 && seg.stands == right {
			before = cell.Spaces(room - n)
		} else if seg.column > 0 {
			after = cell.Spaces(room - n)
		}
		w -= n + len(before) + len(after)
		on := s.marked[m][seg.Role]
		painted := on != "" && len(before)+len(text)+len(after) > 0
		if painted {
			b.WriteString(on)
		}
		b.WriteString(before)
		b.WriteString(text)
		b.WriteString(after)
		if painted {
			b.WriteString(cell.Reset)
		}
	}
	s.write(b, s.marked[m][themes.Text], cell.Spaces(w))
}
