package loaders

import "findable/engine/py"

// langChainTool is a tool of LangChain, written down with its schema: {name,
// description, args_schema} or {name, description, schema}.
var langChainTool = shape{
	name:  "LangChain tools",
	agent: true,
	open: func(o py.Object) (py.Object, string, bool) {
		for _, key := range []string{"args_schema", "schema"} {
			if v, _ := o.Get(key); isSchema(v) {
				return o, key, true
			}
		}
		return o, "", false
	},
}

// langChainArgs is one with the map of its arguments alone: {name, description, args:
// {argument: {type, …}}}.
var langChainArgs = shape{
	name:  langChainTool.name,
	agent: true,
	open: func(o py.Object) (py.Object, string, bool) {
		v, _ := o.Get("args")
		args, ok := v.(py.Object)
		for _, m := range args {
			ok = ok && isSchema(m.Value)
		}
		return o, "args", ok && o.Has("description")
	},
	convert: func(v py.Value) py.Value {
		return py.Object{{Key: "type", Value: "object"}, {Key: "properties", Value: v}}
	},
}

// isSchema reports whether a value looks like a JSON Schema; other things are called
// a schema too.
func isSchema(v py.Value) bool {
	o, ok := v.(py.Object)
	if !ok {
		return false
	}
	for _, key := range []string{"type", "properties", "$ref", "anyOf", "allOf", "oneOf", "enum"} {
		if o.Has(key) {
			return true
		}
	}
	return len(o) == 0
}
