package loaders

import (
	"context"
	"slices"

	"findable/engine"
	"findable/engine/py"
)

// sessionVersion is the value of `findable` in the session files that are read.
const sessionVersion = "session/1"

// A Session is what a session file says besides the catalog (cli.md).
type Session struct {
	// File is the file's name as the user gave it.
	File string
	// Settings come from `config` and `context`.
	Settings
	// AllCore says that the core was given by the word `all`: Catalog.Core holds
	// the core of Options.Rules, and another generation needs another load.
	AllCore bool
	// Scopes are presets, in the order of the file.
	Scopes []Scope
	// App is the app's saved state, as it stands in the file; nil without one.
	App py.Value
}

// A Scope is a preset of enabled and disabled toolsets, such as a sub-agent's.
type Scope struct {
	Name string
	engine.Scope
}

// A sessionReader reads one session file.
type sessionReader struct {
	*loader
	*reading
	source string // the path as given, "-" included
	out    *Session
	report *fileReport
}

// openSession reads a session file. A part that cannot be used leaves a note,
// the others count.
func (l *loader) openSession(ctx context.Context, s Source, r *reading) {
	root := node{value: r.session, path: "$"}
	switch version := r.session.Text("findable"); {
	case version != sessionVersion:
		r.note(Failed, "$.findable", "%s is no session that this program reads; it reads %s", quoted(version), sessionVersion)
		return
	case l.session != nil:
		r.note(Failed, "", "a second session file, after %s; open one at a time", l.session.File)
		return
	case s.Name != "":
		r.note(Ignored, "", "the name %s is not used for a session file", quoted(s.Name))
	}
	l.session = &Session{File: r.file}
	r.formats = append([]string{"session file"}, r.formats...)
	sr := sessionReader{l, r, s.Path, l.session, l.fileReport(r)}
	for _, m := range r.session {
		n := root.key(m.Key)
		switch m.Key {
		case "findable":
		case "core":
			sr.core(n)
		case "gui":
			sr.toolsets(n, l.opt.Rules.GUIToolsets)
		case "plugins":
			sr.toolsets(n, nil)
		case "servers":
			sr.servers(ctx, n)
		case "dumps":
			sr.dumps(ctx, n)
		case "scopes":
			sr.scopes(n)
		case "config":
			l.session.ToolSearch, l.session.HasToolSearch = toolSearch(m.Value)
		case "context":
			sr.context(n)
		case "app":
			l.session.App = m.Value
		default:
			r.note(Ignored, n.path, "no word of a session file")
		}
	}
	sr.report.Format = "session file"
	l.reports = append(l.reports, sr.report.FileReport)
}

// tools reads a list of tools in a session file: records of any shape, and bare
// names.
func (s sessionReader) tools(n node) ([]engine.Tool, bool) {
	rows, ok := n.value.(py.List)
	if !ok {
		s.note(Failed, n.path, "a list of tools is wanted here, not %s", describe(n.value))
		return nil, false
	}
	tools := make([]engine.Tool, 0, len(rows))
	for i, row := range rows {
		item := n.item(i)
		if name, ok := row.(string); ok && name != "" {
			tools = append(tools, namedTool(name, row, engine.Origin{File: s.file, Path: item.path}))
		} else if t, ok := s.tool(item); ok {
			tools = append(tools, t)
		}
	}
	return tools, true
}

// core reads the agent's built-ins: names, definitions, and the word `all`. A
// definition takes the place of the name that `all` brings.
func (s sessionReader) core(n node) {
	const all = "all"
	if n.value == all {
		n.value = py.List{all}
	}
	given, _ := s.tools(n)
	rules := s.opt.Rules
	s.out.AllCore = slices.ContainsFunc(given, func(t engine.Tool) bool { return t.Raw == py.Value(all) })
	var core []engine.Tool
	if s.out.AllCore {
		for _, name := range rules.Core {
			if !slices.ContainsFunc(given, func(t engine.Tool) bool { return t.Name() == name }) {
				core = append(core, namedTool(name, all, engine.Origin{File: s.file, Path: n.path}))
			}
		}
	}
	for _, t := range given {
		if t.Raw == py.Value(all) {
			continue
		}
		if rules.Name != "" && !slices.Contains(rules.Core, t.Name()) {
			s.note(Odd, t.Origin.Path, "%s is not in the core list of generation %s, so nothing keeps it visible", quoted(t.Name()), rules.Name)
		}
		core = append(core, t)
	}
	s.report.count("", len(core))
	s.owners.catalog.Core = append(s.owners.catalog.Core, core...)
}

// toolsets reads a map of toolsets; known lists the names that the generation
// takes for GUI surfaces, nil where any name will do.
func (s sessionReader) toolsets(n node, known []string) {
	for _, m := range s.object(n) {
		tools, ok := s.tools(n.key(m.Key))
		if !ok {
			continue
		}
		if known != nil && !slices.Contains(known, m.Key) {
			s.note(Odd, n.key(m.Key).path, "%s is no GUI toolset in generation %s, so its tools are deferred as a plugin's", quoted(m.Key), s.opt.Rules.Name)
		}
		set := s.owners.toolset(m.Key)
		set.Tools = append(set.Tools, tools...)
		s.report.count("", len(tools))
	}
}

// object returns an object's members; for another value it leaves a note.
func (s sessionReader) object(n node) py.Object {
	o, ok := n.value.(py.Object)
	if !ok && n.value != nil {
		s.note(Failed, n.path, "a mapping is wanted here, not %s", describe(n.value))
	}
	return o
}

func (s sessionReader) servers(ctx context.Context, n node) {
	for _, m := range s.object(n) {
		entry := n.key(m.Key)
		o, isObject := m.Value.(py.Object)
		from := entry
		if isObject {
			from = entry.key("tools")
		}
		switch v := from.value.(type) {
		case string:
			s.serverFile(ctx, m.Key, v, from.path)
		case py.List:
			if tools, ok := s.tools(from); ok {
				s.placeServer(s.reading, list{path: from.path, tools: tools}, m.Key, s.report)
			}
		default:
			s.note(Failed, from.path, "a path or a list of tools is wanted for the server %s, not %s", quoted(m.Key), describe(v))
		}
		if _, loaded := s.owners.servers[m.Key]; isObject && loaded {
			s.words(entry, o, m.Key)
		}
	}
}

// words reads what a session says about a server besides its tools.
func (s sessionReader) words(n node, o py.Object, name string) {
	server, _ := s.owners.server(name)
	for _, m := range o {
		odd := false
		switch m.Key {
		case "tools":
		case "enabled":
			var on bool
			on, odd = boolWord(m.Value, true)
			server.Disabled = !on
		case "supports_parallel_tool_calls":
			server.Parallel, odd = boolWord(m.Value, false)
		case "resources":
			var on bool
			on, odd = boolWord(m.Value, true)
			server.OmitResources = !on
		case "prompts":
			var on bool
			on, odd = boolWord(m.Value, true)
			server.OmitPrompts = !on
		case "include":
			server.Include = nameList(m.Value)
			if l, _ := m.Value.(py.List); slices.Equal(l, py.List{""}) {
				server.Include = []string{""} // a client's list that admits no tool
			}
		case "exclude":
			server.Exclude = nameList(m.Value)
		case "capabilities":
			server.Resources, server.Prompts = s.capabilities(n.key(m.Key))
		default:
			s.note(Ignored, n.key(m.Key).path, "no word about a server in a session file")
		}
		if odd {
			s.note(Ignored, n.key(m.Key).path, "%s is neither yes nor no, so the default counts", describe(m.Value))
		}
	}
}

// capabilities reads those that bring utility tools, as an initialize answer writes
// them, where an empty object stands for yes, or with plain words. Others are of no
// matter.
func (s sessionReader) capabilities(n node) (resources, prompts bool) {
	for _, m := range s.object(n) {
		_, has := m.Value.(py.Object)
		odd := false
		if !has {
			has, odd = boolWord(m.Value, false)
		}
		switch m.Key {
		case "resources":
			resources = has
		case "prompts":
			prompts = has
		default:
			continue
		}
		if odd {
			s.note(Ignored, n.key(m.Key).path, "%s is neither yes nor no, so the default counts", describe(m.Value))
		}
	}
	return resources, prompts
}

// serverFile loads a server's tools from the file or folder that a session
// names, relative to the session file.
func (s sessionReader) serverFile(ctx context.Context, server, path, at string) {
	rs, _ := s.readings(ctx, s.join(s.dir(s.source), path))
	for _, r := range rs {
		names := r.servers()
		switch {
		case r.session != nil:
			s.note(Failed, at, "%s is itself a session file; a server wants a dump", r.file)
			continue
		case len(names) > 1:
			s.note(Failed, at, "%s holds %d servers and not one; give it beside the session file", r.file, len(names))
			continue
		case len(r.lists) == 0:
			s.note(Failed, at, "%s only names servers; a server wants a dump", r.file)
			continue
		}
		report := s.fileReport(r)
		for _, l := range r.lists {
			s.placeServer(r, l, server, report)
		}
		s.reports = append(s.reports, report.FileReport)
	}
}

// dumps loads what could as well stand on the command line beside the session: a
// list of PATH or NAME=PATH, relative to the session file. What is not there any more
// leaves a note, and the rest loads.
func (s sessionReader) dumps(ctx context.Context, n node) {
	rows, ok := n.value.(py.List)
	if !ok {
		s.note(Failed, n.path, "a list of dumps is wanted here, not %s", describe(n.value))
	}
	for i, row := range rows {
		arg, _ := row.(string)
		from := ParseSource(arg)
		if from.Path == "" || from.Path == "-" {
			s.note(Failed, n.item(i).path, "the path of a dump is wanted here, or NAME=PATH, not %s", describe(row))
			continue
		}
		from.Path = s.join(s.dir(s.source), from.Path)
		s.loader.source(ctx, from)
	}
}

func (s sessionReader) scopes(n node) {
	for _, m := range s.object(n) {
		scope := Scope{Name: m.Key}
		for _, w := range s.object(n.key(m.Key)) {
			switch w.Key {
			case "enable":
				scope.Enable = nameList(w.Value)
			case "disable":
				scope.Disable = nameList(w.Value)
			default:
				s.note(Ignored, n.key(m.Key).key(w.Key).path, "no word of a scope; it has enable and disable")
			}
		}
		s.out.Scopes = append(s.out.Scopes, scope)
	}
}

func (s sessionReader) context(n node) {
	if number, ok := n.value.(py.Number); ok && number.IsInt() {
		if tokens, _ := py.ToInt(number); tokens >= 0 {
			s.out.Context, s.out.HasContext = tokens, true
			return
		}
	}
	s.note(Failed, n.path, "a number of tokens is wanted here, 0 for unknown, not %s", describe(n.value))
}
