package text

import (
	"slices"
	"strings"
)

// snowball is Snowball English 3.1.1 written out from its rules (engine.md,
// section 7, way a), without kljensen: the second opinion on Stem. The word is
// of lower-case ASCII letters and digits.
func snowball(word string) string {
	if len(word) <= 2 {
		return word
	}
	if stem, ok := wholeWords[word]; ok {
		return stem
	}
	w := newRegions(word)
	w.step1a()
	w.step1b()
	w.step1c()
	w.step2()
	w.step3()
	w.step4()
	w.step5()
	return strings.ToLower(w.text)
}

var wholeWords = map[string]string{
	"skis": "ski", "skies": "sky",
	"idly": "idl", "gently": "gentl", "ugly": "ugli", "early": "earli", "only": "onli", "singly": "singl",
	"sky": "sky", "news": "news", "howe": "howe", "atlas": "atlas", "cosmos": "cosmos", "bias": "bias", "andes": "andes",
}

// regions is a word on its way to a stem: Y for a y that is a consonant, and
// where R1 and R2 begin (they may lie behind the end).
type regions struct {
	text   string
	r1, r2 int
}

func newRegions(word string) *regions {
	text := []byte(word)
	for i, c := range text {
		if c == 'y' && (i == 0 || vowel(text[i-1])) {
			text[i] = 'Y'
		}
	}
	w := &regions{text: string(text)}
	w.r1 = w.afterVowelConsonant(0)
	for _, prefix := range strings.Fields("gener commun arsen past univers later emerg organ inter") {
		if strings.HasPrefix(word, prefix) {
			w.r1 = len(prefix)
		}
	}
	w.r2 = w.afterVowelConsonant(w.r1)
	return w
}

func (w *regions) afterVowelConsonant(from int) int {
	for i := from + 1; i < len(w.text); i++ {
		if vowel(w.text[i-1]) && !vowel(w.text[i]) {
			return i + 1
		}
	}
	return len(w.text)
}

func vowel(c byte) bool { return strings.IndexByte("aeiouy", c) >= 0 }

func hasVowel(s string) bool { return strings.ContainsAny(s, "aeiouy") }

// ending returns the longest of the endings, given as words of a list, that w has.
func (w *regions) ending(list string) string {
	longest := ""
	for _, e := range strings.Fields(list) {
		if strings.HasSuffix(w.text, e) && len(e) > len(longest) {
			longest = e
		}
	}
	return longest
}

// before returns what is in front of an ending of w.
func (w *regions) before(ending string) string { return w.text[:len(w.text)-len(ending)] }

func (w *regions) inR1(ending string) bool { return w.r1 <= len(w.text)-len(ending) }
func (w *regions) inR2(ending string) bool { return w.r2 <= len(w.text)-len(ending) }

func shortSyllable(s string) bool {
	n := len(s)
	return strings.HasSuffix(s, "past") ||
		n == 2 && vowel(s[0]) && !vowel(s[1]) ||
		n >= 3 && !vowel(s[n-3]) && vowel(s[n-2]) && !vowel(s[n-1]) && strings.IndexByte("wxY", s[n-1]) < 0
}

func (w *regions) step1a() {
	switch e := w.ending("sses ied ies s us ss"); e {
	case "sses":
		w.text = w.before("es")
	case "ied", "ies":
		if len(w.text) > 4 {
			w.text = w.before("es")
		} else {
			w.text = w.before("s")
		}
	case "s":
		if hasVowel(w.text[:max(0, len(w.text)-2)]) {
			w.text = w.before("s")
		}
	}
}

func (w *regions) step1b() {
	e := w.ending("eed eedly ed edly ing ingly")
	root := w.before(e)
	switch {
	case e == "":
		return
	case e == "eed" || e == "eedly":
		if w.inR1(e) && !slices.Contains([]string{"proc", "exc", "succ"}, root) {
			w.text = root + "ee"
		}
		return
	case e == "ing" && len(root) == 2 && !vowel(root[0]) && root[1] == 'y':
		w.text = root[:1] + "ie"
		return
	case e == "ing" && slices.Contains(strings.Fields("inn out cann herr earr even"), root):
		return
	case !hasVowel(root):
		return
	}
	w.text = root
	switch end := w.ending("at bl iz bb dd ff gg mm nn pp rr tt"); {
	case end == "at" || end == "bl" || end == "iz":
		w.text += "e"
	case end != "":
		if len(root) != 3 || strings.IndexByte("aeo", root[0]) < 0 {
			w.text = root[:len(root)-1]
		}
	case w.r1 >= len(root) && shortSyllable(root):
		w.text += "e"
	}
}

func (w *regions) step1c() {
	if n := len(w.text); n > 2 && w.ending("y Y") != "" && !vowel(w.text[n-2]) {
		w.text = w.text[:n-1] + "i"
	}
}

func (w *regions) step2() {
	e := w.ending(`tional enci anci abli entli izer ization ational ation ator alism aliti alli
		fulness ousli ousness iveness iviti biliti bli ogi ogist fulli lessli li`)
	if e == "" || !w.inR1(e) {
		return
	}
	root := w.before(e)
	switch e {
	case "li": // in R1, so something is in front
		if strings.IndexByte("cdeghkmnrt", root[len(root)-1]) >= 0 {
			w.text = root
		}
	case "ogi":
		if strings.HasSuffix(root, "l") {
			w.text = root + "og"
		}
	default:
		w.text = root + map[string]string{
			"tional": "tion", "enci": "ence", "anci": "ance", "abli": "able", "entli": "ent",
			"izer": "ize", "ization": "ize", "ational": "ate", "ation": "ate", "ator": "ate",
			"alism": "al", "aliti": "al", "alli": "al", "fulness": "ful", "ousli": "ous", "ousness": "ous",
			"iveness": "ive", "iviti": "ive", "biliti": "ble", "bli": "ble",
			"ogist": "og", "fulli": "ful", "lessli": "less",
		}[e]
	}
}

func (w *regions) step3() {
	e := w.ending("tional ational alize icate iciti ical ful ness ative")
	if e == "" || !w.inR1(e) || e == "ative" && !w.inR2(e) {
		return
	}
	w.text = w.before(e) + map[string]string{
		"tional": "tion", "ational": "ate", "alize": "al", "icate": "ic", "iciti": "ic", "ical": "ic",
	}[e]
}

func (w *regions) step4() {
	e := w.ending("al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize ion")
	if e == "" || !w.inR2(e) {
		return
	}
	if root := w.before(e); e != "ion" || strings.HasSuffix(root, "s") || strings.HasSuffix(root, "t") {
		w.text = root
	}
}

func (w *regions) step5() {
	switch e := w.ending("e l"); e {
	case "e":
		if root := w.before(e); w.inR2(e) || w.inR1(e) && !shortSyllable(root) {
			w.text = root
		}
	case "l":
		if root := w.before(e); w.inR2(e) && strings.HasSuffix(root, "l") {
			w.text = root
		}
	}
}
