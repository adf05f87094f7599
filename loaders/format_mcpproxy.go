package loaders

import (
	"cmp"
	"strings"

	"findable/engine/py"
)

// mcpproxyTool is a tool as mcpproxy-go writes it: {tool_id: "server:tool", server,
// tool, description, schema} in its corpora, {name, server_name, description, schema}
// at its REST interface.
var mcpproxyTool = shape{
	name: "mcpproxy tools",
	open: func(o py.Object) (py.Object, string, bool) {
		server, name := mcpproxyServer(o), cmp.Or(o.Text("tool"), o.Text("name"))
		if server == "" || name == "" || !o.Has("schema") && !o.Has("tool_id") {
			return nil, "", false
		}
		inner := py.Object{{Key: "name", Value: strings.TrimPrefix(name, server+":")}}
		for _, key := range []string{"description", "schema"} {
			if v, ok := o.Get(key); ok {
				inner = append(inner, py.Member{Key: key, Value: v})
			}
		}
		return inner, "schema", true
	},
}

func mcpproxyServer(o py.Object) string {
	server, _, _ := strings.Cut(o.Text("tool_id"), ":")
	return cmp.Or(o.Text("server"), o.Text("server_name"), server)
}

// mcpproxy is {tools: […]} of them, or {results: [{tool, score}]}, what a search
// found.
type mcpproxy struct{}

func (mcpproxy) name() string { return "mcpproxy list" }

func (mcpproxy) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	return isMCPProxy(first(o, "tools")) || isMCPProxy(first(o, "results").Object("tool"))
}

func isMCPProxy(o py.Object) bool {
	_, _, ok := mcpproxyTool.open(o)
	return ok
}

func (mcpproxy) read(r *reading, n node) {
	var rows []node
	before := len(r.lists)
	if o := n.value.(py.Object); isMCPProxy(first(o, "tools")) {
		tools := n.key("tools")
		r.took(tools.value)
		rows = items(tools)
	} else {
		for _, result := range items(n.key("results")) {
			tool := result.key("tool")
			r.took(tool.value)
			rows = append(rows, tool)
		}
		r.note(Partial, n.path, "what mcpproxy found for the query %s, %d tool%s, and not all there are", quoted(o.Text("query")), len(rows), plural(len(rows)))
	}
	r.byServer(rows, mcpproxyServer)
	schemas, stubs := 0, 0
	for _, l := range r.lists[before:] {
		for _, t := range l.tools {
			schemas++
			if len(t.Function.Object("parameters").Object("properties")) == 0 {
				stubs++
			}
		}
	}
	if schemas > 1 && stubs == schemas {
		r.note(Partial, n.path, "no tool has a parameter: some answers of mcpproxy have empty schemas in place of the real ones; dump the servers themselves")
	}
}
