package ui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"findable/ui/layout"
)

// A scope says where an action's keys work: everywhere, or while one pane has the
// focus.
type scope string

const everywhere scope = ""

func in(p layout.Pane) scope { return scope(p) }

// An action is one thing the user can do. The registry of them feeds the key
// map, the hint line, help, the palette and the README.
type action struct {
	// id names the action in configuration and tests.
	id string
	// title says in a few words what it does; hint is shorter, for the hint line,
	// "" to leave it out there.
	title, hint string
	// hintNow takes the place of hint where that depends; nil for always the same.
	hintNow func(a *App) string
	scopes  []scope
	keys    []string
	// pair is the key of the opposite action, shown with the first in a hint.
	pair string
	// marks names what of cursors and folds the action changes, so that it can be
	// undone; "" for none.
	marks string
	// by is how far it moves in a window of h rows; nil where it moves nothing.
	by func(h int) int
	// over says that it works while something is read above the panes.
	over bool
	run  func(a *App) tea.Cmd
	// disabled says why the action can't be done now; "" when it can.
	disabled func(a *App) string
}

// toView is what the action of a view runs.
func toView(v layout.View) func(a *App) tea.Cmd {
	return func(a *App) tea.Cmd { a.close(); a.show(v); return nil }
}

func (x action) worksIn(p layout.Pane) bool {
	for _, s := range x.scopes {
		if s == everywhere || s == in(p) {
			return true
		}
	}
	return false
}

// local reports whether the action belongs to a pane rather than everywhere.
func (x action) local(p layout.Pane) bool {
	for _, s := range x.scopes {
		if s == in(p) {
			return true
		}
	}
	return false
}

// where names the panes an action works in.
func (x action) where() string {
	switch {
	case x.scopes[0] == everywhere:
		return "everywhere"
	case len(x.scopes) == len(lists):
		return "all lists"
	}
	names := make([]string, len(x.scopes))
	for i, s := range x.scopes {
		names[i] = string(s)
	}
	return strings.Join(names, ", ")
}

func (x action) reason(a *App) string {
	if x.disabled == nil {
		return ""
	}
	return x.disabled(a)
}

// find returns the action of a key: the focused pane's own before those that
// work everywhere.
func (a *App) find(key string) (action, bool) {
	var general action
	for _, x := range a.actions {
		for _, k := range x.keys {
			if k != key || !x.worksIn(a.focus()) {
				continue
			}
			if x.local(a.focus()) {
				return x, true
			}
			general = x
		}
	}
	return general, general.run != nil
}

// do runs an action, or says why it can't be.
func (a *App) do(x action) tea.Cmd {
	if why := x.reason(a); why != "" {
		a.say(x.title + ": " + why)
		return nil
	}
	if x.marks != "" {
		return a.marking(x.marks, func() tea.Cmd { return x.run(a) })
	}
	return x.run(a)
}
