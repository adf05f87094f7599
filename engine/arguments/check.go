package arguments

import (
	"findable/engine/py"
	"findable/engine/py/re"
)

// Limits of one check. Where one is reached, the call passes unchecked.
const (
	// maxSteps bounds the work, in keywords tested, elements looked at and so much
	// pattern matching: a small schema can ask for an exponential amount.
	maxSteps = 1_000_000
	// maxDepth is how many schemas may be applied inside one another; Python's
	// recursion limit stops the reference near there, cyclic references first.
	maxDepth = 250
)

// Check tests repaired arguments against the whole schema and returns the fault
// to name, nil when they pass. They pass unchecked, as in the reference, when
// there is no schema, when it refers outside, is invalid in any corner or meets
// a reference to nowhere, and here also when a limit is reached or Go cannot
// search for one of its patterns.
func Check(schema py.Value, args py.Object) *Fault {
	if _, ok := schema.(py.Object); !ok {
		return nil
	}
	root, _ := withoutNullable(schema).(py.Object)
	if refersOutside(root) {
		return nil
	}
	defer func() {
		if r := recover(); r != nil && r != (unchecked{}) {
			panic(r)
		}
	}()
	draft, work := draftOf(root, draft2020), &budget{maxSteps}
	c := checker{
		budget: work,
		survey: survey{work, draft, 0, map[string]py.Value{}, map[string]*re.Pattern{}},
		sound:  map[*py.Member]bool{},
	}
	if !c.survey.valid(root) {
		return nil
	}
	var found faults
	c.apply(scope{draft, root}, root, args, &place{}, &found)
	if len(found.list) == 0 {
		return nil
	}
	n := named(found.list)
	return &Fault{n.at.String(), n.keyword}
}

// unchecked is what a check panics with, inside, to let the call through.
type unchecked struct{}

// checker is the state of one check.
type checker struct {
	*budget
	survey survey
	depth  int
	sound  map[*py.Member]bool // schemas met by reference only, by first member
}

// budget is the work that is left to a check, in steps.
type budget struct{ steps int }

// spend takes n steps and gives up when they are used up.
func (b *budget) spend(n int) {
	if b.steps -= n; b.steps < 0 {
		panic(unchecked{})
	}
}

// scope is what a schema inherits from those around it.
type scope struct {
	draft draft
	root  py.Value // the resource that local references point into
}

// faults collects the faults of a value; first stops at the first.
type faults struct {
	list  []fault
	first bool
}

func (f *faults) done() bool { return f.first && len(f.list) > 0 }

// visit is one schema applied to one value.
type visit struct {
	*checker
	scope
	schema  py.Object
	keyword string // the one under test
	value   py.Value
	at      *place
	found   *faults
}

// apply tests a value against a schema and adds the faults, in the order of the
// schema's keys.
func (c *checker) apply(s scope, schema py.Value, value py.Value, at *place, found *faults) {
	c.spend(1)
	if schema == false {
		found.list = append(found.list, fault{at: at, keyword: "schema"})
	}
	o, ok := schema.(py.Object)
	if !ok || found.done() {
		return
	}
	if c.depth++; c.depth > maxDepth {
		panic(unchecked{})
	}
	v := visit{c, s, o, "", value, at, found}
	v.draft = draftOf(o, s.draft)
	if v.draft.idOf(o) != "" {
		v.root = o
	}
	if ref, ok := o.Get("$ref"); ok && v.draft <= draft7 {
		v.test(py.Member{Key: "$ref", Value: ref}) // the keys beside it mean nothing there
	} else {
		for _, m := range o {
			v.test(m)
		}
	}
	c.depth--
}

func (v *visit) test(m py.Member) {
	v.spend(1)
	k := keywordOf(m.Key, v.draft)
	if k == nil || k.test == nil || v.found.done() {
		return
	}
	v.keyword = m.Key
	k.test(v, m.Value)
}

// fail adds a fault of the keyword under test.
func (v *visit) fail(inner ...fault) { v.failAs(v.keyword, inner...) }

func (v *visit) failAs(keyword string, inner ...fault) {
	types, ok := v.schema.Get("type")
	typed := ok && v.draft.isOfTypes(v.value, types)
	v.found.list = append(v.found.list, fault{v.at, keyword, typed, inner})
}

// here applies another schema to the same value.
func (v *visit) here(schema py.Value) { v.apply(v.scope, schema, v.value, v.at, v.found) }

// below applies a schema to a part of the value. The schema false names the
// whole, not the part.
func (v *visit) below(schema, part py.Value, step func() *place) {
	at := v.at
	if schema != false {
		at = step()
	}
	v.apply(v.scope, schema, part, at, v.found)
}

// fits reports whether a value passes a schema.
func (v *visit) fits(schema, value py.Value) bool {
	found := faults{first: true}
	v.apply(v.scope, schema, value, v.at, &found)
	return len(found.list) == 0
}
