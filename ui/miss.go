package ui

import (
	"fmt"
	"strings"

	"findable/engine"
	"findable/ui/cell"
)

// missLines says why a query returns nothing, and what to try.
func missLines(s *scene, r engine.Result) []string {
	rules := s.d.session.Rules
	switch {
	case s.d.session.Index.Size() == 0:
		return []string{"Nothing is deferred in this session, so there is nothing to search."}
	case len(r.Tokens) == 0:
		return []string{"0 matches: nothing of this query survives the tokeniser.",
			"Only ASCII letters and digits are tokens; other scripts, accents and signs are thrown away."}
	}
	var unknown, known []string
	for _, t := range r.Tokens {
		if t.DF == 0 {
			unknown = append(unknown, t.Term)
		} else {
			known = append(known, fmt.Sprintf("%s (%s)", t.Term, cell.Number(t.DF)))
		}
	}
	nearest := nearestLines(s, r)
	if rules.Gate && len(known) > 0 {
		lines := []string{fmt.Sprintf("0 matches: every match must hold the rarest term, %s, which %s tools have.",
			r.Tokens[r.Gate].Term, cell.Number(r.Tokens[r.Gate].DF))}
		if r.Tokens[r.Gate].DF == 0 {
			lines = append(lines, "One unknown word empties the result in generation "+rules.Name+": leave it out.")
		} else {
			lines = append(lines, fmt.Sprintf("A match must also hold %d of the %d known terms.", r.Required, len(r.Answerable)))
		}
		return append(append(lines, nearest...), "Known terms and how many tools have them: "+strings.Join(fewWords(known), ", "))
	}
	lines := []string{"0 matches: no tool has the term " + strings.Join(fewWords(unknown), ", nor ") + "."}
	if rules.Fallback {
		lines = append(lines, "No tool's full name contains the whole query either (the substring fallback).")
	} else {
		lines = append(lines, "Generation "+rules.Name+" has no substring fallback.")
	}
	return append(lines, nearest...)
}

// few is how many of a query's words are gone into: a text that was pasted has
// hundreds, and to look for words like each of them takes its time.
const few = 8

// fewWords keeps the first words and says how many there are more.
func fewWords(words []string) []string {
	if len(words) <= few {
		return words
	}
	return append(words[:few:few], cell.Number(len(words)-few)+" more")
}

// nearestLines names the catalog's terms that resemble the query's unknown ones.
func nearestLines(s *scene, r engine.Result) []string {
	var lines []string
	looked := 0
	for _, t := range r.Tokens {
		if t.DF > 0 {
			continue
		}
		if looked++; looked > few {
			break
		}
		var words []string
		for _, n := range s.d.session.Index.Nearest(t.Term, 4) {
			words = append(words, fmt.Sprintf("%s (%s)", n.Term, engine.Plural(n.DF, "tool", "tools")))
		}
		if words != nil {
			lines = append(lines, fmt.Sprintf("Terms like %s: %s", t.Term, strings.Join(words, ", ")))
		}
	}
	return lines
}
