package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"findable/engine"
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
func (r *run) servesFrom(first net.Listener, beside func(func()) func()) func(context.Context, engine.World) (ui.Service, error) {
	var mu sync.Mutex
	return func(ctx context.Context, w engine.World) (ui.Service, error) {
		mu.Lock()
		defer mu.Unlock()
		l := first
		if first = nil; l == nil {
			var err error
			if l, err = serve.Listen(ctx, anyPort, false); err != nil {
				return nil, err
			}
		}
		return newService(ctx, l, w, beside), nil
	}
}

// A service serves what the app shows.
type service struct {
	address string
	server  *serve.Server
	over    <-chan struct{} // closed when it has ended

	mu    sync.Mutex
	next  *engine.World // to be shown, nil for none
	came  []ui.Arrival
	shows chan struct{} // has a value when there is something to show
	comes chan struct{} // has a value when something has come
}

func newService(ctx context.Context, l net.Listener, w engine.World, beside func(func()) func()) *service {
	over := make(chan struct{})
	s := &service{address: "http://" + l.Addr().String() + serve.Path, over: over, shows: make(chan struct{}, 1), comes: make(chan struct{}, 1)}
	s.server = serve.New(w, serve.Options{Version: version(), Execute: onlyChecks, Heard: s.heard, Beside: beside})
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
			next := *s.next
			s.mu.Unlock()
			s.server.Show(next)
		}
	})()
	return s
}

// onlyChecks runs nothing: the app has no way yet to ask for each call.
func onlyChecks(context.Context, *engine.Entry, py.Object) (*mcp.CallToolResult, string, error) {
	return nil, "the app runs no calls of clients, which findable serve --allow does", nil
}

// Address implements ui.Service.
func (s *service) Address() string { return s.address }

// Show implements ui.Service.
func (s *service) Show(w engine.World) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next = &w
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

func (s *service) heard(a serve.Arrival) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.came = append(s.came, arrivalRows(a)...)
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
	row := ui.Arrival{At: a.At, Client: clientName(a)}
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
