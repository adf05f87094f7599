package engine

import (
	"strconv"

	"findable/engine/py"
)

// maxPropertyKey is the longest property key a model API takes, in characters.
const maxPropertyKey = 64

// sanitizeSchema is the reference's sanitiser for the parameters of any tool
// (engine.md, section 3). What is not an object becomes the empty schema.
func sanitizeSchema(parameters py.Value) py.Object {
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
	out := mapObject(o, sanitizeMember)
	if words, ok := typeWords(out); ok {
		spread := make(py.Object, 0, len(out)+1)
		for _, m := range out {
			switch {
			case m.Key == "type":
				spread = append(spread, typeList(words, o, spread.Has("nullable"))...)
			case m.Key == "nullable" && spread.Has("nullable"): // the value is the node's, the place the type's
				spread = spread.With("nullable", m.Value)
			default:
				spread = append(spread, m)
			}
		}
		out = spread
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

func sanitizeMember(key string, v py.Value) py.Value {
	switch o, _ := v.(py.Object); {
	case key == "required" || key == "enum" || key == "examples":
		return v
	case key == "type" && isList(v): // spread as a whole
		return v
	case key == "properties" && o != nil:
		return sanitizeProperties(o)
	case key == "$defs" && o != nil:
		return mapObject(o, func(_ string, v py.Value) py.Value { return sanitizeSchemaItem(v) })
	}
	return sanitize(v)
}

func typeWords(o py.Object) (py.List, bool) {
	t, _ := o.Get("type")
	words, ok := t.(py.List)
	return words, ok
}

func isList(v py.Value) bool {
	_, ok := v.(py.List)
	return ok
}

// typeList spreads a list of types: null becomes `nullable`, one word stays the
// type, several become a union. With no word left the node is an object. What
// the node said of null before its type stays.
func typeList(words py.List, node py.Object, said bool) py.Object {
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
		if node.Has("anyOf") { // keys are unique: the node's own union stays
			break
		}
		union := mapList(kept, func(w py.Value) py.Value { return py.Object{{Key: "type", Value: w}} })
		out = py.Object{{Key: "anyOf", Value: union}}
	}
	if len(kept) < len(words) && !said {
		out = append(out, py.Member{Key: "nullable", Value: true})
	}
	return out
}

func sanitizeProperties(o py.Object) py.Object {
	out := mapObject(o, func(_ string, v py.Value) py.Value { return sanitizeSchemaItem(v) })
	keys, changed := sanitizedKeys(o)
	if !changed {
		return out
	}
	renamed := make(py.Object, len(out))
	for i, m := range out {
		renamed[i] = py.Member{Key: keys[i], Value: m.Value}
	}
	return renamed
}

// sanitizedKeys returns the keys of a property map as the model sees them, when
// that changes any: bad characters become "_", 64 characters at most, a clash
// gets "_2", "_3".
func sanitizedKeys(properties py.Object) (keys []string, changed bool) {
	for _, m := range properties {
		changed = changed || !goodPropertyKey(m.Key)
	}
	if !changed {
		return nil, false
	}
	keys = make([]string, len(properties))
	taken := make(map[string]bool, len(keys))
	next := map[string]int{}       // the number a clash goes on with, so that many alike cost no more
	for i, m := range properties { // good keys keep their names, wherever they stand
		if goodPropertyKey(m.Key) {
			keys[i], taken[m.Key] = m.Key, true
		}
	}
	for i, m := range properties {
		if keys[i] != "" {
			continue
		}
		plain := sanitizeKey(m.Key)
		key := plain
		for n := max(2, next[plain]); taken[key]; n++ {
			suffix := "_" + strconv.Itoa(n)
			key = plain[:min(len(plain), maxPropertyKey-len(suffix))] + suffix
			next[plain] = n + 1
		}
		keys[i], taken[key] = key, true
	}
	return keys, true
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
		return "param"
	}
	return string(out)
}
