package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"findable/engine/eval"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/style"
)

// A caseFilter says which cases are listed.
type caseFilter int

const (
	allCases caseFilter = iota
	failingCases
	changedCases
	filterCount
)

func (f caseFilter) String() string { return [...]string{"all", "failing", "changed"}[f] }

// casesPane lists the cases, the worst first, and on further pages what they have in
// common: servers, needs, scripts.
type casesPane struct {
	table
	page   casePage
	lists  [pageCount]list // of the pages that are not shown
	e      *evaluation
	told   func(text string) string // puts keys in the places of actions
	filter caseFilter
	built  casesBuild
	rows   []int // places in the try's outcomes
	deltas []string
}

type casesBuild struct {
	revision int
	filter   caseFilter
}

func (p *casesPane) build(s *scene) {
	key := casesBuild{p.e.revision, p.filter}
	if p.rows != nil && p.built == key {
		return
	}
	p.built, p.rows = key, []int{}
	t := p.e.current()
	if t == nil {
		return
	}
	p.deltas = make([]string, len(t.Outcomes))
	changed := make([]bool, len(t.Outcomes))
	if p.e.now != p.e.base && len(p.e.comparison.Changes) == len(t.Outcomes) {
		for i, c := range p.e.comparison.Changes {
			p.deltas[i] = rankDelta(s, c)
			changed[i] = c.Verdict != 0
		}
	}
	for _, i := range eval.Worst(t.Outcomes, t.Limit) {
		o := t.Outcomes[i]
		if p.filter == failingCases && o.Found(t.Limit) || p.filter == changedCases && !changed[i] {
			continue
		}
		p.rows = append(p.rows, i)
	}
}

// rankDelta says how the rank of a case has changed.
func rankDelta(s *scene, c eval.Change) string {
	before, after := c.Before.Rank(), c.After.Rank()
	switch {
	case before == after:
		return "="
	case before == 0:
		return s.Glyphs.Up + " new"
	case after == 0:
		return s.Glyphs.Down + " lost"
	case after < before:
		return s.Glyphs.Up + strconv.Itoa(before-after)
	}
	return s.Glyphs.Down + strconv.Itoa(after-before)
}

func (p *casesPane) box(s *scene) frame.Box {
	p.build(s)
	b := frame.Box{Title: p.page.title(s.Glyphs), FootRight: p.list.position(max(s.h-1, 0))}
	if p.e.current() != nil {
		b.Foot = p.page.foot()
	}
	if p.page == queriesPage && p.filter != allCases {
		b.Foot = "shown: " + p.filter.String()
	}
	return b
}

// Widths of the columns of a case.
const caseRankWidth, caseDeltaWidth, caseFoundWidth = 6, 7, 6

func (p *casesPane) widths(s *scene) (query, expected int) {
	rest := max(s.w-2-caseRankWidth-caseDeltaWidth-caseFoundWidth-2, 8)
	return rest - rest*2/5, rest * 2 / 5
}

func (p *casesPane) lines(s *scene) []string {
	p.build(s)
	t := p.e.current()
	switch {
	case len(p.e.cases) == 0:
		return s.firstCases(p.told)
	case t == nil:
		return nil
	case p.page != queriesPage:
		return p.groups(s, t)
	case len(p.rows) == 0:
		return s.paragraph(themes.Muted, "No case is "+p.filter.String()+".")
	}
	query, expected := p.widths(s)
	const head = themes.Heading
	out := []string{s.Row(s.w, style.Off, style.In(head, "  "), style.Number(head, "rank", caseRankWidth), style.In(head, " "),
		style.Column(head, "", caseDeltaWidth), style.Column(head, "query", query), style.In(head, " "), style.Column(head, "should find", expected), style.Number(head, "found", caseFoundWidth))}
	from, to := p.list.window(len(p.rows), max(s.h-1, 0))
	for i := from; i < to; i++ {
		out = append(out, p.row(s, t, p.rows[i], i == p.list.cursor))
	}
	return out
}

func (p *casesPane) row(s *scene, t *try, place int, selected bool) string {
	o := t.Outcomes[place]
	query, expected := p.widths(s)
	rank, role := "none", themes.Bad
	if r := o.Rank(); r > 0 {
		rank, role = strconv.Itoa(r), themes.Good
		if r > t.Limit {
			role = themes.Warning
		}
	}
	names := make([]string, len(o.Case.Expect))
	for i, w := range o.Case.Expect {
		names[i] = w.Name
	}
	joint := ", "
	if o.Case.Any {
		joint = " or "
	}
	return s.Row(s.w, s.mark(selected), style.In(themes.Accent, s.cursorGlyph(selected)+" "), style.Number(role, rank, caseRankWidth), style.In(role, " "),
		style.Column(themes.Muted, p.deltas[place], caseDeltaWidth), style.Column(themes.Text, s.clean(o.Case.Query), query), style.In(themes.Text, " "),
		style.Name(themes.Muted, s.clean(strings.Join(names, joint)), expected), style.Number(role, fmt.Sprintf("%.0f%%", o.Recall(t.Limit)*100), caseFoundWidth))
}

// current returns the outcome of the case under the cursor.
func (p *casesPane) current(s *scene) (eval.Outcome, bool) {
	p.build(s)
	t := p.e.current()
	switch {
	case t == nil:
	case p.page != queriesPage:
		return p.e.groups.worst(p.page, p.list.cursor, t.Limit)
	case p.list.cursor < len(p.rows):
		return t.Outcomes[p.rows[p.list.cursor]], true
	}
	return eval.Outcome{}, false
}

func (p *casesPane) state(s *scene) any {
	p.build(s)
	return struct {
		built    casesBuild
		page     casePage
		cases    int
		list     list
		analysed int
	}{p.built, p.page, len(p.e.cases), p.list, p.e.analysis.revision}
}

// casePane shows the case under the cursor: what it wants, and what it gets.
type casePane struct {
	page
	e     *evaluation
	cases *casesPane
}

func (p *casePane) box(s *scene) frame.Box {
	if len(p.e.cases) == 0 {
		return frame.Box{Title: "A file of cases", FootRight: p.list.position(s.h)}
	}
	return frame.Box{Title: "Selected", FootRight: p.list.position(s.h)}
}

func (p *casePane) lines(s *scene) []string {
	if p.cases.page != queriesPage && p.e.current() != nil {
		return p.seen(s, p.cases.part(s))
	}
	o, ok := p.cases.current(s)
	switch {
	case len(p.e.cases) == 0:
		return p.seen(s, s.caseFile())
	case !ok:
		return nil
	}
	t := p.e.current()
	out := s.paragraph(themes.Strong, s.clean(o.Case.Query))
	out = append(out, "")
	for i, w := range o.Case.Expect {
		text, role := "not among the first "+strconv.Itoa(eval.Depth), themes.Bad
		switch r := o.Ranks[i]; {
		case slices.Contains(o.Unknown, w.Name):
			text = "NOT LOADED"
		case r > 0 && r <= t.Limit:
			text, role = "rank "+strconv.Itoa(r), themes.Good
		case r > 0:
			text, role = fmt.Sprintf("rank %d, limit %d", r, t.Limit), themes.Warning
		}
		out = append(out, s.labelled("should find", s.clean(w.Name), 13, themes.Text)...)
		out = append(out, s.labelled("", text, 13, role)...)
	}
	if o.Case.Note != "" {
		out = append(out, s.labelled("note", s.clean(o.Case.Note), 13, themes.Muted)...)
	}
	if place := strings.TrimSpace(o.Case.Origin.File + " " + o.Case.Origin.Path); place != "" {
		out = append(out, s.labelled("from", s.clean(place), 13, themes.Muted)...)
	}
	out = append(out, "")
	out = append(out, s.paragraph(themes.Heading, "what it gets")...)
	for i, hit := range o.Hits[:min(len(o.Hits), max(t.Limit, 5))] {
		tool := t.names.Tool(hit)
		out = append(out, s.Row(s.w, style.Off, style.Number(themes.Muted, strconv.Itoa(i+1), 4), style.In(themes.Text, " "),
			style.Name(themes.Text, s.clean(tool.Bare), max(s.w-5-14, 4)), style.In(themes.Muted, " "), style.Column(themes.Muted, s.clean(tool.Server), 13)))
	}
	if len(o.Hits) == 0 {
		out = append(out, s.paragraph(themes.Bad, "nothing at all")...)
	}
	if o.ReplyTokens > 0 {
		out = append(out, "", s.Row(s.w, style.Off, style.In(themes.Muted, " the reply costs "+cell.Number(o.ReplyTokens)+" tok")))
	}
	return p.seen(s, out)
}

func (p *casePane) state(s *scene) any {
	return struct {
		list  list
		cases any
	}{p.list, p.cases.state(s)}
}

// triesPane lists the settings that were measured.
type triesPane struct {
	table
	e *evaluation
}

func (p *triesPane) box(s *scene) frame.Box {
	return frame.Box{Title: "Tries", FootRight: p.list.position(max(s.h-1, 0))}
}

func (p *triesPane) lines(s *scene) []string {
	if len(p.e.tries) == 0 {
		return s.firstTries()
	}
	const head = themes.Heading
	name := max(s.w-2-4-3*figureWidth, 6)
	out := []string{s.Row(s.w, style.Off, style.In(head, "  "), style.Number(head, "#", 3), style.In(head, " "), style.Column(head, "what", name),
		style.Number(head, "recall", figureWidth), style.Number(head, "mrr", figureWidth), style.Number(head, "zero", figureWidth))}
	from, to := p.list.window(len(p.e.tries), max(s.h-1, 0))
	for i := from; i < to; i++ {
		t, selected := p.e.tries[i], i == p.list.cursor
		what := t.Name
		switch i {
		case p.e.base:
			what = "base: " + what
		case p.e.now:
			what = "now: " + what
		}
		out = append(out, s.Row(s.w, s.mark(selected), style.In(themes.Accent, s.cursorGlyph(selected)+" "), style.Number(themes.Muted, strconv.Itoa(t.Number), 3),
			style.In(themes.Text, " "), style.Column(themes.Text, what, name), style.Number(themes.Strong, figure(t.Measures.RecallLimit), figureWidth),
			style.Number(themes.Text, figure(t.Measures.MRR), figureWidth), style.Number(themes.Text, figure(t.Measures.ZeroHit), figureWidth)))
	}
	return out
}

func (p *triesPane) state(*scene) any {
	return struct {
		revision, base int
		list           list
	}{p.e.revision, p.e.base, p.list}
}
