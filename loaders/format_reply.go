package loaders

import (
	"fmt"
	"slices"
	"strings"

	"findable/engine/py"
)

// bridgeReply is an answer of a Hermes agent's bridge: of tool_search, {queries,
// total_available, results, tools}, or of tool_describe, {tools, not_found}. The
// tools in it are described as far as the model got to see them.
type bridgeReply struct{}

func (bridgeReply) name() string { return "answer of an agent's bridge" }

func (bridgeReply) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	tools, ok := field(o, "tools").(py.Object)
	return ok && (isSearchReply(o) || isDescribeReply(o, tools))
}

func isSearchReply(o py.Object) bool { return o.Has("queries") && o.Has("results") }

// isDescribeReply reports whether an object holds nothing but what tool_describe
// answers, and says so by more than a map of tools.
func isDescribeReply(o, tools py.Object) bool {
	tells := o.Has("not_found") || o.Has("errors")
	for _, m := range o {
		if !slices.Contains([]string{"tools", "not_found", "hint", "errors"}, m.Key) {
			return false
		}
	}
	return tells || len(tools) > 0 && strings.HasPrefix(tools[0].Key, "mcp__") && objectOf(tools[0].Value).Has("parameters")
}

// replyTool is an entry of a reply: {source, source_name, description, required}, or
// {description, parameters}. Its name is its key.
var replyTool = shape{name: "tools as a bridge shows them", agent: true}

// An entry of a reply and its name.
type replyEntry struct {
	node
	name string
}

func (bridgeReply) read(r *reading, rows []node) {
	var order []string
	met := map[string]replyEntry{}
	whole := func(e replyEntry) bool { return objectOf(e.value).Has("parameters") }
	queries := 0
	for _, n := range rows {
		o := n.value.(py.Object)
		queries += len(o.List("queries"))
		tools := n.key("tools")
		r.took(tools.value)
		at := children(tools)
		for i, m := range tools.value.(py.Object) {
			e := replyEntry{at[i], m.Key}
			if objectOf(m.Value) == nil || m.Key == "" {
				r.note(Skipped, e.path, "no description of a tool: %s", describe(m.Value))
				continue
			}
			known, again := met[m.Key]
			if !again {
				order = append(order, m.Key)
			}
			if !again || whole(e) && !whole(known) { // what describes it counts before what found it
				if again && e.toolset == "" {
					e.toolset = known.toolset
				}
				if name := objectOf(m.Value).Text("source_name"); name != "" {
					e.toolset = name
				}
				met[m.Key] = e
			}
		}
	}
	if len(order) == 0 {
		r.observed(rows[0].path, 0)
		return
	}
	r.replies(order, met)
	found := 0
	for _, e := range met {
		if !whole(e) {
			found++
		}
	}
	text := fmt.Sprintf("%d answer%s of an agent's bridge, to %d quer%s in all: they show %d tool%s and not all there are", len(rows), plural(len(rows)),
		queries, queryEnding(queries), len(order), plural(len(order)))
	if found > 0 {
		text += fmt.Sprintf(", %d of them without parameters' schemas and with the first 400 characters of the description", found)
	}
	r.note(Partial, rows[0].path, "%s", text)
}

// replyIn keeps the answers of a bridge in the texts under a key of n, which are those
// of one turn of a conversation. They are read together once all are known.
func (r *reading) replyIn(n node, key string) {
	at := n.key(key)
	texts := []node{at}
	if isList(at.value) {
		texts = nil
		for _, item := range items(at) {
			texts = append(texts, item.key("text"))
		}
	}
	for _, text := range texts {
		s, _ := text.value.(string)
		s = strings.TrimLeft(s, blanks)
		if !strings.HasPrefix(s, `{"queries"`) && !strings.HasPrefix(s, `{"tools"`) {
			continue // most are answers of other tools, and long
		}
		for _, inner := range r.inText(text) {
			if (bridgeReply{}).holds(inner.value) {
				r.shown = append(r.shown, inner)
			}
		}
	}
}

// endReplies reads the answers that were kept.
func (r *reading) endReplies() {
	if len(r.shown) > 0 {
		r.rows(bridgeReply{}, r.shown)
	}
}

// replies makes a list of the tools of each source.
func (r *reading) replies(order []string, met map[string]replyEntry) {
	at := map[string]int{} // index in r.lists
	for _, name := range order {
		e := met[name]
		i, ok := at[e.toolset]
		if !ok {
			i = len(r.lists)
			at[e.toolset] = i
			r.lists = append(r.lists, list{path: e.path, toolset: e.toolset, agent: true})
		}
		o := e.value.(py.Object)
		inner := append(py.Object{{Key: "name", Value: name}}, o...)
		if !o.Has("parameters") {
			inner = append(inner, py.Member{Key: "parameters", Value: foundSchema(o.List("required"))})
		}
		r.lists[i].tools = append(r.lists[i].tools, r.record(e.node, &replyTool, inner, "parameters"))
	}
}

// foundSchema is all that an answer of tool_search tells of a tool's parameters: the
// names of those that are required.
func foundSchema(required py.List) py.Object {
	properties, met := py.Object{}, map[string]bool{}
	for _, v := range required {
		if name, ok := v.(string); ok && !met[name] {
			met[name] = true
			properties = append(properties, py.Member{Key: name, Value: py.Object{}})
		}
	}
	schema := py.Object{{Key: "type", Value: "object"}, {Key: "properties", Value: properties}}
	if len(required) > 0 {
		schema = append(schema, py.Member{Key: "required", Value: required})
	}
	return schema
}
