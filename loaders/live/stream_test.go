package live

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
)

func TestMessages(t *testing.T) {
	const lines = "Welcome\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[]}}\r\n\n{\"level\":\"info\"}\n[{\"jsonrpc\":\"2.0\"}]\n[1]\n{\"jsonrpc\"\n  {\"jsonrpc\":\"2.0\",\"method\":\"x\"}"
	var w wire
	w.sent([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`))
	m := &messages{from: bufio.NewReaderSize(strings.NewReader(lines), 16), wire: &w}
	passed, err := io.ReadAll(m)
	const want = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[]}}\r\n[{\"jsonrpc\":\"2.0\"}]\n  {\"jsonrpc\":\"2.0\",\"method\":\"x\"}\n"
	if err != nil || string(passed) != want || m.other.Load() != 4 || string(w.result("")) != `{"tools":[]}` {
		t.Errorf("%v, %d others, result %s:\n%s", err, m.other.Load(), w.result(""), passed)
	}
}

// FuzzMessages checks that nothing but JSON is passed on, a line each, whatever a
// program writes.
func FuzzMessages(f *testing.F) {
	f.Add([]byte("Welcome\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n[{}]\n"), false)
	f.Add([]byte("data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\ndata:\n\n"), true)
	f.Add([]byte("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"error\":{}}\n[{\"jsonrpc\":1},{}]"), false)
	f.Fuzz(func(t *testing.T, raw []byte, web bool) {
		var w wire
		w.sent([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
		if web {
			for _, stream := range []bool{true, false} {
				b := &heard{ReadCloser: io.NopCloser(bytes.NewReader(raw)), wire: &w, stream: stream, end: func() {}}
				if passed, err := io.ReadAll(b); err != nil || !bytes.Equal(passed, raw) {
					t.Errorf("%v: the body was changed", err)
				}
			}
			return
		}
		passed, err := io.ReadAll(&messages{from: bufio.NewReaderSize(bytes.NewReader(raw), 16), wire: &w})
		if err != nil {
			t.Error(err)
		}
		for line := range bytes.Lines(passed) {
			if !json.Valid(line) {
				t.Errorf("passed on: %q", line)
			}
		}
	})
}
