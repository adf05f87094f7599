package eval

import (
	"strings"

	"findable/engine/text"
)

// A wording is the words of a name, with what they weigh.
type wording struct {
	words []nameWord
	total float64
}

// A nameWord is a word as search knows it, and the parts that a reader sees in it:
// createIssue is one word of two parts.
type nameWord struct {
	text  string
	parts []part
}

type part struct {
	term string
	idf  float64
	verb bool
}

// newWording takes a name apart. One of its words is the verb: the first, or else the
// last, where it is one; mail in send_mail is none.
func newWording(name string) wording {
	var w wording
	var parts []string // of all words
	text.EachWord(name, func(word string, start, end int) {
		n := nameWord{text: word}
		for _, p := range text.CamelParts(name[start:end]) {
			p = strings.ToLower(p)
			n.parts = append(n.parts, part{term: text.Stem(p)})
			parts = append(parts, p)
		}
		w.words = append(w.words, n)
	})
	if len(parts) == 0 {
		return w
	}
	first, last := w.words[0].parts, w.words[len(w.words)-1].parts
	if actions[parts[0]] != nil {
		first[0].verb = true
	} else if actions[parts[len(parts)-1]] != nil {
		last[len(last)-1].verb = true
	}
	return w
}
