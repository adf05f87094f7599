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

// unwrap returns what stands under a key of v, v itself where there is no such key.
func unwrap(v py.Value, key string) py.Value {
	if o, ok := v.(py.Object); ok {
		if inner, ok := o.Get(key); ok {
			return inner
		}
	}
	return v
}
