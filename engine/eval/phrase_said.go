package eval

import (
	"cmp"
	"slices"

	"findable/engine/text"
)

// A saidWord is a content word of a sentence.
type saidWord struct {
	text, term string
	verb       bool
	idf        float64 // over whole documents
}

// A said sentence is what a lens takes out of one.
type said struct {
	lens  *Lens
	words []saidWord // once each
	// direct holds the terms of the words, verbs those that stand for the same
	// actions.
	direct, verbs map[string]bool
	services      map[string]bool // labels that the sentence names
	held          map[int][]int   // places in words by the tools that have them
}

// read takes the content words out of a sentence.
func (l *Lens) read(s string) *said {
	out := &said{lens: l, direct: map[string]bool{}, verbs: map[string]bool{}, services: map[string]bool{}, held: map[int][]int{}}
	before := ""
	text.EachWord(s, func(word string, _, _ int) {
		group := actions[word]
		if determiners[before] { // the order, my mail
			group = nil
		}
		before = word
		w := saidWord{text: word, term: text.Stem(word), verb: group != nil}
		if group == nil && Grammar(word) || out.direct[w.term] {
			return
		}
		w.idf = l.idf(l.whole, w.term)
		out.direct[w.term] = true
		for _, v := range group {
			out.verbs[text.Stem(v)] = true
		}
		for _, i := range l.whole[w.term] {
			out.held[i] = append(out.held[i], len(out.words))
		}
		out.words = append(out.words, w)
	})
	for label, terms := range l.labels {
		if len(terms) > 0 && !slices.ContainsFunc(terms, func(t string) bool { return !out.direct[t] }) {
			out.services[label] = true
		}
	}
	return out
}

// says weighs how much of a name's word the sentence says, half for another verb of
// the same action, and whether it says an object.
func (s *said) says(word nameWord) (weight float64, object bool) {
	for _, p := range word.parts {
		switch {
		case s.direct[p.term]:
			weight += p.idf
			object = object || !p.verb
		case p.verb && s.verbs[p.term]:
			weight += p.idf / 2
		}
	}
	return weight, object
}

// service returns the label of a tool where the sentence names it.
func (s *said) service(tool int) string {
	label := s.lens.session.Index.Entry(tool).Label
	if !s.services[label] {
		return ""
	}
	return label
}

// rarest returns the places of the rarest words of the sentence that a tool has, in
// their order.
func (s *said) rarest(tool int) []int {
	held := slices.Clone(s.held[tool])
	slices.SortStableFunc(held, func(a, b int) int { return cmp.Compare(s.words[b].idf, s.words[a].idf) })
	held = held[:min(mostObjects, len(held))]
	slices.Sort(held)
	return held
}
