package cost

import (
	"strings"

	"findable/engine"
	"findable/engine/py"
)

// asked is how many replies are made at most to learn their mean length: with more
// of them the mean of a real catalog moves by less than a percent.
const asked = 200

// Measure takes the sizes of a session under a configuration and a context length in
// tokens. The ways are those of tool search switched on, with and without listing,
// whatever the configuration says of the two switches. The replies of tool_search
// are made for the queries; without any, each tool is looked for by the words of
// its own name.
func Measure(s *engine.Session, c engine.Config, context int, queries []string) Sizes {
	c.Enabled, c.Listing = engine.On, engine.On
	listing := s.Assemble(c, context)
	c.Listing = engine.Off
	m := Sizes{
		Eager: listing.EagerTokens, Listing: listing.TurnTokens, Alone: s.Assemble(c, context).TurnTokens,
		Deferred: listing.Deferred, Context: max(context, 0),
	}
	for i, state := range listing.Listing.States {
		if state == engine.ShownFull || state == engine.ShownNames {
			m.Shown += len(listing.Listing.Groups[i].Entries)
		}
	}
	tools := sample(s.Deferred)
	if len(queries) == 0 {
		for _, e := range tools {
			queries = append(queries, separators.Replace(e.Bare()))
		}
	}
	var searches, describes []int
	for _, q := range sample(queries) {
		reply := s.ToolSearch(c, py.Object{{Key: "queries", Value: py.List{q}}})
		searches = append(searches, engine.Tokens(reply.ReplyCharacters()))
	}
	for _, e := range tools {
		reply := s.ToolDescribe(py.Object{{Key: "names", Value: py.List{e.Name}}})
		describes = append(describes, engine.Tokens(reply.ReplyCharacters()))
	}
	m.SearchReply, m.DescribeReply = mean(searches), mean(describes)
	return m
}

var separators = strings.NewReplacer("_", " ", "-", " ", ".", " ")

// sample returns at most asked of some things, evenly spaced.
func sample[T any](all []T) []T {
	if len(all) <= asked {
		return all
	}
	some := make([]T, asked)
	for i := range some {
		some[i] = all[i*len(all)/asked]
	}
	return some
}

// mean is rounded up; 0 of nothing.
func mean(numbers []int) int {
	sum := 0
	for _, n := range numbers {
		sum += n
	}
	if len(numbers) == 0 {
		return 0
	}
	return (sum + len(numbers) - 1) / len(numbers)
}
