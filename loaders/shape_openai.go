package loaders

import (
	"slices"

	"findable/engine/py"
)

// openAIChat is a tool of OpenAI's chat API: {type: function, function: {name,
// description, parameters}}, or {type: custom, custom: {…}}. It is also a
// definition as the reference sends it, and what Mistral and Ollama take.
var openAIChat = shape{
	name:  "OpenAI chat tools",
	agent: true,
	open: func(o py.Object) (py.Object, string, bool) {
		v, has := o.Get("function")
		if !has && o.Text("type") == "custom" {
			v, _ = o.Get("custom")
		}
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
	convert: gorilla,
}

// controlKeys are tools that a model's API has itself and that are switched on by
// an object under their name: Gemini's in both spellings, and Bedrock's.
var controlKeys = []string{"googleSearch", "google_search", "googleSearchRetrieval", "google_search_retrieval", "codeExecution",
	"code_execution", "urlContext", "url_context", "googleMaps", "google_maps", "enterpriseWebSearch", "enterprise_web_search",
	"computerUse", "computer_use", "fileSearch", "file_search", "retrieval", "cachePoint", "systemTool"}

const isControl = " is a control of the model's API and no tool"

// control says what a record is that switches on something of the model's API, such
// as {type: web_search} or {name: bash, type: bash_20250124}, "" when it is no such
// record.
func control(o py.Object) string {
	kind := o.Text("type")
	plain := kind == "" || kind == "function" || kind == "custom"
	switch {
	case !plain && (o.Text("name") == "" || !o.Has("description")) && !o.Has("tools"):
	case len(o) > 0 && !slices.ContainsFunc(o, func(m py.Member) bool { return !slices.Contains(controlKeys, m.Key) }):
		kind = o[0].Key
	default:
		return ""
	}
	return quoted(kind) + isControl
}
