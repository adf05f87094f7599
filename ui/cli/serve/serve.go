package serve

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"findable/engine"
	"findable/engine/pipeline"
)

// A Server serves a catalog to any number of clients at the same time.
type Server struct {
	opt    Options
	server *mcp.Server

	mu    sync.Mutex // is held while another world takes the place of this one
	now   atomic.Pointer[served]
	heard sync.Mutex // one arrival at a time

	over context.Context // ends with endCalls
	// endCalls ends the tools that run: the library waits for them before it ends a
	// session.
	endCalls context.CancelFunc
}

// Options are what a Server may do, and who hears of it.
type Options struct {
	// Version is findable's own, for clients to know.
	Version string
	// Policy has the rules that deny calls and change their arguments. What they allow
	// runs without another question; everything else is Execute's to ask about, whatever
	// a server's hints say.
	Policy pipeline.Policy
	// Execute runs the calls that come through; nil only says that they would.
	Execute Execute
	// Heard is told of every call, one at a time, before its reply is sent. It may be
	// nil and must not wait.
	Heard func(Arrival)
	// Beside makes safe what runs in a goroutine of its own or of the library, where a
	// panic would leave a terminal as no shell wants it; nil lets it end the program.
	Beside func(func()) func()
	// Now is the clock, nil for the system's.
	Now func() time.Time
}

// served is what is served, with what follows from it.
type served struct {
	engine.World
	blocks []engine.Block
	tools  []*mcp.Tool
}

// New makes a server of a session under a configuration. It is used up when Stream or HTTP has ended.
func New(w engine.World, opt Options) *Server {
	opt.Policy.Wary = true
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.Beside == nil {
		opt.Beside = func(f func()) func() { return f }
	}
	s := &Server{opt: opt}
	s.over, s.endCalls = context.WithCancel(context.Background())
	s.server = mcp.NewServer(&mcp.Implementation{Name: "findable", Title: "findable: tool search over a catalog", Version: opt.Version},
		&mcp.ServerOptions{Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{ListChanged: true}}})
	s.server.AddReceivingMiddleware(s.receive)
	s.now.Store(newServed(w))
	return s
}

func newServed(w engine.World) *served {
	blocks := w.Session.Blocks(w.Assembly)
	return &served{World: w, blocks: blocks, tools: toolsOf(blocks)}
}

// Show serves this from now on. Clients are told when the list of tools
// is another one, or a tool behind it. Calls under way end as they began.
func (s *Server) Show(w engine.World) {
	s.mu.Lock()
	defer s.mu.Unlock()
	was, now := s.now.Load(), newServed(w)
	s.now.Store(now)
	if !slices.Equal(was.blocks, now.blocks) || !sameTools(was.Session, now.Session) {
		s.notify()
	}
}

// sameTools reports whether two sessions defer the same tools.
func sameTools(a, b *engine.Session) bool {
	return a == b || slices.EqualFunc(a.Deferred, b.Deferred, func(x, y *engine.Entry) bool {
		return x == y || x.Name == y.Name && x.Characters == y.Characters && x.Definition() == y.Definition()
	})
}

// notify tells the clients that the list of tools has changed. The library does so
// when one of its own tools is another, so it gets one that nobody sees.
func (s *Server) notify() {
	s.server.AddTool(&mcp.Tool{Name: "changed", InputSchema: json.RawMessage(`{"type":"object"}`)},
		func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{}, nil
		})
}

// errBroken is what a client is told whose request broke findable.
var errBroken = errors.New("findable is broken and ends")

// receive answers requests. The library does so in goroutines of its own.
func (s *Server) receive(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (result mcp.Result, err error) {
		err = errBroken
		s.opt.Beside(func() { result, err = s.respond(ctx, next, method, req) })()
		return result, err
	}
}

// respond answers lists and calls of tools, and leaves the rest to the library.
func (s *Server) respond(ctx context.Context, next mcp.MethodHandler, method string, req mcp.Request) (mcp.Result, error) {
	if call, ok := req.(*mcp.CallToolRequest); ok {
		return s.call(ctx, call)
	}
	result, err := next(ctx, method, req)
	if list, ok := result.(*mcp.ListToolsResult); ok && err == nil {
		list.Tools, list.NextCursor = s.now.Load().tools, ""
	}
	return result, err
}

// toolsOf makes what tools/list names of the definitions that a model would get, in
// their order.
func toolsOf(blocks []engine.Block) []*mcp.Tool {
	tools := make([]*mcp.Tool, len(blocks))
	for i, b := range blocks {
		var definition struct {
			Function struct {
				Description string          `json:"description"`
				Parameters  json.RawMessage `json:"parameters"`
			} `json:"function"`
		}
		// Infinite numbers, which are no JSON, can stand in the schema of a dump: then
		// the client gets the name alone.
		_ = json.Unmarshal([]byte(strings.ToValidUTF8(b.Text, "\uFFFD")), &definition)
		f := definition.Function
		if len(f.Parameters) == 0 || f.Parameters[0] != '{' {
			f.Parameters = json.RawMessage(`{"type":"object"}`)
		}
		tools[i] = &mcp.Tool{Name: b.Name, Description: f.Description, InputSchema: f.Parameters}
	}
	return tools
}

// maxMessage is the size of one message of a client, in bytes: calls are small.
const maxMessage = 4 << 20
