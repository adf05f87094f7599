package loaders

import "findable/engine/py"

// bedrockTool is a tool of Bedrock's Converse API: {toolSpec: {name, description,
// inputSchema: {json: {…}}}}.
var bedrockTool = shape{
	name:  "Bedrock tools",
	agent: true,
	open: func(o py.Object) (py.Object, string, bool) {
		v, _ := o.Get("toolSpec")
		inner, ok := v.(py.Object)
		return inner, "inputSchema", ok
	},
	convert: func(v py.Value) py.Value { return unwrap(v, "json") },
}
