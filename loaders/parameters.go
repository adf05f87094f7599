package loaders

import (
	"strings"
	"unicode"

	"findable/engine/py"
)

// typeWords are words for types that are none of JSON Schema's, in small letters:
// Python's, those that mcptools prints, and those of the Java and JavaScript parts of
// the Berkeley Function Calling Leaderboard (gorilla,
// bfcl_eval/constants/type_mappings.py).
var typeWords = map[string]string{
	"object": "object", "dict": "object", "dictionary": "object", "obj": "object", "hashmap": "object", "hashtable": "object",
	"array": "array", "list": "array", "arr": "array", "tuple": "array", "set": "array", "arraylist": "array", "queue": "array", "stack": "array",
	"string": "string", "str": "string", "char": "string",
	"number": "number", "num": "number", "float": "number", "double": "number",
	"integer": "integer", "int": "integer", "byte": "integer", "short": "integer", "long": "integer", "bigint": "integer",
	"boolean": "boolean", "bool": "boolean", "null": "null",
}

// typeWord returns JSON Schema's word for a type written in another way, such as
// "List[int], optional", and whether it says that the value is optional. The word
// is "" for what allows anything, or is not known.
func typeWord(text string) (word string, optional bool) {
	for i, w := range strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return !unicode.IsLetter(c) }) {
		switch {
		case w == "optional":
			optional = true
		case w == "union" || w == "any" && i == 0:
			return "", optional
		case word == "":
			word = typeWords[w]
		}
	}
	return word, optional
}

// typed returns a schema with JSON Schema's words for the types in it. Where a
// word is not known the type is left out, which allows anything.
func typed(v py.Value) py.Value {
	o, ok := v.(py.Object)
	if !ok {
		return v
	}
	schema := make(py.Object, 0, len(o))
	for _, m := range o {
		switch text, isText := m.Value.(string); {
		case m.Key == "type" && isText:
			word, _ := typeWord(text)
			if word == "" {
				continue
			}
			m.Value = word
		case m.Key == "items" || m.Key == "additionalProperties":
			m.Value = typed(m.Value)
		case m.Key == "properties":
			if properties, ok := m.Value.(py.Object); ok {
				m.Value = eachMember(properties, typed)
			}
		}
		schema = append(schema, m)
	}
	return schema
}

// parameterSchema makes a schema of parameters that are written down as a list of
// {name, type, desc} or as a map by name, whose values are objects or texts such as
// "(string) what it is for". With strict what is not called optional is required,
// elsewhere only what is called required.
func parameterSchema(v py.Value, strict bool) py.Value {
	properties, required := py.Object{}, py.List{}
	met := map[string]bool{}
	add := func(name string, v py.Value) {
		if name == "" || met[name] {
			return
		}
		met[name] = true
		property, needed := parameter(v, strict)
		properties = append(properties, py.Member{Key: name, Value: property})
		if needed {
			required = append(required, name)
		}
	}
	switch v := v.(type) {
	case py.Object:
		if _, ok := field(v, "properties").(py.Object); ok && v.Text("type") != "" {
			return typed(v)
		}
		for _, m := range v {
			add(m.Key, m.Value)
		}
	case py.List:
		for _, item := range v {
			o, _ := item.(py.Object)
			add(o.Text("name"), o.Without("name"))
		}
	default:
		return v
	}
	schema := py.Object{{Key: "type", Value: "object"}, {Key: "properties", Value: properties}}
	if len(required) > 0 {
		schema = append(schema, py.Member{Key: "required", Value: required})
	}
	return schema
}

// parameter makes a schema of a single parameter.
func parameter(v py.Value, needed bool) (py.Object, bool) {
	if text, ok := v.(string); ok {
		return textParameter(text), false
	}
	o, _ := v.(py.Object)
	if _, optional := typeWord(o.Text("type")); optional {
		needed = false
	}
	var plain py.Object
	for _, m := range o {
		on, isBool := m.Value.(bool)
		switch {
		case m.Key == "required" && isBool:
			needed = on
		case m.Key == "optional" && isBool:
			needed = !on
		case m.Key == "desc":
			plain = append(plain, py.Member{Key: "description", Value: m.Value})
		default:
			plain = append(plain, m)
		}
	}
	return typed(plain).(py.Object), needed
}

// textParameter reads "(type) what it is for".
func textParameter(text string) py.Object {
	var o py.Object
	if kind, rest, ok := strings.Cut(text, ")"); ok && strings.HasPrefix(kind, "(") {
		if word, _ := typeWord(kind); word != "" {
			o, text = append(o, py.Member{Key: "type", Value: word}), py.Strip(rest)
		}
	}
	return append(o, py.Member{Key: "description", Value: text})
}
