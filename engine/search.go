package engine

import (
	"math"
	"slices"
	"strings"

	"findable/engine/py"
)

// A Token is one token of a query.
type Token struct {
	// Word is the token as it stands in the query, lower-cased; Term its stem.
	Word, Term string
	// Start and End are byte offsets in the query.
	Start, End int
	// DF is the number of tools that have the term, IDF its inverse document
	// frequency. A term in no tool has the highest IDF of all.
	DF  int
	IDF float64

	number int32
	first  bool // some tool has the term and no token before has it
}

// A Hit is one tool in a ranking.
type Hit struct {
	// Doc is the tool's number in the index.
	Doc   int
	Entry *Entry
	// Score is the BM25 score, +Inf for an exact name, 0 for a fallback hit.
	Score float64
}

// Exact reports whether the hit is there by the exact-name rule.
func (h Hit) Exact() bool { return math.IsInf(h.Score, 1) }

// A Result is the ranking of one query.
type Result struct {
	Query  string
	Tokens []Token
	// Hits holds the best tools, at most the limit asked for: by score
	// descending, equal scores in catalog order.
	Hits []Hit
	// Matched counts all admitted tools, whatever the limit.
	Matched int
	// Fallback is set when the hits come from the substring search of names.
	Fallback bool

	// Gate is the place in Tokens of the query's rarest token, which every tool
	// must hold, and Required how many of its distinct Answerable terms (those
	// that some tool has). Gate is -1 where the generation has no gate.
	Gate       int
	Answerable []string
	Required   int
}

// scores gathers the scores of one search. Only what was touched is cleared.
type scores struct {
	score   []float64
	held    []int32 // distinct terms held, for the coverage floor
	touched []int32
}

func newScores(n int) *scores {
	return &scores{score: make([]float64, n), held: make([]int32, n)}
}

func (s *scores) reset() {
	for _, d := range s.touched {
		s.score[d], s.held[d] = 0, 0
	}
	s.touched = s.touched[:0]
}

// Tokens returns the tokens of a query with their document frequencies.
func (x *Index) Tokens(query string) []Token {
	tokens, seen := make([]Token, 0, 8), make(map[int32]bool, 8)
	x.words.analyser.EachWord(query, func(word string, start, end int) {
		t := Token{Word: word, Start: start, End: end}
		t.Term, t.number = x.words.find(word)
		docs, _ := x.postings(t.number)
		t.DF, t.IDF = len(docs), x.idf(int32(len(docs)))
		t.first, seen[t.number] = t.DF > 0 && !seen[t.number], true
		tokens = append(tokens, t)
	})
	return tokens
}

// Search ranks the tools for one query (engine.md, section 7, "Ranking of one
// query"). The query is taken as it stands; tool_search trims its queries.
func (x *Index) Search(query string, limit int) Result {
	r := Result{Query: query, Gate: -1, Required: 1}
	r.Tokens = x.Tokens(query)
	if len(x.entries) == 0 || limit <= 0 || len(r.Tokens) == 0 {
		return r
	}
	s := x.scratch.Get().(*scores)
	defer func() { s.reset(); x.scratch.Put(s) }()
	candidates := x.candidates(&r, s)
	if len(candidates) == 0 && x.rules.Fallback {
		x.fallback(&r, limit)
		return r
	}
	r.Matched = len(candidates)
	r.Hits = x.best(candidates, s.score, limit)
	return r
}

// Rank returns the place, from 1, at which Search ranks a document, 0 when it does
// not. It ranks nothing else, so it is the way to try many queries.
func (x *Index) Rank(query string, doc int) int {
	r := Result{Query: query, Gate: -1, Required: 1, Tokens: x.Tokens(query)}
	if len(r.Tokens) == 0 {
		return 0
	}
	s := x.scratch.Get().(*scores)
	defer func() { s.reset(); x.scratch.Put(s) }()
	candidates := x.candidates(&r, s)
	if len(candidates) == 0 && x.rules.Fallback {
		x.fallback(&r, len(x.entries))
		return 1 + slices.IndexFunc(r.Hits, func(h Hit) bool { return h.Doc == doc })
	}
	before, among := 0, false
	for _, d := range candidates {
		switch own := s.score[doc]; {
		case int(d) == doc:
			among = true
		case s.score[d] > own || s.score[d] == own && int(d) < doc:
			before++
		}
	}
	if !among {
		return 0
	}
	return 1 + before
}

// candidates scores the tools for the tokens of r and returns those that are
// admitted.
func (x *Index) candidates(r *Result, s *scores) []int32 {
	for _, t := range r.Tokens {
		x.add(s, t, x.rules.Floor > 0 && t.first)
	}
	r.setAdmission(x.rules)
	return x.withExact(s, x.admitted(s, *r), r.Query)
}

// add adds a token's contributions, in the order of its postings.
func (x *Index) add(s *scores, t Token, count bool) {
	docs, weights := x.postings(t.number)
	for i, d := range docs {
		if s.score[d] == 0 {
			s.touched = append(s.touched, d)
		}
		s.score[d] += weights[i]
	}
	if count {
		for _, d := range docs {
			s.held[d]++
		}
	}
}

// setAdmission works out the gate and the coverage floor of a generation that
// has them.
func (r *Result) setAdmission(rules Rules) {
	if !rules.Gate {
		return
	}
	r.Gate = 0
	for i, t := range r.Tokens {
		if t.DF < r.Tokens[r.Gate].DF { // the lower df, the higher idf; first on a tie
			r.Gate = i
		}
		if t.first {
			r.Answerable = append(r.Answerable, t.Term)
		}
	}
	if len(r.Answerable) >= rules.Floor {
		r.Required = (len(r.Answerable) + 1) / 2
	}
}

// admitted returns the scored tools that pass the gate and the floor. The slice
// may be the scratch's own: it is used before the next search.
func (x *Index) admitted(s *scores, r Result) []int32 {
	if r.Gate < 0 {
		return s.touched
	}
	var candidates []int32
	docs, _ := x.postings(r.Tokens[r.Gate].number)
	for _, d := range docs {
		if int(s.held[d]) >= r.Required {
			candidates = append(candidates, d)
		}
	}
	return candidates
}

// withExact puts the tools whose full name is the query, ignoring case, above
// every score; gate and floor do not concern them.
func (x *Index) withExact(s *scores, candidates []int32, query string) []int32 {
	for _, d := range x.lower[py.Lower(query)] {
		if !slices.Contains(candidates, d) {
			candidates = append(slices.Clip(candidates), d)
		}
		s.touched = append(s.touched, d) // twice does no harm: touched is only cleared
		s.score[d] = math.Inf(1)
	}
	return candidates
}

// fallback looks for the whole query inside the full names, in catalog order.
func (x *Index) fallback(r *Result, limit int) {
	query := py.Lower(r.Query)
	for i, e := range x.entries {
		if strings.Contains(e.lower, query) {
			if r.Matched++; r.Matched <= limit {
				r.Hits = append(r.Hits, Hit{Doc: i, Entry: e})
			}
		}
	}
	r.Fallback = r.Matched > 0
}

// best returns the first limit of the candidates in ranking order.
func (x *Index) best(candidates []int32, score []float64, limit int) []Hit {
	before := func(a, b int32) bool { return score[a] > score[b] || score[a] == score[b] && a < b }
	top := make([]int32, 0, min(limit, len(candidates)))
	if limit >= len(candidates) {
		top = append(top, candidates...)
	} else {
		top = selectTop(top, candidates, limit, before)
	}
	slices.SortFunc(top, func(a, b int32) int {
		if before(a, b) {
			return -1
		}
		return 1
	})
	hits := make([]Hit, len(top))
	for i, d := range top {
		hits[i] = Hit{Doc: int(d), Entry: x.entries[d], Score: score[d]}
	}
	return hits
}

// selectTop keeps the limit best candidates in a heap whose root is the worst
// of them.
func selectTop(top, candidates []int32, limit int, before func(a, b int32) bool) []int32 {
	down := func(i int) {
		for {
			worst := i
			for _, c := range [2]int{2*i + 1, 2*i + 2} {
				if c < len(top) && before(top[worst], top[c]) {
					worst = c
				}
			}
			if worst == i {
				return
			}
			top[i], top[worst] = top[worst], top[i]
			i = worst
		}
	}
	top = append(top, candidates[:limit]...)
	for i := limit/2 - 1; i >= 0; i-- {
		down(i)
	}
	for _, d := range candidates[limit:] {
		if before(d, top[0]) {
			top[0] = d
			down(0)
		}
	}
	return top
}
