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

// A reader is an overlay of text to scroll through: notes, a reply, a tool.
type reader struct {
	title, foot string
	// content returns the lines for a width.
	content func(s *scene) []string
	// copy is what the keys of copy do; nil when there is nothing to copy.
	copy func(a *App) tea.Cmd
	// toggle is the action that opened it; its keys close it too.
	toggle string

	list  list
	lines []string
	width int // that lines were made for
}

func (o *reader) rect(_ *App, r layout.Rects) layout.Rect { return overlayRect(r) }

func (o *reader) draw(a *App, r layout.Rect) []string {
	s := &scene{Styles: a.styles, src: a.src, in: a.in, d: &a.d, focus: true, w: r.W - 2, h: r.H - 2}
	if o.lines == nil || o.width != s.w {
		o.lines, o.width = o.content(s), s.w
	}
	o.list.rows = len(o.lines)
	o.list.scroll(0, s.h)
	box := frame.Box{Title: o.title, Key: "esc", Foot: o.foot, FootRight: o.list.position(s.h), Focus: true, W: r.W, H: r.H}
	return box.Draw(a.styles, o.lines[o.list.top:min(o.list.top+s.h, len(o.lines))])
}

func (o *reader) key(a *App, msg tea.KeyMsg) tea.Cmd {
	h := max(o.rect(a, a.rects()).H-2, 1)
	switch key := msg.String(); {
	case key == "esc", key == "enter", a.has(o.toggle, key):
		a.close()
	case a.has("quit", key):
		return tea.Quit
	case a.has("copy", key):
		if o.copy != nil {
			return o.copy(a)
		}
	case a.has("down", key):
		o.list.scroll(1, h)
	case a.has("up", key):
		o.list.scroll(-1, h)
	case a.has("half-down", key), a.has("page-down", key), key == " ":
		o.list.scroll(max(h/2, 1), h)
	case a.has("half-up", key), a.has("page-up", key):
		o.list.scroll(-max(h/2, 1), h)
	case a.has("first", key):
		o.list.scroll(-o.list.rows, h)
	case a.has("last", key):
		o.list.scroll(o.list.rows, h)
	}
	return nil
}

func (o *reader) mouse(a *App, msg tea.MouseMsg) {
	r := o.rect(a, a.rects())
	a.overlayMouse(&o.list, r, r.H-2, msg)
}

// newNotes shows what happened on loading: corrected config values, tools that
// did not register, nodes that were passed over. Nothing is dropped without a
// line here.
func newNotes(a *App) *reader {
	var notes []Note
	for _, n := range a.d.notices {
		notes = append(notes, Note{Kind: "config", Path: n.Key, Text: fmt.Sprintf("given %s, used %s: %s", n.Given, n.Used, n.Why)})
	}
	notes = append(notes, a.notes...)
	return &reader{title: "Notes " + a.styles.Glyphs.Middle + " " + plural(len(notes), "note", "notes") + " on what was loaded",
		foot: a.told("{down} {up} scroll, esc closes"), toggle: "notes",
		content: func(s *scene) []string {
			var lines []string
			for _, n := range notes {
				lines = append(lines, noteLines(s, n)...)
			}
			if lines == nil {
				lines = s.paragraph(themes.Text, "Everything loaded was taken as it is.")
			}
			return lines
		}}
}

func noteLines(s *scene, n Note) []string {
	text := s.clean(n.Text)
	if place := s.clean(n.File + " " + n.Path); place != " " {
		text += "  (" + place + ")"
	}
	return s.labelled(s.clean(n.Kind), text, 15, themes.Text)
}

// paragraph wraps a clean text over the width.
func (s *scene) paragraph(role themes.Role, text string) []string {
	var out []string
	for _, l := range cell.Wrap(text, max(s.w-2, 1)) {
		out = append(out, s.Row(s.w, style.Off, style.In(role, " "), style.In(role, l)))
	}
	return out
}

// labelled wraps a clean text beside a label.
func (s *scene) labelled(label, text string, labelWidth int, role themes.Role) []string {
	var out []string
	for _, l := range cell.Wrap(text, max(s.w-labelWidth-2, 8)) {
		out = append(out, s.Row(s.w, style.Off, style.In(themes.Heading, " "), style.Column(themes.Heading, label, labelWidth),
			style.In(role, l)))
		label = ""
	}
	return out
}
