package live

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"time"

	"findable/engine"
	"findable/loaders"
)

// The values that a Client has where it says nothing.
const (
	defaultTimeout = 30 * time.Second
	defaultGrace   = time.Second
	defaultAtOnce  = 4
)

// A Client connects to servers. The zero value is ready to use. Close must be
// called in the end, best deferred.
type Client struct {
	// Timeout is how long one server may take from its start to its last page, 0
	// for 30 s.
	Timeout time.Duration
	// Grace is how long a program may take to end once its standard input is
	// closed, and again once it is asked to; 0 for 1 s. Then it is killed.
	Grace time.Duration
	// AtOnce is how many servers are asked at the same time, 0 for 4.
	AtOnce int
	// Watch keeps the servers connected after they have listed their tools, so that
	// they can say that the list has changed and be asked again.
	Watch bool
	// Version is findable's own, for the servers to know.
	Version string
	// Beside makes safe what runs in a goroutine of its own, where a panic would leave
	// a terminal as no shell wants it; nil lets it end the program.
	Beside func(func()) func()

	mu   sync.Mutex
	open map[*Server]bool // those that are connected
	over bool             // Close was called
}

// A Target is a server to connect to.
type Target struct {
	// Name is what the user or a configuration calls it, "" for the name that it
	// gives itself.
	Name string
	loaders.Launch
}

// A Stage is what a server is at.
type Stage int

// The stages, in order. Only one of the last two comes.
const (
	Waiting  Stage = iota // for others to be done
	Starting              // the program, and waiting for its first answer
	Listing               // its tools
	Done                  // with all of them
	Failed
)

// Progress is how far a server is.
type Progress struct {
	// Index is the server's among the targets.
	Index int
	// Name is its given name, or else its launch as it may be shown.
	Name  string
	Stage Stage
	// Page is the page that is asked for, from 1, once it is Listing; Tools counts
	// those of the pages before.
	Page, Tools int
	// Err is why it Failed.
	Err error
}

// String says it in a few words, such as "page 3, 1,750 tools so far".
func (p Progress) String() string {
	switch p.Stage {
	case Waiting:
		return "waiting"
	case Starting:
		return "connecting"
	case Listing:
		if p.Page == 1 {
			return "page 1"
		}
		return fmt.Sprintf("page %d, %s so far", p.Page, engine.Plural(p.Tools, "tool", "tools"))
	case Done:
		return engine.Plural(p.Tools, "tool", "tools")
	}
	return p.Err.Error()
}

// Connect connects to all targets, some at a time, and lists their tools. It
// returns a server for each, in their order, when all have ended; what went wrong
// is in Server.Listed. tell hears of each step, one call at a time; it may be nil.
// When ctx ends, so do the servers that have not listed their tools yet.
func (c *Client) Connect(ctx context.Context, targets []Target, tell func(Progress)) []*Server {
	var one sync.Mutex
	say := func(p Progress) {
		if tell != nil {
			one.Lock()
			defer one.Unlock()
			tell(p)
		}
	}
	servers := make([]*Server, len(targets))
	slots := make(chan struct{}, cmp.Or(c.AtOnce, defaultAtOnce))
	crashes := make(chan any, len(targets))
	var all sync.WaitGroup
	for i, t := range targets {
		s := newServer(c, i, t)
		servers[i] = s
		say(s.progress(Waiting, 0, 0))
	}
	for _, s := range servers {
		slots <- struct{}{} // those before end with ctx at the latest
		all.Go(func() {
			defer func() { <-slots }()
			defer func() {
				if crash := recover(); crash != nil {
					crashes <- crash
				}
			}()
			s.begin(ctx, say)
		})
	}
	all.Wait()
	select {
	case crash := <-crashes:
		c.Close() // a crash of the program must not leave servers behind
		panic(crash)
	default:
		return servers
	}
}

// Close ends the connections that are still open and the programs behind them, and
// returns when they have ended. A Connect that is under way fails, and so does every
// one after it.
func (c *Client) Close() {
	c.mu.Lock()
	c.over = true
	var open []*Server
	for s := range c.open {
		open = append(open, s)
	}
	c.mu.Unlock()
	var all sync.WaitGroup
	for _, s := range open {
		all.Go(c.beside(s.Close))
	}
	all.Wait()
}

// beside is f as it may run in a goroutine of its own.
func (c *Client) beside(f func()) func() {
	if c.Beside == nil {
		return f
	}
	return c.Beside(f)
}

func (c *Client) timeout() time.Duration { return cmp.Or(c.Timeout, defaultTimeout) }

func (c *Client) grace() time.Duration { return cmp.Or(c.Grace, defaultGrace) }

// opened and closed keep the list of what Close has to end. After Close nothing is
// opened any more.
func (c *Client) opened(s *Server) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open == nil {
		c.open = map[*Server]bool{}
	}
	c.open[s] = !c.over
	return !c.over
}

func (c *Client) closed(s *Server) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.open, s)
}
