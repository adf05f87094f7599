package ui

import (
	"fmt"
	"unicode/utf8"

	"findable/engine"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/style"
)

// cachePane shows what the last change did to the bytes before the conversation,
// and lists what other changes would do to them.
type cachePane struct {
	list list
	c    *costing
	ab   *comparing
}

func (p *cachePane) box(s *scene) frame.Box {
	b := frame.Box{Title: "Prompt cache " + s.Glyphs.Middle + " against what was sent before"}
	if p.ab.a != nil {
		b.Title = "Prompt cache " + s.Glyphs.Middle + " against A"
	}
	if t := &p.c.tries; t.ready() {
		b.Foot = engine.Plural(len(t.result), "change", "changes") + " tried for real"
		b.FootRight = p.list.position(s.h - len(p.loss(s)) - 2)
	}
	return b
}

func (p *cachePane) lines(s *scene) []string {
	t := &p.c.tries
	if !t.ready() {
		return append(append(p.loss(s), ""), s.paragraph(themes.Muted, "trying other changes "+s.Glyphs.Ellipsis)...)
	}
	const head = themes.Heading
	out := append(p.loss(s), "", p.row(s, style.Off, head, "  what if", "again tok", "a turn"))
	from, to := p.list.window(len(t.result), max(s.h-len(out), 1))
	for i := from; i < to; i++ {
		x, selected := t.result[i], i == p.list.cursor
		out = append(out, p.row(s, s.mark(selected), x.role(), s.cursorGlyph(selected)+" "+s.clean(x.what)+x.places(s), cell.Number(x.again), s.Glyphs.Signed(x.turn)))
	}
	return out
}

// role is muted where nothing is billed again.
func (x cacheTry) role() themes.Role {
	if x.again == 0 {
		return themes.Muted
	}
	return themes.Text
}

// places says from which definition on everything is billed again.
func (x cacheTry) places(s *scene) string {
	if x.block == "" {
		return ""
	}
	return " " + s.Glyphs.Middle + " from " + s.clean(x.block)
}

func (p *cachePane) row(s *scene, m style.Mark, role themes.Role, what, again, turn string) string {
	const again9, turn9 = 9, 9
	return s.Row(s.w, m, style.Column(role, what, max(s.w-again9-turn9, 6)), style.Number(role, again, again9), style.Number(role, turn, turn9))
}

// loss says which blocks are other bytes than before, where the first differing byte
// is, and what is billed again. Where there is little room it says that in one line.
func (p *cachePane) loss(s *scene) []string {
	t := &p.c.caching
	if !t.ready() {
		return s.paragraph(themes.Muted, "comparing "+s.Glyphs.Ellipsis)
	}
	l := t.result.loss
	if l == nil {
		return s.paragraph(themes.Muted, "Nothing was sent before: the first request fills the cache. Change something, or keep an A.")
	}
	billed := fmt.Sprintf("billed again: %s of %s tok", cell.Number(l.Again), cell.Number(l.Total))
	if l.Empty() {
		billed = fmt.Sprintf("the same bytes: a cache keeps all %s tok", cell.Number(l.Total))
	}
	const roomy = 14
	if s.h < roomy {
		return s.paragraph(themes.Strong, billed)
	}
	var out []string
	for _, b := range t.result.blocks {
		mark, text := " ", b.now
		if b.was != b.now {
			mark, text = s.Glyphs.Dot, b.was+" "+s.Glyphs.Right+" "+b.now
		}
		out = append(out, s.Row(s.w, style.Off, style.Column(themes.Edited, mark, 2), style.Column(themes.Text, b.name, 15), style.In(themes.Muted, text)))
	}
	out = append(out, s.paragraph(themes.Strong, billed)...)
	if l.Empty() {
		return out
	}
	out = append(out, s.paragraph(themes.Text, fmt.Sprintf("first differing byte: %s, in line %s of %s", cell.Number(l.Offset), cell.Number(l.Line), s.clean(l.Block)))...)
	for i, line := range []string{l.WasLine, l.NowLine} {
		sign := []string{s.Glyphs.Minus, "+"}[i]
		out = append(out, s.Row(s.w, style.Off, style.In(themes.Muted, " "+sign+" "), style.In(themes.Text, s.Glyphs.Cut(s.clean(near(line, l.Column, s.w/3)), max(s.w-3, 1)))))
	}
	return out
}

// near leaves out what of a line stands more than some bytes before a place.
func near(line string, at, before int) string {
	from := min(at, len(line)) - before
	if from <= 0 {
		return line
	}
	for !utf8.RuneStart(line[from]) {
		from--
	}
	return line[from:]
}

func (p *cachePane) move(_ *scene, by int)  { p.list.move(by) }
func (p *cachePane) wheel(s *scene, by int) { p.list.scroll(by, max(s.h-len(p.loss(s))-2, 1)) }

func (p *cachePane) click(s *scene, _, y int) {
	p.list.click(y - len(p.loss(s)) - 2) // below the loss and the head
}

func (p *cachePane) state(*scene) any {
	return struct {
		list              list
		revisions, pins   int
		comparing, trying bool
	}{p.list, p.c.caching.revision + p.c.tries.revision, p.ab.pins, p.c.caching.busy, p.c.tries.busy}
}

// makeTried makes the change under the cursor.
func (a *App) makeTried() {
	t := a.costing.tries.result
	x := t[min(a.caches.list.cursor, len(t)-1)]
	a.change(a.clean(x.what), "", x.to)
}

func noTried(a *App) string {
	switch t := &a.costing.tries; {
	case !t.ready():
		return "the changes are still being tried"
	case len(t.result) == 0:
		return "there is no change to try"
	}
	return ""
}

// before is the world that the present one is held against: side A, or what was
// before the last change; nil where there is neither.
func (a *App) before() *engine.World {
	switch {
	case a.comparing.a != nil:
		return &a.comparing.a.world
	case a.d.before.Session != nil:
		return &a.d.before
	}
	return nil
}
