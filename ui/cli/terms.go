package cli

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"findable/engine"
	"findable/engine/py"
	"findable/engine/text"
	"findable/ui/cell"
)

func (r *run) terms() *cobra.Command {
	c := r.command("terms [FLAGS] [DUMP...]", "List the terms that search knows, and the tools that have them",
		`List every term of the deferred tools, the commonest first: in how many tools it is (df),
how much it tells (idf), and in which. With --tool the terms of one tool, those that tell
it from others first, and how often it has each (tf).`,
		"  findable terms dumps/\n  findable terms --term repositories --term repo github.json\n  findable terms --tool create_issue --json github.json", r.runTerms)
	c.Flags().SortFlags = false
	c.Flags().StringVar(&r.tool, "tool", "", "only the terms of the tool `NAME`, in full, or a bare one that only one tool has")
	c.Flags().StringArrayVar(&r.term, "term", nil, "only the terms of the words in `TEXT`; repeatable")
	return c
}

// A glossary is what terms prints.
type glossary struct {
	session *engine.Session
	tool    *engine.Entry // whose terms they are, nil for all
	uses    []engine.TermUse
}

func (r *run) runTerms(ctx context.Context, dumps []string) error {
	s, err := r.open(ctx, dumps)
	if err != nil {
		return err
	}
	r.warn(s.source.Notes, s.notices)
	g, err := r.glossary(s)
	if err != nil {
		return err
	}
	if r.json {
		r.printJSON(g.json())
		return nil
	}
	r.printGlossary(g)
	return nil
}

func (r *run) glossary(s *setup) (glossary, error) {
	g := glossary{session: s.session()}
	index := g.session.Index
	if r.tool == "" {
		g.uses = index.Dictionary()
	} else {
		e, err := s.world().Find(r.tool)
		if err != nil {
			return g, err
		}
		if e == nil {
			return g, fmt.Errorf("there is no tool %q; findable listing shows the names", r.tool)
		}
		doc := index.Doc(e)
		if doc < 0 {
			return g, fmt.Errorf("%s is not deferred, so search has no terms of it", e.Name)
		}
		g.tool, g.uses = index.Entry(doc), index.TermsOf(doc)
	}
	if r.term != nil {
		asked := text.Tokens(strings.Join(r.term, " "))
		g.uses = slices.DeleteFunc(g.uses, func(u engine.TermUse) bool { return !slices.Contains(asked, u.Term) })
	}
	return g, nil
}

func (g glossary) json() py.Object {
	terms := py.List{}
	for _, u := range g.uses {
		tools := py.List{}
		for _, e := range g.session.Index.Tools(u.Term) {
			tools = append(tools, e.Name)
		}
		o := py.Object{{Key: "term", Value: u.Term}, {Key: "df", Value: py.Int(u.DF)}, {Key: "idf", Value: py.Float(u.IDF)}}
		if g.tool != nil {
			o = append(o, py.Member{Key: "tf", Value: py.Int(u.TF)})
		}
		terms = append(terms, append(o, py.Member{Key: "tools", Value: tools}))
	}
	var tool py.Value
	if g.tool != nil {
		tool = g.tool.Name
	}
	return py.Object{{Key: "schema", Value: "findable.terms/1"}, {Key: "total_available", Value: py.Int(g.session.Index.Size())},
		{Key: "tool", Value: tool}, {Key: "terms", Value: terms}}
}

func (r *run) printGlossary(g glossary) {
	clean := r.glyphs().Clean
	if g.tool != nil {
		r.line("tool:  %s", clean(g.tool.Name))
	}
	r.line("tools: %s", cell.Number(g.session.Index.Size()))
	r.line("terms: %s", cell.Number(len(g.uses)))
	if len(g.uses) == 0 {
		return
	}
	r.line("")
	width := 0
	for _, u := range g.uses {
		width = max(width, len(u.Term)) // ASCII: what the tokeniser leaves
	}
	const longest, numbers = 30, 2 + 2 + 6 + 2 + 5 + 2 + 2 + 2 // cells of a term, and of what is between it and the names
	rows := [][]string{{"term", "df", "idf", "tf", "tools"}}
	for _, u := range g.uses {
		tf := ""
		if g.tool != nil {
			tf = strconv.Itoa(u.TF)
		}
		var names []string
		for _, e := range g.session.Index.Tools(u.Term) {
			names = append(names, clean(e.Name))
		}
		rows = append(rows, []string{r.glyphs().Cut(u.Term, longest), cell.Number(u.DF), strconv.FormatFloat(u.IDF, 'f', 2, 64), tf,
			r.glyphs().Cut(listed(names, 3), plainWidth-min(width, longest)-numbers)})
	}
	right := []bool{false, true, true, true, false}
	if g.tool == nil {
		for i := range rows {
			rows[i] = slices.Delete(rows[i], 3, 4)
		}
		right = slices.Delete(right, 3, 4)
	}
	r.printTable(right, rows)
}
