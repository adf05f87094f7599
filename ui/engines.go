package ui

import (
	"context"
	"fmt"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine/eval"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/style"
)

// An Engine is one way to search the catalog: a generation of the reference, a
// what-if, or the engine of somebody else.
type Engine struct {
	// Key names it as on the command line; About says what it is.
	Key, About string
	// Make prepares it, which may take a while.
	Make func() eval.Engine
}

// An asked engine has answered the query on the screen, and the cases where there
// are some.
type asked struct {
	Engine
	names    *eval.Names
	hits     []int
	err      error
	measures *eval.Measures // of the cases, nil without any
}

// An askedMsg brings the answers of all engines.
type askedMsg struct {
	id      int
	query   string
	answers []asked
	err     error
}

// shownHits is how many hits of each engine are shown.
const shownHits = 5

// askEngines asks all engines the query on the screen and, from the Eval view, all
// cases.
func (a *App) askEngines(withCases bool) tea.Cmd {
	ctx, stop := context.WithCancel(a.ctx)
	if a.asking != nil {
		a.asking()
	}
	a.asking = stop
	a.askings++
	id, query, limit := a.askings, "", a.d.limit()
	if len(a.d.queries) > 0 {
		query = a.d.queries[min(a.hits.query(), len(a.d.queries)-1)]
	}
	var cases []eval.Case
	if withCases {
		cases = a.evaluation.cases
	}
	engines := a.src.Engines(a.in)
	a.say("asking " + plural(len(engines), "engine", "engines") + " " + a.styles.Glyphs.Ellipsis)
	return func() tea.Msg {
		defer stop()
		msg := askedMsg{id: id, query: query}
		for _, e := range engines {
			one := asked{Engine: e}
			made := e.Make()
			one.names = made.Names()
			if query != "" {
				one.hits, one.err = made.Rank(query, eval.Depth)
			}
			if len(cases) > 0 {
				outcomes, err := eval.Run(ctx, made, cases, nil)
				if err != nil {
					msg.err = err
					return msg
				}
				m := eval.Measured(outcomes, limit)
				one.measures = &m
			}
			if msg.err = ctx.Err(); msg.err != nil {
				return msg
			}
			msg.answers = append(msg.answers, one)
		}
		return msg
	}
}

// onAsked shows the answers, unless others have been asked for by now.
func (a *App) onAsked(msg askedMsg) {
	if msg.id != a.askings {
		a.dropped++
		return
	}
	a.asking, a.message = nil, ""
	if msg.err == nil {
		a.open(newAnswers(a, msg))
	}
}

// newAnswers shows what each engine finds.
func newAnswers(a *App, msg askedMsg) *reader {
	title := "Every engine"
	if msg.query != "" {
		title += " " + a.styles.Glyphs.Middle + " " + a.clean(msg.query)
	}
	return &reader{title: title, foot: "scores of different engines do not compare", toggle: "engines", content: func(s *scene) []string {
		var out []string
		if len(msg.answers) > 0 && msg.answers[0].measures != nil {
			out = append(s.engineMeasures(msg.answers), "")
		}
		if msg.query == "" {
			return out
		}
		for _, x := range msg.answers {
			out = append(out, s.engineHits(x)...)
			out = append(out, "")
		}
		return out
	}}
}

// engineMeasures is a table of how the cases fare under each engine.
func (s *scene) engineMeasures(answers []asked) []string {
	const head = themes.Heading
	const keyWidth, valueWidth = 24, 13
	all := eval.All()
	segs := []style.Seg{style.In(head, " "), style.Column(head, "engine", keyWidth)}
	for _, m := range all {
		segs = append(segs, style.Number(head, m.Name, valueWidth))
	}
	out := []string{s.Row(s.w, style.Off, segs...)}
	for _, x := range answers {
		m := x.measures
		segs := []style.Seg{style.In(themes.Text, " "), style.Column(themes.Strong, x.Key, keyWidth)}
		for _, v := range []float64{m.Hit1, m.RecallLimit, m.Recall5, m.MRR, m.NDCG, m.ZeroHit} {
			segs = append(segs, style.Number(themes.Text, figure(v), valueWidth))
		}
		out = append(out, s.Row(s.w, style.Off, segs...))
	}
	return out
}

// engineHits lists the first hits of one engine.
func (s *scene) engineHits(x asked) []string {
	out := []string{s.Row(s.w, style.Off, style.In(themes.Heading, " "), style.Column(themes.Heading, x.Key, 24), style.In(themes.Muted, s.Glyphs.Cut(s.clean(x.About), max(s.w-26, 1))))}
	switch {
	case x.err != nil:
		return append(out, s.paragraph(themes.Bad, "   refuses it: "+s.clean(x.err.Error()))...)
	case len(x.hits) == 0:
		return append(out, s.paragraph(themes.Muted, "   finds nothing")...)
	}
	for i, place := range x.hits[:min(shownHits, len(x.hits))] {
		t := x.names.Tool(place)
		role, name := themes.Text, t.Bare
		if name == "" {
			name = "(server)"
		}
		if s.in.Target != "" && (t.Full == s.in.Target || t.Bare == s.in.Target) {
			role = themes.Match
		}
		out = append(out, s.Row(s.w, style.Off, style.Number(themes.Muted, strconv.Itoa(i+1), 6), style.In(role, " "), style.Name(role, s.clean(name), max(s.w-6-1-21, 4)),
			style.In(themes.Muted, " "), style.Column(themes.Muted, s.clean(t.Server), 20)))
	}
	if more := len(x.hits) - shownHits; more > 0 {
		text := fmt.Sprintf("      %s more", cell.Number(more))
		if len(x.hits) == eval.Depth {
			text = "      and more"
		}
		out = append(out, s.Row(s.w, style.Off, style.In(themes.Muted, text)))
	}
	return out
}

// engineless says why no engine can be asked.
func engineless(a *App) string {
	switch {
	case a.src.Engines == nil:
		return "there are no other engines here"
	case len(a.d.queries) == 0 && len(a.evaluation.cases) == 0:
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
			found = "first " + a.clean(a.d.session.Index.Entry(k.Hits[0]).Bare()) + ", " + plural(len(k.Hits), "hit", "hits")
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
