package serve

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

// hello is the request that begins a session.
const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`

// post sends a request as it stands and returns the status.
func post(t *testing.T, address, path, body string, head http.Header) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(context.Background(), "POST", "http://"+address+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	for name, values := range head {
		if name == "Host" {
			req.Host = values[0]
		} else {
			req.Header[name] = values
		}
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, _ := io.ReadAll(resp.Body)
	return resp.StatusCode, string(text)
}

// What comes from a web page is refused, under whatever name the page calls us.
func TestForeign(t *testing.T) {
	address := open(t, New(documented(), Options{}), Door{})
	_, port, _ := net.SplitHostPort(address)
	for _, c := range []struct {
		name, value string
		want        int
	}{
		{"Host", address, 200},
		{"Host", "localhost:" + port, 200},
		{"Host", "LOCALHOST:" + port, 200},
		{"Host", "[::1]:" + port, 200},
		{"Host", "localhost", 200}, // through a tunnel
		{"Host", "127.0.0.1:9", 200},
		{"Host", "evil.example", 403},
		{"Host", "evil.example:" + port, 403},
		{"Host", "localhost.evil.example:" + port, 403},
		{"Host", "127.0.0.1.evil.example:" + port, 403},
		{"Host", "0.0.0.0:" + port, 403},
		{"Host", "192.168.1.7:" + port, 403},
		{"Host", "localhost:80x", 403},
		{"Host", "2130706433:" + port, 403},
		{"Origin", "http://" + address, 200},
		{"Origin", "null", 403},
		{"Origin", "", 403},
		{"Origin", "http://evil.example", 403},
		{"Origin", "http://evil.example:" + port, 403},
		{"Origin", "http://localhost:" + port, 403}, // not the Host that was called
		{"Origin", "http://127.0.0.1:3000", 403},
		{"Origin", "http://" + address + ".evil.example", 403},
		{"Origin", "file://", 403},
		{"Sec-Fetch-Site", "cross-site", 403},
		{"Sec-Fetch-Site", "same-site", 403},
		{"Sec-Fetch-Site", "none", 200},
	} {
		if got, text := post(t, address, Path, hello, http.Header{c.name: {c.value}}); got != c.want {
			t.Errorf("%s %q: %d %s", c.name, c.value, got, text)
		}
	}
	if got, _ := post(t, address, Path, hello, http.Header{"Origin": {"http://" + address, "http://evil.example"}}); got != 403 {
		t.Errorf("two origins: %d", got)
	}
	if got, _ := post(t, address, "/", hello, nil); got != 404 {
		t.Errorf("another path: %d", got)
	}
	if got, _ := post(t, address, Path, strings.Repeat(" ", maxMessage+1), nil); got != 413 {
		t.Errorf("a large request: %d", got)
	}
	if got, _ := post(t, address, Path, "{", nil); got != 400 {
		t.Errorf("no JSON: %d", got)
	}
}

func TestToken(t *testing.T) {
	address := open(t, New(documented(), Options{}), Door{Token: "correct-horse-battery", Name: "box.lan"})
	for _, c := range []struct {
		values []string
		want   int
	}{
		{[]string{"Bearer correct-horse-battery"}, 200},
		{[]string{"bearer  correct-horse-battery"}, 200},
		{nil, 401},
		{[]string{""}, 401},
		{[]string{"Bearer"}, 401},
		{[]string{"Bearer "}, 401},
		{[]string{"Bearer correct-horse-batter"}, 401},
		{[]string{"Bearer correct-horse-batteryy"}, 401},
		{[]string{"Basic correct-horse-battery"}, 401},
		{[]string{"correct-horse-battery"}, 401},
		{[]string{"Bearer wrong", "Bearer correct-horse-battery"}, 401},
	} {
		if got, text := post(t, address, Path, hello, http.Header{"Authorization": c.values}); got != c.want {
			t.Errorf("%q: %d %s", c.values, got, text)
		}
	}
	right := []string{"Bearer correct-horse-battery"}
	for host, want := range map[string]int{"box.lan": 200, "BOX.lan:80": 200, "192.168.1.7:80": 200, "other.lan": 403} {
		if got, text := post(t, address, Path, hello, http.Header{"Authorization": right, "Host": {host}}); got != want {
			t.Errorf("host %s: %d %s", host, got, text)
		}
	}
	if got, _ := post(t, address, Path, hello, http.Header{"Authorization": right, "Origin": {"http://evil.example"}}); got != 403 {
		t.Errorf("a page with the token: %d", got)
	}
}

// Only loopback addresses are listened at unasked, whatever they are called.
func TestListen(t *testing.T) {
	for _, address := range []string{":0", "0.0.0.0:0", "[::]:0", "192.0.2.1:0"} {
		if l, err := Listen(context.Background(), address, false); !errors.Is(err, ErrExposed) {
			t.Errorf("%s: %v", address, err)
			if err == nil {
				_ = l.Close()
			}
		}
	}
	for _, address := range []string{"127.0.0.1:0", "localhost:0", "127.1.2.3:0"} {
		l, err := Listen(context.Background(), address, false)
		if err != nil {
			t.Errorf("%s: %v", address, err)
			continue
		}
		_ = l.Close()
	}
	if _, err := Listen(context.Background(), "127.0.0.1", false); err == nil {
		t.Error("an address without a port is taken")
	}
	l, err := Listen(context.Background(), "0.0.0.0:0", true)
	if err != nil {
		t.Fatal(err)
	}
	_ = l.Close()
}
