package engine

import (
	"math/rand/v2"
	"testing"

	"findable/engine/py"
)

// randomSchema makes schemas as servers write them: unions with null, constants,
// lists of types, bad keys, and now and then a property with a schema's word for
// a name.
func randomSchema(rng *rand.Rand, depth int) py.Value {
	keys := []string{"id", "a b", "ключ", "properties", "required", "type", "limit", "default", "x/y", "x:y", "a_b"}
	types := []py.Value{"string", "integer", "object", "array", "any", py.List{"string", "null"}, py.List{"integer", "string"}, nil}
	o := py.Object{}
	add := func(key string, v py.Value) {
		if rng.IntN(3) == 0 {
			o = o.With(key, v)
		}
	}
	add("type", types[rng.IntN(len(types))])
	add("title", "T")
	add("default", py.List{"a", py.Number("1"), nil})
	add("nullable", true)
	add("required", py.List{keys[rng.IntN(len(keys))], keys[rng.IntN(len(keys))], py.Number("3")})
	add("enum", py.List{"a", "b"})
	add("$ref", "#/definitions/Node")
	if depth == 0 {
		return o
	}
	properties := py.Object{}
	for range rng.IntN(4) {
		properties = properties.With(keys[rng.IntN(len(keys))], randomSchema(rng, depth-1))
	}
	add("properties", properties)
	add("items", randomSchema(rng, depth-1))
	null, a, b := py.Object{{Key: "type", Value: "null"}}, py.Object{{Key: "type", Value: "string"}, {Key: "const", Value: "a"}}, randomSchema(rng, depth-1)
	if !o.Has("type") {
		unions := []py.List{{null, b}, {b, null}, {a, a}, {a, b, null}, {b}, {}}
		add([]string{"anyOf", "oneOf"}[rng.IntN(2)], unions[rng.IntN(len(unions))])
	}
	return o
}

// TestSchemasOnceIsEnough: what was repaired and sanitised once is not changed by
// doing it again, and neither changes what it is given.
func TestSchemasOnceIsEnough(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	changed := 0
	for range 3000 {
		schema := randomSchema(rng, 3)
		before := py.Compact(schema)
		repaired := repairSchema(schema)
		sent := sanitizeSchema(repaired)
		if once, twice := py.Compact(repaired), py.Compact(repairSchema(repaired)); once != twice {
			t.Fatalf("repaired once and twice\n%s\n%s\n%s", before, once, twice)
		}
		if once, twice := py.Compact(sent), py.Compact(sanitizeSchema(sent)); once != twice {
			t.Fatalf("sanitised once and twice\n%s\n%s\n%s", before, once, twice)
		}
		checkSent(t, sent, false)
		if py.Compact(schema) != before {
			t.Fatalf("%s became %s", before, py.Compact(schema))
		}
		if py.Compact(sent) != before {
			changed++
		}
	}
	if changed < 2000 {
		t.Errorf("only %d of 3000 schemas needed any change", changed)
	}
}
