package loaders

import (
	"cmp"
	"strings"

	"findable/engine/py"
)

// serverRecord is a server with its tools as benchmarks have it: {server_name,
// server_summary, tools}, MCP-Zero and MCPToolBench++. The tools are a server's in
// whatever shape they are.
type serverRecord struct{}

func (serverRecord) name() string { return "server record" }

func (serverRecord) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	return o.Text("server_name") != "" && toolsResult{}.holds(v) && !o.Has("query")
}

func (serverRecord) read(r *reading, n node) {
	o := n.value.(py.Object)
	c := Card{Name: o.Text("server_name"), Source: serverRecord{}.name()}
	c.Description = cmp.Or(o.Text("server_summary"), o.Text("server_description"), o.Text("description"))
	r.card(n, c)
	tools := n.key("tools")
	tools.server = c.Name
	r.took(tools.value)
	tools.value = withoutVectors(tools.value.(py.List))
	r.tools(tools, o.Text("nextCursor"))
}

// withoutVectors leaves the embeddings out of records, which are most of what there
// is of MCP-Zero and say nothing to a reader.
func withoutVectors(rows py.List) py.List {
	if len(rows) == 0 || len(vectors(objectOf(rows[0]))) == 0 {
		return rows
	}
	plain := make(py.List, len(rows))
	for i, v := range rows {
		plain[i] = v
		if o, ok := v.(py.Object); ok {
			plain[i] = o.Without(vectors(o)...)
		}
	}
	return plain
}

// vectors returns the keys of a record's embeddings.
func vectors(o py.Object) (keys []string) {
	for _, m := range o {
		if isList(m.Value) && strings.HasSuffix(m.Key, "embedding") {
			keys = append(keys, m.Key)
		}
	}
	return keys
}

// mcpZeroTool is a tool of MCP-Zero: {name, description, parameter: {name: "(type)
// text"}}. It does not say what is required.
var mcpZeroTool = shape{
	name: "MCP-Zero tools",
	open: func(o py.Object) (py.Object, string, bool) {
		_, ok := field(o, "parameter").(py.Object)
		return o, "parameter", ok
	},
	convert: func(v py.Value) py.Value { return parameterSchema(v, false) },
}
