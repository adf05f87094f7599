package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/layout"
	"findable/ui/style"
)

// An overlay lies over the screen and takes all keys until it is closed.
type overlay interface {
	// rect returns its place on the screen.
	rect(a *App, r layout.Rects) layout.Rect
	// draw returns its lines, border included.
	draw(a *App, r layout.Rect) []string
	key(a *App, msg tea.KeyMsg) tea.Cmd
	mouse(a *App, msg tea.MouseMsg)
}

func (a *App) open(o overlay) {
	a.history.close()
	a.overlay = o
}

func (a *App) close() { a.overlay = nil }

// overlayWidth is how wide an overlay gets where there is room.
const overlayWidth = 100

func overlayRect(r layout.Rects) layout.Rect {
	if !r.Mode.Framed() { // small screens have no cells to spare for what lies below
		return r.Screen
	}
	return r.Screen.Center(min(r.Screen.W-2, overlayWidth), max(r.Screen.H-4, 6))
}

// A choice is a row of a chooser.
type choice struct {
	key, title, note string
	// heading begins a part: it is shown where the part is not filtered away.
	heading string
	// disabled says why it can't be run.
	disabled string
	run      func(a *App) tea.Cmd
}

// A chooser is a list that typing filters and enter runs: help and palette.
type chooser struct {
	title, foot string
	filter      *field
	list        list
	// choices returns the rows for a filter; they are drawn in this order.
	choices func(filter string) []choice
}

func (c *chooser) rect(_ *App, r layout.Rects) layout.Rect { return overlayRect(r) }

func (c *chooser) draw(a *App, r layout.Rect) []string {
	s := &scene{Styles: a.styles, focus: true, w: r.W - 2, h: r.H - 2}
	rows := c.choices(c.filter.text())
	prompt := append([]style.Seg{{Role: themes.Muted, Text: " filter " + s.Glyphs.After + " "}}, c.filter.segs(s, s.w-12)...)
	lines := []string{s.Row(s.w, style.Off, prompt...), ""}
	from, to := c.list.window(len(rows), max(s.h-2, 0))
	for i := from; i < to; i++ {
		lines = append(lines, choiceRow(s, rows[i], i == c.list.cursor))
	}
	if len(rows) == 0 {
		lines = append(lines, s.Row(s.w, style.Off, style.Seg{Role: themes.Text, Text: " nothing fits; backspace widens"}))
	}
	box := frame.Box{Title: c.title, Key: "esc", Foot: c.foot, FootRight: c.list.position(max(s.h-2, 0)), Focus: true, W: r.W, H: r.H}
	return box.Draw(a.styles, lines)
}

func choiceRow(s *scene, c choice, selected bool) string {
	const keyWidth = 15
	role := themes.Text
	note := s.clean(c.note)
	if c.disabled != "" {
		role, note = themes.Muted, "not now: "+c.disabled
	}
	if c.heading != "" && s.w >= layout.TabsWidth {
		note = c.heading
	}
	noteWidth := min(cell.Width(note), s.w/2)
	title := s.Glyphs.Fit(s.clean(c.title), max(s.w-keyWidth-noteWidth-4, 4))
	return s.Row(s.w, s.mark(selected), style.Seg{Role: themes.Accent, Text: s.cursorGlyph(selected) + " "},
		style.Seg{Role: themes.Key, Text: s.Glyphs.Fit(c.key, keyWidth)}, style.Seg{Role: role, Text: title + " "},
		style.Seg{Role: themes.Muted, Text: s.Glyphs.Fit(note, noteWidth)})
}

func (c *chooser) key(a *App, msg tea.KeyMsg) tea.Cmd {
	switch msg.Type {
	case tea.KeyEsc:
		a.close()
	case tea.KeyEnter:
		rows := c.choices(c.filter.text())
		if c.list.cursor >= len(rows) {
			return nil
		}
		chosen := rows[c.list.cursor]
		if chosen.disabled != "" {
			return nil
		}
		a.close()
		return chosen.run(a)
	case tea.KeyUp:
		c.list.move(-1)
	case tea.KeyDown:
		c.list.move(1)
	case tea.KeyPgUp:
		c.list.move(-10)
	case tea.KeyPgDown:
		c.list.move(10)
	default:
		if msg.String() == "?" && c.filter.text() == "" {
			a.close()
			return nil
		}
		c.filter.update(msg)
		c.list = list{}
	}
	return nil
}

func (c *chooser) mouse(a *App, msg tea.MouseMsg) {
	r := c.rect(a, a.rects())
	a.overlayMouse(&c.list, r, r.H-4, msg)
	if i := c.list.top + msg.Y - r.Y - 3; pressed(msg) && r.Contains(msg.X, msg.Y) && i >= c.list.top && i < c.list.rows {
		c.list.cursor = i
	}
}

func pressed(msg tea.MouseMsg) bool {
	return msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress
}

// overlayMouse scrolls an overlay's rows with the wheel; a click beside the
// overlay closes it.
func (a *App) overlayMouse(l *list, r layout.Rect, rows int, msg tea.MouseMsg) {
	switch {
	case msg.Button == tea.MouseButtonWheelUp:
		l.scroll(-wheelRows, rows)
	case msg.Button == tea.MouseButtonWheelDown:
		l.scroll(wheelRows, rows)
	case pressed(msg) && !r.Contains(msg.X, msg.Y):
		a.close()
	}
}
