package cost

import (
	"context"
	"strings"

	"findable/engine"
	"findable/engine/eval"
	"findable/engine/py"
)

// asked is how many replies are made at most to learn their mean length: with more
// of them the mean of a real catalog moves by less than a percent.
const asked = 200

// Measure takes the sizes of a session under a configuration and a context length in
// tokens: those of Prefixes, and the replies for the queries. It fails with the
// context's error when that ends.
func Measure(ctx context.Context, s *engine.Session, c engine.Config, length int, queries []string) (Sizes, error) {
	m := Prefixes(s, c, length)
	var err error
	m.SearchReply, m.DescribeReply, err = Replies(ctx, s, c, queries)
	return m, err
}

// Prefixes returns the sizes of what every request carries under a configuration and
// a context length in tokens; those of the replies are 0. The ways are those of tool
// search switched on, with and without listing, whatever the configuration says of
// the two switches.
func Prefixes(s *engine.Session, c engine.Config, length int) Sizes {
	c.Enabled, c.Listing = engine.On, engine.On
	listing := s.Assemble(c, length)
	c.Listing = engine.Off
	m := Sizes{
		Eager: listing.EagerTokens, Listing: listing.TurnTokens, Alone: s.Assemble(c, length).TurnTokens,
		Deferred: listing.Deferred, Context: max(length, 0),
	}
	for i, state := range listing.Listing.States {
		if state.Names() {
			m.Shown += len(listing.Listing.Groups[i].Entries)
		}
	}
	return m
}

// Replies returns the mean lengths, in tokens, of what tool_search answers to one of
// the queries and tool_describe to one name. Without queries each tool is looked for
// by the words of its own name. It fails with the context's error when that ends.
func Replies(ctx context.Context, s *engine.Session, c engine.Config, queries []string) (search, describe int, err error) {
	tools := eval.Spaced(s.Deferred, asked)
	if len(queries) == 0 {
		for _, e := range tools {
			queries = append(queries, separators.Replace(e.Bare()))
		}
	}
	var searches, describes []int
	for _, q := range eval.Spaced(queries, asked) {
		reply := s.ToolSearch(c, py.Object{{Key: "queries", Value: py.List{q}}})
		searches = append(searches, reply.Tokens())
		if ctx.Err() != nil {
			return 0, 0, ctx.Err()
		}
	}
	for _, e := range tools {
		reply := s.ToolDescribe(py.Object{{Key: "names", Value: py.List{e.Name}}})
		describes = append(describes, reply.Tokens())
	}
	return mean(searches), mean(describes), nil
}

var separators = strings.NewReplacer("_", " ", "-", " ", ".", " ")

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
