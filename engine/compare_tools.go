package engine

import (
	"slices"
	"strconv"

	"findable/engine/py"
)

// A KeyChange is a part of a definition that differs between two versions.
type KeyChange struct {
	// Path leads to it, with points between keys and indexes of lists:
	// parameters.properties.limit.type.
	Path string
	// Before and After are the values; Added and Removed say that only one side has
	// one.
	Before, After  py.Value
	Added, Removed bool
}

// KeyChanges compares two definitions of a tool as the model is sent them, key by
// key, in the order of the later one. Lists that hold objects are compared by place,
// other lists as a whole. Keys in another order alone are one change of the object
// that holds them.
func KeyChanges(before, after *Entry) []KeyChange {
	return keyChanges(nil, "", before.Function, after.Function)
}

func keyChanges(all []KeyChange, path string, before, after py.Value) []KeyChange {
	if py.Compact(before) == py.Compact(after) {
		return all
	}
	found := len(all)
	switch was := before.(type) {
	case py.Object:
		if now, ok := after.(py.Object); ok {
			all = objectChanges(all, path, was, now)
		}
	case py.List:
		if now, ok := after.(py.List); ok && nested(was) && nested(now) {
			all = objectChanges(all, path, indexed(was), indexed(now))
		}
	}
	if len(all) == found { // other values, or the same keys in another order
		all = append(all, KeyChange{Path: path, Before: before, After: after})
	}
	return all
}

func objectChanges(all []KeyChange, path string, before, after py.Object) []KeyChange {
	for _, m := range after {
		was, ok := before.Get(m.Key)
		if ok {
			all = keyChanges(all, join(path, m.Key), was, m.Value)
		} else {
			all = append(all, KeyChange{Path: join(path, m.Key), After: m.Value, Added: true})
		}
	}
	for _, m := range before {
		if !after.Has(m.Key) {
			all = append(all, KeyChange{Path: join(path, m.Key), Before: m.Value, Removed: true})
		}
	}
	return all
}

func nested(l py.List) bool {
	return slices.ContainsFunc(l, func(v py.Value) bool { _, ok := v.(py.Object); return ok })
}

// indexed makes an object of a list, its indexes the keys.
func indexed(l py.List) py.Object {
	o := make(py.Object, len(l))
	for i, v := range l {
		o[i] = py.Member{Key: strconv.Itoa(i), Value: v}
	}
	return o
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}
