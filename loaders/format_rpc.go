package loaders

import (
	"findable/engine/py"
)

// rpcResponse is the answer to a JSON-RPC request: {jsonrpc, id, result}. A
// batch is an array of them, a transcript one after another.
type rpcResponse struct{}

func (rpcResponse) name() string { return "JSON-RPC response" }

func (rpcResponse) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	result, ok := o.Get("result")
	return ok && (o.Has("jsonrpc") || toolsResult{}.holds(result)) || o.Has("jsonrpc") && o.Has("error")
}

func (rpcResponse) read(r *reading, n node) {
	if e := n.key("error"); e.value != nil {
		o, _ := e.value.(py.Object)
		r.note(Skipped, e.path, "the server answered with an error: %s; ask it again", quoted(o.Text("message")))
		return
	}
	r.value(n.key("result"))
}
