package audit

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"findable/engine"
	"findable/engine/text"
)

// Two tools are near-duplicates that share at least likeness percent of all the terms
// that either has, terms of their servers' names apart, and have minTerms each: with
// fewer, tools that differ in the one word that matters look alike.
const likeness, minTerms = 80, 4

// maxPostings bounds the search for pairs: a term in more tools than that brings no
// two of them together.
const maxPostings = 256

// A twin is what makes a pair of one tool: the other one's document and the terms
// they share, of all that either has.
type twin struct{ doc, shared, all int }

func (t twin) percent() int { return 100 * t.shared / t.all }

// pairAll looks for near-duplicates on different servers.
func (a *audit) pairAll(ctx context.Context) error {
	sets := make([][]int32, len(a.session.Deferred))
	for doc := range sets {
		sets[doc] = a.ownTerms(doc)
	}
	rank := rareFirst(sets)
	holders := make([][]int32, len(rank))
	lost := map[int][]twin{}
	for doc, set := range sets {
		if err := ctx.Err(); err != nil {
			return err
		}
		if len(set) < minTerms {
			continue
		}
		// Of two sets as alike as that, each shares one of its rarest terms with the
		// other's rarest: with more of them missing, too few are left to be shared.
		slices.SortFunc(set, func(x, y int32) int { return cmp.Compare(rank[x], rank[y]) })
		head := set[:len(set)-(likeness*len(set)+99)/100+1]
		for _, t := range a.twins(doc, sets, head, holders, rank) {
			winner, loser := a.contest(doc, t.doc)
			t.doc = winner
			lost[loser] = append(lost[loser], t)
		}
		for _, term := range head {
			holders[term] = append(holders[term], int32(doc))
		}
	}
	for _, loser := range slices.Sorted(maps.Keys(lost)) {
		a.duplicate(loser, lost[loser])
	}
	return nil
}

// ownTerms numbers the terms of a tool without those of its server's name.
func (a *audit) ownTerms(doc int) []int32 {
	e := a.session.Index.Entry(doc)
	label := text.Tokens(e.Label)
	if a.numbers == nil {
		a.numbers = map[string]int32{}
	}
	var set []int32
	for _, u := range a.session.Index.TermsOf(doc) {
		if slices.Contains(label, u.Term) {
			continue
		}
		n, ok := a.numbers[u.Term]
		if !ok {
			n = int32(len(a.numbers))
			a.numbers[u.Term] = n
		}
		set = append(set, n)
	}
	return set
}

// rareFirst gives each term its place among all, the one in the fewest sets first.
func rareFirst(sets [][]int32) []int {
	var df []int
	for _, set := range sets {
		for _, t := range set {
			for int(t) >= len(df) {
				df = append(df, 0)
			}
			df[t]++
		}
	}
	order := make([]int32, len(df))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(x, y int32) int { return cmp.Compare(df[x], df[y]) })
	rank := make([]int, len(df))
	for place, t := range order {
		rank[t] = place
	}
	return rank
}

// twins returns the earlier tools of other servers that are near-duplicates.
func (a *audit) twins(doc int, sets [][]int32, head []int32, holders [][]int32, rank []int) []twin {
	var found []twin
	label, seen := a.session.Index.Entry(doc).Label, map[int32]bool{}
	for _, term := range head {
		if len(holders[term]) > maxPostings {
			continue
		}
		for _, other := range holders[term] {
			if seen[other] || a.session.Index.Entry(int(other)).Label == label {
				continue
			}
			seen[other] = true
			x, y := sets[doc], sets[other]
			if 100*min(len(x), len(y)) < likeness*max(len(x), len(y)) {
				continue // even if the smaller were all in the larger
			}
			n := shared(x, y, rank)
			if t := (twin{int(other), n, len(x) + len(y) - n}); 100*t.shared >= likeness*t.all {
				found = append(found, t)
			}
		}
	}
	return found
}

// shared counts what two sets sorted by rank have in common.
func shared(x, y []int32, rank []int) int {
	n := 0
	for i, j := 0, 0; i < len(x) && j < len(y); {
		switch {
		case x[i] == y[j]:
			n, i, j = n+1, i+1, j+1
		case rank[x[i]] < rank[y[j]]:
			i++
		default:
			j++
		}
	}
	return n
}

// contest asks for two tools by the words that both have, and returns the one that
// ranks first, then the other.
func (a *audit) contest(x, y int) (winner, loser int) {
	index, query := a.session.Index, a.inCommon(x, y)
	if index.Rank(query, y) < index.Rank(query, x) { // both have all of its terms, so both are ranked
		return y, x
	}
	return x, y
}

// inCommon is the query of the words that two tools both have.
func (a *audit) inCommon(x, y int) string {
	index := a.session.Index
	other := map[string]bool{}
	for _, u := range index.TermsOf(y) {
		other[u.Term] = true
	}
	var words []string
	for _, w := range index.Entry(x).Words() {
		if other[w.Term] {
			other[w.Term] = false // once
			words = append(words, w.Text)
		}
	}
	return strings.Join(words, " ")
}

// duplicate adds the finding about a tool that loses to its near-duplicates.
func (a *audit) duplicate(loser int, twins []twin) {
	slices.SortFunc(twins, func(x, y twin) int {
		return cmp.Or(cmp.Compare(y.shared*x.all, x.shared*y.all), cmp.Compare(x.doc, y.doc))
	})
	best := twins[0]
	winner := a.session.Index.Entry(best.doc)
	more := ""
	if n := len(twins) - 1; n > 0 {
		more = fmt.Sprintf("; and loses to %s", engine.Plural(n, "more such tool", "more such tools"))
	}
	a.add(NearDuplicate, a.session.Index.Entry(loser), Medium, best.percent(),
		"it has %d of %d terms in common with %s of %s, which ranks above it when asked for in the words of both%s",
		best.shared, best.all, winner.Name, winner.Label, more).Query = a.inCommon(loser, best.doc)
}
