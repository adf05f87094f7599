package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"findable/engine/eval"
	"findable/engine/py"
	"findable/loaders"
)

// qualityFlags are those of quality alone.
type qualityFlags struct {
	sets    []string // files of cases
	engines []string
	measure string
}

func (r *run) quality() *cobra.Command {
	var f qualityFlags
	c := r.command("quality --cases FILE... [FLAGS] DUMP...", "Hold sets of cases against engines, as a table",
		`Run several sets of cases, each on its own dump, under every engine, and print one measure
as a table in Markdown: a row an engine, a column a set. The first --cases goes with the
first DUMP, the second with the second. A set is named after its file. --json has all
measures.`,
		`  findable quality --cases queries.yaml github.json
  findable quality --cases queries.yaml --cases queries.yaml --measure mrr@25 --engine latest --engine mcpproxy github.json slack.json`,
		func(ctx context.Context, dumps []string) error { return r.runQuality(ctx, f, dumps) })
	c.Flags().SortFlags = false
	c.Flags().StringArrayVar(&f.sets, "cases", nil, "a set of cases: queries with their tools, in `FILE`; repeatable, one a dump")
	c.Flags().StringArrayVar(&f.engines, "engine", []string{allEngines}, "run the cases under the engine `KEY`, or all; repeatable: "+strings.Join(engineKeys(), ", "))
	c.Flags().StringVar(&f.measure, "measure", "recall@5", "print the `MEASURE`: "+strings.Join(figureNames(), ", "))
	complete(c, "engine", append(engineKeys(), allEngines), cobra.ShellCompDirectiveNoFileComp)
	complete(c, "measure", figureNames(), cobra.ShellCompDirectiveNoFileComp)
	return c
}

// A qualitySet is a set of cases under all engines.
type qualitySet struct {
	name   string
	cases  int
	trials [][]figure // an engine each; none where the set says nothing of it
}

func (r *run) runQuality(ctx context.Context, f qualityFlags, dumps []string) error {
	switch {
	case len(f.sets) == 0 || len(f.sets) != len(dumps):
		return fmt.Errorf("quality wants a dump for each set of cases, and has %d and %d; write findable quality --cases queries.yaml dump.json", len(dumps), len(f.sets))
	case !slices.Contains(figureNames(), f.measure):
		return fmt.Errorf("--measure %s: there is no such measure; there are %s", f.measure, strings.Join(figureNames(), ", "))
	}
	engines, err := chosen(f.engines, r.generation)
	if err != nil {
		return err
	}
	var sets []qualitySet
	for i, file := range f.sets {
		set, err := r.qualityOf(ctx, engines, file, dumps[i])
		if err != nil {
			return err
		}
		sets = append(sets, set)
	}
	if r.json {
		r.printJSON(qualityJSON(engines, sets))
		return nil
	}
	return r.printQuality(f.measure, engines, sets)
}

// qualityOf runs the cases of a file on a dump under each engine.
func (r *run) qualityOf(ctx context.Context, engines []contender, file, dump string) (qualitySet, error) {
	cases, err := loaders.ReadCases(ctx, file, "", loaders.Options{})
	if err != nil {
		return qualitySet{}, err
	}
	s, err := r.open(ctx, []string{dump})
	if err != nil {
		return qualitySet{}, err
	}
	name, _, _ := strings.Cut(filepath.Base(file), ".")
	set := qualitySet{name: name, cases: len(cases.Cases)}
	limit := s.inputs.Effective().SearchDefaultLimit
	for _, e := range engines {
		made := e.make(s)
		if e.ranksServers && made.Names().Len() < 2 {
			set.trials = append(set.trials, nil) // it finds the only server there is
			continue
		}
		outcomes, err := eval.Run(ctx, made, cases.Cases, nil)
		if err != nil {
			return set, err
		}
		set.trials = append(set.trials, means(outcomes, limit))
	}
	return set, nil
}

// means are the figures without their intervals.
func means(outcomes []eval.Outcome, limit int) []figure {
	var all []figure
	for _, m := range eval.All() {
		all = append(all, figure{name: m.Name, mean: eval.Mean(m.Values(outcomes, limit))})
	}
	if tokens := eval.Measured(outcomes, limit).ReplyTokens; tokens > 0 {
		all = append(all, figure{name: replyTokens, mean: tokens})
	}
	return all
}

// printQuality prints the table. What is not the reference says so.
func (r *run) printQuality(measure string, engines []contender, sets []qualitySet) error {
	head, rule := "| engine | whose |", "| --- | --- |"
	for _, set := range sets {
		head += " " + r.glyphs().Clean(set.name) + " |"
		rule += " --- |"
	}
	r.line("%s", head)
	r.line("%s", rule)
	told := false
	for i, e := range engines {
		whose := e.kindText()
		if e.ranksServers {
			whose += ", ranks servers"
		}
		row := fmt.Sprintf("| `%s` | %s |", e.key, whose)
		for _, set := range sets {
			at := slices.IndexFunc(set.trials[i], func(f figure) bool { return f.name == measure })
			if at < 0 {
				row += " - |"
				continue
			}
			told = true
			row += " " + figureText(measure, set.trials[i][at].mean) + " |"
		}
		r.line("%s", row)
	}
	if !told {
		return errors.New("none of these engines tells " + measure)
	}
	return nil
}

func qualityJSON(engines []contender, sets []qualitySet) py.Object {
	list := py.List{}
	for _, set := range sets {
		rows := py.List{}
		for i, e := range engines {
			row := py.Object{{Key: "key", Value: e.key}, {Key: "kind", Value: string(e.kind)}}
			rows = append(rows, append(row, meansJSON(set.trials[i])...))
		}
		list = append(list, py.Object{{Key: "set", Value: set.name}, {Key: "queries", Value: py.Int(set.cases)}, {Key: "engines", Value: rows}})
	}
	return py.Object{{Key: "schema", Value: "findable.quality/1"}, {Key: "sets", Value: list}}
}
