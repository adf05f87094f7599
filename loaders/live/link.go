package live

import (
	"context"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"findable/loaders"
)

// A link is one attempt to reach a server, and the connection when it succeeds.
type link struct {
	wire      wire
	program   *program // nil for an address
	web       *web     // nil for a program
	transport mcp.Transport
	session   *mcp.ClientSession // nil as long as it is not connected
	end       context.CancelFunc // of the library's work
}

// newLink starts the program, if it is one.
func newLink(l loaders.Launch, c *Client) (*link, error) {
	k := &link{}
	if l.URL == "" {
		p, err := start(l, &k.wire, c.beside)
		if err != nil {
			return nil, err
		}
		k.program = p
		k.transport = &mcp.IOTransport{Reader: p.messages, Writer: p, MaxLineLength: maxMessage}
		return k, nil
	}
	k.web = newWeb(l, &k.wire, c.grace())
	if l.SSE {
		k.transport = &mcp.SSEClientTransport{Endpoint: l.URL, HTTPClient: k.web.client(), MaxEventSize: maxMessage}
	} else { // only who watches needs the stream of what the server says unasked
		k.transport = &mcp.StreamableClientTransport{Endpoint: l.URL, HTTPClient: k.web.client(), MaxEventSize: maxMessage,
			DisableStandaloneSSE: !c.Watch, MaxRetries: 1}
	}
	return k, nil
}

// abort breaks off what is under way.
func (k *link) abort() {
	if k.web != nil {
		k.web.abort()
	}
	k.end()
}

// close ends everything that belongs to the link. It may be called again.
func (k *link) close(grace time.Duration) {
	if k.program != nil {
		k.program.stop(grace) // first, or a write that it does not take would never end
	} else {
		k.web.abort()
	}
	if k.session != nil {
		_ = k.session.Close() // nothing can be done about a server that does not part well
	}
	if k.web != nil {
		k.web.close()
	}
	k.end()
}
