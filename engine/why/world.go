package why

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"findable/engine"
)

// A World is everything that the answer depends on: a session under its knobs, and
// what it was made of.
type World struct {
	engine.World
	// Loaded is the registry without edits, of the session's generation; Others
	// holds those of generations in which the catalog itself is another.
	Loaded *engine.Registry
	Others map[string]*engine.Registry
	// Edits are the what-ifs that Session.Registry has.
	Edits []engine.Edit
	// Skipped is what was passed over on loading, as far as it may have been a tool.
	Skipped []Skip
}

// A Skip is one node that was passed over on loading.
type Skip struct {
	// Place is the file and the JSON path, Cause why it was passed over.
	Place, Cause string
}

// limit returns how many hits a query without a limit of its own gets.
func (w World) limit() int { return engine.Limit(w.Config, nil) }

// again returns the world with another session, assembled anew.
func (w World) again(s *engine.Session) World {
	w.World = engine.NewWorld(s, w.Config, w.Context)
	return w
}

// with returns the world with these edits.
func (w World) with(edits []engine.Edit) World {
	w.Edits = edits
	return w.again(w.Loaded.With(edits).Session(w.Session.Rules, w.Session.Scope, w.Config.Defer))
}

// scoped returns the world with another scope.
func (w World) scoped(scope engine.Scope) World {
	return w.again(w.Session.Registry.Session(w.Session.Rules, scope, w.Config.Defer))
}

// under returns the world under another generation's rules. A defer list of the
// user's own stays where there is such a key.
func (w World) under(rules engine.Rules) World {
	if other, ok := w.Others[rules.Name]; ok {
		w.Loaded = other
	}
	if rules.DefaultDefer == nil || w.Session.Rules.DefaultDefer == nil {
		w.Config.Defer = rules.DefaultDefer
	}
	return w.again(w.Loaded.With(w.Edits).Session(rules, w.Session.Scope, w.Config.Defer))
}

// An AmbiguousError says that a bare name is the name of several tools.
type AmbiguousError struct {
	Name string
	// Full holds the full names that it may mean.
	Full []string
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%q is the name of %d tools; give one of %s in full", e.Name, len(e.Full), strings.Join(e.Full, ", "))
}

// Find returns the registered tool of a full name, or of a bare one that only one
// tool has; nil when there is none. The error is an *AmbiguousError.
func (w World) Find(name string) (*engine.Entry, error) {
	if e, ok := w.Session.Registry.Lookup(name); ok {
		return e, nil
	}
	var found []*engine.Entry
	for _, e := range w.Session.Registry.Entries {
		if e.Bare() == name {
			found = append(found, e)
		}
	}
	switch len(found) {
	case 0:
		return nil, nil
	case 1:
		return found[0], nil
	}
	err := &AmbiguousError{Name: name}
	for _, e := range found {
		err.Full = append(err.Full, e.Name)
	}
	return nil, err
}

// nearNames returns up to n full names that resemble a name which no tool has:
// those that hold it or whose bare name it holds, then those of the fewest edits.
func (w World) nearNames(name string, n int) []string {
	type near struct {
		name     string
		distance int
	}
	var found []near
	asked := letters(name)
	for _, e := range w.Session.Registry.Entries {
		bare := letters(e.Bare())
		if asked != "" && (asked == letters(e.Name) || asked == bare) { // another way to write the name
			found = append(found, near{e.Name, -1})
			continue
		}
		if asked != "" && strings.Contains(letters(e.Name), asked) || len(bare) > 3 && strings.Contains(asked, bare) {
			found = append(found, near{e.Name, 0})
			continue
		}
		limit := max(len(asked), len(bare)) / 3
		d := engine.Edits(asked, bare, limit)
		if full := letters(e.Name); d > limit && strings.HasPrefix(asked, "mcp") {
			limit = len(bare) / 3 // what stands before the bare name is easily the same
			d = engine.Edits(asked, full, limit)
		}
		if d <= limit {
			found = append(found, near{e.Name, d})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int { return cmp.Compare(a.distance, b.distance) })
	names := make([]string, 0, n)
	for _, f := range found[:min(n, len(found))] {
		names = append(names, f.name)
	}
	return names
}

// letters is a name without what separates its words, in lower case.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("_-.:/ ", r) {
			return -1
		}
		return r
	}, strings.ToLower(name))
}
