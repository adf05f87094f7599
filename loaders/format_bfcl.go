package loaders

import "findable/engine/py"

// bfclRow is a line of the Berkeley Function Calling Leaderboard: {id, question,
// function}. Each question has a small set of functions of its own, and many the
// same.
type bfclRow struct{}

func (bfclRow) name() string { return "BFCL question" }

func (bfclRow) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	_, ok := field(o, "function").(py.Object)
	return o.Has("question") && (ok || isList(field(o, "function")))
}

func (bfclRow) read(r *reading, n node) {
	functions := n.key("function")
	if o, ok := functions.value.(py.Object); ok {
		r.took(o)
		functions.value = py.List{o}
	}
	r.tools(functions, "")
	r.once(Ignored, n.path+".question", queriesCause)
}

// gorilla converts a schema as the Berkeley Function Calling Leaderboard and
// MetaTool write it, with "dict" for an object; any other stays as it is.
func gorilla(v py.Value) py.Value {
	if o, _ := v.(py.Object); o.Text("type") == "dict" {
		return typed(v)
	}
	return v
}
