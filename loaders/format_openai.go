package loaders

import (
	"fmt"
	"strings"

	"findable/engine"
	"findable/engine/py"
)

// openAIChat is a tool of OpenAI's chat API: {type: function, function: {name,
// description, parameters}}, or {type: custom, custom: {…}}. It is also a
// definition as the reference sends it, and what Mistral and Ollama take.
var openAIChat = shape{
	name:  "OpenAI chat tools",
	agent: true,
	open: func(o py.Object) (py.Object, string, bool) {
		v, has := o.Get("function")
		if !has && o.Text("type") == "custom" {
			v, _ = o.Get("custom")
		}
		inner, ok := v.(py.Object)
		return inner, "parameters", ok && !inner.Has("arguments") // which a call has
	},
}

// openAIFunction is a function of OpenAI's Responses API, {type: function, name,
// description, parameters}, and of the first function calling, which had no type.
var openAIFunction = shape{
	name:  "OpenAI functions",
	agent: true,
	open: func(o py.Object) (py.Object, string, bool) {
		switch o.Text("type") {
		case "function", "custom":
			return o, "parameters", true
		case "":
			return o, "parameters", o.Has("parameters")
		}
		return o, "", false
	},
	convert: gorilla,
}

// openAINamespace is a group of functions in OpenAI's Responses API: {type:
// namespace, name, description, tools}. A model calls a function by both names, so
// the group is an agent's toolset and the functions keep theirs.
type openAINamespace struct{}

func (openAINamespace) name() string { return "OpenAI namespace" }

func (openAINamespace) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	return o.Text("type") == "namespace" && o.Text("name") != "" && o.Has("tools")
}

func (openAINamespace) read(r *reading, n node) {
	tools := n.key("tools")
	rows, ok := tools.value.(py.List)
	name := n.value.(py.Object).Text("name")
	if !ok || len(rows) == 0 {
		r.once(Skipped, tools.path, fmt.Sprintf("the namespace %s holds no list of tools: %s", quoted(name), describe(tools.value)))
		return
	}
	tools.toolset = namespaceToolset(name)
	r.tools(tools, "")
}

// namespaceToolset returns the toolset for a namespace. Codex gives each MCP server
// one that is called mcp__<server>, sometimes with "__" behind it.
func namespaceToolset(name string) string {
	rest, isMCP := strings.CutPrefix(name, "mcp__")
	if server := strings.TrimSuffix(rest, "__"); isMCP && server != "" {
		return engine.MCPToolset(server)
	}
	return name
}

// requestSource is what requests to a model are called on the cards they give.
const requestSource = "request to a model"

// openAIServer is an MCP server in OpenAI's Responses API: {type: mcp,
// server_label, server_url, allowed_tools}. Its tools are elsewhere.
type openAIServer struct{}

func (openAIServer) name() string { return "OpenAI MCP server" }

func (openAIServer) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	return o.Text("type") == "mcp" && o.Text("server_label") != ""
}

func (openAIServer) read(r *reading, n node) {
	o := n.value.(py.Object)
	c := Card{Name: o.Text("server_label"), Description: o.Text("server_description"), Source: requestSource, configured: true}
	if l := (Launch{URL: o.Text("server_url"), Headers: headersOf(o)}); l.URL != "" {
		if token := o.Text("authorization"); token != "" {
			l.Headers = append(l.Headers, Setting{"Authorization", "Bearer " + token})
		}
		c.Launch = &l
	}
	allowed := n.key("allowed_tools")
	if filter, ok := allowed.value.(py.Object); ok {
		if filter.Has("read_only") {
			r.once(Ignored, allowed.path, fmt.Sprintf("which tools of %s only read is not looked at; its list of names counts", quoted(c.Name)))
		}
		allowed = allowed.key("tool_names")
	}
	if names, ok := allowed.value.(py.List); ok {
		c.Words = &engine.Server{Name: c.Name, Include: allowedNames(texts(names))}
	}
	if on, marked := deferral(o); marked {
		r.once(Ignored, n.path, fmt.Sprintf("the mark defer_loading: %t of %s does not count; the agent's own rules say what is deferred", on, quoted(c.Name)))
	}
	r.card(n, c)
}

// allowedNames returns an Include list that admits just the tools named, none at
// all when there is no name: an empty Include would admit every tool.
func allowedNames(names []string) []string {
	if len(names) == 0 {
		return []string{""}
	}
	return names
}
