package eval

import (
	"cmp"
	"context"

	"findable/engine"
	"findable/engine/py"
)

// An Engine ranks the tools of a catalog.
type Engine interface {
	// Names returns the tools it ranks.
	Names() *Names
	// Rank returns the places of the best tools for a query, at most n, best
	// first, and why it refuses the query if it does.
	Rank(query string, n int) ([]int, error)
}

// Run asks an engine all cases. An engine may have its own idea of what a case wants
// (a method Case) and of what a reply costs (a method ReplyTokens). Run ends early
// with the context, and then returns its error. asked, when it is not nil, is told
// after each case how many were.
func Run(ctx context.Context, e Engine, cases []Case, asked func(n int)) ([]Outcome, error) {
	outcomes := make([]Outcome, 0, len(cases))
	for i, c := range cases {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if own, ok := e.(interface{ Case(Case) Case }); ok { // such as an engine that ranks servers
			c = own.Case(c)
		}
		hits, fault := e.Rank(c.Query, Depth)
		o := Judge(c, e.Names(), hits)
		o.Fault = fault
		if r, ok := e.(interface{ ReplyTokens(query string) int }); ok {
			o.ReplyTokens = r.ReplyTokens(c.Query)
		}
		outcomes = append(outcomes, o)
		if asked != nil {
			asked(i + 1)
		}
	}
	return outcomes, nil
}

// Session is the reference's engine over a session's deferred tools.
type Session struct {
	session *engine.Session
	config  engine.Config
	names   *Names
}

// NewSession makes an Engine of a session. The config says how many hits a reply
// holds, which counts for what it costs.
func NewSession(s *engine.Session, config engine.Config) *Session {
	return &Session{s, config, NamesOf(s.Deferred)}
}

// Names returns the deferred tools, in the order of the index.
func (s *Session) Names() *Names { return s.names }

// Rank searches, whatever max_search_limit says. A query is trimmed, as
// tool_search does.
func (s *Session) Rank(query string, n int) ([]int, error) {
	r := s.session.Index.Search(py.Strip(query), n)
	hits := make([]int, len(r.Hits))
	for i, h := range r.Hits {
		hits[i] = h.Doc
	}
	return hits, nil
}

// ReplyTokens returns what the reply to one query costs, in tokens.
func (s *Session) ReplyTokens(query string) int { return s.replyTokens(query) }

// replyTokens returns what the reply to one call with some queries costs.
func (s *Session) replyTokens(queries ...string) int {
	list := make(py.List, len(queries))
	for i, q := range queries {
		list[i] = q
	}
	reply := s.session.ToolSearch(s.config, py.Object{{Key: "queries", Value: list}})
	return reply.Tokens()
}

// Description returns what the tool at a place says of itself, its name where it
// says nothing.
func (s *Session) Description(place int) string {
	e := s.session.Index.Entry(place)
	return cmp.Or(e.Description(), e.Bare())
}
