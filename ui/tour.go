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
		"An agent would send every tool of these servers whole, in every turn. Tool search hides them behind three bridge tools " +
			"and lists what fits a budget. Here is every server: on or off, how it is listed, what that costs. Below: the forms of " +
			"the listing that were tried, and the first that fits."},
	{layout.Tune, layout.Config, "The knobs",
		"The budget is the lower of threshold_pct of the context and listing_max_tokens. {lower} and {raise} move a knob, " +
			"{type} types a value, {undo} takes it back. Watch the tier in the upper right corner and the states of the servers."},
	{layout.Tune, layout.Query, "The query",
		"What the model would send to tool_search. Type and see: the ranking, the line below which the model gets nothing, the " +
			"stems and in how many tools each of them is. A semicolon separates several queries of one call."},
	{layout.Tune, layout.Hits, "The hits",
		"Bars above the line are what the model gets. {explain} explains a score term by term, {inspect} shows a tool whole, {reply} the exact " +
			"reply, {limit-here} moves the limit here."},
	{layout.Listing, layout.Text, "What the model reads",
		"This view, {view-listing}, is the description of tool_search to the last character, the three bridge tools, and the budget server by " +
			"server. {copy} copies it."},
	{layout.Tune, layout.Hits, "That is all",
		"{view-why} tells why a tool is not found, {view-map} what a budget buys, {view-eval} how well cases fare, {view-compare} what has changed. " +
			"{help} lists every key and runs it, {palette} finds anything by name and sets knobs, {notes} shows what was passed over on loading. Open your " +
			"own servers with: findable DUMP..."},
}

// tour is the overlay that walks over the stops. It leaves the pane it speaks of
// in sight.
type tour struct {
	at int
	// read counts the pages of the stop that were read, where it does not fit.
	read int
}

func (a *App) startTour() {
	a.open(&tour{})
	a.message = "" // the one that offered it
	a.goTo(stops[0])
}

func (a *App) goTo(s stop) {
	a.zoom = false
	a.show(s.view)
	a.setFocus(s.pane)
}

func (o *tour) rect(a *App, r layout.Rects) layout.Rect {
	bottom := r.Hints.Y // the keys stay in sight
	if !r.Mode.Framed() {
		return layout.Rect{W: r.Screen.W, H: bottom}
	}
	w := min(r.Screen.W-2, 64)
	h := min(len(cell.Wrap(a.told(stops[o.at].text), max(w-4, 1)))+4, bottom)
	rect := r.Screen.Center(w, h)
	place, ok := r.Find(a.focus())
	if !ok {
		return rect
	}
	switch below, above := place.Rect.Y+place.Rect.H, place.Rect.Y; {
	case below+h <= bottom:
		rect.Y = below
	case above-h >= 0:
		rect.Y = above - h
	default: // beside it, or over its end
		rect.Y = min(below, bottom) - h
	}
	if right := place.Rect.X + place.Rect.W; right+w <= r.Screen.W {
		rect.X = right
	} else if place.Rect.X >= w {
		rect.X = place.Rect.X - w
	}
	return rect
}

// page returns the lines of the stop that are in sight and whether there are more.
func (o *tour) page(a *App, r layout.Rect) (lines []string, more bool) {
	s := &scene{Styles: a.styles, w: r.W - 2, h: max(r.H-2, 1)}
	lines = s.paragraph(themes.Text, s.clean(a.told(stops[o.at].text)))
	if len(lines) < s.h {
		lines = append([]string{""}, lines...)
	}
	from := min(o.read*s.h, max(len(lines)-1, 0))
	to := min(from+s.h, len(lines))
	return lines[from:to], to < len(lines)
}

func (o *tour) draw(a *App, r layout.Rect) []string {
	lines, more := o.page(a, r)
	box := frame.Box{Title: stops[o.at].title, Key: backKey, FootRight: fmt.Sprintf("%d/%d", o.at+1, len(stops)), Focus: true, W: r.W, H: r.H}
	if more {
		box.Foot = "more " + a.styles.Glyphs.Down
	}
	for len(lines) < r.H-2 {
		lines = append(lines, a.styles.Row(r.W-2, style.Off))
	}
	return box.Draw(a.styles, lines)
}

func (o *tour) hints(a *App) [][2]string {
	return [][2]string{{"enter", "goes on"}, {a.keyName("left"), "back"}, {backKey, "leaves the tour"}}
}

// key goes on or back; whatever moves down or to the right goes on.
func (o *tour) key(a *App, msg tea.KeyMsg) tea.Cmd {
	key := msg.String()
	x, _ := a.find(key)
	switch by := a.moved(msg, 1); {
	case msg.Type == tea.KeyEsc, x.id == "quit":
		a.close()
		return nil
	case by < 0, msg.Type == tea.KeyLeft, msg.Type == tea.KeyBackspace, a.has("lower", key), a.has("previous-pane", key):
		o.at, o.read = max(o.at-1, 0), 0
	case by > 0, msg.Type == tea.KeyRight, msg.Type == tea.KeyEnter, msg.Type == tea.KeySpace, a.has("raise", key), a.has("next-pane", key):
		if _, more := o.page(a, o.rect(a, a.rects())); more {
			o.read++
			return nil
		}
		if o.at, o.read = o.at+1, 0; o.at == len(stops) {
			a.close()
			return nil
		}
	case x.over:
		return a.do(x)
	}
	a.goTo(stops[o.at])
	return nil
}

func (o *tour) mouse(a *App, msg tea.MouseMsg) {
	if pressed(msg) {
		o.key(a, tea.KeyMsg{Type: tea.KeyEnter})
	}
}
