package eval

import (
	"slices"

	"findable/engine"
)

// Depth is how many hits of each query are looked at, whatever the engine's own
// limit is.
const Depth = 25

// A Case is a query and the tools it should find.
type Case struct {
	// ID names the case in its file, "" when it has no name there.
	ID    string
	Query string
	// Expect holds the tools wanted, once each.
	Expect []Want
	// Any says that one of the wanted tools is enough; otherwise all are needed.
	Any bool
	// Server is the server that the case says its tools are of, "" where it does not
	// say.
	Server string
	// Note is a remark for people.
	Note   string
	Origin engine.Origin
}

// A Want is a tool that a case wants, and how much.
type Want struct {
	// Name is the tool's name as the case writes it; Names finds what it means.
	Name string
	// Grade is its relevance, from 1 up; the more the better. It counts in nDCG
	// only.
	Grade int
}

// Known returns the cases without the wanted names that mean no tool, and without
// the cases of which nothing is left.
func Known(cases []Case, names *Names) []Case {
	return wanting(cases, func(w Want) bool { return names.Find(w.Name) != nil })
}

// Without returns the cases without the wanted names that mean one of some tools, and
// without the cases of which nothing is left.
func Without(cases []Case, names *Names) []Case {
	return wanting(cases, func(w Want) bool { return names.Find(w.Name) == nil })
}

func wanting(cases []Case, keep func(Want) bool) []Case {
	var out []Case
	for _, c := range cases {
		c.Expect = slices.DeleteFunc(slices.Clone(c.Expect), func(w Want) bool { return !keep(w) })
		if len(c.Expect) > 0 {
			out = append(out, c)
		}
	}
	return out
}

// Spaced returns at most n of some things, evenly spaced.
func Spaced[T any](all []T, n int) []T {
	if len(all) <= n {
		return all
	}
	some := make([]T, n)
	for i := range some {
		some[i] = all[i*len(all)/n]
	}
	return some
}
