package loaders

import "findable/engine/py"

// anthropicTool is a tool of Anthropic's API: {name, description, input_schema}.
var anthropicTool = shape{
	name:  "Anthropic tools",
	agent: true,
	open:  func(o py.Object) (py.Object, string, bool) { return o, "input_schema", o.Has("input_schema") },
}
