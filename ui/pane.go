package ui

import (
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/layout"
	"findable/ui/style"
)

// A scene is what a pane may read to draw itself.
type scene struct {
	*style.Styles
	src   Source
	in    Inputs
	start Inputs // as loaded: what an edited value is compared with
	d     *derived
	focus bool // the pane gets the keys
	w, h  int
}

// A pane is one part of a view. It holds only what its own keys change: cursors,
// scroll positions, folds.
type pane interface {
	// state returns all that the drawing depends on besides place, focus and look:
	// a comparable value. While it stays the same the pane is not drawn again.
	state(s *scene) any
	// box returns the pane's title, key and foot.
	box(s *scene) frame.Box
	// lines returns the content, at most s.h lines of s.w cells.
	lines(s *scene) []string
	// move moves the cursor by rows; wheel scrolls by rows.
	move(s *scene, by int)
	wheel(s *scene, by int)
	// click selects what stands on a line of the content.
	click(s *scene, x, y int)
}

// A drawn pane is kept until what it was drawn from changes: a key seldom changes
// more than one or two panes.
type drawn struct {
	from  drawnFrom
	lines []string
}

type drawnFrom struct {
	place  layout.Place
	focus  bool
	styles *style.Styles
	state  any
}

// A list is the cursor and the scroll position of rows of one cell height.
type list struct {
	cursor, top int
	rows        int // how many there were when last drawn
}

// window clamps cursor and scroll to n rows of which h are seen, and returns the
// range to draw.
func (l *list) window(n, h int) (from, to int) {
	l.rows = n
	l.cursor = min(max(l.cursor, 0), max(n-1, 0))
	if l.cursor < l.top {
		l.top = l.cursor
	}
	if l.cursor >= l.top+h {
		l.top = l.cursor - h + 1
	}
	l.top = min(max(l.top, 0), max(n-h, 0))
	return l.top, min(l.top+h, n)
}

// click puts the cursor on the row on a line of the window, where there is one.
func (l *list) click(line int) {
	if i := l.top + line; line >= 0 && i < l.rows {
		l.cursor = i
	}
}

func (l *list) move(by int) { l.cursor = min(max(l.cursor+by, 0), max(l.rows-1, 0)) }

// scroll moves the window, and the cursor only as far as it must follow.
func (l *list) scroll(by, h int) {
	l.top = min(max(l.top+by, 0), max(l.rows-h, 0))
	l.cursor = min(max(l.cursor, l.top), max(l.top, l.top+h-1))
}

// position tells which rows are seen, for a pane's lower border.
func (l *list) position(h int) string {
	if l.rows == 0 || h < 1 {
		return ""
	}
	return cell.Number(l.top+1) + "-" + cell.Number(min(l.top+h, l.rows)) + "/" + cell.Number(l.rows)
}

// cursorGlyph is the mark of the selected row: visible without colour.
func (s *scene) cursorGlyph(selected bool) string {
	switch {
	case selected && s.focus:
		return s.Glyphs.Cursor
	case selected && s.Glyphs.ASCII: // before a fold "-" would make an arrow
		return "."
	case selected:
		return s.Glyphs.Middle
	}
	return " "
}

func (s *scene) mark(selected bool) style.Mark {
	switch {
	case selected && s.focus:
		return style.Selected
	case selected:
		return style.Resting
	}
	return style.Off
}

func (s *scene) clean(text string) string { return s.Glyphs.Clean(text) }

// progressBar is a line that shows how far a job has come, from 0 to 1.
func (s *scene) progressBar(fraction float64) string {
	filled, rest := s.Glyphs.Gauge(min(fraction, 1), min(40, max(s.w-10, 1)))
	return s.Row(s.w, style.Off, style.In(themes.Muted, " ["), style.In(themes.GaugeFilled, filled), style.In(themes.GaugeEmpty, rest),
		style.In(themes.Muted, "] "), style.In(themes.Strong, share(fraction)))
}

// A page is a pane of lines that scrolls and has no cursor.
type page struct{ list list }

// seen returns the lines that are on the screen.
func (p *page) seen(s *scene, lines []string) []string {
	p.list.rows = len(lines)
	p.list.scroll(0, s.h)
	return lines[p.list.top:min(p.list.top+s.h, len(lines))]
}

func (p *page) move(s *scene, by int)  { p.list.scroll(by, s.h) }
func (p *page) wheel(s *scene, by int) { p.list.scroll(by, s.h) }
func (p *page) click(*scene, int, int) {}

// A table is a pane of rows with a cursor, below one line of heads.
type table struct{ list list }

func (p *table) move(_ *scene, by int)    { p.list.move(by) }
func (p *table) wheel(s *scene, by int)   { p.list.scroll(by, max(s.h-1, 0)) }
func (p *table) click(_ *scene, _, y int) { p.list.click(y - 1) }

// A steady pane is seen whole and has no cursor.
type steady struct{}

func (steady) move(*scene, int)       {}
func (steady) wheel(*scene, int)      {}
func (steady) click(*scene, int, int) {}

// An answerPage is a page of rows about the target of the Why view.
type answerPage struct {
	page
	built answerBuild
	rows  []string
}

type answerBuild struct {
	revision, w int
	look        *style.Styles
}

// build makes the rows anew where what they are made from has changed; of another
// answer they are read from the top.
func (p *answerPage) build(s *scene, rows func(s *scene) []string) {
	key := answerBuild{s.d.revision, s.w, s.Styles}
	if p.rows != nil && p.built == key {
		return
	}
	if p.built.revision != key.revision {
		p.list = list{}
	}
	p.built, p.rows = key, rows(s)
}

func (p *answerPage) state(s *scene) any {
	return struct {
		revision int
		target   bool
		list     list
	}{s.d.revision, s.in.Target != "", p.list}
}
