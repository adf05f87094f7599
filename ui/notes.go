package ui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
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
	// copy is what the keys of copy do; nil when there is nothing to copy. copies
	// says what that is.
	copy   func(a *App) tea.Cmd
	copies string
	// toggle is the action that opened it; its keys close it too.
	toggle string
	// tool is the one that it is about, nil for none: what edits a tool works above it.
	tool *engine.Entry

	list  list
	lines []string
	from  readFrom // that lines were made from
}

type readFrom struct {
	width, revision int
	look            *style.Styles
}

func (o *reader) rect(_ *App, r layout.Rects) layout.Rect { return overlayRect(r) }

func (o *reader) draw(a *App, r layout.Rect) []string {
	s := &scene{Styles: a.styles, src: a.src, in: a.in, d: &a.d, focus: true, w: r.W - 2, h: r.H - 2}
	if from := (readFrom{s.w, a.d.revision, a.styles}); o.lines == nil || from != o.from {
		o.lines, o.from = o.content(s), from
	}
	o.list.rows = len(o.lines)
	o.list.scroll(0, s.h)
	box := frame.Box{Title: o.title, Key: backKey, Foot: o.foot, FootRight: o.list.position(s.h), Focus: true, W: r.W, H: r.H}
	return box.Draw(a.styles, o.lines[o.list.top:min(o.list.top+s.h, len(o.lines))])
}

func (o *reader) key(a *App, msg tea.KeyMsg) tea.Cmd {
	h := max(o.rect(a, a.rects()).H-2, 1)
	key := msg.String()
	x, _ := a.find(key)
	switch {
	case msg.Type == tea.KeyEsc, msg.Type == tea.KeyEnter, a.has(o.toggle, key):
		a.close()
	case x.id == "copy":
		if o.copy != nil {
			return o.copy(a)
		}
	case x.over, o.tool != nil && edits(x.id):
		return a.do(x)
	case msg.Type == tea.KeySpace:
		o.list.scroll(max(h-1, 1), h)
	default:
		o.list.scroll(a.moved(msg, h), h)
	}
	return nil
}

func (o *reader) hints(a *App) [][2]string {
	var all [][2]string
	if o.list.rows > o.rect(a, a.rects()).H-2 {
		all = append(all, [2]string{a.told("{down} {up}"), "scroll"})
	}
	if o.copy != nil && a.keyOf("copy") != "" {
		all = append(all, [2]string{a.keyOf("copy"), "copies " + o.copies})
	}
	if o.tool != nil {
		for _, id := range []string{"edit", "pin", "hide"} {
			if key := a.keyOf(id); key != "" {
				all = append(all, [2]string{key, id})
			}
		}
	}
	all = append(all, [2]string{backKey, "closes"})
	for _, id := range []string{"help", "quit"} {
		if key := a.keyOf(id); key != "" {
			all = append(all, [2]string{key, id})
		}
	}
	return all
}

func (o *reader) mouse(a *App, msg tea.MouseMsg) {
	r := o.rect(a, a.rects())
	a.overlayMouse(&o.list, r, r.H-2, msg)
}

// newNotes shows the last messages, and what happened on loading: corrected config
// values, tools that did not register, nodes that were passed over. Nothing is
// dropped without a line here.
func newNotes(a *App) *reader {
	var notes []Note
	for _, n := range a.d.notices {
		notes = append(notes, Note{Kind: "config", Path: n.Key, Text: fmt.Sprintf("given %s, used %s: %s", n.Given, n.Used, n.Why)})
	}
	notes = append(notes, a.notes...)
	said := slices.Clone(a.said)
	slices.Reverse(said)
	title := "Notes and messages"
	if len(notes) > 0 {
		title += " " + a.styles.Glyphs.Middle + " " + engine.Plural(len(notes), "note", "notes")
	}
	return &reader{title: title, toggle: "notes", content: func(s *scene) []string {
		n := min(len(said), saidFirst)
		lines := append(saidLines(s, "said last", said[:n]), loadLines(s, notes)...)
		if n < len(said) {
			lines = append(append(lines, ""), saidLines(s, "said before", said[n:])...)
		}
		return lines
	}}
}

// saidFirst is how many messages stand before the notes; older ones come after them.
const saidFirst = 8

// saidLines are messages, each with its time.
func saidLines(s *scene, title string, said []saying) []string {
	if len(said) == 0 {
		return nil
	}
	lines := s.paragraph(themes.Heading, title)
	for _, m := range said {
		lines = append(lines, s.labelled(m.at.Format(time.TimeOnly), s.clean(m.text), 10, themes.Text)...)
	}
	return append(lines, "")
}

// loadLines are the notes, after how many there are of each kind.
func loadLines(s *scene, notes []Note) []string {
	if len(notes) == 0 {
		return s.paragraph(themes.Text, "Everything loaded was taken as it is.")
	}
	lines := s.paragraph(themes.Heading, "on what was loaded")
	if kinds := kindsOf(notes); len(kinds) > 1 {
		lines = append(s.paragraph(themes.Heading, "on what was loaded: "+s.clean(strings.Join(kinds, ", "))), "")
	}
	for _, n := range notes {
		lines = append(lines, noteLines(s, n)...)
	}
	return lines
}

// kindsOf counts notes by their kind, in the order of the first of each.
func kindsOf(notes []Note) []string {
	var kinds []string
	count := map[string]int{}
	for _, n := range notes {
		if count[n.Kind]++; count[n.Kind] == 1 {
			kinds = append(kinds, n.Kind)
		}
	}
	for i, kind := range kinds {
		kinds[i] = cell.Number(count[kind]) + " " + kind
	}
	return kinds
}

func noteLines(s *scene, n Note) []string {
	text := s.clean(n.Text)
	path := n.Path
	if path == "$" { // the whole file
		path = ""
	}
	if place := strings.TrimSpace(s.clean(n.File + " " + path)); place != "" {
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

// briefly wraps a clean text over the width, and says so where it takes more lines
// than it may.
func (s *scene) briefly(role themes.Role, text string, most int) []string {
	var out []string
	for i, l := range cell.Wrap(text, max(s.w-2, 1)) {
		if i == most {
			last := cell.Wrap(text, max(s.w-2, 1))[i-1]
			out[i-1] = s.Row(s.w, style.Off, style.In(role, " "), style.In(role, s.Glyphs.Cut(last, max(s.w-3, 1)-cell.Width(s.Glyphs.Ellipsis))+s.Glyphs.Ellipsis))
			break
		}
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
