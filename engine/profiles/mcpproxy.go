package profiles

import (
	"math"
	"regexp"
	"slices"
	"strings"
)

var mcpproxy = Profile{
	Key: "mcpproxy", Title: "mcpproxy retrieve_tools",
	Repository: "smart-mcp-proxy/mcpproxy-go", Commit: "20a3e509",
	Sources: []string{"internal/index/bleve.go", "internal/index/manager.go", "internal/server/mcp.go", "internal/upstream/core/client.go",
		"Bleve v2.6.0, segment v0.9.1, mcp-go v0.57.0"},
	Approximate: []string{
		"TF-IDF with query norm and coordination factor, which is what the original's index does; the project calls it BM25.",
		"The shared index: a profile of mcpproxy has its own, with server:tool for a name, and scores differ there.",
		"Words are cut by the rules of UAX 29 with the Unicode of Go; the original's tables are older.",
		"A schema that the original's decoder refuses with its whole server is read as far as it goes."},
	Default: 15, Most: 100, LimitBy: "the caller (limit), the configuration (tools_limit)",
	Argument: "query", Unit: Tools, Scored: true, Nothing: "tools: []",
	build: func(servers []server) ranker {
		return refusesEmpty{buildMcpproxy(servers), "search query cannot be empty"}
	},
}

// A fieldIndex has the postings of a field's words, by the number of the word.
type fieldIndex [][]weightedPosting

// A weightedPosting is √tf × norm of a word in a document, where norm is a float32:
// 1/√(number of words in the field).
type weightedPosting struct {
	doc    int32
	weight float64
}

type mcpproxyIndex struct {
	documents int
	number    map[string]int32 // of a word or a whole name
	all       fieldIndex       // _all
	text      fieldIndex       // searchable_text
	names     map[string][]int32
	full      map[string][]int32
	sorted    []string // the distinct names
	places    []int    // of each document's tool
	tie       []int32
}

// buildMcpproxy indexes the tools under the ids server:name. Of tools with one id
// the last is kept.
func buildMcpproxy(servers []server) *mcpproxyIndex {
	x := &mcpproxyIndex{number: map[string]int32{}, names: map[string][]int32{}, full: map[string][]int32{}}
	tools := allTools(servers)
	last, ids := map[string]int{}, []string(nil)
	id := func(t tool) string { return t.server + ":" + shortName(t.name) }
	for i, t := range tools {
		last[id(t)] = i
	}
	for i, t := range tools {
		if last[id(t)] == i {
			ids, x.places = append(ids, id(t)), append(x.places, i)
			x.add(t)
		}
	}
	x.tie = ranks(ids)
	for name := range x.names {
		x.sorted = append(x.sorted, name)
	}
	slices.Sort(x.sorted)
	return x
}

// shortName is a name without what is before its first colon.
func shortName(name string) string {
	if _, short, ok := strings.Cut(name, ":"); ok {
		return short
	}
	return name
}

// add indexes a tool as the next document.
func (x *mcpproxyIndex) add(t tool) {
	doc, name := int32(x.documents), shortName(t.name)
	x.documents++
	x.names[name] = append(x.names[name], doc)
	x.full[t.name] = append(x.full[t.name], doc)
	input, output := jsonText(t.input), ""
	if t.output.Text("type") != "" {
		output = jsonText(t.output)
	}
	all, text := map[int32]int{}, map[int32]int{}
	read := func(s string, inAll, inText int) {
		bleveWords(s, func(word string) {
			n := x.numberOf(word)
			all[n] += inAll
			if inText > 0 {
				text[n] += inText
			}
		})
	}
	// searchable_text has name, name, description and schema; _all has that and every
	// field, in three of which names stand whole.
	read(name, 1, 1)
	read(t.name, 1, 1)
	read(t.description, 2, 1)
	read(input, 2, 1)
	read(output, 1, 0)
	for _, whole := range []string{name, t.name, t.server} {
		all[x.numberOf(whole)]++
	}
	x.all.add(doc, all, len(x.number))
	x.text.add(doc, text, len(x.number))
}

func (x *mcpproxyIndex) numberOf(word string) int32 {
	n, known := x.number[word]
	if !known {
		n = int32(len(x.number))
		x.number[strings.Clone(word)] = n
	}
	return n
}

// add takes up the words of a document's field; terms is how many there are.
func (f *fieldIndex) add(doc int32, frequencies map[int32]int, terms int) {
	for len(*f) < terms {
		*f = append(*f, nil)
	}
	length := 0
	for _, tf := range frequencies {
		length += tf
	}
	norm := float64(float32(1 / math.Sqrt(float64(length))))
	for n, tf := range frequencies {
		(*f)[n] = append((*f)[n], weightedPosting{doc, math.Sqrt(float64(tf)) * norm})
	}
}

// A clause is a part of a query: terms with one boost in one field.
type clause struct {
	boost float64
	terms [][]weightedPosting
	// coordinated clauses count by the share of their terms that a document has.
	coordinated bool
}

func (x *mcpproxyIndex) rank(query string, n int) (Result, error) {
	clauses := x.clauses(query)
	squares := 0.0
	for _, c := range clauses {
		for _, t := range c.terms {
			w := c.boost * x.idf(t)
			squares += float64(w * w)
		}
	}
	norm := 1 / math.Sqrt(squares)
	scores, matched := make([]float64, x.documents), make([]int, x.documents)
	part, held := make([]float64, x.documents), make([]int, x.documents)
	var touched, having []int32 // documents that match anything, and the clause
	for _, c := range clauses {
		having = having[:0]
		for _, t := range c.terms {
			idf := x.idf(t)
			weight := c.boost * idf * norm
			for _, p := range t {
				if held[p.doc] == 0 {
					having = append(having, p.doc)
				}
				held[p.doc]++
				part[p.doc] += float64(float64(p.weight*idf) * weight)
			}
		}
		for _, d := range having {
			if c.coordinated {
				part[d] *= float64(held[d]) / float64(len(c.terms))
			}
			if matched[d] == 0 {
				touched = append(touched, d)
			}
			scores[d] += part[d]
			matched[d]++
			part[d], held[d] = 0, 0
		}
	}
	for _, d := range touched {
		scores[d] *= float64(matched[d]) / float64(len(clauses))
	}
	hits := best(touched, scores, x.tie, n)
	for i := range hits {
		hits[i].Place = x.places[hits[i].Place]
	}
	return Result{Hits: hits}, nil
}

// idf is 1 + ln(N / (df + 1)), of words in no document too.
func (x *mcpproxyIndex) idf(term []weightedPosting) float64 {
	return 1 + math.Log(float64(x.documents)/float64(len(term)+1))
}

// clauses reads a query: its whole as a name, as a full name, as the start of a name
// and, if it has an underscore, as a part of one; then its words.
func (x *mcpproxyIndex) clauses(query string) []clause {
	start := clause{boost: 3}
	from, _ := slices.BinarySearch(x.sorted, query)
	for _, name := range x.sorted[from:] {
		if !strings.HasPrefix(name, query) {
			break
		}
		start.terms = append(start.terms, wholeName(x.names[name]))
	}
	if start.coordinated = len(start.terms) > 1; len(start.terms) == 0 {
		start.terms = [][]weightedPosting{nil}
	}
	clauses := []clause{
		{boost: 5, terms: [][]weightedPosting{wholeName(x.names[query])}},
		{boost: 4, terms: [][]weightedPosting{wholeName(x.full[query])}},
		start,
	}
	if strings.Contains(query, "_") {
		part := clause{boost: 2.5, coordinated: true}
		like := strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(regexp.QuoteMeta(query))
		if pattern, err := regexp.Compile("(?s)" + like); err == nil {
			for _, name := range x.sorted {
				if pattern.MatchString(name) {
					part.terms = append(part.terms, wholeName(x.names[name]))
				}
			}
		}
		clauses = append(clauses, part)
	}
	all, text := clause{boost: 1, coordinated: true}, clause{boost: 1.5, coordinated: true}
	bleveWords(query, func(word string) {
		var inAll, inText []weightedPosting
		if n, known := x.number[word]; known {
			inAll, inText = x.all[n], x.text[n]
		}
		all.terms, text.terms = append(all.terms, inAll), append(text.terms, inText)
	})
	return append(clauses, all, text)
}

// wholeName returns the postings of a name in a field that is one word.
func wholeName(docs []int32) []weightedPosting {
	out := make([]weightedPosting, len(docs))
	for i, d := range docs {
		out[i] = weightedPosting{d, 1}
	}
	return out
}
