package engine

import (
	"slices"
	"strings"
)

// mcpToolsetPrefix begins the toolset name of every MCP server.
const mcpToolsetPrefix = "mcp-"

// MCPToolset returns the name of the toolset of an MCP server, by the server's name as
// configured: "mcp-" and that.
func MCPToolset(server string) string { return mcpToolsetPrefix + server }

// MCPServer returns the server of a toolset, false when it is none of an MCP server.
func MCPServer(toolset string) (server string, ok bool) {
	return strings.CutPrefix(toolset, mcpToolsetPrefix)
}

// CoreToolset is the toolset name that findable gives the agent's built-ins.
const CoreToolset = "core"

// bridgeNames are the three tools that tool search puts in front of the model.
var bridgeNames = [3]string{"tool_search", "tool_describe", "tool_call"}

// BridgeNames returns tool_search, tool_describe and tool_call, in the order
// they are appended to the visible tools.
func BridgeNames() []string { return slices.Clone(bridgeNames[:]) }

func isBridgeName(name string) bool {
	return name == bridgeNames[0] || name == bridgeNames[1] || name == bridgeNames[2]
}

// MCPName returns the name under which an MCP tool is registered:
// mcp__<server>__<tool>, in each part every character outside A-Za-z0-9_ made
// one "_". Case is kept, nothing is shortened.
func MCPName(server, tool string) string {
	return "mcp__" + namePart(server) + "__" + namePart(tool)
}

func namePart(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' {
			return r
		}
		return '_'
	}, s)
}

// labelOf returns the label under which a toolset's tools are listed: the name
// without a leading "mcp-", "other" when there is none.
func labelOf(toolset string) string {
	if toolset == "" {
		return "other"
	}
	return strings.TrimPrefix(toolset, mcpToolsetPrefix)
}
