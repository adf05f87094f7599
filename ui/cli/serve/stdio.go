package serve

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Stream serves one client over two streams, as a program that the client has started
// does, until its input or the context ends. Neither of these is an error. Tools that
// run when the input ends have a little time left to answer.
func (s *Server) Stream(ctx context.Context, in io.Reader, out io.Writer) error {
	defer s.endCalls()
	defer context.AfterFunc(ctx, s.endCalls)()
	err := s.server.Run(ctx, &mcp.IOTransport{MaxLineLength: maxMessage, Writer: writer{out},
		Reader: reader{in, func() { time.AfterFunc(shutdownTime, s.endCalls) }}})
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// A reader tells when its input has ended, and closes it where it can be closed, so
// that a read that waits ends.
type reader struct {
	io.Reader
	ended func()
}

func (r reader) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	if err != nil {
		r.ended()
	}
	return n, err
}

func (r reader) Close() error {
	if c, ok := r.Reader.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// A writer leaves closing to whoever has opened it.
type writer struct{ io.Writer }

func (writer) Close() error { return nil }
