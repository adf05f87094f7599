package ui

import (
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/engine/eval"
	"findable/ui/layout"
)

// An Engine is one way to search the catalog: a generation of the reference, a
// what-if, or the engine of somebody else.
type Engine struct {
	// Key names it as on the command line; About says what it is.
	Key, About string
	Kind       EngineKind
	// Source says where it was read, "" for the reference; Approximate in which
	// points its answers may differ from the original's.
	Source      string
	Approximate []string
	// Make prepares it, which may take a while.
	Make func() eval.Engine
}

// An EngineKind says whose answers an engine gives.
type EngineKind string

// The kinds. Only the first is the reference as it is.
const (
	Reference EngineKind = "reference"
	Keyworded EngineKind = "reference in keywords"
	WhatIf    EngineKind = "what-if"
	Foreign   EngineKind = "other engine"
)

// engineKinds are the kinds in the order in which they are shown, with their titles.
var engineKinds = []struct {
	kind  EngineKind
	title string
}{
	{Reference, "the reference"}, {Keyworded, "the reference, asked in keywords as a careful model would"},
	{WhatIf, "what-ifs: NOT the reference, which reads texts in its own way"}, {Foreign, "engines of others, replayed (~ in part approximate, see below)"},
}

// answers are what the engines find, one after the other: an overlay that fills while
// they are being asked.
type answers struct {
	*reader
	query string
	all   []asked
	stop  context.CancelFunc
}

// An asked engine has answered the query on the screen, and the cases where there
// are some.
type asked struct {
	Engine
	ready    bool
	names    *eval.Names
	outcome  eval.Outcome   // of the query
	measures *eval.Measures // of the cases, nil without any
}

// An askedMsg brings the answers of one engine; next asks the following one.
type askedMsg struct {
	to   *answers
	at   int
	one  asked
	err  error
	next tea.Cmd
}

// askEngines asks all engines the query on the screen and, from the Eval view, all
// cases.
func (a *App) askEngines(withCases bool) tea.Cmd {
	ctx, stop := context.WithCancel(a.ctx)
	to := &answers{stop: stop}
	for _, e := range a.src.Engines(a.in) {
		to.all = append(to.all, asked{Engine: e})
	}
	var query eval.Case
	if len(a.d.queries) > 0 {
		query = a.wantedBy(a.d.queries[min(a.hits.query(), len(a.d.queries)-1)])
		to.query = query.Query
	}
	var cases []eval.Case
	if withCases {
		cases = a.evaluation.cases
	}
	title := "Every engine"
	if to.query != "" {
		title += " " + a.styles.Glyphs.Middle + " " + a.clean(to.query)
	}
	to.reader = &reader{title: title, foot: "scores of different engines do not compare", toggle: "engines",
		content: func(s *scene) []string { return s.answered(to, len(cases) > 0) }}
	a.open(to)
	return to.ask(ctx, 0, query, cases, a.d.limit())
}

// wantedBy is the query with the tools that it should find: those of its case, or
// else the target.
func (a *App) wantedBy(query string) eval.Case {
	i := slices.IndexFunc(a.evaluation.cases, func(c eval.Case) bool { return c.Query == query })
	switch {
	case i >= 0:
		return a.evaluation.cases[i]
	case a.in.Target != "":
		return eval.Case{Query: query, Expect: []eval.Want{{Name: a.in.Target, Grade: 1}}}
	}
	return eval.Case{Query: query}
}

// ask asks the engine at a place, and then the others.
func (o *answers) ask(ctx context.Context, at int, query eval.Case, cases []eval.Case, limit int) tea.Cmd {
	if at >= len(o.all) {
		return nil
	}
	one := o.all[at]
	return func() tea.Msg {
		msg := askedMsg{to: o, at: at, next: o.ask(ctx, at+1, query, cases, limit)}
		made := one.Make()
		one.names = made.Names()
		if query.Query != "" {
			outcomes, err := eval.Run(ctx, made, []eval.Case{query}, nil)
			if msg.err = err; err != nil {
				return msg
			}
			one.outcome = outcomes[0]
		}
		if len(cases) > 0 {
			outcomes, err := eval.Run(ctx, made, cases, nil)
			if msg.err = err; err != nil {
				return msg
			}
			m := eval.Measured(outcomes, limit)
			one.measures = &m
		}
		one.ready = true
		msg.one = one
		return msg
	}
}

// onAsked shows the answers of one engine and asks the next, unless the overlay has
// been closed by now.
func (a *App) onAsked(msg askedMsg) tea.Cmd {
	if msg.err != nil || a.overlay != overlay(msg.to) && a.below != overlay(msg.to) {
		msg.to.stop()
		a.dropped++
		return nil
	}
	msg.to.all[msg.at] = msg.one
	msg.to.lines = nil // drawn anew
	if msg.next == nil {
		msg.to.stop()
	}
	return msg.next
}

// key closes the overlay and stops the engines, or scrolls.
func (o *answers) key(a *App, msg tea.KeyMsg) tea.Cmd {
	cmd := o.reader.key(a, msg)
	if a.overlay != overlay(o) && a.below != overlay(o) {
		o.stop()
	}
	return cmd
}

// engineless says why no engine can be asked.
func engineless(a *App) string {
	switch {
	case a.src.Engines == nil:
		return "there are no other engines here"
	case len(a.d.queries) == 0 && (a.view != layout.Eval || len(a.evaluation.cases) == 0):
		return "there is no query and no case"
	}
	return ""
}

// newKeywords shows the keyword queries that a careful model would send for the
// sentence in the box, and takes one of them.
func newKeywords(a *App) *chooser {
	sentence := a.d.queries[min(a.hits.query(), len(a.d.queries)-1)]
	var rows []choice
	lens := eval.NewLens(a.d.session)
	for _, k := range lens.Queries(sentence) {
		found := "finds nothing"
		if len(k.Hits) > 0 {
			found = "first " + a.clean(a.d.session.Index.Entry(k.Hits[0]).Bare()) + ", " + engine.Plural(len(k.Hits), "hit", "hits")
			if len(k.Hits) == eval.Depth {
				found = "first " + a.clean(a.d.session.Index.Entry(k.Hits[0]).Bare())
			}
		}
		rows = append(rows, choice{title: k.Query, note: found, run: func(a *App) tea.Cmd {
			a.history.close()
			a.setQuery(k.Query)
			return nil
		}})
	}
	return &chooser{title: "As a careful model would word it", foot: "service, action, object in the catalog's words; enter takes one", filter: newField(""),
		choices: func(filter string) []choice { return filtered(rows, filter) }}
}

func noQuery(a *App) string {
	if len(a.d.queries) == 0 {
		return "there is no query"
	}
	return ""
}
