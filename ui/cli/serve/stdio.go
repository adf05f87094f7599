package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Stream serves one client over two streams, as a program that the client has started
// does, until its input or the context ends. Neither of these is an error. What was
// asked before the input ends is answered, if that does not take long.
func (s *Server) Stream(ctx context.Context, in io.Reader, out io.Writer) error {
	defer s.endCalls()
	defer context.AfterFunc(ctx, s.endCalls)()
	err := s.server.Run(ctx, &streams{in, out})
	if errors.Is(err, context.Canceled) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("the client sends what is no message: %w", err)
	}
	return nil
}

// lastTime is how long what was asked before the end of the input may take.
const lastTime = 3 * time.Second

// streams is the transport of Stream.
type streams struct {
	in  io.Reader
	out io.Writer
}

// Connect implements mcp.Transport.
func (s *streams) Connect(ctx context.Context) (mcp.Connection, error) {
	in, ok := s.in.(io.ReadCloser)
	if !ok {
		in = io.NopCloser(s.in)
	}
	c, err := (&mcp.IOTransport{Reader: in, Writer: writer{s.out}, MaxLineLength: maxMessage}).Connect(ctx)
	return &connection{Connection: c, asked: map[jsonrpc.ID]bool{}, none: make(chan struct{}, 1)}, err
}

// A writer leaves closing to whoever has opened it.
type writer struct{ io.Writer }

func (writer) Close() error { return nil }

// A connection holds the end of the input back while something is to be answered: the
// library would drop the answers.
type connection struct {
	mcp.Connection
	mu    sync.Mutex
	asked map[jsonrpc.ID]bool
	none  chan struct{} // has a value when nothing is left to answer, or to wait for
}

// Read implements mcp.Connection.
func (c *connection) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := c.Connection.Read(ctx)
	c.mu.Lock()
	if request, ok := m.(*jsonrpc.Request); ok && err == nil && request.IsCall() {
		c.asked[request.ID] = true
		select {
		case <-c.none: // not any more
		default:
		}
	}
	open := len(c.asked) > 0
	c.mu.Unlock()
	if err != nil && open {
		select {
		case <-c.none:
		case <-time.After(lastTime):
		case <-ctx.Done():
		}
	}
	return m, err
}

// Write implements mcp.Connection.
func (c *connection) Write(ctx context.Context, m jsonrpc.Message) error {
	err := c.Connection.Write(ctx, m)
	response, ok := m.(*jsonrpc.Response)
	if !ok {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if delete(c.asked, response.ID); len(c.asked) == 0 {
		c.letGo()
	}
	return err
}

// Close implements mcp.Connection.
func (c *connection) Close() error {
	c.letGo()
	return c.Connection.Close()
}

func (c *connection) letGo() {
	select {
	case c.none <- struct{}{}:
	default:
	}
}
