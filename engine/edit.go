package engine

import (
	"slices"

	"findable/engine/py"
)

// An Edit is a what-if on one tool of a catalog. The catalog that was loaded stays
// as it is.
type Edit struct {
	// Toolset is the toolset that the tool is in, as on an Entry, and Tool its name
	// as its source gave it.
	Toolset, Tool string
	// Set takes the place of the members of the same keys in Tool.Function: name,
	// description, parameters.
	Set py.Object
	// Pinned keeps the tool visible, never deferred. No engine of the reference can
	// do that for a tool of a server; it shows what one that can would do.
	Pinned bool
	// Hidden takes the tool away.
	Hidden bool
}

// of reports whether the edit is about a tool of a toolset.
func (e Edit) of(toolset string, t Tool) bool { return e.Toolset == toolset && e.Tool == t.Name() }

// With returns the catalog with some edits made. A later edit of a tool adds to an
// earlier one. Tools that no edit names are the same.
func (c Catalog) With(edits []Edit) Catalog {
	if len(edits) == 0 {
		return c
	}
	c.Core = edited(c.Core, CoreToolset, edits)
	c.Unregistered = edited(c.Unregistered, "", edits)
	c.Toolsets = slices.Clone(c.Toolsets)
	for i, t := range c.Toolsets {
		c.Toolsets[i].Tools = edited(t.Tools, t.Name, edits)
	}
	c.Servers = slices.Clone(c.Servers)
	for i, s := range c.Servers {
		c.Servers[i].Tools = edited(s.Tools, s.Toolset(), edits)
	}
	return c
}

// edited returns the tools of a toolset with the edits made that are about them.
func edited(tools []Tool, toolset string, edits []Edit) []Tool {
	if !slices.ContainsFunc(edits, func(e Edit) bool { return e.Toolset == toolset }) {
		return tools
	}
	out := make([]Tool, 0, len(tools))
	for _, t := range tools {
		changed, hidden := t, false
		for _, e := range edits {
			if !e.of(toolset, t) {
				continue
			}
			for _, m := range e.Set {
				changed.Function = changed.Function.With(m.Key, m.Value)
			}
			changed.Pinned, hidden = changed.Pinned || e.Pinned, hidden || e.Hidden
		}
		if !hidden {
			out = append(out, changed)
		}
	}
	return out
}
