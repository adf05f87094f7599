package profiles

import (
	"cmp"
	"slices"
	"sort"
	"strings"
)

var github = Profile{
	Key: "github-tool-search", Title: "GitHub tool-search",
	Repository: "github/github-mcp-server", Commit: "64a49f34",
	Sources: []string{"pkg/tooldiscovery/search.go", "lithammer/fuzzysearch v1.1.8 (Levenshtein)"},
	Approximate: []string{
		"Properties are joined in the order of their lower-cased bytes; the original takes Go's random map order, worth up to 0.02 points.",
		"The package's search function: the command that the README documents is not in the repository."},
	Default: 3, LimitBy: "the caller (MaxResults)",
	Argument: "query", Unit: Tools, Scored: true, Nothing: "no results: no score above 1",
	build: buildGithub,
}

// The original's points.
const (
	nameSubstring  = 5.0
	namePrefix     = 1.5
	nameExact      = 2.5
	describedWhole = 2.0
	parameterWhole = 1.0
	nameWord       = 1.0
	describedWord  = 0.6
	parameterWord  = 0.4
	matchedWord    = 0.8 // for each distinct word that matched anywhere
	allMatched     = 2.0
	allInName      = 4.0
	nothingElse    = 2.0  // as many name tokens as words
	extraToken     = -0.5 // for each name token more
	leastScore     = 1.0  // what is kept is above

	nameAlike      = 2.0
	describedAlike = 0.8
	parameterAlike = 0.6
	allAlike       = 0.5
)

// githubTool is a tool in lower case.
type githubTool struct {
	name, description measured
	compact           string
	tokens            []string
	properties        []int32  // places in githubIndex.properties
	all               measured // name, description and properties, joined by spaces
}

type githubIndex struct {
	tools      []githubTool
	properties []measured // the distinct names of all tools' properties
}

func buildGithub(servers []server) ranker {
	x, known := &githubIndex{}, map[string]int32{}
	for _, t := range allTools(servers) {
		name, description := strings.ToLower(t.name), strings.ToLower(t.description)
		g := githubTool{name: measure(name), description: measure(description), compact: strings.ReplaceAll(name, "_", "")}
		g.tokens = strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '-' || r == ' ' })
		var names []string
		for _, p := range t.properties() {
			names = append(names, strings.ToLower(p.name))
		}
		slices.Sort(names)
		g.all = measure(strings.Join(append([]string{name, description}, names...), " "))
		for _, name := range names {
			n, ok := known[name]
			if !ok {
				n = int32(len(x.properties))
				known[name], x.properties = n, append(x.properties, measure(name))
			}
			g.properties = append(g.properties, n)
		}
		x.tools = append(x.tools, g)
	}
	return x
}

// rank scores the tools and cuts to those that are kept.
func (x *githubIndex) rank(query string, n int) (Result, error) {
	query = strings.TrimSpace(query)
	if query == "" {
		return Result{}, nil
	}
	q := x.query(strings.ToLower(query))
	points := make([]float64, len(x.tools))
	for i := range x.tools {
		points[i] = q.points(&x.tools[i], nil)
	}
	hits, ok := x.promising(q, points, n)
	if !ok {
		hits = x.all(q, points)
	}
	kept := hits[:0]
	for _, h := range hits[:min(n, len(hits))] {
		if h.Score > leastScore {
			q.points(&x.tools[h.Place], &h.MatchedIn)
			kept = append(kept, h)
		}
	}
	return Result{Hits: kept}, nil
}

// all sorts all tools with Go's sort.Slice, as the original does: it is not stable,
// but its order for the same scores is the same.
func (x *githubIndex) all(q *githubQuery, points []float64) []Hit {
	hits := make([]Hit, len(x.tools))
	for i := range x.tools {
		hits[i] = Hit{Place: i, Score: q.score(&x.tools[i], points[i])}
	}
	sort.Slice(hits, func(i, j int) bool { return hits[i].Score > hits[j].Score })
	return hits
}

// promising finds the best n with the distances of those tools only that may be among
// them: of most, the best that their texts' lengths allow is not enough. It gives up
// where scores are equal, since then their order depends on all tools.
func (x *githubIndex) promising(q *githubQuery, points []float64, n int) (hits []Hit, ok bool) {
	if n >= len(points) {
		return nil, false
	}
	bounds, order := make([]float64, len(points)), make([]int, len(points))
	for i := range points {
		bounds[i], order[i] = q.bound(&x.tools[i], points[i]), i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(bounds[b], bounds[a]) })
	for _, i := range order {
		if len(hits) > n && bounds[i] < hits[n].Score {
			break
		}
		h := Hit{Place: i, Score: q.score(&x.tools[i], points[i])}
		at, equal := slices.BinarySearchFunc(hits, h, func(a, b Hit) int { return cmp.Compare(b.Score, a.Score) })
		if equal && h.Score > leastScore {
			return nil, false
		}
		hits = slices.Insert(hits, at, h)[:min(n+1, len(hits)+1)]
	}
	return hits, true
}

// githubQuery is a query and what it has in common with each property.
type githubQuery struct {
	text, compact string
	words         []measured
	edits         *edits
	// distinct has for each word the first of the same.
	distinct []int
	// properties are the index's; whole and held say of each whether it contains the
	// query and which words, one bit a word in blocks of 64; alike is its similarity,
	// below 0 while no one has asked.
	properties []measured
	whole      []bool
	held       []uint64
	alike      []float64
	any        []uint64 // the words that some property of a tool holds
}

func (x *githubIndex) query(text string) *githubQuery {
	fields := strings.Fields(text)
	q := &githubQuery{text: text, edits: newEdits(text), properties: x.properties,
		whole: make([]bool, len(x.properties)), alike: make([]float64, len(x.properties))}
	q.compact = strings.ReplaceAll(strings.ReplaceAll(text, " ", ""), "_", "")
	for _, w := range fields {
		q.words, q.distinct = append(q.words, measure(w)), append(q.distinct, slices.Index(fields, w))
	}
	q.any = make([]uint64, (len(fields)+63)/64)
	q.held = make([]uint64, len(q.any)*len(x.properties))
	for i := range x.properties {
		name := &x.properties[i]
		q.whole[i], q.alike[i] = strings.Contains(name.text, text), -1
		for w := range q.words {
			if name.contains(&q.words[w]) {
				q.held[i*len(q.any)+w/64] |= 1 << (w % 64)
			}
		}
	}
	return q
}

// similarity is 1 − distance / length of the longer text, not below 0. The distance
// counts code points and the length bytes, so texts outside ASCII look more alike
// than they are.
func (q *githubQuery) similarity(m measured) float64 {
	if m.text == "" {
		return 0
	}
	return max(0, 1-float64(q.edits.to(m.text))/float64(max(len(m.text), len(q.text))))
}

// mostAlike is what similarity is at most: the distance is at least the difference of
// the lengths.
func (q *githubQuery) mostAlike(m measured) float64 {
	if m.text == "" {
		return 0
	}
	return max(0, 1-float64(max(m.runes-q.edits.length, q.edits.length-m.runes))/float64(max(len(m.text), len(q.text))))
}

// A tally adds points, and notes what for where that is wanted.
type tally struct {
	score     float64
	matchedIn *[]string
}

func (t *tally) add(points float64, label string) {
	t.score += points
	if t.matchedIn != nil && !slices.Contains(*t.matchedIn, label) {
		*t.matchedIn = append(*t.matchedIn, label)
	}
}

// points adds up a tool's points, in the original's order, but for similarities.
func (q *githubQuery) points(g *githubTool, matchedIn *[]string) float64 {
	t := tally{0, matchedIn}
	if strings.Contains(g.name.text, q.text) {
		t.add(nameSubstring, "name:substring")
	}
	if strings.HasPrefix(g.name.text, q.text) {
		t.add(namePrefix, "name:prefix")
	}
	if g.compact == q.compact && len(q.words) > 1 {
		t.add(nameExact, "name:exact-tokens")
	}
	if strings.Contains(g.description.text, q.text) {
		t.add(describedWhole, "description")
	}
	clear(q.any)
	for _, p := range g.properties {
		if q.whole[p] {
			t.add(parameterWhole, "parameter")
		}
		for i := range q.any {
			q.any[i] |= q.held[int(p)*len(q.any)+i]
		}
	}
	q.addWords(g, &t)
	return t.score
}

// score returns the score of a tool with so many points.
func (q *githubQuery) score(g *githubTool, points float64) float64 {
	alike := 0.0
	for _, p := range g.properties {
		if q.alike[p] < 0 {
			q.alike[p] = q.similarity(q.properties[p])
		}
		alike = max(alike, q.alike[p])
	}
	return withSimilarities(points, q.similarity(g.name), q.similarity(g.description), alike, q.similarity(g.all))
}

// bound returns what the score is not above: the same sum with terms not smaller,
// which rounding cannot turn round.
func (q *githubQuery) bound(g *githubTool, points float64) float64 {
	alike := 0.0
	for _, p := range g.properties {
		alike = max(alike, q.mostAlike(q.properties[p]))
	}
	return withSimilarities(points, q.mostAlike(g.name), q.mostAlike(g.description), alike, q.mostAlike(g.all))
}

func withSimilarities(points, name, description, property, all float64) float64 {
	points += float64(name * nameAlike)
	points += float64(description * describedAlike)
	points += float64(property * parameterAlike)
	return points + float64(all*allAlike)
}

// addWords adds what the query's words are worth.
func (q *githubQuery) addWords(g *githubTool, t *tally) {
	matched, inTokens := 0, 0
	for i := range q.words {
		word := &q.words[i]
		inName, found := g.name.contains(word), true
		switch {
		case inName:
			t.add(nameWord, "name:token")
		case g.description.contains(word):
			t.add(describedWord, "description:token")
		default:
			found = false
		}
		if q.any[i/64]>>(i%64)&1 != 0 {
			t.add(parameterWord, "parameter:token")
			found = true
		}
		if found && q.distinct[i] == i {
			matched++
		}
		if inName && slices.ContainsFunc(g.tokens, func(token string) bool { return strings.Contains(token, word.text) }) {
			inTokens++
		}
	}
	t.score += float64(float64(matched) * matchedWord)
	if len(q.words) > 1 && matched == len(q.words) {
		t.score += allMatched
	}
	if inTokens == len(q.words) {
		t.score += allInName
		if len(g.tokens) == len(q.words) {
			t.score += nothingElse
		}
	}
	if extra := len(g.tokens) - inTokens; extra > 0 {
		t.score += float64(float64(extra) * extraToken)
	}
}
