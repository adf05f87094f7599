package loaders

import (
	"slices"

	"findable/engine/py"
)

// wrappers are keys under which programs wrap what they answer, and no servers' names.
var wrappers = []string{"data", "result", "results", "response", "payload", "body", "output", "items", "entries", "records", "rows",
	"list", "catalog", "toolList", "tool_list", "api", "spec", "document"}

// serverMap is an object that has servers' names for keys, and under each a
// list of tools or whatever else holds one: {github: […], slack: {tools: […]}}.
type serverMap struct{}

func (serverMap) name() string { return "server map" }

func (serverMap) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	for _, m := range o {
		if tells(m.Value) || (toolsResult{}).holds(m.Value) || (rpcMessage{}).holds(m.Value) {
			return true
		}
	}
	return false
}

func (serverMap) read(r *reading, n node) {
	entries := children(n)
	for i, m := range n.value.(py.Object) {
		child := entries[i]
		if child.server == "" && !slices.Contains(wrappers, m.Key) {
			child.server = m.Key
		}
		r.value(child)
	}
}
