package loaders

import "findable/engine/py"

// openAIChat is a tool of OpenAI's chat API: {type: function, function: {name,
// description, parameters}}. It is also a definition as the reference sends it.
var openAIChat = shape{
	name:  "OpenAI chat tools",
	agent: true,
	open: func(o py.Object) (py.Object, string, bool) {
		v, _ := o.Get("function")
		inner, ok := v.(py.Object)
		return inner, "parameters", ok
	},
}

// openAIFunction is a function of OpenAI's Responses API, {type: function, name,
// description, parameters}, and of the first function calling, which had no type.
var openAIFunction = shape{
	name:  "OpenAI functions",
	agent: true,
	open: func(o py.Object) (py.Object, string, bool) {
		return o, "parameters", o.Has("parameters") || o.Text("type") == "function" || o.Text("type") == "custom"
	},
}
