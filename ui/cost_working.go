package ui

import (
	"fmt"
	"math"
	"slices"

	"findable/engine"
	"findable/engine/cost"
	"findable/themes"
	"findable/ui/cell"
)

// newWorking shows how the bill of a way adds up, line by line, with the source of
// each figure.
func newWorking(a *App) *reader {
	way := cost.Ways()[a.ways.list.cursor]
	return &reader{title: "How it adds up " + a.styles.Glyphs.Middle + " " + way.Words(), toggle: "working",
		content: func(s *scene) []string { return a.costing.working(s, way) }}
}

// working writes the bill of a way, the verdict, and the sources.
func (c *costing) working(s *scene, way cost.Way) []string {
	r, known := c.reckoned(s.d, s.in)
	if !known {
		return s.paragraph(themes.Muted, "measuring the replies "+s.Glyphs.Ellipsis)
	}
	i := slices.Index(cost.Ways(), way)
	out := s.billLines(r, r.bills[i])
	out = append(append(out, ""), s.paragraph(themes.Heading, "verdict")...)
	out = append(out, s.paragraph(themes.Text, r.verdict.Text)...)
	out = append(out, c.crossingLines(s)...)
	out = append(append(out, ""), s.paragraph(themes.Heading, "where the figures are from")...)
	for _, text := range c.sources(s, r) {
		out = append(out, s.paragraph(themes.Muted, s.Glyphs.Dot+" "+text)...)
	}
	return out
}

// billLine is a figure of a bill with its unit, and how it comes about.
func (s *scene) billLine(label string, figure int, unit, text string) []string {
	const labels, figures, narrow = 13, 16, 60
	number := cell.Number(figure) + unit
	if s.w < narrow {
		return s.labelled(label, number+"  "+text, labels, themes.Text)
	}
	return s.labelled(cell.Pad(label, labels)+cell.PadLeft(number, figures-2), text, labels+figures, themes.Text)
}

func (s *scene) billLines(r reckoned, b cost.Bill) []string {
	const tok = " tok"
	n, u, times := cell.Number, r.use, " "+s.Glyphs.Times+" "
	trips := b.Searches + b.Describes
	once := b.Searches*r.sizes.SearchReply + b.Describes*r.sizes.DescribeReply
	requests := engine.Plural(u.Turns, "turn", "turns")
	out := s.billLine("a turn", b.Prefix, tok, prefixSource(s, b.Way))
	if b.Way != cost.Eager {
		out = append(out, s.billLine("searches", b.Searches, "", searchSource(r, b.Way, times))...)
		out = append(out, s.billLine("describes", b.Describes, "", "one tool_describe for each tool used")...)
		requests += fmt.Sprintf(" + %s + %s", engine.Plural(b.Searches, "search", "searches"), engine.Plural(b.Describes, "describe", "describes"))
	}
	out = append(out, s.billLine("requests", b.Requests, "", requests)...)
	out = append(out, "")
	out = append(out, s.billLine("definitions", b.Definitions, tok, n(b.Prefix)+times+engine.Plural(b.Requests, "request", "requests"))...)
	if b.Way != cost.Eager {
		out = append(out, s.billLine("replies", b.Replies, tok, fmt.Sprintf("%s as they come: %s%s%s of tool_search, %s%s%s of tool_describe; and again with each later request",
			n(once), n(b.Searches), times, n(r.sizes.SearchReply), n(b.Describes), times, n(r.sizes.DescribeReply)))...)
		out = append(out, s.billLine("reread", b.Reread, tok, "the conversation once more for each round trip: "+n(u.Conversation)+times+n(trips))...)
	}
	out = append(out, s.billLine("sent", b.Sent, tok, fmt.Sprintf("%s + %s + %s; the bill without a cache", n(b.Definitions), n(b.Replies), n(b.Reread)))...)
	out = append(out, "")
	out = append(out, s.billLine("fresh", b.Fresh, tok, fmt.Sprintf("%s of definitions and %s of replies, when they are first sent", n(b.Prefix), n(once)))...)
	out = append(out, s.billLine("cached", b.Cached, tok, fmt.Sprintf("%s %s %s, what a request before has sent", n(b.Sent), s.Glyphs.Minus, n(b.Fresh)))...)
	return append(out, s.billLine("billed", int(math.Round(b.Billed)), tok, fmt.Sprintf("%s%s%v + %s%s%v, in tokens at the full price",
		n(b.Fresh), times, u.CacheWrite, n(b.Cached), times, u.CacheRead))...)
}

// prefixSource says what a request carries for its tools.
func prefixSource(s *scene, way cost.Way) string {
	visible, deferred := engine.Plural(len(s.d.session.Visible), "visible tool", "visible tools"), cell.Number(len(s.d.session.Deferred))
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
	tools := engine.Plural(r.use.Tools, "tool", "tools")
	if way == cost.Listing {
		tools += fmt.Sprintf("%s%s of %s names that the listing does not show", times, cell.Number(r.sizes.Deferred-r.sizes.Shown), cell.Number(r.sizes.Deferred))
	}
	return tools + ", over the share of searches that find theirs, " + percent(math.Round(r.use.Found*1e4)/100)
}

// sources say where what is not the user's own comes from.
func (c *costing) sources(s *scene, r reckoned) []string {
	queries := "for each tool's own name, 200 of them at most"
	if n := c.replies.result.queries; n > 0 {
		queries = "for the queries of " + engine.Plural(n, "case", "cases") + ", 200 of them at most"
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
