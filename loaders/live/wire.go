package live

import (
	"encoding/json"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxMessage is the size of one message, in bytes. The largest real list of tools
// that is known has 3.3 MB.
const maxMessage = 64 << 20

// A wire sees all messages before the client library does, and keeps the answers
// to tools/list as they are.
type wire struct {
	mu      sync.Mutex
	asked   jsonrpc.ID // of the tools/list request that was sent last
	cursor  string     // that it was sent with
	sends   int        // tools/list requests so far
	results map[string]json.RawMessage
}

// sent sees a message that goes to the server.
func (w *wire) sent(message []byte) {
	m, err := jsonrpc.DecodeMessage(message)
	request, ok := m.(*jsonrpc.Request)
	if err != nil || !ok || request.Method != "tools/list" {
		return
	}
	var params mcp.ListToolsParams
	_ = json.Unmarshal(request.Params, &params) // it comes from the library
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked, w.cursor = request.ID, params.Cursor
	w.sends++
	delete(w.results, w.cursor)
}

// count is how many tools/list requests were sent.
func (w *wire) count() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.sends
}

// received sees a message that comes from the server, or a batch of them.
func (w *wire) received(message []byte) {
	var batch []json.RawMessage
	if json.Unmarshal(message, &batch) != nil {
		batch = append(batch, message)
	}
	for _, one := range batch {
		m, err := jsonrpc.DecodeMessage(one)
		answer, ok := m.(*jsonrpc.Response)
		if err != nil || !ok {
			continue
		}
		w.mu.Lock()
		if answer.ID == w.asked && answer.Error == nil && answer.Result != nil {
			if w.results == nil {
				w.results = map[string]json.RawMessage{}
			}
			w.results[w.cursor] = answer.Result
		}
		w.mu.Unlock()
	}
}

// result returns the answer to the request with a cursor, nil when there was none
// to the last. The library may answer a request itself, from what it has kept; then
// it is the answer that came before.
func (w *wire) result(cursor string) json.RawMessage {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.results[cursor]
}
