package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"findable/engine"
	"findable/engine/py"
	"findable/ui/cell"
)

func (r *run) search() *cobra.Command {
	c := r.command("search [FLAGS] [DUMP...]", "Rank the tools for one or more queries, as tool_search does",
		"Rank the deferred tools for each query and show the reply that the model would get.",
		"  findable search -q \"create an issue\" github.json\n  findable search --queries questions.txt --limit 10 --json dumps/", r.runSearch)
	r.queryFlags(c)
	r.limit.minimum = math.MinInt // clamped, as a model's limit is
	c.Flags().Var(&r.limit, "limit", "return `N` matches a query, 1 to max_search_limit (default search_default_limit)")
	return c
}

// An answer is what search prints.
type answer struct {
	session *engine.Session
	limit   int
	results []engine.Result
	// reply is what the model would get; without text when the queries are more
	// than one call may carry.
	reply engine.Reply
}

func (r *run) runSearch(ctx context.Context, dumps []string) error {
	queries, err := r.queries(dumps)
	if err != nil {
		return err
	}
	if len(queries) == 0 {
		return errors.New(`search needs a query; write findable search -q "create an issue" or --queries FILE`)
	}
	s, err := r.open(ctx, dumps)
	if err != nil {
		return err
	}
	r.warn(s.source.Notes, s.notices)
	a := r.answer(s, queries)
	if r.json {
		r.printJSON(a.json())
		return nil
	}
	r.printAnswer(a)
	return nil
}

func (r *run) answer(s *setup, queries []string) answer {
	config := s.inputs.Effective()
	a := answer{session: s.session(), limit: config.SearchDefaultLimit}
	var arguments py.Object
	if config.Enabled == engine.Off {
		r.tell("warning: enabled is off, so the model gets every tool and no tool_search")
	}
	if n, given := r.limit.last(); given {
		arguments = arguments.With("limit", py.Int(n))
		if a.limit = engine.Limit(config, py.Int(n)); a.limit != n {
			r.tell(fmt.Sprintf("warning: --limit %d: used %d, since the limit is 1 to max_search_limit, %d", n, a.limit, config.MaxSearchLimit))
		}
	}
	var list py.List
	for _, q := range queries {
		list = append(list, q)
		result := a.session.Index.Search(py.Strip(q), a.limit)
		result.Query = q
		a.results = append(a.results, result)
	}
	if len(queries) <= a.session.Rules.MaxQueries {
		a.reply = a.session.ToolSearch(config, arguments.With("queries", list))
	}
	return a
}

// queries gathers the queries in their order: flags, then the file. Blank ones
// are left out, as tool_search leaves them out.
func (r *run) queries(dumps []string) ([]string, error) {
	queries := slices.Clone(r.query)
	if r.queriesFile != "" {
		text, err := r.readQueries(dumps)
		if err != nil {
			return nil, err
		}
		text = strings.TrimPrefix(text, "\ufeff")
		for line := range strings.Lines(text) {
			queries = append(queries, strings.TrimRight(line, "\r\n"))
		}
	}
	queries = slices.DeleteFunc(queries, func(q string) bool { return py.Strip(q) == "" })
	for i, q := range queries {
		queries[i] = strings.ToValidUTF8(q, "\uFFFD")
	}
	if r.queriesFile != "" && len(queries) == 0 {
		return nil, fmt.Errorf("%s: holds no query; write one a line", r.queriesFile)
	}
	return queries, nil
}

func (r *run) readQueries(dumps []string) (string, error) {
	if r.queriesFile != "-" {
		raw, err := os.ReadFile(r.queriesFile)
		if err != nil {
			return "", fmt.Errorf("--queries: %w; give a text file with one query a line", err)
		}
		return string(raw), nil
	}
	if slices.Contains(dumps, "-") {
		return "", errors.New("--queries - and the dump - both want standard input; give one of them as a file")
	}
	raw, err := io.ReadAll(r.stdin.again())
	if err != nil {
		return "", fmt.Errorf("--queries -: %w", err)
	}
	return string(raw), nil
}

func (a answer) json() py.Object {
	var results py.List
	for _, res := range a.results {
		tokens, hits := py.List{}, py.List{}
		for _, t := range res.Tokens {
			tokens = append(tokens, py.Object{{Key: "token", Value: t.Term}, {Key: "df", Value: py.Int(t.DF)}, {Key: "idf", Value: py.Float(t.IDF)}})
		}
		for i, h := range res.Hits {
			hits = append(hits, hitJSON(i, h, res))
		}
		results = append(results, py.Object{
			{Key: "query", Value: res.Query}, {Key: "tokens", Value: tokens}, {Key: "fallback", Value: res.Fallback},
			{Key: "matched", Value: py.Int(res.Matched)}, {Key: "hits", Value: hits},
		})
	}
	o := py.Object{
		{Key: "schema", Value: "findable.search/1"}, {Key: "generation", Value: a.session.Rules.Name},
		{Key: "total_available", Value: py.Int(a.session.Index.Size())}, {Key: "results", Value: results},
	}
	if a.reply.Text != "" {
		o = append(o, py.Member{Key: "reply", Value: a.reply.Text})
	}
	return o
}

// hitJSON is the hit at a place, from 0, of a ranking.
func hitJSON(i int, h engine.Hit, res engine.Result) py.Object {
	var score py.Value
	if !h.Exact() && !res.Fallback {
		score = py.Float(h.Score)
	}
	return py.Object{
		{Key: "rank", Value: py.Int(i + 1)}, {Key: "name", Value: h.Entry.Name}, {Key: "server", Value: h.Entry.Label},
		{Key: "score", Value: score}, {Key: "exact", Value: h.Exact()},
	}
}

func (r *run) printAnswer(a answer) {
	for _, res := range a.results {
		r.printResult(a, res)
		r.line("")
	}
	if a.reply.Text == "" {
		r.line("reply: none, since one call may carry %d queries and these are %d", a.session.Rules.MaxQueries, len(a.results))
		return
	}
	n := a.reply.Characters()
	r.line("reply: %s, %s", engine.Plural(n, "character", "characters"), engine.Plural(engine.Tokens(n), "token", "tokens"))
}

func (r *run) printResult(a answer, res engine.Result) {
	clean := r.glyphs().Clean
	r.line("query: %s", clean(res.Query))
	var terms []string
	for _, t := range res.Tokens {
		terms = append(terms, fmt.Sprintf("%s in %s (idf %.2f)", t.Term, engine.Plural(t.DF, "tool", "tools"), t.IDF))
	}
	switch {
	case a.session.Index.Size() == 0:
		r.line("  nothing is deferred, so there is nothing to find")
		return
	case len(terms) == 0:
		r.line("  no terms: only ASCII letters and digits make terms")
		return
	}
	r.line("  terms: %s", strings.Join(terms, ", "))
	if res.Gate >= 0 {
		r.line("  every match has %s and at least %d of these terms", res.Tokens[res.Gate].Term, res.Required)
	}
	how := ""
	if res.Fallback {
		how = ", by the text of their names, since no tool has any of the terms"
	}
	r.line("  %s of %s match%s", cell.Number(res.Matched), engine.Plural(a.session.Index.Size(), "tool", "tools"), how)
	if len(res.Hits) == 0 {
		return
	}
	rows := [][]string{{"rank", "score", "server", "tool"}}
	for i, h := range res.Hits {
		score := strconv.FormatFloat(h.Score, 'f', 3, 64)
		switch {
		case h.Exact():
			score = "exact"
		case res.Fallback:
			score = "name"
		}
		rows = append(rows, []string{strconv.Itoa(i + 1), score, clean(h.Entry.Label), clean(h.Entry.Name)})
	}
	r.printTable([]bool{true, true, false, false}, rows)
	if more := res.Matched - len(res.Hits); more > 0 {
		r.line("  %s more below the limit of %d", cell.Number(more), a.limit)
	}
}
