package arguments

import "findable/engine/py"

func testAllOf(v *visit, arg py.Value) {
	branches, _ := arg.(py.List)
	for _, b := range branches {
		v.here(b)
	}
}

func testAnyOf(v *visit, arg py.Value) {
	branches, _ := arg.(py.List)
	if inner, fitting := v.firstFitting(branches); fitting == len(branches) {
		v.fail(inner...)
	}
}

func testOneOf(v *visit, arg py.Value) {
	branches, _ := arg.(py.List)
	inner, fitting := v.firstFitting(branches)
	if fitting == len(branches) {
		v.fail(inner...)
		return
	}
	another := false
	for _, b := range branches[fitting+1:] {
		another = v.fits(b, v.value) || another
	}
	if another {
		v.fail()
	}
}

// firstFitting returns the index of the first branch that the value passes, the
// number of branches when it passes none, and the faults up to there.
func (v *visit) firstFitting(branches py.List) (inner []fault, index int) {
	at := v.at.union()
	for i, b := range branches {
		var found faults
		v.apply(v.scope, b, v.value, at, &found)
		if len(found.list) == 0 {
			return nil, i
		}
		inner = append(inner, found.list...)
	}
	return inner, len(branches)
}

func testNot(v *visit, arg py.Value) {
	if v.fits(arg, v.value) {
		v.fail()
	}
}

func testIf(v *visit, arg py.Value) {
	next := "else"
	if v.fits(arg, v.value) {
		next = "then"
	}
	if schema, ok := v.schema.Get(next); ok {
		v.here(schema)
	}
}
