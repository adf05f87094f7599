package why

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"findable/engine"
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
	// Query is the whole new query, "" where the query stays.
	Query string
	// Name is the tool's full name after the change.
	Name string
	// RankBefore and RankAfter are its ranks, 0 for none. RankAfter is within the
	// limit, or 0 where the repair shows the tool without a search.
	RankBefore, RankAfter int
	// Edits is the what-if on the tool, nil where there is none.
	Edits []engine.Edit
	// After is the world as it is then.
	After World
}

// Repairs returns the changes that work, of each kind the smallest first. Each has
// been tried: After is the world that it was tried in. There are none when the
// tool is found or does not exist. With its context it ends early.
func (w World) Repairs(ctx context.Context, j Journey) []Repair {
	if j.Entry == nil || j.Verdict == Found || j.Verdict == ReservedName {
		return nil
	}
	r := repairs{World: w, Journey: j, limit: j.Limit, ctx: ctx}
	searched := j.Doc >= 0 && j.Verdict != SearchOff
	if searched {
		r.queries()
	}
	r.knobs()
	if searched {
		r.tools()
		r.generations()
	}
	return r.found
}

// repairs tries changes and keeps those that work.
type repairs struct {
	World
	Journey
	limit int
	ctx   context.Context
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
	if rank == 0 || rank > r.limit || slices.ContainsFunc(r.found, func(f Repair) bool { return f.Query == query }) {
		return false
	}
	r.keep(Repair{Kind: QueryRepair, Change: fmt.Sprintf(format, args...), Query: query, RankAfter: rank, After: r.World})
	return true
}

func (r *repairs) keep(f Repair) {
	f.RankBefore = r.Rank
	f.Name = cmp.Or(f.Name, r.Entry.Name)
	r.found = append(r.found, f)
}
