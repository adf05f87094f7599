package arguments

import (
	"regexp"
	"strings"

	"findable/engine/py"
	"findable/engine/py/re"
)

// A survey goes through a schema to see whether it is valid under its draft, in
// every corner, as the reference does before it checks anything.
type survey struct {
	*budget
	draft    draft
	depth    int
	anchors  map[string]py.Value    // schemas that a reference can name
	patterns map[string]*re.Pattern // nil for those that do not compile
}

// maxSchemaDepth is how deep schemas may be nested: near there Python's
// recursion limit stops the reference, which then lets the call through.
const maxSchemaDepth = 100

// valid reports whether v is a schema; sub-schemas are looked at too.
func (s *survey) valid(v py.Value) bool {
	o, ok := v.(py.Object)
	if !ok {
		_, ok = v.(bool)
		return ok && s.draft > draft4
	}
	if s.depth > maxSchemaDepth {
		return false
	}
	s.depth++
	defer func() { s.depth-- }()
	for _, m := range o {
		k := keywordOf(m.Key, s.draft)
		if k != nil && k.shape != nil && !k.shape(s, m.Value) {
			return false
		}
		s.note(m, o)
	}
	return s.draft > draft4 ||
		(!o.Has("exclusiveMinimum") || o.Has("minimum")) && (!o.Has("exclusiveMaximum") || o.Has("maximum"))
}

// note remembers a schema by its anchor.
func (s *survey) note(m py.Member, schema py.Object) {
	name, _ := m.Value.(string)
	if s.draft >= draft2019 && (m.Key == "$anchor" || m.Key == "$dynamicAnchor") ||
		s.draft <= draft7 && m.Key == s.draft.idKey() && strings.HasPrefix(name, "#") {
		s.anchors[strings.TrimPrefix(name, "#")] = schema
	}
}

// compile translates a pattern. One that cannot be told in Go makes the call pass
// unchecked, as one that Python refuses does.
func (s *survey) compile(text string) *re.Pattern {
	p, known := s.patterns[text]
	if !known {
		p, _ = re.Compile(text)
		s.patterns[text] = p
		if p != nil {
			s.spend(20 * p.Size())
		}
	}
	return p
}

// A shape is what a meta-schema demands of the value of a keyword.
type shape func(*survey, py.Value) bool

func aSchema(s *survey, v py.Value) bool { return s.valid(v) }

func schemaOrBoolean(s *survey, v py.Value) bool { return aBoolean(s, v) || s.valid(v) }

func schemaList(s *survey, v py.Value) bool { return hasItems(v) && listOf(aSchema)(s, v) }

func schemaOrList(s *survey, v py.Value) bool { return s.valid(v) || schemaList(s, v) }

func schemaMap(s *survey, v py.Value) bool { return mapOf(aSchema)(s, v) }

func patternMap(s *survey, v py.Value) bool {
	o, _ := v.(py.Object)
	for _, m := range o {
		if s.draft > draft4 && s.compile(m.Key) == nil {
			return false
		}
	}
	return schemaMap(s, v)
}

func dependencyMap(s *survey, v py.Value) bool {
	return mapOf(func(s *survey, v py.Value) bool { return s.valid(v) || textList(s, v) })(s, v)
}

func textListMap(s *survey, v py.Value) bool { return mapOf(textList)(s, v) }

func booleanMap(s *survey, v py.Value) bool { return mapOf(aBoolean)(s, v) }

// textList is a list of different strings, which draft 4 wants not to be empty.
func textList(s *survey, v py.Value) bool {
	return listOf(aText)(s, v) && areUnique(v) && (s.draft > draft4 || hasItems(v))
}

// choices is draft 4's enum.
func choices(_ *survey, v py.Value) bool { return hasItems(v) && areUnique(v) }

func typeWords(s *survey, v py.Value) bool {
	return isTypeWord(s, v) || hasItems(v) && areUnique(v) && listOf(isTypeWord)(s, v)
}

func isTypeWord(_ *survey, v py.Value) bool {
	switch v {
	case "array", "boolean", "integer", "null", "number", "object", "string":
		return true
	}
	return false
}

func aText(_ *survey, v py.Value) bool {
	_, ok := v.(string)
	return ok
}

func aList(_ *survey, v py.Value) bool {
	_, ok := v.(py.List)
	return ok
}

func aBoolean(_ *survey, v py.Value) bool {
	_, ok := v.(bool)
	return ok
}

func aNumber(_ *survey, v py.Value) bool {
	_, ok := v.(py.Number)
	return ok
}

func aPositive(_ *survey, v py.Value) bool {
	n, _ := v.(py.Number)
	return n != "" && !(n.Float() <= 0)
}

func aCount(s *survey, v py.Value) bool {
	n, _ := v.(py.Number)
	return s.draft.isType(v, "integer") && n.Float() >= 0
}

func aPattern(s *survey, v py.Value) bool {
	text, ok := v.(string)
	return ok && s.compile(text) != nil
}

// aResourceID is a URI without a fragment.
func aResourceID(_ *survey, v py.Value) bool {
	id, ok := v.(string)
	return ok && !strings.Contains(strings.TrimSuffix(id, "#"), "#")
}

var (
	anchor2019 = regexp.MustCompile(`^[A-Za-z][-A-Za-z0-9.:_]*$`)
	anchor2020 = regexp.MustCompile(`^[A-Za-z_][-A-Za-z0-9._]*$`)
)

func anAnchor(s *survey, v py.Value) bool {
	name, ok := v.(string)
	if s.draft == draft2019 {
		return ok && anchor2019.MatchString(name)
	}
	return ok && anchor2020.MatchString(name)
}

func hasItems(v py.Value) bool {
	l, _ := v.(py.List)
	return len(l) > 0
}

func listOf(item shape) shape {
	return func(s *survey, v py.Value) bool {
		l, ok := v.(py.List)
		for _, x := range l {
			ok = ok && item(s, x)
		}
		return ok
	}
}

func mapOf(value shape) shape {
	return func(s *survey, v py.Value) bool {
		o, ok := v.(py.Object)
		for _, m := range o {
			ok = ok && value(s, m.Value)
		}
		return ok
	}
}
