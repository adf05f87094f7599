package ui

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/engine/planner"
	"findable/engine/replay"
	"findable/ui/layout"
)

// A replayedMsg brings what a log comes to under a session.
type replayedMsg struct {
	of     *engine.Session
	report replay.Report
}

// Sides are the present session and one of every other generation.
func Sides(src Source, in Inputs, session *engine.Session, c engine.Config) []replay.Side {
	sides := []replay.Side{{Session: session, Config: c}}
	for _, rules := range generations {
		if rules.Name == in.Generation {
			continue
		}
		other := in
		other.Generation = rules.Name
		s := src.registry(rules.Name).With(in.Edits).Session(rules, in.Scope, other.Effective().Defer)
		sides = append(sides, replay.Side{Session: s, Config: other.Effective()})
	}
	return sides
}

// openLog goes through the loaded conversation, beside the app, and shows what it
// comes to.
func (a *App) openLog() tea.Cmd {
	if a.play.log != nil && a.play.logOf == a.d.session {
		a.open(newLog(a))
		return nil
	}
	src, in, session, config := a.src, a.in, a.d.session, a.d.config
	a.say("going through " + engine.Plural(len(src.Play.Log), "call", "calls"))
	return func() tea.Msg {
		return replayedMsg{session, replay.Analyse(src.Play.Log, Sides(src, in, session, config))}
	}
}

func (a *App) onReplayed(msg replayedMsg) {
	if msg.of != a.d.session {
		a.dropped++
		return
	}
	a.play.log, a.play.logOf = &msg.report, msg.of
	if a.overlay == nil && a.view == layout.Play {
		a.open(newLog(a))
	}
}

// newLog lists what was found in a log. Each row leads to the journey of its tool.
func newLog(a *App) *chooser {
	r := a.play.log
	var rows []choice
	for _, f := range r.Findings {
		title := fmt.Sprintf("call %d: %s", f.Event+1, f.Text)
		if f.Query != "" {
			title = fmt.Sprintf("call %d, %q: %s", f.Event+1, f.Query, f.Text)
		}
		row := choice{key: string(f.Kind), title: title, note: f.Tool}
		if f.Tool == "" {
			row.disabled = "nothing shows which tool was wanted"
		} else {
			row.run = func(a *App) tea.Cmd {
				a.setQuery(f.Query)
				a.target(f.Tool)
				a.show(layout.Why)
				return nil
			}
		}
		rows = append(rows, row)
	}
	for i, s := range r.Steps {
		if s.Differ() {
			rows = append(rows, choice{key: "differs", title: fmt.Sprintf("call %d: %s answers %s, %s %s", i+1,
				s.Answers[0].Generation, s.Answers[0], s.Answers[1].Generation, s.Answers[1]), note: s.Call.Name,
				run: func(a *App) tea.Cmd { return a.playLogged(s) }})
		}
	}
	title := fmt.Sprintf("%s, %s, %d of %d tools shown", engine.Plural(len(r.Steps), "call", "calls"), engine.Plural(r.Queries, "query", "queries"), r.Surfaced, r.Tools)
	return &chooser{title: title, foot: "enter leads to the tool's journey", filter: newField(""),
		choices: func(filter string) []choice { return filtered(rows, filter) }}
}

// playLogged makes a call of the log again.
func (a *App) playLogged(s replay.Step) tea.Cmd {
	a.showPlay()
	if a.busy() {
		a.say(busyWords)
		return nil
	}
	a.playCalls(s.Call.Name+" "+s.Call.Arguments, []planner.Call{s.Call})
	return nil
}
