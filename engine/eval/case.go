package eval

import "findable/engine"

// Depth is how many hits of each query are looked at, whatever the engine's own
// limit is.
const Depth = 25

// A Case is a query and the tools it should find.
type Case struct {
	// ID names the case in its file, "" when it has no name there.
	ID    string
	Query string
	// Expect holds the tools wanted, once each.
	Expect []Want
	// Any says that one of the wanted tools is enough; otherwise all are needed.
	Any bool
	// Server is the server that the case says its tools are of, "" where it does not
	// say.
	Server string
	// Note is a remark for people.
	Note   string
	Origin engine.Origin
}

// A Want is a tool that a case wants, and how much.
type Want struct {
	// Name is the tool's name as the case writes it; Names finds what it means.
	Name string
	// Grade is its relevance, from 1 up; the more the better. It counts in nDCG
	// only.
	Grade int
}
