package why

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"findable/engine"
	"findable/engine/py"
	"findable/engine/text"
)

// A miss is one reason why a query and a tool share no term.
type miss struct {
	cause Cause
	text  string
}

// misses looks for the reasons, the most telling first. There is always one.
func (w World) misses(j *Journey) []miss {
	words, tokens := j.Entry.Words(), distinct(j.Result.Tokens)
	var out []miss
	add := func(c Cause, texts []string) {
		if len(texts) > 0 {
			out = append(out, miss{c, some(texts)})
		}
	}
	camelCase := camelParts(j.Entry)
	var camel, forms, elsewhere []string
	var unknown []engine.Token
	for _, t := range tokens {
		for _, written := range camelCase[t.Term] {
			camel = append(camel, fmt.Sprintf("%s is inside the one word %s", t.Word, written))
		}
		for _, word := range words {
			if len(camelCase[t.Term]) == 0 && otherForm(t.Term, word.Term) {
				forms = append(forms, fmt.Sprintf("%s is cut to %s, but %s to %s", t.Word, t.Term, word.Text, word.Term))
			}
		}
		if t.DF == 0 {
			unknown = append(unknown, t)
		} else {
			elsewhere = append(elsewhere, fmt.Sprintf("%s is in %s", t.Word, engine.Plural(t.DF, "other tool", "other tools")))
		}
	}
	add(CamelCase, camel)
	add(WordForm, forms)
	add(UnindexedText, unindexed(j.Entry, tokens))
	if own := foreignLetters(j.Entry); own != "" {
		add(OtherScript, []string{fmt.Sprintf("of its text %q is thrown away, and words in it cannot match", own)})
	}
	if len(unknown) > 0 {
		add(UnknownWord, []string{"no tool has " + w.unknown(unknown)})
	}
	if len(out) == 0 || len(unknown) < len(tokens) {
		add(OtherWords, elsewhere)
	}
	return out
}

// some joins the first of some texts, each once, and counts the rest.
func some(texts []string) string {
	const most = 4
	var out []string
	more := 0
	seen := map[string]bool{}
	for _, t := range texts {
		if seen[t] {
			continue
		}
		if seen[t] = true; len(out) < most {
			out = append(out, t)
		} else {
			more++
		}
	}
	if more > 0 {
		out = append(out, fmt.Sprintf("and %s more such", engine.Number(more)))
	}
	return strings.Join(out, ", ")
}

// camelParts returns the words of a tool's name, parameters and description that
// are made of several, as they are written there, by the terms of their parts.
func camelParts(e *engine.Entry) map[string][]string {
	out := map[string][]string{}
	texts := []string{e.Name, e.Description()}
	for _, m := range e.Properties() {
		texts = append(texts, m.Key)
	}
	for _, s := range texts {
		for _, word := range strings.FieldsFunc(s, func(r rune) bool { return !asciiWord(r) }) {
			parts := text.CamelParts(word)
			if len(parts) == 1 {
				continue
			}
			for _, part := range parts {
				if term := text.Stem(strings.ToLower(part)); !slices.Contains(out[term], word) {
					out[term] = append(out[term], word)
				}
			}
		}
	}
	return out
}

func asciiWord(r rune) bool {
	return r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// minForm is the shortest beginning that two forms of one word share.
const minForm = 4

// otherForm reports whether two terms look like forms of one word that the stemmer
// keeps apart: they share at least four letters and two thirds of the longer.
func otherForm(a, b string) bool {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return a != b && n >= minForm && 3*n >= 2*max(len(a), len(b))
}

// unindexed returns the texts of a tool that hold a word of the query and that
// search does not read.
func unindexed(e *engine.Entry, tokens []engine.Token) []string {
	var out []string
	look := func(where, s string) {
		held := text.Tokens(s)
		for _, t := range tokens {
			if slices.Contains(held, t.Term) {
				out = append(out, fmt.Sprintf("%s is in %s", t.Word, where))
			}
		}
	}
	raw, _ := e.Tool.Raw.(py.Object)
	look("its title", raw.Text("title"))
	look("its title", raw.Object("annotations").Text("title"))
	for _, m := range e.Properties() {
		schema, _ := m.Value.(py.Object)
		look("the description of the parameter "+m.Key, schema.Text("description"))
		for _, s := range inside(schema) {
			look("the schema of the parameter "+m.Key, s)
		}
	}
	return out
}

// inside returns the names, values and texts inside a parameter's schema, its own
// description left out.
func inside(schema py.Object) []string {
	var out []string
	var walk func(v py.Value)
	walk = func(v py.Value) {
		switch v := v.(type) {
		case string:
			out = append(out, v)
		case py.List:
			for _, item := range v {
				walk(item)
			}
		case py.Object:
			for _, m := range v {
				out = append(out, m.Key)
				walk(m.Value)
			}
		}
	}
	for _, m := range schema {
		switch m.Key {
		case "enum", "const", "default", "examples", "items", "properties", "anyOf", "oneOf", "allOf":
			walk(m.Value)
		}
	}
	return out
}

// foreignLetters returns the beginning of what the tokeniser throws away of a
// tool's name and description, if that is at least a third of their letters.
func foreignLetters(e *engine.Entry) string {
	const shown = 12 // characters
	letters := 0
	var lost []rune
	for _, r := range e.Bare() + " " + e.Description() {
		if wordLike(r) {
			letters++
			if r >= 0x80 {
				lost = append(lost, r)
			}
		}
	}
	if 3*len(lost) < letters || len(lost) == 0 {
		return ""
	}
	if len(lost) > shown {
		return string(lost[:shown]) + "…"
	}
	return string(lost)
}

// wordLike reports whether people take a character for a part of a word.
func wordLike(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.So, r)
}
