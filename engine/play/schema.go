package play

import (
	"encoding/json"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"findable/engine/py"
)

// maxExpanded is how many schemas a schema may stand for once its references are
// followed: validating takes time with that, and not with its length.
const maxExpanded = 50_000

// Validate tests arguments against a schema with a validator of JSON Schema 2020-12
// and draft 7, which the reference's own check is not: "" when they pass, or else what
// is wrong. A schema that cannot be used, or refers to itself, passes.
func Validate(schema py.Value, args py.Object) string {
	o, ok := schema.(py.Object)
	if !ok || (expander{root: o, known: map[string]int{}}).size(o, 0) > maxExpanded {
		return ""
	}
	var parsed jsonschema.Schema
	var instance map[string]any
	if json.Unmarshal([]byte(py.Compact(o)), &parsed) != nil || json.Unmarshal([]byte(py.Compact(args)), &instance) != nil {
		return ""
	}
	resolved, err := parsed.Resolve(nil)
	if err != nil {
		return ""
	}
	if err := resolved.Validate(instance); err != nil {
		return strings.TrimPrefix(err.Error(), "validating root: ")
	}
	return ""
}

// An expander counts what a schema stands for.
type expander struct {
	root  py.Object
	known map[string]int // sizes by reference; what is being counted is too large
}

// size counts the values of a schema, those that it refers to included.
func (x expander) size(v py.Value, depth int) int {
	const deepest = 200
	n := 1
	if depth > deepest {
		return maxExpanded + 1
	}
	switch v := v.(type) {
	case py.List:
		for _, item := range v {
			n = min(n+x.size(item, depth+1), maxExpanded+1)
		}
	case py.Object:
		for _, m := range v {
			if m.Key == "$dynamicRef" || m.Key == "$recursiveRef" || m.Key == "$id" && depth > 0 {
				return maxExpanded + 1
			}
			if ref, ok := m.Value.(string); ok && m.Key == "$ref" {
				n = min(n+x.target(ref, depth), maxExpanded+1)
				continue
			}
			n = min(n+x.size(m.Value, depth+1), maxExpanded+1)
		}
	}
	return n
}

// target counts what a reference stands for.
func (x expander) target(ref string, depth int) int {
	if n, ok := x.known[ref]; ok {
		return n
	}
	x.known[ref] = maxExpanded + 1
	var v py.Value = x.root
	rest, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return maxExpanded + 1
	}
	for _, step := range strings.Split(rest, "/")[1:] {
		o, _ := v.(py.Object)
		if v, ok = o.Get(strings.NewReplacer("~1", "/", "~0", "~").Replace(step)); !ok {
			return maxExpanded + 1 // an anchor, or nothing
		}
	}
	if rest == "" || !strings.HasPrefix(rest, "/") {
		return maxExpanded + 1
	}
	x.known[ref] = x.size(v, depth+1)
	return x.known[ref]
}
