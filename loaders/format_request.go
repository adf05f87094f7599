package loaders

import (
	"fmt"
	"slices"
	"strings"

	"findable/engine/py"
)

// modelRequest is a whole request to a model's API, or a reply of one: beside the
// conversation stand the tools, and in it lists of servers' tools and results of
// tool searches.
type modelRequest struct{}

// turnKeys are the keys of a conversation at the APIs of OpenAI, Anthropic, Google
// and AWS.
var turnKeys = []string{"messages", "input", "output", "contents", "content"}

func (modelRequest) name() string { return "model request" }

func (modelRequest) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	if strings.HasPrefix(o.Text("object"), "chat.completion") || len(requestTools(node{value: o})) > 0 {
		return true
	}
	return o.Text("role") == "" && slices.ContainsFunc(turnKeys, func(key string) bool { return slices.ContainsFunc(o.List(key), isTurn) })
}

// requestTools returns where a request shows by itself that it holds tools: where
// only a request has a list, and under tools when a model or servers are named.
func requestTools(n node) []node {
	o, _ := n.value.(py.Object)
	var found []node
	if n := n.key("functions"); tellsTools(o.List("functions")) {
		found = append(found, n)
	}
	for _, key := range []string{"toolConfig", "tool_config"} {
		if n := n.key(key).key("tools"); isList(n.value) {
			found = append(found, n)
		}
	}
	asked := o.Text("model") != "" || o.Text("modelId") != "" || isList(n.key("mcp_servers").value)
	if asked && slices.ContainsFunc(o.List("tools"), func(v py.Value) bool { return objectOf(v) != nil }) {
		found = append(found, n.key("tools"))
	}
	return found
}

func (modelRequest) read(r *reading, n node) {
	o := n.value.(py.Object)
	before := r.gains()
	r.anthropicServers(n.key("mcp_servers"))
	places := requestTools(n)
	switch tools := n.key("tools"); {
	case (toolMap{}).holds(tools.value):
		(toolMap{}).read(r, tools)
	case isList(tools.value) && !slices.ContainsFunc(places, func(p node) bool { return p.path == tools.path }):
		places = append(places, tools)
	}
	r.shut(n.key("tool_choice").value) // names tools
	controls := false
	for _, p := range places {
		if rows := p.value.(py.List); len(rows) > 0 {
			controls = true
			r.requestList(p)
		}
	}
	for _, key := range turnKeys {
		for i := range o.List(key) {
			r.turn(n.key(key).item(i))
		}
	}
	if r.gains() == before && !controls {
		r.once(Skipped, n.path, "a request to a model, or a conversation, without tools; open one that sends them")
	}
}

// requestList takes the tools of a request, which the next one repeats. Records of
// nothing but a name and a description are an agent's there.
func (r *reading) requestList(n node) {
	at := len(r.lists)
	r.tools(n, "")
	rows := n.value.(py.List)
	for i := at; i < len(r.lists); i++ {
		l := &r.lists[i]
		l.repeats = true
		l.agent = l.agent || l.server == "" && !tellsTools(rows)
	}
}

// gains counts what a reading has got so far.
func (r *reading) gains() int { return len(r.lists) + len(r.cards) + len(r.shown) + r.tally.searches }

// isTurn reports whether a value is a turn of a conversation, or an item that stands
// beside turns.
func isTurn(v py.Value) bool {
	o, _ := v.(py.Object)
	return o.Has("role") || o.Has("parts") || isItem(o)
}

// itemTypes are the parts of conversations in which tools are listed or named.
var itemTypes = []string{"mcp_list_tools", "tool_search_output", "additional_tools", "tool_search_tool_result"}

func isItem(o py.Object) bool { return slices.Contains(itemTypes, o.Text("type")) }

// turn takes what one turn of a conversation holds.
func (r *reading) turn(n node) {
	o, _ := n.value.(py.Object)
	switch o.Text("type") {
	case "mcp_list_tools":
		r.listedTools(n)
	case "tool_search_output":
		r.foundTools(n)
	case "additional_tools":
		if tools := n.key("tools"); isList(tools.value) {
			r.requestList(tools)
		}
	case "tool_search_tool_result":
		r.references(n)
	case "function_call_output":
		r.replyIn(n, "output")
	case "tool_result": // a client's own search answers with references
		r.replyIn(n, "content")
		refs := 0
		for _, v := range o.List("content") {
			if field(v, "type") == "tool_reference" {
				refs++
			}
		}
		if refs > 0 {
			r.observed(n.path, refs)
		}
	default:
		if role := o.Text("role"); role == "tool" || role == "function" {
			r.replyIn(n, "content")
		}
		for i := range o.List("content") {
			r.turn(n.key("content").item(i))
		}
	}
}

// listedTools takes a server's tools as OpenAI's API listed them: {type:
// mcp_list_tools, server_label, tools: [{name, input_schema}]}.
func (r *reading) listedTools(n node) {
	label := n.value.(py.Object).Text("server_label")
	tools := n.key("tools")
	rows, _ := tools.value.(py.List)
	switch e := n.key("error").value; {
	case e != nil:
		r.once(Skipped, n.path, fmt.Sprintf("the tools of %s could not be listed: %s; ask the server again", quoted(label), describe(e)))
		return
	case label == "" || len(rows) == 0:
		r.once(Skipped, n.path, fmt.Sprintf("a list of no tools of the server %s", quoted(label)))
		return
	}
	tools.server = label
	at := len(r.lists)
	r.tools(tools, "")
	for i := at; i < len(r.lists); i++ {
		r.lists[i].repeats = true
	}
}

// foundTools takes the result of OpenAI's tool search, which holds the tools whole.
func (r *reading) foundTools(n node) {
	tools := n.key("tools")
	rows, ok := tools.value.(py.List)
	if !ok {
		return
	}
	found := 0
	for _, v := range rows {
		found += max(1, len(objectOf(v).List("tools")))
	}
	r.observed(n.path, found)
	if found > 0 {
		r.requestList(tools)
	}
}

// references counts the result of Anthropic's tool search, which names the tools.
func (r *reading) references(n node) {
	content := n.key("content")
	if o := objectOf(content.value); o.Has("error_code") {
		r.once(Skipped, content.path, "a tool search that failed: "+quoted(o.Text("error_code")))
		return
	}
	r.observed(n.path, len(objectOf(content.value).List("tool_references")))
}

// modelItem is one turn of a conversation, or one block of it, that stands by itself.
type modelItem struct{}

func (modelItem) name() string { return "conversation turn" }

func (modelItem) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	return isItem(o) || o.Text("role") != "" && (o.Has("content") || o.Has("parts"))
}

func (modelItem) read(r *reading, n node) {
	before := r.gains()
	r.turn(n)
	if r.gains() == before && !isItem(n.value.(py.Object)) {
		r.once(Skipped, n.path, "a turn of a conversation, which holds no tools")
	}
}

// requestLog is a record of calls to a model's API: a line of a batch, {custom_id,
// method, url, body}, its like at Anthropic, {requests: [{custom_id, params}]}, and
// pairs of request and response.
type requestLog struct{}

// logKeys are where a log keeps requests and replies.
var logKeys = []string{"requests", "request", "response", "body", "params"}

func (requestLog) name() string { return "request log" }

func (requestLog) holds(v py.Value) bool { return len(logged(node{value: v}, logDepth)) > 0 }

// logDepth is how far below a record a request is looked for, such as
// {request: {body: {…}}}.
const logDepth = 3

// logged returns the requests, replies and records of them in a record. Of a list
// the first item tells.
func logged(n node, depth int) []node {
	var found []node
	o, _ := n.value.(py.Object)
	for _, key := range logKeys {
		if !o.Has(key) {
			continue // most values have none, and this is asked of each
		}
		child := n.key(key)
		first := child.value
		if rows, _ := first.(py.List); len(rows) > 0 {
			first = rows[0]
		}
		if (modelRequest{}).holds(first) || depth > 1 && len(logged(node{value: first}, depth-1)) > 0 {
			found = append(found, child)
		}
	}
	return found
}

func (requestLog) read(r *reading, n node) {
	for _, child := range logged(n, logDepth) {
		r.value(child)
	}
}
