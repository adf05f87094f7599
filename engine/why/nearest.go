package why

import (
	"strings"

	"findable/engine"
)

// mostNear is how many words of the catalog are named beside a word that none has,
// mostUnknown for how many words of a query they are looked up: a query may be a
// pasted page.
const mostNear, mostUnknown = 2, 5

// A nearWord is a word of the catalog that resembles one of a query.
type nearWord struct {
	text string
	df   int
}

// nearest returns words whose terms are the nearest to a term.
func (w World) nearest(term string) []nearWord {
	var out []nearWord
	for _, n := range w.Session.Index.Nearest(term, mostNear) {
		out = append(out, nearWord{w.written(n.Term), n.DF})
	}
	return out
}

// written returns a word that has the term, as one of the tools has it: a stem is
// no word to search for.
func (w World) written(term string) string {
	for _, word := range w.Session.Index.FirstTools(term, 1)[0].Words() {
		if word.Term == term {
			return word.Text
		}
	}
	return term
}

// unknown writes words that no tool has, each with what the catalog has in their
// place.
func (w World) unknown(tokens []engine.Token) string {
	var out []string
	for i, t := range tokens {
		text := t.Word
		if i < mostUnknown {
			var near []string
			for _, n := range w.nearest(t.Term) {
				near = append(near, n.text+" is in "+engine.Number(n.df))
			}
			if len(near) > 0 {
				text += " (" + strings.Join(near, ", ") + ")"
			}
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}
