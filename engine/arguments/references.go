package arguments

import (
	"net/url"
	"strconv"
	"strings"

	"findable/engine/py"
)

// testReference applies the schema that a local reference points to. In one
// document the dynamic references mean the same.
func testReference(v *visit, arg py.Value) {
	ref, _ := arg.(string)
	target, ok := v.resolve(ref)
	if !ok {
		panic(unchecked{})
	}
	v.here(target)
}

// resolve finds what a reference points to: the resource, a place in it by JSON
// pointer, or an anchor. What stands where no schema is expected has not been
// surveyed with the rest and must be a valid schema all the same.
func (v *visit) resolve(ref string) (py.Value, bool) {
	fragment, local := strings.CutPrefix(ref, "#")
	pointer, isPointer := strings.CutPrefix(fragment, "/")
	var target py.Value
	ok := local
	switch {
	case fragment == "":
		target = v.root
	case isPointer:
		target, ok = v.follow(v.root, pointer)
	default:
		target, ok = v.survey.anchors[fragment]
	}
	o, isObject := target.(py.Object)
	if _, isBool := target.(bool); !ok || isBool || len(o) == 0 {
		return target, ok && (isBool || isObject)
	}
	if sound, known := v.sound[&o[0]]; known {
		return target, sound
	}
	v.survey.draft, v.survey.depth = v.draft, 0
	v.sound[&o[0]] = v.survey.valid(o)
	return target, v.sound[&o[0]]
}

func (v *visit) follow(from py.Value, pointer string) (py.Value, bool) {
	pointer, err := url.PathUnescape(pointer)
	if err != nil {
		return nil, false
	}
	for _, step := range strings.Split(pointer, "/") {
		v.spend(1)
		switch x := from.(type) {
		case py.List:
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(x) {
				return nil, false
			}
			from = x[i]
		case py.Object:
			var ok bool
			if from, ok = x.Get(strings.NewReplacer("~1", "/", "~0", "~").Replace(step)); !ok {
				return nil, false
			}
		default:
			return nil, false
		}
	}
	return from, true
}
