// Package text turns text into the tokens that search counts: maximal runs of
// ASCII letters and digits, lower-cased, then stemmed (engine.md, section 7).
//
// Nothing else is a token, so "naïve" is na and ve, "天気" is nothing at all,
// and the Kelvin sign (U+212A) is not k. There are no stop words and no minimum
// length, digits stay, and camelCase is not split (CamelParts tells what readers see).
//
// The package holds no state and is safe for concurrent use. A caller that
// stems the same words again and again keeps their stems itself.
package text

import "strings"

// EachWord calls f with every word of s in order: lower-cased, not yet
// stemmed, with the byte offsets s[start:end] it was read from. What lies
// between the offsets is what the tokeniser threw away. A word that is already
// lower-case is a substring of s, so only upper-case ones are allocated.
func EachWord(s string, f func(word string, start, end int)) {
	for i := 0; i < len(s); i++ {
		if !isAlphanumeric(s[i]) {
			continue
		}
		start := i
		for i < len(s) && isAlphanumeric(s[i]) {
			i++
		}
		f(strings.ToLower(s[start:i]), start, i)
	}
}

// Tokens returns the stems of the words of s in order, repeats included; nil
// if s has no word.
func Tokens(s string) []string {
	var tokens []string
	EachWord(s, func(word string, _, _ int) {
		tokens = append(tokens, Stem(word))
	})
	return tokens
}

// isAlphanumeric reports whether c is an ASCII letter or digit. The bytes of
// other characters in UTF-8 are all 0x80 and above, so none is taken for one.
func isAlphanumeric(c byte) bool {
	lower := c | 0x20 // upper-case letters become lower-case, no other byte becomes a letter
	return 'a' <= lower && lower <= 'z' || '0' <= c && c <= '9'
}
