package loaders

import "findable/engine/py"

// serverMap is an object that has servers' names for keys, and under each a
// list of tools or whatever else holds one: {github: […], slack: {tools: […]}}.
type serverMap struct{}

func (serverMap) name() string { return "server map" }

func (serverMap) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	for _, m := range o {
		rows, _ := m.Value.(py.List)
		if tellsTools(rows) || (toolsResult{}).holds(m.Value) || (rpcMessage{}).holds(m.Value) {
			return true
		}
	}
	return false
}

func (serverMap) read(r *reading, n node) {
	for _, m := range n.value.(py.Object) {
		child := n.key(m.Key)
		if child.server == "" {
			child.server = m.Key
		}
		r.value(child)
	}
}

// tellsTools reports whether a list holds a record that shows by itself that it
// is a tool, or what stands in lists of tools alone.
func tellsTools(rows py.List) bool {
	for _, v := range rows {
		if shapeOf(v) != nil || entryOf(v) != nil {
			return true
		}
	}
	return false
}
