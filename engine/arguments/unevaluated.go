package arguments

import "findable/engine/py"

// marks remembers which items or keys of a value some keyword has spoken of.
type marks struct {
	items []bool
	keys  map[string]bool
}

func testUnevaluatedItems(v *visit, arg py.Value) {
	list, ok := v.value.(py.List)
	if !ok {
		return
	}
	seen := marks{items: make([]bool, len(list))}
	v.evaluated(v.schema, seen)
	for _, s := range seen.items {
		if !s {
			v.fail()
			return
		}
	}
}

func testUnevaluatedProperties(v *visit, arg py.Value) {
	o, ok := v.value.(py.Object)
	if !ok {
		return
	}
	seen := marks{keys: map[string]bool{}}
	v.evaluated(v.schema, seen)
	for _, m := range o {
		if !seen.keys[m.Key] && !v.fits(arg, m.Value) {
			v.fail()
			return
		}
	}
}

// evaluated marks what a schema speaks of, through the schemas that it applies
// to the same value.
func (v *visit) evaluated(schema py.Value, seen marks) {
	o, _ := schema.(py.Object)
	if v.depth++; v.depth > maxDepth {
		panic(unchecked{})
	}
	for _, m := range o {
		v.spend(1)
		switch m.Key {
		case "$ref", "$dynamicRef", "$recursiveRef":
			ref, _ := m.Value.(string)
			target, ok := v.resolve(ref)
			if !ok {
				panic(unchecked{})
			}
			v.evaluated(target, seen)
		case "allOf", "anyOf", "oneOf":
			branches, _ := m.Value.(py.List)
			for _, b := range branches {
				if v.fits(b, v.value) {
					v.evaluated(b, seen)
				}
			}
		case "if":
			next := "else"
			if v.fits(m.Value, v.value) {
				v.evaluated(m.Value, seen)
				next = "then"
			}
			then, _ := o.Get(next)
			v.evaluated(then, seen)
		default:
			v.evaluatedItems(m, seen.items)
			v.evaluatedKeys(m, seen.keys)
		}
	}
	v.depth--
}

// evaluatedItems marks the items that one keyword of a schema speaks of.
func (v *visit) evaluatedItems(m py.Member, seen []bool) {
	list, _ := v.value.(py.List)
	schemas, isList := m.Value.(py.List)
	for i := range seen {
		switch m.Key {
		case "prefixItems":
			seen[i] = seen[i] || i < len(schemas)
		case "items":
			seen[i] = seen[i] || !isList || i < len(schemas)
		case "contains", "unevaluatedItems":
			seen[i] = seen[i] || v.fits(m.Value, list[i])
		}
	}
}

// evaluatedKeys marks the keys that one keyword of a schema speaks of.
func (v *visit) evaluatedKeys(m py.Member, seen map[string]bool) {
	value, _ := v.value.(py.Object)
	sub, _ := m.Value.(py.Object)
	for _, have := range value {
		switch m.Key {
		case "properties":
			seen[have.Key] = seen[have.Key] || sub.Has(have.Key)
		case "additionalProperties", "unevaluatedProperties":
			seen[have.Key] = seen[have.Key] || v.fits(m.Value, have.Value)
		case "patternProperties":
			for _, p := range sub {
				seen[have.Key] = seen[have.Key] || v.matches(p.Key, have.Key)
			}
		case "dependentSchemas":
			if schema, ok := sub.Get(have.Key); ok {
				v.evaluated(schema, marks{keys: seen})
			}
		}
	}
}
