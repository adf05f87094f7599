package engine

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

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

// Parameters returns the schema sent to the model and whether there is one.
func (e *Entry) Parameters() (py.Value, bool) { return e.Function.Get("parameters") }

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
	server := strings.TrimPrefix(n.Toolset, mcpToolsetPrefix)
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

// A Registry holds every tool that an agent has registered, whatever the session
// may use, sorted by full name in code-point order: the order of every tie.
type Registry struct {
	Entries []*Entry
	// Notes tells of tools that did not register, in the order they were met.
	Notes []Note

	catalog Catalog
	byName  map[string]*Entry
	words   *vocabulary
	// was is the registry that entries are taken over from while this one is made.
	was *Registry
}

// Register prepares a catalog's tools: names, collisions, schema repair and
// sanitising, sizes, documents. It depends on nothing but the catalog.
func Register(c Catalog) *Registry {
	r := &Registry{catalog: c, byName: make(map[string]*Entry, c.Size()), words: newVocabulary()}
	r.register()
	return r
}

// With returns the registry of the catalog with some edits made. What no edit
// concerns is taken over as it was prepared, so this costs a hundredth of
// registering everything.
func (r *Registry) With(edits []Edit) *Registry {
	if len(edits) == 0 {
		return r
	}
	c := r.catalog.With(edits)
	out := &Registry{catalog: c, byName: make(map[string]*Entry, c.Size()), words: r.words.clone(), was: r}
	out.register()
	out.was, out.catalog = nil, r.catalog // edits are always those of what was loaded
	return out
}

// Catalog returns the catalog that was loaded, without edits.
func (r *Registry) Catalog() Catalog { return r.catalog }

func (r *Registry) register() {
	c := r.catalog
	for _, t := range c.Core {
		r.add(Entry{Name: t.Name(), Toolset: CoreToolset, Tool: t})
	}
	for _, set := range c.Toolsets {
		for _, t := range set.Tools {
			r.add(Entry{Name: t.Name(), Toolset: set.Name, Tool: t})
		}
	}
	for _, s := range c.Servers {
		r.addServer(s)
	}
	for _, t := range c.Unregistered {
		r.add(Entry{Name: t.Name(), Tool: t})
	}
	r.sort()
}

func (r *Registry) sort() {
	slices.SortStableFunc(r.Entries, func(a, b *Entry) int { return strings.Compare(a.Name, b.Name) })
}

// Lookup returns the tool of exactly that name, also one that no registry knows.
func (r *Registry) Lookup(name string) (*Entry, bool) {
	e, ok := r.byName[name]
	return e, ok
}

// addServer registers what one MCP server listed, then its utility tools.
func (r *Registry) addServer(s Server) {
	if s.Disabled {
		r.Notes = append(r.Notes, Note{Kind: ServerOff, Toolset: s.Toolset(), Raw: rawNames(s.Tools)})
		return
	}
	rows := r.firstRows(s)
	byName := map[string][]string{} // full name to the raw names that give it
	for _, t := range rows {
		full := MCPName(s.Name, t.Name())
		byName[full] = append(byName[full], t.Name())
	}
	for _, t := range rows {
		full := MCPName(s.Name, t.Name())
		raws := byName[full]
		if len(raws) > 1 {
			if raws[0] == t.Name() {
				r.Notes = append(r.Notes, Note{Kind: AmbiguousName, Toolset: s.Toolset(), Name: full, Raw: raws, Origin: t.Origin})
			}
			continue
		}
		r.add(Entry{Name: full, Toolset: s.Toolset(), Server: &s, Tool: t})
	}
	for _, t := range utilityTools(s) {
		if full := MCPName(s.Name, t.Name()); byName[full] == nil {
			r.add(Entry{Name: full, Toolset: s.Toolset(), Server: &s, Tool: t})
		}
	}
}

// firstRows returns the server's tools that its lists admit, without the rows
// that repeat a raw name.
func (r *Registry) firstRows(s Server) []Tool {
	var rows []Tool
	var filtered []string
	seen := make(map[string]bool, len(s.Tools))
	for _, t := range s.Tools {
		switch {
		case !s.Admits(t.Name()):
			filtered = append(filtered, t.Name())
		case seen[t.Name()]:
			r.Notes = append(r.Notes, Note{Kind: DuplicateRow, Toolset: s.Toolset(),
				Name: MCPName(s.Name, t.Name()), Raw: []string{t.Name()}, Origin: t.Origin})
		default:
			seen[t.Name()] = true
			rows = append(rows, t)
		}
	}
	if filtered != nil {
		r.Notes = append(r.Notes, Note{Kind: FilteredOut, Toolset: s.Toolset(), Raw: filtered})
	}
	return rows
}

func rawNames(tools []Tool) []string {
	names := make([]string, len(tools))
	for i, t := range tools {
		names[i] = t.Name()
	}
	return names
}

// add registers one tool, of which name, toolset, server and record are known,
// unless its name is taken: the first registered wins, across toolsets too.
func (r *Registry) add(e Entry) {
	if owner, taken := r.byName[e.Name]; taken {
		kind := NameOwned
		if owner.Toolset == e.Toolset {
			kind = DuplicateRow
		}
		r.note(kind, e, owner.Toolset)
		return
	}
	if isBridgeName(e.Name) {
		r.note(ReservedName, e, "")
	}
	entry := r.takenOver(e)
	if entry == nil {
		e.prepare()
		r.finish(&e)
		entry = &e
	}
	r.byName[e.Name] = entry
	r.Entries = append(r.Entries, entry)
}

// takenOver returns the entry that the same tool had before, nil when there was
// none.
func (r *Registry) takenOver(e Entry) *Entry {
	if r.was == nil {
		return nil
	}
	old := r.was.byName[e.Name]
	if old == nil || old.Toolset != e.Toolset || old.Tool.Pinned != e.Tool.Pinned || !sameObject(old.Tool.Function, e.Tool.Function) {
		return nil
	}
	return old
}

// sameObject reports whether two objects are one and the same.
func sameObject(a, b py.Object) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

func (r *Registry) note(kind NoteKind, e Entry, owner string) {
	r.Notes = append(r.Notes, Note{Kind: kind, Toolset: e.Toolset, Name: e.Name, Raw: []string{e.Tool.Name()}, Owner: owner,
		Origin: e.Tool.Origin})
}

// finish computes what follows from a definition.
func (r *Registry) finish(e *Entry) {
	e.Label, e.lower = labelOf(e.Toolset), py.Lower(e.Name)
	e.Characters = len(definitionHead) + py.Size(e.Function) + len(definitionTail)
	e.Short = ShortDescription(e.Description())
	e.doc = r.words.document(e)
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
		repaired := RepairSchema(parameters)
		e.Schema, parameters = repaired, repaired
	}
	e.Function = py.Object{{Key: "name", Value: e.Name}}
	if described {
		e.Function = append(e.Function, py.Member{Key: "description", Value: description})
	}
	e.Function = append(e.Function, py.Member{Key: "parameters", Value: SanitizeSchema(parameters)})
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
