package loaders

import (
	"findable/engine"
	"findable/engine/py"
)

// soleTool is a single tool, as toolsnaps keep one a file.
type soleTool struct{}

func (soleTool) name() string { return "single tool" }

func (soleTool) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	return shapeOf(v) != nil || o.Text("name") != "" && o.Has("description") && o.Has("annotations")
}

func (soleTool) read(r *reading, n node) {
	r.took(n.value)
	t, ok := r.tool(n)
	if !ok {
		return
	}
	s := shapeOf(n.value)
	r.lists = append(r.lists, list{path: t.Origin.Path, server: n.server, lone: true,
		agent: n.server == "" && s != nil && s.agent, tools: []engine.Tool{t}})
}
