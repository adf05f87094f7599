package loaders

import (
	"cmp"
	"strings"

	"findable/engine/py"
)

// dockerTool is a tool of Docker's MCP registry: {name, description, arguments:
// [{name, type, desc, optional}]}.
var dockerTool = shape{
	name: "Docker registry tools",
	open: func(o py.Object) (py.Object, string, bool) {
		argument := first(o, "arguments")
		return o, "arguments", argument.Text("name") != "" && (argument.Has("desc") || argument.Has("type"))
	},
	convert: func(v py.Value) py.Value { return parameterSchema(v, true) },
}

// dockerCatalog is Docker's MCP catalogue: {registry: {name: {title, image, remote,
// tools}}}. It tells the tools' names, seldom more.
type dockerCatalog struct{}

func (dockerCatalog) name() string { return "Docker MCP catalogue" }

func (dockerCatalog) holds(v py.Value) bool {
	registry := field(v, "registry")
	entries := objectOf(registry)
	return len(entries) > 0 && objectOf(entries[0].Value) != nil && !tells(registry)
}

func (dockerCatalog) read(r *reading, n node) {
	registry := n.key("registry")
	before := len(r.lists)
	entries := children(registry)
	for i, m := range registry.value.(py.Object) {
		entry := entries[i]
		o, ok := m.Value.(py.Object)
		if !ok {
			r.note(Skipped, entry.path, "no entry of a server: %s", describe(m.Value))
			continue
		}
		r.card(entry, Card{Name: m.Key, Title: o.Text("title"), Description: o.Text("description"), Source: dockerCatalog{}.name(), Launch: dockerLaunch(o)})
		if tools := entry.key("tools"); len(o.List("tools")) > 0 {
			tools.server = m.Key
			r.tools(tools, "")
		}
	}
	r.namesOnly(before, registry.path)
}

// namesOnly notes the tools of which a source gives a name and no schema, in the
// lists from the one given.
func (r *reading) namesOnly(from int, path string) {
	bare, all := 0, 0
	for _, l := range r.lists[from:] {
		for _, t := range l.tools {
			all++
			if !t.Function.Has("parameters") {
				bare++
			}
		}
	}
	if bare > 0 {
		r.note(Partial, path, "%d of %d tools have no schema here; dump their servers with tools/list to have their parameters found", bare, all)
	}
}

// dockerServer is the server.yaml of an entry of Docker's MCP registry: {name, image,
// type: server, about: {title, description}, config: {secrets, env}, run}.
type dockerServer struct{}

func (dockerServer) name() string { return "Docker registry entry" }

func (dockerServer) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	return o.Text("name") != "" && o.Object("about") != nil && (o.Has("image") || o.Has("remote"))
}

func (dockerServer) read(r *reading, n node) {
	o := n.value.(py.Object)
	about, config, run := o.Object("about"), o.Object("config"), o.Object("run")
	for key, v := range map[string]py.Value{"secrets": field(config, "secrets"), "env": field(config, "env"), "command": field(run, "command")} {
		o = o.With(key, v)
	}
	r.card(n, Card{Name: o.Text("name"), Title: about.Text("title"), Description: about.Text("description"),
		Source: dockerServer{}.name(), Launch: dockerLaunch(o)})
}

// dockerLaunch returns how an entry's server is reached: at an address, or by running
// its image. Values that Docker fills in, {{…}}, come from the user's environment here.
func dockerLaunch(o py.Object) *Launch {
	remote := o.Object("remote")
	if address := cmp.Or(remote.Text("url"), o.Text("sseEndpoint")); address != "" {
		return &Launch{URL: address, SSE: remote.Text("transport_type") == "sse" || remote == nil, Headers: settings(field(remote, "headers"), ":")}
	}
	image := o.Text("image")
	if image == "" {
		return nil
	}
	var env []Setting
	for _, key := range []string{"secrets", "env"} {
		for _, v := range o.List(key) {
			s := objectOf(v)
			name, value := cmp.Or(s.Text("env"), s.Text("name")), s.Text("value")
			if value == "" || strings.Contains(value, "{{") {
				value = "${" + name + "}"
			}
			if name != "" {
				env = append(env, Setting{name, value})
			}
		}
	}
	l := dockerRun(image, env)
	l.Args = append(l.Args, texts(o.List("command"))...)
	return &l
}
