package eval

import (
	"cmp"
	"slices"
)

// A Try is one run of the cases, to be compared with others.
type Try struct {
	// Number counts the tries from 1, Name says what was tried.
	Number int
	Name   string
	// Limit is the configured number of hits.
	Limit    int
	Measures Measures
	Outcomes []Outcome
}

// NewTry measures outcomes; limit is the configured number of hits.
func NewTry(number int, name string, limit int, outcomes []Outcome) Try {
	return Try{number, name, limit, Measured(outcomes, limit), outcomes}
}

// A Change is one case under two tries.
type Change struct {
	Before, After Outcome
	// Verdict is +1 when the case does better, -1 when it does worse: by the share
	// found within the limit, then by the grades and ranks of what is found (nDCG
	// over Depth).
	Verdict int
	// Recall is by how much the share found within the limit has changed, -1 to 1.
	// Below zero the change breaks the case, whatever it does to the mean.
	Recall float64
}

// A Difference is how a measure has changed.
type Difference struct {
	Measure Measure
	// Before and After are the means over the cases that both tries have.
	Before, After float64
	// Low and High hold the 95 % interval of After - Before: the cases are drawn
	// anew, each with both its values (paired bootstrap). Where the interval holds
	// 0, the change may be chance.
	Low, High float64
}

// A Comparison is what changed from one try to another.
type Comparison struct {
	// Changes holds the cases that both tries have, in the order of the second.
	Changes []Change
	// Better, Worse and Same count them by verdict.
	Better, Worse, Same int
	// Alone counts the cases that only one of the tries has.
	Alone       int
	Differences []Difference
}

// Compare holds a try against an earlier one. Cases are the same when they have the
// same query and want the same tools; the n-th of several equal ones meets the n-th.
func Compare(before, after Try) Comparison {
	c := Comparison{Changes: Changes(before, after)}
	for _, change := range c.Changes {
		c.count(change)
	}
	c.Alone = len(before.Outcomes) + len(after.Outcomes) - 2*len(c.Changes)
	for _, m := range All() {
		c.Differences = append(c.Differences, c.difference(m, before.Limit, after.Limit))
	}
	return c
}

// Changes are the cases that both tries have, in the order of the second, as in
// Compare but without the intervals, which take a while.
func Changes(before, after Try) []Change {
	waiting := map[string][]Outcome{}
	for _, o := range before.Outcomes {
		waiting[caseKey(o.Case)] = append(waiting[caseKey(o.Case)], o)
	}
	var all []Change
	for _, o := range after.Outcomes {
		key := caseKey(o.Case)
		if len(waiting[key]) == 0 {
			continue
		}
		all = append(all, newChange(waiting[key][0], o, before.Limit, after.Limit))
		waiting[key] = waiting[key][1:]
	}
	return all
}

func caseKey(c Case) string { return c.Query + "\x00" + needKey(c) }

func newChange(before, after Outcome, limitBefore, limitAfter int) Change {
	c := Change{Before: before, After: after, Recall: after.Recall(limitAfter) - before.Recall(limitBefore)}
	c.Verdict = cmp.Or(cmp.Compare(c.Recall, 0), cmp.Compare(after.NDCG(Depth), before.NDCG(Depth)))
	return c
}

func (c *Comparison) count(change Change) {
	switch change.Verdict {
	case 1:
		c.Better++
	case -1:
		c.Worse++
	default:
		c.Same++
	}
}

func (c *Comparison) difference(m Measure, limitBefore, limitAfter int) Difference {
	d := Difference{Measure: m}
	changed := make([]float64, len(c.Changes))
	n := float64(max(len(c.Changes), 1))
	for i, x := range c.Changes {
		before, after := m.Of(x.Before, limitBefore), m.Of(x.After, limitAfter)
		d.Before, d.After = d.Before+before/n, d.After+after/n
		changed[i] = after - before
	}
	d.Low, d.High = Interval(changed)
	return d
}

// Broken returns the cases of which less is found within the limit than before, the
// worst first.
func (c Comparison) Broken() []Change {
	broken := slices.DeleteFunc(slices.Clone(c.Changes), func(x Change) bool { return x.Recall >= 0 })
	slices.SortStableFunc(broken, func(a, b Change) int { return cmp.Compare(a.Recall, b.Recall) })
	return broken
}
