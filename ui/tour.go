package ui

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/layout"
	"findable/ui/style"
)

// A stop of the tour shows one pane and says what it is for.
type stop struct {
	view  layout.View
	pane  layout.Pane
	title string
	text  string
}

// stops are the tour, in order. Each names something to try.
var stops = []stop{
	{layout.Tune, layout.Servers, "What is loaded",
		"An agent with these servers would send every tool whole, in every turn. Tool search hides them behind three bridge " +
			"tools and lists what fits a budget. Here is every server: whether it is on, how it stands in the listing, and what " +
			"that costs. Below stands how the listing was chosen: every form tried, and the first that fits."},
	{layout.Tune, layout.Config, "The knobs",
		"The budget is the lower of threshold_pct of the context and listing_max_tokens. Arrows move a knob, shift takes ten " +
			"steps, enter types a value, {undo} takes it back. Watch the tier in the upper right corner and the states of the servers."},
	{layout.Tune, layout.Query, "The query",
		"What the model would send to tool_search. Type and see: the ranking, the line below which the model gets nothing, the " +
			"stems and in how many tools each of them is. A semicolon separates several queries of one call."},
	{layout.Tune, layout.Hits, "The hits",
		"Bars above the line are what the model gets. Enter explains a score term by term, {inspect} shows a tool whole, {reply} the exact " +
			"reply, {limit-here} moves the limit here."},
	{layout.Listing, layout.Text, "What the model reads",
		"View 2 is the description of tool_search to the last character, the three bridge tools, and the budget server by " +
			"server. {copy} copies it."},
	{layout.Tune, layout.Hits, "That is all",
		"{help} lists every key and runs it, {palette} finds anything by name and sets knobs, {notes} shows what was passed over on loading. Open your " +
			"own servers with: findable DUMP..."},
}

// tour is the overlay that walks over the stops. It leaves the pane it speaks of
// in sight.
type tour struct{ at int }

func (a *App) startTour() {
	a.open(&tour{})
	a.goTo(stops[0])
}

func (a *App) goTo(s stop) {
	a.zoom = false
	a.show(s.view)
	a.setFocus(s.pane)
}

func (o *tour) rect(a *App, r layout.Rects) layout.Rect {
	w := min(r.Screen.W-2, 64)
	h := min(len(cell.Wrap(a.told(stops[o.at].text), max(w-4, 1)))+4, r.Screen.H)
	rect := r.Screen.Center(w, h)
	place, ok := r.Find(a.focus())
	if !ok {
		return rect
	}
	switch below, above := place.Rect.Y+place.Rect.H, place.Rect.Y; {
	case below+h <= r.Screen.H-2:
		rect.Y = below
	case above-h >= 0:
		rect.Y = above - h
	default: // beside it
		rect.Y = min(place.Rect.Y+1, r.Screen.H-h)
	}
	if right := place.Rect.X + place.Rect.W; right+w <= r.Screen.W {
		rect.X = right
	} else if place.Rect.X >= w {
		rect.X = place.Rect.X - w
	}
	return rect
}

func (o *tour) draw(a *App, r layout.Rect) []string {
	s := &scene{Styles: a.styles, w: r.W - 2, h: r.H - 2}
	lines := append([]string{""}, s.paragraph(themes.Text, s.clean(a.told(stops[o.at].text)))...)
	box := frame.Box{Title: stops[o.at].title, Key: "esc", Foot: "enter goes on, " + a.keyName("left") + " back, esc leaves",
		FootRight: fmt.Sprintf("%d/%d", o.at+1, len(stops)), Focus: true, W: r.W, H: r.H}
	for len(lines) < s.h {
		lines = append(lines, s.Row(s.w, style.Off))
	}
	return box.Draw(a.styles, lines)
}

func (o *tour) key(a *App, msg tea.KeyMsg) tea.Cmd {
	if key := msg.String(); key == "esc" || a.has("quit", key) {
		a.close()
		return nil
	}
	switch msg.String() {
	case "left", "h", "k", "up", "backspace":
		o.at = max(o.at-1, 0)
	case "enter", "right", "l", "j", "down", " ", "tab":
		if o.at++; o.at == len(stops) {
			a.close()
			return nil
		}
	}
	a.goTo(stops[o.at])
	return nil
}

func (o *tour) mouse(a *App, msg tea.MouseMsg) {
	if pressed(msg) {
		o.key(a, tea.KeyMsg{Type: tea.KeyEnter})
	}
}
