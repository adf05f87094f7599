package ui

import (
	"reflect"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
)

// awayActions are those by which settings and the session leave the app.
func awayActions() []action {
	return []action{
		{id: "take-away", over: true, title: "Take the settings away: as YAML, into a config.yaml, or copied", scopes: general, keys: []string{"W", "ctrl+s"},
			run: func(a *App) tea.Cmd { return a.openTakeaway() }, disabled: noAway},
		{id: "save-session", over: true, title: "Save the session: dumps, knobs, queries, what-ifs, A and view in one file", scopes: general, keys: []string{"S"},
			run: func(a *App) tea.Cmd { a.openSessionForm(); return nil }, disabled: noAway},
	}
}

// farewell is printed where the app was: settings and what-ifs that would be lost
// otherwise, "" for none. What was copied, written or saved is not.
func (a *App) farewell() string {
	if a.src.Away == nil {
		return ""
	}
	lost := func(now, start, taken any) bool {
		return !reflect.DeepEqual(now, start) && !reflect.DeepEqual(now, taken)
	}
	text := ""
	if lost(a.in.Config, a.start.Config, a.taken.Config) {
		text = "Settings not written anywhere:\n" + strings.Join(a.styles.Glyphs.CleanLines(a.src.Away.YAML(a.in, false)), "\n")
	}
	if n := a.d.whatIfs.count(); n > 0 && lost(a.in.Edits, a.start.Edits, a.taken.Edits) {
		text = strings.TrimRight(text, "\n") + "\n" + engine.Plural(n, "what-if was", "what-ifs were") + a.told(" not saved; {save-session} saves a session, with everything in it.")
	}
	return strings.Trim(text, "\n")
}
