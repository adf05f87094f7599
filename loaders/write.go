package loaders

import (
	"bufio"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"findable/engine"
	"findable/engine/py"
)

// WriteSession writes what a load gave as one session file, a tool a line, which
// loads to the same catalog again: every tool as its source had it, and where its
// source says it in a way that no single record does, as an OpenAPI document, as an
// MCP tool of the same name, description and schema. Cards are not in it: they say
// how to reach servers, and what of them counts is in the catalog.
//
// set is the configuration, rules the generation that it was loaded for. What
// cannot be written is left out and noted.
func WriteSession(w io.Writer, res Result, set Settings, rules engine.Rules) (left []Note, err error) {
	o := &sessionWriter{Writer: bufio.NewWriterSize(w, 1<<16), names: map[string]bool{}}
	session := res.Session
	if session == nil {
		session = &Session{}
	}
	o.raw(`{"findable":`)
	o.value(sessionVersion)
	if session.AllCore || len(res.Catalog.Core) > 0 {
		o.raw(",\n" + `"core":`)
		o.core(res.Catalog.Core, session.AllCore)
	}
	o.toolsets(res.Catalog.Toolsets, rules)
	if len(res.Catalog.Servers) > 0 {
		o.raw(",\n" + `"servers":{`)
		for i, s := range res.Catalog.Servers {
			o.server(i, s)
		}
		o.raw("}")
	}
	if len(session.Scopes) > 0 {
		var scopes py.Object
		for _, s := range session.Scopes {
			scopes = append(scopes, py.Member{Key: s.Name, Value: py.Object{{Key: "enable", Value: wordList(s.Enable)}, {Key: "disable", Value: wordList(s.Disable)}}})
		}
		o.member("scopes", scopes)
	}
	if set.HasToolSearch {
		o.member("config", py.Object{{Key: "tools", Value: py.Object{{Key: "tool_search", Value: set.ToolSearch}}}})
	}
	if set.HasContext {
		o.member("context", py.Int(set.Context))
	}
	if session.App != nil {
		o.member("app", session.App)
	}
	o.raw("}\n")
	return o.left, o.Flush()
}

// A sessionWriter writes a session file. Errors wait for Flush.
type sessionWriter struct {
	*bufio.Writer
	names map[string]bool // of servers, that are written
	left  []Note
}

func (o *sessionWriter) raw(s string) { _, _ = o.WriteString(s) }

func (o *sessionWriter) value(v py.Value) { _, _ = o.Write(py.AppendCompact(o.AvailableBuffer(), v)) }

// member writes a further key of the file.
func (o *sessionWriter) member(key string, v py.Value) {
	o.raw(",\n")
	o.value(key)
	o.raw(":")
	o.value(v)
}

// core writes the core. With all, the names that this word has brought are left to
// it.
func (o *sessionWriter) core(tools []engine.Tool, all bool) {
	var first []py.Value
	if all {
		first = append(first, "all")
		tools = slices.DeleteFunc(slices.Clone(tools), func(t engine.Tool) bool { return t.Raw == py.Value("all") })
	}
	o.tools(tools, first...)
}

// toolsets writes the GUI surfaces and the plugins, each under their word unless
// that would change the order of all.
func (o *sessionWriter) toolsets(sets []engine.Toolset, rules engine.Rules) {
	word := func(s engine.Toolset) string {
		if slices.Contains(rules.GUIToolsets, s.Name) {
			return "gui"
		}
		return "plugins"
	}
	turns := 0
	for i := 1; i < len(sets); i++ {
		if word(sets[i]) != word(sets[i-1]) {
			turns++
		}
	}
	if turns > 1 {
		word = func(engine.Toolset) string { return "plugins" }
	}
	at := ""
	for _, s := range sets {
		switch w := word(s); {
		case w == at:
			o.raw(",\n")
		default:
			if at != "" {
				o.raw("}")
			}
			at = w
			o.raw(",\n")
			o.value(w)
			o.raw(":{")
		}
		o.value(validName(s.Name))
		o.raw(":")
		o.tools(s.Tools)
	}
	if at != "" {
		o.raw("}")
	}
}

// server writes a server with what is said of it besides its tools.
func (o *sessionWriter) server(i int, s engine.Server) {
	if i > 0 {
		o.raw(",\n")
	}
	name := validName(s.Name)
	for o.names[name] { // two names that differ only in what is no text
		name += "\uFFFD"
	}
	o.names[name] = true
	o.value(name)
	o.raw(":")
	words := wordsAbout(s)
	if len(words) == 0 {
		o.tools(s.Tools)
		return
	}
	o.raw(`{"tools":`)
	o.tools(s.Tools)
	for _, m := range words {
		o.member(m.Key, m.Value)
	}
	o.raw("}")
}

// wordsAbout returns the words of a session file that say of a server what is not
// so by itself.
func wordsAbout(s engine.Server) py.Object {
	var words py.Object
	say := func(says bool, key string, v py.Value) {
		if says {
			words = append(words, py.Member{Key: key, Value: v})
		}
	}
	say(s.Disabled, "enabled", false)
	say(s.Parallel, "supports_parallel_tool_calls", true)
	say(s.Include != nil, "include", wordList(s.Include))
	say(s.Exclude != nil, "exclude", wordList(s.Exclude))
	say(s.OmitResources, "resources", false)
	say(s.OmitPrompts, "prompts", false)
	say(s.Resources || s.Prompts, "capabilities", py.Object{{Key: "resources", Value: s.Resources}, {Key: "prompts", Value: s.Prompts}})
	return words
}

func wordList(words []string) py.List {
	list := make(py.List, len(words))
	for i, w := range words {
		list[i] = validName(w)
	}
	return list
}

// validName is a name as JSON can hold it. Names of files need not be text.
func validName(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// maxToolDepth is how deeply a tool may be nested: it stands four levels deep.
const maxToolDepth = py.MaxDepth - 4

// tools writes a list of tools, behind what comes first.
func (o *sessionWriter) tools(tools []engine.Tool, first ...py.Value) {
	o.raw("[")
	n := 0
	item := func(v py.Value) {
		if n++; n > 1 {
			o.raw(",")
		}
		o.raw("\n")
		o.value(v)
	}
	for _, v := range first {
		item(v)
	}
	for _, t := range tools {
		v := recordOf(t)
		if depth(v) > maxToolDepth {
			o.left = append(o.left, Note{Skipped, t.Origin.File, t.Origin.Path, fmt.Sprintf("%s is nested more than %d deep and left out", quoted(t.Name()), maxToolDepth)})
			continue
		}
		item(v)
	}
	o.raw("]")
}

// recordOf returns a record that a session file reads as the tool.
func recordOf(t engine.Tool) py.Value {
	if readsAs(t.Raw, t.Function) {
		return t.Raw
	}
	record := slices.Clone(t.Function)
	for i := range record {
		if record[i].Key == "parameters" {
			record[i].Key = "inputSchema"
		}
	}
	return record
}

// readsAs reports whether a record of a session file is read as this function.
func readsAs(record py.Value, function py.Object) bool {
	if name, ok := record.(string); ok {
		return reflect.DeepEqual(function, namedTool(name, nil, engine.Origin{}).Function)
	}
	r := &reading{ledger: newLedger()}
	t, ok := r.tool(node{value: record})
	return ok && reflect.DeepEqual(t.Function, function)
}

// depth is how deeply lists and objects are nested in a value.
func depth(v py.Value) int {
	most := 0
	switch v := v.(type) {
	case py.List:
		for _, item := range v {
			most = max(most, depth(item))
		}
	case py.Object:
		for _, m := range v {
			most = max(most, depth(m.Value))
		}
	default:
		return 0
	}
	return most + 1
}
