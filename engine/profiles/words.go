package profiles

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"findable/engine/text"
)

// A wordReader calls each for the words of a text, in order.
type wordReader func(s string, each func(word string))

// asciiWords reads runs of a–z and 0–9 of at least so many characters, in a text
// put in lower case before.
func asciiWords(lower func(string) string, least int) wordReader {
	return func(s string, each func(string)) {
		text.EachWord(lower(s), func(word string, _, _ int) {
			if len(word) >= least {
				each(word)
			}
		})
	}
}

// A break class of a character, after the Word_Break property of UAX 29 with
// Unicode's scripts.
type breakClass uint8

const (
	otherClass breakClass = iota
	letterClass
	hebrewClass
	digitClass
	kanaClass
	underscoreClass // ExtendNumLet
	ideographClass  // Han and Hiragana: each a word of its own
	// What follows joins only between two of a kind.
	letterMidClass // between letters
	digitMidClass  // between digits
	pointClass     // between letters, and between digits
	quoteClass     // as a point; behind a Hebrew letter always
	doubleQuoteClass
	markClass // combining marks and format characters stay with what precedes them
)

// eachPiece calls each for the words of a text as UAX 29 cuts them, without the
// pieces that have no letter, digit, kana, ideograph or underscore.
func eachPiece(s string, each func(piece string)) {
	start, before, last := 0, otherClass, otherClass // last: the class before i, marks left out
	flush := func(end int) {
		if last != otherClass && start < end {
			each(s[start:end])
		}
	}
	for i := 0; i < len(s); {
		r, width := decode(s[i:])
		class := classOf(r)
		if class == markClass {
			if i == 0 || isNewline(s[i-1]) {
				last, start = otherClass, i // a mark behind nothing is a piece without anything
			}
			i += width
			continue
		}
		if joins(before, last, class, func() breakClass { return nextClass(s[i+width:]) }) {
			before, last = last, class
		} else {
			flush(i)
			start, before, last = i, otherClass, class
			if class >= letterMidClass {
				last = otherClass // no word begins with it
			}
		}
		i += width
	}
	flush(len(s))
}

func isNewline(c byte) bool { return c == '\n' || c == '\r' || c == '\v' || c == '\f' }

// joins reports whether a character of some class stays with the word whose last two
// classes are known (UAX 29, WB5 to WB13b).
func joins(before, last, class breakClass, next func() breakClass) bool {
	isLetter := func(c breakClass) bool { return c == letterClass || c == hebrewClass }
	switch last {
	case letterClass, hebrewClass, digitClass:
		switch class {
		case letterClass, hebrewClass, digitClass, underscoreClass:
			return true
		case quoteClass, pointClass:
			return last == hebrewClass && class == quoteClass ||
				(last == digitClass) == (next() == digitClass) && (last == digitClass || isLetter(next()))
		case letterMidClass:
			return last != digitClass && isLetter(next())
		case digitMidClass:
			return last == digitClass && next() == digitClass
		case doubleQuoteClass:
			return last == hebrewClass && next() == hebrewClass
		}
	case kanaClass:
		return class == kanaClass || class == underscoreClass
	case underscoreClass:
		return isLetter(class) || class == digitClass || class == kanaClass || class == underscoreClass
	case letterMidClass, digitMidClass, pointClass, doubleQuoteClass:
		return true // it stands there only because of what follows
	case quoteClass:
		return before == digitClass && class == digitClass || isLetter(before) && isLetter(class)
	}
	return false
}

// nextClass returns the class of the first character that is no mark.
func nextClass(s string) breakClass {
	for _, r := range s {
		if class := classOf(r); class != markClass {
			return class
		}
	}
	return otherClass
}

func decode(s string) (rune, int) {
	if s[0] < utf8.RuneSelf {
		return rune(s[0]), 1
	}
	return utf8.DecodeRuneInString(s)
}

// asciiClasses is classOf for ASCII.
var asciiClasses = func() (classes [utf8.RuneSelf]breakClass) {
	for c := range classes {
		switch r := rune(c); {
		case unicode.IsLetter(r):
			classes[c] = letterClass
		case unicode.IsDigit(r):
			classes[c] = digitClass
		}
	}
	for c, class := range map[rune]breakClass{'_': underscoreClass, '.': pointClass, '\'': quoteClass, '"': doubleQuoteClass,
		':': letterMidClass, ',': digitMidClass, ';': digitMidClass} {
		classes[c] = class
	}
	return classes
}()

// Signs that join, beyond ASCII: Unicode's MidLetter, MidNum and MidNumLet.
const (
	letterMids = "·\u0387\u05f4\u2027\ufe13\ufe55："
	digitMids  = "\u037e\u0589\u060c\u060d\u066c\u07f8\u2044\ufe10\ufe14\ufe50\ufe54，；"
	points     = "‘’\u2024\ufe52＇．"
)

// spaceless are the scripts whose words no rule can tell (line-break class SA): their
// letters give nothing.
var spaceless = []*unicode.RangeTable{unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tai_Le, unicode.New_Tai_Lue,
	unicode.Tai_Tham, unicode.Tai_Viet}

func classOf(r rune) breakClass {
	if r < utf8.RuneSelf {
		return asciiClasses[r]
	}
	switch {
	case strings.ContainsRune(letterMids, r):
		return letterMidClass
	case strings.ContainsRune(digitMids, r):
		return digitMidClass
	case strings.ContainsRune(points, r):
		return pointClass
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Mc, unicode.Cf) && r != '\u200b' || r == '\uff9e' || r == '\uff9f':
		return markClass
	case unicode.Is(unicode.Katakana, r) || r >= '〱' && r <= '〵' || strings.ContainsRune("゛゜゠ーｰ", r):
		return kanaClass
	case r == '々' || r == '〻' || r == '׳':
		return letterClass
	case unicode.In(r, unicode.Han, unicode.Hiragana):
		return ideographClass
	case unicode.Is(unicode.Pc, r):
		return underscoreClass
	case unicode.IsDigit(r) && (r < '０' || r > '９') || r == '\u066b':
		return digitClass
	case unicode.In(r, spaceless...), unicode.Is(unicode.Ideographic, r):
		return otherClass
	case r >= 0x5d0 && unicode.Is(unicode.Hebrew, r) && unicode.IsLetter(r):
		return hebrewClass
	case unicode.IsLetter(r), unicode.In(r, unicode.Nl, unicode.Other_Alphabetic):
		return letterClass
	}
	return otherClass
}

// bleveWords reads the words of UAX 29 in lower case, without English stop words:
// Bleve's standard analyser.
func bleveWords(s string, each func(word string)) {
	eachPiece(s, func(piece string) {
		word := strings.ToLower(piece)
		if strings.HasSuffix(piece, "Σ") {
			word = strings.TrimSuffix(word, "σ") + "ς"
		}
		if !stopWords[word] {
			each(word)
		}
	})
}

// stopWords is Snowball's English list of 174.
var stopWords = func() map[string]bool {
	words := make(map[string]bool, 174)
	for _, w := range strings.Fields(`
a about above after again against all am an and any are aren't as at be because been before being below between both but by
can't cannot could couldn't did didn't do does doesn't doing don't down during each few for from further had hadn't has hasn't
have haven't having he he'd he'll he's her here here's hers herself him himself his how how's i i'd i'll i'm i've if in into is
isn't it it's its itself let's me more most mustn't my myself no nor not of off on once only or other ought our ours ourselves
out over own same shan't she she'd she'll she's should shouldn't so some such than that that's the their theirs them themselves
then there there's these they they'd they'll they're they've this those through to too under until up very was wasn't we we'd
we'll we're we've were weren't what what's when when's where where's which while who who's whom why why's with won't would
wouldn't you you'd you'll you're you've your yours yourself yourselves`) {
		words[w] = true
	}
	return words
}()
