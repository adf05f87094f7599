// Package arguments reads and checks what a model passes to tool_call, as the
// reference does (engine.md, sections 9 and 11): the entry and its name, the
// repair of values against the tool's schema, the probe for missing keys, and
// the later generation's check against the whole schema.
//
// The way through it, for the registry's schema of the tool (repaired, not
// sanitised):
//
//	calls, kind := arguments.ReadCalls(args)            // or ReadCall, documented
//	missing := arguments.Missing(schema, call.Arguments)
//	repaired := arguments.Repair(schema, call.Arguments, engine.ShownKeys)
//	fault := arguments.Check(schema, repaired)          // latest only
//
// Any trouble with a schema lets the call through.
package arguments

import "findable/engine/py"

// Missing returns the keys of the schema's `required` that args lack, in the
// schema's order; entries that are no strings do not count.
func Missing(schema py.Value, args py.Object) []string {
	o, _ := schema.(py.Object)
	have := fieldsOf(args)
	var missing []string
	for _, item := range o.List("required") {
		if key, ok := item.(string); ok && !have.has(key) {
			missing = append(missing, key)
		}
	}
	return missing
}

// fields finds the keys of an object, by a map once it is large.
type fields struct {
	object py.Object
	at     map[string]int
}

func fieldsOf(o py.Object) fields {
	const large = 24
	f := fields{object: o}
	if len(o) >= large {
		f.at = make(map[string]int, len(o))
		for i, m := range o {
			f.at[m.Key] = i
		}
	}
	return f
}

func (f fields) get(key string) (py.Value, bool) {
	if f.at == nil {
		return f.object.Get(key)
	}
	i, ok := f.at[key]
	if !ok {
		return nil, false
	}
	return f.object[i].Value, true
}

func (f fields) has(key string) bool {
	_, ok := f.get(key)
	return ok
}
