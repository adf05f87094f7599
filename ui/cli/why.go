package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"findable/engine/eval"
	"findable/engine/py"
	"findable/engine/why"
	"findable/ui/cell"
)

func (r *run) why() *cobra.Command {
	c := r.command("why [FLAGS] [DUMP...]", "Say why a query finds a tool or not, and what would help",
		"Take one tool and one query through all that a tool has to pass to be found, say\nwhere it is lost, and show the changes that were tried and help. With cases it says of each\nchange how many of them do better with it, and how many worse.",
		"  findable why -q \"send a message\" --tool post_message slack.json\n  findable why -q \"send a message\" --tool mcp__slack__post_message --json dumps/\n  findable why -q \"send a message\" --tool post_message --cases queries.yaml dumps/", r.runWhy)
	r.queryFlags(c)
	r.caseFlags(c)
	c.Flags().StringVar(&r.tool, "tool", "", "the tool's `NAME` in full, or a bare one that only one tool has")
	return c
}

func (r *run) runWhy(ctx context.Context, dumps []string) error {
	queries, err := r.queries(dumps)
	if err != nil {
		return err
	}
	if len(queries) == 0 && len(r.query) == 1 { // a blank query has an answer too
		queries = r.query
	}
	if len(queries) != 1 || r.tool == "" {
		return errors.New(`why needs one query and one tool; write findable why -q "create an issue" --tool create_issue`)
	}
	if r.cases == "-" && (slices.Contains(dumps, "-") || r.queriesFile == "-") {
		return errors.New("standard input is wanted twice; give the others as files")
	}
	s, err := r.open(ctx, dumps)
	if err != nil {
		return err
	}
	if err := r.readCases(ctx, s); err != nil {
		return err
	}
	r.warn(s.source.Notes, s.notices)
	w := s.world()
	j, err := w.Explain(r.tool, queries[0])
	if err != nil {
		return err
	}
	var repairs []repair
	for found := range w.Repairs(ctx, j) {
		rep := repair{Repair: found}
		if len(s.source.Cases) > 0 && found.Kind != why.QueryRepair { // another query is no other world
			effect, err := found.Effect(ctx, w, s.source.Cases)
			if err != nil {
				return err
			}
			rep.effect = &effect
		}
		repairs = append(repairs, rep)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if r.json {
		r.printJSON(whyJSON(queries[0], j, repairs))
		return nil
	}
	r.printWhy(j, repairs)
	return nil
}

// A repair is a change that helps, and what it does to the cases.
type repair struct {
	why.Repair
	effect *eval.Comparison // nil without cases, and where only the query is another
}

// world is what the answer to why depends on.
func (s *setup) world() why.World {
	session := s.session()
	return s.source.World(s.inputs, session, session.Assemble(s.inputs.Effective(), s.inputs.Context))
}

// rankJSON is a rank, null for none.
func rankJSON(rank int) py.Value {
	if rank == 0 {
		return nil
	}
	return py.Int(rank)
}

func whyJSON(query string, j why.Journey, repairs []repair) py.Object {
	name := j.Name
	if j.Entry != nil {
		name = j.Entry.Name
	}
	stations, list, causes := py.List{}, py.List{}, py.List{}
	for _, st := range j.Stations {
		stations = append(stations, py.Object{{Key: "name", Value: st.Name}, {Key: "status", Value: string(st.Status)},
			{Key: "evidence", Value: st.Evidence}})
	}
	for _, c := range j.Causes {
		causes = append(causes, string(c))
	}
	for _, rep := range repairs {
		o := py.Object{{Key: "kind", Value: string(rep.Kind)}, {Key: "change", Value: rep.Change}}
		if rep.Kind == why.QueryRepair {
			o = append(o, py.Member{Key: "query", Value: rep.Query})
			if rep.Queries != nil {
				o = append(o, py.Member{Key: "queries", Value: namesJSON(rep.Queries)})
			}
		}
		o = append(o, py.Member{Key: "rank_before", Value: rankJSON(rep.RankBefore)}, py.Member{Key: "rank_after", Value: rankJSON(rep.RankAfter)})
		if e := rep.effect; e != nil {
			o = append(o, py.Member{Key: "cases", Value: py.Object{{Key: "better", Value: py.Int(e.Better)}, {Key: "worse", Value: py.Int(e.Worse)},
				{Key: "same", Value: py.Int(e.Same)}}})
		}
		list = append(list, o)
	}
	return py.Object{
		{Key: "schema", Value: "findable.why/1"}, {Key: "tool", Value: name}, {Key: "query", Value: query},
		{Key: "verdict", Value: string(j.Verdict)}, {Key: "rank", Value: rankJSON(j.Rank)}, {Key: "limit", Value: py.Int(j.Limit)},
		{Key: "causes", Value: causes}, {Key: "near", Value: namesJSON(j.Near)}, {Key: "stations", Value: stations}, {Key: "repairs", Value: list},
	}
}

func (r *run) printWhy(j why.Journey, repairs []repair) {
	clean := r.glyphs().Clean
	name := j.Name
	if j.Entry != nil {
		name = j.Entry.Name
	}
	r.line("tool:    %s", clean(name))
	r.line("query:   %s", clean(j.Query))
	r.line("verdict: %s: %s", j.Verdict, j.Verdict.Sentence())
	r.line("")
	for i, st := range j.Stations {
		if st.Status == why.Skipped {
			r.line("  SKIP %2d and what follows: not reached", i+1)
			break
		}
		status := strings.ToUpper(string(st.Status))
		lead := fmt.Sprintf("  %-4s %2d %-16s ", status, i+1, st.Name)
		for _, l := range cell.Wrap(clean(st.Evidence), max(plainWidth-cell.Width(lead), 20)) {
			r.line("%s", strings.TrimRight(lead+l, " "))
			lead = strings.Repeat(" ", cell.Width(lead))
		}
	}
	if len(repairs) == 0 {
		return
	}
	r.line("")
	r.line("what helps, each was tried:")
	for _, rep := range repairs {
		before, after := "-", "seen"
		if rep.RankBefore > 0 {
			before = cell.Number(rep.RankBefore)
		}
		if rep.RankAfter > 0 {
			after = cell.Number(rep.RankAfter)
		}
		lead := fmt.Sprintf("  %-10s %6s -> %-5s ", rep.Kind, before, after)
		change := clean(rep.Change)
		if e := rep.effect; e != nil {
			change += fmt.Sprintf(" (cases: %d better, %d worse)", e.Better, e.Worse)
		}
		for _, l := range cell.Wrap(change, plainWidth-cell.Width(lead)) {
			r.line("%s", strings.TrimRight(lead+l, " "))
			lead = strings.Repeat(" ", cell.Width(lead))
		}
	}
}

// plainWidth is the width, in cells, that plain reports keep to.
const plainWidth = 100
