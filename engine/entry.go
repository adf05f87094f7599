package engine

import (
	"strings"

	"findable/engine/py"
)

// An Entry is one registered tool, prepared: what an agent sends for it and what
// search knows of it.
type Entry struct {
	// Name is the full, registered name.
	Name string
	// Toolset is where it comes from: "mcp-" and the server's name, a plugin or
	// GUI toolset, CoreToolset; "" for a tool that no registry knows.
	Toolset string
	// Label is the group under which it is listed.
	Label string
	// Function is the definition's inner object: name, description, parameters,
	// in that order, repaired and sanitised.
	Function py.Object
	// Schema is the registry's schema: repaired, not sanitised. Arguments are
	// checked against it. Has no meaning when the source gave none.
	Schema py.Value
	// Characters is the size of the compact JSON of the whole definition.
	Characters int
	// Short is the description as a full listing shows it, 61 characters at most.
	Short string
	// Tool is the record this entry was made of, Server the server that listed
	// it, nil for other tools.
	Tool   Tool
	Server *Server

	lower string // the name, lower-cased: exact names and the fallback ignore case
	doc   document
}

// definition wrapper, as every size counts it.
const definitionHead, definitionTail = `{"type":"function","function":`, `}`

// Definition returns the compact JSON of the whole definition.
func (e *Entry) Definition() string {
	return definitionHead + py.Compact(e.Function) + definitionTail
}

// Description returns the description sent to the model, "" when there is none.
func (e *Entry) Description() string { return e.Function.Text("description") }

// Parameters returns the schema sent to the model; the sanitiser makes one where the
// source has none.
func (e *Entry) Parameters() py.Object { return e.Function.Object("parameters") }

// Properties returns the schemas of the top-level parameters by name, as the model is
// sent them.
func (e *Entry) Properties() py.Object { return e.Parameters().Object("properties") }

// Bare returns the tool's name without its server's prefix: what the server calls
// it, or what is left where an agent's list gives the full name.
func (e *Entry) Bare() string {
	if e.Server != nil {
		return e.Tool.Name()
	}
	return strings.TrimPrefix(e.Name, MCPName(e.Label, ""))
}

// prepare turns a tool as its source gave it into the definition an agent sends.
// What a server listed is converted and repaired; a tool that an agent has
// prepared before, of an mcp- toolset too, only passes the sanitiser.
func (e *Entry) prepare() {
	description, described := e.Tool.Function.Get("description")
	parameters, _ := e.Tool.Function.Get("parameters")
	e.Schema = parameters
	if e.Server != nil {
		text := ""
		if py.Truthy(description) {
			text = stripTags(py.Str(description))
		}
		if text == "" {
			text = "MCP tool " + e.Tool.Name() + " from " + e.Server.Name
		}
		description, described = text, true
		repaired := repairSchema(parameters)
		e.Schema, parameters = repaired, repaired
	}
	e.Function = py.Object{{Key: "name", Value: e.Name}}
	if described {
		e.Function = append(e.Function, py.Member{Key: "description", Value: description})
	}
	e.Function = append(e.Function, py.Member{Key: "parameters", Value: sanitizeSchema(parameters)})
}

// stripTags removes the invisible Unicode tag characters, a way to hide
// instructions in a description.
func stripTags(s string) string {
	if !strings.Contains(s, "\xf3\xa0") { // U+E0000 to U+E0FFF begin with these bytes
		return s
	}
	return strings.Map(func(r rune) rune {
		if r >= 0xE0000 && r <= 0xE007F {
			return -1
		}
		return r
	}, s)
}
