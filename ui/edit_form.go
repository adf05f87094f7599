package ui

import (
	"fmt"
	"reflect"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/engine/py"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/layout"
	"findable/ui/style"
)

// An editForm is a tool being edited: its name, description and parameters.
type editForm struct {
	title   string
	subject toolKey
	tool    engine.Tool // as it was when the form was opened
	boxes   [len(parts)]*textBox
	was     [len(parts)]string
	focus   int
	// asking says that the form would be left with changes, and asks.
	asking bool
	fault  *partFault
	at     [len(parts)]layout.Rect // of the boxes, on the screen

	before, after standing
	trying        bool
	tried         int // the version that after is of
}

// openEdit opens the form of a tool.
func (a *App) openEdit(e *engine.Entry) {
	f := &editForm{title: "Edit " + a.clean(e.Name), subject: keyOf(e), tool: e.Tool}
	for i, key := range parts {
		f.was[i] = partText(e.Tool, key)
		f.boxes[i] = newTextBox(f.was[i], i == 0)
	}
	f.focus = 1
	f.before = standingOf(a.d.session, a.d.assembly, f.subject, a.d.queries)
	f.after = f.before
	a.open(f)
}

// version changes with the texts.
func (f *editForm) version() int {
	n := 0
	for _, b := range f.boxes {
		n += b.changes
	}
	return n
}

// dirty reports whether a text is another than it was.
func (f *editForm) dirty() bool {
	for i, b := range f.boxes {
		if b.text() != f.was[i] {
			return true
		}
	}
	return false
}

// set returns the members whose texts have changed, or what is wrong with one.
func (f *editForm) set() (set py.Object, fault *partFault) {
	for i, b := range f.boxes {
		text := b.text()
		if text == f.was[i] {
			continue
		}
		v, err := parsePart(i, text)
		if err != nil {
			return nil, err.(*partFault)
		}
		if was, _ := f.tool.Function.Get(parts[i]); !reflect.DeepEqual(was, v) {
			set = append(set, py.Member{Key: parts[i], Value: v})
		}
	}
	return set, nil
}

func (f *editForm) rect(_ *App, r layout.Rects) layout.Rect { return overlayRect(r) }

func (f *editForm) draw(a *App, r layout.Rect) []string {
	s := &scene{Styles: a.styles, focus: true, w: r.W - 2, h: r.H - 2}
	const label = 8 // cells in front of the name
	heights := f.heights(s, s.h-4)
	lines := []string{s.Row(label, style.Off, f.cursor(s, 0), style.In(themes.Heading, " name")) + f.boxes[0].draw(s, s.w-label, 1, f.focus == 0)[0]}
	f.at[0] = layout.Rect{X: r.X + 1 + label, Y: r.Y + 1, W: s.w - label, H: 1}
	for i := 1; i < len(f.boxes); i++ {
		lines = append(lines, f.head(s, i, heights[i]))
		f.at[i] = layout.Rect{X: r.X + 2, Y: r.Y + 1 + len(lines), W: s.w - 1, H: heights[i]}
		for _, row := range f.boxes[i].draw(s, s.w-1, heights[i], f.focus == i) {
			lines = append(lines, " "+row)
		}
	}
	box := frame.Box{Title: f.title, Key: backKey, Foot: "a what-if: the dump stays as it is", Focus: true, W: r.W, H: r.H}
	return box.Draw(a.styles, append(lines, f.foot(a, s)))
}

// cursor marks the box that has the keys.
func (f *editForm) cursor(s *scene, i int) style.Seg {
	return style.In(themes.Accent, s.cursorGlyph(f.focus == i))
}

// heights shares rows among description and parameters: the one with the keys has
// what the other does not need, or two thirds.
func (f *editForm) heights(s *scene, room int) (h [len(parts)]int) {
	main := max(f.focus, 1)
	other := len(parts) - main
	needs := func(i int) int { return f.boxes[i].height(s, s.w-1) }
	h[other] = max(min(needs(other), room/3), 1)
	if spare := room - needs(main); spare > h[other] {
		h[other] = min(needs(other), spare)
	}
	h[main] = max(room-h[other], 1)
	return h
}

// head is the line above a box: what it is, how much, and which rows are seen.
func (f *editForm) head(s *scene, i, h int) string {
	b := f.boxes[i]
	text := b.text()
	about := fmt.Sprintf("%s %s %s", parts[i], s.Glyphs.Middle, engine.Plural(utf8.RuneCountInString(text), "character", "characters"))
	if i == 2 {
		about = parts[i] + " " + s.Glyphs.Middle + " JSON"
	}
	if n := cell.Hidden(text); n > 0 {
		about += ", " + cell.Number(n) + " hidden"
	}
	rows := ""
	if n := b.height(s, s.w-1); n > h {
		rows = fmt.Sprintf("%d-%d/%s", b.top+1, min(b.top+h, n), cell.Number(n))
	}
	return s.Row(s.w, style.Off, f.cursor(s, i), style.Column(themes.Heading, " "+about, max(s.w-2-len(rows), 1)), style.In(themes.Muted, rows))
}

// foot is what is asked, what is wrong, or how the tool fares.
func (f *editForm) foot(a *App, s *scene) string {
	role, text := themes.Notice, ""
	switch {
	case f.asking:
		role, text = themes.Warning, "Leave it and lose what is changed? y leaves it, "+backKey+" goes on"
	case f.fault != nil:
		role, text = themes.Bad, s.Glyphs.No+" "+f.fault.Error()
	default:
		text = f.figures(a, s.w)
	}
	return s.Row(s.w, style.Off, style.In(role, " "), style.In(role, s.Glyphs.Cut(s.clean(text), s.w-1)))
}

func (f *editForm) key(a *App, msg tea.KeyMsg) tea.Cmd {
	switch key := msg.String(); {
	case f.asking:
		if f.asking = false; key == "y" {
			a.close()
		}
	case msg.Type == tea.KeyEsc:
		f.leave(a)
	case key == "ctrl+s", msg.Type == tea.KeyEnter && f.focus == 0:
		f.take(a)
	case msg.Type == tea.KeyTab:
		f.focus = (f.focus + 1) % len(f.boxes)
	case msg.Type == tea.KeyShiftTab:
		f.focus = (f.focus + len(f.boxes) - 1) % len(f.boxes)
	default:
		f.boxes[f.focus].key(msg, max(f.at[f.focus].H-1, 1))
	}
	if a.overlay != overlay(f) {
		return nil
	}
	return f.try(a)
}

// leave closes the form, after a question where something would be lost.
func (f *editForm) leave(a *App) {
	if f.asking = f.dirty(); !f.asking {
		a.close()
	}
}

// take makes what is typed edits, or goes to where it can't be read.
func (f *editForm) take(a *App) {
	set, fault := f.set()
	if f.fault = fault; fault != nil {
		f.focus = fault.part
		f.boxes[fault.part].toByte(fault.at)
		return
	}
	a.close()
	a.takeSet(f.subject, set)
}

func (f *editForm) mouse(a *App, msg tea.MouseMsg) {
	by := 0
	switch {
	case msg.Button == tea.MouseButtonWheelUp:
		by = -wheelRows
	case msg.Button == tea.MouseButtonWheelDown:
		by = wheelRows
	case !pressed(msg):
		return
	case !f.rect(a, a.rects()).Contains(msg.X, msg.Y):
		f.leave(a)
		return
	}
	for i, b := range f.boxes {
		if !f.at[i].Contains(msg.X, msg.Y) {
			continue
		}
		if f.focus = i; by != 0 {
			b.vertical(by)
		} else {
			b.toCell(b.top+msg.Y-f.at[i].Y, msg.X-f.at[i].X)
		}
	}
}

func (f *editForm) hints(*App) [][2]string {
	if f.asking {
		return [][2]string{{"y", "leaves it"}, {backKey, "goes on"}}
	}
	return [][2]string{{"ctrl+s", "takes it"}, {"tab", "next part"}, {backKey, "leaves it"}}
}
