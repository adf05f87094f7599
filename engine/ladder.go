package engine

import "slices"

// A Rung is a budget from which on another listing is chosen.
type Rung struct {
	// From is the least budget, in tokens; the rung reaches up to the next one's
	// From.
	From int
	Form Form
	// Tier is that of the form, 1 or 2.
	Tier int
	// Tokens is what the listing costs: From, but for no listing 0.
	Tokens int
	// Collapsed holds the labels of the groups that are summary lines, in the order
	// in which they became that.
	Collapsed []string
}

// Ladder returns all budgets at which the listing changes, lowest first; the first
// is 0. It follows PlanListing: a form is chosen from its own size on, unless one
// that is tried earlier is as small. (Collapsing a small group can make the text
// longer; such a form is never chosen and has no rung.)
func Ladder(groups []Group) []Rung {
	const never = -1 // tokens: nothing fits, so everything is tried
	trail := PlanListing(groups, never).Trail
	var rungs []Rung
	var collapsed []string
	for _, t := range trail {
		if t.Collapsed != "" {
			collapsed = append(collapsed, t.Collapsed)
		}
		if len(rungs) > 0 && t.Tokens >= rungs[len(rungs)-1].From {
			continue
		}
		rungs = append(rungs, Rung{From: t.Tokens, Form: t.Form, Tier: t.Form.tier(), Tokens: t.Tokens, Collapsed: slices.Clone(collapsed)})
	}
	rungs = append(rungs, Rung{Form: None, Tier: None.tier()})
	slices.Reverse(rungs)
	return rungs
}
