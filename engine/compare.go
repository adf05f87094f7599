package engine

import (
	"maps"
	"slices"

	"findable/engine/py"
)

// A World is a session with the knobs and the context length it runs under, and
// what they come to: one side of a comparison.
type World struct {
	Session *Session
	Config  Config
	// Context is the model's context length in tokens; 0 or less is unknown.
	Context  int
	Assembly Assembly
}

// NewWorld assembles a session under a configuration and a context length in
// tokens.
func NewWorld(s *Session, c Config, context int) World {
	return World{s, c, context, s.Assemble(c, context)}
}

// A Sight is how the model sees a tool before it searches.
type Sight string

// The sights, from all to nothing.
const (
	Loaded    Sight = "loaded"    // its whole definition
	Described Sight = "described" // name and short description in the listing
	Named     Sight = "named"     // its name in the listing
	Unlisted  Sight = "hidden"    // nothing; a search finds it
	Absent    Sight = "absent"    // there is no such tool in the session
)

// Sights returns how the model sees each tool of the session, by full name.
func (w World) Sights() map[string]Sight {
	sights := make(map[string]Sight, len(w.Session.Visible)+len(w.Session.Deferred))
	for _, e := range w.Session.sent(w.Assembly) {
		sights[e.Name] = Loaded
	}
	if !w.Assembly.Active {
		return sights
	}
	for i, g := range w.Assembly.Listing.Groups {
		sight := Unlisted
		switch w.Assembly.Listing.States[i] {
		case ShownFull:
			sight = Described
		case ShownNames:
			sight = Named
		}
		for _, e := range g.Entries {
			sights[e.Name] = sight
		}
	}
	return sights
}

// A Move is a tool that the model sees in another way than before.
type Move struct {
	Tool     string
	From, To Sight
}

// A Standing is how a group stands in a listing.
type Standing struct {
	// State is "" where there is no such group.
	State State
	// Tools counts them, Tokens is the group's part of the listing.
	Tools, Tokens int
}

// A GroupChange is a group of which something differs between two listings.
type GroupChange struct {
	Label         string
	Before, After Standing
}

// A RankMove is the rank of a tool for a query on both sides, 0 for none.
type RankMove struct {
	Tool          string
	Before, After int
}

// A QueryChange is a query with other hits within the limit, or in another order.
type QueryChange struct {
	Query string
	// Moves holds the tools that either side has within its limit, in the order of
	// the later side, then those that fell out.
	Moves []RankMove
}

// A Comparison is what sets one world apart from another.
type Comparison struct {
	Before, After World
	// Tools is what the registries differ in, whatever is in scope.
	Tools Delta
	// Groups holds the groups that differ in state, number of tools or tokens, sorted
	// by label; Same counts the others.
	Groups []GroupChange
	Same   int
	// Moves holds the tools that are seen in another way, sorted by name.
	Moves []Move
	// Queries holds the queries with other hits, in their order; Asked counts all.
	Queries []QueryChange
	Asked   int
	Cache   CacheLoss
}

// Compare holds a world against an earlier one, and runs some queries in both.
func Compare(before, after World, queries []string) Comparison {
	c := Comparison{
		Before: before, After: after, Tools: Diff(before.Session.Registry, after.Session.Registry),
		Moves: moves(before.Sights(), after.Sights()), Asked: len(queries),
		Cache: Invalidated(before.Session, before.Assembly, after.Session, after.Assembly),
	}
	c.compareGroups()
	for _, q := range queries {
		if change := compareQuery(before, after, q); len(change.Moves) > 0 {
			c.Queries = append(c.Queries, change)
		}
	}
	return c
}

// Empty reports whether the model would notice nothing: the same bytes before the
// conversation, and the same definitions and hits behind the bridge.
func (c Comparison) Empty() bool {
	return c.Cache.Empty() && c.Tools.Empty() && len(c.Groups)+len(c.Moves)+len(c.Queries) == 0
}

// Moved counts the moves by where from and to.
func (c Comparison) Moved() map[[2]Sight]int {
	count := map[[2]Sight]int{}
	for _, m := range c.Moves {
		count[[2]Sight{m.From, m.To}]++
	}
	return count
}

func moves(before, after map[string]Sight) []Move {
	names := maps.Clone(before)
	maps.Copy(names, after)
	var all []Move
	for _, name := range slices.Sorted(maps.Keys(names)) {
		m := Move{name, Absent, Absent}
		if s, ok := before[name]; ok {
			m.From = s
		}
		if s, ok := after[name]; ok {
			m.To = s
		}
		if m.From != m.To {
			all = append(all, m)
		}
	}
	return all
}

func (c *Comparison) compareGroups() {
	before, after := standings(c.Before.Assembly.Listing), standings(c.After.Assembly.Listing)
	labels := maps.Clone(before)
	maps.Copy(labels, after)
	for _, l := range slices.Sorted(maps.Keys(labels)) {
		if before[l] == after[l] {
			c.Same++
			continue
		}
		c.Groups = append(c.Groups, GroupChange{l, before[l], after[l]})
	}
}

func standings(l Listing) map[string]Standing {
	all := make(map[string]Standing, len(l.Groups))
	_, tokens := l.Parts()
	for i, g := range l.Groups {
		all[g.Label] = Standing{l.States[i], len(g.Entries), tokens[i]}
	}
	return all
}

// compareQuery ranks in both worlds, each within its own default limit, a query
// that is trimmed as tool_search does.
func compareQuery(before, after World, query string) QueryChange {
	change, text := QueryChange{Query: query}, py.Strip(query)
	was, now := before.hits(text), after.hits(text)
	if slices.Equal(was, now) {
		return change
	}
	for _, name := range unique(slices.Concat(now, was)) {
		change.Moves = append(change.Moves, RankMove{name, before.rank(text, name), after.rank(text, name)})
	}
	return change
}

// hits returns the names that a query finds within the default limit.
func (w World) hits(query string) []string {
	var names []string
	for _, h := range w.Session.Index.Search(query, w.Config.SearchDefaultLimit).Hits {
		names = append(names, h.Entry.Name)
	}
	return names
}

// rank returns the rank of a tool for a query, 0 for none.
func (w World) rank(query, name string) int {
	if e, ok := w.Session.Deferrable(name); ok {
		return w.Session.Index.Rank(query, w.Session.Index.Doc(e))
	}
	return 0
}
