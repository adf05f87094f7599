package ui

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/ui/cell"
	"findable/ui/layout"
)

// A Service offers what the app shows to real clients. It ends with the context that
// it was begun with (Options.Serve).
type Service interface {
	// Address is where clients find it.
	Address() string
	// Show offers this from now on. It returns at once, and of several the last counts.
	Show(engine.World)
	// Arrivals waits for calls of clients and returns those that have come, in their
	// order; none when the service has ended.
	Arrivals() []Arrival
}

// An Arrival is one query of a client, or another call.
type Arrival struct {
	At time.Time
	// Client is what the client calls itself, with what tells it from others.
	Client string
	// Query is the text searched for; "" for another call, which Text then names, with
	// what became of it.
	Query, Text string
	// Returned and Matched count tools; First is the name of the best, or of the tool
	// that is called; "" for none.
	Returned, Matched int
	First             string
}

// arriving is what came from clients.
type arriving struct {
	begin   func(ctx context.Context, w engine.World) (Service, error) // nil where nothing can be served
	service Service                                                    // nil while nothing is served
	stop    context.CancelFunc
	rows    []Arrival // the last one last, no more than keepsArrivals
	total   int
	shown   int // assemblies that are served
}

// keepsArrivals is how many of the last arrivals can be seen.
const keepsArrivals = 1000

// A servingMsg tells that what is shown is served now, or why not.
type servingMsg struct {
	service Service
	stop    context.CancelFunc
	err     error
}

// An arrivedMsg brings calls of clients; none when the service has ended.
type arrivedMsg struct {
	from Service
	rows []Arrival
}

// serve begins to serve what is shown.
func (a *App) serve() tea.Cmd {
	ctx, stop := context.WithCancel(a.ctx)
	begin, w := a.arriving.begin, a.d.side(a.in)
	a.arriving.shown = a.d.assemblies
	return func() tea.Msg {
		service, err := begin(ctx, w)
		if err != nil {
			stop()
		}
		return servingMsg{service, stop, err}
	}
}

func (a *App) onServing(msg servingMsg) tea.Cmd {
	switch {
	case msg.err != nil:
		a.say("not served: " + msg.err.Error())
		return nil
	case a.arriving.service != nil: // asked for twice
		msg.stop()
		return nil
	}
	a.arriving.service, a.arriving.stop = msg.service, msg.stop
	a.say("served at " + msg.service.Address() + a.told("; {arrivals} shows what clients ask for"))
	return a.hear(msg.service)
}

// hear waits for the next calls of clients.
func (a *App) hear(s Service) tea.Cmd {
	return func() tea.Msg { return arrivedMsg{s, s.Arrivals()} }
}

func (a *App) onArrived(msg arrivedMsg) tea.Cmd {
	r := &a.arriving
	if msg.from != r.service {
		return nil
	}
	n := len(msg.rows)
	if n == 0 {
		r.service = nil
		a.say("nothing is served any more")
		return nil
	}
	r.total += n
	r.rows = append(r.rows, msg.rows...)
	if over := len(r.rows) - keepsArrivals; over > 0 {
		r.rows = slices.Delete(r.rows, 0, over)
	}
	if o, ok := a.overlay.(*arrivals); ok {
		o.grown(n)
	} else {
		a.message = a.arrivalText(msg.rows[n-1]) // not kept: Arrivals has it
		a.messageID++
	}
	return a.hear(msg.from)
}

// showServed serves what is shown, once that is something else.
func (a *App) showServed() {
	if r := &a.arriving; r.service != nil && r.shown != a.d.assemblies {
		r.shown = a.d.assemblies
		r.service.Show(a.d.side(a.in))
	}
}

// stopServing ends the service; what has arrived stays.
func (a *App) stopServing() {
	a.arriving.stop()
	a.arriving.service = nil
	a.say("nothing is served any more")
}

// arrivalText is an arrival on one line.
func (a *App) arrivalText(x Arrival) string {
	who := a.clean(x.Client)
	if who != "" {
		who += ": "
	}
	if x.Query == "" {
		return who + a.clean(x.Text)
	}
	return who + strconv.Quote(a.clean(x.Query)) + ": " + a.clean(x.found())
}

// found says what a query has found.
func (x Arrival) found() string {
	if x.Returned == 0 {
		return "nothing"
	}
	return fmt.Sprintf("%s of %s, first %s", cell.Number(x.Returned), plural(x.Matched, "match", "matches"), x.First)
}

// takeArrival makes the query of an arrival the query, or goes to the tool that it
// calls; why asks about the first of its hits.
func (a *App) takeArrival(x Arrival, why bool) {
	a.close()
	view := layout.Tune
	if why || x.Query == "" {
		view = layout.Why
	}
	a.show(view)
	if x.Query != "" {
		a.setQuery(x.Query)
	}
	if view == layout.Why && x.First != "" {
		a.target(x.First)
	}
	if view == layout.Tune {
		a.setFocus(layout.Hits)
	}
}

func arrivalActions() []action {
	return []action{
		{id: "arrivals", over: true, title: "Serve this to MCP clients at a port of this machine, and see what they ask for", scopes: general, keys: []string{"M"},
			run: func(a *App) tea.Cmd { return a.openArrivals() }, disabled: func(a *App) string {
				if a.arriving.begin == nil {
					return "nothing can be served here"
				}
				return ""
			}},
	}
}
