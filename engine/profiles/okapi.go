package profiles

import (
	"cmp"
	"math"
	"slices"
)

// An okapi is a recipe of BM25 search. What the profiles with BM25 have in common is
// its formula: idf is ln((N − df + 0.5) / (df + 0.5) + 1), and a query's word adds
// idf × tf × (k1 + 1) / (tf + k1 × (1 − b + b × dl / avgdl)).
type okapi struct {
	// documents returns the texts of each unit, in the order of their places.
	documents func([]server) [][]weighted
	words     wordReader
	k1, b     float64
	// once counts a repeated word of a query once.
	once bool
	// ties returns the order of units with equal scores, nil for that of their places.
	ties func([]server) []int32
}

// A weighted text counts as if it stood there so many times.
type weighted struct {
	text   string
	weight int
}

// A posting is a document that has a word, and how often.
type posting struct {
	doc int32
	tf  int32
}

type okapiIndex struct {
	okapi
	number   map[string]int32 // of a word, its place in postings
	postings [][]posting
	norms    []float64 // k1 × (1 − b + b × dl / avgdl), by document
	tie      []int32
}

func (o okapi) build(servers []server) ranker {
	documents := o.documents(servers)
	x := &okapiIndex{okapi: o, number: map[string]int32{}, norms: make([]float64, len(documents))}
	if o.ties != nil {
		x.tie = o.ties(servers)
	}
	total := 0.0
	for d, texts := range documents {
		length := 0
		for _, t := range texts {
			o.words(t.text, func(word string) {
				length += t.weight
				x.count(word, int32(d), int32(t.weight))
			})
		}
		x.norms[d], total = float64(length), total+float64(length)
	}
	average := total / float64(len(documents))
	for d, length := range x.norms {
		x.norms[d] = o.k1 * (1 - o.b + float64(o.b*length)/average)
	}
	return x
}

func (x *okapiIndex) count(word string, doc, weight int32) {
	n, known := x.number[word]
	if !known {
		n = int32(len(x.postings))
		x.number[word], x.postings = n, append(x.postings, nil)
	}
	list := x.postings[n]
	if last := len(list) - 1; last >= 0 && list[last].doc == doc {
		list[last].tf += weight
	} else {
		x.postings[n] = append(list, posting{doc, weight})
	}
}

func (x *okapiIndex) rank(query string, n int) (Result, error) {
	scores, seen := make([]float64, len(x.norms)), map[int32]bool{}
	var touched []int32
	x.words(query, func(word string) {
		number, known := x.number[word]
		if !known || x.once && seen[number] {
			return
		}
		seen[number] = true
		list := x.postings[number]
		df := float64(len(list))
		idf := math.Log((float64(len(scores))-df+0.5)/(df+0.5) + 1)
		for _, p := range list {
			if scores[p.doc] == 0 {
				touched = append(touched, p.doc)
			}
			tf := float64(p.tf)
			scores[p.doc] += float64(idf * float64(tf*(x.k1+1)) / (tf + x.norms[p.doc]))
		}
	})
	return Result{Hits: best(touched, scores, x.tie, n)}, nil
}

// best returns the first n of some units: by score descending, equal scores by their
// ties, or by their places where tie is nil.
func best(units []int32, scores []float64, tie []int32, n int) []Hit {
	slices.SortFunc(units, func(a, b int32) int {
		if scores[a] != scores[b] {
			return cmp.Compare(scores[b], scores[a])
		}
		if tie != nil {
			return cmp.Compare(tie[a], tie[b])
		}
		return cmp.Compare(a, b)
	})
	hits := make([]Hit, min(n, len(units)))
	for i := range hits {
		hits[i] = Hit{Place: int(units[i]), Score: scores[units[i]]}
	}
	return hits
}

// ranks returns the rank of each of some texts among them, in byte order.
func ranks(texts []string) []int32 {
	order := make([]int32, len(texts))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(texts[a], texts[b]) })
	rank := make([]int32, len(texts))
	for i, at := range order {
		rank[at] = int32(i)
	}
	return rank
}
