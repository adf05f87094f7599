package loaders

import (
	"cmp"

	"findable/engine"
	"findable/engine/py"
)

// toolRet is a tool of ToolRet: {id, documentation}, where the documentation is the
// text of a JSON object of one of some dozen shapes, as ToolRet is put together from
// as many benchmarks.
type toolRet struct{}

func (toolRet) name() string { return "ToolRet tools" }

func (toolRet) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	return o.Text("id") != "" && o.Text("documentation") != ""
}

// toolRetTool is what is made of such a documentation.
var toolRetTool = shape{name: "ToolRet documentation", convert: func(v py.Value) py.Value { return parameterSchema(v, false) }}

func (toolRet) read(r *reading, rows []node) {
	l := list{path: rows[0].path, server: rows[0].server, tools: make([]engine.Tool, 0, len(rows))}
	unread := 0
	for _, n := range rows {
		o := n.value.(py.Object)
		docs := r.inText(n.key("documentation"))
		var doc node
		if len(docs) == 1 {
			doc = docs[0]
		}
		inner := toolRetDoc(objectOf(doc.value), o.Text("id"))
		r.nested(doc)
		if objectOf(doc.value) == nil { // prose is a description
			unread++
			inner = py.Object{{Key: "name", Value: o.Text("id")}, {Key: "description", Value: o.Text("documentation")}}
		}
		l.tools = append(l.tools, r.record(n, &toolRetTool, inner, "parameters"))
	}
	if unread > 0 {
		r.note(Odd, l.path, "the documentation of %d tool%s is no JSON object and stays a text", unread, plural(unread))
	}
	r.lists = append(r.lists, l)
}

// toolRetDoc returns name, description and parameters of a documentation.
func toolRetDoc(doc py.Object, id string) py.Object {
	inner := py.Object{
		{Key: "name", Value: cmp.Or(doc.Text("name"), doc.Text("tool_name"), doc.Text("api_name"), id)},
		{Key: "description", Value: cmp.Or(doc.Text("description"), doc.Text("api_description"), doc.Text("desc"), doc.Text("functionality"))},
	}
	for _, key := range []string{"parameters", "arguments", "args", "inputs"} {
		switch v := field(doc, key).(type) {
		case py.Object, py.List:
			return append(inner, py.Member{Key: "parameters", Value: v})
		}
	}
	needed, optional := doc.List("required_parameters"), doc.List("optional_parameters")
	if len(needed)+len(optional) == 0 {
		return inner
	}
	all := make(py.List, 0, len(needed)+len(optional)) // as ToolBench splits them
	for i, rows := range []py.List{needed, optional} {
		for _, v := range rows {
			all = append(all, objectOf(v).With("required", i == 0))
		}
	}
	return append(inner, py.Member{Key: "parameters", Value: all})
}
