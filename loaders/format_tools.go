package loaders

import "findable/engine/py"

// mcpTool is a tool as an MCP server lists it: {name, description, inputSchema}.
var mcpTool = shape{
	name: "MCP tools",
	open: func(o py.Object) (py.Object, string, bool) { return o, "inputSchema", o.Has("inputSchema") },
}

// toolsResult is the result of MCP's tools/list, {tools: […], nextCursor}, and
// everything else that holds its tools under that key: a server's record with
// its name, a request to a model.
type toolsResult struct{}

func (toolsResult) name() string { return "tools/list result" }

func (toolsResult) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	tools, _ := o.Get("tools")
	_, ok := tools.(py.List)
	return ok
}

func (toolsResult) read(r *reading, n node) {
	o := n.value.(py.Object)
	tools := n.key("tools")
	if tools.server == "" && !agentList(tools.value.(py.List)) {
		tools.server = serverName(o)
	}
	r.tools(tools, o.Text("nextCursor"))
}

// serverName returns the name that a server's record gives it.
func serverName(o py.Object) string {
	for _, key := range []string{"name", "server_name", "title"} {
		if s := o.Text(key); s != "" {
			return s
		}
	}
	return ""
}

// agentTools is {tools: […]} with tools as an agent sends them.
type agentTools struct{}

func (agentTools) name() string { return "tools of a request" }

func (agentTools) holds(v py.Value) bool { return agentList(objectOf(v).List("tools")) }

func (agentTools) read(r *reading, n node) { toolsResult{}.read(r, n) }
