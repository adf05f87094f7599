package loaders

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"findable/engine"
	"findable/engine/planner"
	"findable/engine/play"
	"findable/engine/py"
	"findable/engine/replay"
)

// MaxEvents is how many calls of one transcript are read.
const MaxEvents = 20_000

// ReadTranscript reads the tool calls of a conversation, in the order of the file, with
// the answers to them where they are there: messages of OpenAI's chat and Responses
// APIs and of Anthropic's, whole requests and logs of them, replies of Hermes models
// with <tool_call> in their text, answers of a Hermes agent's bridge, and lines of {name, arguments}. A call that stands there several times, as
// in a log of requests, counts once, by its id. Of the options it uses Stdin and FS.
//
// The error, an *Error, says why there is no call at all.
func ReadTranscript(ctx context.Context, name string, opt Options) ([]replay.Event, error) {
	t, err := wholeText(ctx, name, opt)
	if err != nil {
		return nil, err
	}
	docs, fault := t.documents()
	r := transcriptReader{file: shownName(name), byID: map[string]int{}}
	for _, d := range docs {
		r.line, r.many = d.line, len(docs) > 1
		r.visit(node{value: d.value, path: "$"}, "")
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(r.events) == 0 { // a reply of a Hermes model as it was printed
		r.line, r.many = 1, false
		r.tagged(node{path: "$"}, t.body)
	}
	if len(r.events) == 0 {
		if fault == nil {
			fault = errorf("", "holds no tool call; give messages of a conversation, a log of them, or lines of {name, arguments}")
		}
		fault.File, fault.Text = r.file, ofCases.Replace(fault.Text)
		return nil, fault
	}
	return r.events, nil
}

// A transcriptReader finds calls in values of any shape.
type transcriptReader struct {
	file    string
	line    int
	many    bool // documents
	message int
	events  []replay.Event
	byID    map[string]int // places in events
	waiting []int          // those of tagged calls whose answers have not come
}

// visit looks for calls in a value. Key is the one that it stands under.
func (r *transcriptReader) visit(n node, key string) {
	switch v := n.value.(type) {
	case py.List:
		for _, item := range items(n) {
			r.visit(item, key)
		}
	case py.Object:
		r.object(n, v, key)
	}
}

// object looks for a call, or an answer to one, in an object.
func (r *transcriptReader) object(n node, o py.Object, key string) {
	kind, role := o.Text("type"), o.Text("role")
	switch {
	case kind == "tool_use":
		r.call(n, o.Text("id"), play.CallOf(o))
	case kind == "tool_result":
		r.reply(o.Text("tool_use_id"), field(o, "content"))
	case kind == "function_call":
		r.call(n, o.Text("call_id"), play.CallOf(o))
	case kind == "function_call_output":
		r.reply(o.Text("call_id"), field(o, "output"))
	case role == "tool" && o.Has("tool_call_id"):
		r.reply(o.Text("tool_call_id"), field(o, "content"))
	case (bridgeReply{}).holds(o):
		r.message++
		r.bridge(n, o)
	case key == "tools":
	case o.Text("name") != "" && !o.Has("description") && isCall(o):
		if key != "function_call" { // of a message, which counts itself
			r.message++
		}
		r.call(n, o.Text("id"), play.CallOf(o))
		for _, word := range []string{"result", "reply", "output", "response"} {
			if v, ok := o.Get(word); ok && len(r.events) > 0 {
				r.answer(len(r.events)-1, v)
				break
			}
		}
	default:
		r.inside(n, o, role)
	}
}

// inside looks for calls in a message and in whatever stands around messages.
func (r *transcriptReader) inside(n node, o py.Object, role string) {
	if role == "assistant" || o.Has("tool_calls") {
		r.message++
	}
	speaks := cmp.Or(role, o.Text("from")) // "from" and "value" in the ShareGPT form
	for _, word := range []string{"content", "value", "text"} {
		switch text := o.Text(word); {
		case text == "":
		case speaks == "tool":
			r.responses(text)
		case !slices.Contains([]string{"system", "user", "human"}, speaks): // whose words may hold an example
			r.tagged(n, text)
		}
	}
	for _, child := range children(n) {
		key := strings.TrimPrefix(child.path, n.path+".")
		if key != "tool_calls" {
			r.visit(child, key)
			continue
		}
		for _, item := range listed(child) {
			f := objectOf(field(item.value, "function"))
			if f == nil {
				f = objectOf(item.value)
			}
			r.call(item, objectOf(item.value).Text("id"), play.CallOf(f))
		}
	}
	if f := o.Object("function_call"); f.Text("name") != "" && !isCall(f) { // of OpenAI's first API
		r.call(n, "", play.CallOf(f))
	}
}

// isCall reports whether a visit takes an object for a call by itself.
func isCall(o py.Object) bool { return o.Has("arguments") || o.Has("args") || o.Has("input") }

func listed(n node) []node {
	if !isList(n.value) {
		return nil
	}
	return items(n)
}

// call takes a call, once.
func (r *transcriptReader) call(n node, id string, c planner.Call) {
	if _, known := r.byID[id]; known && id != "" || c.Name == "" || len(r.events) >= MaxEvents {
		return
	}
	if id != "" {
		r.byID[id] = len(r.events)
	}
	at := n.path
	if r.many {
		at = "line " + string(py.Int(r.line)) + ", " + at
	}
	r.events = append(r.events, replay.Event{Call: c, Message: max(r.message, 1), Origin: engine.Origin{File: r.file, Path: at}})
}

// reply takes the answer to a call that was met.
func (r *transcriptReader) reply(id string, content py.Value) {
	if i, ok := r.byID[id]; ok && id != "" {
		r.answer(i, content)
	}
}

func (r *transcriptReader) answer(i int, content py.Value) {
	if r.events[i].Reply != "" {
		return
	}
	switch v := content.(type) {
	case string:
		r.events[i].Reply = v
	case py.List:
		for _, part := range v {
			r.events[i].Reply += objectOf(part).Text("text")
		}
	case py.Object:
		r.events[i].Reply = py.Spaced(v)
	}
}

// bridge takes an answer of a Hermes agent's bridge that stands by itself: the call
// follows from it.
func (r *transcriptReader) bridge(n node, o py.Object) {
	bridge := engine.BridgeNames()
	c := planner.Call{Name: bridge[1]}
	names := py.List{}
	if isSearchReply(o) {
		c.Name = bridge[0]
		c.Arguments = py.Spaced(py.Object{{Key: "queries", Value: field(o, "queries")}})
	} else {
		for _, m := range o.Object("tools") {
			names = append(names, m.Key)
		}
		c.Arguments = py.Spaced(py.Object{{Key: "names", Value: append(names, o.List("not_found")...)}})
	}
	before := len(r.events)
	r.call(n, "", c)
	if len(r.events) > before {
		r.events[before].Reply = py.Spaced(o)
	}
}

// tagged takes the calls that stand in a text as <tool_call>{…}</tool_call>, the way
// Hermes models write them (Hermes Function Calling, prompt format of Nous Research).
func (r *transcriptReader) tagged(n node, text string) {
	for _, inside := range between(text, "<tool_call>", "</tool_call>") {
		v, err := py.Parse([]byte(inside))
		if o := objectOf(v); err == nil && o.Text("name") != "" {
			r.waiting = append(r.waiting, len(r.events))
			r.call(n, "", play.CallOf(o))
		}
	}
}

// responses takes the answers to tagged calls, which come in their order.
func (r *transcriptReader) responses(text string) {
	for _, inside := range between(text, "<tool_response>", "</tool_response>") {
		if len(r.waiting) == 0 || r.waiting[0] >= len(r.events) {
			return
		}
		v, err := py.Parse([]byte(inside))
		if content, ok := objectOf(v).Get("content"); err == nil && ok {
			v = content
		} else if err != nil {
			v = strings.TrimSpace(inside)
		}
		r.answer(r.waiting[0], v)
		r.waiting = r.waiting[1:]
	}
}

// between returns what stands between an opening and a closing mark, each time.
func between(text, opening, closing string) []string {
	var all []string
	for {
		_, rest, ok := strings.Cut(text, opening)
		if !ok {
			return all
		}
		inside, after, ok := strings.Cut(rest, closing)
		if !ok {
			return all
		}
		all, text = append(all, inside), after
	}
}
