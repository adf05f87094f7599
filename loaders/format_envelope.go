package loaders

import "findable/engine/py"

// callResult is the result of MCP's tools/call, {content: [{type: text, text}],
// structuredContent}, as the tools of gateways that search for tools give it.
type callResult struct{}

func (callResult) name() string { return "tools/call result" }

func (callResult) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	if o.Has("role") || o.Has("model") || o.Has("type") {
		return false // a turn of a conversation
	}
	_, structured := field(o, "structuredContent").(py.Object)
	content := first(o, "content")
	return structured || content.Text("type") == "text" && content.Text("text") != ""
}

func (callResult) read(r *reading, n node) {
	if structured := n.key("structuredContent"); objectOf(structured.value) != nil {
		r.value(structured)
		return
	}
	before := r.gains()
	for _, item := range items(n.key("content")) {
		for _, inner := range r.inText(item.key("text")) {
			if (bridgeReply{}).holds(inner.value) {
				r.shown = append(r.shown, inner)
			} else {
				r.value(inner)
			}
		}
	}
	if r.gains() == before {
		r.once(Skipped, n.path, "an answer to tools/call, which holds no tools")
	}
}

// apiReply is {success, data} around what a gateway's REST interface answers.
type apiReply struct{}

func (apiReply) name() string { return "API reply" }

func (apiReply) holds(v py.Value) bool {
	_, yes := field(v, "success").(bool)
	return yes && objectOf(field(v, "data")) != nil
}

func (apiReply) read(r *reading, n node) { r.value(n.key("data")) }
