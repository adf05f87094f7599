package loaders

import (
	"slices"
	"strings"

	"findable/engine"
	"findable/engine/py"
)

// clientConfig is the configuration of a client or an agent: it names servers and
// how to reach them, and holds no tools.
type clientConfig struct{}

// clientPlaces are the keys, from the top, under which clients keep their servers.
var clientPlaces = []struct {
	source string
	keys   []string
	// sure says that nothing else is kept under such a key; elsewhere one entry
	// must say how to reach a server.
	sure bool
}{
	{"client configuration", []string{"mcpServers"}, true},      // Claude, Cursor, Windsurf, Gemini CLI, mcphost
	{"agent configuration", []string{"mcp_servers"}, true},      // Hermes, Codex
	{"editor configuration", []string{"context_servers"}, true}, // Zed
	{"editor configuration", []string{"mcp", "servers"}, false}, // VS Code's settings.json, opencode
	{"editor configuration", []string{"mcp.servers"}, false},    // the same, as VS Code may write it
	{"editor configuration", []string{"servers"}, false},        // VS Code's mcp.json
	{"client configuration", []string{"mcp"}, false},            // opencode before version 2
}

// A clientPlace is a map or a list of servers in a configuration.
type clientPlace struct {
	node
	source string
	top    string // the key of the configuration that it is in
}

// placesOf returns where a configuration keeps its servers, for each project too
// where it has some of their own.
func placesOf(n node) []clientPlace {
	var found []clientPlace
	top, _ := n.value.(py.Object)
	for _, p := range clientPlaces {
		if !top.Has(p.keys[0]) {
			continue
		}
		at := n
		for _, k := range p.keys {
			at = at.key(k)
		}
		if holdsServers(at.value, p.sure) && !slices.ContainsFunc(found, func(f clientPlace) bool { return strings.HasPrefix(f.path, at.path+".") }) {
			found = append(found, clientPlace{at, p.source, p.keys[0]})
		}
	}
	projects := n.key("projects") // Claude Code
	o, _ := projects.value.(py.Object)
	for _, m := range o {
		if at := projects.key(m.Key).key("mcpServers"); holdsServers(at.value, false) {
			found = append(found, clientPlace{at, "client configuration", "projects"})
		}
	}
	return found
}

func holdsServers(v py.Value, sure bool) bool {
	switch v := v.(type) {
	case py.Object:
		return sure || slices.ContainsFunc(v, func(m py.Member) bool { return launches(m.Value) })
	case py.List:
		return sure && slices.ContainsFunc(v, launches)
	}
	return false
}

// launches reports whether an entry says how to reach a server.
func launches(v py.Value) bool {
	o, _ := v.(py.Object)
	return o.Has("command") || o.Has("url") || o.Has("httpUrl") || o.Has("serverUrl")
}

func (clientConfig) name() string { return "client configuration" }

func (clientConfig) holds(v py.Value) bool {
	o, ok := v.(py.Object)
	return ok && len(placesOf(node{value: o})) > 0
}

func (clientConfig) read(r *reading, n node) {
	before := len(r.cards)
	places := placesOf(n)
	for _, p := range places {
		r.configured(p.node, p.source)
	}
	if len(r.cards) == before {
		r.note(Skipped, n.path, "a client configuration that names no server")
	}
	if (toolsResult{}).holds(n.value) { // a request to Anthropic's API has both
		toolsResult{}.read(r, n)
		return
	}
	r.restOfConfig(n, places)
}

// namesServers reports whether an object has servers where nothing but a client's
// configuration has them.
func namesServers(o py.Object) bool {
	for _, p := range clientPlaces {
		if p.sure && holdsServers(field(o, p.keys[0]), false) {
			return true
		}
	}
	return false
}

// restOfConfig notes what a configuration holds besides its servers.
func (r *reading) restOfConfig(n node, places []clientPlace) {
	known := map[string]bool{"tools": true, "inputs": true, "$schema": true, "name": true, "version": true}
	for _, p := range places {
		known[p.top] = true
	}
	var rest []string
	for _, m := range n.value.(py.Object) {
		if !known[m.Key] {
			rest = append(rest, quoted(m.Key))
		}
	}
	if len(rest) > 0 {
		r.note(Ignored, n.path, "nothing is read of the configuration but its servers: not %s", few(rest))
	}
	if _, ok := toolSearch(n.value); ok {
		r.note(Ignored, n.path+".tools.tool_search", "settings are not taken from a dump; give the file with --config")
	}
}

// configured takes the servers of a configuration: a map by name, or a list of
// entries that name themselves.
func (r *reading) configured(n node, source string) {
	switch v := n.value.(type) {
	case py.Object:
		for _, m := range v {
			r.configuredServer(n.key(m.Key), m.Key, source)
		}
	case py.List:
		for i, item := range v {
			o, _ := item.(py.Object)
			if name := serverName(o); name != "" {
				r.configuredServer(n.item(i), name, source)
			} else {
				r.note(Skipped, n.item(i).path, "a server without a name")
			}
		}
	}
}

// configuredServer takes one entry. What it says may be secret and is in no note.
func (r *reading) configuredServer(n node, name, source string) {
	n.server = name
	o, ok := n.value.(py.Object)
	tools := n.key("tools")
	switch rows, _ := n.value.(py.List); {
	case tellsTools(rows):
		tools = n
	case !ok && n.value != nil:
		r.note(Skipped, n.path, "no entry of a server, which would be a mapping; taken for a comment")
		return
	default:
		c := Card{Name: name, Description: o.Text("description"), Source: source, configured: true}
		c.Launch, c.Words = launchOf(o), r.wordsOf(n)
		r.card(n, c)
	}
	if rows, _ := tools.value.(py.List); tellsTools(rows) {
		r.tools(tools, "")
	}
}

// launchOf returns how an entry says that its server is reached, nil where it
// does not say it.
func launchOf(o py.Object) *Launch {
	var l Launch
	command, _ := o.Get("command")
	args := texts(o.List("args"))
	switch v := command.(type) {
	case string:
		l.Command = v
	case py.List: // mcphost, opencode
		if words := texts(v); len(words) > 0 {
			l.Command, args = words[0], append(words[1:], args...)
		}
	case py.Object: // Zed
		l.Command, args = v.Text("path"), texts(v.List("args"))
		env, _ := v.Get("env")
		l.Env = settings(env, "=")
	}
	if l.Command != "" {
		l.Args, l.Dir = args, o.Text("cwd")
		for _, key := range []string{"env", "environment"} {
			v, _ := o.Get(key)
			l.Env = append(l.Env, settings(v, "=")...)
		}
		return &l
	}
	for _, key := range []string{"httpUrl", "url", "serverUrl"} {
		if l.URL = o.Text(key); l.URL != "" {
			break
		}
	}
	if l.URL == "" {
		return nil
	}
	l.SSE = o.Text("type") == "sse" || o.Text("transport") == "sse"
	l.Headers = headersOf(o)
	return &l
}

// headersOf returns the headers of an entry. Codex names variables for them.
func headersOf(o py.Object) []Setting {
	var all []Setting
	for _, key := range []string{"headers", "http_headers"} {
		v, _ := o.Get(key)
		all = append(all, settings(v, ":")...)
	}
	v, _ := o.Get("env_http_headers")
	for _, s := range settings(v, ":") {
		all = append(all, Setting{s.Name, "${" + s.Value + "}"})
	}
	if name := o.Text("bearer_token_env_var"); name != "" {
		all = append(all, Setting{"Authorization", "Bearer ${" + name + "}"})
	}
	if token := o.Text("authorization_token"); token != "" { // Anthropic's API
		all = append(all, Setting{"Authorization", "Bearer " + token})
	}
	return all
}

// settings reads a map, or a list of texts with a separator behind the name.
func settings(v py.Value, separator string) []Setting {
	var all []Setting
	switch v := v.(type) {
	case py.Object:
		for _, m := range v {
			all = append(all, Setting{m.Key, py.Str(m.Value)})
		}
	case py.List:
		for _, item := range texts(v) {
			if name, value, ok := strings.Cut(item, separator); ok {
				all = append(all, Setting{py.Strip(name), py.Strip(value)})
			}
		}
	}
	return all
}

// wordsOf returns what an entry says of its server's tools, nil where it says
// nothing. The reference's words are those of engine.md, section 10; elsewhere what
// is excluded stays so when it is included too.
func (r *reading) wordsOf(n node) *engine.Server {
	s, said := engine.Server{Name: n.server}, false
	flag := func(n node, fallback bool) bool {
		v, odd := boolWord(n.value, fallback)
		if odd {
			r.note(Odd, n.path, "neither yes nor no, so the default counts")
		}
		said = said || n.value != nil
		return v
	}
	s.Disabled = !flag(n.key("enabled"), true) || flag(n.key("disabled"), false)
	s.Parallel = flag(n.key("supports_parallel_tool_calls"), false)
	tools := n.key("tools")
	s.OmitResources, s.OmitPrompts = !flag(tools.key("resources"), true), !flag(tools.key("prompts"), true)
	s.Include, s.Exclude = nameList(tools.key("include").value), nameList(tools.key("exclude").value)
	list := func(keys ...string) (names []string) {
		for _, k := range keys {
			names = append(names, nameList(n.key(k).value)...)
		}
		return names
	}
	include := list("includeTools", "allowedTools", "enabled_tools")
	if l, _ := tools.value.(py.List); !slices.Contains(l, py.Value("*")) { // GitHub Copilot
		for _, item := range l {
			if name, ok := item.(string); ok {
				include = append(include, name)
			}
		}
	}
	exclude := list("excludeTools", "excludedTools", "disabledTools", "disabled_tools")
	if len(include) > 0 {
		s.Include = slices.DeleteFunc(include, func(name string) bool { return slices.Contains(exclude, name) })
		if len(s.Include) == 0 {
			s.Include = []string{""} // admits no tool at all
		}
	}
	s.Exclude = append(s.Exclude, exclude...)
	if !said && s.Include == nil && s.Exclude == nil {
		return nil
	}
	return &s
}
