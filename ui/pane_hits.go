package ui

import (
	"fmt"
	"slices"
	"strconv"

	"findable/engine"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/style"
)

// hitsPane shows the ranking of every query: what the model would get, the line
// where the limit cuts, and what lies below it.
type hitsPane struct {
	table
	rows  []hitRow
	built hitBuild
	// painted holds the rows as they look without the cursor, those that were seen.
	painted []string
	look    *style.Styles
	told    func(text string) string // puts keys in the places of actions
	ab      *comparing
}

// hitBuild is what the rows were built from.
type hitBuild struct{ searches, limit, width, pins int }

type hitKind int

const (
	hitRowKind hitKind = iota
	queryRowKind
	cutRowKind
	textRowKind
)

// A hitRow is one line of the pane: a hit, a query's head, the cut, or words.
type hitRow struct {
	kind  hitKind
	query int // place in derived.results
	rank  int // from 1
	hit   engine.Hit
	text  string
}

func (p *hitsPane) build(s *scene) {
	key := hitBuild{s.d.searches, s.d.limit(), s.w, p.ab.pins}
	if p.rows != nil && p.built == key {
		return
	}
	was, onHit := p.current()
	p.built, p.rows, p.painted = key, slices.Grow(p.rows[:0], 1), p.painted[:0]
	for q, r := range s.d.results {
		if len(s.d.results) > 1 {
			p.rows = append(p.rows, hitRow{kind: queryRowKind, query: q})
		}
		p.queryRows(s, q, r)
	}
	p.list.cursor = min(p.list.cursor, max(len(p.rows)-1, 0))
	if onHit { // the cursor stays with its hit when the line of the limit moves
		if i := slices.IndexFunc(p.rows, func(r hitRow) bool {
			return r.kind == hitRowKind && r.query == was.query && r.hit.Entry.Name == was.hit.Entry.Name
		}); i >= 0 {
			p.list.cursor = i
		}
	}
	p.toHit(1)
}

// belowLimit is how many hits below the limit are shown of each of several
// queries; of a single one all are.
const belowLimit = 3

// queryRows adds the rows of a query.
func (p *hitsPane) queryRows(s *scene, q int, r engine.Result) {
	if len(r.Hits) == 0 {
		for _, line := range append(missLines(s, r), p.told("{query} changes the query.")) {
			for _, l := range cell.Wrap(s.clean(line), max(s.w-1, 1)) {
				p.rows = append(p.rows, hitRow{kind: textRowKind, query: q, text: l})
			}
		}
		return
	}
	shown := len(r.Hits)
	if len(s.d.results) > 1 { // the next query's hits must not be pages away
		shown = min(shown, s.d.limit()+belowLimit)
	}
	for i, h := range r.Hits[:shown] {
		if i == s.d.limit() {
			p.rows = append(p.rows, hitRow{kind: cutRowKind, query: q})
		}
		p.rows = append(p.rows, hitRow{kind: hitRowKind, query: q, rank: i + 1, hit: h})
		if last := i+1 == min(shown, s.d.limit()); last && p.ab.a != nil {
			p.textRows(s, q, p.ab.gone(s, q, r))
		}
	}
	if more := r.Matched - shown; more > 0 {
		p.rows = append(p.rows, hitRow{kind: textRowKind, query: q,
			text: fmt.Sprintf("%s %s more matches rank below these", s.Glyphs.Ellipsis, cell.Number(more))})
	}
}

// textRows adds a text, over as many rows as it takes; none for "".
func (p *hitsPane) textRows(s *scene, q int, text string) {
	if text == "" {
		return
	}
	for _, l := range cell.Wrap(text, max(s.w-2, 1)) {
		p.rows = append(p.rows, hitRow{kind: textRowKind, query: q, text: " " + l})
	}
}

func (p *hitsPane) box(s *scene) frame.Box {
	p.build(s)
	b := frame.Box{Title: "Hits"}
	if len(s.d.results) == 0 {
		return b
	}
	r := s.d.results[p.query()]
	returned := min(s.d.limit(), len(r.Hits))
	b.Foot = fmt.Sprintf("%d of %s matches returned %s limit %d", returned, cell.Number(r.Matched), s.Glyphs.Middle, s.d.limit())
	if r.Matched == 0 {
		b.Foot = "no match"
	}
	switch {
	case r.Fallback:
		b.Title = "Hits " + s.Glyphs.Middle + " by substring of the name (nothing scored)"
	case s.d.tooMany():
		b.Title = fmt.Sprintf("Hits %s %d queries: one call takes %d, the model would get an error", s.Glyphs.Middle,
			len(s.d.queries), s.d.session.Rules.MaxQueries)
	case s.d.session.Index.Size() == 0:
		b.Title = "Hits " + s.Glyphs.Middle + " nothing is deferred: the model has every tool"
	case !s.d.assembly.Active:
		b.Title = "Hits " + s.Glyphs.Middle + " tool search is off; this is what it would return"
	}
	b.FootRight = p.ranks(s)
	return b
}

// ranks tells which ranks of the cursor's query are seen.
func (p *hitsPane) ranks(s *scene) string {
	from, to := p.list.window(len(p.rows), max(s.h-1, 0))
	first, last := 0, 0
	for _, r := range p.rows[from:to] {
		if r.kind == hitRowKind && r.query == p.query() {
			if first == 0 {
				first = r.rank
			}
			last = r.rank
		}
	}
	if first == 0 {
		return ""
	}
	return fmt.Sprintf("ranks %d-%d of %s", first, last, cell.Number(s.d.results[p.query()].Matched))
}

// query is the place of the query that the cursor is in.
func (p *hitsPane) query() int {
	if p.list.cursor < len(p.rows) {
		return p.rows[p.list.cursor].query
	}
	return 0
}

func (p *hitsPane) lines(s *scene) []string {
	p.build(s)
	if len(s.d.queries) == 0 {
		return p.empty(s)
	}
	if len(p.painted) != len(p.rows) || p.look != s.Styles {
		p.painted, p.look = slices.Grow(p.painted[:0], len(p.rows))[:len(p.rows)], s.Styles
		clear(p.painted)
	}
	out := append(make([]string, 0, s.h), p.head(s))
	from, to := p.list.window(len(p.rows), max(s.h-1, 0))
	for i := from; i < to; i++ {
		switch {
		case i == p.list.cursor:
			out = append(out, p.row(s, p.rows[i], true))
			continue
		case p.painted[i] == "":
			p.painted[i] = p.row(s, p.rows[i], false)
		}
		out = append(out, p.painted[i])
	}
	return out
}

// empty invites to search, or says why there is nothing to search in.
func (p *hitsPane) empty(s *scene) []string {
	switch n := len(s.src.Cards); {
	case len(s.src.Registry.Entries) > 0:
	case n > 0:
		return append(s.paragraph(themes.Text, "No tools are loaded: "+engine.Plural(n, "server is", "servers are")+" named, and none is connected."),
			s.paragraph(themes.Muted, p.told("{connect} in the servers pane connects to one, after a question."))...)
	default:
		return append(s.paragraph(themes.Text, p.told("No tools are loaded: {notes} says what was passed over.")),
			s.paragraph(themes.Muted, "findable reads what tools/list answers: files, folders, or - for the standard input. findable --sample default shows it at work.")...)
	}
	out := s.paragraph(themes.Text, p.told("Press {query} and type a few words, as the model would put them."))
	out = append(out, s.paragraph(themes.Muted, "A semicolon separates queries: one tool_search call takes up to "+strconv.Itoa(s.d.session.Rules.MaxQueries)+".")...)
	if queries := s.d.suggested(s.src); len(queries) > 0 {
		out = append(out, "")
		out = append(out, s.paragraph(themes.Heading, p.told("Try ({explain} takes the first)"))...)
		for _, q := range queries {
			out = append(out, s.Row(s.w, style.Off, style.In(themes.Text, "   "), style.In(themes.Link, s.Glyphs.Cut(s.clean(q), s.w-3))))
		}
	}
	return out
}

// hitColumns are the widths of the columns for a pane's width: the bar and the
// server give way before the tool's name does.
type hitColumns struct{ move, score, bar, tool, server int }

func (p *hitsPane) columns(s *scene) hitColumns {
	c := hitColumns{score: 7}
	if p.ab.a != nil {
		c.move = 5
	}
	rest := s.w - 1 - 4 - c.move - 1 - c.score - 1 // cursor, rank, move, score
	switch {
	case rest >= 60:
		c.server = min(rest/4, 22)
		c.bar = min(rest/3, 40)
	case rest >= 40:
		c.server, c.bar = 12, 12
	case rest >= 24:
		c.server = 10
	}
	c.tool = rest - c.server - c.bar
	if c.server > 0 {
		c.tool--
	}
	if c.bar > 0 {
		c.tool--
	}
	return c
}

func (p *hitsPane) head(s *scene) string {
	if !slices.ContainsFunc(s.d.results, func(r engine.Result) bool { return len(r.Hits) > 0 }) {
		return ""
	}
	c := p.columns(s)
	const head = themes.Heading
	bar, server := 0, ""
	if c.bar > 0 {
		bar = c.bar + 1
	}
	if c.server > 0 {
		server = "server"
	}
	gap := style.In(head, " ")
	return s.Row(s.w, style.Off, gap, style.Number(head, "#", 4), optional(head, "vs A", c.move), gap, style.Number(head, "score", c.score), gap,
		style.In(head, cell.Spaces(bar)), style.Column(head, "tool", c.tool), gap, style.In(head, server))
}

func (p *hitsPane) row(s *scene, r hitRow, selected bool) string {
	cursor := style.Seg{Role: themes.Accent, Text: s.cursorGlyph(selected)}
	switch r.kind {
	case queryRowKind:
		res := s.d.results[r.query]
		text := fmt.Sprintf("query %d of %d  %s", r.query+1, len(s.d.results), s.clean(res.Query))
		return s.Row(s.w, s.mark(selected), cursor, style.Seg{Role: themes.Heading, Text: s.Glyphs.Cut(text, s.w-1)})
	case cutRowKind:
		label := fmt.Sprintf(" limit %d: the model gets nothing below ", s.d.limit())
		if cell.Width(label) > s.w-6 {
			label = fmt.Sprintf(" limit %d ", s.d.limit())
		}
		dash := max(s.w-6-cell.Width(label), 0)
		return s.Row(s.w, s.mark(selected), cursor, style.In(themes.Limit,
			cell.Run(s.Glyphs.Dash, 5)+s.Glyphs.Cut(label, s.w-6)+cell.Run(s.Glyphs.Dash, dash)))
	case textRowKind:
		if len(s.d.results[r.query].Hits) == 0 { // there is nothing to select
			return s.Row(s.w, style.Off, style.In(themes.Text, " "), style.In(themes.Text, r.text))
		}
		return s.Row(s.w, s.mark(selected), cursor, style.Seg{Role: themes.Text, Text: s.Glyphs.Cut(r.text, s.w-1)})
	}
	return p.hitRow(s, r, selected, cursor)
}

func (p *hitsPane) hitRow(s *scene, r hitRow, selected bool, cursor style.Seg) string {
	c, g, above := p.columns(s), s.Glyphs, r.rank <= s.d.limit()
	score, fraction := decimal(r.hit.Score), 1.0
	switch top := topScore(s.d.results[r.query]); {
	case r.hit.Exact():
		score = "exact"
	case s.d.results[r.query].Fallback:
		score, fraction = "name", 0
	case top > 0:
		fraction = r.hit.Score / top
	}
	bar, barRole, role, nameRole := "", themes.Bar, themes.Text, themes.Strong
	if !above {
		barRole, role, nameRole = themes.BarBelow, themes.Muted, themes.Muted
	}
	if c.bar > 0 && above {
		bar = g.Bar(fraction, c.bar)
	} else if c.bar > 0 {
		bar = g.ShadeBar(fraction, c.bar)
	}
	gap := style.In(themes.Text, " ")
	segs := [11]style.Seg{cursor, style.Number(role, strconv.Itoa(r.rank), 4), {}, gap, style.Number(role, score, c.score), gap}
	if c.move > 0 {
		moveRole, move := p.ab.moved(s, r)
		segs[2] = style.Number(moveRole, move, c.move)
	}
	n := 6
	if c.bar > 0 {
		segs[n], segs[n+1] = style.In(barRole, bar), gap
		n += 2
	}
	segs[n] = style.Name(nameRole, s.clean(r.hit.Entry.Bare())+s.whatIfMark(r.hit.Entry), c.tool)
	n++
	if c.server > 0 {
		segs[n], segs[n+1] = gap, style.Name(themes.Muted, s.clean(r.hit.Entry.Label), c.server)
		n += 2
	}
	return s.Row(s.w, s.mark(selected), segs[:n]...)
}

// topScore is the best BM25 score of a ranking, an exact name left aside.
func topScore(r engine.Result) float64 {
	for _, h := range r.Hits {
		if !h.Exact() {
			return h.Score
		}
	}
	return 0
}

// current returns the hit under the cursor.
func (p *hitsPane) current() (hitRow, bool) {
	if p.list.cursor < len(p.rows) && p.rows[p.list.cursor].kind == hitRowKind {
		return p.rows[p.list.cursor], true
	}
	return hitRow{}, false
}

// first puts the cursor on the first hit: a new query is read from its top.
func (p *hitsPane) first() {
	p.list.cursor, p.list.top = 0, 0
	p.toHit(1)
}

// toHit moves the cursor off rows that are no hits, in a direction.
func (p *hitsPane) toHit(dir int) {
	for i := p.list.cursor; i >= 0 && i < len(p.rows); i += dir {
		if p.rows[i].kind == hitRowKind {
			p.list.cursor = i
			return
		}
	}
}

func (p *hitsPane) move(_ *scene, by int) {
	p.list.move(by)
	if by < 0 {
		p.toHit(-1)
	} else {
		p.toHit(1)
	}
}

func (p *hitsPane) state(s *scene) any {
	p.build(s)
	return struct {
		built  hitBuild
		active bool
		list   list
	}{p.built, s.d.assembly.Active, p.list}
}
