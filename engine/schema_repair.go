package engine

import (
	"strings"

	"findable/engine/py"
)

// emptySchema is what a missing, null or empty MCP schema becomes.
func emptySchema() py.Object {
	return py.Object{{Key: "type", Value: "object"}, {Key: "properties", Value: py.Object{}}}
}

// repairSchema is the MCP schema repair (engine.md, section 3): four passes over
// the whole tree that enter every object and every list, property maps,
// defaults and constants included, since the reference does not know what is a
// schema and what is data.
func repairSchema(schema py.Value) py.Object {
	o, ok := schema.(py.Object)
	if !ok || len(o) == 0 {
		return emptySchema()
	}
	var v py.Value = o
	for _, rule := range repairRules {
		v = rule.apply(v)
	}
	return v.(py.Object)
}

// A schemaRule is one pass over a schema, with what it does in a few words.
type schemaRule struct {
	name  string
	apply func(py.Value) py.Value
}

// repairRules are the passes of repairSchema, in their order.
var repairRules = [...]schemaRule{
	{"definitions became $defs", func(v py.Value) py.Value { return renameDefinitions(v, false) }},
	{"a union with null became nullable", func(v py.Value) py.Value { return bottomUp(v, nullableUnion) }},
	{"a union of constants became an enum", func(v py.Value) py.Value { return bottomUp(v, constantUnion) }},
	{"the shape of an object was completed", func(v py.Value) py.Value { return bottomUp(v, objectShape) }},
}

// bottomUp applies pass to every object of v, innermost first.
func bottomUp(v py.Value, pass func(py.Object) py.Object) py.Value {
	switch v := v.(type) {
	case py.Object:
		return pass(mapObject(v, func(_ string, item py.Value) py.Value { return bottomUp(item, pass) }))
	case py.List:
		return mapList(v, func(item py.Value) py.Value { return bottomUp(item, pass) })
	}
	return v
}

// mapObject applies f to every value of an object. Most schemas need no repair,
// so what f leaves alone is not copied.
func mapObject(o py.Object, f func(key string, v py.Value) py.Value) py.Object {
	out := o
	for i, m := range o {
		v := f(m.Key, m.Value)
		if identical(v, m.Value) {
			continue
		}
		if identical(out, o) {
			out = append(py.Object(nil), o...)
		}
		out[i].Value = v
	}
	return out
}

func mapList(l py.List, f func(py.Value) py.Value) py.List {
	out := l
	for i, item := range l {
		v := f(item)
		if identical(v, item) {
			continue
		}
		if identical(out, l) {
			out = append(py.List(nil), l...)
		}
		out[i] = v
	}
	return out
}

// identical reports whether two values are the same one, not merely equal.
func identical(a, b py.Value) bool {
	switch a := a.(type) {
	case py.Object:
		b, ok := b.(py.Object)
		return ok && sameObject(a, b)
	case py.List:
		b, ok := b.(py.List)
		return ok && len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
	}
	switch b.(type) {
	case py.Object, py.List:
		return false
	}
	return a == b
}

// sameObject reports whether two objects are one and the same.
func sameObject(a, b py.Object) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// renameDefinitions is the first pass: the older drafts' `definitions` becomes
// `$defs`, in keys and in local references. Within a property map the keys are
// names, not words of the schema language.
func renameDefinitions(v py.Value, names bool) py.Value {
	switch v := v.(type) {
	case py.Object:
		out := mapObject(v, func(key string, item py.Value) py.Value {
			if ref, ok := item.(string); ok && key == "$ref" && strings.HasPrefix(ref, "#/definitions/") {
				return "#/$defs/" + strings.TrimPrefix(ref, "#/definitions/")
			}
			return renameDefinitions(item, key == "properties" && !names)
		})
		if names || !out.Has("definitions") {
			return out
		}
		renamed, at := make(py.Object, 0, len(out)), -1
		for _, m := range out {
			if m.Key == "definitions" || m.Key == "$defs" { // of the two the later one wins
				if at >= 0 {
					renamed[at].Value = m.Value
					continue
				}
				m.Key, at = "$defs", len(renamed)
			}
			renamed = append(renamed, m)
		}
		return renamed
	case py.List:
		return mapList(v, func(item py.Value) py.Value { return renameDefinitions(item, false) })
	}
	return v
}

// nullableUnion is the second pass: a union of one branch and null becomes that
// branch, marked nullable. The node's other keys are lost.
func nullableUnion(o py.Object) py.Object {
	for _, word := range []string{"anyOf", "oneOf"} {
		branches, _ := o.Get(word)
		list, ok := branches.(py.List)
		if !ok {
			continue
		}
		var rest []py.Object
		for _, b := range list {
			if branch, ok := b.(py.Object); !ok {
				rest = append(rest, nil, nil) // not an object: never the one branch
			} else if t, _ := branch.Get("type"); t != "null" {
				rest = append(rest, branch)
			}
		}
		if len(rest) != 1 || len(list) == 1 {
			continue
		}
		out := rest[0]
		if !out.Has("nullable") {
			out = out.With("nullable", true)
		}
		return keepMeta(out, o)
	}
	return o
}

// keepMeta gives a union's replacement the union's own title, description and
// default where it lacks them.
func keepMeta(out, union py.Object) py.Object {
	for _, key := range []string{"title", "description", "default"} {
		if v, ok := union.Get(key); ok && !out.Has(key) {
			out = out.With(key, v)
		}
	}
	return out
}

// constantUnion is the third pass: a union of string constants becomes an enum.
func constantUnion(o py.Object) py.Object {
	for _, word := range []string{"anyOf", "oneOf"} {
		list := o.List(word)
		constants := make(py.List, 0, len(list))
		for _, b := range list {
			branch, _ := b.(py.Object)
			c, _ := branch.Get("const")
			if s, ok := c.(string); ok && branch.Text("type") == "string" {
				constants = append(constants, s)
			}
		}
		if len(list) > 0 && len(constants) == len(list) {
			return keepMeta(py.Object{{Key: "type", Value: "string"}, {Key: "enum", Value: constants}}, o)
		}
	}
	return o
}

// objectShape is the fourth pass. A property map with a property called
// `properties` or `required` is taken for a schema too: a quirk of the reference
// that real catalogs show.
func objectShape(o py.Object) py.Object {
	if t, _ := o.Get("type"); !py.Truthy(t) && (o.Has("properties") || o.Has("required")) {
		o = o.With("type", "object")
	}
	if t, _ := o.Get("type"); t != "object" {
		return o
	}
	p, _ := o.Get("properties")
	properties, ok := p.(py.Object)
	if !ok {
		o = o.With("properties", py.Object{})
	}
	r, _ := o.Get("required")
	required, ok := r.(py.List)
	if !ok {
		return o
	}
	has := properties.Has
	if len(properties) > 24 { // looking through so many for every name would be slow
		keys := make(map[string]bool, len(properties))
		for _, m := range properties {
			keys[m.Key] = true
		}
		has = func(key string) bool { return keys[key] }
	}
	kept := py.List{}
	for _, name := range required {
		if s, ok := name.(string); ok && has(s) {
			kept = append(kept, s)
		}
	}
	if len(kept) == 0 {
		return o.Without("required")
	}
	return o.With("required", kept)
}
