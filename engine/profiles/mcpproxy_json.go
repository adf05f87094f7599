package profiles

import (
	"encoding/json"
	"math"

	"findable/engine/py"
)

// jsonText writes a schema as mcp-go reads it and Go's encoder writes it: a few of
// its top-level keys, all keys sorted, <, > and & escaped, numbers as doubles.
func jsonText(schema py.Object) string {
	kept := map[string]any{"type": schema.Text("type"), "properties": map[string]any{}, "required": []string{}}
	if properties, ok := member(schema, "properties").(py.Object); ok {
		kept["properties"] = plain(properties)
	}
	if required, ok := member(schema, "required").(py.List); ok {
		kept["required"] = plain(required)
	}
	if additional := member(schema, "additionalProperties"); additional != nil {
		kept["additionalProperties"] = plain(additional)
	}
	for _, key := range []string{"definitions", "$defs"} {
		if definitions, ok := member(schema, key).(py.Object); ok {
			kept["$defs"] = plain(definitions)
		}
	}
	text, err := json.Marshal(kept)
	if err != nil {
		panic(err) // plain gives nothing that cannot be written
	}
	return string(text)
}

func member(o py.Object, key string) py.Value {
	v, _ := o.Get(key)
	return v
}

// plain gives a value the types of encoding/json. Numbers that are not finite, which
// JSON has not, become null.
func plain(v py.Value) any {
	switch v := v.(type) {
	case py.Object:
		out := make(map[string]any, len(v))
		for _, m := range v {
			out[m.Key] = plain(m.Value)
		}
		return out
	case py.List:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = plain(item)
		}
		return out
	case py.Number:
		if f := v.Float(); !math.IsInf(f, 0) && !math.IsNaN(f) {
			return f
		}
		return nil
	}
	return v
}
