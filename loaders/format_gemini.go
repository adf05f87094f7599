package loaders

import (
	"slices"
	"strings"

	"findable/engine"
	"findable/engine/py"
)

// geminiTool is a function declaration of Gemini's API, {name, description,
// parameters}, whose schema has its type words in capitals.
var geminiTool = shape{
	name:  "Gemini function declarations",
	agent: true,
	open: func(o py.Object) (py.Object, string, bool) {
		return o, "parameters", geminiWord(field(field(o, "parameters"), "type")) != ""
	},
	convert: geminiSchema,
}

// geminiJSONTool is one with a JSON Schema as it is, in either spelling.
var geminiJSONTool = shape{
	name:  geminiTool.name,
	agent: true,
	open: func(o py.Object) (py.Object, string, bool) {
		for _, key := range []string{"parametersJsonSchema", "parameters_json_schema"} {
			if o.Has(key) {
				return o, key, true
			}
		}
		return o, "", false
	},
}

// geminiWord returns JSON Schema's word for a type of Gemini's, "" for anything
// else.
func geminiWord(v py.Value) string {
	word, _ := v.(string)
	if slices.Contains([]string{"OBJECT", "ARRAY", "STRING", "NUMBER", "INTEGER", "BOOLEAN", "NULL"}, word) {
		return strings.ToLower(word)
	}
	return ""
}

// geminiSchema writes the type words of a schema in small letters, and those of the
// schemas in it: nothing else that the two kinds of schema share is written in
// another way, and `nullable` stays, since the reference writes it too. What is not
// a schema, such as a default or an enum, stays.
func geminiSchema(v py.Value) py.Value {
	o, ok := v.(py.Object)
	if !ok {
		return v
	}
	schema := make(py.Object, len(o))
	for i, m := range o {
		switch m.Key {
		case "type":
			if word := geminiWord(m.Value); word != "" {
				m.Value = word
			}
		case "items", "additionalProperties":
			m.Value = geminiSchema(m.Value)
		case "properties", "$defs", "defs":
			if members, ok := m.Value.(py.Object); ok {
				m.Value = eachMember(members, geminiSchema)
			}
		case "anyOf", "any_of", "prefixItems":
			if items, ok := m.Value.(py.List); ok {
				converted := make(py.List, len(items))
				for i, item := range items {
					converted[i] = geminiSchema(item)
				}
				m.Value = converted
			}
		}
		schema[i] = m
	}
	return schema
}

// geminiGroup is an entry of the tools of a request to Gemini: {functionDeclarations:
// […]}, beside which the entry may switch on tools of the API's own.
type geminiGroup struct{}

func (geminiGroup) name() string { return geminiTool.name }

func (geminiGroup) holds(v py.Value) bool { return geminiKey(v) != "" }

// geminiKey returns the key of the declarations in the spelling that is used, "" when
// there are none.
func geminiKey(v py.Value) string {
	o, _ := v.(py.Object)
	for _, key := range []string{"functionDeclarations", "function_declarations"} {
		if v, _ := o.Get(key); isList(v) {
			return key
		}
	}
	return ""
}

func (geminiGroup) read(r *reading, n node) {
	key := geminiKey(n.value)
	for _, m := range n.value.(py.Object) {
		if m.Key != key && m.Value != nil {
			r.once(Skipped, n.key(m.Key).path, quoted(m.Key)+isControl)
		}
	}
	declared := n.key(key)
	rows := declared.value.(py.List)
	if len(rows) == 0 {
		r.once(Skipped, declared.path, "an empty list of function declarations")
		return
	}
	r.took(rows)
	l := list{path: declared.path, server: n.server, toolset: n.toolset, agent: n.server == "", tools: make([]engine.Tool, 0, len(rows))}
	for i, v := range rows {
		o, _ := v.(py.Object)
		if o.Text("name") == "" {
			r.note(Skipped, declared.item(i).path, "a function declaration without a name: %s", describe(v))
			continue
		}
		s := &geminiTool
		if _, _, ok := geminiJSONTool.open(o); ok {
			s = &geminiJSONTool
		}
		_, schema, _ := s.open(o)
		l.tools = append(l.tools, r.record(declared.item(i), s, o, schema))
	}
	if len(l.tools) > 0 {
		r.lists = append(r.lists, l)
	}
}
