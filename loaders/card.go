package loaders

import (
	"cmp"

	"findable/engine"
	"findable/engine/py"
)

// A Card is what a source says of a server besides its tools.
type Card struct {
	// Name is the server's name as the source gives it.
	Name string
	// Title, Version and Description are for people, Instructions for the model; ""
	// where the source has none.
	Title, Version, Description, Instructions string
	// Source says in a few words what kind of source it is, such as "client
	// configuration".
	Source string
	// Origin is where the card stands.
	Origin engine.Origin
	// Launch is how to reach the server, nil where the source does not say.
	Launch *Launch
	// Resources and Prompts are capabilities of its initialize answer. They count
	// only with Initialized.
	Resources, Prompts, Initialized bool
	// Words are those of an agent's mcp_servers about the server, nil elsewhere.
	Words *engine.Server
	// Tools counts the tools that were loaded for the server, 0 when the sources
	// only name it.
	Tools int

	configured bool // it is an agent's or a client's: the user wants the server
}

// card takes what n says of a server.
func (r *reading) card(n node, c Card) {
	c.Origin = r.origin(n.path)
	r.cards = append(r.cards, c)
}

// initialized returns what a server's answer to initialize says of it. The name is
// the server's own and not the one under which a client keeps it.
func initialized(o py.Object) Card {
	capabilities := o.Object("capabilities")
	info := o.Object("serverInfo")
	return Card{Name: info.Text("name"), Title: cmp.Or(info.Text("title"), info.Text("name")), Version: info.Text("version"),
		Description: info.Text("description"), Instructions: o.Text("instructions"), Initialized: true, Resources: field(capabilities, "resources") != nil,
		Prompts: field(capabilities, "prompts") != nil}
}
