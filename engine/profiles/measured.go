package profiles

import (
	"strings"
	"unicode/utf8"
)

// A measured text is one in which many words are looked for.
type measured struct {
	text  string
	runes int // its code points
	// pairs has a bit for each two neighbouring bytes, hashed: a text cannot contain
	// one that has other bits.
	pairs [4]uint64
}

func measure(text string) measured {
	m := measured{text: text, runes: utf8.RuneCountInString(text)}
	for i := 1; i < len(text); i++ {
		h := (uint(text[i-1])*37 + uint(text[i])*11) % 256
		m.pairs[h/64] |= 1 << (h % 64)
	}
	return m
}

// contains reports whether the text contains a word, which it mostly does not.
func (m *measured) contains(word *measured) bool {
	for i, w := range word.pairs {
		if w&^m.pairs[i] != 0 {
			return false
		}
	}
	return strings.Contains(m.text, word.text)
}
