package loaders

import (
	"strings"

	"findable/engine/py"
)

// field returns the value under a key, nil when v is no object or lacks it.
func field(v py.Value, key string) py.Value {
	o, _ := v.(py.Object)
	v, _ = o.Get(key)
	return v
}

func objectOf(v py.Value) py.Object {
	o, _ := v.(py.Object)
	return o
}

// first returns the first item of the list under a key, as an object.
func first(o py.Object, key string) py.Object {
	if rows := o.List(key); len(rows) > 0 {
		row, _ := rows[0].(py.Object)
		return row
	}
	return nil
}

func isList(v py.Value) bool {
	_, ok := v.(py.List)
	return ok
}

func texts(l py.List) []string {
	all := make([]string, len(l))
	for i, v := range l {
		all[i] = py.Str(v)
	}
	return all
}

// boolWord reads a bool-like word (engine.md, section 10). What is neither yes
// nor no gives the fallback and is odd, unless it is null.
func boolWord(v py.Value, fallback bool) (value, odd bool) {
	switch v := v.(type) {
	case nil:
		return fallback, false
	case bool:
		return v, false
	case string:
		switch strings.ToLower(py.Strip(v)) {
		case "true", "1", "yes", "on":
			return true, false
		case "false", "0", "no", "off":
			return false, false
		}
	}
	return fallback, true
}

// isTrue reads a yes or no under a key of an object.
func isTrue(v py.Value, key string, fallback bool) bool {
	on, _ := boolWord(field(v, key), fallback)
	return on
}

// nameList reads a name or a list of names; blank ones are left out.
func nameList(v py.Value) []string {
	list, ok := v.(py.List)
	if !ok && v != nil {
		list = py.List{v}
	}
	var names []string
	for _, item := range list {
		if s := py.Strip(py.Str(item)); s != "" {
			names = append(names, s)
		}
	}
	return names
}

// unwrap returns what stands under a key of v, v itself where there is no such key.
func unwrap(v py.Value, key string) py.Value {
	if o, ok := v.(py.Object); ok {
		if inner, ok := o.Get(key); ok {
			return inner
		}
	}
	return v
}

// eachMember changes the values of an object.
func eachMember(o py.Object, change func(py.Value) py.Value) py.Object {
	changed := make(py.Object, len(o))
	for i, m := range o {
		changed[i] = py.Member{Key: m.Key, Value: change(m.Value)}
	}
	return changed
}

// members is an object under construction.
type members struct {
	object py.Object
	at     map[string]int
}

// put sets a key and reports whether it was there already.
func (m *members) put(key string, v py.Value) (again bool) {
	if m.at == nil {
		m.object, m.at = py.Object{}, map[string]int{}
	}
	if i, ok := m.at[key]; ok {
		m.object[i].Value = v
		return true
	}
	m.at[key] = len(m.object)
	m.object = append(m.object, py.Member{Key: key, Value: v})
	return false
}

func (m *members) get(key string) (py.Value, bool) {
	i, ok := m.at[key]
	if !ok {
		return nil, false
	}
	return m.object[i].Value, true
}
