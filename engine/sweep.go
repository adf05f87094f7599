package engine

import (
	"math"
	"sort"
)

// SweepContexts returns the context lengths that a map of the knobs shows, in tokens:
// from a small local model to the longest on offer.
func SweepContexts() []int {
	return []int{8_000, 16_000, 32_000, 64_000, 128_000, 200_000, 400_000, 1_000_000, 2_000_000}
}

// SweepPercents returns the values of threshold_pct that it shows, in percent. They are
// denser where real catalogs change, as are SweepCaps.
func SweepPercents() []float64 {
	return []float64{0.1, 0.25, 0.5, 1, 1.5, 2, 3, 4, 5, 7.5, 10, 15, 20, 30, 50}
}

// SweepCaps returns the values of listing_max_tokens that it shows.
func SweepCaps() []int {
	return []int{200, 300, 500, 750, 1000, 2000, 3000, 4000, 6000, 8000, 12000, 20000, 30000, 40000, 60000}
}

// Ladder returns the budgets at which the session's listing changes under a
// configuration, lowest first. Where there is no listing at any budget, since
// nothing is deferrable or a switch is off, that is one rung with its tier.
func (s *Session) Ladder(c Config) []Rung {
	switch {
	case len(s.Deferred) == 0 || c.Enabled == Off:
		return []Rung{{Form: None}}
	case c.Listing == Off:
		return []Rung{{Form: None, Tier: None.tier()}}
	}
	return Ladder(s.Groups)
}

// RungAt returns the place of the rung on which a budget stands. A ladder begins
// with a rung from 0 tokens.
func RungAt(rungs []Rung, budget int) int {
	return sort.Search(len(rungs), func(i int) bool { return rungs[i].From > budget }) - 1
}

// A Cell is what a configuration comes to under one context length.
type Cell struct {
	Budget Budget
	// Rung is what the budget buys.
	Rung Rung
}

// Sweep returns the cells of some configurations, the columns, under some context
// lengths in tokens, the rows. Everything is looked up on ladders; nothing is
// planned again.
func (s *Session) Sweep(columns []Config, contexts []int) [][]Cell {
	ladders := make([][]Rung, len(columns))
	for i, c := range columns {
		ladders[i] = s.Ladder(c)
	}
	rows := make([][]Cell, len(contexts))
	for i, context := range contexts {
		for j, c := range columns {
			budget := NewBudget(c, context)
			rows[i] = append(rows[i], Cell{budget, ladders[j][RungAt(ladders[j], budget.Tokens)]})
		}
	}
	return rows
}

// Reaching returns the configuration with its knobs moved as little as it takes
// for a budget of at least from and below below, both in tokens: the way to a rung
// of a ladder. It fails where the ranges of the knobs, or a context of unknown
// length, keep the budget out.
func (c Config) Reaching(from, below, context int) (Config, bool) {
	b := NewBudget(c, context)
	switch {
	case b.Tokens < from:
		c.ListingMaxTokens = max(c.ListingMaxTokens, from)
		if b.Percent < from {
			c.ThresholdPct = percentReaching(from, below, context)
		}
	case b.Tokens >= below && below > MinListingMaxTokens:
		c.ListingMaxTokens = max(from, MinListingMaxTokens)
	case b.Tokens >= below:
		c.ThresholdPct = percentReaching(from, below, context)
	}
	b = NewBudget(c, context)
	return c, from <= b.Tokens && b.Tokens < below && c.ListingMaxTokens <= MaxListingMaxTokens
}

// percentReaching returns the percentage with the fewest decimals, and of those
// the least, whose share of the context is at least from and below below; 0 when
// there is none.
func percentReaching(from, below, context int) float64 {
	const decimals = 9 // below a token at any context there is
	scale := 1.0
	for range decimals {
		n := math.Ceil(float64(from) * 100 * scale / float64(context))
		for _, n := range []float64{n, n + 1} { // rounding may leave the first a token short
			percent := n / scale
			share := percentOf(Config{ThresholdPct: percent}, context)
			if percent <= MaxThresholdPct && from <= share && share < below {
				return percent
			}
		}
		scale *= 10
	}
	return 0
}
