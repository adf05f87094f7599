package why

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"findable/engine"
	"findable/engine/py"
	"findable/engine/text"
)

// A Kind is what a repair changes.
type Kind string

// The kinds of repair.
const (
	QueryRepair      Kind = "query"
	ToolRepair       Kind = "tool"
	KnobRepair       Kind = "knob"
	GenerationRepair Kind = "generation"
)

// A Repair is a change that was tried and makes the tool found, or lets the model
// see it without a search.
type Repair struct {
	Kind Kind
	// Change says what to do, in plain words.
	Change string
	// Query is the whole new query, "" where the query stays. Queries are those of the
	// whole call, where it takes several and Query is the one that finds the tool.
	Query   string
	Queries []string
	// Name is the tool's full name after the change.
	Name string
	// RankBefore and RankAfter are its ranks, 0 for none. RankAfter is within the
	// limit, or 0 where the repair shows the tool without a search.
	RankBefore, RankAfter int
	// Edits is the what-if on the tool, nil where there is none.
	Edits []engine.Edit
	// After is the world as it is then.
	After World

	// size is how much it changes: a query's words, a tool's, tokens a turn.
	size int
	// way counts the ways of looking for repairs of its kind: those that keep most of
	// what was meant come first.
	way int
	was string // the tool's full name before
}

// Repairs yields the changes that work, kind after kind, of each kind the smallest
// first, and of those the ones that keep most of what the query means. Each has been tried:
// After is the world that it was tried in. There are none when the tool is found or
// does not exist. With its context it ends early.
func (w World) Repairs(ctx context.Context, j Journey) iter.Seq[Repair] {
	return func(yield func(Repair) bool) {
		if j.Entry == nil || j.Verdict == Found || j.Verdict == ReservedName {
			return
		}
		searched := j.Doc >= 0 && j.Verdict != SearchOff
		for _, kind := range []struct {
			try func(*repairs)
			on  bool
		}{{(*repairs).queries, searched}, {(*repairs).knobs, true}, {(*repairs).tools, searched}, {(*repairs).generations, searched}} {
			if !kind.on {
				continue
			}
			r := repairs{World: w, Journey: j, limit: j.Limit, ctx: ctx}
			kind.try(&r)
			slices.SortStableFunc(r.found, func(a, b Repair) int {
				return cmp.Or(cmp.Compare(a.size, b.size), cmp.Compare(a.way, b.way), cmp.Compare(a.RankAfter, b.RankAfter))
			})
			for _, f := range r.found {
				if !yield(f) {
					return
				}
			}
		}
	}
}

// repairs tries changes and keeps those that work.
type repairs struct {
	World
	Journey
	limit int
	ctx   context.Context
	way   int // of Repair
	found []Repair
}

// rankIn returns the rank of a tool for a query, 0 when it is not admitted.
func rankIn(s *engine.Session, name, query string) int {
	e, ok := s.Deferrable(name)
	if !ok {
		return 0
	}
	return s.Index.Rank(query, s.Index.Doc(e))
}

// rank returns the tool's rank for another query.
func (r *repairs) rank(query string) int {
	if r.ctx.Err() != nil {
		return 0
	}
	return rankIn(r.Session, r.Entry.Name, query)
}

// query keeps another query if it finds the tool, and reports whether it does.
func (r *repairs) query(query, format string, args ...any) bool {
	rank := r.rank(query)
	if rank == 0 || rank > r.limit || slices.ContainsFunc(r.found, func(f Repair) bool { return r.alike(f.Query, query) }) {
		return false
	}
	r.keep(Repair{Kind: QueryRepair, Change: fmt.Sprintf(format, args...), Query: query, RankAfter: rank, After: r.World, size: changed(r.Query, query)})
	return true
}

// alike reports whether two queries have the same hits: the same terms, whatever
// their order, and both or none of them a full name.
func (r *repairs) alike(a, b string) bool {
	return changed(a, b) == 0 && (py.Lower(a) == py.Lower(r.Entry.Name)) == (py.Lower(b) == py.Lower(r.Entry.Name))
}

// changed returns how many terms one query has that another lacks, in the direction
// in which they are more: a word in the place of another counts once.
func changed(a, b string) int {
	count := map[string]int{}
	for _, t := range text.Tokens(a) {
		count[t]++
	}
	for _, t := range text.Tokens(b) {
		count[t]--
	}
	gone, come := 0, 0
	for _, n := range count {
		gone, come = gone+max(n, 0), come+max(-n, 0)
	}
	return max(gone, come)
}

func (r *repairs) keep(f Repair) {
	f.RankBefore = r.Rank
	f.was, f.way = r.Entry.Name, r.way
	f.Name = cmp.Or(f.Name, f.was)
	r.found = append(r.found, f)
}
