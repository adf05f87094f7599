package loaders

import (
	"slices"

	"findable/engine"
	"findable/engine/py"
)

// aiTool is a tool of Vercel's AI SDK whose schema is in a wrapper of that kit:
// {name, description, inputSchema: {jsonSchema: {…}}}; it was once called
// parameters.
var aiTool = shape{
	name:  "AI SDK tools",
	agent: true,
	open: func(o py.Object) (py.Object, string, bool) {
		key := aiSchemaKey(o)
		return o, key, key != "" && o.Object(key).Has("jsonSchema")
	},
	convert: func(v py.Value) py.Value { return unwrap(v, "jsonSchema") },
}

// aiSchemaKey returns the key of a tool's schema, "" when it has none.
func aiSchemaKey(o py.Object) string {
	for _, key := range []string{"inputSchema", "parameters"} {
		if _, ok := field(o, key).(py.Object); ok {
			return key
		}
	}
	return ""
}

// toolMap is an object that has tools' names for keys, as the AI SDK takes it:
// {open_gate: {description, inputSchema}}, by itself or under tools.
type toolMap struct{}

func (toolMap) name() string { return "tool map" }

func (toolMap) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	if tools, ok := field(o, "tools").(py.Object); ok {
		o = tools
	}
	return slices.ContainsFunc(o, func(m py.Member) bool { return keyedTool(m.Value) })
}

// keyedTool reports whether a record shows that it is a tool whose name stands
// elsewhere.
func keyedTool(v py.Value) bool {
	o, _ := v.(py.Object)
	key := aiSchemaKey(o)
	return key != "" && (o.Text("description") != "" || o.Object(key).Has("jsonSchema")) || shapeOf(v) != nil
}

func (toolMap) read(r *reading, n node) {
	if _, ok := field(n.value, "tools").(py.Object); ok {
		n = n.key("tools")
	}
	r.took(n.value)
	l := list{path: n.path, server: n.server, toolset: n.toolset, agent: n.server == ""}
	var values py.List
	for _, m := range n.value.(py.Object) {
		values = append(values, m.Value)
		if t, ok := r.keyed(n.key(m.Key), m.Key); ok {
			l.tools = append(l.tools, t)
		}
	}
	if tellsTools(values) { // with names of their own
		l.agent = l.agent && agentList(values)
	}
	if len(l.tools) > 0 {
		r.lists = append(r.lists, l)
	}
}

// keyed reads one record of a map of tools.
func (r *reading) keyed(n node, name string) (engine.Tool, bool) {
	o, ok := n.value.(py.Object)
	if !ok || name == "" || shapeOf(n.value) != nil {
		return r.tool(n)
	}
	if cause := control(o); cause != "" {
		r.once(Skipped, n.path, cause)
		return engine.Tool{}, false
	}
	named := append(py.Object{{Key: "name", Value: name}}, o.Without("name")...)
	return r.record(n, &aiTool, named, aiSchemaKey(o)), true
}
