package engine

import (
	"iter"
	"slices"

	"findable/engine/py"
)

// An Edit is a what-if on one tool of a catalog, or on all tools of a toolset. The
// catalog that was loaded stays as it is.
type Edit struct {
	// Toolset is the toolset that the tool is in, as on an Entry, and Tool its name
	// as its source gave it, "" for all tools of the toolset.
	Toolset, Tool string
	// Set takes the place of the members of the same keys in Tool.Function: name,
	// description, parameters. It says nothing of a whole toolset.
	Set py.Object
	// Pinned keeps the tool visible, never deferred. No engine of the reference can
	// do that for a tool of a server; it shows what one that can would do.
	Pinned bool
	// Hidden takes the tool away.
	Hidden bool
}

// Merged returns the same what-ifs with one edit a tool or toolset, in the order in
// which each is first met. Edits that do nothing are left out.
func Merged(edits []Edit) []Edit {
	type subject struct{ toolset, tool string }
	at := make(map[subject]int, len(edits))
	var out []Edit
	for _, e := range edits {
		if len(e.Set) == 0 && !e.Pinned && !e.Hidden {
			continue
		}
		key := subject{e.Toolset, e.Tool}
		i, met := at[key]
		if !met {
			at[key] = len(out)
			out = append(out, e)
			continue
		}
		out[i] = out[i].and(e)
	}
	return out
}

// and returns both edits of a tool, the later one after the earlier.
func (e Edit) and(later Edit) Edit {
	for _, m := range later.Set {
		e.Set = e.Set.With(m.Key, m.Value)
	}
	e.Pinned, e.Hidden = e.Pinned || later.Pinned, e.Hidden || later.Hidden
	return e
}

// With returns the catalog with some edits made. A later edit of a tool adds to an
// earlier one. Tools that no edit names are the same.
func (c Catalog) With(edits []Edit) Catalog {
	if len(edits) == 0 {
		return c
	}
	byToolset := map[string]toolsetEdits{}
	for _, e := range Merged(edits) {
		s, ok := byToolset[e.Toolset]
		if !ok {
			s.byTool = map[string]Edit{}
		}
		if e.Tool == "" {
			s.all = e
		} else {
			s.byTool[e.Tool] = e
		}
		byToolset[e.Toolset] = s
	}
	c.Core = byToolset[CoreToolset].of(c.Core)
	c.Unregistered = byToolset[""].of(c.Unregistered)
	c.Toolsets = slices.Clone(c.Toolsets)
	for i, t := range c.Toolsets {
		c.Toolsets[i].Tools = byToolset[t.Name].of(t.Tools)
	}
	c.Servers = slices.Clone(c.Servers)
	for i := range c.Servers {
		s := &c.Servers[i]
		own := byToolset[s.Toolset()]
		s.Tools = own.of(s.Tools)
		s.Pinned = own.all.Pinned
		if own.all.Hidden { // what an agent generates for it goes too
			s.Resources, s.Prompts = false, false
		}
	}
	return c
}

// toolsetEdits are the edits of one toolset: of all its tools, and of single ones.
type toolsetEdits struct {
	all    Edit
	byTool map[string]Edit
}

// of returns the tools of the toolset with the edits made.
func (s toolsetEdits) of(tools []Tool) []Tool {
	if s.byTool == nil {
		return tools
	}
	out := make([]Tool, 0, len(tools))
	for _, t := range tools {
		e := s.byTool[t.Name()]
		if s.all.Hidden || e.Hidden {
			continue
		}
		for _, m := range e.Set {
			if m.Key == "name" {
				t.loadedName = t.Name()
			}
			t.Function = t.Function.With(m.Key, m.Value)
		}
		t.Pinned = t.Pinned || s.all.Pinned || e.Pinned
		out = append(out, t)
	}
	return out
}

// Loaded returns a tool as it was loaded, by the toolset it is in and the name that
// its source gave it; false when there is none.
func (r *Registry) Loaded(toolset, tool string) (Tool, bool) {
	for of, t := range r.catalog.all() {
		if of == toolset && t.Name() == tool {
			return t, true
		}
	}
	return Tool{}, false
}

// Edited returns the entry of that tool, whatever edits have made of it; nil when it
// did not register or was taken away.
func (r *Registry) Edited(toolset, tool string) *Entry {
	for _, e := range r.Entries {
		if e.Toolset == toolset && e.Tool.LoadedName() == tool {
			return e
		}
	}
	return nil
}

// all yields the tools with their toolsets, in the order in which they register.
func (c Catalog) all() iter.Seq2[string, Tool] {
	return func(yield func(string, Tool) bool) {
		each := func(toolset string, tools []Tool) bool {
			for _, t := range tools {
				if !yield(toolset, t) {
					return false
				}
			}
			return true
		}
		ok := each(CoreToolset, c.Core)
		for _, s := range c.Toolsets {
			ok = ok && each(s.Name, s.Tools)
		}
		for _, s := range c.Servers {
			ok = ok && each(s.Toolset(), s.Tools)
		}
		_ = ok && each("", c.Unregistered)
	}
}
