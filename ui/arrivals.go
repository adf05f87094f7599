package ui

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/engine/pipeline"
	"findable/engine/py"
	"findable/ui/cell"
	"findable/ui/layout"
)

// An Offer is what the app shows, for clients.
type Offer struct {
	engine.World
	// Runs reports whether a server runs that could make the calls of a tool; nil where
	// none does. Those calls arrive as questions; others are checked and not made.
	Runs func(e *engine.Entry) bool
}

// A Service offers what the app shows to real clients. It ends with the context that
// it was begun with (Options.Serve).
type Service interface {
	// Address is where clients find it.
	Address() string
	// Show offers this from now on. It returns at once, and of several the last counts.
	Show(Offer)
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
	// Ask is the question of a call that a running server would make; nil elsewhere.
	Ask *Question
}

// A Question is a call of a client that waits for the user.
type Question struct {
	Tool      *engine.Entry
	Arguments py.Object
	// Answer takes what makes the call, nil for refusing it. It returns at once; an
	// answer to a client that has given up does nothing.
	Answer func(run pipeline.Execute)
	// Over is closed when the client has given up, nobody has answered in time, or the
	// service has ended.
	Over <-chan struct{}
}

// open reports whether the client still waits.
func (q *Question) open() bool {
	select {
	case <-q.Over:
		return false
	default:
		return true
	}
}

// arriving is what came from clients.
type arriving struct {
	begin   func(ctx context.Context, o Offer) (Service, error) // nil where nothing can be served
	service Service                                             // nil while nothing is served
	stop    context.CancelFunc
	rows    []Arrival // the last one last, no more than keepsArrivals
	total   int
	shown   int // assemblies that are served
	allowed approvals
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
	begin, o := a.arriving.begin, a.offers()
	return func() tea.Msg {
		service, err := begin(ctx, o)
		if err != nil {
			stop()
		}
		return servingMsg{service, stop, err}
	}
}

// offers is what clients are offered now.
func (a *App) offers() Offer {
	a.arriving.shown = a.d.assemblies
	return Offer{a.d.side(a.in), a.src.Play.Runs}
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
	for _, x := range msg.rows {
		if x.Ask != nil && r.allowed.has(x.Ask.Tool) {
			a.settleQuestion(&x, true)
		}
		r.rows = append(r.rows, x)
	}
	if over := len(r.rows) - keepsArrivals; over > 0 {
		for i := range r.rows[:over] {
			if x := &r.rows[i]; x.Ask != nil { // nobody could answer it any more
				a.settleQuestion(x, false)
			}
		}
		r.rows = slices.Delete(r.rows, 0, over)
	}
	if o, ok := a.overlay.(*arrivals); ok {
		o.grown(n)
	} else if a.message == "" || msg.rows[n-1].Ask != nil || !r.waits() {
		a.message = a.arrivalText(msg.rows[n-1]) // not kept: Arrivals has it
		a.messageID++
	}
	return a.hear(msg.from)
}

// showServed serves what is shown, once that is something else.
func (a *App) showServed() {
	if r := &a.arriving; r.service != nil && r.shown != a.d.assemblies {
		r.service.Show(a.offers())
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
	if x.Ask != nil {
		return who + a.clean(x.Text) + a.told("; {arrivals} answers")
	}
	if x.Query == "" {
		return who + a.clean(x.Text)
	}
	return who + strconv.Quote(a.clean(x.Query)) + ": " + a.clean(x.found())
}

// waits reports whether a call waits for the user.
func (r *arriving) waits() bool {
	return slices.ContainsFunc(r.rows, func(x Arrival) bool { return x.Ask != nil && x.Ask.open() })
}

// settleQuestion answers a call that waits for the user.
func (a *App) settleQuestion(x *Arrival, yes bool) {
	q := x.Ask
	x.Ask = nil
	switch {
	case !q.open():
		x.Text = "given up by the client: " + q.Tool.Name
	case yes:
		x.Text = "approved: " + q.Tool.Name
		q.Answer(a.src.Play.Execute)
	default:
		x.Text = "refused: " + q.Tool.Name
		q.Answer(nil)
	}
}

// found says what a query has found.
func (x Arrival) found() string {
	if x.Returned == 0 {
		return "nothing"
	}
	return fmt.Sprintf("%s of %s, first %s", cell.Number(x.Returned), engine.Plural(x.Matched, "match", "matches"), x.First)
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
