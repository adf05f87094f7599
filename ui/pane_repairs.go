package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/engine/why"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/layout"
	"findable/ui/style"
)

// repairsPane lists the changes that were tried and make the tool found, as they are
// found. Without a tool it lists questions to begin with.
type repairsPane struct {
	table
	of     repaired // that the cursor is about
	work   *repairing
	e      *evaluation
	audits *auditing
	begin  beginnings
	told   func(text string) string
}

// found returns the repairs of what is on the screen so far, and whether they are all.
func (p *repairsPane) found(s *scene) ([]tried, bool) {
	if p.work.of.revision != s.d.revision {
		return nil, false
	}
	if p.of != p.work.of {
		p.of, p.list = p.work.of, list{}
	}
	return p.work.found, p.work.done
}

func (p *repairsPane) box(s *scene) frame.Box {
	if s.in.Target == "" {
		return frame.Box{Title: "Questions to begin with", FootRight: p.list.position(p.room(s))}
	}
	b := frame.Box{Title: "What would make it found? " + s.Glyphs.Middle + " each was tried"}
	rows, done := p.found(s)
	if s.answer().err != nil {
		return b
	}
	dot := " " + s.Glyphs.Middle + " "
	switch so := engine.Plural(len(rows), "change helps", "changes help"); {
	case done && s.answer().journey.Verdict == why.Found:
		b.Foot = "nothing to mend"
	case done && len(rows) == 0:
		b.Foot = "nothing helps"
	case done:
		b.Foot = so
	case p.work.stop == nil && p.work.of.revision == s.d.revision:
		b.Foot = "stopped" + dot + cell.Number(len(rows)) + " found"
	case p.cases() > 0 && p.work.measured() > 0:
		b.Foot = so + dot + "measuring what they do to the cases" + dot + "esc stops"
	default:
		b.Foot = "still looking" + dot + cell.Number(len(rows)) + " found" + dot + "esc stops"
	}
	b.FootRight = p.list.position(p.room(s))
	return b
}

func (p *repairsPane) cases() int { return len(p.e.cases) }

func (p *repairsPane) lines(s *scene) []string {
	if s.in.Target == "" {
		return p.questionLines(s)
	}
	rows, done := p.found(s)
	switch {
	case s.answer().err != nil:
		return nil
	case len(rows) == 0 && done:
		verdict := s.answer().journey.Verdict
		out := s.paragraph(themes.Text, nothingHelps(verdict))
		if verdict == why.Found {
			out = append(out, s.paragraph(themes.Muted, p.told("{expect} on the hit in Tune keeps it as a case; {undo} takes a change back; {what-ifs} lists and exports the changes of tools; {target} asks about another tool."))...)
		}
		return out
	case len(rows) == 0 && p.work.stop != nil:
		return s.paragraph(themes.Muted, "trying changes "+s.Glyphs.Ellipsis+" esc stops")
	case len(rows) == 0:
		return nil
	}
	const head = themes.Heading
	segs := []style.Seg{style.In(head, "  "), style.Column(head, "what", kindWidth), style.Column(head, "change", p.changeWidth(s)),
		style.Number(head, "rank", rankWidth), style.Number(head, "after", rankWidth+1)}
	if p.effectWidth(s) > 0 {
		segs = append(segs, style.In(head, "  "+engine.Plural(p.cases(), "case", "cases")))
	}
	out := []string{s.Row(s.w, style.Off, segs...)}
	from, to := p.list.window(len(rows), p.room(s))
	for i := from; i < to; i++ {
		out = append(out, p.row(s, rows[i], i == p.list.cursor))
	}
	for len(out) < 1+p.room(s) {
		out = append(out, "")
	}
	return append(out, p.whole(s, rows[p.list.cursor])...)
}

// nothingHelps says why there is no repair.
func nothingHelps(v why.Verdict) string {
	switch v {
	case why.Found:
		return "The query finds it: nothing to mend."
	case why.NotLoaded:
		return "A tool that was not loaded cannot be found: choose another name, or load the dump that has it."
	case why.CollisionSkipped, why.ReservedName:
		return "The tool is not registered under its name: another one, in the dump it comes from, is all that helps."
	case why.OutOfScope:
		return "The session may not use its toolset, and the query would not find it if it might: mend the query with the toolset switched on."
	case why.SearchOff:
		return "Tool search is off: the model has this tool in every request, and nothing has to find it."
	case why.AlwaysVisible:
		return "The model has this tool in every request; it need not search for it."
	}
	return "None of the changes that were tried helps."
}

const kindWidth, rankWidth, wholeRows = 11, 6, 3

// room is how many rows there is room for: repairs above the one that is written out.
func (p *repairsPane) room(s *scene) int {
	if s.h < 3*wholeRows || s.in.Target == "" {
		return max(s.h-1, 0)
	}
	return s.h - 1 - wholeRows
}

func (p *repairsPane) effectWidth(s *scene) int {
	if p.cases() == 0 || s.w < layout.FullWidth-2 {
		return 0
	}
	return 22
}

func (p *repairsPane) changeWidth(s *scene) int {
	return max(s.w-2-kindWidth-2*rankWidth-2-p.effectWidth(s), 8)
}

// ranks write a repair's rank before and after.
func (s *scene) ranks(r why.Repair) (before, after string) {
	before, after = s.Glyphs.Minus, "seen"
	if r.RankBefore > 0 {
		before = cell.Number(r.RankBefore)
	}
	if r.RankAfter > 0 {
		after = cell.Number(r.RankAfter)
	}
	return before, after
}

// effect says what a repair does to the cases, and its role.
func (s *scene) effect(t tried) (string, themes.Role) {
	switch {
	case t.Kind == why.QueryRepair:
		return "the query only", themes.Muted
	case t.effect == nil:
		return s.Glyphs.Ellipsis, themes.Muted
	case t.effect.Better+t.effect.Worse == 0:
		return "none changes", themes.Muted
	}
	text, role := engine.Plural(t.effect.Better, "better", "better")+", "+engine.Plural(t.effect.Worse, "worse", "worse"), themes.Good
	if t.effect.Worse > 0 {
		role = themes.Warning
	}
	return text, role
}

func (p *repairsPane) row(s *scene, t tried, selected bool) string {
	before, after := s.ranks(t.Repair)
	segs := []style.Seg{style.In(themes.Accent, s.cursorGlyph(selected)+" "), style.Column(themes.Muted, string(t.Kind), kindWidth),
		style.Column(themes.Text, s.clean(t.Change), p.changeWidth(s)), style.Number(themes.Muted, before, rankWidth), style.Number(themes.Good, after, rankWidth+1)}
	if p.effectWidth(s) > 0 {
		text, role := s.effect(t)
		segs = append(segs, style.In(role, "  "+text))
	}
	return s.Row(s.w, s.mark(selected), segs...)
}

// whole writes the change under the cursor out, with all that it does.
func (p *repairsPane) whole(s *scene, t tried) []string {
	if s.h < 3*wholeRows {
		return nil
	}
	text := s.clean(t.Change)
	if p.cases() > 0 {
		does, _ := s.effect(t)
		text += "; cases: " + does
		if t.effect != nil {
			if broken := t.effect.Broken(); len(broken) > 0 {
				text += ", it breaks " + quoted(s, broken[0].After.Case.Query)
			}
		}
	}
	out := append([]string{""}, s.paragraph(themes.Strong, text)...)
	return out[:min(len(out), wholeRows)]
}

// current returns the repair under the cursor.
func (p *repairsPane) current(s *scene) (why.Repair, bool) {
	rows, _ := p.found(s)
	if s.in.Target == "" || p.list.cursor >= len(rows) {
		return why.Repair{}, false
	}
	return rows[p.list.cursor].Repair, true
}

func (p *repairsPane) wheel(s *scene, by int) { p.list.scroll(by, p.room(s)) }

func (p *repairsPane) state(s *scene) any {
	rows, done := p.found(s)
	return struct {
		of              repaired
		rows, looks     int
		revision, cases int
		done, stopped   bool
		begin           beginningsOf
		list            list
	}{p.work.of, len(rows), p.work.looks, s.d.revision, p.cases(), done, p.work.stop == nil, p.begin.of, p.list}
}

// applyRepair makes the change under the cursor, or asks the question under it.
func (a *App) applyRepair() tea.Cmd {
	s := a.scene(layout.Repairs)
	if q, ok := a.repairs.question(s); ok {
		a.question(q.query, q.name)
	} else if r, ok := a.repairs.current(s); ok {
		a.apply(r)
	}
	return nil
}

// unrepairable says why no repair can be applied.
func (a *App) unrepairable() string {
	s := a.scene(layout.Repairs)
	if _, ok := a.repairs.question(s); ok {
		return ""
	}
	if _, ok := a.repairs.current(s); !ok {
		return "the cursor is on no change"
	}
	return ""
}
