package engine

import (
	"cmp"
	"slices"
	"strings"
)

// A Near is a term of the catalog that resembles a word which is in none.
type Near struct {
	Term string
	// DF is the number of tools that have the term.
	DF int
	// Distance is the number of letters to insert, delete, replace or swap with
	// the next one; 0 where one of the two begins with the other.
	Distance int
}

// minShared is the shortest beginning that counts as shared: shorter ones are
// shared by chance.
const minShared = 3

// Nearest returns up to n terms of the index that resemble a term: those that
// begin with it or that it begins with, then those at the fewest edits, at most a
// third of its letters; of equals the more frequent first.
func (x *Index) Nearest(term string, n int) []Near {
	limit := len(term) / 3
	var near []Near
	for t, other := range x.words.terms {
		df := int(x.start[t+1] - x.start[t])
		if df == 0 || other == term {
			continue
		}
		distance := 0
		if short := min(len(term), len(other)); short < minShared || term[:short] != other[:short] {
			if limit == 0 || abs(len(term)-len(other)) > limit {
				continue
			}
			if distance = Edits(term, other, limit); distance > limit {
				continue
			}
		}
		near = append(near, Near{other, df, distance})
	}
	slices.SortFunc(near, func(a, b Near) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(b.DF, a.DF), strings.Compare(a.Term, b.Term))
	})
	return near[:min(n, len(near))]
}

func abs(n int) int { return max(n, -n) }

// Edits is the edit distance of two words with swaps of neighbours, in bytes, or
// limit+1 when it is above the limit.
func Edits(a, b string, limit int) int {
	before, last, now := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		now[0] = i
		best := i
		for j := 1; j <= len(b); j++ {
			differ := 1
			if a[i-1] == b[j-1] {
				differ = 0
			}
			now[j] = min(last[j]+1, now[j-1]+1, last[j-1]+differ)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				now[j] = min(now[j], before[j-2]+1)
			}
			best = min(best, now[j])
		}
		if best > limit {
			return limit + 1
		}
		before, last, now = last, now, before
	}
	return last[len(b)]
}
