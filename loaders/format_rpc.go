package loaders

import (
	"cmp"

	"findable/engine/py"
)

// rpcMessage is a message of JSON-RPC: an answer {jsonrpc, id, result}, a
// request, a notification. A batch is an array of them, a transcript one after
// another; what one says of another is in talk.go.
type rpcMessage struct{}

func (rpcMessage) name() string { return "JSON-RPC response" }

func (rpcMessage) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	result, ok := o.Get("result")
	return ok && (o.Has("jsonrpc") || toolsResult{}.holds(result)) || o.Has("jsonrpc") && (o.Has("error") || o.Text("method") != "")
}

func (rpcMessage) read(r *reading, n node) {
	o := n.value.(py.Object)
	if method := o.Text("method"); method != "" && !o.Has("result") && !o.Has("error") {
		r.talk.ask(n, o, method)
		return
	}
	if e := n.key("error"); e.value != nil {
		r.answeredError(n, o, e)
		return
	}
	result := n.key("result")
	req := r.talk.answered(n, o, result.value)
	switch method := cmp.Or(methodOf(result.value), req.method); {
	case method == "tools/list":
		r.talk.list(r, result, req)
	case method == "initialize":
		r.introduced(result)
	case method == "tools/call" && !r.findsIn(result), method != "" && method != "tools/call":
		r.talk.answers.add(result.path, method)
	case isKnown(result.value):
		r.value(result)
	default:
		r.talk.strange.add(result.path, describe(result.value))
	}
}

// findsIn reports whether the result of a call holds tools, as that of a gateway
// may. A talk has many calls, and is told of them all in one.
func (r *reading) findsIn(result node) bool {
	trial := &reading{file: r.file, ledger: newLedger()}
	if (callResult{}).holds(result.value) {
		(callResult{}).read(trial, result)
	}
	return trial.gains() > 0
}

// answeredError notes an answer that is an error: by itself where it concerns the
// tools, else counted.
func (r *reading) answeredError(n node, o py.Object, e node) {
	fault, _ := e.value.(py.Object)
	said := quoted(fault.Text("message"))
	switch req := r.talk.answered(n, o, nil); req.method {
	case "":
		r.note(Skipped, e.path, "the server answered with an error: %s; ask it again", said)
	case "tools/list", "initialize":
		r.note(Skipped, e.path, "the server answered %s with an error: %s; ask it again", req.method, said)
	default:
		r.talk.errors.add(e.path, req.method+" ("+said+")")
	}
}

// answerKeys tell by themselves which request of MCP a result answers.
var answerKeys = []struct{ key, method string }{
	{"protocolVersion", "initialize"},
	{"content", "tools/call"},
	{"structuredContent", "tools/call"},
	{"tools", "tools/list"},
	{"resources", "resources/list"},
	{"resourceTemplates", "resources/templates/list"},
	{"contents", "resources/read"},
	{"prompts", "prompts/list"},
	{"messages", "prompts/get"},
	{"roots", "roots/list"},
	{"completion", "completion/complete"},
}

// methodOf returns the request that a result answers by its shape, "" when that
// does not tell.
func methodOf(result py.Value) string {
	o, _ := result.(py.Object)
	for _, k := range answerKeys {
		if v, ok := o.Get(k.key); ok {
			if _, list := v.(py.List); k.key == "tools" && !list {
				continue
			}
			return k.method
		}
	}
	return ""
}

// initializeAnswer is an answer to initialize without its envelope.
type initializeAnswer struct{}

func (initializeAnswer) name() string { return "initialize answer" }

func (initializeAnswer) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	return o.Has("protocolVersion") && o.Has("serverInfo")
}

func (initializeAnswer) read(r *reading, n node) { r.introduced(n) }

// introduced takes the card of a server out of its answer to initialize. The
// lists of tools that follow are its own.
func (r *reading) introduced(n node) {
	o, _ := n.value.(py.Object)
	card := initialized(o)
	card.Source = "initialize answer"
	card.Name = cmp.Or(n.server, card.Name, card.Title, n.said.sessionOf())
	r.saw("initialize answer")
	if r.talk.introduced(n, card.Name, o.Object("capabilities")) {
		r.card(n, card)
	}
	n.server = card.Name
	r.beside(n)
}
