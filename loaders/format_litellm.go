package loaders

import (
	"strings"

	"findable/engine/py"
)

// liteLLM is what LiteLLM's gateway lists: tools that each have mcp_info with their
// server's name, in a list or under tools. That it may be a bare list is hearsay.
type liteLLM struct{}

func (liteLLM) name() string { return "LiteLLM tools" }

func (liteLLM) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	rows, bare := v.(py.List)
	if !bare {
		rows = o.List("tools")
	}
	return len(rows) > 0 && liteLLMServer(objectOf(rows[0])) != ""
}

func liteLLMServer(o py.Object) string { return o.Object("mcp_info").Text("server_name") }

func (liteLLM) read(r *reading, n node) {
	if o, ok := n.value.(py.Object); ok {
		if fault := o.Text("error"); fault != "" {
			r.note(Skipped, n.path+".error", "the gateway could not ask each server: %s", quoted(fault))
		}
		n = n.key("tools")
	}
	r.took(n.value)
	before := len(r.lists)
	r.byServer(items(n), liteLLMServer)
	for i := range r.lists[before:] {
		r.withoutPrefix(&r.lists[before+i])
	}
}

// withoutPrefix takes off the server's name that the gateway has put before the names
// of its tools. When not all of them begin with it, it is their own.
func (r *reading) withoutPrefix(l *list) {
	prefix := strings.ReplaceAll(l.server, " ", "_") + "-"
	for _, t := range l.tools {
		if rest, ok := strings.CutPrefix(t.Name(), prefix); !ok || rest == "" {
			return
		}
	}
	for i, t := range l.tools {
		l.tools[i].Function = t.Function.With("name", t.Name()[len(prefix):])
	}
	if n := len(l.tools); n > 0 {
		r.note(Renamed, l.path, "the gateway's %s before the name%s of %d tool%s is left out, as a server by itself has none", quoted(prefix), plural(n), n, plural(n))
	}
}
