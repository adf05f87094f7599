package cli

import (
	"math"
	"strconv"

	"findable/engine"
	"findable/engine/bpe"
	"findable/engine/cost"
	"findable/engine/py"
	"findable/ui/cell"
)

// A crossing says from how many turns on, and up to how many tools, a way costs less
// than loading everything; -1 where it never does.
type crossing struct {
	way             cost.Way
	fromTurns, upTo int
}

func (k reckoning) crossings() []crossing {
	var all []crossing
	for _, w := range []cost.Way{cost.Listing, cost.Alone} {
		c := crossing{w, -1, -1}
		if n, ok := cost.BreakEvenTurns(k.sizes, k.use, w, cost.Eager); ok {
			c.fromTurns = n
		}
		if n, ok := cost.BreakEvenTools(k.sizes, k.use, w, cost.Eager); ok {
			c.upTo = n
		}
		all = append(all, c)
	}
	return all
}

func (k reckoning) json() py.Object {
	u, s := k.use, k.sizes
	bills, crossings := py.List{}, py.List{}
	for _, b := range k.bills {
		bills = append(bills, py.Object{
			{Key: "way", Value: string(b.Way)}, {Key: "turn_tokens", Value: py.Int(b.Prefix)}, {Key: "requests", Value: py.Int(b.Requests)},
			{Key: "searches", Value: py.Int(b.Searches)}, {Key: "describes", Value: py.Int(b.Describes)},
			{Key: "definitions", Value: py.Int(b.Definitions)}, {Key: "replies", Value: py.Int(b.Replies)}, {Key: "reread", Value: py.Int(b.Reread)},
			{Key: "sent", Value: py.Int(b.Sent)}, {Key: "fresh", Value: py.Int(b.Fresh)}, {Key: "cached", Value: py.Int(b.Cached)},
			{Key: "billed", Value: py.Float(b.Billed)},
		})
	}
	for _, c := range k.crossings() {
		crossings = append(crossings, py.Object{{Key: "way", Value: string(c.way)}, {Key: "from_turns", Value: orNull(c.fromTurns)}, {Key: "up_to_tools", Value: orNull(c.upTo)}})
	}
	o := py.Object{
		{Key: "schema", Value: "findable.cost/1"},
		{Key: "use", Value: py.Object{
			{Key: "turns", Value: py.Int(u.Turns)}, {Key: "tools", Value: py.Int(u.Tools)}, {Key: "found", Value: py.Float(u.Found)},
			{Key: "conversation", Value: py.Int(u.Conversation)}, {Key: "cache_ratio", Value: py.Float(u.CacheRead)}, {Key: "cache_write", Value: py.Float(u.CacheWrite)},
		}},
		{Key: "context", Value: py.Int(s.Context)}, {Key: "deferred", Value: py.Int(s.Deferred)}, {Key: "shown", Value: py.Int(s.Shown)},
		{Key: "search_reply", Value: py.Int(s.SearchReply)}, {Key: "describe_reply", Value: py.Int(s.DescribeReply)},
		{Key: "ways", Value: bills}, {Key: "break_even", Value: crossings},
		{Key: "verdict", Value: py.Object{{Key: "code", Value: string(k.verdict.Code)}, {Key: "way", Value: string(k.verdict.Way)},
			{Key: "saves", Value: py.Float(k.verdict.Saves)}, {Key: "text", Value: k.verdict.Text}}},
	}
	if k.texts == nil {
		return o
	}
	texts := py.List{}
	for _, t := range k.texts {
		texts = append(texts, py.Object{{Key: "text", Value: t.Name}, {Key: "characters", Value: py.Int(t.Characters)},
			{Key: "estimate", Value: py.Float(t.Estimate)}, {Key: "tokens", Value: py.Int(t.Tokens)}, {Key: "error", Value: py.Float(t.Fault())}})
	}
	return append(o, py.Member{Key: "bpe", Value: py.Object{{Key: "encoding", Value: bpe.Encoding}, {Key: "texts", Value: texts}}})
}

// orNull is null for a number below 0.
func orNull(n int) py.Value {
	if n < 0 {
		return nil
	}
	return py.Int(n)
}

func (r *run) printCost(k reckoning) {
	u, s := k.use, k.sizes
	r.line("%s with %s used, of %s deferred", engine.Plural(u.Turns, "turn", "turns"), engine.Plural(u.Tools, "tool", "tools"), cell.Number(s.Deferred))
	r.line("%.0f %% of searches find their tool; a round trip reads %s again", 100*u.Found, engine.Plural(u.Conversation, "token", "tokens"))
	r.line("a cached token costs %v of the price, one that is taken in %v", u.CacheRead, u.CacheWrite)
	r.line("replies: %s of tool_search, %s of tool_describe", engine.Plural(s.SearchReply, "token", "tokens"), cell.Number(s.DescribeReply))
	if s.Shown > 0 {
		r.line("the listing shows %s of %s, which need no search", cell.Number(s.Shown), engine.Plural(s.Deferred, "name", "names"))
	}
	r.line("")
	rows := [][]string{{"way", "a turn", "requests", "sent", "billed"}}
	for _, b := range k.bills {
		rows = append(rows, []string{b.Way.Words(), cell.Number(b.Prefix), strconv.Itoa(b.Requests), cell.Number(b.Sent), rounded(b.Billed)})
	}
	r.printTable([]bool{false, true, true, true, true}, rows)
	r.line("")
	r.printTurns(k)
	r.line("")
	rows = [][]string{{"way", "costs less than all loaded"}}
	for _, c := range k.crossings() {
		rows = append(rows, []string{c.way.Words(), crossingText(c)})
	}
	r.printTable([]bool{false, false}, rows)
	r.line("")
	for _, line := range cell.Wrap(k.verdict.Text, 80) {
		r.line("%s", line)
	}
	if k.texts != nil {
		r.line("")
		r.printCountings(k.texts)
	}
}

// printTurns shows what sessions of other lengths are billed.
func (r *run) printTurns(k reckoning) {
	rows := [][]string{{"turns", cost.Eager.Words(), cost.Listing.Words(), cost.Alone.Words(), "cheapest"}}
	for _, turns := range []int{1, 2, 5, 10, 20, 50, 100, 200} {
		u, least := k.use, math.Inf(1)
		u.Turns = turns
		row, cheapest := []string{strconv.Itoa(turns)}, cost.Eager
		for _, w := range cost.Ways() {
			billed := cost.Of(k.sizes, u, w).Billed
			if row = append(row, rounded(billed)); billed < least {
				least, cheapest = billed, w
			}
		}
		rows = append(rows, append(row, cheapest.Words()))
	}
	r.line("billed for sessions of other lengths")
	r.printTable([]bool{true, true, true, true, false}, rows)
}

// rounded writes a figure of tokens as a whole number.
func rounded(tokens float64) string { return cell.Number(int(math.Round(tokens))) }

func crossingText(c crossing) string {
	turns, tools := "for no session up to "+cell.Number(cost.MaxTurns)+" turns", "with no number of tools"
	if c.fromTurns >= 0 {
		turns = "from " + engine.Plural(c.fromTurns, "turn", "turns") + " on"
	}
	if c.upTo >= 0 {
		tools = "up to " + engine.Plural(c.upTo, "tool", "tools")
	}
	return turns + ", and " + tools
}

func (r *run) printCountings(texts []bpe.Text) {
	r.line("tokens by %s, beside four characters a token", bpe.Encoding)
	rows := [][]string{{"text", "characters", "estimate", "counted", "error"}}
	for i, t := range texts {
		name := t.Name
		if i > 1 { // a part of the definitions
			name = "  " + name
		}
		rows = append(rows, []string{name, cell.Number(t.Characters), rounded(t.Estimate), cell.Number(t.Tokens), r.glyphs().Signed(int(math.Round(100*t.Fault()))) + " %"})
	}
	r.printTable([]bool{false, true, true, true, true}, rows)
}
