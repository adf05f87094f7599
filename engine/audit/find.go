package audit

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"findable/engine"
	"findable/engine/eval"
	"findable/engine/py"
	"findable/engine/text"
)

// A probe is one way of asking for a tool by its own words.
type probe struct {
	kind     Kind
	severity Severity
	what     string // the words that are asked for
	query    string // "" where the tool has none
}

// probes returns the ways to ask for a tool; sentence is its first.
func probes(e *engine.Entry, sentence string) []probe {
	if description := e.Tool.Function.Text("description"); strings.TrimSpace(description) == "" {
		sentence = "" // a description that the agent made up says nothing new
	}
	return []probe{
		{NotByName, High, "the words of its name", nameQuery(e)},
		{NotBySentence, Medium, "its first sentence", sentence},
		{NotByTitle, Medium, "its title", title(e)},
		{NotByParams, Low, "the names of its parameters", strings.Join(parameterNames(e), " ")},
	}
}

// nameQuery is the query of SelfFindable.
func nameQuery(e *engine.Entry) string {
	var words []string
	text.EachWord(strings.TrimPrefix(e.Name, "mcp__"), func(word string, _, _ int) {
		words = append(words, word)
	})
	return strings.Join(words, " ")
}

// title returns the title that the server gave a tool, in either place of the
// protocol, "" when there is none.
func title(e *engine.Entry) string {
	raw, _ := e.Tool.Raw.(py.Object)
	if t := raw.Text("title"); t != "" {
		return t
	}
	return raw.Object("annotations").Text("title")
}

func parameterNames(e *engine.Entry) []string {
	var names []string
	for _, m := range e.Properties() {
		names = append(names, m.Key)
	}
	return names
}

// A crowd counts, for each tool by its document, in how many other tools' results
// it is.
type crowd struct {
	reach   []int // tools in whose results it is, for one probe or more
	crowded []int // of those the ones that the same search does not return
}

// findAll asks for every deferred tool by each of its own words.
func (a *audit) findAll(ctx context.Context) error {
	n := len(a.session.Deferred)
	c := crowd{make([]int, n), make([]int, n)}
	a.crowdedBy = map[int]missed{}
	sentences := eval.SelfRetrieval(a.session)
	for doc, e := range a.session.Deferred {
		c.add(a.find(doc, probes(e, sentences[doc].Query)))
		if err := a.step(ctx); err != nil {
			return err
		}
	}
	if len(a.report.Shares) > 0 {
		a.report.SelfFindable = a.report.Shares[0].Found
	}
	a.magnets(c)
	return nil
}

// find asks for one tool, and returns the documents of the others that come in its
// results, each with whether the tool itself was not among these.
func (a *audit) find(doc int, all []probe) map[int]bool {
	others := map[int]bool{}
	if a.report.Shares == nil {
		for _, p := range all {
			a.report.Shares = append(a.report.Shares, Share{Kind: p.kind})
		}
	}
	for i, p := range all {
		// tool_search trims its queries, and so must what speaks for it.
		r := a.session.Index.Search(py.Strip(p.query), a.limit)
		found := slices.ContainsFunc(r.Hits, func(h engine.Hit) bool { return h.Doc == doc })
		for _, h := range r.Hits {
			if h.Doc != doc {
				others[h.Doc] = others[h.Doc] || !found
				if _, known := a.crowdedBy[h.Doc]; !known && !found {
					a.crowdedBy[h.Doc] = missed{a.session.Index.Entry(doc).Name, r.Query}
				}
			}
		}
		if len(r.Tokens) == 0 && p.kind != NotByName {
			continue
		}
		share := &a.report.Shares[i]
		share.Asked++
		if found {
			share.Found++
		} else {
			a.miss(doc, p, r)
		}
	}
	return others
}

// miss adds the finding that a probe does not return its tool.
func (a *audit) miss(doc int, p probe, r engine.Result) {
	e := a.session.Index.Entry(doc)
	if len(r.Tokens) == 0 {
		a.add(p.kind, e, p.severity, len(a.session.Deferred), "%s hold nothing that search reads", p.what)
		return
	}
	rank := a.session.Index.Rank(r.Query, doc)
	place, harm := "do not find it", len(a.session.Deferred)
	if rank > 0 {
		place, harm = "put it at rank "+engine.Number(rank), rank
	}
	if p.kind == NotBySentence || p.kind == NotByTitle {
		place = strings.NewReplacer("do not", "does not", "put ", "puts ").Replace(place)
	}
	evidence := fmt.Sprintf("%s, %q, %s", p.what, engine.Clip(r.Query, quotation, "…"), place)
	if len(r.Hits) > 0 {
		evidence += fmt.Sprintf(", beyond the limit of %d; first come %s", a.limit, hitNames(r.Hits))
	}
	a.add(p.kind, e, p.severity, harm, "%s", evidence).Query = r.Query
}

// quotation is how many characters of a text are quoted.
const quotation = 80

// hitNames names the first hits.
func hitNames(hits []engine.Hit) string {
	const shown = 3
	var names []string
	for _, h := range hits[:min(shown, len(hits))] {
		names = append(names, h.Entry.Name)
	}
	return strings.Join(names, ", ")
}

func (c crowd) add(others map[int]bool) {
	for doc, crowded := range others {
		if c.reach[doc]++; crowded {
			c.crowded[doc]++
		}
	}
}

// A tool is a magnet that comes in the results of at least minReach others and of
// timesReach as many as tools do on average: an outlier, however large the catalog.
const minReach, timesReach = 10, 4

func (a *audit) magnets(c crowd) {
	total := 0
	for _, n := range c.reach {
		total += n
	}
	for doc, reach := range c.reach {
		if reach < minReach || reach*len(c.reach) < timesReach*total {
			continue
		}
		severity := Low
		if c.crowded[doc] > 0 {
			severity = Medium
		}
		f := a.add(Magnet, a.session.Index.Entry(doc), severity, reach, "it is in the results of %s asked for by their own words, %.1f on average; "+
			"in %s of them a search did not return the tool that was asked for", engine.Plural(reach, "other tool", "other tools"),
			float64(total)/float64(len(c.reach)), engine.Number(c.crowded[doc]))
		if out, ok := a.crowdedBy[doc]; ok {
			f.Query, f.Target = out.query, out.name
		}
	}
}
