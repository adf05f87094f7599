package loaders

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"findable/engine"
	"findable/engine/py"
)

// A format is one shape in which lists of tools come: an envelope around them or
// the list itself.
type format interface {
	// name is what a report calls it.
	name() string
	// holds reports whether a value has this shape, by a look at its top.
	holds(v py.Value) bool
	// read hands every list of tools inside to r, and a cause for every node
	// passed over. What stands in an envelope goes back to r.value.
	read(r *reading, n node)
}

// formats are tried in this order; the first that holds reads the value.
var formats = []format{
	openAPI{},
	mcpjamSnapshot{}, callResult{}, apiReply{},
	liteLLM{}, findTool{}, mcpproxy{},
	registryList{}, smitheryCrawl{}, dockerCatalog{}, dockerServer{}, serverIndex{},
	liveMCPBench{}, serverRecord{}, toolBenchQuery{}, bfclRow{},
	rpcMessage{}, initializeAnswer{},
	modelRequest{},
	modelItem{},
	requestLog{},
	clientConfig{},
	openAINamespace{},
	geminiGroup{},
	toolsResult{},
	serverList{},
	soleTool{},
	toolMap{},
	serverMap{},
	failedRun{},
	nameMap{},
	array{},
}

// shapes are the ways to write down one tool; the first that opens a record
// reads it.
var shapes = []shape{mcpproxyTool, dockerTool, mcpZeroTool, aiTool, mcpTool, openAIChat, anthropicTool, bedrockTool, geminiTool, geminiJSONTool,
	cohereTool, openAIFunction, langChainTool, langChainArgs}

// entries are the formats that stand in a list of tools, beside tools or in
// their place.
var entries = []format{openAINamespace{}, openAIServer{}, anthropicPolicy{}, geminiGroup{}}

// A shape is one way to write down a single tool.
type shape struct {
	// name is what a report calls tools of this shape.
	name string
	// agent says that it is an agent's: names are final, not a server's own.
	agent bool
	// open returns the object that holds name and description and the key of its
	// schema; ok is whether the record shows by itself that it has this shape.
	open func(record py.Object) (inner py.Object, schema string, ok bool)
	// convert makes JSON Schema of what stands under that key, nil where it is.
	convert func(py.Value) py.Value
}

// shapeOf returns the shape of a record, nil when nothing about it tells.
func shapeOf(v py.Value) *shape {
	o, _ := v.(py.Object)
	for i := range shapes {
		if inner, _, ok := shapes[i].open(o); ok && inner.Text("name") != "" {
			return &shapes[i]
		}
	}
	return nil
}

// entryOf returns the format of a record that is no tool but stands in a list of
// them, nil when it has none.
func entryOf(v py.Value) format {
	for _, f := range entries {
		if f.holds(v) {
			return f
		}
	}
	return nil
}

// A node is a value in a file: where it stands, and the server or the agent's
// toolset that a shape around it has named, "" when none has.
type node struct {
	value   py.Value
	path    string
	server  string
	toolset string
	said    said // in a log, by the words around the message that it is of
}

// key returns the value under a key of n, an object.
func (n node) key(k string) node {
	o, _ := n.value.(py.Object)
	v, _ := o.Get(k)
	return node{v, n.path + pathKey(k), n.server, n.toolset, n.said}
}

// item returns an item of n, a list.
func (n node) item(i int) node {
	return node{n.value.(py.List)[i], n.path + "[" + strconv.Itoa(i) + "]", n.server, n.toolset, n.said}
}

// pathKey returns a key as a step of a JSON path.
func pathKey(k string) string {
	if k == "" {
		return `[""]`
	}
	for i, c := range k {
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return "[" + quoted(k) + "]"
		}
	}
	return "." + clip(k)
}

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

// byServer takes tool records that each name their server; those that name none go
// where the nodes do.
func (r *reading) byServer(rows []node, server func(py.Object) string) {
	lists, order := map[string]*list{}, []string{}
	for _, n := range rows {
		o, _ := n.value.(py.Object)
		name := cmp.Or(server(o), n.server)
		t, ok := r.tool(n)
		if !ok {
			continue
		}
		if lists[name] == nil {
			lists[name] = &list{path: n.path, server: name}
			order = append(order, name)
		}
		lists[name].tools = append(lists[name].tools, t)
	}
	for _, name := range order {
		r.lists = append(r.lists, *lists[name])
	}
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
	talk    talk
	own     string // the name that its folder gives, "" where the file's does
}

func (r *reading) note(k Kind, path, format string, args ...any) {
	r.ledger.add(Note{k, r.file, path, fmt.Sprintf(format, args...)})
}

func (r *reading) saw(name string) {
	if !slices.Contains(r.formats, name) {
		r.formats = append(r.formats, name)
	}
}

// value takes the tools out of a value of any known format.
func (r *reading) value(n node) {
	if t := tableOf(n.value); t != nil {
		r.saw(t.name())
		t.read(r, []node{n})
		return
	}
	for _, f := range formats {
		if f.holds(n.value) {
			r.saw(f.name())
			f.read(r, n)
			return
		}
	}
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

// tools takes a list of tool records; next is the page's nextCursor.
func (r *reading) tools(n node, next string) {
	records := n.value.(py.List)
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

// agentList reports whether a list is an agent's, by the first record that tells.
func agentList(records py.List) bool {
	for _, v := range records {
		if s := shapeOf(v); s != nil {
			return s.agent
		}
		if entryOf(v) != nil {
			return true
		}
	}
	return false
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
	r.saw(s.name)
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
	return engine.Tool{Function: function, Raw: n.value, Origin: engine.Origin{File: r.file, Path: n.path}}
}

// noTool says why a record of no telling shape is no tool, "" when it may be one.
func noTool(v py.Value) string {
	o, ok := v.(py.Object)
	if !ok {
		return "no tool: " + describe(v)
	}
	if cause := foreign(v); cause != "" {
		return cause
	}
	name, named := o.Get("name")
	text, isText := name.(string)
	cause := control(o)
	switch {
	case o.Has("tools"):
		return "a group of tools inside a list of tools, which is not read: " + describe(v)
	case cause != "":
		return cause
	case !named:
		return "a tool without a name: " + describe(v)
	case !isText:
		return "the tool's name is " + describe(name) + ", not text"
	case text == "":
		return "the tool's name is empty"
	}
	return ""
}

// describe says in a few words what a value is.
func describe(v py.Value) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool, py.Number:
		return clip(py.Compact(v))
	case string:
		return "the text " + quoted(v)
	case py.List:
		if len(v) == 0 {
			return "an empty list"
		}
		return fmt.Sprintf("a list of %d", len(v))
	case py.Object:
		if len(v) == 0 {
			return "an empty object"
		}
		const shown = 5
		var keys []string
		for _, m := range v[:min(shown, len(v))] {
			keys = append(keys, quoted(m.Key))
		}
		if len(v) > shown {
			keys = append(keys, fmt.Sprintf("%d more", len(v)-shown))
		}
		return "an object with the keys " + strings.Join(keys, ", ")
	}
	return ""
}

// quoted returns foreign text for a sentence: cut, and escaped.
func quoted(s string) string { return strconv.Quote(clip(s)) }

// clip cuts foreign text for a sentence.
func clip(s string) string {
	const most = 48 // characters
	n := 0
	for i := range s {
		if n == most {
			return s[:i] + "…"
		}
		n++
	}
	return s
}
