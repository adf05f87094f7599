package loaders

import (
	"findable/engine"
	"findable/engine/py"
)

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
