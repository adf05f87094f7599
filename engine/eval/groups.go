package eval

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Worst returns the places of the outcomes, the worst first: by the share that is
// found within the limit, then by the rank of the first wanted tool, then in their
// order.
func Worst(outcomes []Outcome, limit int) []int {
	places := make([]int, len(outcomes))
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, func(a, b int) int {
		x, y := outcomes[a], outcomes[b]
		return cmp.Or(cmp.Compare(x.Recall(limit), y.Recall(limit)), cmp.Compare(x.ReciprocalRank(), y.ReciprocalRank()))
	})
	return places
}

// A ServerGroup is what is asked of one server.
type ServerGroup struct {
	// Server is the server's or toolset's label.
	Server   string
	Outcomes []Outcome
}

// ByServer parts outcomes by the servers whose tools they want, in order of label.
// For each, a case is judged on that server's tools alone, unless one of all the
// wanted tools is enough.
func ByServer(outcomes []Outcome, names *Names) []ServerGroup {
	byServer := map[string][]Outcome{}
	for _, o := range outcomes {
		wants := map[string][]int{} // places in Expect by server
		for i, w := range o.Case.Expect {
			for _, tool := range names.Find(w.Name) {
				server := names.Tool(tool).Server
				if n := len(wants[server]); n == 0 || wants[server][n-1] != i {
					wants[server] = append(wants[server], i)
				}
			}
		}
		for server, places := range wants {
			byServer[server] = append(byServer[server], o.only(places))
		}
	}
	var groups []ServerGroup
	for _, server := range slices.Sorted(maps.Keys(byServer)) {
		groups = append(groups, ServerGroup{server, byServer[server]})
	}
	return groups
}

// only returns the outcome with the wants at some places alone.
func (o Outcome) only(places []int) Outcome {
	if o.Case.Any || len(places) == len(o.Case.Expect) {
		return o
	}
	expect, ranks := make([]Want, len(places)), make([]int, len(places))
	for i, p := range places {
		expect[i], ranks[i] = o.Case.Expect[p], o.Ranks[p]
	}
	o.Case.Expect, o.Ranks, o.Unknown = expect, ranks, nil
	return o
}

// A Need is one set of wanted tools, with the outcomes of all queries that want just
// these: the same need in other words.
type Need struct{ Outcomes []Outcome }

// Found counts the wordings that find what they want within a limit.
func (n Need) Found(limit int) int {
	found := 0
	for _, o := range n.Outcomes {
		if o.Found(limit) {
			found++
		}
	}
	return found
}

// Ranks returns the best and the worst rank of the first wanted tool over all
// wordings, 0 where a wording does not reach it. The distance between them is how
// much the words decide.
func (n Need) Ranks() (best, worst int) {
	const unreached = Depth + 1
	best, worst = unreached, 0
	for _, o := range n.Outcomes {
		r := o.Rank()
		if r == 0 {
			r = unreached
		}
		best, worst = min(best, r), max(worst, r)
	}
	return best % unreached, worst % unreached
}

// Needs returns the needs that are worded in more than one way, in the order in
// which they are first met.
func Needs(outcomes []Outcome) []Need {
	var needs []Need
	at := map[string]int{}
	for _, o := range outcomes {
		key := needKey(o.Case)
		i, ok := at[key]
		if !ok {
			i = len(needs)
			at[key] = i
			needs = append(needs, Need{})
		}
		needs[i].Outcomes = append(needs[i].Outcomes, o)
	}
	return slices.DeleteFunc(needs, func(n Need) bool { return len(n.Outcomes) < 2 })
}

// needKey is the same for cases that want the same tools.
func needKey(c Case) string {
	names := make([]string, len(c.Expect))
	for i, w := range c.Expect {
		names[i] = w.Name
	}
	slices.Sort(names)
	key := strings.Join(names, "\x00")
	if c.Any {
		key += "\x00\x00"
	}
	return key
}
