package loaders

import "findable/engine/py"

// cases is a query with the tools it wants, a row of a benchmark's questions, of
// which several kinds are told apart by the key of the tools: {query, expect}, {query,
// tool} of MetaTool, {query, labels} of ToolRet and mcpproxy, {id, ground_truth} of
// BFCL, {server_tasks} of MCP-Bench. None holds tools.
type cases struct{}

func (cases) name() string { return "queries and labels" }

func (cases) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	switch {
	case o.Has("server_tasks"):
		return true
	case o.Has("tools"):
		return false
	case o.Has("query"):
		return o.Has("expect") || o.Has("tool") || o.Has("labels") || o.Has("function_call_label")
	}
	return o.Text("id") != "" && o.Has("ground_truth") || o.Has("queries") && first(o, "queries").Has("labels")
}

func (cases) read(r *reading, rows []node) {
	n := len(rows)
	o := rows[0].value.(py.Object)
	switch {
	case o.Has("server_tasks"):
		r.note(Skipped, rows[0].path, "tasks of MCP-Bench for %d server%s, which hold no tools; dump the servers that they name with tools/list",
			len(o.List("server_tasks")), plural(len(o.List("server_tasks"))))
		return
	case o.Has("queries"):
		n = len(o.List("queries"))
	}
	r.note(Skipped, rows[0].path, "%d quer%s with the tools wanted, which hold no tools; they are cases for findable eval --cases",
		n, queryEnding(n))
}

// queriesCause tells what benchmarks have beside their tools.
const queriesCause = "queries with the tools they want are no part of a catalog; they are cases for findable eval --cases"
