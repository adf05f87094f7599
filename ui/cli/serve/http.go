package serve

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Path is where the server is found at its address.
const Path = "/mcp"

// Times of the HTTP server. A stream of notices may stay open for as long as it
// likes, so answers have no limit.
const (
	headTime     = 10 * time.Second // to send the head of a request
	bodyTime     = 30 * time.Second // to send all of it
	idleTime     = 2 * time.Minute  // of a connection between requests
	sessionTime  = 12 * time.Hour   // of a session without a request: clients rest over lunch
	shutdownTime = time.Second      // for answers that are on their way
)

// A Door says who may come in over HTTP.
type Door struct {
	// Token is what a client must send as "Authorization: Bearer TOKEN"; "" for nobody
	// having to, which is for loopback addresses only.
	Token string
	// Name is the host name by which clients call the server besides localhost, ""
	// for none.
	Name string
}

// ErrExposed is the error of Listen for an address that others can reach.
var ErrExposed = errors.New("others than this machine can reach that address")

// Listen listens at an address, HOST:PORT, with port 0 for any that is free. Unless it
// may be exposed it takes loopback addresses only: the test is of the address itself,
// whatever its name says.
func Listen(ctx context.Context, address string, exposed bool) (net.Listener, error) {
	at, err := net.ResolveTCPAddr("tcp", address)
	if err != nil {
		return nil, err
	}
	if !exposed && !at.IP.IsLoopback() {
		return nil, ErrExposed
	}
	return (&net.ListenConfig{}).Listen(ctx, "tcp", at.String())
}

// HTTP serves clients over streamable HTTP until the context ends; that is no error.
// It closes the listener and every session, and returns when all have ended.
func (s *Server) HTTP(ctx context.Context, l net.Listener, door Door) error {
	streams := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s.server },
		&mcp.StreamableHTTPOptions{SessionTimeout: sessionTime, MaxRequestBodyBytes: maxMessage,
			DisableLocalhostProtection: true}) // the door looks closer
	mux := http.NewServeMux()
	mux.Handle(Path, streams)
	web := &http.Server{Handler: door.guard(mux), ReadHeaderTimeout: headTime, IdleTimeout: idleTime, MaxHeaderBytes: 64 << 10}
	ended := make(chan error, 1)
	go s.opt.Beside(func() {
		err := errBroken
		defer func() { ended <- err }()
		err = web.Serve(l)
	})()
	var err error
	select {
	case err = <-ended:
	case <-ctx.Done():
		_ = l.Close() // so that no session is added to those that end now
		err = <-ended
	}
	s.endCalls()
	s.endSessions()
	limited, stop := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer stop()
	if web.Shutdown(limited) != nil {
		_ = web.Close()
	}
	s.endSessions() // one may have begun on a connection that was open already
	if ctx.Err() != nil || errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// endSessions ends all sessions, and with them the streams and calls that go on.
func (s *Server) endSessions() {
	for session := range s.server.Sessions() {
		_ = session.Close() // its client may have gone
	}
}

// guard lets in what comes from this machine's programs, or has the token. A web page
// that a browser shows is neither: it can reach a loopback address under a name of its
// own (DNS rebinding), and then says so in Host, or under ours, and says so in Origin.
func (d Door) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !d.ours(r.Host):
			http.Error(w, "this server is not called by that Host", http.StatusForbidden)
		case !sameOrigin(r):
			http.Error(w, "web pages of another Origin may not call this server", http.StatusForbidden)
		case !d.admits(r.Header.Values("Authorization")):
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "this server wants a bearer token", http.StatusUnauthorized)
		default:
			if readBody(w, r) {
				next.ServeHTTP(w, r)
			}
		}
	})
}

// ours reports whether a Host header names this server. A name that belongs to
// somebody else can point here; an address cannot, but it is taken only where the
// token shuts out those who do not know it.
func (d Door) ours(host string) bool {
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name, port = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]"), ""
	}
	if strings.Trim(port, "0123456789") != "" {
		return false
	}
	if ip, err := netip.ParseAddr(name); err == nil {
		return ip.Unmap().IsLoopback() || d.Token != ""
	}
	return strings.EqualFold(name, "localhost") || d.Name != "" && strings.EqualFold(name, d.Name)
}

// sameOrigin reports whether a request comes from no web page, or from one of this
// server, of which there are none.
func sameOrigin(r *http.Request) bool {
	for _, origin := range r.Header.Values("Origin") {
		if !slices.Contains([]string{"http://" + r.Host, "https://" + r.Host}, origin) {
			return false
		}
	}
	for _, site := range r.Header.Values("Sec-Fetch-Site") {
		if site != "same-origin" && site != "none" {
			return false
		}
	}
	return true
}

// admits compares the token in a time that does not tell how much of it was right.
func (d Door) admits(headers []string) bool {
	if d.Token == "" {
		return true
	}
	if len(headers) != 1 {
		return false
	}
	scheme, token, _ := strings.Cut(headers[0], " ")
	given, want := sha256.Sum256([]byte(strings.TrimSpace(token))), sha256.Sum256([]byte(d.Token))
	return subtle.ConstantTimeCompare(given[:], want[:]) == 1 && strings.EqualFold(scheme, "Bearer")
}

// readBody reads a request's body within its time. A limit on reading the whole
// connection would end the streams.
func readBody(w http.ResponseWriter, r *http.Request) bool {
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(bodyTime)) // the server's own connections can
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxMessage))
	_ = control.SetReadDeadline(time.Time{})
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		http.Error(w, "the request is too large", http.StatusRequestEntityTooLarge)
	case err != nil:
		http.Error(w, "the request has not come whole", http.StatusBadRequest)
	default:
		r.Body = io.NopCloser(bytes.NewReader(body))
	}
	return err == nil
}
