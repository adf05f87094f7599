package arguments

import "findable/engine/py"

// object returns the value as an object, with its keys at hand.
func (v *visit) object() (fields, bool) {
	o, ok := v.value.(py.Object)
	if !ok {
		return fields{}, false
	}
	v.spend(len(o))
	return fieldsOf(o), true
}

func testProperties(v *visit, arg py.Value) {
	have, ok := v.object()
	properties, _ := arg.(py.Object)
	if !ok {
		return
	}
	v.spend(len(properties))
	for _, p := range properties {
		if value, ok := have.get(p.Key); ok {
			v.below(p.Value, value, func() *place { return v.at.child(p.Key) })
		}
	}
}

func testPatternProperties(v *visit, arg py.Value) {
	have, _ := v.object()
	patterns, _ := arg.(py.Object)
	for _, p := range patterns {
		for _, m := range have.object {
			if v.matches(p.Key, m.Key) {
				v.below(p.Value, m.Value, func() *place { return v.at.child(m.Key) })
			}
		}
	}
}

func testAdditionalProperties(v *visit, arg py.Value) {
	for _, m := range v.additional() {
		if arg == false {
			v.fail()
			return
		}
		v.below(arg, m.Value, func() *place { return v.at.child(m.Key) })
	}
}

// additional returns the members of the value that neither `properties` nor
// `patternProperties` beside the keyword speak of.
func (v *visit) additional() py.Object {
	have, _ := v.object()
	properties := v.schema.Object("properties")
	v.spend(len(properties))
	known := fieldsOf(properties)
	patterns := v.schema.Object("patternProperties")
	var extra py.Object
	for _, m := range have.object {
		spoken := known.has(m.Key)
		for i := 0; i < len(patterns) && !spoken; i++ {
			spoken = v.matches(patterns[i].Key, m.Key)
		}
		if !spoken {
			extra = append(extra, m)
		}
	}
	return extra
}

func testPropertyNames(v *visit, arg py.Value) {
	have, _ := v.object()
	for _, m := range have.object {
		v.apply(v.scope, arg, m.Key, v.at, v.found)
	}
}

func testRequired(v *visit, arg py.Value) {
	if have, ok := v.object(); ok {
		v.require(have, arg)
	}
}

// require adds a fault for each key of a list that the value lacks.
func (v *visit) require(have fields, keys py.Value) {
	list, _ := keys.(py.List)
	v.spend(len(list))
	for _, item := range list {
		if key, _ := item.(string); !have.has(key) {
			v.fail()
		}
	}
}

// testDependencies stands for `dependentRequired` and `dependentSchemas` too:
// what a key that is there brings with it, more keys or a schema.
func testDependencies(v *visit, arg py.Value) {
	have, ok := v.object()
	dependencies, _ := arg.(py.Object)
	if !ok {
		return
	}
	v.spend(len(dependencies))
	for _, d := range dependencies {
		if !have.has(d.Key) {
			continue
		}
		if _, keys := d.Value.(py.List); keys {
			v.require(have, d.Value)
		} else {
			v.here(d.Value)
		}
	}
}

func testMinProperties(v *visit, arg py.Value) {
	if o, ok := v.value.(py.Object); ok {
		testSize(v, len(o), arg, -1)
	}
}

func testMaxProperties(v *visit, arg py.Value) {
	if o, ok := v.value.(py.Object); ok {
		testSize(v, len(o), arg, 1)
	}
}
