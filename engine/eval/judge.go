package eval

import (
	"cmp"
	"math"
	"slices"
)

// An Outcome is one case held against the ranking that its query got.
type Outcome struct {
	Case Case
	// Hits are the places of the ranked tools in Names, at most Depth.
	Hits []int
	// Fault is why the engine refused the query, nil when it did not.
	Fault error
	// Ranks holds, for each wanted tool, the rank (from 1) at which it stands, 0
	// when it is not among the hits.
	Ranks []int
	// Unknown holds the wanted names that mean no tool of the catalog.
	Unknown []string
	// ReplyTokens is what the reply to the query costs, 0 where the engine does
	// not say.
	ReplyTokens int
}

// Judge holds a ranking against a case. Hits beyond Depth do not count.
func Judge(c Case, names *Names, hits []int) Outcome {
	o := Outcome{Case: c, Hits: hits[:min(len(hits), Depth)], Ranks: make([]int, len(c.Expect))}
	for i, w := range c.Expect {
		means := names.Find(w.Name)
		if means == nil {
			o.Unknown = append(o.Unknown, w.Name)
		}
		o.Ranks[i] = 1 + slices.IndexFunc(o.Hits, func(hit int) bool { return slices.Contains(means, hit) })
	}
	return o
}

// Rank returns the rank of the first wanted tool, 0 when there is none.
func (o Outcome) Rank() int {
	first := 0
	for _, r := range o.Ranks {
		if r > 0 && (first == 0 || r < first) {
			first = r
		}
	}
	return first
}

// Hit returns 1 if a wanted tool is among the first k hits, else 0.
func (o Outcome) Hit(k int) float64 {
	if r := o.Rank(); r > 0 && r <= k {
		return 1
	}
	return 0
}

// Recall returns the share of the wanted tools that are among the first k hits; of
// a case that any of them is enough for, 1 or 0.
func (o Outcome) Recall(k int) float64 {
	if o.Case.Any || len(o.Ranks) == 0 {
		return o.Hit(k)
	}
	found := 0
	for _, r := range o.Ranks {
		if r > 0 && r <= k {
			found++
		}
	}
	return float64(found) / float64(len(o.Ranks))
}

// Found reports whether the first k hits hold what the case wants: all of it, or one
// of the tools where any is enough.
func (o Outcome) Found(k int) bool { return o.Recall(k) == 1 }

// ReciprocalRank returns 1/Rank, 0 without a rank.
func (o Outcome) ReciprocalRank() float64 {
	if r := o.Rank(); r > 0 {
		return 1 / float64(r)
	}
	return 0
}

// NDCG returns the normalised discounted cumulative gain over the first k hits: a
// wanted tool at rank r gains its grade divided by log2(r+1), and the sum is
// divided by that of the best order there is. Of a case that any tool is enough
// for, only the best gain counts.
func (o Outcome) NDCG(k int) float64 {
	gained, grades := make([]float64, 0, len(o.Ranks)), make([]float64, 0, len(o.Ranks))
	for i, w := range o.Case.Expect {
		grades = append(grades, float64(w.Grade))
		if r := o.Ranks[i]; r > 0 && r <= k {
			gained = append(gained, discounted(float64(w.Grade), r))
		}
	}
	slices.SortFunc(grades, func(a, b float64) int { return cmp.Compare(b, a) })
	best := make([]float64, 0, k)
	for i, g := range grades[:min(k, len(grades))] {
		best = append(best, discounted(g, i+1))
	}
	if len(best) == 0 || len(gained) == 0 {
		return 0
	}
	if o.Case.Any {
		return slices.Max(gained) / best[0]
	}
	return sum(gained) / sum(best)
}

func discounted(grade float64, rank int) float64 { return grade / math.Log2(float64(rank)+1) }

func sum(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v
	}
	return s
}
