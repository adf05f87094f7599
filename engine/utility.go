package engine

import "findable/engine/py"

// utilityTools returns the tools that an agent generates for a connected server
// with resources or prompts (engine.md, section 3). The words are ours; their
// sizes, and the stems of the descriptions, are the reference's.
func utilityTools(s Server) []Tool {
	var tools []Tool
	add := func(name, description string, parameters py.Object) {
		tools = append(tools, Tool{Function: py.Object{
			{Key: "name", Value: name},
			{Key: "description", Value: "From MCP server '" + s.Name + "' " + description},
			{Key: "parameters", Value: parameters},
		}, Pinned: s.Pinned, generated: true})
	}
	one := func(name, description string, more ...py.Member) py.Object {
		property := py.Object{{Key: "type", Value: "string"}, {Key: "description", Value: description}}
		return py.Object{
			{Key: "type", Value: "object"},
			{Key: "properties", Value: append(py.Object{{Key: name, Value: property}}, more...)},
			{Key: "required", Value: py.List{name}},
		}
	}
	if s.Resources && !s.OmitResources {
		add("list_resources", "list available resources", emptySchema())
		add("read_resource", "read a resource by URI", one("uri", "Address (URI) of a resource"))
	}
	if s.Prompts && !s.OmitPrompts {
		add("list_prompts", "list available prompts", emptySchema())
		add("get_prompt", "get a prompt by name", one("name", "Prompt name, as the list gives",
			py.Member{Key: "arguments", Value: py.Object{
				{Key: "type", Value: "object"},
				{Key: "description", Value: "Values for the prompt's own placeholders"},
				{Key: "properties", Value: py.Object{}},
				{Key: "additionalProperties", Value: true},
			}}))
	}
	return tools
}
