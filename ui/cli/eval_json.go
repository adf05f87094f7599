package cli

import (
	"strings"

	"findable/engine/eval"
	"findable/engine/py"
)

// json is the evaluation as cli.md has it, with more: intervals, servers, scripts,
// needs, and the other engines.
func (e *evaluation) json() py.Object {
	first := e.first()
	o := py.Object{{Key: "schema", Value: "findable.eval/1"}, {Key: "queries", Value: py.Int(len(first.Outcomes))}}
	o = append(o, meansJSON(first.figures)...)
	o = append(o, py.Member{Key: "per_query", Value: perQueryJSON(first)},
		py.Member{Key: "engine", Value: first.key}, py.Member{Key: "kind", Value: string(first.kind)}, py.Member{Key: "generation", Value: e.setup.inputs.Generation},
		py.Member{Key: "limit", Value: py.Int(first.Limit)}, py.Member{Key: "intervals", Value: intervalsJSON(first.figures)},
		py.Member{Key: "per_server", Value: perServerJSON(first)}, py.Member{Key: "needs", Value: needsJSON(first)},
		py.Member{Key: "scripts", Value: scriptsJSON(e.scripts())}, py.Member{Key: "not_loaded", Value: e.missingJSON()},
		py.Member{Key: "gates", Value: gatesJSON(e.passed)}, py.Member{Key: "engines", Value: enginesJSON(e.trials)},
		py.Member{Key: "notes", Value: e.notesJSON()})
	return o
}

// meansJSON are the figures as members.
func meansJSON(figures []figure) (o py.Object) {
	for _, f := range figures {
		o = append(o, py.Member{Key: f.name, Value: py.Float(f.mean)})
	}
	return o
}

func intervalsJSON(figures []figure) (o py.Object) {
	for _, f := range figures {
		o = append(o, py.Member{Key: f.name, Value: py.List{py.Float(f.low), py.Float(f.high)}})
	}
	return o
}

func perQueryJSON(t trial) py.List {
	list := py.List{}
	for _, o := range t.Outcomes {
		expect, ranks := py.List{}, py.List{}
		for i, w := range o.Case.Expect {
			expect, ranks = append(expect, w.Name), append(ranks, rankJSON(o.Ranks[i]))
		}
		row := py.Object{
			{Key: "query", Value: o.Case.Query}, {Key: "expect", Value: expect}, {Key: "rank", Value: rankJSON(o.Rank())},
			{Key: "recall@5", Value: py.Float(o.Recall(5))}, {Key: "recall@limit", Value: py.Float(o.Recall(t.Limit))},
			{Key: "ndcg@5", Value: py.Float(o.NDCG(5))}, {Key: "ranks", Value: ranks}, {Key: "hits", Value: py.Int(len(o.Hits))},
		}
		if len(o.Hits) > 0 {
			row = append(row, py.Member{Key: "first", Value: t.engine.Names().Tool(o.Hits[0]).Full})
		}
		if o.ReplyTokens > 0 {
			row = append(row, py.Member{Key: replyTokens, Value: py.Int(o.ReplyTokens)})
		}
		if o.Case.ID != "" {
			row = append(row, py.Member{Key: "id", Value: o.Case.ID})
		}
		if o.Case.Any {
			row = append(row, py.Member{Key: "any", Value: true})
		}
		if o.Fault != nil {
			row = append(row, py.Member{Key: "refused", Value: o.Fault.Error()})
		}
		list = append(list, row)
	}
	return list
}

func perServerJSON(t trial) py.List {
	list := py.List{}
	for _, g := range eval.ByServer(t.Outcomes, t.engine.Names()) {
		figures := figuresOf(g.Outcomes, t.Limit)
		row := append(py.Object{{Key: "server", Value: g.Server}, {Key: "queries", Value: py.Int(len(g.Outcomes))}}, meansJSON(figures)...)
		list = append(list, append(row, py.Member{Key: "intervals", Value: intervalsJSON(figures)}))
	}
	return list
}

// needsJSON tells of the needs that are worded in several ways, how many of the
// wordings find what they want within the limit.
func needsJSON(t trial) py.List {
	list := py.List{}
	for _, n := range eval.Needs(t.Outcomes) {
		expect, queries := py.List{}, py.List{}
		for _, w := range n.Outcomes[0].Case.Expect {
			expect = append(expect, w.Name)
		}
		for _, o := range n.Outcomes {
			queries = append(queries, o.Case.Query)
		}
		best, worst := n.Ranks()
		list = append(list, py.Object{
			{Key: "expect", Value: expect}, {Key: "queries", Value: queries}, {Key: "found", Value: py.Int(n.Found(t.Limit))},
			{Key: "best_rank", Value: rankJSON(best)}, {Key: "worst_rank", Value: rankJSON(worst)},
		})
	}
	return list
}

func scriptsJSON(cells []eval.LanguageCell) py.List {
	list := py.List{}
	for _, c := range cells {
		list = append(list, py.Object{
			{Key: "query", Value: string(c.Query)}, {Key: "tool", Value: string(c.Tool)},
			{Key: "wanted", Value: py.Int(c.Wanted)}, {Key: "found", Value: py.Int(c.Found)},
		})
	}
	return list
}

func (e *evaluation) missingJSON() py.List {
	list := py.List{}
	for _, m := range e.missing() {
		unknown, visible := py.List{}, py.List{}
		for _, n := range m.unknown {
			unknown = append(unknown, n)
		}
		for _, n := range m.visible {
			visible = append(visible, n)
		}
		list = append(list, py.Object{
			{Key: "query", Value: m.outcome.Case.Query}, {Key: "id", Value: m.outcome.Case.ID},
			{Key: "not_loaded", Value: unknown}, {Key: "always_visible", Value: visible},
		})
	}
	return list
}

func gatesJSON(passed []passage) py.List {
	list := py.List{}
	for _, p := range passed {
		side := "max"
		if p.least {
			side = "min"
		}
		list = append(list, py.Object{
			{Key: "measure", Value: p.figure}, {Key: side, Value: py.Float(p.bound)}, {Key: "value", Value: py.Float(p.value)},
			{Key: "met", Value: p.met},
		})
	}
	return list
}

// enginesJSON are all engines, each after the first with what it does to the cases.
func enginesJSON(trials []trial) py.List {
	list := py.List{}
	for _, t := range trials {
		ranks := py.List{}
		for _, o := range t.Outcomes {
			ranks = append(ranks, rankJSON(o.Rank()))
		}
		row := append(py.Object{{Key: "key", Value: t.key}, {Key: "about", Value: t.about}, {Key: "kind", Value: string(t.kind)}}, meansJSON(t.figures)...)
		if t.source != "" {
			row = append(row, py.Member{Key: "source", Value: t.source}, py.Member{Key: "approximate", Value: strings.Join(t.approximate, " ")})
		}
		row = append(row, py.Member{Key: "intervals", Value: intervalsJSON(t.figures)}, py.Member{Key: "ranks", Value: ranks})
		if c := t.against; c != nil {
			row = append(row, py.Member{Key: "against", Value: comparisonJSON(trials[0].key, *c)})
		}
		list = append(list, row)
	}
	return list
}

func comparisonJSON(first string, c eval.Comparison) py.Object {
	broken, differences := py.List{}, py.Object{}
	for _, x := range c.Broken() {
		broken = append(broken, py.Object{{Key: "query", Value: x.After.Case.Query}, {Key: "recall@limit", Value: py.Float(x.Recall)}})
	}
	for _, d := range c.Differences {
		differences = append(differences, py.Member{Key: d.Measure.Name,
			Value: py.Object{{Key: "change", Value: py.Float(d.After - d.Before)}, {Key: "interval", Value: py.List{py.Float(d.Low), py.Float(d.High)}}}})
	}
	return py.Object{
		{Key: "engine", Value: first}, {Key: "better", Value: py.Int(c.Better)}, {Key: "worse", Value: py.Int(c.Worse)},
		{Key: "same", Value: py.Int(c.Same)}, {Key: "differences", Value: differences}, {Key: "broken", Value: broken},
	}
}

func (e *evaluation) notesJSON() py.List {
	list := py.List{}
	for _, n := range e.set.Notes {
		list = append(list, py.Object{
			{Key: "kind", Value: string(n.Kind)}, {Key: "file", Value: n.File}, {Key: "path", Value: n.Path}, {Key: "text", Value: n.Text},
		})
	}
	return list
}
