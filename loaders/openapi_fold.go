package loaders

import (
	"reflect"

	"findable/engine/py"
)

// maxParts is how many parts of an allOf are folded into one schema.
const maxParts = 100

// fold makes one schema of the parts of an allOf and the words that stand beside
// it. Where two of them do not go together, the allOf stays as it is.
func fold(parts py.List, own py.Object) py.Value {
	if len(parts) <= maxParts {
		if one, ok := join(append(parts[:len(parts):len(parts)], own)); ok {
			return one
		}
	}
	return own.With("allOf", parts)
}

// join makes one schema of several that hold at once. ok is false where one is no
// object, or two of them do not go together.
func join(parts py.List) (one py.Object, ok bool) {
	f := folder{required: map[string]bool{}, apart: map[string]py.List{}}
	for _, p := range parts {
		part, isObject := p.(py.Object)
		if !isObject || !f.add(part) {
			return nil, false
		}
	}
	return f.schema(), true
}

// A folder is a schema under construction that holds of several at once.
type folder struct {
	words      members
	properties members
	apart      map[string]py.List // further schemas of a property that do not go together with its first
	required   map[string]bool
	names      py.List // the required ones, in order
}

// add takes the words of one more schema; it reports whether they go together
// with those before. What only describes is taken from the last that has it: that
// is the nearest to the place where the schema is used.
func (f *folder) add(part py.Object) bool {
	for _, m := range part {
		before, met := f.words.get(m.Key)
		object, isObject := m.Value.(py.Object)
		list, isList := m.Value.(py.List)
		switch {
		case m.Key == "properties" && isObject:
			f.addProperties(object)
			f.words.put(m.Key, nil) // keeps the place
		case m.Key == "required" && isList:
			f.addRequired(list)
			f.words.put(m.Key, nil)
		case !met || describes(m.Key):
			f.words.put(m.Key, m.Value)
		case !reflect.DeepEqual(before, m.Value):
			return false
		}
	}
	return true
}

// describes reports whether a word of a schema says nothing of which values fit.
func describes(word string) bool {
	switch word {
	case "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "nullable", "$comment":
		return true
	}
	return false
}

// addProperties takes a property map. A property that several parts have is
// folded in turn.
func (f *folder) addProperties(o py.Object) {
	for _, m := range o {
		before, met := f.properties.get(m.Key)
		if !met {
			f.properties.put(m.Key, m.Value)
			continue
		}
		if one, ok := join(py.List{before, m.Value}); ok {
			f.properties.put(m.Key, one)
		} else if !reflect.DeepEqual(before, m.Value) {
			f.apart[m.Key] = append(f.apart[m.Key], m.Value)
		}
	}
}

func (f *folder) addRequired(names py.List) {
	for _, v := range names {
		if name, ok := v.(string); ok && !f.required[name] {
			f.required[name] = true
			f.names = append(f.names, v)
		}
	}
}

func (f *folder) schema() py.Object {
	for name, more := range f.apart {
		first, _ := f.properties.get(name)
		f.properties.put(name, py.Object{{Key: "allOf", Value: append(py.List{first}, more...)}})
	}
	out := f.words.object
	for i, m := range out {
		switch {
		case m.Value != nil:
		case m.Key == "properties":
			out[i].Value = f.properties.object
		case m.Key == "required":
			out[i].Value = f.names
		}
	}
	return out
}
