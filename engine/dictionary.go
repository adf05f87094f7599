package engine

import (
	"cmp"
	"slices"
	"strings"
)

// A TermUse is one term of the index and how much it tells.
type TermUse struct {
	// Term is the stem.
	Term string
	// DF is the number of tools that have it, 1 or more, IDF its inverse document
	// frequency: the fewer tools, the higher.
	DF  int
	IDF float64
	// TF is how often one tool has it, 0 where no tool is asked about.
	TF int
}

// Dictionary returns every term of the index: those of the most tools first, of
// equals in alphabetical order.
func (x *Index) Dictionary() []TermUse {
	uses := make([]TermUse, 0, x.terms)
	for t := range len(x.start) - 1 {
		if x.start[t+1] > x.start[t] {
			uses = append(uses, x.use(int32(t)))
		}
	}
	slices.SortFunc(uses, func(a, b TermUse) int {
		return cmp.Or(cmp.Compare(b.DF, a.DF), strings.Compare(a.Term, b.Term))
	})
	return uses
}

// TermsOf returns the terms of one tool's document, those that tell it from
// others first: by document frequency ascending, of equals in alphabetical order.
func (x *Index) TermsOf(doc int) []TermUse {
	counts := x.entries[doc].doc.counts
	uses := make([]TermUse, len(counts))
	for i, c := range counts {
		uses[i] = x.use(c.term)
		uses[i].TF = int(c.tf)
	}
	slices.SortFunc(uses, func(a, b TermUse) int {
		return cmp.Or(cmp.Compare(a.DF, b.DF), strings.Compare(a.Term, b.Term))
	})
	return uses
}

// Tools returns the tools that have a term, which is a stem, in catalog order;
// none for a term that no tool has.
func (x *Index) Tools(term string) []*Entry { return x.FirstTools(term, x.Size()) }

// FirstTools returns the first n of Tools.
func (x *Index) FirstTools(term string, n int) []*Entry {
	number, ok := x.words.number[term]
	if !ok {
		return nil
	}
	docs, _ := x.postings(number)
	docs = docs[:min(n, len(docs))]
	tools := make([]*Entry, len(docs))
	for i, d := range docs {
		tools[i] = x.entries[d]
	}
	return tools
}

func (x *Index) use(number int32) TermUse {
	df := x.start[number+1] - x.start[number]
	return TermUse{Term: x.words.terms[number], DF: int(df), IDF: x.idf(df)}
}
