package loaders

import (
	"slices"
	"strings"

	"findable/engine/py"
)

// maxLevels is how deeply schemas may be nested once their references are written
// out: a level takes two of JSON's, of which a file may have py.MaxDepth.
const maxLevels = 200

// A speller writes out the references of one operation's schemas.
type speller struct {
	*references
	deepest int       // references followed one inside another
	open    []*target // those being written out, from the outside in
	level   int
	cuts    []refCut
}

// A refCut is a reference in whose place only a name stands.
type refCut struct {
	ref string
	why cause
}

// schema returns a schema with everything it refers to in place of the references
// and allOf folded where it can be. Words that are OpenAPI's alone go.
func (s *speller) schema(v py.Value) py.Value {
	o, isObject := v.(py.Object)
	if !isObject {
		return v
	}
	if s.level == maxLevels {
		return s.stub("", o, large)
	}
	s.level++
	defer func() { s.level-- }()
	var parts py.List
	if ref, ok := field(o, "$ref").(string); ok {
		parts = append(parts, s.reference(ref))
		o = o.Without("$ref")
	}
	if branches, ok := field(o, "allOf").(py.List); ok {
		for _, b := range branches {
			parts = append(parts, s.schema(b))
		}
		o = o.Without("allOf")
	}
	own := s.words(o)
	switch {
	case len(parts) == 0:
		return own
	case len(parts) == 1 && len(own) == 0:
		return parts[0]
	}
	return fold(parts, own)
}

func (s *speller) reference(ref string) py.Value {
	t, why := s.find(ref)
	switch {
	case why != noCause:
		return s.stub(ref, nil, why)
	case slices.Contains(s.open, t):
		return s.stub(ref, t.value, circular)
	case len(s.open) >= s.deepest && !s.small(t):
		return s.stub(ref, t.value, large)
	}
	s.open = append(s.open, t)
	v := s.schema(t.value)
	s.open = s.open[:len(s.open)-1]
	return v
}

// stub is what stands in place of a schema that is not written out: its type and
// its name. Without a type where the schema has none and is no object, for arguments
// are checked against it.
func (s *speller) stub(ref string, schema py.Value, why cause) py.Value {
	s.cuts = append(s.cuts, refCut{ref, why})
	o, _ := schema.(py.Object)
	kind := o.Text("type")
	if !o.Has("type") && (o.Has("properties") || o.Has("allOf") || o.Has("additionalProperties")) {
		kind = "object"
	}
	var out py.Object
	if kind != "" {
		out = append(out, py.Member{Key: "type", Value: kind})
	}
	if kind == "array" {
		out = append(out, py.Member{Key: "items", Value: py.Object{}})
	}
	if ref == "" {
		return out
	}
	text := map[cause]string{circular: "as above", missing: "not in the API's document", outside: "in another file", large: "not written out"}[why]
	return append(out, py.Member{Key: "description", Value: refName(ref) + " (" + text + ")"})
}

// words returns the words of a schema but for $ref and allOf.
func (s *speller) words(o py.Object) py.Object {
	out := make(py.Object, 0, len(o))
	var hidden map[string]bool
	for _, m := range o {
		sub, isObject := m.Value.(py.Object)
		list, isList := m.Value.(py.List)
		switch {
		case openAPIWord(m.Key):
			if m.Key == "x-nullable" && m.Value == true && !o.Has("nullable") {
				out = append(out, py.Member{Key: "nullable", Value: true})
			}
			continue
		case m.Key == "properties" && isObject:
			m.Value, hidden = s.properties(sub)
		case m.Key == "required" && !isList:
			continue // a property's own `required: true`, which the list above it should say
		case holdsSchemaMap(m.Key) && isObject:
			m.Value = s.each(sub)
		case holdsSchema(m.Key) && isObject:
			m.Value = s.schema(sub)
		case holdsSchema(m.Key) && isList:
			branches := make(py.List, len(list))
			for i, b := range list {
				branches[i] = s.schema(b)
			}
			m.Value = branches
		case m.Key == "type" && m.Value == "file": // Swagger 2
			out = append(out, py.Member{Key: "type", Value: "string"})
			m = py.Member{Key: "format", Value: "binary"}
		}
		out = append(out, m)
	}
	if len(hidden) > 0 {
		out = withoutRequired(out, hidden)
	}
	return numericBounds(out)
}

// openAPIWord reports whether a word of a schema is OpenAPI's and none of JSON
// Schema's, so that it tells a model nothing.
func openAPIWord(key string) bool {
	switch key {
	case "xml", "externalDocs", "discriminator", "example", "collectionFormat":
		return true
	}
	return strings.HasPrefix(key, "x-")
}

func holdsSchemaMap(key string) bool {
	switch key {
	case "patternProperties", "$defs", "definitions", "dependentSchemas":
		return true
	}
	return false
}

// holdsSchema reports whether a schema, or a list of schemas, stands under a word.
func holdsSchema(key string) bool {
	switch key {
	case "items", "prefixItems", "additionalItems", "unevaluatedItems", "contains", "additionalProperties",
		"unevaluatedProperties", "propertyNames", "anyOf", "oneOf", "not", "if", "then", "else", "contentSchema":
		return true
	}
	return false
}

func (s *speller) each(o py.Object) py.Object {
	out := make(py.Object, len(o))
	for i, m := range o {
		out[i] = py.Member{Key: m.Key, Value: s.schema(m.Value)}
	}
	return out
}

// properties returns a property map without those that are read-only: a server
// sends them and takes none.
func (s *speller) properties(o py.Object) (kept py.Object, hidden map[string]bool) {
	kept = make(py.Object, 0, len(o))
	for _, m := range o {
		v := s.schema(m.Value)
		p, _ := v.(py.Object)
		if readOnly, _ := p.Get("readOnly"); readOnly == true {
			if hidden == nil {
				hidden = map[string]bool{}
			}
			hidden[m.Key] = true
			continue
		}
		kept = append(kept, py.Member{Key: m.Key, Value: v})
	}
	return kept, hidden
}

func withoutRequired(o py.Object, hidden map[string]bool) py.Object {
	required := o.List("required")
	kept := slices.DeleteFunc(slices.Clone(required), func(v py.Value) bool {
		name, _ := v.(string)
		return hidden[name]
	})
	switch {
	case len(kept) == len(required):
		return o
	case len(kept) == 0:
		return o.Without("required")
	}
	return o.With("required", kept)
}

// numericBounds writes the older drafts' `exclusiveMinimum: true`, which says how
// `minimum` is meant, as a bound of its own: under today's draft the schema would
// be invalid and no argument checked.
func numericBounds(o py.Object) py.Object {
	for _, w := range [][2]string{{"exclusiveMinimum", "minimum"}, {"exclusiveMaximum", "maximum"}} {
		v, _ := o.Get(w[0])
		exclusive, old := v.(bool)
		if !old {
			continue
		}
		if bound, ok := o.Get(w[1]); exclusive && ok {
			o = o.With(w[0], bound).Without(w[1])
		} else {
			o = o.Without(w[0])
		}
	}
	return o
}
