package ui

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/ui/layout"
)

// lists are the panes with rows to move over.
var lists = []scope{in(layout.Config), in(layout.Servers), in(layout.Hits), in(layout.Explain), in(layout.Preview),
	in(layout.Text), in(layout.Bridge), in(layout.Budget), in(layout.Journey), in(layout.Terms), in(layout.Repairs),
	in(layout.Cases), in(layout.Case), in(layout.Tries), in(layout.Grid), in(layout.Ladder),
	in(layout.Sides), in(layout.Changes),
	in(layout.Use), in(layout.Ways), in(layout.Counts), in(layout.Cache),
	in(layout.Talk), in(layout.Meter), in(layout.Stations),
	in(layout.Kinds), in(layout.Findings), in(layout.Finding), in(layout.Dictionary)}

var general = []scope{everywhere}

// whyPanes are those that are about the tool that the query should find.
var whyPanes = []scope{in(layout.Target), in(layout.Journey), in(layout.Terms), in(layout.Repairs)}

// registry is the table of all actions.
func registry() []action {
	return slices.Concat(placeActions(), generalActions(), appActions(), moveActions(), knobActions(), paneActions(), editActions(), chartActions(), ladderActions(), costActions(), evalActions(), auditActions(), awayActions(), playActions(), arrivalActions())
}

// placeActions go from place to place.
func placeActions() []action {
	return []action{
		{id: "query", title: "Focus the query", hint: "query", scopes: general, keys: []string{"/"},
			run: func(a *App) tea.Cmd { a.focusQuery(); return nil }},
		{id: "next-pane", title: "Next pane", hint: "pane", scopes: general, keys: []string{"tab"},
			run: func(a *App) tea.Cmd { a.cycle(1); return nil }},
		{id: "previous-pane", title: "Previous pane", scopes: general, keys: []string{"shift+tab"},
			run: func(a *App) tea.Cmd { a.cycle(-1); return nil }},
		{id: "palette", over: true, title: "Palette: any action, knob, theme or sample", hint: "palette", scopes: general, keys: []string{":", "ctrl+p"},
			run: func(a *App) tea.Cmd { a.open(newPalette(a)); return nil }},
		{id: "view-tune", over: true, title: "View Tune", scopes: general, keys: []string{"1"},
			run: toView(layout.Tune)},
		{id: "view-listing", over: true, title: "View Listing", scopes: general, keys: []string{"2"},
			run: toView(layout.Listing)},
		{id: "view-why", over: true, title: "View Why: is a tool found, and if not, why", scopes: general, keys: []string{"3"},
			run: toView(layout.Why)},
		{id: "view-map", over: true, title: "View Map: what a budget buys, over all knobs", scopes: general, keys: []string{"4"},
			run: toView(layout.Map)},
		{id: "view-eval", over: true, title: "View Eval: how well cases fare, and what a change does to them", scopes: general, keys: []string{"5"},
			run: toView(layout.Eval)},
		{id: "view-compare", over: true, title: "View A/B: what is different from the state that was kept", scopes: general, keys: []string{"6"},
			run: toView(layout.Compare)},
	}
}

// generalActions are about what is set, kept and shown, wherever the focus is.
func generalActions() []action {
	return []action{
		{id: "keep-a", title: "Keep the present as A, to hold what follows against", scopes: general, keys: []string{"A"},
			run: func(a *App) tea.Cmd { a.keepA(); return nil }},
		{id: "swap", title: "Go to A, and keep the present as A", hint: "swap", scopes: []scope{in(layout.Sides), in(layout.Changes)}, keys: []string{"s"},
			run: func(a *App) tea.Cmd { a.swap(); return nil }, disabled: noSide},
		{id: "zoom", title: "Give the focused pane the whole screen, or take it back", hint: "zoom", hintNow: zoomHint, scopes: general, keys: []string{"F"},
			run: func(a *App) tea.Cmd { a.zoom = !a.zoom; return nil }},
		{id: "undo", title: "Undo the last change: knob, query, switch, selection or fold", hint: "undo", scopes: general, keys: []string{"u"},
			run: func(a *App) tea.Cmd { a.undo(); return nil }, disabled: func(a *App) string { return empty(a.history.past, "nothing to undo") }},
		{id: "redo", title: "Redo what was undone", scopes: general, keys: []string{"ctrl+r"},
			run: func(a *App) tea.Cmd { a.redo(); return nil }, disabled: func(a *App) string { return empty(a.history.future, "nothing to redo") }},
		{id: "generation", title: "Switch the generation: documented or latest", scopes: general, keys: []string{"v"},
			run: func(a *App) tea.Cmd { a.switchGeneration(); return nil }},
		{id: "notes", over: true, title: "Notes and messages: what was passed over on loading, what was said last", scopes: general, keys: []string{"!"},
			run: func(a *App) tea.Cmd { a.open(newNotes(a)); return nil }},
		{id: "reply", over: true, title: "The reply that tool_search gives the model for these queries", hint: "reply", scopes: general, keys: []string{"r"},
			run: func(a *App) tea.Cmd { a.open(newReply(a)); return nil },
			disabled: func(a *App) string {
				if len(a.d.queries) == 0 {
					return "there is no query"
				}
				return ""
			}},
		{id: "engines", title: "What every engine finds for this query, and how cases fare under each", scopes: general, keys: []string{"P"},
			run: func(a *App) tea.Cmd { return a.askEngines(a.view == layout.Eval) }, disabled: engineless},
		{id: "keywords", title: "The query as a careful model would word it, in keywords", scopes: general, keys: []string{"K"},
			run: func(a *App) tea.Cmd { a.open(newKeywords(a)); return nil }, disabled: noQuery},
		{id: "inspect", title: "The whole tool under the cursor: facts, terms, definition, record", hint: "inspect",
			scopes: slices.Concat([]scope{in(layout.Hits), in(layout.Explain), in(layout.Servers)}, whyPanes, auditTools), keys: []string{"i"},
			run: func(a *App) tea.Cmd { a.open(newInspector(a, a.subject())); return nil }, disabled: noSubject},
		{id: "copy", title: "Copy the name under the cursor, or the listing", hint: "copy", scopes: general, keys: []string{"y"},
			run: func(a *App) tea.Cmd { return a.copyName() }, disabled: uncopiable},
		{id: "copy-json", title: "Copy the definition of the tool under the cursor", scopes: general, keys: []string{"Y"},
			run: func(a *App) tea.Cmd { return a.copyJSON() }, disabled: noSubject},
		{id: "tour", title: "A tour in six stops", scopes: general, keys: []string{"T"},
			run: func(a *App) tea.Cmd { a.startTour(); return nil }},
	}
}

// appActions are about the app and its terminal.
func appActions() []action {
	return []action{
		{id: "reload", over: true, title: "Read everything again; live servers are asked again", scopes: general, keys: []string{"R"},
			run: func(a *App) tea.Cmd { return a.reload() },
			disabled: func(a *App) string {
				if a.loader == nil {
					return "there is nothing to read again"
				}
				return ""
			}},
		{id: "theme", over: true, title: "The next theme, at once", scopes: general, keys: []string{"t"},
			run: func(a *App) tea.Cmd { a.nextTheme(); return nil }},
		{id: "copy-report", over: true, title: "Copy the report: catalog, tier, costs, settings, notes", scopes: general, keys: []string{"ctrl+y"},
			run: func(a *App) tea.Cmd { return a.copy("the report", a.src.Report(a.in)) },
			disabled: func(a *App) string {
				if a.src.Report == nil {
					return "there is no report here"
				}
				return ""
			}},
		{id: "mouse", over: true, title: "Leave the mouse to the terminal, to select text, or take it back", scopes: general, keys: []string{"f2"},
			run: func(a *App) tea.Cmd { return a.toggleMouse() }},
		{id: "help", over: true, title: "Help", hint: "help", scopes: general, keys: []string{"?"},
			run: func(a *App) tea.Cmd { a.open(newHelp(a)); return nil }},
		{id: "redraw", over: true, title: "Draw the screen anew", scopes: general, keys: []string{"ctrl+l"},
			run: func(*App) tea.Cmd { return tea.ClearScreen }},
		{id: "suspend", over: true, title: "Suspend to the shell", scopes: general, keys: []string{"ctrl+z"},
			run: func(a *App) tea.Cmd { return a.suspend() }},
		{id: "quit", over: true, title: "Quit", hint: "quit", scopes: general, keys: []string{"q", "ctrl+c"},
			run: func(*App) tea.Cmd { return tea.Quit }},
	}
}

func moveActions() []action {
	move := func(id, title string, by func(h int) int, keys ...string) action {
		return action{id: id, title: title, scopes: lists, keys: keys, marks: selection, by: by, run: func(a *App) tea.Cmd {
			s := a.scene(a.focus())
			a.pane().move(s, by(s.h))
			return nil
		}}
	}
	const all = 1 << 30
	return []action{
		move("down", "Down", func(int) int { return 1 }, "j", "down"),
		move("up", "Up", func(int) int { return -1 }, "k", "up"),
		move("half-down", "Half a page down", func(h int) int { return max(h/2, 1) }, "ctrl+d"),
		move("half-up", "Half a page up", func(h int) int { return -max(h/2, 1) }, "ctrl+u"),
		move("page-down", "A page down", func(h int) int { return max(h-1, 1) }, "pgdown"),
		move("page-up", "A page up", func(h int) int { return -max(h-1, 1) }, "pgup"),
		move("first", "First", func(int) int { return -all }, "g", "home"),
		move("last", "Last", func(int) int { return all }, "G", "end"),
	}
}

func knobActions() []action {
	config := []scope{in(layout.Config), in(layout.Use)}
	turn := func(id, title, hint string, by int, keys ...string) action {
		pair := ""
		if hint != "" {
			pair = strings.Replace(keys[0], "right", "left", 1)
		}
		return action{id: id, title: title, hint: hint, scopes: config, keys: keys, pair: pair,
			run: func(a *App) tea.Cmd { a.turn(a.turning().selected(), by); return nil }}
	}
	return []action{
		turn("lower", "A step down", "", -1, "left", "h"),
		turn("raise", "A step up", "adjust", 1, "right", "l"),
		turn("lower-much", "Ten steps down", "", -10, "shift+left", "H"),
		turn("raise-much", "Ten steps up", "10 steps", 10, "shift+right", "L"),
		{id: "type", title: "Type a value", hint: "type", scopes: config, keys: []string{"enter"},
			run:      func(a *App) tea.Cmd { a.typeValue(); return nil },
			disabled: func(a *App) string { return idleDefer(a) }},
		{id: "reset", title: "Default of this knob", scopes: config, keys: []string{"d"},
			run: func(a *App) tea.Cmd { a.reset(a.turning().selected()); return nil }},
		{id: "reset-all", title: "Defaults of all knobs", scopes: config, keys: []string{"D"},
			run: func(a *App) tea.Cmd { a.resetAll(); return nil }},
		{id: "as-loaded", title: "All knobs as they were loaded", scopes: config, keys: []string{"0"},
			run: func(a *App) tea.Cmd { a.asLoaded(); return nil }},
	}
}

func paneActions() []action {
	servers, hits := []scope{in(layout.Servers)}, []scope{in(layout.Hits)}
	return []action{
		{id: "switch", title: "Switch this server or toolset on or off", hint: "on/off", scopes: servers, keys: []string{" ", "enter"},
			run: func(a *App) tea.Cmd { a.toggleServer(); return nil }},
		{id: "only", title: "Switch all other servers off, or all on again", hint: "only this", scopes: servers, keys: []string{"o"},
			run: func(a *App) tea.Cmd { a.onlyServer(); return nil }},
		{id: "connect", title: "Connect to this server, after a question", hint: "connect", scopes: servers, keys: []string{"C"},
			run: func(a *App) tea.Cmd { a.connect(); return nil }, disabled: func(a *App) string { return a.unconnectable() }},
		{id: "unfold", marks: "fold", title: "Show the tools of this server", hint: "unfold", scopes: servers, keys: []string{"right", "l"},
			run: func(a *App) tea.Cmd { a.servers.fold(true); return nil }},
		{id: "fold", marks: "fold", title: "Hide the tools of this server", scopes: servers, keys: []string{"left", "h"},
			run: func(a *App) tea.Cmd { a.servers.fold(false); return nil }},
		{id: "fold-all", marks: "folds", title: "Hide the tools of all servers", scopes: servers, keys: []string{"Z"},
			run: func(a *App) tea.Cmd { a.servers.foldAll(); return nil }},
		{id: "sort", marks: "order of the servers", title: "Sort the servers by size, name or cost", hint: "sort", scopes: servers, keys: []string{"s"},
			run: func(a *App) tea.Cmd {
				a.servers.order = (a.servers.order + 1) % sortCount
				a.say("servers by " + a.servers.order.String())
				return nil
			}},
		{id: "limit-here", title: "Set search_default_limit to this rank", hint: "limit here", scopes: hits, keys: []string{"L"},
			run: func(a *App) tea.Cmd { a.limitHere(); return nil }, disabled: noTool},
		{id: "explain", title: "Explain this hit, or take the first query", hint: "explain", hintNow: enterHint, scopes: hits, keys: []string{"enter"},
			run: func(a *App) tea.Cmd { a.enterHits(); return nil }, disabled: func(a *App) string {
				if len(a.d.queries) == 0 && len(a.d.suggested(a.src)) > 0 {
					return ""
				}
				return noTool(a)
			}},
		{id: "why", title: "Why is this tool found or not? And what would help", hint: "why", scopes: []scope{in(layout.Hits), in(layout.Explain), in(layout.Servers)},
			keys: []string{"w"}, run: func(a *App) tea.Cmd { a.ask(); return nil }},
		{id: "target", title: "Choose the tool that the query should find", hint: "target",
			scopes: whyPanes, keys: []string{"w"},
			run: func(a *App) tea.Cmd { a.open(newTargets(a)); return nil }},
		{id: "expect", title: "Make a case: this query should find this tool", hint: "make a case", scopes: []scope{in(layout.Hits), in(layout.Explain)}, keys: []string{"m"},
			run: func(a *App) tea.Cmd { a.expect(); return nil }, disabled: unexpectable},
		{id: "map-left", title: "A column to the left", scopes: []scope{in(layout.Grid)}, keys: []string{"left", "h"},
			run: func(a *App) tea.Cmd { a.maps.sideways(-1); return nil }},
		{id: "map-right", title: "A column to the right", scopes: []scope{in(layout.Grid)}, keys: []string{"right", "l"},
			run: func(a *App) tea.Cmd { a.maps.sideways(1); return nil }},
		{id: "map-axis", title: "Map over the other knob of the budget", hint: "other knob", scopes: []scope{in(layout.Grid)}, keys: []string{"a"},
			run: func(a *App) tea.Cmd { a.maps.byCap, a.maps.placed = !a.maps.byCap, false; return nil }},
		{id: "map-take", title: "Set context and knobs to this cell", hint: "take it", scopes: []scope{in(layout.Grid)}, keys: []string{"enter"},
			run: func(a *App) tea.Cmd { return a.takeCell() }},
		{id: "apply", title: "Make this change, as a what-if", hint: "try it", scopes: []scope{in(layout.Repairs)}, keys: []string{"enter"},
			run: func(a *App) tea.Cmd { return a.applyRepair() }, disabled: func(a *App) string { return a.unrepairable() }},
		{id: "unfold-definition", title: "Show this definition", hint: "unfold", scopes: []scope{in(layout.Bridge)}, keys: []string{"right", "l", "enter"},
			run: func(a *App) tea.Cmd { a.bridge.fold(true); return nil }},
		{id: "fold-definition", title: "Hide this definition", scopes: []scope{in(layout.Bridge)}, keys: []string{"left", "h"},
			run: func(a *App) tea.Cmd { a.bridge.fold(false); return nil }},
	}
}

func noTool(a *App) string {
	if a.selectedTool() == nil {
		return "the cursor is on no tool"
	}
	return ""
}

func noSubject(a *App) string {
	if a.subject() == nil {
		return "the cursor is on no tool"
	}
	return ""
}

// nextTheme goes round the themes.
func (a *App) nextTheme() {
	names := a.themeNames()
	a.useTheme(names[(slices.Index(names, a.styles.Theme.Name)+1)%len(names)])
}

func (a *App) toggleMouse() tea.Cmd {
	a.mouseOff = !a.mouseOff
	if a.mouseOff {
		a.say(a.told("the mouse is the terminal's: select text with it; {mouse} takes it back"))
		return tea.DisableMouse
	}
	a.say("the mouse works here again")
	return tea.EnableMouseCellMotion
}

func empty(list []change, why string) string {
	if len(list) == 0 {
		return why
	}
	return ""
}

// toggleServer switches the server under the cursor, all toolsets of its label,
// and says what that does to the tier and to the cached prefix.
func (a *App) toggleServer() {
	r, ok := a.servers.current()
	if !ok {
		return
	}
	if r.origin.card != nil {
		if why := a.unconnectable(); why != "" {
			a.say(why)
		} else {
			a.connect()
		}
		return
	}
	on := !r.origin.on(a.in.Scope)
	to := a.in
	for _, t := range r.origin.toolsets {
		if t != "" {
			to = to.Switched(t, on)
		}
	}
	word := "off"
	if on {
		word = "on"
	}
	a.change(a.clean(r.origin.label)+" "+word, "", to)
}

// onlyServer leaves only the server under the cursor on besides what is always
// visible, or switches everything on when it is alone already.
func (a *App) onlyServer() {
	r, ok := a.servers.current()
	if !ok {
		return
	}
	if r.origin.card != nil {
		a.say("it has no tools yet")
		return
	}
	to, what := a.in, "only "+a.clean(r.origin.label)+" on"
	for _, o := range a.servers.origins {
		for _, t := range o.toolsets {
			if t != "" && t != engine.CoreToolset {
				to = to.Switched(t, o.label == r.origin.label)
			}
		}
	}
	if to.Equal(a.in) {
		to.Scope, what = engine.Scope{}, "all servers on"
	}
	a.change(what, "", to)
}

func (a *App) limitHere() {
	r, ok := a.hits.current()
	if !ok {
		return
	}
	if r.rank > engine.MaxSearchLimit {
		a.say(fmt.Sprintf("no limit reaches rank %d: %d is the highest there is", r.rank, engine.MaxSearchLimit))
		return
	}
	to := a.in
	to.Config.SearchDefaultLimit = r.rank
	what := fmt.Sprintf("search_default_limit %d: this hit is returned", r.rank)
	if to.Config.MaxSearchLimit < r.rank {
		to.Config.MaxSearchLimit = r.rank
		what = fmt.Sprintf("search_default_limit and max_search_limit %d: this hit is returned", r.rank)
	}
	a.change(what, "", to)
}

func zoomHint(a *App) string {
	if a.zoom {
		return "all panes"
	}
	return "zoom"
}

// enterHint says what enter does to the hits.
func enterHint(a *App) string {
	if len(a.d.queries) == 0 && len(a.d.suggested(a.src)) > 0 {
		return "take the first"
	}
	return "explain"
}

// enterHits goes to the explanation, or takes the first suggested query.
func (a *App) enterHits() {
	if try := a.d.suggested(a.src); len(a.d.queries) == 0 && len(try) > 0 {
		a.setQuery(try[0])
		return
	}
	a.setFocus(layout.Explain)
}
