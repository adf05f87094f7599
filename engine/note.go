package engine

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"findable/engine/py"
)

// A NoteKind tells what became of a tool that did not register, or not under the
// name that its server gave it.
type NoteKind string

// The kinds of Note.
const (
	DuplicateRow  NoteKind = "duplicate"     // same raw name twice on one server: the first is kept
	AmbiguousName NoteKind = "ambiguous"     // raw names that sanitise to one name: all are skipped
	NameOwned     NoteKind = "owned"         // another toolset owns the name already
	FilteredOut   NoteKind = "filtered"      // include or exclude leaves it out
	ServerOff     NoteKind = "server_off"    // enabled: false
	ReservedName  NoteKind = "reserved_name" // named like the bridge: dropped from both lists
	Renamed       NoteKind = "renamed"       // registered, under a name with other characters
	LongName      NoteKind = "long_name"     // registered, under a name longer than models' APIs take
)

// A Note tells of tools that were passed over on registering, or of their names.
type Note struct {
	Kind NoteKind
	// Toolset is the toolset they would have been in, Name their full name, Raw
	// their names as the server gave them.
	Toolset, Name string
	Raw           []string
	// Owner is the toolset that owns the name, for NameOwned.
	Owner string
	// Origin is where the first of them stands.
	Origin Origin
}

// String returns the note as one sentence.
func (n Note) String() string {
	server, _ := MCPServer(n.Toolset)
	raw := make([]string, len(n.Raw))
	for i, r := range n.Raw {
		raw[i] = py.Repr(r)
	}
	names := strings.Join(raw, ", ")
	switch n.Kind {
	case DuplicateRow:
		return fmt.Sprintf("duplicate row %s in %s: first kept", names, server)
	case AmbiguousName:
		return fmt.Sprintf("ambiguous %s in %s from [%s]: all skipped", py.Repr(n.Name), server, names)
	case NameOwned:
		return fmt.Sprintf("rejected %s from %s: owned by %s", py.Repr(n.Name), n.Toolset, n.Owner)
	case FilteredOut:
		return fmt.Sprintf("%d tools of %s left out by include/exclude: %s", len(raw), server, names)
	case ServerOff:
		return fmt.Sprintf("server %s is off (enabled: false): its %d tools are not registered", server, len(raw))
	case Renamed:
		if n.Raw[0] == server && n.Name == MCPName(server, "") {
			return fmt.Sprintf("the server %s is called %s in the names of its tools", names, py.Repr(namePart(server)))
		}
		return fmt.Sprintf("%s of %s is called %s", names, server, py.Repr(n.Name))
	case LongName:
		return fmt.Sprintf("%s has %d characters, and the APIs of OpenAI and Anthropic take %d: it cannot be sent as a tool of its own",
			py.Repr(n.Name), utf8.RuneCountInString(n.Name), maxSentName)
	}
	return fmt.Sprintf("%s in %s is a bridge name: neither shown nor deferred", py.Repr(n.Name), n.Toolset)
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
