package ui

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"findable/engine"
	"findable/engine/text"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/layout"
	"findable/ui/style"
)

// dictionaryPane lists every term of the index, the tools that have one, or the terms
// of one tool: each leads to the next, and back.
type dictionaryPane struct {
	level
	filter filter
	trail  []level // where this list was opened from, the last one last
	told   func(text string) string

	built   dictionaryBuild
	session *engine.Session
	all     []engine.TermUse // of the session, commonest first
	uses    []engine.TermUse // rows that are terms
	tools   []*engine.Entry  // rows that are tools
	asked   map[string]bool  // the terms of the queries
}

// A level is one list of the dictionary: all terms, or the tools of a term, or the
// terms of a tool.
type level struct {
	term, name string // the term, or the tool's full name
	order      termOrder
	words      string // of the filter
	list       list
}

// A termOrder is how terms are sorted.
type termOrder int

const (
	commonest termOrder = iota
	rarest
	alphabetical
	orderCount
)

func (o termOrder) String() string {
	return [...]string{"commonest first (df)", "rarest first (idf)", "alphabetical"}[o]
}

type dictionaryBuild struct {
	revision   int
	term, name string
	order      termOrder
	filter     string
}

func (p *dictionaryPane) build(s *scene) {
	key := dictionaryBuild{s.d.revision, p.term, p.name, p.order, p.filter.text()}
	if p.built == key {
		return
	}
	moved := p.built.filter != key.filter || p.built.order != key.order || p.built.term != key.term || p.built.name != key.name
	p.built = key
	index := s.d.session.Index
	if p.session != s.d.session {
		p.session, p.all = s.d.session, index.Dictionary()
	}
	p.asked = map[string]bool{}
	for _, r := range s.d.results {
		for _, t := range r.Tokens {
			p.asked[t.Term] = true
		}
	}
	p.uses, p.tools = nil, nil
	words := p.filter.words()
	switch {
	case p.term != "":
		for _, e := range index.Tools(p.term) {
			if holds(strings.ToLower(e.Name), words) {
				p.tools = append(p.tools, e)
			}
		}
	case p.name != "":
		if e, ok := s.d.session.Deferrable(p.name); ok {
			p.uses = p.sorted(index.TermsOf(index.Doc(e)), words)
		}
	default:
		p.uses = p.sorted(slices.Clone(p.all), words)
	}
	p.list.rows = p.count()
	if moved && p.list.cursor >= p.list.rows {
		p.list.cursor = 0
	}
}

// sorted are the terms that have what is filtered for, or are its stem, in order.
func (p *dictionaryPane) sorted(uses []engine.TermUse, words []string) []engine.TermUse {
	if len(words) > 0 {
		stems := text.Tokens(strings.Join(words, " "))
		uses = slices.DeleteFunc(uses, func(u engine.TermUse) bool { return !holds(u.Term, words) && !slices.Contains(stems, u.Term) })
	}
	slices.SortStableFunc(uses, func(a, b engine.TermUse) int {
		switch p.order {
		case rarest:
			return cmp.Or(cmp.Compare(a.DF, b.DF), strings.Compare(a.Term, b.Term))
		case alphabetical:
			return strings.Compare(a.Term, b.Term)
		}
		return cmp.Or(cmp.Compare(b.DF, a.DF), strings.Compare(a.Term, b.Term))
	})
	return uses
}

func (p *dictionaryPane) count() int { return len(p.uses) + len(p.tools) }

// open shows another list, and remembers the present one.
func (p *dictionaryPane) open(to level) {
	now := p.level
	now.words = p.filter.text()
	p.trail = append(p.trail, now)
	p.show(to)
}

func (p *dictionaryPane) show(to level) {
	p.level = to
	p.filter = filter{}
	if to.words != "" {
		p.filter.field = newField(to.words)
	}
}

// back returns to the list that this one was opened from.
func (p *dictionaryPane) back() {
	last := len(p.trail) - 1
	to := p.trail[last]
	p.trail = p.trail[:last]
	p.show(to)
}

// enter opens the row under the cursor: the tools of the term, or the terms of the
// tool.
func (p *dictionaryPane) enter(s *scene) {
	p.build(s)
	switch {
	case p.list.cursor < len(p.tools):
		p.open(level{name: p.tools[p.list.cursor].Name, order: rarest})
	case p.list.cursor < len(p.uses):
		p.open(level{term: p.uses[p.list.cursor].Term})
	}
}

func (p *dictionaryPane) sort() { p.order = (p.order + 1) % orderCount; p.list = list{} }

// tool is the one under the cursor, or the one whose terms are listed.
func (p *dictionaryPane) tool(s *scene) *engine.Entry {
	p.build(s)
	if p.list.cursor < len(p.tools) {
		return p.tools[p.list.cursor]
	}
	e, _ := s.d.session.Registry.Lookup(p.name)
	return e
}

// toDictionary goes to the terms of the tool under the cursor: there the cursor is on
// the rarest one that the queries ask for.
func (a *App) toDictionary() {
	e := a.subject()
	if _, ok := a.d.session.Deferrable(e.Name); !ok {
		a.say(a.clean(e.Name) + " is not deferred, so search has no terms of it")
		return
	}
	a.show(layout.Audit)
	a.setFocus(layout.Dictionary)
	p := a.dictionary
	p.trail = nil
	p.show(level{})
	p.open(level{name: e.Name, order: rarest})
	p.build(a.scene(layout.Dictionary))
	p.list.cursor = max(slices.IndexFunc(p.uses, func(u engine.TermUse) bool { return p.asked[u.Term] }), 0)
}

func (p *dictionaryPane) box(s *scene) frame.Box {
	p.build(s)
	b := frame.Box{Title: "Dictionary " + s.Glyphs.Middle + " all terms", Foot: p.order.String(), FootRight: p.list.position(p.room(s))}
	switch {
	case p.term != "":
		b.Title = "Dictionary " + s.Glyphs.After + " tools with " + p.term
		b.Foot = engine.Plural(len(p.tools), "tool", "tools")
	case p.name != "":
		b.Title = "Dictionary " + s.Glyphs.After + " terms of " + s.clean(p.name)
	}
	return b
}

// room is how many rows there is room for, below the filter and the headings.
func (p *dictionaryPane) room(s *scene) int { return max(s.h-1-p.filter.height(), 1) }

func (p *dictionaryPane) lines(s *scene) []string {
	p.build(s)
	out := append(p.filter.line(s), p.heading(s))
	from, to := p.list.window(p.count(), p.room(s))
	for i := from; i < to; i++ {
		if p.term != "" {
			out = append(out, p.toolRow(s, p.tools[i], i == p.list.cursor))
		} else {
			out = append(out, p.termRow(s, p.uses[i], i == p.list.cursor))
		}
	}
	if p.count() == 0 {
		out = append(out, p.nothing(s)...)
	}
	return out
}

func (p *dictionaryPane) nothing(s *scene) []string {
	switch _, here := s.d.session.Deferrable(p.name); {
	case p.filter.text() != "":
		return s.paragraph(themes.Text, p.told("nothing here has these letters; {filter} changes them, esc shows all"))
	case p.name != "" && !here:
		return s.paragraph(themes.Text, "The tool is not among the deferred ones now.")
	case p.name != "":
		return s.paragraph(themes.Text, "Search knows no word of this tool.")
	case p.term != "":
		return s.paragraph(themes.Text, "No deferred tool has the term now.")
	}
	return s.paragraph(themes.Text, "Nothing is deferred, so the index has no terms.")
}

// Widths of the columns of a term.
const dictionaryTerm, dictionaryDF, dictionaryIDF, dictionaryTF = 16, 7, 7, 4

func (p *dictionaryPane) heading(s *scene) string {
	const head = themes.Heading
	if p.term != "" {
		name := p.toolWidth(s)
		return s.Row(s.w, style.Off, style.In(head, "  "), style.Column(head, "tools with "+p.term, name), style.In(head, "  server"))
	}
	segs := []style.Seg{style.In(head, "  "), style.Column(head, "term", dictionaryTerm), style.Number(head, "df", dictionaryDF), style.Number(head, "idf", dictionaryIDF)}
	if p.name != "" {
		name := p.name
		if e, ok := s.d.session.Registry.Lookup(name); ok {
			name = e.Bare()
		}
		return s.Row(s.w, style.Off, append(segs, style.Number(head, "tf", dictionaryTF), style.In(head, "  in "+s.clean(name)))...)
	}
	if p.holdersWidth(s) > 0 {
		segs = append(segs, style.In(head, "  tools"))
	}
	return s.Row(s.w, style.Off, segs...)
}

func (p *dictionaryPane) termRow(s *scene, u engine.TermUse, selected bool) string {
	role := themes.Text
	if p.asked[u.Term] {
		role = themes.Strong
	}
	segs := [...]style.Seg{style.In(themes.Accent, s.cursorGlyph(selected)), style.In(themes.Accent, " "), style.Column(role, u.Term, dictionaryTerm),
		style.Number(role, cell.Number(u.DF), dictionaryDF), style.Number(role, decimal(u.IDF), dictionaryIDF), style.In(themes.Muted, "  "), {}, {}, {}}
	n := len(segs) - 3
	if p.name != "" {
		segs[n-1] = style.Number(role, strconv.Itoa(u.TF), dictionaryTF)
		if p.asked[u.Term] {
			segs[n], segs[n+1], segs[n+2] = style.In(themes.Good, "  "), style.In(themes.Good, s.Glyphs.Star), style.In(themes.Good, " asked for")
		}
		return s.Row(s.w, s.mark(selected), segs[:]...)
	}
	if room := p.holdersWidth(s); room > 0 {
		segs[n] = style.In(themes.Muted, holders(s, u, room))
	}
	return s.Row(s.w, s.mark(selected), segs[:]...)
}

// leastName is about what a name and what is between two of them take, in cells.
const leastName = 12

// holdersWidth is the room for the names of tools beside a term, 0 for none.
func (p *dictionaryPane) holdersWidth(s *scene) int {
	if room := s.w - 2 - dictionaryTerm - dictionaryDF - dictionaryIDF - 2; room >= leastName {
		return room
	}
	return 0
}

// holders names the first tools of a term, as many whole names as there is room for.
func holders(s *scene, u engine.TermUse, room int) string {
	const between = ", "
	var b strings.Builder
	b.Grow(room + len(s.Glyphs.Ellipsis) + 1)
	left := room - 1 - cell.Width(s.Glyphs.Ellipsis) // for what says that there are more
	for i, e := range s.d.session.Index.FirstTools(u.Term, room/leastName+1) {
		name := s.clean(e.Bare())
		if i == 0 {
			name = s.Glyphs.Cut(name, left)
		} else if left -= len(between); cell.Width(name) > left {
			break
		} else {
			b.WriteString(between)
		}
		b.WriteString(name)
		left -= cell.Width(name)
		u.DF--
	}
	if u.DF > 0 {
		b.WriteString(" ")
		b.WriteString(s.Glyphs.Ellipsis)
	}
	return b.String()
}

func (p *dictionaryPane) toolWidth(s *scene) int { return max(s.w-2-2-min(16, s.w/4), 8) }

func (p *dictionaryPane) toolRow(s *scene, e *engine.Entry, selected bool) string {
	return s.Row(s.w, s.mark(selected), style.In(themes.Accent, s.cursorGlyph(selected)+" "), style.Name(themes.Strong, s.clean(e.Name), p.toolWidth(s)),
		style.In(themes.Muted, "  "+s.clean(e.Label)))
}

func (p *dictionaryPane) move(s *scene, by int)  { p.build(s); p.list.move(by) }
func (p *dictionaryPane) wheel(s *scene, by int) { p.list.scroll(by, p.room(s)) }

func (p *dictionaryPane) click(s *scene, _, y int) {
	p.list.click(y - (s.h - p.room(s)))
}

func (p *dictionaryPane) state(s *scene) any {
	p.build(s)
	return struct {
		built  dictionaryBuild
		filter filterState
		list   list
	}{p.built, p.filter.state(), p.list}
}
