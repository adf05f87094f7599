package engine

import (
	"strconv"

	"findable/engine/py"
)

// maxPropertyKey is the longest property key a model API takes, in characters.
const maxPropertyKey = 64

// SanitizeSchema is the reference's sanitiser for the parameters of any tool
// (engine.md, section 3). What is not an object becomes the empty schema.
func SanitizeSchema(parameters py.Value) py.Object {
	o, ok := parameters.(py.Object)
	if !ok {
		return emptySchema()
	}
	o = sanitizeObject(o).Without("oneOf", "allOf", "anyOf", "enum", "not")
	if t, _ := o.Get("type"); t != "object" {
		o = o.With("type", "object")
	}
	if p, _ := o.Get("properties"); !isObject(p) {
		o = o.With("properties", py.Object{})
	}
	return o
}

func isObject(v py.Value) bool {
	_, ok := v.(py.Object)
	return ok
}

func sanitize(v py.Value) py.Value {
	switch v := v.(type) {
	case py.Object:
		return sanitizeObject(v)
	case py.List:
		return mapList(v, sanitizeSchemaItem)
	}
	return v
}

// sanitizeSchemaItem sanitises a value that stands where a schema is expected:
// an item of a list, a value of a property map or of $defs. A bare string there
// is read as the name of a type.
func sanitizeSchemaItem(v py.Value) py.Value {
	word, ok := v.(string)
	if !ok {
		return sanitize(v)
	}
	switch word {
	case "string", "number", "integer", "boolean", "array", "null":
		return py.Object{{Key: "type", Value: word}}
	}
	return emptySchema()
}

func sanitizeObject(o py.Object) py.Object {
	out := make(py.Object, 0, len(o)+1)
	for _, m := range o {
		value := m.Value
		switch m.Key {
		case "required", "enum", "examples":
		case "properties":
			if properties, ok := value.(py.Object); ok {
				value = sanitizeProperties(properties)
			} else {
				value = sanitize(value)
			}
		case "$defs":
			if defs, ok := value.(py.Object); ok {
				value = mapObject(defs, func(_ string, v py.Value) py.Value { return sanitizeSchemaItem(v) })
			} else {
				value = sanitize(value)
			}
		case "type":
			if words, ok := value.(py.List); ok {
				out = append(out, typeList(words, o)...)
				continue
			}
			value = sanitize(value)
		default:
			value = sanitize(value)
		}
		out = append(out, py.Member{Key: m.Key, Value: value})
	}
	if t, _ := out.Get("type"); t == "object" {
		if p, _ := out.Get("properties"); !isObject(p) {
			out = out.With("properties", py.Object{})
		}
	}
	if out.Has("$ref") && out.Has("default") {
		out = out.Without("default")
	}
	return out
}

// typeList spreads a list of types: null becomes `nullable`, one word stays the
// type, several become a union. With no word left the node is an object.
func typeList(words py.List, node py.Object) py.Object {
	var kept py.List
	for _, w := range words {
		if w != "null" {
			kept = append(kept, w)
		}
	}
	var out py.Object
	switch len(kept) {
	case 0:
		out = py.Object{{Key: "type", Value: "object"}}
	case 1:
		out = py.Object{{Key: "type", Value: kept[0]}}
	default:
		union := mapList(kept, func(w py.Value) py.Value { return py.Object{{Key: "type", Value: w}} })
		out = py.Object{{Key: "anyOf", Value: union}}
	}
	if len(kept) < len(words) && !node.Has("nullable") {
		out = append(out, py.Member{Key: "nullable", Value: true})
	}
	return out
}

func sanitizeProperties(o py.Object) py.Object {
	out := make(py.Object, len(o))
	keys := SanitizedKeys(o)
	for i, m := range o {
		out[i] = py.Member{Key: keys[i], Value: sanitizeSchemaItem(m.Value)}
	}
	return out
}

// SanitizedKeys returns the keys of a property map as the model sees them: bad
// characters become "_", 64 characters at most, a clash gets "_2", "_3".
func SanitizedKeys(properties py.Object) []string {
	keys, clean := make([]string, len(properties)), true
	for i, m := range properties {
		keys[i] = m.Key
		clean = clean && goodPropertyKey(m.Key)
	}
	if clean {
		return keys
	}
	taken := make(map[string]bool, len(keys))
	for i, key := range keys {
		plain := sanitizeKey(key)
		key = plain
		for n := 2; taken[key]; n++ {
			suffix := "_" + strconv.Itoa(n)
			key = plain[:min(len(plain), maxPropertyKey-len(suffix))] + suffix
		}
		keys[i], taken[key] = key, true
	}
	return keys
}

func goodPropertyKey(key string) bool {
	if key == "" || len(key) > maxPropertyKey {
		return false
	}
	for i := 0; i < len(key); i++ {
		if !propertyByte(key[i]) {
			return false
		}
	}
	return true
}

func propertyByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '.' || c == '-'
}

func sanitizeKey(key string) string {
	out := make([]byte, 0, len(key))
	for _, r := range key {
		if r < 0x80 && propertyByte(byte(r)) {
			out = append(out, byte(r))
		} else {
			out = append(out, '_')
		}
		if len(out) == maxPropertyKey {
			break
		}
	}
	if len(out) == 0 {
		return "_"
	}
	return string(out)
}
