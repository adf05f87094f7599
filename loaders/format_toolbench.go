package loaders

import "findable/engine/py"

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
	before, tools := len(r.lists), n.key("tools")
	r.took(tools.value)
	r.byServer(items(tools), func(o py.Object) string { return owner[o.Text("name")] })
	for i := range r.lists[before:] {
		r.lists[before+i].repeats = true // the next task offers them again
	}
	r.once(Ignored, n.path+".query", queriesCause)
}
