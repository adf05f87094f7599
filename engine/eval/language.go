package eval

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// A Script is the writing system of a text, by its name in Unicode. Texts with kana
// are "Japanese", whatever Han characters they hold; texts without letters have the
// script NoScript.
type Script string

// NoScript is the script of a text without letters, Latin that of one in which no
// other reaches a quarter of the letters.
const (
	NoScript Script = "none"
	Latin    Script = "Latin"
)

// scripts are those that texts are told apart by, the commonest first; what is of
// none of them is "other".
var scripts = []string{"Han", "Hiragana", "Katakana", "Hangul", "Cyrillic", "Arabic", "Devanagari", "Hebrew", "Greek", "Thai", "Bengali",
	"Tamil", "Telugu", "Georgian", "Armenian", "Ethiopic", "Khmer", "Lao", "Myanmar", "Sinhala", "Gujarati", "Gurmukhi", "Kannada",
	"Malayalam", "Tibetan"}

// foreignShare is the share of a text's letters, as one in so many, from which a
// script other than Latin names it. Product names and code are Latin everywhere, and
// a Han character is a word where a Latin letter is the fifth of one.
const foreignShare = 4

// ScriptOf returns the script of a text.
func ScriptOf(text string) Script {
	letters, count := 0, map[string]int{}
	for _, r := range text {
		if !unicode.IsLetter(r) {
			continue
		}
		letters++
		if r < unicode.MaxLatin1 || unicode.Is(unicode.Latin, r) {
			continue
		}
		at := slices.IndexFunc(scripts, func(name string) bool { return unicode.Is(unicode.Scripts[name], r) })
		if at < 0 {
			count["other"]++
		} else {
			count[scripts[at]]++
		}
	}
	if kana := count["Hiragana"] + count["Katakana"]; kana > 0 {
		count["Japanese"] = kana + count["Han"]
		delete(count, "Hiragana")
		delete(count, "Katakana")
		delete(count, "Han")
	}
	best, most := string(Latin), 0
	for name, n := range count {
		if n > most || n == most && name < best {
			best, most = name, n
		}
	}
	switch {
	case letters == 0:
		return NoScript
	case foreignShare*most < letters:
		return Latin
	}
	return Script(best)
}

// A LanguageCell is how often tools of one script are found by queries of another.
type LanguageCell struct {
	Query, Tool Script
	// Wanted counts the tools wanted, Found those of them within the limit.
	Wanted, Found int
}

// Languages counts, for each script of queries and each of tools, how many of the
// wanted tools are found within the limit. text gives what the tool at a place says
// of itself. Wanted names that mean no tool do not count.
func Languages(outcomes []Outcome, names *Names, text func(place int) string, limit int) []LanguageCell {
	var cells []LanguageCell
	known := map[int]Script{}
	for _, o := range outcomes {
		query := ScriptOf(o.Case.Query)
		for i, w := range o.Case.Expect {
			means := names.Find(w.Name)
			found := o.Ranks[i] > 0 && o.Ranks[i] <= limit
			if means == nil || o.Case.Any && found != (o.Hit(limit) == 1) { // of alternatives those count that are found
				continue
			}
			tool, ok := known[means[0]]
			if !ok {
				tool = ScriptOf(text(means[0]))
				known[means[0]] = tool
			}
			at := slices.IndexFunc(cells, func(c LanguageCell) bool { return c.Query == query && c.Tool == tool })
			if at < 0 {
				at = len(cells)
				cells = append(cells, LanguageCell{Query: query, Tool: tool})
			}
			cells[at].Wanted++
			if found {
				cells[at].Found++
			}
		}
	}
	slices.SortFunc(cells, func(a, b LanguageCell) int {
		return cmp.Or(strings.Compare(string(a.Query), string(b.Query)), strings.Compare(string(a.Tool), string(b.Tool)))
	})
	return cells
}
