package ui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/ui/layout"
)

// playPanes are those of the Play view that take no letters for text.
var playPanes = []scope{in(layout.Talk), in(layout.Meter), in(layout.Stations)}

func playActions() []action {
	talk := []scope{in(layout.Talk)}
	simple := func(f func(a *App)) func(a *App) tea.Cmd { return func(a *App) tea.Cmd { f(a); return nil } }
	return []action{
		{id: "view-play", over: true, title: "View Play: be the model, call by call", scopes: general, keys: []string{"9"},
			run: simple(func(a *App) { a.close(); a.showPlay() })},
		{id: "prompt", title: "Write what the model calls", hint: "prompt", scopes: playPanes, keys: []string{"p"},
			run: simple(func(a *App) { a.showPlay(); a.setFocus(layout.Prompt); a.offer() })},
		{id: "fold-call", title: "Show or hide what this call sent and got", hint: "fold", scopes: talk, keys: []string{"enter"},
			run: simple(func(a *App) { a.talk.fold() }), disabled: noCall},
		{id: "play-why", title: "Why is the tool of this call found or not?", hint: "why", scopes: talk, keys: []string{"w"},
			run: simple((*App).playWhy), disabled: noPlayedTool},
		{id: "play-inspect", title: "The whole tool of this call", scopes: talk, keys: []string{"i"},
			run: simple(func(a *App) { a.open(newInspector(a, a.playedTool())) }), disabled: noPlayedTool},
		{id: "play-bridge", title: "Show calls as they were sent, with the bridge, or as the stations see them", hint: "bridge", scopes: playPanes, keys: []string{"b"},
			run: simple(func(a *App) { a.play.outer = !a.play.outer; a.play.revision++ })},
		{id: "play-new", title: "Begin another conversation", scopes: playPanes, keys: []string{"ctrl+n"}, run: simple((*App).newTalk)},
		{id: "scope-preset", title: "Narrow the session to a preset of toolsets", scopes: playPanes, keys: []string{"s"},
			run: simple((*App).choosePreset), disabled: func(a *App) string {
				if len(a.src.Play.Scopes) == 0 {
					return "no session file with scopes is opened"
				}
				return ""
			}},
		{id: "play-live", title: "Really make calls on running servers, each after approval, or only check them", scopes: playPanes, keys: []string{"x"},
			run: simple((*App).toggleLive), disabled: func(a *App) string {
				if a.src.Play.Execute == nil {
					return "no server is connected: findable --connect SERVER"
				}
				return ""
			}},
		{id: "walkthrough", title: "Watch a walkthrough", hint: "walkthrough", scopes: playPanes, keys: []string{"o"},
			run: simple((*App).chooseWalk), disabled: func(a *App) string {
				if len(a.src.Play.Walkthroughs) == 0 {
					return "there is none"
				}
				return ""
			}},
		{id: "walk-next", title: "The next step of the walkthrough", hint: "next step", scopes: playPanes, keys: []string{" "},
			run: (*App).step, disabled: noWalk},
		{id: "walk-auto", title: "Play the walkthrough by itself, or stop it", hint: "by itself", scopes: playPanes, keys: []string{"a"},
			run: (*App).autoWalk, disabled: noWalk},
		{id: "replay", title: "What the conversation of an agent comes to", scopes: playPanes, keys: []string{"L"},
			run: (*App).openLog, disabled: func(a *App) string {
				if len(a.src.Play.Log) == 0 {
					return "no conversation is loaded: findable --transcript FILE"
				}
				return ""
			}},
	}
}

func noCall(a *App) string {
	if a.talk.passage() == nil {
		return "the cursor is on no call"
	}
	return ""
}

func noPlayedTool(a *App) string {
	if a.playedTool() == nil {
		return "the cursor is on no call of a tool"
	}
	return ""
}

func (a *App) showPlay() {
	a.playgame()
	a.show(layout.Play)
}

// choosePreset narrows the session to one of the presets, or opens it again.
func (a *App) choosePreset() {
	var rows []choice
	for _, p := range a.src.Play.Scopes {
		rows = append(rows, choice{title: p.Name, note: scopeNote(p.Scope), run: func(a *App) tea.Cmd {
			to := a.in
			to.Scope = p.Scope
			a.change("scope "+a.clean(p.Name), "", to)
			return nil
		}})
	}
	rows = append(rows, choice{title: "everything", note: "no scope", run: func(a *App) tea.Cmd {
		to := a.in
		to.Scope = engine.Scope{}
		a.change("all toolsets in scope", "", to)
		return nil
	}})
	a.open(&chooser{title: "Which toolsets may the session use?", foot: "a session sees nothing past its scope", filter: newField(""),
		choices: func(filter string) []choice { return filtered(rows, filter) }})
}

func scopeNote(s engine.Scope) string {
	switch {
	case len(s.Enable) > 0 && len(s.Disable) > 0:
		return "only " + strings.Join(s.Enable, ", ") + ", without " + strings.Join(s.Disable, ", ")
	case len(s.Enable) > 0:
		return "only " + strings.Join(s.Enable, ", ")
	case len(s.Disable) > 0:
		return "without " + strings.Join(s.Disable, ", ")
	}
	return "everything"
}
