package live

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"findable/loaders"
)

// A web carries the requests to a server with an address.
type web struct {
	base    *http.Transport
	home    *url.URL // nil when the address is none
	sse     bool
	headers []loaders.Setting
	wire    *wire
	grace   time.Duration
	over    context.Context // ends with abort
	abort   context.CancelFunc

	mu     sync.Mutex
	code   int    // HTTP status of the last answer
	status string // the same in words
	kind   string // media type of the last answer
	fault  error  // why there was none
}

func newWeb(l loaders.Launch, w *wire, grace time.Duration) *web {
	h := &web{base: http.DefaultTransport.(*http.Transport).Clone(), sse: l.SSE, headers: l.Headers, wire: w, grace: grace}
	h.home, _ = url.Parse(l.URL) // whoever makes the request will tell
	h.over, h.abort = context.WithCancel(context.Background())
	return h
}

func (h *web) client() *http.Client { return &http.Client{Transport: h} }

// close lets go of the connections, which must be idle.
func (h *web) close() { h.base.CloseIdleConnections() }

// streamWait is how long a server may think about whether it opens the stream for
// what it says unasked. Some never answer, and mean no.
const streamWait = 3 * time.Second

// RoundTrip implements http.RoundTripper.
func (h *web) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(req.Context())
	unlink := func() bool { return true }
	if req.Method == http.MethodDelete { // the farewell comes after abort
		time.AfterFunc(h.grace, cancel)
	} else {
		unlink = context.AfterFunc(h.over, cancel)
	}
	end := func() { unlink(); cancel() }
	req = req.Clone(ctx)
	h.dress(req)
	if req.GetBody != nil {
		if body, err := req.GetBody(); err == nil {
			message, _ := io.ReadAll(body) // from memory
			h.wire.sent(message)
		}
	}
	resp, err := h.send(req, cancel)
	if err != nil {
		end()
		return nil, err
	}
	kind, _, _ := strings.Cut(resp.Header.Get("Content-Type"), ";")
	resp.Body = &heard{ReadCloser: resp.Body, wire: h.wire, stream: strings.TrimSpace(kind) == "text/event-stream", end: end}
	return resp, nil
}

// send sends a request and keeps what came of it. The request for the stream of
// what the server says unasked is no matter for anybody; when it is not answered,
// that is taken for a no.
func (h *web) send(req *http.Request, cancel func()) (*http.Response, error) {
	if req.Method != http.MethodGet || h.sse {
		resp, err := h.base.RoundTrip(req)
		h.keep(resp, err)
		return resp, err
	}
	patience := time.AfterFunc(streamWait, cancel)
	resp, err := h.base.RoundTrip(req)
	if patience.Stop() || h.over.Err() != nil {
		return resp, err
	}
	if err == nil {
		resp.Body.Close()
	}
	return &http.Response{StatusCode: http.StatusMethodNotAllowed, Body: http.NoBody, Header: http.Header{}, Request: req}, nil
}

// keep keeps what came of a request.
func (h *web) keep(resp *http.Response, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.fault, h.code, h.status, h.kind = err, 0, "", ""
	if err == nil {
		h.code, h.status = resp.StatusCode, http.StatusText(resp.StatusCode)
		kind, _, _ := strings.Cut(resp.Header.Get("Content-Type"), ";")
		h.kind = strings.TrimSpace(kind)
	}
}

// dress gives a request the headers, unless it goes elsewhere: to where the server
// has sent it.
func (h *web) dress(req *http.Request) {
	if h.home == nil || req.URL.Scheme != h.home.Scheme || req.URL.Host != h.home.Host {
		return
	}
	for _, s := range h.headers {
		req.Header.Set(s.Name, s.Value)
	}
}

// A heard body lets the wire see the messages in it, before whoever reads it.
type heard struct {
	io.ReadCloser
	wire   *wire
	stream bool   // it is a stream of events
	buf    []byte // the whole body, or the line that is coming in
	data   []byte // of the event that is coming in
	end    func() // of the request
}

// Read implements io.Reader.
func (b *heard) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if len(b.buf)+len(b.data)+n > maxMessage {
		return 0, errTooLong
	}
	part := p[:n]
	for b.stream {
		line, rest, ok := bytes.Cut(part, []byte("\n"))
		if !ok {
			break
		}
		b.line(append(b.buf, line...))
		b.buf, part = b.buf[:0], rest
	}
	b.buf = append(b.buf, part...)
	if err == io.EOF && b.stream {
		b.line(b.buf)
		b.line(nil)
	} else if err == io.EOF && len(b.buf) > 0 {
		b.wire.received(b.buf)
		b.buf = nil
	}
	return n, err
}

// line takes a line of a stream of events; an empty one ends an event.
func (b *heard) line(line []byte) {
	line = bytes.TrimRight(line, "\r")
	if data, ok := bytes.CutPrefix(line, []byte("data:")); ok {
		b.data = append(append(b.data, data...), '\n')
	} else if len(line) == 0 && len(b.data) > 0 {
		b.wire.received(b.data)
		b.data = nil
	}
}

// Close implements io.Closer.
func (b *heard) Close() error {
	defer b.end()
	return b.ReadCloser.Close()
}
