package ui

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"findable/engine"
	"findable/engine/eval"
	"findable/engine/py"
)

// A Source is what the app was given to explore.
type Source struct {
	// Name says in a word or two what was loaded.
	Name     string
	Registry *engine.Registry
	// Others holds the registries of generations in which the catalog itself is
	// another: `core: all` means each generation's own core.
	Others map[string]*engine.Registry
	// RawConfig is the value of tools.tool_search as it was written, nil when
	// there is none: its notices depend on the generation.
	RawConfig py.Value
	// Demo says that nobody asked for this: the sample that opens by itself.
	Demo bool
	// Report writes the plain report for the inputs as they stand.
	Report func(Inputs) string
	// Away is how settings and the session leave the app; nil where they cannot.
	Away *Away
	// Kept is what a session file brings back, once, when the app starts.
	Kept Kept
	// Queries are suggested while the query box is empty.
	Queries []string
	// Notes is the load report: what was passed over, and what is odd.
	Notes []Note
	// Cards are the servers without tools.
	Cards []Card
	// Cases are queries with the tools that they should find.
	Cases []eval.Case
	// AddCase adds a case to the file that they are kept in, names it, and says how to
	// take the case out again; nil when there is none.
	AddCase func(eval.Case) (file string, undo func() error, err error)
	// LoadCases reads another file of cases, which are kept there from then on; nil
	// when none can be read.
	LoadCases func(ctx context.Context, file string) (LoadedCases, error)
	// Engines are the ways to search the catalog for some inputs; nil for none.
	Engines func(Inputs) []Engine
	// Models are names for context lengths, by length, for the map.
	Models []Model
	// Searches are the tool_search definitions that the dumps of running agents
	// hold, with their listings.
	Searches []engine.Tool
	// Play is what the Play view has besides.
	Play Playground
}

// A Model is a name for a context length.
type Model struct {
	Name    string
	Context int // tokens
}

// LoadedCases are the cases of a file.
type LoadedCases struct {
	Cases []eval.Case
	// Notes tell what was passed over.
	Notes   []Note
	AddCase func(eval.Case) (file string, undo func() error, err error)
}

// registry returns the registry of a generation.
func (s Source) registry(generation string) *engine.Registry {
	if r, ok := s.Others[generation]; ok {
		return r
	}
	return s.Registry
}

// failed is the kind of the load report's notes on files that could not be used.
const failed = "error"

// duplicate is the kind of the load report's notes on names that are there twice.
// On registering they are noted again, in the reference's words.
const duplicate = string(engine.DuplicateRow)

// Embedded compares the listings of running agents with the one for some inputs.
func (s Source) Embedded(in Inputs) []engine.Embedded {
	if len(s.Searches) == 0 {
		return nil
	}
	session := s.registry(in.Generation).Session(in.Rules(), in.Scope, in.Effective().Defer)
	all := make([]engine.Embedded, len(s.Searches))
	for i, t := range s.Searches {
		all[i] = session.Embedded(t, in.Effective(), in.Context)
	}
	return all
}

// AllNotes returns the load report, what became of tools that did not register,
// and whose names are others or too long.
func (s Source) AllNotes() []Note {
	notes := slices.DeleteFunc(slices.Clone(s.Notes), func(n Note) bool { return n.Kind == duplicate })
	for _, n := range slices.Concat(s.Registry.Notes, s.Registry.NameNotes()) {
		notes = append(notes, Note{string(n.Kind), n.Origin.File, n.Origin.Path, n.String()})
	}
	// What was lost whole comes first, what is only another name last.
	slices.SortStableFunc(notes, func(a, b Note) int { return cmp.Compare(a.weight(), b.weight()) })
	return notes
}

// renamed is the kind of the notes on names with characters that an agent's names
// cannot have: nothing is lost by it.
const renamed = string(engine.Renamed)

func (n Note) weight() int {
	switch n.Kind {
	case failed:
		return 0
	case renamed:
		return 2
	}
	return 1
}

// A Note is one remark of the load report.
type Note struct{ Kind, File, Path, Text string }

// An origin is the registered tools under one label, whatever the session may
// use: a row of the servers pane.
type origin struct {
	label    string
	toolsets []string
	entries  []*engine.Entry
	size     int // characters of the names, to sort by
	// card is a server without tools, which has none of the above; nil for others.
	card *Card
}

// origins are the rows of the servers pane: a registry's tools, and those taken out
// of it, by label, then the servers without tools.
func (s Source) origins(r *engine.Registry, taken []*engine.Entry) []origin {
	entries := r.Entries
	if len(taken) > 0 {
		entries = slices.Concat(entries, taken)
		slices.SortStableFunc(entries, func(a, b *engine.Entry) int { return strings.Compare(a.Name, b.Name) })
	}
	place := map[string]int{}
	var out []origin
	for _, e := range entries {
		i, ok := place[e.Label]
		if !ok {
			i = len(out)
			place[e.Label] = i
			out = append(out, origin{label: e.Label})
		}
		if !slices.Contains(out[i].toolsets, e.Toolset) {
			out[i].toolsets = append(out[i].toolsets, e.Toolset)
		}
		out[i].entries = append(out[i].entries, e)
		out[i].size += len(e.Name) + len(", ")
	}
	slices.SortFunc(out, func(a, b origin) int { return strings.Compare(a.label, b.label) })
	for i := range s.Cards {
		out = append(out, origin{label: s.Cards[i].Name, card: &s.Cards[i]})
	}
	return out
}

// on reports whether any of the toolsets is in scope.
func (o origin) on(scope engine.Scope) bool {
	return slices.ContainsFunc(o.toolsets, scope.Contains)
}
