package loaders

import (
	"fmt"
	"strings"

	"findable/engine"
)

// A Card is what a source says of a server besides its tools.
type Card struct {
	// Name is the server's name as the source gives it.
	Name string
	// Title and Description are for people, Instructions for the model; "" where
	// the source has none.
	Title, Description, Instructions string
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
}

// A Launch is how a client starts or reaches a server. Its String may be shown;
// the fields hold secrets and must not be.
type Launch struct {
	// Command with Args is a program that speaks over its standard streams.
	Command string
	Args    []string
	// Env is set for it, besides what it inherits.
	Env []Setting
	// URL is a server over streamable HTTP, or over SSE where SSE says so.
	URL string
	SSE bool
	// Headers go with each request to URL.
	Headers []Setting
	// Dir is the program's working folder, "" for the present one.
	Dir string
}

// A Setting is an environment variable or a header. ${VAR} in its value stands
// as written.
type Setting struct{ Name, Value string }

// card takes what n says of a server.
func (r *reading) card(n node, c Card) {
	c.Origin = engine.Origin{File: r.file, Path: n.path}
	r.cards = append(r.cards, c)
}

// pair finds for each card the server that it is about among those that were
// loaded, by name, and notes what follows; words of an agent's configuration
// take effect.
func (l *loader) pair() {
	servers := l.owners.catalog.Servers
	byName := map[string]*engine.Server{}
	for i := range servers {
		byName[plainName(servers[i].Name)] = &servers[i]
	}
	without := map[string][]string{} // names by file
	var files []string
	for i := range l.cards {
		c := &l.cards[i]
		s := byName[plainName(c.Name)]
		if s == nil || len(s.Tools) == 0 {
			if without[c.Origin.File] == nil {
				files = append(files, c.Origin.File)
			}
			without[c.Origin.File] = append(without[c.Origin.File], c.Name)
			continue
		}
		c.Tools = len(s.Tools)
		if c.Words != nil {
			s.Disabled, s.Parallel = c.Words.Disabled, c.Words.Parallel
			s.Include, s.Exclude = c.Words.Include, c.Words.Exclude
			s.OmitResources, s.OmitPrompts = c.Words.OmitResources, c.Words.OmitPrompts
		}
	}
	for _, file := range files {
		const shown = 5
		names := without[file]
		text := strings.Join(names[:min(shown, len(names))], ", ")
		if more := len(names) - shown; more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		l.ledger.add(Note{NoTools, file, "", fmt.Sprintf("names %d server%s without tools: %s; dump each with tools/list, or connect",
			len(names), plural(len(names)), clip(text))})
	}
}

// plainName is a server's name without what people write now one way, now
// another: case, hyphens, underscores, dots and spaces.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("-_. ", r) {
			return -1
		}
		return r
	}, strings.ToLower(name))
}
