package ui

import (
	"fmt"
	"slices"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/engine/eval"
)

// madeHere is where a case comes from that was made in the app.
const madeHere = "made here"

// ownWords notes the cases that ask for a tool by its own words.
const ownWords = "self-retrieval: the first sentence of the tool's own description"

// A madeCase is one that was made in the app.
type madeCase struct {
	eval.Case
	// undo takes it out of the file that it was saved in; nil where it is in none.
	undo func() error
}

// expect makes a case of the query and the tool under the cursor, and saves it
// where the cases came from.
func (a *App) expect() {
	e, t, queries := &a.evaluation, a.selectedTool(), a.d.queries
	c := eval.Case{Query: queries[min(a.hits.query(), len(queries)-1)], Expect: []eval.Want{{Name: t.Name, Grade: 1}}, Origin: engine.Origin{File: madeHere}}
	a.history.record("the case "+strconv.Quote(a.clean(c.Query)), "", a.in, a.marks())
	e.made = append(e.made[:e.kept:e.kept], madeCase{Case: c})
	where := a.keepCase()
	a.say(fmt.Sprintf("case %d: %s should find %s; %s", len(e.cases), strconv.Quote(a.clean(c.Query)), a.clean(t.Bare()), where))
}

// keepCase takes the next of the made cases among the cases, and says where it is
// saved.
func (a *App) keepCase() (where string) {
	e := &a.evaluation
	c := &e.made[e.kept]
	e.kept++
	e.cases = append(slices.Clip(e.cases), c.Case)
	e.asked++
	if a.src.AddCase == nil {
		return a.told("kept until you quit; --cases FILE, or {load-cases} in Eval, names a file to keep it in")
	}
	file, undo, err := a.src.AddCase(c.Case)
	if err != nil {
		return "not saved: " + a.clean(err.Error())
	}
	c.undo = undo
	return "added to " + a.clean(file)
}

// keepCases undoes the making of cases, or does it again, until so many stand.
func (a *App) keepCases(n int) {
	e := &a.evaluation
	for e.kept < min(n, len(e.made)) {
		a.keepCase()
	}
	for e.kept > n {
		e.kept--
		c := &e.made[e.kept]
		same := func(other eval.Case) bool { return other.Query == c.Query && slices.Equal(other.Expect, c.Expect) }
		for i := len(e.cases) - 1; i >= 0; i-- {
			if same(e.cases[i]) {
				e.cases = slices.Delete(slices.Clone(e.cases), i, i+1)
				break
			}
		}
		e.asked++
		if c.undo != nil {
			if err := c.undo(); err != nil {
				a.say("still in the file: " + a.clean(err.Error()))
			}
			c.undo = nil
		}
	}
}

// unexpectable says why no case can be made here.
func unexpectable(a *App) string {
	if len(a.d.queries) == 0 {
		return "there is no query"
	}
	return noTool(a)
}

// reload takes over the cases as their file has them now, besides those made here.
func (a *App) reloadCases(cases []eval.Case) {
	e := &a.evaluation
	self := e.hasOwnWords()
	e.cases = slices.Concat(cases, slices.DeleteFunc(slices.Clone(e.cases), func(c eval.Case) bool {
		return c.Origin.File != madeHere || slices.ContainsFunc(cases, func(saved eval.Case) bool { return saved.Query == c.Query })
	}))
	e.asked++
	if self && a.d.session != nil {
		e.cases = slices.Concat(e.cases, casesOfOwnWords(a.d.session))
	}
}

func (e *evaluation) hasOwnWords() bool {
	return slices.ContainsFunc(e.cases, func(c eval.Case) bool { return c.Note == ownWords })
}

// casesOfOwnWords ask for every deferred tool by its own words.
func casesOfOwnWords(s *engine.Session) []eval.Case {
	cases := eval.SelfRetrieval(s)
	for i := range cases {
		cases[i].Note = ownWords
	}
	return cases
}

// toggleOwnWords measures every tool by its own words, besides the other cases, or no
// longer.
func (a *App) toggleOwnWords() tea.Cmd {
	e := &a.evaluation
	e.asked++
	if e.hasOwnWords() {
		e.cases = slices.DeleteFunc(slices.Clone(e.cases), func(c eval.Case) bool { return c.Note == ownWords })
		a.say("tools are no longer asked for by their own words")
		return nil
	}
	own := casesOfOwnWords(a.d.session)
	e.cases = slices.Concat(e.cases, own)
	a.say(engine.Plural(len(own), "case", "cases") + ": each tool is asked for by the first sentence of its description")
	return nil
}
