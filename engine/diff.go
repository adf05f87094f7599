package engine

// A Delta is what sets one registry apart from another, by full tool names, in
// the order in which they registered.
type Delta struct {
	// Added and Removed are tools that only the later or only the earlier one has.
	Added, Removed []string
	// Changed are tools of both whose definition, as the model is sent it, is
	// another.
	Changed []string
}

// Empty reports whether nothing differs.
func (d Delta) Empty() bool { return len(d.Added)+len(d.Removed)+len(d.Changed) == 0 }

// Diff compares two registries.
func Diff(from, to *Registry) Delta {
	var d Delta
	was := make(map[string]*Entry, len(from.Entries))
	for _, e := range from.Entries {
		was[e.Name] = e
	}
	for _, e := range to.Entries {
		old, ok := was[e.Name]
		switch {
		case !ok:
			d.Added = append(d.Added, e.Name)
		case !sameDefinition(old, e):
			d.Changed = append(d.Changed, e.Name)
		}
		delete(was, e.Name)
	}
	for _, e := range from.Entries {
		if _, gone := was[e.Name]; gone {
			d.Removed = append(d.Removed, e.Name)
		}
	}
	return d
}
