package loaders

import "findable/engine/py"

// array is a bare array: of tools, or of anything else that holds them, such as
// a batch of JSON-RPC responses, pages, or servers.
type array struct{}

func (array) name() string { return "array" }

func (array) holds(v py.Value) bool {
	_, ok := v.(py.List)
	return ok
}

func (array) read(r *reading, n node) {
	rows := n.value.(py.List)
	if len(rows) == 0 || tableOf(rows[0]) == nil && listsTools(rows) {
		r.tools(n, "")
		return
	}
	r.values(len(rows), n.item)
}

// listsTools reports whether an array is a list of tools: it holds a record that
// tells so, or one with a name and a description that is nothing else.
func listsTools(rows py.List) bool {
	if tellsTools(rows) {
		return true
	}
	for _, v := range rows {
		if o, ok := v.(py.Object); ok && o.Text("name") != "" && o.Text("description") != "" && noTool(v) == "" {
			return true
		}
	}
	return false
}
