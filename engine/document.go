package engine

import (
	"maps"
	"slices"
	"strings"

	"findable/engine/text"
)

// A Field is a part of a tool's document (engine.md, section 7).
type Field int

// The fields, in the order in which a document lists their tokens.
const (
	NameField Field = iota
	SourceField
	DescriptionField
	ParameterField
	fieldCount
)

func (f Field) String() string {
	return [...]string{"name", "source", "description", "parameter"}[f]
}

// A document is what search knows of a tool: its tokens by field, as numbers of
// the registry's vocabulary.
type document struct {
	terms []int32
	ends  [fieldCount]int32 // where each field's tokens end in terms
	// counts holds each distinct term once with its term frequency: one posting.
	counts []termCount
}

type termCount struct{ term, tf int32 }

func (d *document) length() int { return len(d.terms) }

// field returns the tokens of one field.
func (d *document) field(f Field) []int32 {
	start := int32(0)
	if f > 0 {
		start = d.ends[f-1]
	}
	return d.terms[start:d.ends[f]]
}

// fieldTexts returns the texts of a tool's document, field by field. The source
// label is left out when it is already one of the name's words.
func fieldTexts(e *Entry) [fieldCount][]string {
	name := nameWords(e.Name)
	texts := [fieldCount][]string{NameField: {name}, DescriptionField: {e.Description()}}
	if !slices.Contains(strings.Fields(name), e.Label) {
		texts[SourceField] = []string{e.Label}
	}
	for _, m := range e.Properties() {
		texts[ParameterField] = append(texts[ParameterField], m.Key)
	}
	return texts
}

var nameSeparators = strings.NewReplacer("_", " ", ".", " ", ":", " ", "-", " ")

// nameWords drops one leading mcp__ and separates the words of a name.
func nameWords(name string) string {
	return nameSeparators.Replace(strings.TrimPrefix(name, "mcp__"))
}

// A vocabulary numbers the terms of a registry's documents in order of first
// appearance, and remembers which words have which stem: stemming is the dear
// part of reading a text.
type vocabulary struct {
	terms    []string         // by number
	number   map[string]int32 // of a term
	words    map[string]int32 // of a word as it stands in a text, lower-cased
	analyser Analyser
}

func newVocabulary() *vocabulary { return readBy(Analyser{text.EachWord, text.Stem, nil}) }

func readBy(a Analyser) *vocabulary {
	return &vocabulary{number: map[string]int32{}, words: map[string]int32{}, analyser: a}
}

// clone returns a vocabulary that grows by itself, with the same numbers.
func (v *vocabulary) clone() *vocabulary {
	return &vocabulary{slices.Clip(v.terms), maps.Clone(v.number), maps.Clone(v.words), v.analyser}
}

// add returns the number of a word's term, giving it one if it is new.
func (v *vocabulary) add(word string) int32 {
	if n, ok := v.words[word]; ok {
		return n
	}
	term := v.analyser.Term(word)
	n, ok := v.number[term]
	if !ok {
		n = int32(len(v.terms))
		v.terms = append(v.terms, term)
		v.number[term] = n
	}
	v.words[strings.Clone(word)] = n // a slice of a text would keep the text alive
	return n
}

// find returns a word's term and its number, -1 when no document has it.
func (v *vocabulary) find(word string) (term string, number int32) {
	if n, ok := v.words[word]; ok {
		return v.terms[n], n
	}
	term = v.analyser.Term(word)
	if n, ok := v.number[term]; ok {
		return term, n
	}
	return term, -1
}

// document reads the texts of a tool.
func (v *vocabulary) document(e *Entry) document {
	var d document
	all := fieldTexts(e)
	if v.analyser.More != nil {
		all[ParameterField] = append(all[ParameterField], v.analyser.More(e)...)
	}
	for f, texts := range all {
		for _, s := range texts {
			v.analyser.EachWord(s, func(word string, _, _ int) { d.terms = append(d.terms, v.add(word)) })
		}
		d.ends[f] = int32(len(d.terms))
	}
	d.terms = slices.Clip(d.terms)
	sorted := slices.Clone(d.terms)
	slices.Sort(sorted)
	for _, t := range sorted {
		if n := len(d.counts); n > 0 && d.counts[n-1].term == t {
			d.counts[n-1].tf++
		} else {
			d.counts = append(d.counts, termCount{t, 1})
		}
	}
	return d
}

// DocumentTerms returns the terms of a tool's document field by field, in the
// order of the fields and of the text: what search knows of the tool.
func (r *Registry) DocumentTerms(e *Entry) [][]string {
	out := make([][]string, fieldCount)
	for f := range fieldCount {
		for _, t := range e.doc.field(f) {
			out[f] = append(out[f], r.words.terms[t])
		}
	}
	return out
}

// A Word is one word of a tool's document.
type Word struct {
	Field Field
	// Text is the word, lower-cased, Term its stem.
	Text, Term string
}

// Words returns the words of a tool's document, in the order of the fields and of
// the text: what search knows of the tool, before stemming and after.
func (e *Entry) Words() []Word {
	var out []Word
	for f, texts := range fieldTexts(e) {
		for _, s := range texts {
			text.EachWord(s, func(word string, _, _ int) {
				out = append(out, Word{Field(f), strings.Clone(word), text.Stem(word)})
			})
		}
	}
	return out
}

// An Analyser reads texts. The reference has one: runs of ASCII letters and
// digits, stemmed (package text). Another one is a what-if.
type Analyser struct {
	// EachWord calls f for each word of s in order, lower-cased, with its byte
	// offsets.
	EachWord func(s string, f func(word string, start, end int))
	// Term returns the term of a word.
	Term func(word string) string
	// More, when not nil, returns texts of a tool that the reference does not read;
	// they count as its parameters' names do.
	More func(e *Entry) []string
}

// Analysed returns the session with an index whose documents and queries are read
// by another analyser. Rules and scoring stay the reference's.
func (s *Session) Analysed(a Analyser) *Session {
	words, entries := readBy(a), make([]*Entry, len(s.Deferred))
	for i, e := range s.Deferred {
		read := *e
		read.doc = words.document(&read)
		entries[i] = &read
	}
	out := *s
	out.Index = newIndex(entries, words, s.Rules)
	return &out
}
