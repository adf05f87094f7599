package ui

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"findable/engine/eval"
	"findable/engine/whatif"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/style"
)

// A casePage says what the pane of the cases lists.
type casePage int

const (
	queriesPage casePage = iota
	serversPage
	needsPage
	scriptsPage
	pageCount
)

func (c casePage) title(g *cell.Glyphs) string {
	return [...]string{"Queries ", "Servers ", "Needs worded in several ways ", "Scripts of queries and tools "}[c] + g.Middle + " worst first"
}

// foot names the pages, the one that is shown marked.
func (c casePage) foot() string {
	names := []string{"queries", "servers", "needs", "scripts"}
	names[c] = "[" + names[c] + "]"
	return strings.Join(names, " ")
}

// turnPage goes to another page and finds its cursor where it was.
func (p *casesPane) turnPage(by casePage) {
	p.lists[p.page] = p.list
	p.page = (p.page + by + pageCount) % pageCount
	p.list = p.lists[p.page]
}

// groups are the outcomes of the present try by what they have in common, each kind
// with the worst first.
type groups struct {
	servers []serverGroup
	needs   []eval.Need
	scripts []eval.LanguageCell
}

// A serverGroup is what is asked of one server.
type serverGroup struct {
	eval.ServerGroup
	eval.Measures
	worst []int // places in the outcomes, the worst first
}

// shownWorst is how many queries of a server or need are listed.
const shownWorst = 30

// newGroups parts outcomes. text gives what the tool at a place says of itself.
func newGroups(outcomes []eval.Outcome, names *eval.Names, text func(place int) string, limit int) groups {
	p := groups{needs: eval.Needs(outcomes), scripts: eval.Languages(outcomes, names, text, limit)}
	for _, g := range eval.ByServer(outcomes, names) {
		p.servers = append(p.servers, serverGroup{g, eval.Measured(g.Outcomes, limit), eval.Worst(g.Outcomes, limit)})
	}
	slices.SortStableFunc(p.servers, func(a, b serverGroup) int { return lessFirst(a.RecallLimit, b.RecallLimit) })
	found := func(n eval.Need) float64 { return float64(n.Found(limit)) / float64(len(n.Outcomes)) }
	slices.SortStableFunc(p.needs, func(a, b eval.Need) int { return lessFirst(found(a), found(b)) })
	share := func(c eval.LanguageCell) float64 { return float64(c.Found) / float64(c.Wanted) }
	slices.SortStableFunc(p.scripts, func(a, b eval.LanguageCell) int { return lessFirst(share(a), share(b)) })
	return p
}

func lessFirst(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// worst returns the worst outcome of the row of a page, false where the rows are no
// cases.
func (p *groups) worst(page casePage, row, limit int) (eval.Outcome, bool) {
	switch {
	case page == serversPage && row < len(p.servers):
		return p.servers[row].Outcomes[p.servers[row].worst[0]], true
	case page == needsPage && row < len(p.needs):
		some := p.needs[row].Outcomes
		return some[eval.Worst(some, limit)[0]], true
	}
	return eval.Outcome{}, false
}

// groups draws the page that is shown.
func (p *casesPane) groups(s *scene, t *try) []string {
	var head []string
	var rows [][]string // the name, then figures
	n := 0
	row := func(int) []string { return nil }
	switch all := &p.e.groups; p.page {
	case serversPage:
		head, n = []string{"server", "cases", "hit@1", "recall", "mrr", "zero", "tok"}, len(all.servers)
		row = func(i int) []string { return all.servers[i].row() }
	case needsPage:
		head, n = []string{"should find", "found", "best", "worst"}, len(all.needs)
		row = func(i int) []string { return needRow(all.needs[i], t.Limit) }
		if n == 0 {
			return s.paragraph(themes.Muted, "No need is worded in more than one way. Cases that want the same tools are one need: write a few wordings of each, and this page says how far the words decide.")
		}
	case scriptsPage:
		head, n = []string{"query " + s.Glyphs.After + " tool", "wanted", "now"}, len(all.scripts)
		for _, w := range whatif.All() {
			head = append(head, scriptHeads[w.Key]+"*")
		}
		row = func(i int) []string { return p.e.scriptRow(s, i) }
	}
	from, to := p.list.window(n, max(s.h-1, 0))
	for i := from; i < to; i++ {
		rows = append(rows, row(i))
	}
	out := []string{s.figureRow(false, themes.Heading, head, style.Off)}
	for i, cells := range rows {
		at := from + i
		out = append(out, s.figureRow(at == p.list.cursor, themes.Text, cells, s.mark(at == p.list.cursor)))
	}
	if p.page == scriptsPage && s.h > len(out)+3 {
		out = append(out, "")
		out = append(out, s.paragraph(themes.Muted, "The share of the wanted tools that is found within the limit. * what-if, NOT the reference: its own ranking with texts read in another way.")...)
	}
	return out
}

// scriptHeads are the what-ifs' names where there is little room.
var scriptHeads = map[string]string{"unicode-words": "unicode", "cjk-bigrams": "bigrams", "camel-case": "camel", "parameter-descriptions": "params"}

// figureRow is a name and as many figures as there is room for.
func (s *scene) figureRow(selected bool, role themes.Role, cells []string, mark style.Mark) string {
	const w, least = 9, 14
	fit := min(max((s.w-2-least)/w, 1), len(cells)-1)
	segs := []style.Seg{style.In(themes.Accent, s.cursorGlyph(selected)+" "), style.Name(role, s.clean(cells[0]), max(s.w-2-fit*w, 4))}
	for _, c := range cells[1 : 1+fit] {
		segs = append(segs, style.Number(role, c, w))
	}
	return s.Row(s.w, mark, segs...)
}

func (p serverGroup) row() []string {
	return []string{p.Server, cell.Number(p.Queries), figure(p.Hit1), figure(p.RecallLimit), figure(p.MRR), figure(p.ZeroHit), cell.Number(int(math.Round(p.ReplyTokens)))}
}

// needRow tells how many wordings of a need find what they want, and the best and
// worst rank.
func needRow(n eval.Need, limit int) []string {
	best, worst := n.Ranks()
	return []string{wantedNames(n.Outcomes[0].Case), fmt.Sprintf("%d/%d", n.Found(limit), len(n.Outcomes)), rankText(best), rankText(worst)}
}

func rankText(rank int) string {
	if rank == 0 {
		return "none"
	}
	return strconv.Itoa(rank)
}

// wantedNames are the tools that a case wants, as it writes them.
func wantedNames(c eval.Case) string {
	names := make([]string, len(c.Expect))
	for i, w := range c.Expect {
		names[i] = w.Name
	}
	if c.Any {
		return strings.Join(names, " or ")
	}
	return strings.Join(names, ", ")
}

// scriptRow is a cell of the matrix of scripts, as the reference has it and under
// each what-if.
func (e *evaluation) scriptRow(s *scene, i int) []string {
	c := e.groups.scripts[i]
	row := []string{string(c.Query) + " " + s.Glyphs.After + " " + string(c.Tool), cell.Number(c.Wanted), figure(float64(c.Found) / float64(c.Wanted))}
	for _, w := range e.analysis.under {
		row = append(row, figure(w.share(c)))
	}
	for len(row) < 3+len(whatif.All()) {
		row = append(row, s.Glyphs.Ellipsis)
	}
	return row
}

// part tells of the row under the cursor.
func (p *casesPane) part(s *scene) []string {
	p.build(s)
	t, all, i := p.e.current(), &p.e.groups, p.list.cursor
	switch {
	case p.page == serversPage && i < len(all.servers):
		x := all.servers[i]
		out := s.paragraph(themes.Strong, s.clean(x.Server))
		for _, measure := range eval.All() {
			out = append(out, s.labelled(measure.Name, figure(eval.Mean(measure.Values(x.Outcomes, t.Limit))), measureWidth, themes.Text)...)
		}
		out = append(out, s.labelled("a reply", cell.Number(int(math.Round(x.ReplyTokens)))+" tok", measureWidth, themes.Text)...)
		return append(append(out, ""), s.worstOf(x.Outcomes, x.worst, t.Limit)...)
	case p.page == needsPage && i < len(all.needs):
		n := all.needs[i]
		out := s.paragraph(themes.Strong, s.clean(wantedNames(n.Outcomes[0].Case)))
		out = append(out, s.paragraph(themes.Muted, fmt.Sprintf("%d of %d wordings find it within %d", n.Found(t.Limit), len(n.Outcomes), t.Limit))...)
		return append(append(out, ""), s.worstOf(n.Outcomes, eval.Worst(n.Outcomes, t.Limit), t.Limit)...)
	case p.page == scriptsPage && i < len(all.scripts):
		return p.e.scriptPart(s, all.scripts[i])
	}
	return nil
}

// worstOf lists queries in an order, the worst first, with the rank of the first wanted
// tool.
func (s *scene) worstOf(outcomes []eval.Outcome, order []int, limit int) []string {
	out := s.paragraph(themes.Heading, "rank  query, the worst first")
	for _, i := range order[:min(shownWorst, len(order))] {
		o := outcomes[i]
		role := themes.Good
		if !o.Found(limit) {
			role = themes.Bad
		}
		out = append(out, s.labelled(fmt.Sprintf("%4s", rankText(o.Rank())), s.clean(o.Case.Query), 6, role)...)
	}
	if more := len(order) - shownWorst; more > 0 {
		out = append(out, s.paragraph(themes.Muted, cell.Number(more)+" more")...)
	}
	return out
}

// scriptPart tells what each what-if does to a cell of the matrix of scripts and to
// all cases.
func (e *evaluation) scriptPart(s *scene, c eval.LanguageCell) []string {
	t := e.current()
	out := s.paragraph(themes.Strong, fmt.Sprintf("%s queries for tools described in %s", c.Query, c.Tool))
	out = append(out, s.paragraph(themes.Text, fmt.Sprintf("%d of %d wanted tools are found within %d by %s", c.Found, c.Wanted, t.Limit, t.inputs.Generation))...)
	out = append(out, "")
	out = append(out, s.paragraph(themes.Edited, "what-ifs, NOT the reference")...)
	if len(e.analysis.under) == 0 {
		return append(out, s.paragraph(themes.Muted, "measuring "+s.Glyphs.Ellipsis)...)
	}
	for _, w := range e.analysis.under {
		found := 0
		if other, ok := w.cell(c); ok {
			found = other.Found
		}
		out = append(out, "")
		out = append(out, s.paragraph(themes.Heading, w.Title)...)
		out = append(out, s.paragraph(themes.Text, fmt.Sprintf("%d of %d (%s); recall over all cases %s, was %s", found, c.Wanted,
			s.Glyphs.Signed(found-c.Found), figure(w.measures.RecallLimit), figure(t.Measures.RecallLimit)))...)
		out = append(out, s.paragraph(themes.Muted, "the reference loses: "+w.Loses)...)
	}
	return out
}
