package engine

import (
	"cmp"

	"findable/engine/py"
)

// A Catalog is what one agent could offer its model, as loaded and before any
// rule is applied. Order matters: of two tools with one full name the first
// registered wins, and tools register in the order core, toolsets, servers.
type Catalog struct {
	// Core holds the agent's own built-in tools.
	Core []Tool
	// Toolsets holds plugin toolsets and the session-gated GUI surfaces; which
	// is which the Rules decide by the toolset's name.
	Toolsets []Toolset
	// Servers holds MCP servers with the tools they listed.
	Servers []Server
	// Unregistered holds tools that the session has but no registry knows. They
	// stay visible and are never dropped.
	Unregistered []Tool
}

// A Tool is one tool as its source gave it.
type Tool struct {
	// Function is the tool in the shape an agent sends it: name (a string,
	// always there), description and parameters. A key that the source lacks is
	// missing here, a null stays null; other keys are ignored.
	Function py.Object
	// Raw is the record as dumped, for those who want to see it whole.
	Raw py.Value
	// Origin is where the record stands.
	Origin Origin
	// Pinned is a what-if: the tool stays visible and is never deferred (Edit).
	Pinned bool

	loadedName string // where an Edit has given it another one
	generated  bool
}

// Name returns the tool's name as its source gave it, or the one that an Edit has
// given it.
func (t Tool) Name() string { return t.Function.Text("name") }

// LoadedName returns the tool's name as its source gave it, by which edits know it.
func (t Tool) LoadedName() string { return cmp.Or(t.loadedName, t.Name()) }

// Generated reports whether no source has the tool: an agent makes it for a server
// that has resources or prompts.
func (t Tool) Generated() bool { return t.generated }

// Origin is a place in the user's input: a file name as the user gave it and a
// JSON path such as $.result.tools[3]. Either may be empty.
type Origin struct{ File, Path string }

// A Toolset is a named group of plugin tools or of GUI surfaces.
type Toolset struct {
	Name  string
	Tools []Tool
}

// A Server is one MCP server: its tools in the order it listed them, and the
// words about it in an agent's mcp_servers configuration (engine.md, section 10).
type Server struct {
	// Name is the server's name as configured. Its toolset is "mcp-" + Name.
	Name  string
	Tools []Tool
	// Capabilities of the server's initialize answer, which bring utility
	// tools. A dump file carries none.
	Resources, Prompts bool
	// Disabled is `enabled: false`: not connected, nothing registered.
	Disabled bool
	// Include and Exclude are raw tool names or globs with * ? [. A non-empty
	// Include wins over Exclude; empty lists do nothing.
	Include, Exclude []string
	// OmitResources and OmitPrompts are `tools: {resources: false}` and
	// `{prompts: false}`: no utility tools for that capability.
	OmitResources, OmitPrompts bool
	// Parallel is supports_parallel_tool_calls.
	Parallel bool
	// Pinned is a what-if: its utility tools stay visible (Edit); its own tools have
	// one each.
	Pinned bool
}

// Toolset returns the name of the server's toolset.
func (s Server) Toolset() string { return MCPToolset(s.Name) }

// Admits reports whether the server's include and exclude lists let a raw tool
// name through. A non-empty include list wins over exclude.
func (s Server) Admits(tool string) bool {
	if len(s.Include) > 0 {
		return matchesAny(s.Include, tool)
	}
	return !matchesAny(s.Exclude, tool)
}

func matchesAny(patterns []string, name string) bool {
	for _, p := range patterns {
		if p == name || MatchGlob(p, name) {
			return true
		}
	}
	return false
}

// Size returns the number of tools in the catalog, whatever becomes of them.
func (c Catalog) Size() int {
	n := len(c.Core) + len(c.Unregistered)
	for _, t := range c.Toolsets {
		n += len(t.Tools)
	}
	for _, s := range c.Servers {
		n += len(s.Tools)
	}
	return n
}
