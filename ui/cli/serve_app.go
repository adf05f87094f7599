package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"findable/engine/pipeline"
	"findable/engine/py"
	"findable/ui"
	"findable/ui/cli/serve"
)

// anyPort is where the app serves when nobody says where.
const anyPort = "127.0.0.1:0"

// listenEarly listens at the address of --serve, so that one that cannot be had is
// told of before the app takes the terminal.
func (r *run) listenEarly(ctx context.Context) (net.Listener, error) {
	if r.serveAt == "" {
		return nil, nil
	}
	l, err := serve.Listen(ctx, r.serveAt, false)
	if errors.Is(err, serve.ErrExposed) {
		return nil, fmt.Errorf("--serve %s: %w, and the app is for this one; findable serve --http has --expose", r.serveAt, err)
	}
	if err != nil {
		return nil, fmt.Errorf("--serve %s: %w; write HOST:PORT, such as %s", r.serveAt, err, anyPort)
	}
	return l, nil
}

// servesFrom returns how the app serves: first with the listener, where there is one.
// beside makes safe what runs meanwhile.
func (r *run) servesFrom(first net.Listener, beside func(func()) func()) func(context.Context, ui.Offer) (ui.Service, error) {
	var mu sync.Mutex
	return func(ctx context.Context, o ui.Offer) (ui.Service, error) {
		mu.Lock()
		defer mu.Unlock()
		l := first
		if first = nil; l == nil {
			var err error
			if l, err = serve.Listen(ctx, anyPort, false); err != nil {
				return nil, err
			}
		}
		return newService(ctx, l, o, beside), nil
	}
}

// A service serves what the app shows.
type service struct {
	address string
	server  *serve.Server
	over    <-chan struct{} // closed when it has ended

	mu    sync.Mutex
	next  ui.Offer // what is shown, or is to be
	came  []ui.Arrival
	shows chan struct{} // has a value when there is something to show
	comes chan struct{} // has a value when something has come
}

func newService(ctx context.Context, l net.Listener, o ui.Offer, beside func(func()) func()) *service {
	over := make(chan struct{})
	s := &service{address: "http://" + l.Addr().String() + serve.Path, over: over, shows: make(chan struct{}, 1), comes: make(chan struct{}, 1), next: o}
	s.server = serve.New(o.World, serve.Options{Version: version(), Execute: s.execute, Heard: s.heard, Beside: beside})
	ctx, stop := context.WithCancel(ctx)
	go beside(func() {
		defer close(over)
		defer stop()
		_ = s.server.HTTP(ctx, l, serve.Door{}) // the app is told that it is over
	})()
	go beside(func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-s.shows:
			}
			s.mu.Lock()
			next := s.next.World
			s.mu.Unlock()
			s.server.Show(next)
		}
	})()
	return s
}

// Why a call was not made.
var (
	errRefused    = errors.New("the user did not approve this call")
	errUnanswered = fmt.Errorf("the user was asked and nobody answered within %s, so the call was not made", serve.CallTime)
)

// execute asks the user about a call that a running server would make, and makes it.
func (s *service) execute(ctx context.Context, c serve.Call) (*mcp.CallToolResult, string, error) {
	s.mu.Lock()
	runs := s.next.Runs
	s.mu.Unlock()
	if runs == nil || !runs(c.Tool) {
		return nil, "no server is connected to run it", nil
	}
	asking, stop := context.WithTimeoutCause(ctx, serve.CallTime, errUnanswered)
	defer stop()
	answer := make(chan pipeline.Execute, 1)
	var once sync.Once
	q := &ui.Question{Tool: c.Tool, Arguments: c.Arguments, Over: asking.Done(),
		Answer: func(run pipeline.Execute) { once.Do(func() { answer <- run }) }}
	s.arrived(ui.Arrival{At: time.Now(), Client: c.Client, Text: "asks to run " + c.Tool.Name + " " + py.Compact(c.Arguments), First: c.Tool.Name, Ask: q})
	select {
	case <-asking.Done():
		return nil, "", context.Cause(asking)
	case run := <-answer:
		if run == nil {
			return nil, "", errRefused
		}
		text, err := serve.Timed(ctx, func(ctx context.Context) (string, error) { return run(ctx, c.Tool, c.Arguments) })
		if err != nil {
			return nil, "", err
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, "", nil
	}
}

// Address implements ui.Service.
func (s *service) Address() string { return s.address }

// Show implements ui.Service.
func (s *service) Show(o ui.Offer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next = o
	wake(s.shows)
}

// Arrivals implements ui.Service.
func (s *service) Arrivals() []ui.Arrival {
	for {
		s.mu.Lock()
		came := s.came
		s.came = nil
		s.mu.Unlock()
		if len(came) > 0 {
			return came
		}
		select {
		case <-s.comes:
		case <-s.over:
			return nil
		}
	}
}

func (s *service) heard(a serve.Arrival) { s.arrived(arrivalRows(a)...) }

func (s *service) arrived(rows ...ui.Arrival) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.came = append(s.came, rows...)
	wake(s.comes)
}

// wake puts a value into a channel of one unless one is there.
func wake(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// arrivalRows are an arrival as the app lists it, a row a query.
func arrivalRows(a serve.Arrival) []ui.Arrival {
	row := ui.Arrival{At: a.At, Client: a.Who()}
	if len(a.Results) == 0 {
		row.Text = arrivalText(a)
		if a.Tool != nil {
			row.First = a.Tool.Name
		}
		return []ui.Arrival{row}
	}
	var rows []ui.Arrival
	for _, r := range a.Results {
		row.Query, row.Returned, row.Matched, row.First = r.Query, len(r.Hits), r.Matched, ""
		if len(r.Hits) > 0 {
			row.First = r.Hits[0].Entry.Name
		}
		rows = append(rows, row)
	}
	return rows
}
