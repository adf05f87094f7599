package ui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/engine/bpe"
	"findable/engine/cost"
	"findable/engine/eval"
	"findable/ui/layout"
)

// A costing holds what the Cost view shows. It is worked out while that is looked at.
type costing struct {
	replies   study[repliesOf, replies]
	crossings study[crossingsOf, [2]crossing]
	counts    study[countsOf, bpe.Counts]
	counter   bpe.Counter
	caching   study[cachingOf, caching]
	tries     study[int, []cacheTry]      // by assemblies
	inA       study[faresOf, []cost.Bill] // of side A, as cost.Ways

	built reckonedOf
	now   reckoned
}

// repliesOf is what the lengths of replies depend on.
type repliesOf struct {
	session *engine.Session
	limit   int
	cases   int // changes of the cases
}

// replies are mean lengths in tokens, as in cost.Sizes, and the number of queries
// that those of tool_search are taken over: those of the cases, or 0 for names.
type replies struct{ search, describe, queries int }

// crossingsOf is what the break-evens depend on.
type crossingsOf struct {
	sizes cost.Sizes
	use   cost.Use
}

// A crossing says from how many turns on, and up to how many tools, a bridge costs
// less than loading everything; -1 where it never does.
type crossing struct{ fromTurns, upToTools int }

// countsOf is what the counted tokens depend on.
type countsOf struct {
	session    *engine.Session
	assemblies int
}

// reckonedOf is what the bills depend on.
type reckonedOf struct {
	assemblies, replies int
	use                 cost.Use
}

// A reckoned is what the session costs in each way.
type reckoned struct {
	sizes   cost.Sizes
	use     cost.Use
	bills   []cost.Bill // as cost.Ways
	verdict cost.Verdict
}

// bridges are the ways that are held against loading everything.
var bridges = [...]cost.Way{cost.Listing, cost.Alone}

// reckoned returns the bills, and whether the lengths of the replies are known.
func (c *costing) reckoned(d *derived, in Inputs) (reckoned, bool) {
	of := reckonedOf{d.assemblies, c.replies.revision, in.use()}
	if c.built == of && c.now.bills != nil {
		return c.now, c.replies.ready()
	}
	r := reckoned{sizes: c.now.sizes, use: of.use, bills: make([]cost.Bill, 0, len(cost.Ways()))}
	if c.built.assemblies != of.assemblies { // the use does not change them
		r.sizes = cost.Prefixes(d.session, d.config, in.Context)
	}
	r.sizes.SearchReply, r.sizes.DescribeReply = c.replies.result.search, c.replies.result.describe
	r.use.Tools = min(r.use.Tools, r.sizes.Deferred)
	for _, w := range cost.Ways() {
		r.bills = append(r.bills, cost.Of(r.sizes, r.use, w))
	}
	r.verdict = cost.Judge(r.sizes, r.use)
	c.built, c.now = of, r
	return r, c.replies.ready()
}

// reckon begins to work out what the Cost view shows and is not known yet.
func (a *App) reckon() tea.Cmd {
	if a.view != layout.Cost {
		return nil
	}
	return tea.Batch(a.wantReplies(), a.wantCrossings(), a.wantCounts(), a.wantCaching(), a.wantTries(), a.wantBillsInA())
}

func (a *App) wantReplies() tea.Cmd {
	session, config, cases := a.d.session, a.d.config, a.evaluation.cases
	return a.costing.replies.want(a, repliesOf{session, a.d.limit(), a.evaluation.asked}, func(ctx context.Context) (replies, error) {
		queries := queriesOf(cases)
		r, err := replies{queries: len(queries)}, error(nil)
		r.search, r.describe, err = cost.Replies(ctx, session, config, queries)
		return r, err
	})
}

// wantBillsInA reckons what a session costs in side A, as it is used there.
func (a *App) wantBillsInA() tea.Cmd {
	side, cases := a.comparing.a, a.evaluation.cases
	if side == nil {
		return nil
	}
	w, use := side.world, side.inputs.use()
	return a.costing.inA.want(a, faresOf{a.comparing.pins, a.evaluation.asked}, func(ctx context.Context) ([]cost.Bill, error) {
		sizes, err := cost.Prefixes(w.Session, w.Config, w.Context), error(nil)
		if sizes.SearchReply, sizes.DescribeReply, err = cost.Replies(ctx, w.Session, w.Config, queriesOf(cases)); err != nil {
			return nil, err
		}
		use.Tools = min(use.Tools, sizes.Deferred)
		var bills []cost.Bill
		for _, way := range cost.Ways() {
			bills = append(bills, cost.Of(sizes, use, way))
		}
		return bills, nil
	})
}

func queriesOf(cases []eval.Case) []string {
	var queries []string
	for _, c := range cases {
		queries = append(queries, c.Query)
	}
	return queries
}

// wantCrossings works the break-evens out: every number is tried, which is many for
// sessions of many tools.
func (a *App) wantCrossings() tea.Cmd {
	r, known := a.costing.reckoned(&a.d, a.in)
	if !known {
		return nil
	}
	return a.costing.crossings.want(a, crossingsOf{r.sizes, r.use}, func(context.Context) ([2]crossing, error) {
		var all [2]crossing
		for i, w := range bridges {
			all[i] = crossing{-1, -1}
			if n, ok := cost.BreakEvenTurns(r.sizes, r.use, w, cost.Eager); ok {
				all[i].fromTurns = n
			}
			if n, ok := cost.BreakEvenTools(r.sizes, r.use, w, cost.Eager); ok {
				all[i].upToTools = n
			}
		}
		return all, nil
	})
}

// wantCounts counts tokens with the vocabulary, which is unpacked for it.
func (a *App) wantCounts() tea.Cmd {
	session, assembly, counter := a.d.session, a.d.assembly, &a.costing.counter
	return a.costing.counts.want(a, countsOf{session, a.d.assemblies}, func(ctx context.Context) (bpe.Counts, error) {
		return counter.Count(ctx, session, assembly)
	})
}

func costActions() []action {
	return []action{
		{id: "view-cost", over: true, title: "View Cost: what tools cost over a session, and what a cache forgives", scopes: general, keys: []string{"8"},
			run: toView(layout.Cost)},
		{id: "working", title: "How the figures of this way add up, and where they are from", hint: "how it adds up", scopes: []scope{in(layout.Ways)}, keys: []string{"enter"},
			run: func(a *App) tea.Cmd { a.open(newWorking(a)); return nil }},
		{id: "try-change", title: "Make this change", hint: "make it", scopes: []scope{in(layout.Cache)}, keys: []string{"enter"},
			run: func(a *App) tea.Cmd { a.makeTried(); return nil }, disabled: noTried},
	}
}
