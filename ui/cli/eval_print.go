package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"findable/engine"
	"findable/engine/eval"
	"findable/ui"
	"findable/ui/cell"
)

func (r *run) printEval(e *evaluation) {
	clean, first := r.glyphs().Clean, e.first()
	r.line("%s: %s, %s", clean(e.file), engine.Plural(len(first.Outcomes), "case", "cases"), e.set.Format)
	r.line("engine %s (%s), limit %d, %s", first.key, first.kindText(), first.Limit, engine.Plural(len(e.setup.session().Deferred), "deferred tool", "deferred tools"))
	r.line("")
	if len(e.trials) == 1 {
		r.printFigures(first.figures)
	} else {
		r.printEngines(e.trials)
	}
	r.printServers(first)
	r.printWorst(e)
	r.printMissing(e.missing())
	r.printNeeds(first)
	r.printScripts(e.scripts())
	var notes []ui.Note
	for _, n := range e.set.Notes {
		notes = append(notes, ui.Note{Kind: string(n.Kind), File: n.File, Path: n.Path, Text: n.Text})
	}
	r.printNotes(notes)
	if len(e.passed) > 0 {
		r.line("")
	}
	for _, p := range e.passed {
		r.line("%s: %s", map[bool]string{true: "met", false: "NOT MET"}[p.met], p)
	}
}

func (r *run) printFigures(figures []figure) {
	rows := [][]string{{"measure", "mean", "95 % interval"}}
	for _, f := range figures {
		rows = append(rows, []string{f.name, figureText(f.name, f.mean), figureText(f.name, f.low) + " to " + figureText(f.name, f.high)})
	}
	r.printTable([]bool{false, true, false}, rows)
}

// printEngines has a row for each engine, and then what the others do to the cases of
// the first. Their numbers head the columns of ranks.
func (r *run) printEngines(trials []trial) {
	names := figureNames()
	right := []bool{true, false}
	for range names {
		right = append(right, true)
	}
	right = append(right, false)
	rows := [][]string{append(append([]string{"", "engine"}, names...), "whose")}
	for _, t := range trials {
		row := []string{strconv.Itoa(t.Number), t.key}
		for _, name := range names {
			at := slices.IndexFunc(t.figures, func(f figure) bool { return f.name == name })
			if at < 0 {
				row = append(row, "-")
			} else {
				row = append(row, figureText(name, t.figures[at].mean))
			}
		}
		rows = append(rows, append(row, t.kindText()))
	}
	r.printTable(right, rows)
	r.line("")
	r.line("cases against %s", trials[0].key)
	rows = [][]string{{"", "engine", "better", "worse", "same", "broken", "recall@limit", "95 % interval"}}
	for _, t := range trials[1:] {
		row := []string{strconv.Itoa(t.Number), t.key}
		if c := t.against; len(c.Changes) > 0 {
			at := slices.IndexFunc(c.Differences, func(d eval.Difference) bool { return d.Measure.Name == "recall@limit" })
			d := c.Differences[at]
			row = append(row, cell.Number(c.Better), cell.Number(c.Worse), cell.Number(c.Same), cell.Number(len(c.Broken())),
				fmt.Sprintf("%+.3f", d.After-d.Before), fmt.Sprintf("%+.3f to %+.3f", d.Low, d.High))
		} else {
			row = append(row, "-", "-", "-", "-", "-", "it does not rank tools")
		}
		rows = append(rows, row)
	}
	r.printTable([]bool{true, false, true, true, true, true, true, false}, rows)
}

// printServers lists the servers, those of which the least is found first.
func (r *run) printServers(t trial) {
	const most = 20
	groups := eval.ByServer(t.Outcomes, t.engine.Names())
	if len(groups) < 2 {
		return
	}
	recall := map[string]float64{}
	for _, g := range groups {
		recall[g.Server] = eval.Measured(g.Outcomes, t.Limit).RecallLimit
	}
	slices.SortStableFunc(groups, func(a, b eval.ServerGroup) int { return cmp.Compare(recall[a.Server], recall[b.Server]) })
	r.line("")
	r.line("by server")
	rows := [][]string{{"server", "cases", "hit@1", "recall@limit", "recall@5", "mrr@25", "zero_hit"}}
	for _, g := range groups[:min(most, len(groups))] {
		m := eval.Measured(g.Outcomes, t.Limit)
		row := []string{r.glyphs().Clean(g.Server), cell.Number(m.Queries)}
		for _, v := range []float64{m.Hit1, m.RecallLimit, m.Recall5, m.MRR, m.ZeroHit} {
			row = append(row, figureText("", v))
		}
		rows = append(rows, row)
	}
	r.printTable([]bool{false, true, true, true, true, true, true}, rows)
	if more := len(groups) - most; more > 0 {
		r.line("  %s more; --json has all", cell.Number(more))
	}
}

// printWorst lists the queries of which the first engine finds the least, with the
// rank that each engine gives the first wanted tool.
func (r *run) printWorst(e *evaluation) {
	most, given := r.worst.last()
	if !given {
		most = defaultWorst
	}
	first, g := e.first(), r.glyphs()
	head, right := []string{"recall@limit"}, []bool{true}
	for _, t := range e.trials {
		name := "rank"
		if len(e.trials) > 1 {
			name = strconv.Itoa(t.Number)
		}
		head, right = append(head, name), append(right, true)
	}
	rows := [][]string{append(head, "query", "wanted")}
	for _, i := range eval.Worst(first.Outcomes, first.Limit) {
		o := first.Outcomes[i]
		if len(rows) > most || o.Found(first.Limit) && o.Rank() == 1 {
			break
		}
		row := []string{figureText("", o.Recall(first.Limit))}
		for _, t := range e.trials {
			row = append(row, rankCell(t.Outcomes[i].Rank()))
		}
		var names []string
		for _, w := range o.Case.Expect {
			names = append(names, w.Name)
		}
		wanted := lists(g, names)
		if o.Case.Any {
			wanted = "any of " + wanted
		}
		rows = append(rows, append(row, g.Cut(g.Clean(o.Case.Query), 60), wanted))
	}
	if len(rows) == 1 {
		return
	}
	r.line("")
	if len(e.trials) == 1 {
		r.line("worst queries")
	} else {
		r.line("worst queries of %s, with the rank of the first wanted tool under each engine", first.key)
	}
	r.printTable(append(right, false, false), rows)
}

func rankCell(rank int) string {
	if rank == 0 {
		return "none"
	}
	return strconv.Itoa(rank)
}

// printMissing lists the cases that want what no search can find.
func (r *run) printMissing(missing []missingTools) {
	const most = 10
	if len(missing) == 0 {
		return
	}
	g := r.glyphs()
	r.line("")
	r.line("%s tools that no search finds; --known-only leaves them out", engine.Plural(len(missing), "case names", "cases name"))
	for _, m := range missing[:min(most, len(missing))] {
		var parts []string
		if len(m.unknown) > 0 {
			parts = append(parts, "not loaded: "+lists(g, m.unknown))
		}
		if len(m.visible) > 0 {
			parts = append(parts, "always visible: "+lists(g, m.visible))
		}
		r.line("  %s: %s", g.Cut(g.Clean(m.outcome.Case.Query), 60), strings.Join(parts, "; "))
	}
	if more := len(missing) - most; more > 0 {
		r.line("  %s more; --json has all", cell.Number(more))
	}
}

// printNeeds sums up the needs that are worded in several ways.
func (r *run) printNeeds(t trial) {
	needs := eval.Needs(t.Outcomes)
	if len(needs) == 0 {
		return
	}
	every, none := 0, 0
	for _, n := range needs {
		switch n.Found(t.Limit) {
		case len(n.Outcomes):
			every++
		case 0:
			none++
		}
	}
	r.line("")
	r.line("%s in several ways: found by every wording %s, by some %s, by none %s", engine.Plural(len(needs), "need is worded", "needs are worded"),
		cell.Number(every), cell.Number(len(needs)-every-none), cell.Number(none))
}

// scripts returns the script matrix of the first engine, nil where it does not know
// what its tools say of themselves.
func (e *evaluation) scripts() []eval.LanguageCell {
	first := e.first()
	d, ok := first.engine.(interface{ Description(place int) string })
	if !ok {
		return nil
	}
	return eval.Languages(first.Outcomes, first.engine.Names(), d.Description, first.Limit)
}

func (r *run) printScripts(cells []eval.LanguageCell) {
	if len(cells) < 2 {
		return
	}
	r.line("")
	r.line("by script")
	rows := [][]string{{"query", "tool", "wanted", "found"}}
	for _, c := range cells {
		rows = append(rows, []string{string(c.Query), string(c.Tool), cell.Number(c.Wanted), figureText("", float64(c.Found)/float64(c.Wanted))})
	}
	r.printTable([]bool{false, false, true, true}, rows)
}
