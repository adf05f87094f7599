package engine

import (
	"slices"
	"strings"

	"findable/engine/py"
)

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
