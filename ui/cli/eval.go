package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"findable/engine"
	"findable/engine/eval"
	"findable/engine/profiles"
	"findable/loaders"
	"findable/ui/cell"
)

// evalFlags are those of eval alone.
type evalFlags struct {
	junit     string
	engines   []string
	worst     numbers
	gates     []gate
	knownOnly bool
}

// defaultWorst is how many queries are listed.
const defaultWorst = 10

func (r *run) eval() *cobra.Command {
	c := r.command("eval --cases FILE [FLAGS] [DUMP...]", "Measure how well queries find the tools they want",
		`Run queries whose wanted tools are known, and measure how well these are found: over
all, server by server, and with the worst queries first.

FILE is a list of {query, expect} in YAML, JSON or JSONL, a table of query and tool, or
one of the known sets of labels. Ranks are taken over the first 25 hits; recall@limit is
the share of the wanted tools that the model gets, within search_default_limit. Figures
and gates are those of the first engine.`,
		`  findable eval --cases queries.yaml dumps/
  findable eval --cases queries.yaml --min-recall 0.9 --max zero_hit=0 --junit report.xml dumps/
  findable eval --cases queries.yaml --engine documented --engine latest --engine mcpproxy dumps/
  findable eval --cases qrels.txt --topics topics.tsv dumps/`, r.runEval)
	f := c.Flags()
	f.SortFlags = false
	r.caseFlags(c)
	f.StringArrayVar(&r.engines, "engine", nil, "run the cases under the engine `KEY`, or all; repeatable: "+strings.Join(engineKeys(), ", "))
	f.Var(&r.worst, "worst", fmt.Sprintf("list the `N` worst queries (default %d)", defaultWorst))
	f.BoolVar(&r.knownOnly, "known-only", false, "leave out wanted tools that are not loaded, and cases that want nothing else")
	f.Var(gates{&r.gates, "recall@limit", true}, "min-recall", "exit with 1 when recall@limit is below `X`, 0 to 1")
	f.Var(gates{&r.gates, "", true}, "min", "exit with 1 when a figure is below, `MEASURE=X`; repeatable: "+strings.Join(figureNames(), ", "))
	f.Var(gates{&r.gates, "", false}, "max", "exit with 1 when a figure is above, `MEASURE=X`; repeatable")
	f.StringVar(&r.junit, "junit", "", "write JUnit XML to `FILE`, where a case fails that does not find all it wants within the limit; - prints it in place of the table")
	complete(c, "engine", append(engineKeys(), allEngines), cobra.ShellCompDirectiveNoFileComp)
	return c
}

// A trial is the cases under one engine.
type trial struct {
	contender
	engine eval.Engine
	eval.Try
	figures []figure
	against *eval.Comparison // with the first engine, nil for itself
}

// An evaluation is what eval prints.
type evaluation struct {
	setup  *setup
	file   string
	set    loaders.CaseSet
	trials []trial // one at least
	passed []passage
}

func (r *run) runEval(ctx context.Context, dumps []string) error {
	switch {
	case r.cases == "":
		return errors.New("eval needs cases; write findable eval --cases queries.yaml, a list of {query, expect}")
	case r.cases == "-" && (slices.Contains(dumps, "-") || r.topics == "-"), r.topics == "-" && slices.Contains(dumps, "-"):
		return errors.New("standard input is wanted twice; give the cases, the topics or the dump as a file")
	case r.junit == "-" && r.json:
		return errors.New("--json and --junit - both want the output; give --junit a file")
	}
	engines, err := chosen(r.engines, r.generation)
	if err != nil {
		return err
	}
	e := &evaluation{file: r.cases}
	if e.set, err = loaders.ReadCases(ctx, e.file, r.topics, loaders.Options{Stdin: r.stdin.again()}); err != nil {
		return err
	}
	if e.setup, err = r.open(ctx, dumps); err != nil {
		return err
	}
	if len(r.engines) == 0 { // a session may have another generation
		if engines, err = chosen(nil, e.setup.inputs.Generation); err != nil {
			return err
		}
	}
	r.warn(e.setup.source.Notes, e.setup.notices)
	if e.setup.inputs.Effective().Enabled == engine.Off {
		r.tell("warning: enabled is off, so the model gets every tool and no tool_search")
	}
	if err := e.try(ctx, engines, r.knownOnly); err != nil {
		return err
	}
	r.tellCut(e.trials)
	if e.passed, err = pass(r.gates, e.first().figures); err != nil {
		return err
	}
	if r.junit != "" {
		if err := r.writeJUnit(e); err != nil {
			return err
		}
	}
	switch {
	case r.json:
		r.printJSON(e.json())
	case r.junit != "-":
		r.printEval(e)
	}
	return r.gated(e.passed)
}

// gated tells of the gates that are not met.
func (r *run) gated(passed []passage) (err error) {
	for _, p := range passed {
		if !p.met {
			r.tell(p.String())
			err = errGate
		}
	}
	return err
}

// try runs the cases under each engine.
func (e *evaluation) try(ctx context.Context, engines []contender, knownOnly bool) error {
	limit := e.setup.inputs.Effective().SearchDefaultLimit
	cases := e.set.Cases
	for i, c := range engines {
		t := trial{contender: c, engine: c.make(e.setup)}
		if i == 0 && knownOnly {
			if cases = eval.Known(cases, t.engine.Names()); len(cases) == 0 {
				return fmt.Errorf("%s: not one of the %s wants a tool that is loaded", e.file, engine.Plural(len(e.set.Cases), "case", "cases"))
			}
		}
		outcomes, err := eval.Run(ctx, t.engine, cases, nil)
		if err != nil {
			return err
		}
		t.Try = eval.NewTry(i+1, c.key, limit, outcomes)
		t.figures = figuresOf(outcomes, limit)
		if i > 0 {
			against := eval.Compare(e.trials[0].Try, t.Try)
			t.against = &against
		}
		e.trials = append(e.trials, t)
	}
	return nil
}

// tellCut tells of queries that are longer than an engine of others reads here.
func (r *run) tellCut(trials []trial) {
	for _, t := range trials {
		other, ok := t.engine.(*profiles.Engine)
		if !ok {
			continue
		}
		cut := 0
		for _, o := range t.Outcomes {
			if other.Cut(o.Case.Query) {
				cut++
			}
		}
		if cut > 0 {
			r.tell(fmt.Sprintf("warning: under %s only the first %s characters of %s count", t.key, engine.Number(profiles.MaxQuery), engine.Plural(cut, "query", "queries")))
		}
	}
}

// first returns the trial whose figures count.
func (e *evaluation) first() trial { return e.trials[0] }

// missing returns, for each outcome of the first engine that wants such tools, those
// that are not loaded, and those that the model always has and never searches for.
func (e *evaluation) missing() (missing []missingTools) {
	session := e.setup.session()
	tools := make([]eval.Tool, len(session.Visible))
	for i, v := range session.Visible {
		tools[i] = eval.Tool{Server: v.Label, Bare: v.Bare(), Full: v.Name}
	}
	visible := eval.NewNames(tools)
	for _, o := range e.first().Outcomes {
		m := missingTools{outcome: o}
		for _, name := range o.Unknown {
			if visible.Find(name) != nil {
				m.visible = append(m.visible, name)
			} else {
				m.unknown = append(m.unknown, name)
			}
		}
		if len(o.Unknown) > 0 {
			missing = append(missing, m)
		}
	}
	return missing
}

// missingTools are those that a case wants and no search can find.
type missingTools struct {
	outcome          eval.Outcome
	unknown, visible []string
}

// lists writes names for a table, clean and few.
func lists(g *cell.Glyphs, names []string) string {
	const most = 3
	clean := make([]string, len(names))
	for i, n := range names {
		clean[i] = g.CutMiddle(g.Clean(n), 44)
	}
	return listed(clean, most)
}
