package loaders

import (
	"regexp"
	"strings"
	"unicode"
)

var (
	// keyed is what a service may have given out as a key, within other text.
	keyed = regexp.MustCompile(`(?i)\b(?:` + strings.Join(keyStarts, "|") + `|AKIA)[A-Za-z0-9_-]{12,}(?:\.[A-Za-z0-9_-]{12,})*`)
	// credited is a password or a key where an address or a header has it.
	credited = regexp.MustCompile(`(?i)(://[^\s/:@]*:|\b(?:bearer|basic) +)([^\s/@"'` + "`" + `$<{]{8,})`)
)

// HideKeys returns a text with *** in the place of everything that looks like a key
// or a password, for a text that is given to others. What has only letters is taken
// for words.
func HideKeys(text string) string {
	text = keyed.ReplaceAllStringFunc(text, func(word string) string {
		if mixed(word) {
			return secret
		}
		return word
	})
	return credited.ReplaceAllStringFunc(text, func(found string) string {
		parts := credited.FindStringSubmatch(found)
		if strings.HasPrefix(parts[1], "://") || mixed(parts[2]) {
			return parts[1] + secret
		}
		return found
	})
}

// mixed tells whether a word has both letters and digits.
func mixed(word string) bool {
	return strings.ContainsFunc(word, unicode.IsDigit) && strings.ContainsFunc(word, unicode.IsLetter)
}
