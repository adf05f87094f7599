package text

import (
	"strings"

	"github.com/kljensen/snowball/english"
)

// Stem returns the stem Snowball English 3.1.1 gives a word of lower-case ASCII
// letters and digits. It is never longer than the word, begins with the same
// character, and is empty only for an empty word.
//
// kljensen/snowball answers as Snowball 2.2.0 does, so this is a layer over it
// with what 3.x changed (engine.md, section 7, way b). The layer is exact but
// for these, none of them an English word: proceedly, exceedly, succeedly and
// univers; consonants before paste (gpaste); emerg before g or r, univers
// before l, n or s (emergred, universned).
func Stem(word string) string {
	singular := strings.TrimSuffix(word, "s")
	root := trimVerbEnding(singular)
	switch {
	case singular == "evening":
		return singular
	case len(singular) == 5 && singular[1:] == "ying" && !isVowel(singular[0]): // vying → vie
		return singular[:1] + "ie"
	case len(root) == 3 && keepsDouble(root): // adding → add
		return root
	case strings.HasSuffix(root, "ogist") && reachesR1(strings.TrimSuffix(root, "ogist")): // geologist → geolog
		return strings.TrimSuffix(root, "ist")
	}
	return stemBehindPrefix(word)
}

// standIns are the beginnings behind which R1, the part of a word where most
// endings count, starts at once in 3.x but not in 2.2.0. In 2.2.0 it does
// behind gener and commun, so one of these stands in. It must not be seen
// through: before the letters in unless it would be, by the rules for double
// letters (pastred), for li and for ss, and there the word goes as it is.
var standIns = []struct {
	prefix, standIn, unless string
	// dropsE: an e next to the prefix goes (emerged → emerg). Behind a short
	// syllable, as gener and commun are, it stays (pasted → paste).
	dropsE bool
}{
	{prefix: "past", standIn: "gener", unless: "rt"},
	{prefix: "later", standIn: "gener"},
	{prefix: "inter", standIn: "gener"},
	{prefix: "organ", standIn: "commun"},
	{prefix: "emerg", standIn: "gener", dropsE: true},
	{prefix: "univers", standIn: "commun", unless: "ls", dropsE: true},
}

// stemBehindPrefix is kljensen's stem, with R1 where 3.x has it.
func stemBehindPrefix(word string) string {
	for _, p := range standIns {
		rest, ok := strings.CutPrefix(word, p.prefix)
		if !ok || rest == "" || strings.IndexByte(p.unless, rest[0]) >= 0 {
			continue
		}
		ending := strings.TrimPrefix(english.Stem(p.standIn+rest, true), p.standIn)
		if p.dropsE && ending == "e" && !strings.HasPrefix(rest, "ee") { // emergee has lost one already
			return p.prefix
		}
		return p.prefix + ending
	}
	return english.Stem(word, true)
}

// trimVerbEnding returns word without the edly, ingly, ed or ing at its end.
func trimVerbEnding(word string) string {
	for _, ending := range []string{"edly", "ingly", "ed", "ing"} {
		if root, ok := strings.CutSuffix(word, ending); ok {
			return root
		}
	}
	return word
}

// keepsDouble reports whether a root of three letters keeps both its last two,
// as add, egg and off do.
func keepsDouble(root string) bool {
	return strings.IndexByte("aeo", root[0]) >= 0 && root[1] == root[2] && strings.IndexByte("bdfgmnprt", root[1]) >= 0
}

// reachesR1 reports whether what follows the beginning of a word is in R1: the
// beginning has a vowel and a consonant behind it. A y is a consonant at the
// start and behind a vowel.
func reachesR1(beginning string) bool {
	afterVowel := false
	for i := range len(beginning) {
		vowel := isVowel(beginning[i]) || beginning[i] == 'y' && i > 0 && !afterVowel
		if afterVowel && !vowel {
			return true
		}
		afterVowel = vowel
	}
	return false
}

func isVowel(c byte) bool { return strings.IndexByte("aeiou", c) >= 0 }
