package ui

import (
	"slices"
	"strings"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"findable/themes"
	"findable/ui/cell"
	"findable/ui/style"
)

// A textBox is a text of one or more lines being edited. It is drawn cleaned and kept
// as it is, with every character that cannot be seen. The text area of bubbles does
// not do here: it drops control characters as it takes a text, and what is beyond
// its 10,000th line, and it draws what is left as it stands.
type textBox struct {
	lines []textLine
	line  int // of the caret
	at    int // the caret's byte in its line
	goal  int // the cell that up and down keep to, -1 for the caret's own
	top   int // the first row shown
	// oneLine takes no line breaks.
	oneLine bool
	changes int // counts those of the text

	w      int // what the rows were made for
	glyphs *cell.Glyphs
}

// A textLine is a line and where its rows begin, in bytes; the first begins at 0. A
// line that has not been laid out has none.
type textLine struct {
	text string
	rows []int
}

func newTextBox(text string, oneLine bool) *textBox {
	b := &textBox{oneLine: oneLine, goal: -1}
	for _, l := range b.split(text) {
		b.lines = append(b.lines, textLine{text: l})
	}
	if oneLine { // what is short is seen whole, and mostly added to
		b.at = len(text)
	}
	return b
}

// split cuts a text into lines. In a box of one line a line break is a character
// like others: the text may have had it.
func (b *textBox) split(text string) []string {
	if b.oneLine {
		return []string{text}
	}
	return strings.Split(text, "\n")
}

// text returns the text as it is.
func (b *textBox) text() string {
	if len(b.lines) == 1 {
		return b.lines[0].text
	}
	var s strings.Builder
	for i, l := range b.lines {
		if i > 0 {
			s.WriteByte('\n')
		}
		s.WriteString(l.text)
	}
	return s.String()
}

// glyphOf returns the first character of a text as people see it, a cluster, with its
// bytes, and how it is shown: never as nothing.
func glyphOf(g *cell.Glyphs, s string) (n int, shown string) {
	if c := s[0]; c >= ' ' && c <= '~' && (len(s) == 1 || s[1] < utf8.RuneSelf) {
		return 1, s[:1]
	}
	cluster, _ := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	if cluster == "" || !utf8.ValidString(cluster) {
		cluster = s[:1]
	}
	if shown = g.Clean(cluster); shown == "" {
		shown = g.Unknown
	}
	return len(cluster), shown
}

// layOut makes the rows that are missing for a width. A row leaves one cell free, for
// the caret at its end.
func (b *textBox) layOut(g *cell.Glyphs, w int) {
	if w != b.w || g != b.glyphs {
		for i := range b.lines {
			b.lines[i].rows = nil
		}
		b.w, b.glyphs = w, g
	}
	for i := range b.lines {
		if l := &b.lines[i]; l.rows == nil {
			l.rows = breakRows(g, l.text, max(w-1, 1))
		}
	}
}

// breakRows breaks a line into rows of at most w cells: behind a space where there is
// one, or anywhere.
func breakRows(g *cell.Glyphs, text string, w int) []int {
	rows := []int{0}
	used, space, afterSpace := 0, -1, 0 // the last break behind a space in the row, and the cells since
	for i := 0; i < len(text); {
		n, shown := glyphOf(g, text[i:])
		cells := cell.Width(shown)
		for used+cells > w && i > rows[len(rows)-1] {
			at := i
			if space > rows[len(rows)-1] {
				at, used = space, afterSpace
			} else {
				used = 0
			}
			rows = append(rows, at)
		}
		used, afterSpace = used+cells, afterSpace+cells
		i += n
		if shown == " " {
			space, afterSpace = i, 0
		}
	}
	return rows
}

// place returns the caret's row among all, and its cell in it.
func (b *textBox) place() (row, x int) {
	for _, l := range b.lines[:b.line] {
		row += len(l.rows)
	}
	l := b.lines[b.line]
	r := l.rowAt(b.at)
	return row + r, cells(b.glyphs, l.text[l.rows[r]:b.at])
}

// rowAt returns the row of a line that a byte is in.
func (l textLine) rowAt(at int) int {
	i, found := slices.BinarySearch(l.rows, at)
	if !found {
		i--
	}
	return i
}

// row returns the text of a row of a line, and where it begins.
func (l textLine) row(i int) (text string, from int) {
	to := len(l.text)
	if i+1 < len(l.rows) {
		to = l.rows[i+1]
	}
	return l.text[l.rows[i]:to], l.rows[i]
}

// cells is how many cells a part of a text takes.
func cells(g *cell.Glyphs, s string) int {
	w := 0
	for s != "" {
		n, shown := glyphOf(g, s)
		w, s = w+cell.Width(shown), s[n:]
	}
	return w
}

// height is the number of rows that the text takes in w cells.
func (b *textBox) height(s *scene, w int) int {
	b.layOut(s.Glyphs, w)
	n := 0
	for _, l := range b.lines {
		n += len(l.rows)
	}
	return n
}

// draw returns h rows of w cells, with the caret in view if the box has the keys.
func (b *textBox) draw(s *scene, w, h int, focus bool) []string {
	total := b.height(s, w)
	at, _ := b.place()
	if focus {
		b.top = min(max(b.top, at-h+1), at)
	}
	b.top = min(max(b.top, 0), max(total-h, 0))
	out := make([]string, 0, h)
	row := 0
	for i, l := range b.lines {
		if row+len(l.rows) <= b.top {
			row += len(l.rows)
			continue
		}
		for r := range l.rows {
			if row >= b.top && len(out) < h {
				out = append(out, b.drawRow(s, w, l, r, focus && row == at && i == b.line))
			}
			row++
		}
		if len(out) == h {
			break
		}
	}
	for len(out) < h {
		out = append(out, s.Row(w, style.Off))
	}
	return out
}

// drawRow draws a row. Where there are colours the caret lies over its character, and
// else it stands in front of it.
func (b *textBox) drawRow(s *scene, w int, l textLine, r int, caret bool) string {
	text, from := l.row(r)
	if !caret {
		return s.Row(w, style.Off, style.In(themes.Text, seen(s.Glyphs, text)))
	}
	before, after := text[:b.at-from], text[b.at-from:]
	bar := s.Glyphs.Light.Vertical
	switch {
	case s.Profile == termenv.Ascii:
	case after == "":
		bar = " "
	default:
		n, shown := glyphOf(s.Glyphs, after)
		bar, after = shown, after[n:]
	}
	return s.Row(w, style.Off, style.In(themes.Accent, seen(s.Glyphs, before)), style.In(themes.Caret, bar),
		style.In(themes.Accent, seen(s.Glyphs, after)))
}

// seen is a part of a text as it is shown.
func seen(g *cell.Glyphs, s string) string {
	var b strings.Builder
	for s != "" {
		n, shown := glyphOf(g, s)
		b.WriteString(shown)
		s = s[n:]
	}
	return b.String()
}

// key moves the caret or changes the text, and reports whether the key does either.
func (b *textBox) key(msg tea.KeyMsg, page int) bool {
	if msg.Type == tea.KeyRunes && !msg.Alt {
		b.insert(string(msg.Runes))
		return true
	}
	goal := b.goal
	b.goal = -1
	switch msg.String() {
	case " ":
		b.insert(" ")
	case "enter":
		if b.oneLine {
			return false
		}
		b.insert("\n")
	case "up", "down", "pgup", "pgdown":
		by := map[string]int{"up": -1, "down": 1, "pgup": -page, "pgdown": page}[msg.String()]
		b.goal = goal
		return b.vertical(by)
	case "left", "ctrl+b":
		b.to(b.before(b.line, b.at))
	case "right", "ctrl+f":
		b.to(b.after(b.line, b.at))
	case "ctrl+left", "alt+left", "alt+b":
		b.to(b.word(b.before))
	case "ctrl+right", "alt+right", "alt+f":
		b.to(b.word(b.after))
	case "home", "ctrl+a":
		b.at = 0
	case "end", "ctrl+e":
		b.at = len(b.lines[b.line].text)
	case "ctrl+home":
		b.to(0, 0)
	case "ctrl+end":
		b.to(len(b.lines)-1, len(b.lines[len(b.lines)-1].text))
	case "backspace", "ctrl+h":
		b.cut(b.before(b.line, b.at))
	case "delete", "ctrl+d":
		b.cut(b.after(b.line, b.at))
	case "ctrl+w", "alt+backspace":
		b.cut(b.word(b.before))
	case "alt+d", "alt+delete":
		b.cut(b.word(b.after))
	case "ctrl+u":
		b.cut(b.line, 0)
	case "ctrl+k":
		b.cut(b.line, len(b.lines[b.line].text))
	default:
		b.goal = goal
		return false
	}
	return true
}
