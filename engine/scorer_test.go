package engine

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"findable/engine/py"
	"findable/engine/text"
)

// A slowScorer ranks as the rules say: every document's tokens as a list, every
// count by looking through all of them.
type slowScorer struct {
	rules Rules
	names []string
	docs  [][]string
}

func newSlowScorer(tools []*Entry, rules Rules) slowScorer {
	s := slowScorer{rules: rules}
	for _, e := range tools {
		label := strings.TrimPrefix(e.Toolset, "mcp-")
		if e.Toolset == "" {
			label = "other"
		}
		words := strings.TrimPrefix(e.Name, "mcp__")
		for _, separator := range []string{"_", ".", ":", "-"} {
			words = strings.ReplaceAll(words, separator, " ")
		}
		whole := words
		if !slices.Contains(strings.Split(words, " "), label) {
			whole += " " + label
		}
		whole += " " + str(at(e.Function, "description"))
		for _, m := range object(at(e.Function, "parameters", "properties")) {
			whole += " " + m.Key
		}
		s.names, s.docs = append(s.names, e.Name), append(s.docs, text.Tokens(whole))
	}
	return s
}

func count(list []string, word string) (n int) {
	for _, w := range list {
		if w == word {
			n++
		}
	}
	return n
}

func (s slowScorer) df(term string) (n int) {
	for _, d := range s.docs {
		if slices.Contains(d, term) {
			n++
		}
	}
	return n
}

func (s slowScorer) idf(term string) float64 {
	n, df := float64(len(s.docs)), float64(s.df(term))
	return ln(1 + (n-df+0.5)/(df+0.5)) // held against a logarithm of 200 bits elsewhere
}

func (s slowScorer) score(query []string, doc []string) float64 {
	total := 0
	for _, d := range s.docs {
		total += len(d)
	}
	average := math.Max(float64(total)/float64(len(s.docs)), 1)
	sum := 0.0
	for _, term := range query {
		if tf := float64(count(doc, term)); tf > 0 {
			bracket := tf + 1.5*(0.25+(0.75*float64(len(doc)))/average)
			if s.rules.Name == "latest" {
				sum += s.idf(term) * tf * 2.5 / bracket
			} else {
				sum += s.idf(term) * (tf * 2.5 / bracket)
			}
		}
	}
	return sum
}

// admits is the later generation's gate and floor.
func (s slowScorer) admits(query, doc []string) bool {
	if s.rules.Name != "latest" {
		return true
	}
	rarest := query[0]
	var answerable []string
	for _, term := range query {
		if s.idf(term) > s.idf(rarest) {
			rarest = term
		}
		if s.df(term) > 0 && !slices.Contains(answerable, term) {
			answerable = append(answerable, term)
		}
	}
	held := 0
	for _, term := range answerable {
		if slices.Contains(doc, term) {
			held++
		}
	}
	return slices.Contains(doc, rarest) && (len(answerable) < 4 || 2*held >= len(answerable))
}

type slowHit struct {
	name  string
	score float64
}

// search returns every admitted tool in ranking order, the limit not applied.
func (s slowScorer) search(query string) (hits []slowHit, fallback bool) {
	tokens := text.Tokens(query)
	if len(tokens) == 0 || len(s.docs) == 0 {
		return nil, false
	}
	for i, name := range s.names {
		score := s.score(tokens, s.docs[i])
		if !s.admits(tokens, s.docs[i]) {
			score = 0
		}
		if lower := strings.ToLower(query); strings.ToLower(name) == lower { // EqualFold is another rule than the reference's
			score = math.Inf(1)
		}
		if score > 0 {
			hits = append(hits, slowHit{name, score})
		}
	}
	if hits == nil && s.rules.Name != "latest" {
		for _, name := range s.names {
			if strings.Contains(strings.ToLower(name), strings.ToLower(query)) {
				hits = append(hits, slowHit{name, 0})
			}
		}
		return hits, hits != nil
	}
	slices.SortStableFunc(hits, func(a, b slowHit) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return 0
	})
	return hits, false
}

var scorerWords = []string{"create", "created", "list", "issue", "issues", "zone", "Zone", "a", "the", "s3", "mail", "organization",
	"internal", "crm", "tracker", "mcp", "user", "id", "天気", "naïve", "createIssue", "x"}

func someWords(rng *rand.Rand, most int, between string) string {
	var words []string
	for range rng.IntN(most + 1) {
		words = append(words, scorerWords[rng.IntN(len(scorerWords))])
	}
	return strings.Join(words, between)
}

// randomCatalog makes up to 60 tools of few words, so that ties, repeats and
// colliding names are common, from every kind of source.
func randomCatalog(rng *rand.Rand) Catalog {
	tools := func() []Tool {
		var out []Tool
		for range rng.IntN(12) {
			f := py.Object{{Key: "name", Value: someWords(rng, 3, "_") + "x"}}
			if rng.IntN(5) > 0 {
				f = append(f, py.Member{Key: "description", Value: someWords(rng, 12, " ")})
			}
			if rng.IntN(4) > 0 {
				properties := py.Object{}
				for _, key := range strings.Fields(someWords(rng, 3, " ")) {
					properties = properties.With(key, py.Object{{Key: "type", Value: "string"}})
				}
				f = append(f, py.Member{Key: "parameters", Value: py.Object{{Key: "properties", Value: properties}}})
			}
			out = append(out, Tool{Function: f})
		}
		return out
	}
	c := Catalog{Core: []Tool{testTool("web_search"), testTool("todo_list")}, Unregistered: []Tool{testTool("stray_issue"), testTool("show_tip")}}
	for _, name := range []string{"crm", "desktop_ui", "my notes"}[:rng.IntN(4)] {
		c.Toolsets = append(c.Toolsets, Toolset{Name: name, Tools: tools()})
	}
	for _, name := range []string{"tracker", "crm", "Mail-Box", "x"}[:rng.IntN(5)] {
		c.Servers = append(c.Servers, Server{Name: name, Tools: tools()})
	}
	return c
}

func randomQuery(rng *rand.Rand, s *Session) string {
	if n := len(s.Deferred); n > 0 {
		name := s.Deferred[rng.IntN(n)].Name
		switch rng.IntN(8) {
		case 0:
			return name
		case 1:
			return strings.ToUpper(name)
		case 2:
			return name[len(name)/3:]
		case 3:
			return "unheard " + someWords(rng, 4, " ")
		}
	}
	return someWords(rng, 7, " ")
}

// TestSearchAgainstSlow compares the index with the slow scorer on random
// catalogs, and the explanations with the index.
func TestSearchAgainstSlow(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var searches, hits, fallbacks, exact, refused int
	for range 60 {
		registry := Register(randomCatalog(rng))
		for _, rules := range Generations() {
			s := registry.Session(rules, Scope{}, rules.DefaultDefer)
			slow := newSlowScorer(s.Deferred, rules)
			for range 12 {
				query, limit := randomQuery(rng, s), 1+rng.IntN(20)
				got := s.Index.Search(query, limit)
				checkSearch(t, s, slow, got, query, limit)
				searches, hits = searches+1, hits+len(got.Hits)
				if got.Fallback {
					fallbacks++
				}
				if len(got.Hits) > 0 && got.Hits[0].Exact() {
					exact++
				}
				if rules.Gate && len(got.Answerable) > 0 && got.Matched == 0 {
					refused++
				}
			}
		}
	}
	t.Logf("%d searches, %d hits, %d by fallback, %d exact, %d refused by gate or floor", searches, hits, fallbacks, exact, refused)
	if hits < searches || fallbacks == 0 || exact == 0 || refused == 0 {
		t.Error("the random catalogs leave a rule untried")
	}
}

func checkSearch(t *testing.T, s *Session, slow slowScorer, got Result, query string, limit int) {
	t.Helper()
	want, fallback := slow.search(query)
	if got.Matched != len(want) || got.Fallback != fallback || len(got.Hits) != min(limit, len(want)) {
		t.Fatalf("%s %q at limit %d: %d hits of %d, fallback %v; want %d of them, fallback %v",
			s.Rules.Name, query, limit, len(got.Hits), got.Matched, got.Fallback, len(want), fallback)
	}
	for i, h := range got.Hits {
		if h.Entry.Name != want[i].name || h.Score != want[i].score {
			t.Fatalf("%s %q hit %d: %s %v, want %s %v", s.Rules.Name, query, i, h.Entry.Name, h.Score, want[i].name, want[i].score)
		}
		if s.Index.Entry(h.Doc) != h.Entry {
			t.Fatalf("document %d is not %s", h.Doc, h.Entry.Name)
		}
		if x := s.Index.Explain(query, h.Doc); !h.Exact() && !got.Fallback && x.Score != h.Score {
			t.Fatalf("%s %q: %s explained as %v, ranked by %v", s.Rules.Name, query, h.Entry.Name, x.Score, h.Score)
		}
	}
	for doc := range s.Deferred {
		x := s.Index.Explain(query, doc)
		sum := 0.0
		for _, c := range x.Terms {
			sum += c.Value
			if (c.Value > 0) != (c.Frequency() > 0) || c.Frequency() != count(slow.docs[doc], c.Term) || c.DF != slow.df(c.Term) {
				t.Fatalf("%q in %s: %+v", query, x.Entry.Name, c)
			}
		}
		if sum != x.Score || x.Length != len(slow.docs[doc]) {
			t.Fatalf("%q in %s: the terms add up to %v, the score is %v", query, x.Entry.Name, sum, x.Score)
		}
	}
}

// TestServerOrder: where no name is taken twice, the order in which servers are
// given shows nowhere.
func TestServerOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	tried := 0
	for range 40 {
		c := randomCatalog(rng)
		first := Register(c)
		if slices.ContainsFunc(first.Notes, func(n Note) bool { return n.Kind == NameOwned }) {
			continue
		}
		tried++
		rng.Shuffle(len(c.Servers), func(i, j int) { c.Servers[i], c.Servers[j] = c.Servers[j], c.Servers[i] })
		second := Register(c)
		for _, rules := range Generations() {
			if a, b := everything(first.Session(rules, Scope{}, nil)), everything(second.Session(rules, Scope{}, nil)); a != b {
				t.Fatalf("%s: the order of the servers shows:\n%s\n%s", rules.Name, a, b)
			}
		}
	}
	if tried < 10 {
		t.Errorf("only %d catalogs without a collision", tried)
	}
}

// everything writes down what a session answers.
func everything(s *Session) string {
	var b strings.Builder
	for _, e := range s.Registry.Entries {
		fmt.Fprintln(&b, e.Toolset, e.Definition(), e.Short)
	}
	c := DefaultConfig(s.Rules)
	for _, context := range []int{0, 2000, 20000} {
		a := s.Assemble(c, context)
		fmt.Fprintln(&b, a.Tier, a.Listing.Form, a.TurnTokens, a.Listing.Text())
	}
	fmt.Fprintln(&b, s.ToolSearch(c, py.Object{{Key: "queries", Value: py.List{"create issues", "zone a", "mcp", "nothing"}}}).Text)
	return b.String()
}
