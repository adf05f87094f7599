package ui

import (
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine/why"
	"findable/themes"
	"findable/ui/frame"
	"findable/ui/style"
)

// repairsPane lists the changes that were tried and make the tool found.
type repairsPane struct {
	list list
	work *repairing
}

// found returns the repairs of what is on the screen, and whether they are known.
func (p *repairsPane) found(s *scene) ([]why.Repair, bool) {
	if p.work.revision != s.d.revision {
		return nil, false
	}
	return p.work.found, p.work.done
}

func (p *repairsPane) box(s *scene) frame.Box {
	b := frame.Box{Title: "What would make it found? " + s.Glyphs.Middle + " each was tried"}
	if rows, done := p.found(s); done {
		b.Foot = plural(len(rows), "change helps", "changes help")
		b.FootRight = p.list.position(max(s.h-1, 0))
	}
	return b
}

func (p *repairsPane) lines(s *scene) []string {
	rows, done := p.found(s)
	switch {
	case s.in.Target == "":
		return nil
	case s.answer().err != nil:
		return nil
	case !done:
		return s.paragraph(themes.Muted, "trying changes "+s.Glyphs.Ellipsis)
	case len(rows) == 0:
		return s.paragraph(themes.Text, nothingHelps(s.answer().journey.Verdict))
	}
	const head = themes.Heading
	out := []string{s.Row(s.w, style.Off, style.In(head, "  "), style.Column(head, "what", kindWidth), style.Column(head, "change", p.changeWidth(s)),
		style.Number(head, "rank", rankWidth), style.Number(head, "after", rankWidth+1))}
	from, to := p.list.window(len(rows), max(s.h-1, 0))
	for i := from; i < to; i++ {
		out = append(out, p.row(s, rows[i], i == p.list.cursor))
	}
	return out
}

// nothingHelps says why there is no repair.
func nothingHelps(v why.Verdict) string {
	switch v {
	case why.Found:
		return "The query finds it: nothing to mend."
	case why.NotLoaded:
		return "A tool that was not loaded cannot be found: choose another name, or load the dump that has it."
	case why.AlwaysVisible:
		return "The model has this tool in every request; it need not search for it."
	}
	return "None of the changes that were tried helps."
}

const kindWidth, rankWidth = 11, 6

func (p *repairsPane) changeWidth(s *scene) int { return max(s.w-2-kindWidth-2*rankWidth-2, 8) }

func (p *repairsPane) row(s *scene, r why.Repair, selected bool) string {
	after := "seen"
	if r.RankAfter > 0 {
		after = strconv.Itoa(r.RankAfter)
	}
	before := s.Glyphs.Minus
	if r.RankBefore > 0 {
		before = strconv.Itoa(r.RankBefore)
	}
	return s.Row(s.w, s.mark(selected), style.In(themes.Accent, s.cursorGlyph(selected)+" "), style.Column(themes.Muted, string(r.Kind), kindWidth),
		style.Column(themes.Text, s.clean(r.Change), p.changeWidth(s)), style.Number(themes.Muted, before, rankWidth),
		style.Number(themes.Good, after, rankWidth+1))
}

// current returns the repair under the cursor.
func (p *repairsPane) current(s *scene) (why.Repair, bool) {
	rows, _ := p.found(s)
	if p.list.cursor >= len(rows) {
		return why.Repair{}, false
	}
	return rows[p.list.cursor], true
}

func (p *repairsPane) move(_ *scene, by int)  { p.list.move(by) }
func (p *repairsPane) wheel(s *scene, by int) { p.list.scroll(by, max(s.h-1, 0)) }

func (p *repairsPane) click(s *scene, _, y int) {
	rows, _ := p.found(s)
	if i := p.list.top + y - 1; y > 0 && i < len(rows) {
		p.list.cursor = i
	}
}

func (p *repairsPane) state(s *scene) any {
	rows, done := p.found(s)
	return struct {
		revision, rows int
		done, target   bool
		list           list
	}{s.d.revision, len(rows), done, s.in.Target != "", p.list}
}

// applyRepair makes the change under the cursor.
func (a *App) applyRepair() tea.Cmd {
	if r, ok := a.repairs.current(a.scene("repairs")); ok {
		a.apply(r)
	}
	return nil
}

// unrepairable says why no repair can be applied.
func (a *App) unrepairable() string {
	if _, ok := a.repairs.current(a.scene("repairs")); !ok {
		return "the cursor is on no change"
	}
	return ""
}
