package arguments

import (
	"strings"

	"findable/engine/py"
)

// A draft is a version of JSON Schema.
type draft int

const (
	draft4 draft = iota
	draft6
	draft7
	draft2019
	draft2020
)

var draftURIs = map[string]draft{
	"http://json-schema.org/draft-04/schema":       draft4,
	"http://json-schema.org/draft-06/schema":       draft6,
	"http://json-schema.org/draft-07/schema":       draft7,
	"https://json-schema.org/draft/2019-09/schema": draft2019,
	"https://json-schema.org/draft/2020-12/schema": draft2020,
}

// draftOf returns the draft that a schema declares, or the one around it.
func draftOf(schema py.Object, around draft) draft {
	if d, ok := draftURIs[strings.TrimSuffix(schema.Text("$schema"), "#")]; ok {
		return d
	}
	return around
}

// idOf returns what makes a schema a resource of its own, to which local
// references inside it point, "" when nothing does.
func (d draft) idOf(schema py.Object) string {
	if d >= draft2019 {
		return schema.Text("$id")
	}
	id := schema.Text(d.idKey())
	if schema.Has("$ref") || strings.HasPrefix(id, "#") {
		return ""
	}
	return id
}

func (d draft) idKey() string {
	if d == draft4 {
		return "id"
	}
	return "$id"
}

// isType reports whether a value is of the type that the word names.
func (d draft) isType(value py.Value, word py.Value) bool {
	switch v := value.(type) {
	case nil:
		return word == "null"
	case bool:
		return word == "boolean"
	case string:
		return word == "string"
	case py.List:
		return word == "array"
	case py.Object:
		return word == "object"
	case py.Number:
		return word == "number" || word == "integer" && (v.IsInt() || d > draft4 && isWhole(v))
	}
	return false
}

// isOfTypes does so for the value of `type`, a word or a list of words.
func (d draft) isOfTypes(value py.Value, types py.Value) bool {
	list, ok := types.(py.List)
	if !ok {
		return d.isType(value, types)
	}
	for _, word := range list {
		if d.isType(value, word) {
			return true
		}
	}
	return false
}

// The keywords whose values are data: no schema is looked for inside.
var dataKeywords = map[string]bool{"const": true, "default": true, "enum": true, "example": true, "examples": true}

// withoutNullable takes OpenAPI's `nullable: true` into the type, or makes null
// one more branch of a schema without a type. Like the reference it enters
// property maps as if they were schemas, so that a property called `nullable` is
// lost.
func withoutNullable(v py.Value) py.Value {
	switch v := v.(type) {
	case py.List:
		out := make(py.List, len(v))
		for i, item := range v {
			out[i] = withoutNullable(item)
		}
		return out
	case py.Object:
		nullable, _ := v.Get("nullable")
		out := make(py.Object, 0, len(v))
		for _, m := range v {
			if m.Key == "nullable" {
				continue
			}
			if !dataKeywords[m.Key] {
				m.Value = withoutNullable(m.Value)
			}
			out = append(out, m)
		}
		if nullable != true {
			return out
		}
		kind, _ := out.Get("type")
		if word, ok := kind.(string); ok {
			kind = py.List{word}
		}
		if types, ok := kind.(py.List); ok {
			if names(types, "null") {
				return out
			}
			return out.With("type", append(types[:len(types):len(types)], "null"))
		}
		return py.Object{{Key: "anyOf", Value: py.List{out, py.Object{{Key: "type", Value: "null"}}}}}
	}
	return v
}

// refersOutside reports whether a `$ref` anywhere leaves the document.
func refersOutside(v py.Value) bool {
	switch v := v.(type) {
	case py.List:
		for _, item := range v {
			if refersOutside(item) {
				return true
			}
		}
	case py.Object:
		for _, m := range v {
			if ref, ok := m.Value.(string); ok && m.Key == "$ref" && !strings.HasPrefix(ref, "#") {
				return true
			}
			if !dataKeywords[m.Key] && refersOutside(m.Value) {
				return true
			}
		}
	}
	return false
}
