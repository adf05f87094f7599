package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/layout"
	"findable/ui/style"
)

// A whatIfList lists the changes of tools, with what the one under the cursor was and
// is, and undoes and exports them.
type whatIfList struct {
	list list
	rows []whatIf
	from int // the revision that rows are of
}

func (o *whatIfList) build(a *App) {
	if o.rows == nil || o.from != a.d.revision {
		o.rows, o.from = a.whatIfRows(), a.d.revision
		o.list.cursor = min(o.list.cursor, max(len(o.rows)-1, 0))
	}
}

func (o *whatIfList) rect(_ *App, r layout.Rects) layout.Rect { return overlayRect(r) }

// room is the number of rows of the list in an overlay of h: half of it, the rest is
// for the one under the cursor.
func (o *whatIfList) room(h int) int { return min(max(len(o.rows), 1), max(h/2, 1)) }

func (o *whatIfList) draw(a *App, r layout.Rect) []string {
	o.build(a)
	s := &scene{Styles: a.styles, src: a.src, in: a.in, d: &a.d, focus: true, w: r.W - 2, h: r.H - 2}
	room := o.room(s.h)
	from, to := o.list.window(len(o.rows), room)
	var lines []string
	for i := from; i < to; i++ {
		lines = append(lines, o.row(s, o.rows[i], i == o.list.cursor))
	}
	if len(o.rows) == 0 {
		lines = s.paragraph(themes.Text, a.told("Every tool is as it was loaded. {undo} brings the what-ifs back."))
	} else {
		lines = append(append(lines, ""), o.detail(s, o.rows[o.list.cursor], s.h-room-1)...)
	}
	box := frame.Box{Title: "What-ifs " + s.Glyphs.Middle + " the dump stays as it is", Key: backKey, Foot: engine.Plural(len(o.rows), "change", "changes"),
		FootRight: o.list.position(room), Focus: true, W: r.W, H: r.H}
	return box.Draw(a.styles, lines)
}

func (o *whatIfList) row(s *scene, w whatIf, selected bool) string {
	const partWidth = 12
	name := min(max(s.w/4, 10), 32)
	room := s.w - 3 - name - partWidth
	before, after := contrast(w.before, w.after, max(room/2-2, 4))
	arrow := " " + s.Glyphs.Right + " "
	text := s.clean(before) + arrow + s.clean(after)
	switch {
	case w.gone:
		text = "no such tool is loaded now"
	case w.part == pinnedPart || w.part == hiddenPart:
		text = w.after
	case w.before == "":
		text = "(none)" + arrow + s.clean(after)
	}
	return s.Row(s.w, s.mark(selected), style.In(themes.Accent, s.cursorGlyph(selected)+" "), style.Name(themes.Strong, s.clean(w.name()), name),
		style.In(themes.Text, " "), style.Column(themes.Edited, w.part, partWidth), style.In(themes.Text, s.Glyphs.Cut(text, max(room, 1))))
}

// detail shows both texts of a change, as much as h rows hold, from where they
// begin to differ.
func (o *whatIfList) detail(s *scene, w whatIf, h int) []string {
	of := w.subject.toolset
	if w.subject.tool != "" {
		of = s.clean(w.subject.tool) + " of " + s.clean(of)
	}
	out := s.paragraph(themes.Heading, s.Glyphs.Cut(of, max(s.w-2, 1)))[:1]
	each := max((h-1)/2, 1)
	before, after := contrast(w.before, w.after, each*s.w)
	block := func(label, text string, role themes.Role) {
		var lines []string
		for _, l := range s.Glyphs.CleanLines(text) {
			if len(lines) < each {
				lines = append(lines, s.labelled(label, l, 8, role)...)
			}
			label = ""
		}
		out = append(out, lines[:min(each, len(lines))]...)
	}
	block("before", before, themes.Muted)
	block("after", after, themes.Text)
	return out
}

func (o *whatIfList) key(a *App, msg tea.KeyMsg) tea.Cmd {
	o.build(a)
	key := msg.String()
	x, _ := a.find(key)
	switch {
	case msg.Type == tea.KeyEsc, a.has("what-ifs", key):
		a.close()
	case a.has("reset", key), a.has("hide", key), msg.Type == tea.KeyDelete, msg.Type == tea.KeyBackspace:
		if len(o.rows) > 0 {
			w := o.rows[o.list.cursor]
			a.edit("no what-if on "+a.clean(w.name())+": "+w.part, w.undone(a.in.Edits))
		}
	case a.has("reset-all", key):
		a.edit("no what-ifs", nil)
	case a.has("edit", key), msg.Type == tea.KeyEnter:
		o.reopen(a)
	case a.has("copy", key):
		return a.copyMarkdown()
	case a.has("copy-json", key):
		return a.copyPatch()
	case key == "s":
		return a.saveWhatIfs()
	case x.id == "undo" || x.id == "redo" || x.over:
		return a.do(x)
	default:
		o.list.move(a.moved(msg, o.room(o.rect(a, a.rects()).H-2)))
	}
	return nil
}

// reopen opens the form of the tool under the cursor.
func (o *whatIfList) reopen(a *App) {
	if len(o.rows) == 0 {
		return
	}
	key := o.rows[o.list.cursor].subject
	if e := a.d.session.Registry.Edited(key.toolset, key.tool); e != nil && key.tool != "" {
		a.openEdit(e)
	} else {
		a.say(a.clean(o.rows[o.list.cursor].name()) + " has no texts to edit now")
	}
}

func (o *whatIfList) mouse(a *App, msg tea.MouseMsg) {
	r := o.rect(a, a.rects())
	room := o.room(r.H - 2)
	a.overlayMouse(&o.list, r, room, msg)
	if i := msg.Y - r.Y - 1; pressed(msg) && i >= 0 && i < room && r.Contains(msg.X, msg.Y) && o.list.top+i < o.list.rows {
		o.list.cursor = o.list.top + i
	}
}

func (o *whatIfList) hints(a *App) [][2]string {
	if len(o.rows) == 0 {
		return [][2]string{{backKey, "closes"}, {a.keyOf("undo"), "undo"}}
	}
	return [][2]string{{a.keyOf("reset"), "undoes this"}, {a.keyOf("reset-all"), "all"}, {"enter", "edits"}, {a.keyOf("copy"), "copies Markdown"},
		{a.keyOf("copy-json"), "JSON Patch"}, {"s", "saves"}, {backKey, "closes"}}
}

// whatIfCount is the number of changes in words, "" for none: nobody should take the
// figures for those of what was loaded.
func (a *App) whatIfCount() string {
	n := a.d.whatIfs.count()
	if n == 0 {
		return ""
	}
	return a.styles.Glyphs.Dot + " " + engine.Plural(n, "what-if", "what-ifs")
}

// whatIfMark stands behind a tool that an edit is about.
func (s *scene) whatIfMark(e *engine.Entry) string {
	if s.d.whatIfs.touched(e) {
		return " " + s.Glyphs.Dot
	}
	return ""
}

// serverMark stands behind a server that edits are about, or about tools of which.
func (s *scene) serverMark(n int) string {
	if n == 0 {
		return ""
	}
	return " " + s.Glyphs.Dot + " " + cell.Number(n)
}
