package eval

import (
	"strings"
	"unicode/utf8"

	"findable/engine"
)

// cutName is the length, in characters, at which some clients cut a tool's name.
const cutName = 64

// A Tool is one tool that a ranking may hold, under its names.
type Tool struct {
	// Server is the server's or toolset's label, Bare the name that the server
	// gives the tool, Full the name under which an agent has it.
	Server, Bare, Full string
}

// Names finds the tools of a catalog by the names that people write.
type Names struct {
	tools []Tool
	full  map[string][]int
	bare  map[string][]int
	loose map[string][]int
}

// NewNames returns the names of a catalog's tools. A tool is known by its place in
// the list from then on.
func NewNames(tools []Tool) *Names {
	n := &Names{tools: tools, full: map[string][]int{}, bare: map[string][]int{}, loose: map[string][]int{}}
	for i, t := range tools {
		n.full[t.Full] = append(n.full[t.Full], i)
		n.bare[t.Bare] = append(n.bare[t.Bare], i)
		key := loosened(t.Server + "_" + t.Bare)
		n.loose[key] = append(n.loose[key], i)
		if bare := loosened(t.Bare); bare != key {
			n.loose[bare] = append(n.loose[bare], i)
		}
	}
	return n
}

// NamesOf returns the names of registered tools.
func NamesOf(entries []*engine.Entry) *Names {
	tools := make([]Tool, len(entries))
	for i, e := range entries {
		tools[i] = Tool{Server: e.Label, Bare: e.Bare(), Full: e.Name}
	}
	return NewNames(tools)
}

// Tool returns the tool at a place.
func (n *Names) Tool(i int) Tool { return n.tools[i] }

// Len returns the number of tools.
func (n *Names) Len() int { return len(n.tools) }

// Find returns the tools that a name means, none when it means nothing here: those
// of exactly that full name, or else of exactly that bare name, whatever their
// server, or else of that name in one of the other conventions of formats.md:
// mcp__server__tool, mcp_server_tool, server__tool, server:tool, server/tool,
// server.tool, server-tool, connectors__server__tool,
// mcp__plugin_<plugin>_<server>__tool and mcp:server:tool, in any case. A name of
// 64 characters may have lost its end to a client: it means the one tool whose
// longer name begins so.
func (n *Names) Find(name string) []int {
	if found := n.full[name]; found != nil {
		return found
	}
	if found := n.bare[name]; found != nil {
		return found
	}
	key := loosened(name)
	if found := n.loose[key]; found != nil {
		return found
	}
	for _, prefix := range []string{"mcp_plugin_", "mcp_", "connectors_"} {
		rest, ok := strings.CutPrefix(key, prefix)
		if !ok {
			continue
		}
		if found := n.loose[rest]; found != nil {
			return found
		}
		if prefix == "mcp_plugin_" { // the plugin's name may be of several words
			for i := range rest {
				if found := n.loose[rest[i+1:]]; rest[i] == '_' && found != nil {
					return found
				}
			}
		}
	}
	if utf8.RuneCountInString(name) == cutName {
		return n.begun(key)
	}
	return nil
}

// begun returns the one tool whose name, with its server's, goes on where key ends.
func (n *Names) begun(key string) []int {
	var found []int
	for i, t := range n.tools {
		if own := loosened(t.Server + "_" + t.Bare); strings.HasPrefix("mcp_"+own, key) || strings.HasPrefix(own, key) {
			found = append(found, i)
		}
	}
	if len(found) != 1 {
		return nil
	}
	return found
}

// loosened writes a name in lower case, with one "_" for each run of what
// separates words.
func loosened(name string) string {
	var b strings.Builder
	gap := false
	for _, r := range strings.ToLower(name) {
		if strings.ContainsRune("_-:/. ", r) {
			gap = b.Len() > 0
			continue
		}
		if gap {
			b.WriteByte('_')
			gap = false
		}
		b.WriteRune(r)
	}
	return b.String()
}
