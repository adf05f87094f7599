package engine

import (
	"fmt"
	"slices"

	"findable/engine/py"
)

// A Repair is one thing that preparation changed in a tool: which rule, and
// where in the tool.
type Repair struct {
	// Rule says in a few words what was done.
	Rule string
	// Path is the place, from parameters on: parameters.properties.limit.
	Path string
}

// Repairs lists what preparation changed between the tool as its source gave it
// and the definition that is sent, in the order of the rules (engine.md, section
// 3). It runs the rules one after the other and compares.
func (e *Entry) Repairs() []Repair {
	var out []Repair
	if raw := e.Tool.Name(); e.Server != nil && namePart(raw) != raw {
		out = append(out, Repair{"characters outside A-Z a-z 0-9 _ became _", "name"})
	}
	given, _ := e.Tool.Function.Get("description")
	switch text, _ := given.(string); {
	case e.Server != nil && !py.Truthy(given):
		out = append(out, Repair{"there was none: a sentence with tool and server stands in", "description"})
	case e.Server != nil && text == "":
		out = append(out, Repair{"it was no text: its Python text form stands in", "description"})
	case e.Server != nil && text != e.Description():
		out = append(out, Repair{"invisible tag characters were taken out", "description"})
	}
	schema, _ := e.Tool.Function.Get("parameters")
	if o, ok := schema.(py.Object); !ok || len(o) == 0 {
		return append(out, Repair{"there was no schema: an empty object stands in", "parameters"})
	}
	for _, rule := range e.schemaRules() {
		after := rule.apply(schema)
		out = differences(out, rule.name, "parameters", schema, after)
		schema = after
	}
	return out
}

// schemaRules are the rules that the tool's schema goes through.
func (e *Entry) schemaRules() []schemaRule {
	sanitise := schemaRule{"sanitised for the model's API", func(v py.Value) py.Value { return sanitizeSchema(v) }}
	if e.Server == nil {
		return []schemaRule{sanitise}
	}
	return append(slices.Clone(repairRules[:]), sanitise)
}

// differences adds the places at which two values differ, the outermost of each
// branch only.
func differences(out []Repair, rule, path string, before, after py.Value) []Repair {
	switch a := before.(type) {
	case py.Object:
		b, ok := after.(py.Object)
		if !ok || !sameKeys(a, b) {
			return append(out, Repair{rule, path})
		}
		for i := range a {
			out = differences(out, rule, path+"."+a[i].Key, a[i].Value, b[i].Value)
		}
		return out
	case py.List:
		b, ok := after.(py.List)
		if !ok || len(a) != len(b) {
			return append(out, Repair{rule, path})
		}
		for i := range a {
			out = differences(out, rule, fmt.Sprintf("%s[%d]", path, i), a[i], b[i])
		}
		return out
	}
	if !identical(before, after) {
		return append(out, Repair{rule, path})
	}
	return out
}

func sameKeys(a, b py.Object) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Key != b[i].Key {
			return false
		}
	}
	return true
}
