package loaders

import (
	"slices"
	"strings"

	"findable/engine/py"
)

// geminiTool is a function declaration of Gemini's API, {name, description,
// parameters}, whose schema has its type words in capitals.
var geminiTool = shape{
	name:  "Gemini function declarations",
	agent: true,
	open: func(o py.Object) (py.Object, string, bool) {
		return o, "parameters", geminiWord(field(field(o, "parameters"), "type")) != ""
	},
	convert: geminiSchema,
}

// geminiJSONTool is one with a JSON Schema as it is, in either spelling.
var geminiJSONTool = shape{
	name:  geminiTool.name,
	agent: true,
	open: func(o py.Object) (py.Object, string, bool) {
		for _, key := range []string{"parametersJsonSchema", "parameters_json_schema"} {
			if o.Has(key) {
				return o, key, true
			}
		}
		return o, "", false
	},
}

// geminiWord returns JSON Schema's word for a type of Gemini's, "" for anything
// else.
func geminiWord(v py.Value) string {
	word, _ := v.(string)
	if slices.Contains([]string{"OBJECT", "ARRAY", "STRING", "NUMBER", "INTEGER", "BOOLEAN", "NULL"}, word) {
		return strings.ToLower(word)
	}
	return ""
}

// geminiSchema writes the type words of a schema in small letters, and those of the
// schemas in it: nothing else that the two kinds of schema share is written in
// another way, and `nullable` stays, since the reference writes it too. What is not
// a schema, such as a default or an enum, stays.
func geminiSchema(v py.Value) py.Value {
	o, ok := v.(py.Object)
	if !ok {
		return v
	}
	schema := make(py.Object, len(o))
	for i, m := range o {
		switch m.Key {
		case "type":
			if word := geminiWord(m.Value); word != "" {
				m.Value = word
			}
		case "items", "additionalProperties":
			m.Value = geminiSchema(m.Value)
		case "properties", "$defs", "defs":
			if members, ok := m.Value.(py.Object); ok {
				m.Value = eachMember(members, geminiSchema)
			}
		case "anyOf", "any_of", "prefixItems":
			if items, ok := m.Value.(py.List); ok {
				converted := make(py.List, len(items))
				for i, item := range items {
					converted[i] = geminiSchema(item)
				}
				m.Value = converted
			}
		}
		schema[i] = m
	}
	return schema
}

// eachMember changes the values of an object.
func eachMember(o py.Object, change func(py.Value) py.Value) py.Object {
	changed := make(py.Object, len(o))
	for i, m := range o {
		changed[i] = py.Member{Key: m.Key, Value: change(m.Value)}
	}
	return changed
}
