package ui

import (
	"slices"

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
	// hints are the keys it takes, each with what it does.
	hints(a *App) [][2]string
}

// open shows an overlay. Help and the palette leave what is being read below them.
func (a *App) open(o overlay) {
	a.history.close()
	_, above := o.(*chooser)
	switch below := a.overlay.(type) {
	case *reader, *tour, *answers:
		if a.below = nil; above {
			a.below = below
		}
	case *chooser: // another one takes its place
		if below.try(a, ""); !above {
			a.below = nil
		}
	default:
		a.below = nil
	}
	a.overlay = o
}

// close takes the overlay away, and the theme that was only tried on.
func (a *App) close() {
	if c, ok := a.overlay.(*chooser); ok {
		c.try(a, "")
	}
	a.overlay, a.below = a.below, nil
}

// overlayWidth is how wide an overlay gets where there is room.
const overlayWidth = 100

func overlayRect(r layout.Rects) layout.Rect {
	if r.Mode == layout.TooSmall {
		return r.Notice
	}
	if !r.Mode.Framed() { // small screens have no cells to spare for what lies below, but for the keys
		return layout.Rect{W: r.Screen.W, H: r.Hints.Y}
	}
	return r.Screen.Center(min(r.Screen.W-2, overlayWidth), max(r.Screen.H-4, 6))
}

// moved is how far a key moves in an overlay of h rows: the user's own keys do,
// and arrows and page keys always.
func (a *App) moved(msg tea.KeyMsg, h int) int {
	for _, x := range a.actions {
		if x.by != nil && slices.Contains(x.keys, msg.String()) {
			return x.by(h)
		}
	}
	switch msg.Type {
	case tea.KeyUp:
		return -1
	case tea.KeyDown:
		return 1
	case tea.KeyPgUp:
		return -max(h-1, 1)
	case tea.KeyPgDown:
		return max(h-1, 1)
	}
	return 0
}

// A choice is a row of a chooser.
type choice struct {
	// id names it among those that were run last; "" is not remembered.
	id               string
	key, title, note string
	// where says in which panes it works, in place of a note where there is room.
	where string
	// disabled says why it can't be run.
	disabled string
	// text is what a filter looks through, in small letters, title first; it is made
	// when it is needed.
	text string
	// complete is what tab makes of the filter.
	complete string
	// theme is one to try on while the cursor is on it.
	theme string
	run   func(a *App) tea.Cmd
}

// A chooser is a list that typing filters and enter runs: help and palette.
type chooser struct {
	title, foot string
	// toggle is the action that opened it; its keys close it too.
	toggle string
	filter *field
	list   list
	// choices returns the rows for a filter; they are drawn in this order.
	choices func(filter string) []choice
	// rows are the choices for the filter found.
	rows  []choice
	found string
	// look is how the app looks while no theme is tried on; nil then.
	look *style.Styles
}

func (c *chooser) rect(_ *App, r layout.Rects) layout.Rect { return overlayRect(r) }

func (c *chooser) draw(a *App, r layout.Rect) []string {
	s := &scene{Styles: a.styles, focus: true, w: r.W - 2, h: r.H - 2}
	rows := c.filtered()
	prompt := append([]style.Seg{{Role: themes.Muted, Text: " filter " + s.Glyphs.After + " "}}, c.filter.segs(s, s.w-12)...)
	lines := []string{s.Row(s.w, style.Off, prompt...), ""}
	from, to := c.list.window(len(rows), max(s.h-2, 0))
	for i := from; i < to; i++ {
		lines = append(lines, choiceRow(s, rows[i], i == c.list.cursor))
	}
	if len(rows) == 0 {
		lines = append(lines, s.Row(s.w, style.Off, style.Seg{Role: themes.Text, Text: " nothing fits; backspace widens"}))
	}
	box := frame.Box{Title: c.title, Key: backKey, Foot: c.foot, FootRight: c.list.position(max(s.h-2, 0)), Focus: true, W: r.W, H: r.H}
	if why := c.current().disabled; why != "" {
		box.Foot = "not now: " + s.clean(why)
	}
	return box.Draw(a.styles, lines)
}

func choiceRow(s *scene, c choice, selected bool) string {
	keyWidth, note, role := 15, s.clean(c.note), themes.Text
	switch narrow := s.w < layout.TabsWidth; {
	case narrow && c.key == "":
		keyWidth = 0
	case narrow:
		keyWidth = 11
	case note == "":
		note = c.where
	}
	switch {
	case c.disabled != "" && s.w < overlayWidth-2: // the foot tells why
		role, note = themes.Muted, "not now"
	case c.disabled != "":
		role, note = themes.Muted, "not now: "+c.disabled
	}
	title := s.clean(c.title)
	noteWidth := min(cell.Width(note), s.w/2)
	if s.w < layout.TabsWidth && c.disabled == "" && noteWidth > s.w-keyWidth-4-cell.Width(title) {
		noteWidth = 0 // the title goes before the note
	}
	segs := [...]style.Seg{style.Column(themes.Accent, s.cursorGlyph(selected), 2), style.Column(themes.Key, s.clean(c.key), keyWidth),
		style.Column(role, title, max(s.w-keyWidth-noteWidth-4, 4)), style.In(role, " "), style.Column(themes.Muted, note, noteWidth)}
	if keyWidth == 0 { // a column of no cells would be as wide as its text
		segs[1].Text = ""
	}
	if noteWidth == 0 {
		segs[4].Text = ""
	}
	return s.Row(s.w, s.mark(selected), segs[:]...)
}

// key moves, runs and closes; whatever can be typed or edits a text goes to the
// filter first.
func (c *chooser) key(a *App, msg tea.KeyMsg) tea.Cmd {
	key, text := msg.String(), c.filter.edits(msg)
	switch {
	case msg.Type == tea.KeyEsc, a.has(c.toggle, key) && (!text || c.filter.text() == ""):
		a.close()
		return nil
	case msg.Type == tea.KeyEnter:
		return c.run(a)
	case msg.Type == tea.KeyTab:
		if row := c.current(); row.complete != "" {
			c.filter.set(row.complete)
			c.list = list{}
		}
	case text:
		c.filter.update(msg)
		c.list = list{}
	case a.has("quit", key):
		return tea.Quit
	default:
		c.list.move(a.moved(msg, c.rect(a, a.rects()).H-4))
	}
	c.try(a, c.current().theme)
	return nil
}

// current is the row under the cursor, empty where there is none.
func (c *chooser) current() choice {
	if rows := c.filtered(); c.list.cursor < len(rows) {
		return rows[c.list.cursor]
	}
	return choice{}
}

// filtered are the choices for what is typed.
func (c *chooser) filtered() []choice {
	if text := c.filter.text(); c.rows == nil || text != c.found {
		c.rows, c.found = c.choices(text), text
	}
	return c.rows
}

func (c *chooser) run(a *App) tea.Cmd {
	row := c.current()
	if row.run == nil || row.disabled != "" {
		return nil
	}
	a.below = nil // it is run where it can be seen
	a.close()
	a.remember(row.id)
	return row.run(a)
}

// try shows the app in a theme, or in its own again.
func (c *chooser) try(a *App, theme string) {
	if c.look != nil {
		a.styles, c.look = c.look, nil
	}
	if theme == "" {
		return
	}
	if look, err := a.look(theme); err == nil {
		a.styles, c.look = look, a.styles
	}
}

func (c *chooser) hints(a *App) [][2]string {
	all := [][2]string{{"enter", "runs"}, {backKey, "closes"}, {a.keyPair("up", "down"), "choose"}, {"letters", "filter"}}
	if c.current().complete != "" {
		all = append(all, [2]string{"tab", "completes"})
	}
	return all
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
