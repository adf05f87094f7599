package why

import (
	"fmt"
	"math"
	"slices"

	"findable/engine"
	"findable/engine/py"
)

// A Station is one condition that a tool has to meet to be found.
type Station struct {
	// Name says what is looked at, in a word or two.
	Name     string
	Status   Status
	Evidence string
}

// A Journey is one tool on its way to being found by one query.
type Journey struct {
	// Name is the tool's name as it was asked for, Query the query, trimmed.
	Name, Query string
	// Entry is the registered tool, nil when there is none.
	Entry *engine.Entry
	// Verdict is the first condition that the tool does not meet, or Found.
	Verdict Verdict
	// Rank is its place among all admitted tools, from 1; 0 when it is not among
	// them. Limit is the number of hits that the query returns.
	Rank, Limit int
	// Result is the ranking of all admitted tools.
	Result engine.Result
	// Doc is the tool's number in the index, -1 when it is not in it.
	Doc      int
	Stations []Station
	// Causes is why query and tool share no term; nil when they share one.
	Causes []Cause
	// Near holds the full names that are nearest to one that no tool has, nil
	// otherwise.
	Near []string
}

// Explain takes a tool through all stations for a query. The error says that the
// name means several tools.
func (w World) Explain(name, query string) (Journey, error) {
	j := Journey{Name: name, Query: py.Strip(query), Limit: w.limit(), Doc: -1}
	e, err := w.Find(name)
	if err != nil {
		return j, err
	}
	j.Entry = e
	for _, station := range []func(World, *Journey) (Station, Verdict){
		loaded, registered, inScope, deferrable, switchedOn, listed, analysed, shared, admitted, ranked, withinLimit, callable,
	} {
		s, v := station(w, &j)
		if j.Verdict != "" { // it has failed before: what follows is not reached
			s = Station{Name: s.Name, Status: Skipped, Evidence: "not reached"}
		}
		if s.Status == Fail {
			j.Verdict = v
		}
		j.Stations = append(j.Stations, s)
	}
	switch j.Verdict {
	case "":
		j.Verdict = Found
	case SearchOff: // there is no ranking that it could be in
		j.Rank = 0
	}
	return j, nil
}

// search ranks the query and finds the tool in the ranking.
func (w World) search(j *Journey) {
	j.Result = w.Session.Index.Search(j.Query, w.Session.Index.Size())
	if j.Entry == nil {
		return
	}
	j.Rank = 1 + slices.IndexFunc(j.Result.Hits, func(h engine.Hit) bool { return h.Entry == j.Entry })
	j.Doc = w.Session.Index.Doc(j.Entry)
}

// Explanation returns the arithmetic of the tool's score, whether or not the query
// admits it; false when the tool is in no index.
func (w World) Explanation(j Journey) (engine.Explanation, bool) {
	if j.Doc < 0 {
		return engine.Explanation{}, false
	}
	return w.Session.Index.Explain(j.Query, j.Doc), true
}

// last returns the hit that stands last within the limit, false when the query has
// fewer hits.
func (j Journey) last() (engine.Hit, bool) {
	if len(j.Result.Hits) < j.Limit {
		return engine.Hit{}, false
	}
	return j.Result.Hits[j.Limit-1], true
}

// score writes a score for people.
func score(s float64) string {
	if math.IsInf(s, 1) {
		return "exact name"
	}
	return fmt.Sprintf("%.3f", s)
}
