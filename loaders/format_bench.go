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

// toolBenchQuery is a task of MCPToolBench++, beside which stand the tools of all
// servers that are offered: {query, function_call_label, mcp_tools_dict: {server:
// [names]}, tools}.
type toolBenchQuery struct{}

func (toolBenchQuery) name() string { return "MCPToolBench++ task" }

func (toolBenchQuery) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	return o.Has("query") && o.Has("function_call_label") && toolsResult{}.holds(v)
}

func (toolBenchQuery) read(r *reading, n node) {
	owner := map[string]string{} // server by tool
	for _, m := range objectOf(n.key("mcp_tools_dict").value) {
		names, _ := m.Value.(py.List)
		for _, name := range texts(names) {
			owner[name] = m.Key
		}
	}
	before := len(r.lists)
	r.byServer(items(n.key("tools")), func(o py.Object) string { return owner[o.Text("name")] })
	for i := range r.lists[before:] {
		r.lists[before+i].repeats = true // the next task offers them again
	}
	r.once(Ignored, n.path+".query", queriesCause)
}

// queriesCause tells what benchmarks have beside their tools.
const queriesCause = "queries with the tools they want are no part of a catalog; they are cases for findable eval --cases"

// bfclRow is a line of the Berkeley Function Calling Leaderboard: {id, question,
// function}. Each question has a small set of functions of its own, and many the
// same.
type bfclRow struct{}

func (bfclRow) name() string { return "BFCL question" }

func (bfclRow) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	_, ok := field(o, "function").(py.Object)
	return o.Has("question") && (ok || isList(field(o, "function")))
}

func (bfclRow) read(r *reading, n node) {
	functions := n.key("function")
	if o, ok := functions.value.(py.Object); ok {
		functions.value = py.List{o}
	}
	r.tools(functions, "")
	r.once(Ignored, n.path+".question", queriesCause)
}
