package cli

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"findable/engine"
	"findable/engine/py"
	"findable/ui/cell"
)

func (r *run) explain() *cobra.Command {
	c := r.command("explain [FLAGS] [DUMP...]", "Show the arithmetic of a tool's score for a query",
		`Show term by term what a tool's BM25 score is made of, beside the tool that ranks first, or
behind it where the tool is the first itself. Without --tool it explains the first hit.`,
		"  findable explain -q \"create an issue\" github.json\n  findable explain -q \"create an issue\" --tool list_issues --json github.json", r.runExplain)
	r.queryFlags(c)
	c.Flags().StringVar(&r.tool, "tool", "", "explain the tool `NAME`, in full, or a bare one that only one tool has")
	return c
}

// An account is what explain prints: the arithmetic of a tool, and of the one that
// it competes with.
type account struct {
	query string
	tool  engine.Explanation
	rank  int                 // 0 when the query does not admit the tool
	rival *engine.Explanation // nil when no other tool is found
	place int                 // the rival's rank
}

func (r *run) runExplain(ctx context.Context, dumps []string) error {
	queries, err := r.queries(dumps)
	if err != nil {
		return err
	}
	if len(queries) != 1 {
		return errors.New(`explain needs one query; write findable explain -q "create an issue"`)
	}
	s, err := r.open(ctx, dumps)
	if err != nil {
		return err
	}
	r.warn(s.source.Notes, s.notices)
	a, err := r.account(s, py.Strip(queries[0]))
	if err != nil {
		return err
	}
	if r.json {
		r.printJSON(a.json())
		return nil
	}
	r.printAccount(a)
	return nil
}

func (r *run) account(s *setup, query string) (account, error) {
	index := s.session().Index
	best := index.Search(query, 2).Hits
	a := account{query: query}
	doc := -1
	switch {
	case r.tool != "":
		e, err := s.world().Find(r.tool)
		if err != nil {
			return a, err
		}
		if e == nil {
			return a, fmt.Errorf("there is no tool %q; findable why says what became of it", r.tool)
		}
		if doc = index.Doc(e); doc < 0 {
			return a, fmt.Errorf("%s is not deferred, so search never scores it; the model has it anyway", e.Name)
		}
	case len(best) == 0:
		return a, errors.New("the query finds no tool; --tool NAME explains the score of one that it should find")
	default:
		doc = best[0].Doc
	}
	a.tool, a.rank = index.Explain(query, doc), index.Rank(query, doc)
	for i, h := range best {
		if h.Doc != doc {
			x := index.Explain(query, h.Doc)
			a.rival, a.place = &x, i+1
			break
		}
	}
	return a, nil
}

func (a account) json() py.Object {
	var rival py.Value
	if a.rival != nil {
		rival = scoreJSON(*a.rival, a.place)
	}
	return py.Object{
		{Key: "schema", Value: "findable.explain/1"}, {Key: "query", Value: a.query}, {Key: "k1", Value: py.Float(engine.K1)},
		{Key: "b", Value: py.Float(engine.B)}, {Key: "total_available", Value: py.Int(a.tool.N)}, {Key: "average_length", Value: py.Float(a.tool.Average)},
		{Key: "tool", Value: scoreJSON(a.tool, a.rank)}, {Key: "rival", Value: rival},
	}
}

func scoreJSON(x engine.Explanation, rank int) py.Object {
	terms := py.List{}
	for _, c := range x.Terms {
		fields := py.Object{}
		for f, tf := range c.TF {
			fields = append(fields, py.Member{Key: engine.Field(f).String(), Value: py.Int(tf)})
		}
		terms = append(terms, py.Object{{Key: "token", Value: c.Term}, {Key: "df", Value: py.Int(c.DF)}, {Key: "idf", Value: py.Float(c.IDF)},
			{Key: "tf", Value: py.Int(c.Frequency())}, {Key: "fields", Value: fields}, {Key: "contribution", Value: py.Float(c.Value)}})
	}
	return py.Object{{Key: "name", Value: x.Entry.Name}, {Key: "rank", Value: rankJSON(rank)}, {Key: "score", Value: py.Float(x.Score)},
		{Key: "length", Value: py.Int(x.Length)}, {Key: "terms", Value: terms}}
}

func (r *run) printAccount(a account) {
	clean := r.glyphs().Clean
	r.line("query: %s", clean(a.query))
	r.line("score: the sum over its terms of idf x tf x (k1 + 1) / (tf + k1 x (1 - b + b x length / average)),")
	r.line("       with k1 %g, b %g and an average length of %.2f terms over %s", engine.K1, engine.B, a.tool.Average, engine.Plural(a.tool.N, "tool", "tools"))
	r.line("")
	r.printScore(a.tool, a.rank)
	if a.rival != nil {
		r.line("")
		r.printScore(*a.rival, a.place)
	}
}

func (r *run) printScore(x engine.Explanation, rank int) {
	place := "not among the matches"
	if rank > 0 {
		place = "rank " + cell.Number(rank)
	}
	r.line("%s, %s: score %.3f, length %s", r.glyphs().Clean(x.Entry.Name), place, x.Score, engine.Plural(x.Length, "term", "terms"))
	if len(x.Terms) == 0 {
		return
	}
	rows := [][]string{{"term", "df", "idf", "tf", "adds", "in"}}
	for _, c := range x.Terms {
		var where []string
		for f, tf := range c.TF {
			if tf > 0 {
				where = append(where, fmt.Sprintf("%s %d", engine.Field(f), tf))
			}
		}
		rows = append(rows, []string{c.Term, cell.Number(c.DF), fmt.Sprintf("%.3f", c.IDF), strconv.Itoa(c.Frequency()),
			fmt.Sprintf("%.3f", c.Value), strings.Join(where, ", ")})
	}
	r.printTable([]bool{false, true, true, true, true, false}, rows)
}
