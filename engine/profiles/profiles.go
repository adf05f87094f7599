// Package profiles replays a catalog and queries under the tool search of other
// engines, as profiles.md describes them: the original's text, words, scores, order
// and limits. A Profile says where it was read and what of it is approximate.
//
//	engine := profiles.All()[0].New(catalog) // prepares the index once
//	result, err := engine.Search("create an issue", 5)
//
// An Engine is an eval.Engine. It is safe for concurrent use.
package profiles

import (
	"unicode/utf8"

	"findable/engine"
	"findable/engine/eval"
)

// A Unit is what a profile ranks.
type Unit string

// The units.
const (
	Tools   Unit = "tool"
	Servers Unit = "server"
)

// A Profile is another engine's way to search.
type Profile struct {
	// Key names it in reports and on the command line, Title for people.
	Key, Title string
	// Repository, Commit and Sources say where it was read.
	Repository, Commit string
	Sources            []string
	// Approximate says in which points answers may differ from the original's.
	Approximate []string
	// Default is how many results the original gives when nothing is said, Most how
	// many it gives at all, 0 where it has no bound; LimitBy says who decides.
	Default, Most int
	LimitBy       string
	// Argument is the name of the argument that the query goes into.
	Argument string
	// Unit is what it ranks.
	Unit Unit
	// Scored says whether hits have scores. Scores of different queries, and of
	// different engines, do not compare.
	Scored bool
	// Nothing is the answer when nothing is found.
	Nothing string

	build func([]server) ranker
}

// All returns the profiles in the order of profiles.md.
func All() []Profile { return []Profile{fastmcpBM25, fastmcpRegex, github, docker, mcpproxy} }

// A Hit is one tool or server in a ranking.
type Hit struct {
	// Place is its place in the engine's Names.
	Place int
	// Score is the original's, 0 in a profile that is not Scored.
	Score float64
	// MatchedIn names what added to the score, in the original's words and order;
	// only GitHub's engine tells.
	MatchedIn []string
}

// A Result is the answer to one query.
type Result struct{ Hits []Hit }

// An EmptyQueryError is a refusal of a query without anything in it.
type EmptyQueryError struct {
	// Words are the original's.
	Words string
}

func (e *EmptyQueryError) Error() string { return e.Words }

// A PatternError says that findable cannot run a pattern which the original may.
type PatternError struct{ Pattern, Why string }

func (e *PatternError) Error() string { return e.Why }

// A ranker ranks units, which it knows by their places. n is positive.
type ranker interface {
	rank(query string, n int) (Result, error)
}

// An Engine is a profile over one catalog.
type Engine struct {
	Profile Profile

	names *eval.Names
	// tools are the names of all tools and owner the place of each one's server,
	// whatever the profile ranks.
	tools  *eval.Names
	owner  []int
	ranker ranker
}

// New prepares a profile for a catalog: all tools of its plugin toolsets, each taken
// for a server, and of its servers, in that order and as they were loaded, also where
// names clash. Left out are the agent's own tools, which no such engine ever sees,
// and what the user's configuration turns off: disabled servers, and tools that
// include and exclude do not admit.
func (p Profile) New(c engine.Catalog) *Engine {
	servers := serversOf(c)
	e := &Engine{Profile: p, ranker: p.build(servers)}
	var units, tools []eval.Tool
	for i, s := range servers {
		units = append(units, eval.Tool{Server: s.name, Bare: s.name, Full: s.name})
		for _, t := range s.tools {
			tools = append(tools, eval.Tool{Server: s.name, Bare: t.name, Full: t.full})
			e.owner = append(e.owner, i)
		}
	}
	e.tools = eval.NewNames(tools)
	e.names = e.tools
	if p.Unit == Servers {
		e.names = eval.NewNames(units)
	}
	return e
}

// Names returns the tools, or the servers, that the profile ranks, in catalog order.
func (e *Engine) Names() *eval.Names { return e.names }

// MaxQuery is the length, in characters, at which a query is cut: the originals have
// no bound, and of some the time grows with query and texts multiplied. Patterns are
// not cut, which would change what they mean.
const MaxQuery = 5_000

// Search returns the best hits for a query, at most n, which may be more than the
// original would give. Of a query that is Cut only the beginning counts. The error is an
// *EmptyQueryError or a *PatternError.
func (e *Engine) Search(query string, n int) (Result, error) {
	if n <= 0 {
		return Result{}, nil
	}
	if e.Cut(query) {
		query = string([]rune(query)[:MaxQuery])
	}
	return e.ranker.rank(query, n)
}

// Cut reports whether only the first MaxQuery characters of a query count, so that it
// may not be answered as the original would.
func (e *Engine) Cut(query string) bool {
	return e.Profile.Argument == "query" && utf8.RuneCountInString(query) > MaxQuery
}

// Rank returns the places of the best hits, at most n.
func (e *Engine) Rank(query string, n int) ([]int, error) {
	r, err := e.Search(query, n)
	places := make([]int, len(r.Hits))
	for i, h := range r.Hits {
		places[i] = h.Place
	}
	return places, err
}

// Case returns a case as it counts under this profile. Where servers are ranked, the
// case's own server is wanted, or else every server that has a tool of a wanted name,
// with the highest of their grades.
func (e *Engine) Case(c eval.Case) eval.Case {
	if e.Profile.Unit != Servers {
		return c
	}
	grades, wants := map[string]int{}, []eval.Want(nil)
	want := func(name string, grade int) {
		if _, known := grades[name]; !known {
			wants = append(wants, eval.Want{Name: name})
		}
		grades[name] = max(grades[name], grade)
	}
	for _, w := range c.Expect {
		means := e.tools.Find(w.Name)
		switch {
		case c.Server != "":
			want(c.Server, w.Grade)
		case means == nil:
			want(w.Name, w.Grade) // no tool here: it stays unknown
		}
		for _, tool := range means {
			if c.Server == "" {
				want(e.names.Tool(e.owner[tool]).Full, w.Grade)
			}
		}
	}
	for i := range wants {
		wants[i].Grade = grades[wants[i].Name]
	}
	c.Expect = wants
	return c
}
