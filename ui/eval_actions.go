package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"findable/ui/layout"
)

// evalActions are those of the Eval view.
func evalActions() []action {
	both := []scope{in(layout.Cases), in(layout.Case)}
	all := []scope{in(layout.Measures), in(layout.Cases), in(layout.Case), in(layout.Tries)}
	return []action{
		{id: "open-case", title: "Search for the query of this case", hint: "search", scopes: both, keys: []string{"enter"},
			run: func(a *App) tea.Cmd { a.openCase(); return nil }, disabled: noCase},
		{id: "why-case", title: "Why does this query not find its tool?", hint: "why", scopes: both, keys: []string{"w"},
			run: func(a *App) tea.Cmd { a.askCase(); return nil }, disabled: noCase},
		{id: "filter-cases", title: "List all cases, those that fail, or those that have changed", hint: "filter", scopes: []scope{in(layout.Cases)}, keys: []string{"f"},
			run: func(a *App) tea.Cmd { a.cases.filter = (a.cases.filter + 1) % filterCount; return nil },
			disabled: func(a *App) string {
				if a.cases.page != queriesPage {
					return "this page lists no single cases"
				}
				return noTries(a)
			}},
		{id: "next-page", title: "The cases by server, by need in several wordings, by script; or by query again", hint: "servers, needs, scripts", scopes: []scope{in(layout.Cases)}, keys: []string{"right", "l"},
			run: func(a *App) tea.Cmd { a.cases.turnPage(1); return nil }, disabled: noTries},
		{id: "previous-page", title: "The page of the cases before this one", scopes: []scope{in(layout.Cases)}, keys: []string{"left", "h"},
			run: func(a *App) tea.Cmd { a.cases.turnPage(-1); return nil }, disabled: noTries},
		{id: "load-cases", title: "Load cases from a file", hint: "load cases", scopes: all, keys: []string{"o"},
			run: func(a *App) tea.Cmd { a.open(newCaseFiles(a)); return nil }, disabled: noCaseFiles},
		{id: "own-words", title: "Ask for every tool by its own words (self-retrieval), or no longer", hint: "own words", scopes: all, keys: []string{"s"},
			run: func(a *App) tea.Cmd { return a.toggleOwnWords() }},
		{id: "to-try", title: "Go back to the settings of this try", hint: "go back to it", scopes: []scope{in(layout.Tries)}, keys: []string{"enter"},
			run: func(a *App) tea.Cmd { a.toTry(); return nil }, disabled: noTries},
		{id: "base", title: "Hold all tries against this one", hint: "base", scopes: []scope{in(layout.Tries)}, keys: []string{"b"},
			run: func(a *App) tea.Cmd { a.setBase(); return nil }, disabled: noTries},
		{id: "name-try", title: "Give this try a name", hint: "name", scopes: []scope{in(layout.Tries)}, keys: []string{"e"},
			run: func(a *App) tea.Cmd { a.open(newTryName(a)); return nil }, disabled: noTries},
		{id: "drop-try", title: "Forget this try", hint: "forget", scopes: []scope{in(layout.Tries)}, keys: []string{"x"},
			run: func(a *App) tea.Cmd { a.dropTry(); return nil }, disabled: undroppable},
	}
}
