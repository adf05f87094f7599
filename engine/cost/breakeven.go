package cost

// MaxTurns is the longest session that a break-even is looked for in.
const MaxTurns = 1000

// BreakEvenTurns returns the number of turns from which on one way costs less than
// another, and whether there is one up to MaxTurns. Every number is tried.
func BreakEvenTurns(s Sizes, u Use, cheaper, dearer Way) (int, bool) {
	from := MaxTurns + 1
	for u.Turns = MaxTurns; u.Turns >= 1 && Of(s, u, cheaper).Billed < Of(s, u, dearer).Billed; u.Turns-- {
		from = u.Turns
	}
	return from, from <= MaxTurns
}

// BreakEvenTools returns the greatest number of tools up to which one way costs less
// than another, and false where it does not even for no tool. Every number is tried.
func BreakEvenTools(s Sizes, u Use, cheaper, dearer Way) (int, bool) {
	upTo := -1
	for u.Tools = 0; u.Tools <= s.Deferred && Of(s, u, cheaper).Billed < Of(s, u, dearer).Billed; u.Tools++ {
		upTo = u.Tools
	}
	return upTo, upTo >= 0
}
