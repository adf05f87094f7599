package loaders

import "findable/engine/py"

// findTool is the answer of ToolHive's find_tool: {tools, token_metrics}.
type findTool struct{}

func (findTool) name() string { return "ToolHive find_tool answer" }

func (findTool) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	return toolsResult{}.holds(v) && o.Has("token_metrics")
}

func (findTool) read(r *reading, n node) {
	rows := n.key("tools").value.(py.List)
	toolsResult{}.read(r, n)
	r.note(Partial, n.path, "what ToolHive's find_tool found for one query, %d tool%s, and not all there are", len(rows), plural(len(rows)))
}
