package profiles

import (
	"slices"

	"findable/engine"
	"findable/engine/py"
)

// A server is what the profiles read of a server.
type server struct {
	name string
	// title and description are what a server says of itself. Dumps do not have them.
	title, description string
	tools              []tool
}

// A tool is what the profiles read of a tool, as its server lists it.
type tool struct {
	server, name, description string
	// full is the name under which the reference has it.
	full string
	// input and output are its schemas, empty where it has none.
	input, output py.Object
}

// A property is one of an input schema's top-level properties.
type property struct{ name, description string }

// properties returns the top-level properties in their own order.
func (t tool) properties() []property {
	members := t.input.Object("properties")
	out := make([]property, len(members))
	for i, m := range members {
		schema, _ := m.Value.(py.Object)
		out[i] = property{m.Key, schema.Text("description")}
	}
	return out
}

// serversOf reads a catalog; New says what of it.
func serversOf(c engine.Catalog) []server {
	var out []server
	for _, set := range c.Toolsets {
		s := server{name: set.Name}
		for _, t := range set.Tools {
			s.tools = append(s.tools, toolOf(t, set.Name, t.Name()))
		}
		out = append(out, s)
	}
	for _, from := range c.Servers {
		if from.Disabled {
			continue
		}
		s := server{name: from.Name}
		for _, t := range from.Tools {
			if from.Admits(t.Name()) {
				s.tools = append(s.tools, toolOf(t, from.Name, engine.MCPName(from.Name, t.Name())))
			}
		}
		out = append(out, s)
	}
	return out
}

func toolOf(t engine.Tool, server, full string) tool {
	raw, _ := t.Raw.(py.Object)
	return tool{server: server, name: t.Name(), description: t.Function.Text("description"), full: full,
		input: t.Function.Object("parameters"), output: raw.Object("outputSchema")}
}

// allTools returns the tools of all servers, in order: a tool's index there is its
// place.
func allTools(servers []server) []tool {
	var out []tool
	for _, s := range servers {
		out = append(out, s.tools...)
	}
	return slices.Clip(out)
}
