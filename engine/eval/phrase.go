package eval

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"findable/engine"
	"findable/engine/text"
)

// MaxKeywords is how many keyword queries a Lens makes of a sentence: one call of
// tool_search carries as many in every generation.
const MaxKeywords = 5

// Keywords is one query that a careful model would send for a sentence.
type Keywords struct {
	// Query is Service, Action and Objects, in this order.
	Query string
	// Service is the server's label where the sentence names it, Action the verb in
	// the catalog's word for it, Objects what it is done to; "" and none where there
	// is no such word.
	Service, Action string
	Objects         []string
	// Hits are the places of the tools found, at most Depth, best first.
	Hits []int
}

// A Lens rewords sentences as a careful model would: service, action and object, in
// the catalog's own words. It reads the catalog and the sentence, never what a case
// expects.
type Lens struct {
	session *engine.Session
	names   []wording           // of each deferred tool's name
	labels  map[string][]string // the terms of each label
	named   map[string][]int    // tools by a term of their names
	whole   map[string][]int    // tools by a term of their documents
}

// NewLens reads the names and the documents of a session's deferred tools.
func NewLens(s *engine.Session) *Lens {
	l := &Lens{session: s, labels: map[string][]string{}, named: map[string][]int{}, whole: map[string][]int{}}
	for i := range s.Index.Size() {
		e := s.Index.Entry(i)
		if _, known := l.labels[e.Label]; !known {
			l.labels[e.Label] = text.Tokens(e.Label)
		}
		l.names = append(l.names, newWording(e.Bare()))
		for _, word := range l.names[i].words {
			for _, p := range word.parts {
				add(l.named, p.term, i)
			}
		}
		for _, field := range s.Registry.DocumentTerms(e) {
			for _, t := range field {
				add(l.whole, t, i)
			}
		}
	}
	for i := range l.names {
		for _, word := range l.names[i].words {
			for j, p := range word.parts {
				word.parts[j].idf = l.idf(l.named, p.term)
				l.names[i].total += word.parts[j].idf
			}
		}
	}
	return l
}

func add(tools map[string][]int, term string, tool int) {
	if n := len(tools[term]); n == 0 || tools[term][n-1] != tool {
		tools[term] = append(tools[term], tool)
	}
}

func (l *Lens) idf(tools map[string][]int, term string) float64 {
	df := float64(len(tools[term]))
	return math.Log(1 + (float64(l.session.Index.Size())-df+0.5)/(df+0.5))
}

// A candidate is a tool whose words make a query, and how likely the query is.
type candidate struct {
	tool   int
	weight float64
}

// Queries returns the keyword queries for a sentence, the likeliest first, each with
// what it finds; those that find nothing are left out. First come those in the words
// of tools' names, which a model knows where the listing shows them, then those of the
// sentence's own words that some tool has together.
func (l *Lens) Queries(s string) []Keywords {
	const listed = 3 // of MaxKeywords; the others are for what no name says
	said := l.read(s)
	out := l.run(nil, l.byName(said), said.fromName, listed)
	return l.run(out, l.byDocument(said), said.fromDocument, MaxKeywords)
}

// run adds the queries that candidates make and that find something, until there are
// so many.
func (l *Lens) run(out []Keywords, candidates []candidate, words func(tool int) Keywords, most int) []Keywords {
	slices.SortStableFunc(candidates, func(a, b candidate) int { return cmp.Compare(b.weight, a.weight) })
	tried := map[string]bool{}
	for _, c := range candidates {
		if len(out) >= most {
			break
		}
		k := words(c.tool)
		if k.Query = k.query(); tried[k.Query] || slices.ContainsFunc(out, func(other Keywords) bool { return sameWords(other.Query, k.Query) }) {
			continue
		}
		tried[k.Query] = true
		for _, h := range l.session.Index.Search(k.Query, Depth).Hits {
			k.Hits = append(k.Hits, h.Doc)
		}
		if len(k.Hits) > 0 {
			out = append(out, k)
		}
	}
	return out
}

// sameWords reports whether two queries have the same words in whatever order.
func sameWords(a, b string) bool {
	x, y := strings.Fields(a), strings.Fields(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// byName weighs the tools whose names share an object with the sentence: the more,
// the more of the name is said.
func (l *Lens) byName(s *said) (out []candidate) {
	tools := map[int]bool{}
	for _, w := range s.words {
		for _, i := range l.named[w.term] {
			tools[i] = true
		}
	}
	for i, name := range l.names { // in their order, which decides ties
		if !tools[i] {
			continue
		}
		weight, object := 0.0, false
		for _, word := range name.words {
			w, o := s.says(word)
			weight, object = weight+w, object || o
		}
		if weight *= weight / name.total; s.services[l.session.Index.Entry(i).Label] {
			weight *= 2
		}
		if object {
			out = append(out, candidate{i, weight})
		}
	}
	return out
}

// fromName returns the words of a tool's name that the sentence says.
func (s *said) fromName(tool int) Keywords {
	k := Keywords{Service: s.service(tool)}
	for _, word := range s.lens.names[tool].words {
		if weight, _ := s.says(word); weight > 0 {
			k.add(word.text, len(word.parts) == 1 && word.parts[0].verb)
		}
	}
	return k
}

// add takes a word; the first verb is the action.
func (k *Keywords) add(word string, verb bool) {
	if verb && k.Action == "" {
		k.Action = word
	} else {
		k.Objects = append(k.Objects, word)
	}
}

// query joins the words, each once.
func (k Keywords) query() string {
	var words []string
	text.EachWord(k.Service+" "+k.Action+" "+strings.Join(k.Objects, " "), func(word string, _, _ int) {
		if !slices.Contains(words, word) {
			words = append(words, word)
		}
	})
	return strings.Join(words, " ")
}

// mostObjects is how many words of a sentence make a query: with more, hardly a tool
// has them all, and the rarest decides alone.
const mostObjects = 3

// byDocument weighs the tools that have words of the sentence, one of them an object,
// by the rarest that they have.
func (l *Lens) byDocument(s *said) (out []candidate) {
	for i := range l.names {
		weight, object := 0.0, false
		for _, at := range s.rarest(i) {
			weight += s.words[at].idf
			object = object || !s.words[at].verb
		}
		if object {
			out = append(out, candidate{i, weight})
		}
	}
	return out
}

// fromDocument returns the rarest words of the sentence that a tool has.
func (s *said) fromDocument(tool int) Keywords {
	k := Keywords{Service: s.service(tool)}
	for _, at := range s.rarest(tool) {
		k.add(s.words[at].text, s.words[at].verb)
	}
	return k
}

// Keyworded is the reference's engine asked as a careful model would ask it: each
// query becomes keyword queries of one call, whose hits are taken in turn.
type Keyworded struct {
	*Session
	lens *Lens
}

// NewKeyworded makes an Engine of a session.
func NewKeyworded(s *Session) *Keyworded { return &Keyworded{s, NewLens(s.session)} }

// Rank takes the first hits of all keyword queries, then the second ones, and so on.
func (k *Keyworded) Rank(query string, n int) ([]int, error) {
	var hits []int
	asked := k.lens.Queries(query)
	for at := range n {
		for _, q := range asked {
			if at < len(q.Hits) && !slices.Contains(hits, q.Hits[at]) {
				hits = append(hits, q.Hits[at])
			}
		}
	}
	return hits[:min(n, len(hits))], nil
}

// ReplyTokens returns what the reply to the call with all keyword queries costs, in
// tokens; where there are none, that to the query as it stands.
func (k *Keyworded) ReplyTokens(query string) int {
	var queries []string
	for _, q := range k.lens.Queries(query) {
		queries = append(queries, q.Query)
	}
	if queries == nil {
		queries = []string{query}
	}
	return k.replyTokens(queries...)
}
