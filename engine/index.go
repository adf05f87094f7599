package engine

import (
	"slices"
	"strings"
	"sync"
)

// BM25's constants in the reference (engine.md, section 7).
const (
	K1 = 1.5
	B  = 0.75
)

// An Index is the inverted index over one session's deferred tools. N, document
// frequencies and the average length are over the whole of it.
type Index struct {
	entries []*Entry // in catalog order; a document's number is its place here
	rules   Rules
	words   *vocabulary

	// The postings of term t are docs[start[t]:start[t+1]], in document order,
	// each with the contribution it adds to a score: cost at search time is one
	// addition a posting touched.
	start   []int32
	docs    []int32
	weights []float64
	average float64            // avgdl, the mean number of tokens in a document
	terms   int                // distinct ones
	lower   map[string][]int32 // full names, lower-cased, for the exact-name rule
	scratch sync.Pool          // of *scores, so that a search allocates little
}

// newIndex builds the index over entries, which are in catalog order.
func newIndex(entries []*Entry, words *vocabulary, rules Rules) *Index {
	x := &Index{entries: entries, rules: rules, words: words,
		start: make([]int32, len(words.terms)+1), lower: make(map[string][]int32, len(entries))}
	x.scratch.New = func() any { return newScores(len(entries)) }
	total, postings := 0, 0
	for i, e := range entries {
		total += e.doc.length()
		postings += len(e.doc.counts)
		for _, c := range e.doc.counts {
			x.start[c.term+1]++
		}
		x.lower[e.lower] = append(x.lower[e.lower], int32(i))
	}
	if len(entries) > 0 {
		x.average = float64(total) / float64(len(entries))
	}
	for t := 1; t < len(x.start); t++ {
		if x.start[t] > 0 {
			x.terms++
		}
		x.start[t] += x.start[t-1]
	}
	x.fill(postings)
	return x
}

func (x *Index) fill(postings int) {
	x.docs, x.weights = make([]int32, postings), make([]float64, postings)
	next := append([]int32(nil), x.start...)
	idf := make([]float64, len(x.words.terms))
	known := make([]float64, len(x.entries)+1) // by document frequency: few terms have one of their own
	for t := range idf {
		df := x.start[t+1] - x.start[t]
		if known[df] == 0 {
			known[df] = x.idf(df)
		}
		idf[t] = known[df]
	}
	for i, e := range x.entries {
		norm := x.norm(e.doc.length())
		for _, c := range e.doc.counts {
			at := next[c.term]
			next[c.term]++
			x.docs[at] = int32(i)
			x.weights[at] = x.weight(idf[c.term], float64(c.tf), norm)
		}
	}
}

// idf is ln(1 + (N − df + 0.5) / (df + 0.5)), always positive.
func (x *Index) idf(df int32) float64 {
	n, d := float64(len(x.entries)), float64(df)
	return ln(1 + (n-d+0.5)/(d+0.5))
}

// norm is the part of the score's denominator that a document's length decides:
// k1 × (1 − b + b × dl / max(avgdl, 1)).
func (x *Index) norm(length int) float64 {
	return float64(K1 * ((1 - B) + float64(B*float64(length))/max(x.average, 1)))
}

// weight is a term's contribution to a document's score, in the reference's
// order of operations; the conversions keep Go from fusing them.
func (x *Index) weight(idf, tf, norm float64) float64 {
	denominator := tf + norm
	if x.rules.IDFFirst {
		return float64(float64(idf*tf)*(K1+1)) / denominator
	}
	return float64(idf * (float64(tf*(K1+1)) / denominator))
}

// Size returns N, the number of documents.
func (x *Index) Size() int { return len(x.entries) }

// Entry returns the tool whose document has number doc.
func (x *Index) Entry(doc int) *Entry { return x.entries[doc] }

// Doc returns the number of a tool's document, -1 when the tool is not in the index.
func (x *Index) Doc(e *Entry) int {
	i, ok := slices.BinarySearchFunc(x.entries, e, func(a, b *Entry) int { return strings.Compare(a.Name, b.Name) })
	if !ok {
		return -1
	}
	return i
}

// DocumentFrequency returns the number of tools that have a term, which is a stem.
func (x *Index) DocumentFrequency(term string) int {
	n, ok := x.words.number[term]
	if !ok {
		return 0
	}
	return int(x.start[n+1] - x.start[n])
}

// postings returns the documents of a term and their contributions; both are
// empty for the number -1 of an unknown term.
func (x *Index) postings(term int32) ([]int32, []float64) {
	if term < 0 {
		return nil, nil
	}
	return x.docs[x.start[term]:x.start[term+1]], x.weights[x.start[term]:x.start[term+1]]
}
