package loaders

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"findable/engine"
	"findable/engine/py"
)

// A list is one run of tools as a file holds it.
type list struct {
	path  string
	tools []engine.Tool
	// server is the name that the shape gives, "" when it gives none.
	server string
	// agent says that the tools' names are final.
	agent bool
	// toolset is where an agent's tools belong whose names do not say it, "" for
	// the toolset named after the file.
	toolset string
	// repeats says that a request to a model gives it, as the next one does again.
	repeats bool
	// lone says that it is a single tool that stands by itself.
	lone bool
	// next is the page's nextCursor.
	next string
}

// A reading is what one file holds, before it is known whose it is.
type reading struct {
	file    string
	lists   []list
	cards   []Card
	formats []string // names of the formats and shapes met, once each
	ledger  *ledger
	session py.Object // the whole file when it is a session file
	tally   tally
	shown   []node // answers of a bridge in conversations
	talk    talk
	own     string          // the name that its folder gives, "" where the file's does
	ctx     context.Context // of the load, nil for none
	reader  *py.Reader      // of the load, nil for one of its own
	// done says of lists and objects, by identity, what is left to look for in them,
	// roots holds the values that stood in texts (sweep.go).
	done  map[any]done
	roots []node
}

func (r *reading) note(k Kind, path, format string, args ...any) {
	r.ledger.add(Note{k, r.file, path, fmt.Sprintf(format, args...)})
}

func (r *reading) origin(path string) engine.Origin {
	return engine.Origin{File: r.file, Path: r.ledger.place(path)}
}

func (r *reading) saw(name string) {
	if !slices.Contains(r.formats, name) {
		r.formats = append(r.formats, name)
	}
}

// maxLists is how many lists of tools a file may hold: one for each tool where they
// stand by themselves.
const maxLists = 500_000

// value takes the tools out of a value of any known format. What is of none is
// looked through for something that is.
func (r *reading) value(n node) {
	if len(r.lists) >= maxLists {
		r.once(Skipped, n.path, fmt.Sprintf("more than %d lists of tools in one file; what follows is not read", maxLists))
		return
	}
	if !holdsOthers(n.value) {
		if inner := r.inText(n); len(inner) > 0 { // JSON that was saved as a text of JSON
			r.values(len(inner), func(i int) node { return inner[i] })
			return
		}
		r.strange(n)
		return
	}
	n = r.unfolded(n, logDepth)
	if t := tableOf(n.value); t != nil {
		r.rows(t, []node{n})
		return
	}
	switch f := formatOf(n.value); {
	case f != nil:
		r.saw(f.name())
		f.read(r, n)
		r.beside(n)
	case !r.inside(n):
		r.strange(n)
	}
}

// rows takes rows of a table.
func (r *reading) rows(t table, rows []node) {
	r.saw(t.name())
	t.read(r, rows)
	for _, n := range rows {
		r.beside(n)
	}
}

// tools takes a list of tool records; next is the page's nextCursor.
func (r *reading) tools(n node, next string) {
	records := n.value.(py.List)
	r.took(records)
	l := list{path: n.path, server: n.server, toolset: n.toolset, next: next, tools: make([]engine.Tool, 0, len(records))}
	if n.server == "" {
		l.agent = n.toolset != "" || agentList(records)
	}
	for i, v := range records {
		if f := entryOf(v); f != nil {
			r.saw(f.name())
			f.read(r, n.item(i))
		} else if t, ok := r.tool(n.item(i)); ok {
			l.tools = append(l.tools, t)
		}
	}
	if len(records) > 0 && len(l.tools) == 0 && n.server == "" {
		return // no tool and no name: nothing is left but the notes
	}
	r.lists = append(r.lists, l)
}

// tool reads one record; a record that is no tool leaves a note.
func (r *reading) tool(n node) (engine.Tool, bool) {
	record, _ := n.value.(py.Object)
	s := shapeOf(n.value)
	if s == nil {
		named := "" // who misses a tool looks for its name
		if name := record.Text("name"); name != "" {
			named = quoted(name) + ": "
		}
		if cause := control(record); cause != "" {
			r.once(Skipped, n.path, named+cause)
			return engine.Tool{}, false
		}
		if cause := noTool(n.value); cause != "" {
			cause = named + cause
			r.note(Skipped, n.path, "%s", cause)
			return engine.Tool{}, false
		}
		s = &mcpTool // a name and no schema: as a server may list a tool
	}
	inner, schema, _ := s.open(record)
	return r.record(n, s, inner, schema), true
}

// record makes a tool of a record of shape s, whose name, description and schema
// stand in inner.
func (r *reading) record(n node, s *shape, inner py.Object, schema string) engine.Tool {
	if n.server != "" && s.served != "" {
		r.saw(s.served)
	} else {
		r.saw(s.name)
	}
	r.nested(n)
	name := inner.Text("name")
	function := py.Object{{Key: "name", Value: name}}
	if v, ok := inner.Get("description"); ok {
		if _, text := v.(string); !text && v != nil {
			r.note(Odd, n.path, "the description of %s is %s, not text", quoted(name), describe(v))
		}
		function = append(function, py.Member{Key: "description", Value: v})
	}
	if v, ok := inner.Get(schema); ok && schema != "" {
		if s.convert != nil {
			v = s.convert(v)
		}
		if _, object := v.(py.Object); !object && v != nil {
			r.note(Odd, n.path, "the %s of %s is %s, not an object", schema, quoted(name), describe(v))
		}
		function = append(function, py.Member{Key: "parameters", Value: v})
	}
	return engine.Tool{Function: function, Raw: n.value, Origin: r.origin(n.path)}
}

// byServer takes tool records that each name their server; those that name none go
// where the nodes do.
func (r *reading) byServer(rows []node, server func(py.Object) string) {
	lists, order := map[string]*list{}, []string{}
	for _, n := range rows {
		o, _ := n.value.(py.Object)
		n.server = cmp.Or(server(o), n.server)
		t, ok := r.tool(n)
		if !ok {
			continue
		}
		if lists[n.server] == nil {
			lists[n.server] = &list{path: n.path, server: n.server}
			order = append(order, n.server)
		}
		lists[n.server].tools = append(lists[n.server].tools, t)
	}
	for _, name := range order {
		r.lists = append(r.lists, *lists[name])
	}
}

// values takes n values that stand one after another. Only the rows of a table are
// held together, as there may be millions.
func (r *reading) values(n int, at func(int) node) {
	for i := 0; i < n && (r.ctx == nil || r.ctx.Err() == nil); {
		first := at(i)
		i++
		t := tableOf(first.value)
		if t == nil {
			r.value(first)
			continue
		}
		rows := []node{first}
		for ; i < n && t.holds(at(i).value); i++ {
			rows = append(rows, at(i))
		}
		r.rows(t, rows)
	}
}

// isKnown reports whether a value is of a format or holds one that tells by itself,
// or is known to be of none. A list is as its first item is.
func isKnown(v py.Value) bool {
	if l, ok := v.(py.List); ok {
		return len(l) > 0 && holdsOthers(l[0]) && isKnown(l[0])
	}
	return formatOf(v) != nil || tableOf(v) != nil || foreign(v) != "" || opensInside(v)
}

// holdsOthers reports whether a value is a list or an object: nothing else is of a
// format.
func holdsOthers(v py.Value) bool {
	switch v.(type) {
	case py.List, py.Object:
		return true
	}
	return false
}

// strange notes a value that is of no format.
func (r *reading) strange(n node) {
	if r.ledger.full(r.file, Skipped) { // only counted from here on
		r.note(Skipped, "", "")
		return
	}
	cause := foreign(n.value)
	if cause == "" {
		cause = "not a shape that holds tools, such as a tools/list result: " + describe(n.value)
	}
	r.note(Skipped, n.path, "%s", cause)
}

// foreign says what a value is that holds no tools or is of a format that is
// not read, "" when it looks like nothing known.
func foreign(v py.Value) string {
	o, _ := v.(py.Object)
	switch {
	case o.Has("swaggerVersion"):
		return "a Swagger 1 document, which is not read; convert it to OpenAPI 3"
	case o.Has("protocolVersion") || o.Has("serverInfo"):
		return "an initialize answer, which holds no tools"
	case o.Has("jsonrpc") && o.Has("method"):
		return "a JSON-RPC request or notification, which holds no tools"
	}
	return ""
}
