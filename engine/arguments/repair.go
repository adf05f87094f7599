package arguments

import (
	"math"
	"math/big"
	"strings"

	"findable/engine/py"
)

// Repair returns args as the reference hands them to the tool (engine.md,
// section 9): keys that the model saw renamed get their own names back, and text
// where the schema wants something else is read as that, lists and objects
// inside included. A value that no rule fits stays as it is; args is not changed.
// shown gives the keys of a property map as the model saw them, in order.
func Repair(schema py.Value, args py.Object, shown func(properties py.Object) []string) py.Object {
	o, _ := schema.(py.Object)
	r := repairer{shown, map[*py.Member]properties{}, map[*py.Member]kinds{}}
	known := r.propertiesOf(o)
	if known.own == nil {
		return args
	}
	args, _ = r.unrename(o, args).(py.Object)
	out := make(py.Object, len(args))
	for i, m := range args {
		out[i] = m
		if p := known.schema(m.Key); len(p) > 0 {
			out[i].Value = r.repair(m.Value, p)
		}
	}
	return out
}

// repairer remembers what it has found out about schemas, by the first member of
// an object of theirs: lists apply one schema many times.
type repairer struct {
	shown   func(py.Object) []string
	known   map[*py.Member]properties
	accepts map[*py.Member]kinds
}

// properties finds the members of a property map by their own keys and by those
// that the model saw in place of them.
type properties struct{ own, shown map[string]py.Member }

// schema returns what stands under a key, nil when that is no object.
func (p properties) schema(key string) py.Object {
	o, _ := p.own[key].Value.(py.Object)
	return o
}

// propertiesOf returns the property map of a schema, empty when it has none.
func (r repairer) propertiesOf(schema py.Object) properties {
	o := schema.Object("properties")
	if len(o) == 0 {
		return properties{}
	}
	if p, ok := r.known[&o[0]]; ok {
		return p
	}
	p := properties{make(map[string]py.Member, len(o)), map[string]py.Member{}}
	for i, key := range r.shown(o) {
		p.own[o[i].Key] = o[i]
		if key != o[i].Key {
			p.shown[key] = o[i]
		}
	}
	r.known[&o[0]] = p
	return p
}

// kinds tells which containers a schema admits.
type kinds struct{ list, object bool }

// unrename puts own keys back, in objects and in objects that are items too.
func (r repairer) unrename(schema py.Object, value py.Value) py.Value {
	args, ok := value.(py.Object)
	known := r.propertiesOf(schema)
	if !ok || known.own == nil {
		return value
	}
	out := make(py.Object, 0, len(args))
	at := make(map[string]int, len(args))
	for _, m := range args {
		if property, ok := known.shown[m.Key]; ok {
			m.Key = property.Key
		}
		m.Value = r.unrenameBelow(known.schema(m.Key), m.Value)
		if i, twice := at[m.Key]; twice {
			out[i] = m
			continue
		}
		at[m.Key] = len(out)
		out = append(out, m)
	}
	return out
}

func (r repairer) unrenameBelow(schema py.Object, value py.Value) py.Value {
	list, ok := value.(py.List)
	if !ok {
		return r.unrename(schema, value)
	}
	v, _ := schema.Get("items")
	items, ok := v.(py.Object)
	if !ok {
		return value
	}
	out := make(py.List, len(list))
	for i, item := range list {
		out[i] = r.unrename(items, item)
	}
	return out
}

// repair mends the value of one top-level key.
func (r repairer) repair(value py.Value, schema py.Object) py.Value {
	kind, _ := schema.Get("type")
	text, isText := value.(string)
	_, isList := value.(py.List)
	_, isObject := value.(py.Object)
	switch {
	case kind == "array" && isText:
		if v, ok := readText(text, kind, schema); ok {
			return v
		}
		return py.List{value}
	case kind == "array" && value != nil && !isList:
		return py.List{value}
	case kind == "array" && isList, kind == "object" && isObject:
		return r.inside(value, schema)
	case isText:
		if v, ok := readText(text, kind, schema); ok {
			return r.inside(v, schema)
		}
	}
	return value
}

// inside walks the elements and keys of a list or an object, and reads text as
// the list or the object that the schema there admits. Other text stays.
func (r repairer) inside(value py.Value, schema py.Object) py.Value {
	switch v := value.(type) {
	case py.List:
		of, _ := schema.Get("items")
		items, ok := of.(py.Object)
		if !ok {
			return v
		}
		out := make(py.List, len(v))
		for i, item := range v {
			out[i] = r.inside(r.readContainer(item, items), items)
		}
		return out
	case py.Object:
		known := r.propertiesOf(schema)
		if known.own == nil {
			return v
		}
		out := make(py.Object, len(v))
		for i, m := range v {
			out[i] = m
			if p := known.schema(m.Key); p != nil {
				out[i].Value = r.inside(r.readContainer(m.Value, p), p)
			}
		}
		return out
	}
	return value
}

// readContainer reads text that begins like a list or an object which the schema
// admits.
func (r repairer) readContainer(value py.Value, schema py.Object) py.Value {
	text, _ := value.(string)
	text = py.Strip(text)
	if !strings.HasPrefix(text, "[") && !strings.HasPrefix(text, "{") {
		return value
	}
	admitted := r.kindsOf(schema)
	if !admitted.list && !admitted.object {
		return value
	}
	parsed, err := py.Parse([]byte(text))
	if err != nil || !admitted.list && text[0] == '[' || !admitted.object && text[0] == '{' {
		return value
	}
	return parsed
}

// kindsOf looks at the type and at the branches of unions.
func (r repairer) kindsOf(schema py.Object) kinds {
	if len(schema) == 0 {
		return kinds{}
	}
	if k, ok := r.accepts[&schema[0]]; ok {
		return k
	}
	kind, _ := schema.Get("type")
	k := kinds{names(kind, "array"), names(kind, "object")}
	for _, union := range []string{"anyOf", "oneOf", "allOf"} {
		branches := schema.List(union)
		for _, b := range branches {
			branch, _ := b.(py.Object)
			x := r.kindsOf(branch)
			k = kinds{k.list || x.list, k.object || x.object}
		}
	}
	r.accepts[&schema[0]] = k
	return k
}

// names reports whether a `type` is a word or lists it.
func names(kind py.Value, word string) bool {
	list, ok := kind.(py.List)
	if !ok {
		return kind == word
	}
	for _, item := range list {
		if item == word {
			return true
		}
	}
	return false
}

// readText reads text as a value of the type, which may be a list of types: the
// first that changes the text wins.
func readText(text string, kind py.Value, schema py.Object) (py.Value, bool) {
	word := strings.ToLower(py.Strip(text))
	if word == "null" && allowsNull(schema) {
		return nil, true
	}
	switch kind {
	case "integer", "number":
		return readNumber(text, kind == "number")
	case "boolean":
		return word == "true", word == "true" || word == "false"
	case "array", "object":
		v, err := py.Parse([]byte(text))
		_, isList := v.(py.List)
		_, isObject := v.(py.Object)
		return v, err == nil && (isList && kind == "array" || isObject && kind == "object")
	}
	list, _ := kind.(py.List)
	for _, item := range list {
		if v, ok := readText(text, item, schema); ok {
			return v, true
		}
	}
	return nil, false
}

// allowsNull reports whether the schema says outright that null may stand there.
func allowsNull(schema py.Object) bool {
	kind, _ := schema.Get("type")
	if nullable, _ := schema.Get("nullable"); nullable == true || names(kind, "null") {
		return true
	}
	for _, union := range []string{"anyOf", "oneOf"} {
		branches := schema.List(union)
		for _, b := range branches {
			branch, _ := b.(py.Object)
			if kind, _ := branch.Get("type"); kind == "null" {
				return true
			}
		}
	}
	return false
}

// readNumber reads text as Python's float() and makes whole numbers integers, so
// that large ones lose their last digits.
func readNumber(text string, fraction bool) (py.Value, bool) {
	f, fault := py.ToFloat(text)
	switch {
	case fault != py.OK || math.IsInf(f, 0) || math.IsNaN(f):
		return nil, false
	case f == math.Trunc(f):
		whole, _ := big.NewFloat(f).Int(nil)
		return py.Number(whole.String()), true
	}
	return py.Float(f), fraction
}
