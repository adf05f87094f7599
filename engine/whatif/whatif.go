// Package whatif holds analysers that the reference does not have, to show what its
// own loses: runs of ASCII letters and digits, stemmed, of names, descriptions and
// parameters' names. None of this is the reference. Only the reading of texts
// differs: rules, constants and order of the ranking stay its own.
//
//	other := session.Analysed(whatif.All()[0].Analyser)
//	other.Index.Search("création", 5) // or eval.NewSession(other, config)
package whatif

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"findable/engine"
	"findable/engine/py"
	"findable/engine/text"
)

// A WhatIf is an analyser other than the reference's.
type WhatIf struct {
	// Key names it in reports: unicode-words, cjk-bigrams, camel-case,
	// parameter-descriptions.
	Key, Title string
	// Loses says what the reference loses for want of it.
	Loses string
	engine.Analyser
}

// All returns the what-ifs. Each differs from the reference in one point, but the
// bigrams, which need the words of Unicode first.
func All() []WhatIf {
	return []WhatIf{
		{"unicode-words", "Unicode words (what-if)",
			"Words of letters other than a–z: the reference passes over them and cuts words at é.",
			engine.Analyser{EachWord: unicodeWords, Term: stemASCII}},
		{"cjk-bigrams", "Unicode words and CJK bigrams (what-if)",
			"Chinese, Japanese and Korean, which do not put spaces between words: each two neighbouring characters are a word here.",
			engine.Analyser{EachWord: bigrams, Term: stemASCII}},
		{"camel-case", "camelCase split (what-if)",
			"The words inside createIssue and HTTPServer, which are one word each to the reference.",
			engine.Analyser{EachWord: camelWords, Term: text.Stem}},
		{"parameter-descriptions", "Parameter descriptions indexed (what-if)",
			"What schemas say of their top-level parameters, of which the reference reads the names only.",
			engine.Analyser{EachWord: text.EachWord, Term: text.Stem, More: parameterDescriptions}},
	}
}

// stemASCII stems words of ASCII and leaves others: the stemmer is for English.
func stemASCII(word string) string {
	for i := range len(word) {
		if word[i] >= utf8.RuneSelf {
			return word
		}
	}
	return text.Stem(word)
}

// isWord reports whether a character belongs to a word: letters, digits of any
// kind, and the marks that go with them.
func isWord(r rune) bool {
	return r < utf8.RuneSelf && ('a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9') ||
		r >= utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r))
}

// unicodeWords calls f for each run of letters, digits and marks.
func unicodeWords(s string, f func(word string, start, end int)) {
	start := -1
	for i, r := range s {
		switch in := isWord(r); {
		case in && start < 0:
			start = i
		case !in && start >= 0:
			f(strings.ToLower(s[start:i]), start, i)
			start = -1
		}
	}
	if start >= 0 {
		f(strings.ToLower(s[start:]), start, len(s))
	}
}

// isCJK reports whether a character is of a script that is read in bigrams, as
// Lucene's CJKAnalyzer does. The long vowel and the iteration marks are of no one
// script in Unicode.
func isCJK(r rune) bool {
	return r >= 0x1100 && (unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r == 'ー')
}

// bigrams calls f for the words of Unicode, and in their place for each two
// neighbouring characters of a run of CJK, or for the one of a run of one.
func bigrams(s string, f func(word string, start, end int)) {
	unicodeWords(s, func(_ string, start, end int) {
		for at := start; at < end; {
			cut := at + runOf(s[at:end])
			if r, _ := utf8.DecodeRuneInString(s[at:]); isCJK(r) {
				eachBigram(s, at, cut, f)
			} else {
				f(strings.ToLower(s[at:cut]), at, cut)
			}
			at = cut
		}
	})
}

// runOf returns the length in bytes of the run of CJK, or of other characters, that
// a text begins with.
func runOf(s string) int {
	first, _ := utf8.DecodeRuneInString(s)
	for i, r := range s {
		if isCJK(r) != isCJK(first) {
			return i
		}
	}
	return len(s)
}

func eachBigram(s string, start, end int, f func(word string, start, end int)) {
	_, first := utf8.DecodeRuneInString(s[start:end])
	if start+first == end {
		f(s[start:end], start, end)
	}
	for start+first < end {
		_, second := utf8.DecodeRuneInString(s[start+first : end])
		f(s[start:start+first+second], start, start+first+second)
		start, first = start+first, second
	}
}

// camelWords calls f for the words of the reference, cut into the parts that a reader
// sees in them.
func camelWords(s string, f func(word string, start, end int)) {
	text.EachWord(s, func(_ string, start, end int) {
		for _, part := range text.CamelParts(s[start:end]) {
			f(strings.ToLower(part), start, start+len(part))
			start += len(part)
		}
	})
}

// parameterDescriptions returns what a tool's schema says of its top-level
// parameters.
func parameterDescriptions(e *engine.Entry) []string {
	var out []string
	for _, m := range e.Properties() {
		property, _ := m.Value.(py.Object)
		if d := property.Text("description"); d != "" {
			out = append(out, d)
		}
	}
	return out
}
