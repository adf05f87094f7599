package ui

import (
	"cmp"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"findable/ui/layout"
)

// newHelp lists every action: the focused pane's first, then what moves in it and
// what works everywhere, then the actions of other panes, then the keys that are
// always the same.
func newHelp(a *App) *chooser {
	rows, moves := a.actionChoices()
	for i := range rows {
		rows[i].where = cmp.Or(rows[i].where, "everywhere")
	}
	own := 0 // how many are the focused pane's
	for own < len(rows) && rows[own].where == thisPane {
		own++
	}
	rows = slices.Concat(rows[:own], moves, rows[own:], a.fixedKeys())
	return &chooser{title: "Help " + a.styles.Glyphs.Middle + " " + string(a.focus()) + " pane", foot: "all keys; fixed ones last", toggle: "help",
		filter: newField(""), choices: func(filter string) []choice { return filtered(rows, filter) }}
}

// fixedKeys are the keys that are nobody's to change, and why.
func (a *App) fixedKeys() []choice {
	rows := []choice{
		{key: backKey, title: "Back, always: the way out must not get lost"},
		{key: a.keyName(quitKey), title: "Quit, always, in fields too"},
		{key: "enter", title: "Take what is typed, run what is chosen"},
		{key: a.keyName("up") + " " + a.keyName("down"), title: "Move where letters are text, as in a filter"},
		{key: "tab", title: "Complete a knob's name, take a typed value"},
		{key: "letters", title: "Text in query, filter and value, so no keys there"},
		{key: "wheel", title: "Scroll; a click selects, a drag moves a slider"},
	}
	for i := range rows {
		rows[i].where = "fixed"
	}
	return rows
}

func (a *App) keyNames(x action) string {
	names := make([]string, len(x.keys))
	for i, k := range x.keys {
		names[i] = a.keyName(k)
	}
	return strings.Join(names, " ")
}

// runIn runs an action, in its own pane when it does not work in the focused one.
func (a *App) runIn(x action) tea.Cmd {
	if !x.worksIn(a.focus()) {
		a.visit(layout.Pane(x.scopes[0]))
	}
	return a.do(x)
}

// visit puts the focus on a pane, in whatever view it is.
func (a *App) visit(p layout.Pane) {
	for _, v := range views {
		if r := layout.Compute(layout.Args{W: a.w, H: a.h, View: v.view}); slices.Contains(r.Order, p) {
			a.show(v.view)
			a.setFocus(p)
			a.pane().lines(a.scene(p)) // makes its rows, where it was not in sight
			return
		}
	}
}

// filtered keeps the rows that hold every word of the filter. Those whose title
// begins with it come first, then those in which a word does.
func filtered(rows []choice, filter string) []choice {
	words := strings.Fields(strings.ToLower(filter))
	if len(words) == 0 {
		return rows
	}
	var out []choice
next:
	for i := range rows {
		r := &rows[i]
		if r.text == "" {
			r.text = strings.ToLower(strings.Join([]string{r.title, r.key, r.note, r.where, r.id}, " "))
		}
		for _, w := range words {
			if !strings.Contains(r.text, w) {
				continue next
			}
		}
		out = append(out, *r)
	}
	all, inside := strings.Join(words, " "), " "+words[0]
	rank := func(c choice) int {
		switch title := c.text[:len(strings.ToLower(c.title))]; {
		case strings.HasPrefix(title, all):
			return 0
		case strings.HasPrefix(title, words[0]):
			return 1
		case strings.Contains(title, inside):
			return 2
		}
		return 3
	}
	slices.SortStableFunc(out, func(a, b choice) int { return cmp.Compare(rank(a), rank(b)) })
	return out
}
