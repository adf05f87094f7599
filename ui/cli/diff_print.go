package cli

import (
	"fmt"
	"slices"
	"strconv"

	"findable/engine"
	"findable/engine/eval"
	"findable/engine/py"
	"findable/ui/cell"
)

func (d *difference) json() py.Object {
	changed, groups, sights, queries := py.List{}, py.List{}, py.List{}, py.List{}
	for _, t := range d.changed {
		changes := py.List{}
		for _, c := range t.changes {
			changes = append(changes, changeJSON(c))
		}
		changed = append(changed, py.Object{{Key: "tool", Value: t.name}, {Key: "changes", Value: changes}})
	}
	for _, g := range d.Groups {
		groups = append(groups, py.Object{{Key: "label", Value: g.Label}, {Key: "before", Value: standingJSON(g.Before)}, {Key: "after", Value: standingJSON(g.After)}})
	}
	for _, m := range d.sights() {
		sights = append(sights, py.Object{{Key: "from", Value: string(m.from)}, {Key: "to", Value: string(m.to)}, {Key: "tools", Value: namesJSON(m.tools)}})
	}
	for _, q := range d.Queries {
		moves := py.List{}
		for _, m := range q.Moves {
			moves = append(moves, py.Object{{Key: "tool", Value: m.Tool}, {Key: "before", Value: rankJSON(m.Before)}, {Key: "after", Value: rankJSON(m.After)}})
		}
		queries = append(queries, py.Object{{Key: "query", Value: q.Query}, {Key: "moves", Value: moves}})
	}
	o := py.Object{
		{Key: "schema", Value: "findable.diff/1"}, {Key: "old", Value: d.old}, {Key: "new", Value: d.new}, {Key: "read_as", Value: textOrNull(d.as)},
		{Key: "same", Value: d.same()},
		{Key: "added", Value: namesJSON(d.Tools.Added)}, {Key: "removed", Value: namesJSON(d.Tools.Removed)}, {Key: "changed", Value: changed},
		{Key: "before", Value: worldJSON(d.Before, d.Cache.Was)}, {Key: "after", Value: worldJSON(d.After, d.Cache.Now)},
		{Key: "servers", Value: groups}, {Key: "seen", Value: sights}, {Key: "cache", Value: cacheJSON(d.Cache)}, {Key: "queries", Value: queries},
	}
	if d.cases != nil {
		o = append(o, py.Member{Key: "cases", Value: d.casesJSON()})
	}
	return o
}

func textOrNull(text string) py.Value {
	if text == "" {
		return nil
	}
	return text
}

// changeJSON is a changed key; a side that has no value lacks its key.
func changeJSON(c engine.KeyChange) py.Object {
	o := py.Object{{Key: "path", Value: c.Path}}
	if !c.Added {
		o = append(o, py.Member{Key: "before", Value: c.Before})
	}
	if !c.Removed {
		o = append(o, py.Member{Key: "after", Value: c.After})
	}
	return o
}

// worldJSON sums a side up, with the digests of its listing and of the definitions
// that it sends.
func worldJSON(w engine.World, sent []engine.Block) py.Object {
	a, blocks := w.Assembly, py.List{}
	for _, b := range sent {
		blocks = append(blocks, py.Object{{Key: "name", Value: b.Name}, {Key: "digest", Value: b.Digest}})
	}
	return py.Object{
		{Key: "tier", Value: py.Int(a.Tier)}, {Key: "form", Value: string(a.Listing.Form)}, {Key: "visible", Value: py.Int(a.Visible)},
		{Key: "deferred", Value: py.Int(a.Deferred)}, {Key: "budget", Value: py.Int(a.Budget.Tokens)}, {Key: "listing_tokens", Value: py.Int(a.Listing.Tokens)},
		{Key: "bridge_tokens", Value: py.Int(a.BridgeTokens)}, {Key: "eager_tokens", Value: py.Int(a.EagerTokens)}, {Key: "turn_tokens", Value: py.Int(a.TurnTokens)},
		{Key: "listing_digest", Value: engine.Digest(a.Listing.Text())}, {Key: "sent", Value: blocks},
	}
}

// standingJSON is null for a group that is not there.
func standingJSON(s engine.Standing) py.Value {
	if s.State == "" {
		return nil
	}
	return py.Object{{Key: "state", Value: string(s.State)}, {Key: "tools", Value: py.Int(s.Tools)}, {Key: "tokens", Value: py.Int(s.Tokens)}}
}

func cacheJSON(l engine.CacheLoss) py.Object {
	o := py.Object{{Key: "tokens", Value: py.Int(l.Total)}, {Key: "billed_again", Value: py.Int(l.Again)}}
	if l.Empty() {
		return o
	}
	return append(o, py.Object{
		{Key: "definition", Value: l.Block}, {Key: "offset", Value: py.Int(l.Offset)}, {Key: "line", Value: py.Int(l.Line)}, {Key: "column", Value: py.Int(l.Column)},
		{Key: "before", Value: l.WasLine}, {Key: "after", Value: l.NowLine},
	}...)
}

func namesJSON(names []string) py.List {
	list := py.List{}
	for _, n := range names {
		list = append(list, n)
	}
	return list
}

func (d *difference) casesJSON() py.Object {
	moved, measures := py.List{}, py.List{}
	for _, c := range d.moved() {
		moved = append(moved, py.Object{{Key: "query", Value: c.After.Case.Query}, {Key: "expect", Value: namesJSON(wanted(c.After.Case))},
			{Key: "before", Value: ranksJSON(c.Before)}, {Key: "after", Value: ranksJSON(c.After)}})
	}
	for _, m := range d.cases.Differences {
		measures = append(measures, py.Object{{Key: "measure", Value: m.Measure.Name}, {Key: "before", Value: py.Float(m.Before)}, {Key: "after", Value: py.Float(m.After)}})
	}
	return py.Object{{Key: "cases", Value: py.Int(len(d.cases.Changes))}, {Key: "better", Value: py.Int(d.cases.Better)}, {Key: "worse", Value: py.Int(d.cases.Worse)}, {Key: "broken", Value: py.Int(len(d.cases.Broken()))},
		{Key: "moved", Value: moved}, {Key: "measures", Value: measures}}
}

func wanted(c eval.Case) []string {
	var names []string
	for _, w := range c.Expect {
		names = append(names, w.Name)
	}
	return names
}

func ranksJSON(o eval.Outcome) py.List {
	ranks := py.List{}
	for _, r := range o.Ranks {
		ranks = append(ranks, rankJSON(r))
	}
	return ranks
}

// A sightMove is tools that all are seen in the same other way.
type sightMove struct {
	from, to engine.Sight
	tools    []string
}

// sights gathers the moves by where from and to, in the order of the first of each.
func (d *difference) sights() []sightMove {
	var all []sightMove
	for _, m := range d.Moves {
		i := slices.IndexFunc(all, func(s sightMove) bool { return s.from == m.From && s.to == m.To })
		if i < 0 {
			i = len(all)
			all = append(all, sightMove{m.From, m.To, nil})
		}
		all[i].tools = append(all[i].tools, m.Tool)
	}
	return all
}

func (r *run) printDiff(d *difference) {
	g := r.glyphs()
	r.line("%s, now %s", g.Clean(d.old), g.Clean(d.new))
	if d.as != "" {
		r.line("both are read as the server %s", g.Clean(d.as))
	}
	if d.same() {
		r.line("nothing differs")
		return
	}
	a, b := d.Before.Assembly, d.After.Assembly
	number := func(was, now int) []string { return []string{cell.Number(was), cell.Number(now), g.Signed(now - was)} }
	r.line("")
	r.printTable([]bool{false, true, true, true}, [][]string{
		{"", "old", "new", "change"},
		append([]string{"tools"}, number(a.Visible+a.Deferred, b.Visible+b.Deferred)...),
		{"tier", strconv.Itoa(a.Tier), strconv.Itoa(b.Tier), ""},
		{"form of the listing", string(a.Listing.Form), string(b.Listing.Form), ""},
		append([]string{"listing, tokens"}, number(a.Listing.Tokens, b.Listing.Tokens)...),
		append([]string{"every turn, tokens"}, number(a.TurnTokens, b.TurnTokens)...),
		append([]string{"all definitions, tokens"}, number(a.EagerTokens, b.EagerTokens)...),
	})
	r.line("")
	for _, line := range cell.Wrap("prompt cache: "+g.Clean(d.Cache.String()), 80) {
		r.line("%s", line)
	}
	r.printNames("added", d.Tools.Added)
	r.printNames("removed", d.Tools.Removed)
	r.printChanged(d.changed)
	r.printGroups(d.Groups, d.Same)
	r.printSights(d.sights())
	r.printQueries(d.Queries, d.Asked)
	r.printCases(d)
}

// printNames lists some names under a head, if there are any.
func (r *run) printNames(head string, names []string) {
	if len(names) == 0 {
		return
	}
	r.line("")
	r.line("%s: %s", head, engine.Plural(len(names), "tool", "tools"))
	for _, n := range names {
		r.line("  %s", r.glyphs().Clean(n))
	}
}

func (r *run) printChanged(tools []changedTool) {
	if len(tools) == 0 {
		return
	}
	r.line("")
	r.line("changed: %s", engine.Plural(len(tools), "tool", "tools"))
	g := r.glyphs()
	for _, t := range tools {
		r.line("  %s", g.Clean(t.name))
		for _, c := range t.changes {
			switch {
			case c.Added:
				r.line("    + %s: %s", g.Clean(c.Path), g.Cut(g.Clean(py.Compact(c.After)), 60))
			case c.Removed:
				r.line("    - %s: %s", g.Clean(c.Path), g.Cut(g.Clean(py.Compact(c.Before)), 60))
			default:
				r.line("    %s", g.Clean(c.Path))
				was, now := g.Clean(py.Compact(c.Before)), g.Clean(py.Compact(c.After))
				from := g.Differing(was, now)
				r.line("      old: %s", g.Cut(g.Elided(was, from), 66))
				r.line("      new: %s", g.Cut(g.Elided(now, from), 66))
			}
		}
	}
}

func (r *run) printGroups(groups []engine.GroupChange, same int) {
	if len(groups) == 0 {
		return
	}
	rows := [][]string{{"server", "tools", "now", "state", "now", "tokens", "now"}}
	for _, c := range groups {
		rows = append(rows, []string{r.glyphs().CutMiddle(r.glyphs().Clean(c.Label), 24), cell.Number(c.Before.Tools), cell.Number(c.After.Tools),
			stateText(c.Before), stateText(c.After), cell.Number(c.Before.Tokens), cell.Number(c.After.Tokens)})
	}
	r.line("")
	r.line("in the listing; %s the same", engine.Plural(same, "server stays", "servers stay"))
	r.printTable([]bool{false, true, true, false, false, true, true}, rows)
}

func stateText(s engine.Standing) string {
	if s.State == "" {
		return "none"
	}
	return string(s.State)
}

func (r *run) printSights(moves []sightMove) {
	if len(moves) == 0 {
		return
	}
	r.line("")
	r.line("the model sees otherwise")
	for _, m := range moves {
		names := make([]string, len(m.tools))
		for i, t := range m.tools {
			names[i] = r.glyphs().Clean(t)
		}
		r.line("  %s, now %s: %s", m.from, m.to, engine.Plural(len(names), "tool", "tools"))
		r.line("    %s", r.glyphs().Cut(listed(names, 3), 76))
	}
}

func (r *run) printQueries(changed []engine.QueryChange, asked int) {
	if asked == 0 {
		return
	}
	r.line("")
	r.line("queries: %s of %s other hits within the limit", cell.Number(len(changed)), engine.Plural(asked, "finds", "find"))
	for _, q := range changed {
		r.line("  %s", r.glyphs().Clean(q.Query))
		for _, m := range q.Moves {
			r.line("    %s, now %s  %s", rankText(m.Before), rankText(m.After), r.glyphs().Clean(m.Tool))
		}
	}
}

func rankText(rank int) string {
	if rank == 0 {
		return "no rank"
	}
	return fmt.Sprintf("rank %d", rank)
}

func (r *run) printCases(d *difference) {
	if d.cases == nil {
		return
	}
	g, moved := r.glyphs(), d.moved()
	r.line("")
	r.line("cases: %s of %s moved, %d better, %d worse, %d broken", cell.Number(len(moved)), cell.Number(len(d.cases.Changes)), d.cases.Better, d.cases.Worse, len(d.cases.Broken()))
	rows := [][]string{{"measure", "old", "new"}}
	for _, m := range d.cases.Differences {
		rows = append(rows, []string{m.Measure.Name, figureText(m.Measure.Name, m.Before), figureText(m.Measure.Name, m.After)})
	}
	r.printTable([]bool{false, true, true}, rows)
	for _, c := range moved {
		r.line("  %s", g.Clean(c.After.Case.Query))
		for i, w := range c.After.Case.Expect {
			if was, now := c.Before.Ranks[i], c.After.Ranks[i]; was != now {
				r.line("    %s, now %s  %s", rankText(was), rankText(now), g.Clean(w.Name))
			}
		}
	}
}
