package ui

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/layout"
	"findable/ui/style"
)

// notesOverlay shows what happened on loading: corrected config values, tools
// that did not register, nodes that were passed over. Nothing is dropped without
// a line here.
type notesOverlay struct {
	list  list
	notes []Note
}

func newNotesOverlay(a *App) *notesOverlay {
	o := &notesOverlay{}
	for _, n := range a.d.notices {
		o.notes = append(o.notes, Note{Kind: "config", Path: n.Key, Text: fmt.Sprintf("given %s, used %s: %s", n.Given, n.Used, n.Why)})
	}
	o.notes = append(o.notes, a.notes...)
	return o
}

func (o *notesOverlay) rect(_ *App, r layout.Rects) layout.Rect { return overlayRect(r) }

func (o *notesOverlay) draw(a *App, r layout.Rect) []string {
	s := &scene{Styles: a.styles, focus: true, w: r.W - 2, h: r.H - 2}
	var lines []string
	for _, n := range o.notes {
		lines = append(lines, noteLines(s, n)...)
	}
	if lines == nil {
		lines = []string{s.Row(s.w, style.Off, style.Seg{Role: themes.Text, Text: " Everything loaded was taken as it is."})}
	}
	o.list.rows = len(lines)
	o.list.scroll(0, s.h)
	box := frame.Box{Title: "Notes " + s.Glyphs.Middle + " " + plural(len(o.notes), "note", "notes"), Key: "esc",
		Foot: "j k scroll, esc closes", FootRight: o.list.position(s.h), Focus: true, W: r.W, H: r.H}
	return box.Draw(a.styles, lines[o.list.top:min(o.list.top+s.h, len(lines))])
}

func noteLines(s *scene, n Note) []string {
	const kindWidth = 15
	text := s.clean(n.Text)
	if place := s.clean(n.File + " " + n.Path); place != " " {
		text += "  (" + place + ")"
	}
	var out []string
	kind := s.clean(n.Kind)
	for _, l := range cell.Wrap(text, max(s.w-kindWidth-2, 8)) {
		out = append(out, s.Row(s.w, style.Off, style.Seg{Role: themes.Heading, Text: " " + s.Glyphs.Fit(kind, kindWidth)},
			style.Seg{Role: themes.Text, Text: l}))
		kind = ""
	}
	return out
}

func (o *notesOverlay) key(a *App, msg tea.KeyMsg) tea.Cmd {
	h := max(o.rect(a, a.rects()).H-2, 1)
	switch msg.String() {
	case "esc", "!", "enter":
		a.close()
	case "q":
		return tea.Quit
	case "j", "down":
		o.list.scroll(1, h)
	case "k", "up":
		o.list.scroll(-1, h)
	case "ctrl+d", "pgdown", " ":
		o.list.scroll(h/2, h)
	case "ctrl+u", "pgup":
		o.list.scroll(-h/2, h)
	case "g", "home":
		o.list.scroll(-o.list.rows, h)
	case "G", "end":
		o.list.scroll(o.list.rows, h)
	}
	return nil
}

func (o *notesOverlay) mouse(a *App, msg tea.MouseMsg) {
	r := o.rect(a, a.rects())
	switch {
	case msg.Button == tea.MouseButtonWheelUp:
		o.list.scroll(-wheelRows, r.H-2)
	case msg.Button == tea.MouseButtonWheelDown:
		o.list.scroll(wheelRows, r.H-2)
	case msg.Action == tea.MouseActionPress && !r.Contains(msg.X, msg.Y):
		a.close()
	}
}
