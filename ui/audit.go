package ui

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/engine/audit"
	"findable/ui/cell"
	"findable/ui/layout"
)

// An auditing is the audit of the tools in scope: one that goes on, was stopped, or
// has ended.
type auditing struct {
	of     audited
	stop   context.CancelFunc // nil when none goes on
	run    *auditRun          // the one that goes on, or went on last
	report *audit.Report      // nil until it has ended
	texts  []string           // of the findings, in small letters, for filters
	// done and all are steps, as far as they have been looked at.
	done, all int64
	revision  int // counts audits that began, were stopped and ended
}

// audited is what a report depends on.
type audited struct {
	session *engine.Session
	limit   int
}

// An auditRun tells how far an audit is, from its own goroutine.
type auditRun struct{ done, all atomic.Int64 }

// An auditedMsg brings the report of a run.
type auditedMsg struct {
	run    *auditRun
	report audit.Report
	texts  []string
	err    error
}

// audit begins an audit where one is looked at and the last one was of another
// session or limit. One that is not wanted any more is stopped.
func (a *App) audit() tea.Cmd {
	w := &a.auditing
	of := audited{a.d.session, engine.Limit(a.d.config, nil)}
	if w.of == of {
		return nil
	}
	if w.stop != nil {
		w.halt()
	}
	if a.view != layout.Audit {
		if w.of != (audited{}) {
			*w = auditing{revision: w.revision + 1}
		}
		return nil
	}
	ctx, stop := context.WithCancel(a.ctx)
	run := &auditRun{}
	*w = auditing{of: of, stop: stop, run: run, revision: w.revision + 1}
	return func() tea.Msg {
		defer stop()
		msg := auditedMsg{run: run}
		msg.report, msg.err = audit.Run(ctx, of.session, of.limit, func(done, all int) {
			run.done.Store(int64(done))
			run.all.Store(int64(all))
		})
		for _, f := range msg.report.Findings {
			msg.texts = append(msg.texts, strings.ToLower(strings.Join([]string{string(f.Severity), kindName(f.Kind), f.Tool, f.Evidence}, " ")))
		}
		return msg
	}
}

// onAudited takes over a report, unless another audit has begun by now or this one
// was stopped.
func (a *App) onAudited(msg auditedMsg) {
	w := &a.auditing
	if msg.run != w.run || w.stop == nil || msg.err != nil {
		a.dropped++
		return
	}
	w.stop, w.report, w.texts = nil, &msg.report, msg.texts
	w.revision++
}

// look takes over how far the run is.
func (w *auditing) look() {
	if w.stop != nil {
		w.done, w.all = w.run.done.Load(), w.run.all.Load()
	}
}

// halt stops the audit. Nothing is known then.
func (w *auditing) halt() {
	w.stop()
	w.look()
	w.stop = nil
	w.revision++
}

// auditAgain begins anew, or stops what goes on.
func (a *App) auditAgain() {
	if a.auditing.stop != nil {
		a.auditing.halt()
		return
	}
	a.auditing.of = audited{}
}

// openFinding goes to the journey of the finding's tool, with the query that shows
// it.
func (a *App) openFinding() {
	f, ok := a.findings.current()
	switch {
	case !ok:
	case f.Tool == "":
		a.setFocus(layout.Dictionary)
		a.dictionary.open(level{})
	default:
		a.question(f.Query, f.Target)
	}
}

// question asks in the Why view whether a query finds a tool, as one step.
func (a *App) question(query, name string) {
	to := a.in
	to.Query, to.Target = strings.ReplaceAll(query, ";", " "), name // a semicolon would make several of it
	a.query.field.set(to.Query)
	a.change("why "+a.clean(name)+"?", "", to)
	a.hits.build(a.scene(layout.Hits))
	a.hits.first()
	a.show(layout.Why)
}

// auditedTool is the tool under the cursor of the panes of the Audit view, nil when
// there is none.
func (a *App) auditedTool() *engine.Entry {
	if a.focus() == layout.Dictionary {
		return a.dictionary.tool(a.scene(layout.Dictionary))
	}
	f, _ := a.findings.current()
	e, _ := a.d.session.Registry.Lookup(f.Tool)
	return e
}

// kindName is the code of a kind of finding as words that fit a column.
func kindName(k audit.Kind) string {
	return strings.ReplaceAll(strings.TrimPrefix(string(k), "not_found_"), "_", " ")
}

// auditTools are the panes of the Audit view whose cursor may be on a tool.
var auditTools = []scope{in(layout.Findings), in(layout.Finding), in(layout.Dictionary)}

func auditActions() []action {
	findings, dictionary := []scope{in(layout.Findings), in(layout.Finding)}, []scope{in(layout.Dictionary)}
	noFinding := func(a *App) string {
		if _, ok := a.findings.current(); !ok {
			return "the cursor is on no finding"
		}
		return ""
	}
	return []action{
		{id: "view-audit", over: true, title: "View Audit: which tools search cannot find, and why; all terms", scopes: general, keys: []string{"7"},
			run: toView(layout.Audit)},
		{id: "open-finding", title: "Why? The journey of this tool, with the query that shows it", hint: "why", scopes: findings, keys: []string{"enter", "w"},
			run: func(a *App) tea.Cmd { a.openFinding(); return nil }, disabled: noFinding},
		{id: "list-kind", title: "To the findings of this kind", hint: "findings", scopes: []scope{in(layout.Kinds)}, keys: []string{"enter"},
			run: func(a *App) tea.Cmd { a.setFocus(layout.Findings); return nil }},
		{id: "filter", title: "Filter these rows by words", hint: "filter", scopes: []scope{in(layout.Findings), in(layout.Dictionary)}, keys: []string{"f"},
			run: func(a *App) tea.Cmd { a.startFilter(); return nil }},
		{id: "audit", title: "Audit again, or stop it", hint: "again", scopes: []scope{in(layout.Kinds), in(layout.Findings), in(layout.Finding)}, keys: []string{"a"},
			run: func(a *App) tea.Cmd { a.auditAgain(); return nil }},
		{id: "open-term", title: "The tools of this term, or the terms of this tool", hint: "open", scopes: dictionary, keys: []string{"enter", "right", "l"},
			run: func(a *App) tea.Cmd { a.dictionary.enter(a.scene(layout.Dictionary)); return nil }},
		{id: "close-term", title: "Back to where this list was opened from", hint: "back", scopes: dictionary, keys: []string{"left", "h", "backspace"},
			run: func(a *App) tea.Cmd { a.dictionary.back(); return nil }, disabled: func(a *App) string {
				if len(a.dictionary.trail) == 0 {
					return "this is the whole dictionary"
				}
				return ""
			}},
		{id: "sort-terms", title: "Sort the terms: commonest first, rarest first, alphabetically", hint: "sort", scopes: dictionary, keys: []string{"s"},
			run: func(a *App) tea.Cmd { a.dictionary.sort(); return nil }},
		{id: "why-term", title: "Why is this tool found or not?", scopes: dictionary, keys: []string{"w"},
			run: func(a *App) tea.Cmd { a.ask(); return nil }, disabled: noTool},
		{id: "dictionary", title: "The terms of this tool, in the dictionary of all terms",
			scopes: slices.Concat([]scope{in(layout.Hits), in(layout.Explain)}, whyPanes, findings), keys: []string{"d"},
			run: func(a *App) tea.Cmd { a.toDictionary(); return nil }, disabled: noSubject},
	}
}

// progress says in words how far the audit is.
func (w *auditing) progress() string {
	if w.all == 0 {
		return ""
	}
	return cell.Number(int(w.done)) + " of " + cell.Number(int(w.all)) + " steps"
}
