package live

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"findable/loaders"
)

// overHTTP serves a server over streamable HTTP, with JSON or streams of events.
func overHTTP(t *testing.T, s *mcp.Server, asJSON bool) string {
	h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{JSONResponse: asJSON})
	return host(t, h)
}

func host(t *testing.T, h http.Handler) string {
	web := httptest.NewServer(h)
	t.Cleanup(func() { web.CloseClientConnections(); web.Close() })
	return web.URL
}

func TestAddress(t *testing.T) {
	sse := mcp.NewSSEHandler(func(*http.Request) *mcp.Server { return garden() }, nil)
	for name, c := range map[string]struct {
		url string
		sse bool
	}{
		"events":              {overHTTP(t, garden(), false), false},
		"JSON":                {overHTTP(t, garden(), true), false},
		"first protocol":      {host(t, sse), true},
		"found out by itself": {host(t, sse), false},
	} {
		t.Run(name, func(t *testing.T) {
			for _, watch := range []bool{false, true} {
				l := connect(t, &Client{Watch: watch}, Target{Launch: loaders.Launch{URL: c.url, SSE: c.sse}}).Listed()
				want(t, l, 3, 7, "")
				if l.Err == nil && (schemaOf(l.Pages[0]) != keptSchema || l.Server.Name != "garden") {
					t.Errorf("%+v", l)
				}
			}
		})
	}
}

func TestAddressFailures(t *testing.T) {
	t.Setenv("GOOD", "Bearer good-token")
	over := make(chan struct{})
	hanging := paged(garden(), func(_ context.Context, page int) {
		if page == 2 {
			<-over
		}
	})
	guarded := garden()
	inner := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return guarded }, nil)
	guard := host(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer good-token" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		inner.ServeHTTP(w, r)
	}))
	page := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, "<html>")
	})
	hangingURL := overHTTP(t, hanging, false)
	t.Cleanup(func() { close(over) }) // before its server is closed
	nothing := httptest.NewServer(nil)
	nothing.Close()
	secret := func(name, value string) []loaders.Setting { return []loaders.Setting{{Name: name, Value: value}} }
	for _, c := range []struct {
		name         string
		launch       loaders.Launch
		pages, tools int
		fault        string
	}{
		{"no header", loaders.Launch{URL: guard}, 0, 0, "answered HTTP 401 Unauthorized before it answered initialize; it wants a header such as Authorization"},
		{"header", loaders.Launch{URL: guard, Headers: secret("Authorization", "${GOOD}")}, 3, 7, ""},
		{"not found", loaders.Launch{URL: host(t, http.NotFoundHandler())}, 0, 0, "answered HTTP 404 Not Found before"},
		{"a page", loaders.Launch{URL: host(t, page)}, 0, 0, `answered with "text/html" before it answered initialize, which no MCP server does; check the address`},
		{"nobody", loaders.Launch{URL: nothing.URL + "/?key=1234567"}, 0, 0, "cannot be reached before it answered initialize: dial tcp"},
		{"hanging", loaders.Launch{URL: hangingURL}, 1, 3, "1 page of ?, 3 tools, then: timed out after 250ms at page 2"},
		{"no address", loaders.Launch{URL: "http://\x7f"}, 0, 0, "before it answered initialize"},
	} {
		t.Run(c.name, func(t *testing.T) {
			client := &Client{Grace: 100 * time.Millisecond}
			if c.name == "hanging" {
				client.Timeout = 250 * time.Millisecond
			}
			l := connect(t, client, Target{Launch: c.launch}).Listed()
			want(t, l, c.pages, c.tools, c.fault)
			if l.Err != nil && strings.Contains(l.Err.Error(), "1234567") {
				t.Errorf("a secret in %v", l.Err)
			}
		})
	}
}

// TestHeadersStayHome checks that a server that sends requests elsewhere does not
// send the headers along.
func TestHeadersStayHome(t *testing.T) {
	var leaked atomic.Bool
	shared := garden()
	inner := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return shared }, nil)
	elsewhere := host(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Key") != "" {
			leaked.Store(true)
		}
		inner.ServeHTTP(w, r)
	}))
	var asked atomic.Bool
	home := host(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Store(r.Header.Get("X-Key") == "secret")
		http.Redirect(w, r, elsewhere, http.StatusTemporaryRedirect)
	}))
	l := connect(t, &Client{}, Target{Launch: loaders.Launch{URL: home, Headers: []loaders.Setting{{Name: "X-Key", Value: "secret"}}}}).Listed()
	want(t, l, 3, 7, "")
	if leaked.Load() || !asked.Load() {
		t.Errorf("the header went elsewhere: %t, home: %t", leaked.Load(), asked.Load())
	}
}

// TestChanged checks that a server which is watched says when its list changes, and
// lists it anew over the same connection.
func TestChanged(t *testing.T) {
	shared := paged(garden(), func(context.Context, int) {})
	for name, launch := range map[string]loaders.Launch{"address": {URL: overHTTP(t, shared, false)}, "program": stdio("grows")} {
		t.Run(name, func(t *testing.T) {
			server := connect(t, &Client{Watch: true}, Target{Launch: launch})
			if err := server.Listed().Err; err != nil {
				t.Fatal(err)
			}
			if name == "address" {
				addTool(shared, "late")
			}
			select {
			case <-server.Changed():
			case <-time.After(20 * time.Second):
				t.Fatal("nobody said that the list has changed")
			}
			want(t, server.Refresh(context.Background(), nil), 3, 8, "")
			server.Close()
			want(t, server.Refresh(context.Background(), nil), 0, 0, "is no longer connected")
		})
	}
}

// TestHeard checks that the messages in a body are seen however it arrives.
func TestHeard(t *testing.T) {
	const body = ": hello\nevent: message\r\nid: 1\r\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\r\ndata: \"result\":{\"tools\":[]}}\r\n\r\ndata: {}\n\n"
	for name, r := range map[string]io.Reader{
		"at once": strings.NewReader(body), "by bytes": iotest.OneByteReader(strings.NewReader(body)),
		"cut short": strings.NewReader(strings.TrimSuffix(body, "\r\n\r\ndata: {}\n\n")), "by halves": iotest.HalfReader(strings.NewReader(body)),
	} {
		var w wire
		w.sent([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"c"}}`))
		b := &heard{ReadCloser: io.NopCloser(r), wire: &w, stream: true, end: func() {}}
		passed, err := io.ReadAll(b)
		if err != nil || !bytes.HasPrefix([]byte(body), passed) || string(w.result("c")) != `{"tools":[]}` {
			t.Errorf("%s: %v, result %s", name, err, w.result("c"))
		}
	}
}
