package why

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"findable/engine"
)

// A Rival is the hit that a tool has to beat.
type Rival struct {
	// Rank is its place, from 1.
	Rank int
	engine.Hit
	// Explanation is the arithmetic of its score.
	Explanation engine.Explanation
}

// Rival returns the last hit within the limit, or of a tool that is within the
// limit itself the first other one; false when there is none, or none that scores.
func (w World) Rival(j Journey) (Rival, bool) {
	rank := min(j.Limit, len(j.Result.Hits))
	if j.Rank > 0 && j.Rank <= j.Limit {
		rank = 1
		if j.Rank == 1 {
			rank = 2
		}
	}
	if rank < 1 || rank > len(j.Result.Hits) || j.Result.Fallback {
		return Rival{}, false
	}
	h := j.Result.Hits[rank-1]
	return Rival{rank, h, w.Session.Index.Explain(j.Query, h.Doc)}, true
}

// A Margin is by how much one term puts a tool before another.
type Margin struct {
	// Word is the query's word as it stands there first.
	Word string
	// By is the difference of the term's contributions, over all its repeats.
	By float64
}

// Margins returns which terms put one tool before another of the same query: those
// that do most for it first. They add up to the difference of the scores.
func Margins(before, behind engine.Explanation) []Margin {
	var out []Margin
	at := map[string]int{}
	for i, c := range before.Terms {
		n, met := at[c.Term]
		if !met {
			n = len(out)
			at[c.Term] = n
			out = append(out, Margin{Word: c.Word})
		}
		out[n].By += c.Value - behind.Terms[i].Value
	}
	slices.SortStableFunc(out, func(a, b Margin) int { return cmp.Compare(b.By, a.By) })
	return out
}

// won writes the terms that put a hit before a tool, and what the tool has against
// it.
func won(margins []Margin) string {
	const least = 0.0005 // less is not seen in three places
	const most = 6
	var out []string
	for _, m := range margins {
		if len(out) == most {
			out = append(out, "and others")
			break
		}
		if m.By >= least || m.By <= -least {
			out = append(out, fmt.Sprintf("%s %+.3f", m.Word, m.By))
		}
	}
	return strings.Join(out, ", ")
}
