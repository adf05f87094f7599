package loaders

import "findable/engine/py"

// mcpTool is a tool as an MCP server lists it: {name, description, inputSchema}.
var mcpTool = shape{
	name: "MCP tools",
	open: func(o py.Object) (py.Object, string, bool) { return o, "inputSchema", o.Has("inputSchema") },
}
