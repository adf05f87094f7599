package eval

import (
	"strings"

	"findable/engine"
)

// SelfRetrieval returns a case for each tool that asks for it by its own words: the
// first sentence of its description, or its name where it has none. A tool that does
// not find itself so is found by nobody.
func SelfRetrieval(s *engine.Session) []Case {
	cases := make([]Case, 0, len(s.Deferred))
	for _, e := range s.Deferred {
		query := firstSentence(e.Description())
		if query == "" {
			query = e.Bare()
		}
		cases = append(cases, Case{Query: query, Expect: []Want{{Name: e.Name, Grade: 1}}, Server: e.Label, Origin: e.Tool.Origin})
	}
	return cases
}

// firstSentence cuts a text behind its first full stop, of any script, or line.
func firstSentence(text string) string {
	text = strings.TrimSpace(text)
	for i, r := range text {
		stop := strings.ContainsRune(".!?", r) && strings.TrimLeft(text[i+1:], " \t\r\n") != text[i+1:]
		if stop || strings.ContainsRune("\n。！？।։", r) {
			return strings.TrimSpace(text[:i])
		}
	}
	return text
}
