package engine

import "math"

// UnknownContextTokens is the percentage leg of the budget when the context
// length is not known (engine.md, section 4).
const UnknownContextTokens = 10000

// A Budget is how many tokens the listing may take, and where that comes from.
type Budget struct {
	// Tokens is the lower of the two legs, never below 0.
	Tokens int
	// Percent is threshold_pct of the context, UnknownContextTokens when the
	// context is not known.
	Percent int
	// Cap is listing_max_tokens.
	Cap int
}

// CapBinds reports whether the cap, not the percentage, decides.
func (b Budget) CapBinds() bool { return b.Cap < b.Percent }

// NewBudget computes min(listing_max_tokens, trunc(context × (threshold_pct /
// 100))) in doubles, in exactly that order of operations. A context of 0 or
// less is unknown.
func NewBudget(c Config, context int) Budget {
	b := Budget{Percent: percentOf(c, context), Cap: c.ListingMaxTokens}
	if context <= 0 {
		b.Percent = UnknownContextTokens
	}
	b.Tokens = max(0, min(b.Percent, b.Cap))
	return b
}

func percentOf(c Config, context int) int {
	return int(min(math.Trunc(float64(context)*(c.ThresholdPct/100)), 1<<62)) // beyond it int would overflow
}

// Tokens is the reference's estimate of a text's tokens: characters / 4,
// rounded up.
func Tokens(characters int) int { return (characters + 3) / 4 }
