package loaders

import (
	"slices"

	"findable/engine"
	"findable/engine/py"
)

// A shape is one way to write down a single tool.
type shape struct {
	// name is what a report calls tools of this shape.
	name string
	// served is what a report calls them where a server is named, "" for name.
	served string
	// agent says that it is an agent's: names are final, not a server's own.
	agent bool
	// open returns the object that holds name and description and the key of its
	// schema; ok is whether the record shows by itself that it has this shape.
	open func(record py.Object) (inner py.Object, schema string, ok bool)
	// convert makes JSON Schema of what stands under that key, nil where it is.
	convert func(py.Value) py.Value
}

// shapeOf returns the shape of a record, nil when nothing about it tells.
func shapeOf(v py.Value) *shape {
	o, _ := v.(py.Object)
	if len(o) == 0 { // as of most values that are asked about
		return nil
	}
	for i := range shapes {
		if inner, _, ok := shapes[i].open(o); ok && inner.Text("name") != "" {
			return &shapes[i]
		}
	}
	return nil
}

// isTool reports whether a record shows by itself that it is a tool, or a group of
// them.
func isTool(v py.Value) bool {
	return shapeOf(v) != nil || (openAINamespace{}).holds(v) || (geminiGroup{}).holds(v)
}

// nameOf returns the name of a tool or a group.
func nameOf(v py.Value) string {
	o, _ := v.(py.Object)
	if s := shapeOf(v); s != nil {
		o, _, _ = s.open(o)
	}
	return o.Text("name")
}

// namedTool is a tool of which only the name is known.
func namedTool(name string, raw py.Value, at engine.Origin) engine.Tool {
	return engine.Tool{Function: py.Object{{Key: "name", Value: name}}, Raw: raw, Origin: at}
}

// tellsTools reports whether a list holds a record that shows by itself that it
// is a tool, or what stands in lists of tools alone.
func tellsTools(rows py.List) bool {
	for _, v := range rows {
		if shapeOf(v) != nil || entryOf(v) != nil {
			return true
		}
	}
	return false
}

// agentList reports whether a list is an agent's, by the first record that tells.
func agentList(records py.List) bool {
	for _, v := range records {
		if s := shapeOf(v); s != nil {
			return s.agent
		}
		if entryOf(v) != nil {
			return true
		}
	}
	return false
}

// noTool says why a record of no telling shape is no tool, "" when it may be one.
func noTool(v py.Value) string {
	o, ok := v.(py.Object)
	if !ok {
		return "no tool: " + describe(v)
	}
	if cause := foreign(v); cause != "" {
		return cause
	}
	name, named := o.Get("name")
	text, isText := name.(string)
	cause := control(o)
	switch {
	case o.Has("tools"):
		return "a group of tools inside a list of tools, which is not read: " + describe(v)
	case cause != "":
		return cause
	case !named:
		return "a tool without a name: " + describe(v)
	case !isText:
		return "the tool's name is " + describe(name) + ", not text"
	case text == "":
		return "the tool's name is empty"
	}
	return ""
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
