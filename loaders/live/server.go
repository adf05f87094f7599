package live

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"findable/loaders"
)

// The protocol that servers are first spoken to in is the last that begins with
// initialize, which nearly all understand; some never answer what comes before it.
// The newest is whatever the client library takes for that.
const (
	withInitialize = "2025-11-25"
	newest         = ""
)

// A Server is one server that was asked for its tools.
type Server struct {
	client  *Client
	index   int
	secrets *strings.Replacer // of what Launch.String hides
	listed  loaders.Listed
	changed chan struct{}

	over context.Context // ends with stop
	stop context.CancelFunc
	busy sync.Mutex // is held by who uses what follows
	*link
}

func newServer(c *Client, index int, t Target) *Server {
	s := &Server{client: c, index: index, secrets: strings.NewReplacer(), listed: loaders.Listed{Name: t.Name, Launch: t.Launch},
		changed: make(chan struct{}, 1)}
	s.over, s.stop = context.WithCancel(context.Background())
	return s
}

// Listed returns what the server has listed last.
func (s *Server) Listed() loaders.Listed {
	s.busy.Lock()
	defer s.busy.Unlock()
	return s.listed
}

// Changed has a value when the server has said that its list of tools has changed
// and was not asked since.
func (s *Server) Changed() <-chan struct{} { return s.changed }

// Close ends the connection and the program behind it, and returns when it has
// ended. What goes on with it fails.
func (s *Server) Close() {
	s.stop()
	s.busy.Lock()
	defer s.busy.Unlock()
	s.hangUp()
	s.client.closed(s)
}

// Gone reports whether the program behind the connection has ended by itself.
func (s *Server) Gone() bool {
	s.busy.Lock()
	defer s.busy.Unlock()
	if s.link == nil || s.program == nil {
		return false
	}
	select {
	case <-s.program.ended:
		return true
	default:
		return false
	}
}

func (s *Server) hangUp() {
	if s.link != nil {
		s.link.close(s.client.grace())
	}
}

// part ends a connection that nobody waits for any more.
func (s *Server) part() {
	if s.listed.Err != nil || !s.client.Watch {
		s.stop()
		s.hangUp()
		s.client.closed(s)
	}
}

// limited is a context that ends with ctx, with the server's time, and with Close.
func (s *Server) limited(ctx context.Context) (limited context.Context, stop func()) {
	limited, cancel := context.WithTimeout(ctx, s.client.timeout())
	unlink := context.AfterFunc(s.over, cancel)
	return limited, func() { unlink(); cancel() }
}

// begin connects and lists.
func (s *Server) begin(ctx context.Context, tell func(Progress)) {
	s.busy.Lock()
	defer s.busy.Unlock()
	defer s.part()
	limited, stop := s.limited(ctx)
	defer stop()
	tell(s.progress(Starting, 0, 0))
	if err := s.connect(limited); err != nil {
		s.listed.Err = s.fault(ctx, limited, err, "before it answered initialize")
	} else {
		s.list(ctx, limited, tell)
	}
	s.outcome(tell)
}

// Refresh asks a server that is still connected for its tools again. What it
// answers is in Listed too. tell may be nil. With an error the connection ends.
func (s *Server) Refresh(ctx context.Context, tell func(Progress)) loaders.Listed {
	s.busy.Lock()
	defer s.busy.Unlock()
	if tell == nil {
		tell = func(Progress) {}
	}
	select {
	case <-s.changed:
	default:
	}
	if s.over.Err() != nil {
		s.listed.Pages, s.listed.Err = nil, errors.New("is no longer connected")
		return s.listed
	}
	defer s.part()
	limited, stop := s.limited(ctx)
	defer stop()
	s.list(ctx, limited, tell)
	s.outcome(tell)
	return s.listed
}

func (s *Server) progress(stage Stage, page, tools int) Progress {
	return Progress{Index: s.index, Name: cmp.Or(s.listed.Name, s.listed.Launch.String()), Stage: stage, Page: page, Tools: tools, Err: s.listed.Err}
}

// outcome tells how a listing ended.
func (s *Server) outcome(tell func(Progress)) {
	if s.link != nil && s.program != nil {
		s.listed.Noise = s.program.noise()
		s.listed.Stderr = s.secrets.Replace(s.program.stderr.String())
	}
	n := 0
	for _, p := range s.listed.Pages {
		n += len(toolsOf(p))
	}
	stage := Done
	if s.listed.Err != nil {
		stage = Failed
	}
	tell(s.progress(stage, len(s.listed.Pages), n))
}

// connect reaches the server, in the ways that servers may want.
func (s *Server) connect(ctx context.Context) error {
	if !s.client.opened(s) {
		return errors.New("was not asked, since all connections are closed")
	}
	launch, secrets, err := expand(s.listed.Launch, os.LookupEnv)
	if err != nil {
		return err
	}
	if s.secrets = secrets; launch.Command == "" && launch.URL == "" {
		return errors.New("has neither a command nor an address")
	}
	err = s.dial(ctx, launch, withInitialize)
	if err == nil || ctx.Err() != nil || s.link == nil {
		return err
	}
	first := s.link
	switch {
	case refusesInitialize(err):
		return s.dial(ctx, launch, newest)
	case first.web != nil && !launch.SSE && slices.Contains([]int{http.StatusBadRequest, http.StatusNotFound, http.StatusMethodNotAllowed}, first.web.code):
		launch.SSE = true // those of the first protocol take no POST at their address
		if s.dial(ctx, launch, withInitialize) == nil {
			return nil
		}
		s.hangUp()
		s.link = first // whose answer says more
	}
	return err
}

// refusesInitialize reports whether a server answers that its protocol no longer
// begins so.
func refusesInitialize(err error) bool {
	var answer *jsonrpc.Error
	return errors.As(err, &answer) && (answer.Code == mcp.CodeUnsupportedProtocolVersion || answer.Code == jsonrpc.CodeMethodNotFound)
}

// dial makes one attempt to connect, after which the one before is over.
func (s *Server) dial(ctx context.Context, launch loaders.Launch, version string) error {
	s.hangUp()
	k, err := newLink(launch, s.client)
	if err != nil {
		return err
	}
	s.link = k
	life, end := context.WithCancel(s.over)
	k.end = end
	// A connection outlives the context that bounds its making.
	made := context.AfterFunc(ctx, k.abort)
	defer made()
	options := &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}}
	if s.client.Watch {
		options.ToolListChangedHandler = func(context.Context, *mcp.ToolListChangedRequest) {
			select {
			case s.changed <- struct{}{}:
			default:
			}
		}
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "findable", Version: cmp.Or(s.client.Version, "unknown")}, options)
	k.session, err = client.Connect(life, k.transport, &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		return err
	}
	s.introduce(k.session.InitializeResult())
	return nil
}

// introduce keeps what a server says of itself.
func (s *Server) introduce(answer *mcp.InitializeResult) {
	c := loaders.Card{Instructions: answer.Instructions, Initialized: true}
	if info := answer.ServerInfo; info != nil {
		c.Name, c.Title = info.Name, info.Title
		s.listed.Version = info.Version
	}
	if can := answer.Capabilities; can != nil {
		c.Resources, c.Prompts = can.Resources != nil, can.Prompts != nil
	}
	s.listed.Server = c
}
