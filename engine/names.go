package engine

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// mcpToolsetPrefix begins the toolset name of every MCP server.
const mcpToolsetPrefix = "mcp-"

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

// maxSentName is the longest name, in characters, that OpenAI's and Anthropic's
// APIs take for a tool.
const maxSentName = 64

// NameNotes tells, in the order of the names, which servers and tools are
// registered under another name than their source's, and which names are too long
// to be sent. They are made when asked for: registering needs none of it.
func (r *Registry) NameNotes() []Note {
	var notes []Note
	told := map[string]bool{} // toolsets of renamed servers
	for _, e := range r.Entries {
		note := func(k NoteKind) {
			notes = append(notes, Note{Kind: k, Toolset: e.Toolset, Name: e.Name, Raw: []string{e.Tool.Name()}, Origin: e.Tool.Origin})
		}
		if e.Server != nil {
			if s := e.Server.Name; namePart(s) != s && !told[e.Toolset] {
				told[e.Toolset] = true
				notes = append(notes, Note{Kind: Renamed, Toolset: e.Toolset, Name: MCPName(s, ""), Raw: []string{s}})
			}
			if raw := e.Tool.Name(); namePart(raw) != raw {
				note(Renamed)
			}
		}
		if utf8.RuneCountInString(e.Name) > maxSentName {
			note(LongName)
		}
	}
	return notes
}

// Toolset returns the name of the server's toolset.
func (s Server) Toolset() string { return mcpToolsetPrefix + s.Name }

// labelOf returns the label under which a toolset's tools are listed: the name
// without a leading "mcp-", "other" when there is none.
func labelOf(toolset string) string {
	if toolset == "" {
		return "other"
	}
	return strings.TrimPrefix(toolset, mcpToolsetPrefix)
}

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
		if p == name || globMatch([]rune(p), []rune(name)) {
			return true
		}
	}
	return false
}

// MatchGlob reports whether a name is of a pattern with * ? [abc] [!abc], case kept.
func MatchGlob(pattern, name string) bool { return globMatch([]rune(pattern), []rune(name)) }

// globMatch is Python's fnmatch.fnmatchcase: * any run, ? any character, [abc],
// [a-z] and [!abc] one of a set; a [ that is never closed stands for itself.
func globMatch(pattern, name []rune) bool {
	star, mark := -1, 0 // where to go on when the last * must take one more
	p, n := 0, 0
	for n < len(name) {
		if p < len(pattern) && pattern[p] == '*' {
			star, mark = p, n
			p++
			continue
		}
		if p < len(pattern) {
			if width, ok := globOne(pattern[p:], name[n]); ok {
				p, n = p+width, n+1
				continue
			}
		}
		if star < 0 {
			return false
		}
		mark++
		p, n = star+1, mark
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}

// globOne matches one character against the head of a pattern that is no *,
// and returns how many runes of the pattern that head has.
func globOne(pattern []rune, r rune) (width int, ok bool) {
	switch pattern[0] {
	case '?':
		return 1, true
	case '[':
		end := 1
		if end < len(pattern) && pattern[end] == '!' {
			end++
		}
		if end < len(pattern) && pattern[end] == ']' {
			end++ // a ] right after the opening belongs to the set
		}
		for end < len(pattern) && pattern[end] != ']' {
			end++
		}
		if end >= len(pattern) {
			break
		}
		set, not := pattern[1:end], false
		if set[0] == '!' {
			set, not = set[1:], true
		}
		return end + 1, inSet(set, r) != not
	}
	return 1, pattern[0] == r
}

func inSet(set []rune, r rune) bool {
	for i := 0; i < len(set); i++ {
		if i+2 < len(set) && set[i+1] == '-' {
			if set[i] <= r && r <= set[i+2] {
				return true
			}
			i += 2
		} else if set[i] == r {
			return true
		}
	}
	return false
}

// Bare returns the tool's name without its server's prefix: what the server calls
// it, or what is left where an agent's list gives the full name.
func (e *Entry) Bare() string {
	if e.Server != nil {
		return e.Tool.Name()
	}
	return strings.TrimPrefix(e.Name, MCPName(e.Label, ""))
}
