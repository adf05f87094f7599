package ui

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"findable/engine/cost"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/style"
)

// waysPane sets the three ways to give a model its tools next to each other, and
// says which to take.
type waysPane struct {
	list list
	c    *costing
}

func (p *waysPane) box(s *scene) frame.Box {
	u := s.in.use()
	return frame.Box{Title: "Cost " + s.Glyphs.Middle + " three ways", Foot: fmt.Sprintf("%s, %s used", plural(u.Turns, "turn", "turns"),
		plural(min(u.Tools, len(s.d.session.Deferred)), "tool", "tools")), FootRight: s.Glyphs.Star + " the verdict"}
}

// Widths of the columns of the ways; those of the figures hold 9,999,999.
const wayWidth, wayNarrow, figuresWidth, requestsWidth = 20, 12, 10, 9

func (p *waysPane) lines(s *scene) []string {
	r, known := p.c.reckoned(s)
	from, to := p.list.window(len(r.bills), len(r.bills))
	const head = themes.Heading
	out := []string{p.row(s, style.Off, head, "  way", "a turn", "requests", "sent", "billed")}
	for i := from; i < to; i++ {
		b := r.bills[i]
		mark := " "
		if b.Way == r.verdict.Way && known {
			mark = s.Glyphs.Star
		}
		selected := i == p.list.cursor
		name := s.cursorGlyph(selected) + mark + b.Way.Words()
		if !known && b.Way != cost.Eager { // without the replies these would be too low
			out = append(out, p.row(s, s.mark(selected), themes.Text, name, cell.Number(b.Prefix), strconv.Itoa(b.Requests), s.Glyphs.Ellipsis, s.Glyphs.Ellipsis))
			continue
		}
		out = append(out, p.row(s, s.mark(selected), themes.Text, name, cell.Number(b.Prefix), cell.Number(b.Requests), cell.Number(b.Sent), rounded(b.Billed)))
	}
	if !known {
		return append(out, s.paragraph(themes.Muted, "measuring the replies "+s.Glyphs.Ellipsis)...)
	}
	out = append(out, "")
	out = append(out, s.paragraph(themes.Strong, r.verdict.Text)...)
	return append(out, p.c.crossingLines(s)...)
}

// row leaves out figures that there is no room for: the requests, then what is sent.
func (p *waysPane) row(s *scene, m style.Mark, role themes.Role, way, turn, requests, sent, billed string) string {
	name := wayWidth + 2
	if s.w < name+2*figuresWidth {
		name = wayNarrow + 2
	}
	segs := [...]style.Seg{style.Column(role, way, name), style.Number(role, turn, figuresWidth), {}, {}, style.Number(role, billed, figuresWidth)}
	room := s.w - name - 2*figuresWidth
	if room >= figuresWidth {
		segs[3] = style.Number(role, sent, figuresWidth)
		room -= figuresWidth
	}
	if room >= requestsWidth {
		segs[2] = style.Number(role, requests, requestsWidth)
	}
	return s.Row(s.w, m, segs[:]...)
}

// rounded writes a figure of tokens as a whole number.
func rounded(tokens float64) string { return cell.Number(int(math.Round(tokens))) }

// crossingLines say where the bridge breaks even with loading everything.
func (c *costing) crossingLines(s *scene) []string {
	if !c.crossings.known || c.crossings.busy {
		return s.paragraph(themes.Muted, "looking for the break-even "+s.Glyphs.Ellipsis)
	}
	var parts []string
	for i, w := range bridges {
		parts = append(parts, w.Words()+" "+c.crossings.result[i].text())
	}
	return s.paragraph(themes.Muted, "Cheaper than all loaded: "+strings.Join(parts, "; ")+".")
}

func (x crossing) text() string {
	turns, tools := "in no session up to "+cell.Number(cost.MaxTurns)+" turns", "with no number of tools"
	if x.fromTurns >= 0 {
		turns = "from " + plural(x.fromTurns, "turn", "turns") + " on"
	}
	if x.upToTools >= 0 {
		tools = "up to " + plural(x.upToTools, "tool", "tools")
	}
	return turns + ", " + tools
}

func (p *waysPane) move(_ *scene, by int)  { p.list.move(by) }
func (p *waysPane) wheel(_ *scene, by int) { p.list.move(by) }

func (p *waysPane) click(_ *scene, _, y int) {
	if i := y - 1; y > 0 && i < p.list.rows {
		p.list.cursor = i
	}
}

func (p *waysPane) state(s *scene) any {
	return struct {
		of        reckonedOf
		crossings int
		busy      bool
		list      list
	}{reckonedOf{s.d.assemblies, p.c.replies.revision, s.in.use()}, p.c.crossings.revision, p.c.crossings.busy, p.list}
}

// newWorking shows how the bill of a way adds up, line by line, with the source of
// each figure.
func newWorking(a *App) *reader {
	way := cost.Ways()[a.ways.list.cursor]
	return &reader{title: "How it adds up " + a.styles.Glyphs.Middle + " " + way.Words(), toggle: "working",
		content: func(s *scene) []string { return a.costing.working(s, way) }}
}

// working writes the bill of a way.
func (c *costing) working(s *scene, way cost.Way) []string {
	r, known := c.reckoned(s)
	if !known {
		return s.paragraph(themes.Muted, "measuring the replies "+s.Glyphs.Ellipsis)
	}
	var b cost.Bill
	for _, x := range r.bills {
		if x.Way == way {
			b = x
		}
	}
	var out []string
	say := func(label, figure, text string) {
		out = append(out, s.labelled(label, figure+"  "+text, 14, themes.Text)...)
	}
	n, u, times := cell.Number, r.use, " "+s.Glyphs.Times+" "
	say("a turn", n(b.Prefix)+" tok", c.prefixSource(s, way))
	if way != cost.Eager {
		say("searches", n(b.Searches), searchSource(r, way, times))
		say("describes", n(b.Describes), "one tool_describe for each tool used")
	}
	say("requests", n(b.Requests), fmt.Sprintf("%s turns + %s searches + %s describes", n(u.Turns), n(b.Searches), n(b.Describes)))
	out = append(out, "")
	say("definitions", n(b.Definitions)+" tok", n(b.Prefix)+times+n(b.Requests)+" requests")
	once := b.Searches*r.sizes.SearchReply + b.Describes*r.sizes.DescribeReply
	say("replies", n(b.Replies)+" tok", fmt.Sprintf("%s when they come (%s%s%s of tool_search, %s%s%s of tool_describe), and again with each later request",
		n(once), n(b.Searches), times, n(r.sizes.SearchReply), n(b.Describes), times, n(r.sizes.DescribeReply)))
	say("reread", n(b.Reread)+" tok", fmt.Sprintf("the conversation of %s, once more for each of %s", n(u.Conversation), plural(b.Searches+b.Describes, "round trip", "round trips")))
	say("sent", n(b.Sent)+" tok", fmt.Sprintf("%s + %s + %s: the bill without a cache", n(b.Definitions), n(b.Replies), n(b.Reread)))
	out = append(out, "")
	say("fresh", n(b.Fresh)+" tok", fmt.Sprintf("%s of definitions and %s of replies, each when it is first sent", n(b.Prefix), n(once)))
	say("cached", n(b.Cached)+" tok", fmt.Sprintf("%s %s %s: what was sent before and nothing has changed", n(b.Sent), s.Glyphs.Minus, n(b.Fresh)))
	say("billed", rounded(b.Billed)+" tok", fmt.Sprintf("%s%s%v + %s%s%v, in tokens at the full price", n(b.Fresh), times, u.CacheWrite, n(b.Cached), times, u.CacheRead))
	out = append(out, "")
	out = append(out, s.paragraph(themes.Heading, "verdict")...)
	out = append(out, s.paragraph(themes.Text, r.verdict.Text)...)
	out = append(out, c.crossingLines(s)...)
	out = append(out, "")
	out = append(out, s.paragraph(themes.Heading, "where the figures are from")...)
	for _, text := range c.sources(s, r) {
		out = append(out, s.paragraph(themes.Muted, s.Glyphs.Dot+" "+text)...)
	}
	return out
}

// prefixSource says what a request carries for its tools.
func (c *costing) prefixSource(s *scene, way cost.Way) string {
	visible, deferred := plural(len(s.d.session.Visible), "visible tool", "visible tools"), cell.Number(len(s.d.session.Deferred))
	switch way {
	case cost.Eager:
		return "all definitions: " + visible + " and " + deferred + " deferrable, characters / 4, rounded up"
	case cost.Listing:
		return "the definitions of " + visible + " and of the bridge, with the listing that fits the budget"
	}
	return "the definitions of " + visible + " and of the bridge, with listing: off"
}

// searchSource says how the number of searches comes about.
func searchSource(r reckoned, way cost.Way, times string) string {
	tools := plural(r.use.Tools, "tool", "tools")
	if way == cost.Listing {
		tools += fmt.Sprintf("%s%s of %s names that the listing does not show", times, cell.Number(r.sizes.Deferred-r.sizes.Shown), cell.Number(r.sizes.Deferred))
	}
	return tools + ", over the share of searches that find theirs, " + percent(math.Round(r.use.Found*1e4)/100)
}

// sources say where what is not the user's own comes from.
func (c *costing) sources(s *scene, r reckoned) []string {
	queries := "for each tool's own name, 200 of them at most"
	if n := c.replies.result.queries; n > 0 {
		queries = "for the queries of " + plural(n, "case", "cases") + ", 200 of them at most"
	}
	return []string{
		fmt.Sprintf("replies: tool_search and tool_describe were asked, %s, at limit %d; their mean lengths are %s and %s tok", queries, s.d.limit(),
			cell.Number(r.sizes.SearchReply), cell.Number(r.sizes.DescribeReply)),
		"74 % found: published for one model with tool search; measure your own with cases",
		"cached tokens at 10 % and 125 %: Anthropic's prices for its five-minute cache (2026); OpenAI's GPT-5 has the 10 % without the surcharge",
		"turns, tools and conversation are round numbers to begin with: set your own in the pane Session",
		"left out is what all ways share: the conversation itself and what the tools answer; a pause that lets the cache expire makes every way dearer",
	}
}
