package engine

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"findable/engine/py"
)

// shortLimit is the longest short description, in characters, without the mark
// of the cut (engine.md, section 6).
const shortLimit = 60

// ShortDescription returns the first sentence of a description, cut to 60
// characters and "…": what a full listing shows beside a name.
func ShortDescription(description string) string {
	text := firstSentence(fold(description))
	if utf8.RuneCountInString(text) <= shortLimit {
		return text
	}
	head := Clip(text, shortLimit, "")
	if space := strings.LastIndexByte(head, ' '); space >= 0 {
		head = head[:space]
	}
	return strings.TrimRight(head, ",;: ") + "…"
}

// fold turns runs of white space into single spaces and trims the ends.
func fold(s string) string {
	var b strings.Builder
	space := false
	for _, r := range s {
		if py.IsSpace(r) {
			space = b.Len() > 0
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(r)
	}
	return b.String()
}

// firstSentence cuts folded text after the first . ! or ? that is followed by a
// space or the end and does not close e.g, i.e or etc.
func firstSentence(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c != '.' && c != '!' && c != '?' {
			continue
		}
		if (i+1 == len(s) || s[i+1] == ' ') && !endsInAbbreviation(s[:i]) {
			return s[:i+1]
		}
	}
	return s
}

func endsInAbbreviation(s string) bool {
	for _, a := range []string{"e.g", "i.e", "etc"} {
		if rest, ok := strings.CutSuffix(s, a); ok {
			r, _ := utf8.DecodeLastRuneInString(rest)
			return rest == "" || !isWordRune(r)
		}
	}
	return false
}

// isWordRune is Python's \w for str patterns: what a word boundary separates.
func isWordRune(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r)
}
