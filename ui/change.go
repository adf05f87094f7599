package ui

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/ui/cell"
	"findable/ui/layout"
)

// change sets new inputs as one step of the history, and tells what that does.
// Changes of one kind in a row are one step.
func (a *App) change(what, kind string, to Inputs) {
	if to.Equal(a.in) {
		return
	}
	if n := len(a.said); kind != "" && kind == a.history.open && n > 0 { // one step has one message
		a.said = a.said[:n-1]
	}
	a.history.record(what, kind, a.in, a.marks())
	a.say(what + a.set(to))
}

// set takes over inputs and returns what that does to the tier, the tokens of a
// turn and the prompt cache.
func (a *App) set(to Inputs) string {
	session, before := a.d.session, a.d.assembly
	a.in = to
	a.d.update(a.src, to)
	out, after, dot := "", a.d.assembly, " "+a.styles.Glyphs.Middle+" "
	if before.Tier != after.Tier || before.Listing.Form != after.Listing.Form {
		out += fmt.Sprintf("%stier %d %s, was %d %s", dot, after.Tier, after.Listing.Form, before.Tier, before.Listing.Form)
	}
	if d := after.TurnTokens - before.TurnTokens; d != 0 {
		out += fmt.Sprintf("%s%s tok a turn", dot, a.styles.Glyphs.Signed(d))
	}
	if kept, total := engine.PrefixKept(session, before, a.d.session, after); kept < total {
		out += fmt.Sprintf("%sprompt cache keeps %s of %s tool tok", dot, cell.Number(kept), cell.Number(total))
	}
	return out
}

func (a *App) undo() {
	if c, ok := a.history.undo(change{in: a.in, marks: a.marks()}); ok {
		a.say("undid " + c.what + a.restore(c))
	}
}

func (a *App) redo() {
	if c, ok := a.history.redo(change{in: a.in, marks: a.marks()}); ok {
		a.say("did again " + c.what + a.restore(c))
	}
}

func (a *App) restore(c change) string {
	a.query.field.set(c.in.Query)
	effect := a.set(c.in)
	a.setMarks(c.marks)
	return effect
}

// marks returns where the user has put cursors and folds.
func (a *App) marks() marks {
	open := slices.Sorted(maps.Keys(a.servers.open))
	return marks{a.servers.selected, strings.Join(open, "\n"), a.servers.order, a.hits.list.cursor, a.evaluation.kept}
}

func (a *App) setMarks(m marks) {
	clear(a.servers.open)
	for _, label := range strings.Split(m.open, "\n") {
		if label != "" {
			a.servers.open[label] = true
		}
	}
	a.servers.selected, a.servers.order, a.servers.rows = m.server, m.order, nil
	a.hits.build(a.scene(layout.Hits))
	a.hits.list.cursor = m.hit
	a.keepCases(m.cases)
}

// marking runs what may move cursors and folds, and makes that a step that can be
// undone.
func (a *App) marking(what string, run func() tea.Cmd) tea.Cmd {
	before := a.marks()
	cmd := run()
	if a.marks() != before {
		kind := ""
		if what == selection {
			kind = what
		}
		a.history.record("the "+what, kind, a.in, before)
	}
	return cmd
}

// selection is what moving a cursor changes; moves in a row are one step.
const selection = "selection"
