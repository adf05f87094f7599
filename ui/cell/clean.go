package cell

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// longestCluster is the number of bytes beyond which a grapheme cluster is
// taken for an attempt to pile marks over the lines around it. The longest
// clusters of living scripts stay well below.
const longestCluster = 32

const (
	joiner        = '\u200D' // zero width joiner
	textVariant   = '\uFE0E'
	emojiVariant  = '\uFE0F'
	lineSeparator = '\u2028'
	paraSeparator = '\u2029'
)

// Clean turns text of unknown origin into one line that cannot drive the
// terminal, cannot hide anything, and measures the same however a terminal
// counts:
//
//   - A run of tabs and line breaks becomes one space.
//   - C0 controls and DEL become their pictures (ESC: ␛), in ASCII ^[ and so on.
//   - Invalid UTF-8, C1 controls, and every character that shows nothing (bidi
//     and other format characters, zero-width ones, tags, fillers, odd variation
//     selectors), private use and unassigned ones become U+FFFD, in ASCII "?".
//   - The variation selectors 15 and 16, and joiners between symbols, are part
//     of ordinary emoji and are dropped.
//   - A grapheme cluster that has no width, or whose width depends on the way of
//     counting or on what stands beside the text, or that is longer than 32
//     bytes, becomes U+FFFD.
//   - In ASCII every other cluster that is not ASCII becomes "?".
//
// Clean text is left as it is. Text of printable ASCII costs no allocation.
func (g *Glyphs) Clean(s string) string {
	if printable(s) {
		return s
	}
	return g.settle(g.reveal(s))
}

// CleanLines splits at line breaks (LF, CR, CR LF, U+2028, U+2029) and cleans
// every line. There is always at least one line.
func (g *Glyphs) CleanLines(s string) []string {
	if printable(s) {
		return []string{s}
	}
	s = lineBreaks.Replace(s)
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = g.Clean(l)
	}
	return lines
}

var lineBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n", string(lineSeparator), "\n", string(paraSeparator), "\n")

// Hidden counts the characters of s that a reader would not see or that could
// act on a terminal: those that Clean shows as control pictures or replaces for
// showing nothing. Tabs and line breaks do not count, nor does what ordinary
// emoji are made of. A count above 0 in a tool's text is worth a finding: hidden
// text is a way to give a model orders behind its user's back.
func Hidden(s string) int {
	if printable(s) {
		return 0
	}
	n := 0
	for _, c := range pieces(s) {
		if c == control || c == unseen {
			n++
		}
	}
	return n
}

// A class is what Clean does with a character.
type class int

const (
	plain   class = iota // shown
	space                // a tab or line break
	control              // C0 or DEL
	unseen               // shows nothing, or is not text
	dropped              // part of ordinary emoji
)

// pieces yields the runs of printable ASCII in s, and every other character by
// itself, each with its class.
func pieces(s string) iter.Seq2[string, class] {
	return func(yield func(string, class) bool) {
		prev := rune(0)
		for i := 0; i < len(s); {
			n, c := ascii(s[i:]), plain
			if n > 0 {
				prev = rune(s[i+n-1])
			} else {
				var r rune
				r, n = utf8.DecodeRuneInString(s[i:])
				c = classify(r, prev)
				if r == utf8.RuneError && n == 1 {
					c = unseen // no UTF-8, and not a U+FFFD that somebody wrote
				}
				prev = r
			}
			if !yield(s[i:i+n], c) {
				return
			}
			i += n
		}
	}
}

// ascii returns the length of the run of printable ASCII that s starts with.
func ascii(s string) int {
	for i := 0; i < len(s); i++ {
		if s[i]-' ' > '~'-' ' {
			return i
		}
	}
	return len(s)
}

// printable reports whether s is nothing but printable ASCII.
func printable(s string) bool { return ascii(s) == len(s) }

// classify returns the class of a character behind prev, 0 for none.
func classify(r, prev rune) class {
	switch {
	case r == '\t' || r == '\n' || r == '\r' || r == lineSeparator || r == paraSeparator:
		return space
	case r < ' ' || r == 0x7f:
		return control
	case (r == textVariant || r == emojiVariant) && presents(prev):
		return dropped
	case r == joiner && prev >= utf8.RuneSelf && (unicode.In(prev, unicode.So, unicode.Sk) || prev == emojiVariant):
		return dropped
	case !unicode.IsGraphic(r), unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r), unicode.Is(unicode.Variation_Selector, r):
		return unseen
	}
	return plain
}

// presents reports whether a character can have a text and an emoji form: a
// symbol, a digit of a keycap, a mark such as ‼, or the letter ℹ. Behind anything
// else a variation selector would only carry what nobody sees.
func presents(r rune) bool {
	return unicode.In(r, unicode.S, unicode.P, unicode.Nd) || r == '\u2139'
}

// reveal replaces what works or hides, character by character.
func (g *Glyphs) reveal(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 8)
	last := plain
	for piece, c := range pieces(s) {
		switch c {
		case plain:
			b.WriteString(piece)
		case space:
			if last != space {
				b.WriteByte(' ')
			}
		case control:
			b.WriteString(g.picture(rune(piece[0])))
		case unseen:
			b.WriteString(g.Unknown)
		}
		last = c
	}
	return b.String()
}

// picture shows a C0 control or DEL.
func (g *Glyphs) picture(r rune) string {
	if g.ASCII {
		return "^" + string(r^0x40)
	}
	if r == 0x7f {
		return "\u2421"
	}
	return string('\u2400' + r)
}

// settle replaces the grapheme clusters whose width is not certain.
func (g *Glyphs) settle(s string) string {
	if printable(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		if n := ascii(s[i:]); n > 1 || i+n == len(s) {
			if i+n < len(s) {
				n-- // the last one may carry a mark
			}
			b.WriteString(s[i : i+n])
			i += n
			continue
		}
		cluster, w := ansi.FirstGraphemeCluster(s[i:], ansi.GraphemeWidth)
		sure := len(cluster) == 1 || !g.ASCII && w > 0 && w == ansi.StringWidthWc(cluster) && len(cluster) <= longestCluster
		if i == 0 || i+len(cluster) == len(s) {
			sure = sure && !sticky(cluster)
		}
		i += len(cluster)
		if !sure {
			cluster = g.Unknown
		}
		b.WriteString(cluster)
	}
	return b.String()
}

// sticky reports whether a cluster would join what is drawn before or after it.
func sticky(cluster string) bool {
	before, _ := ansi.FirstGraphemeCluster(" "+cluster, ansi.GraphemeWidth)
	after, _ := ansi.FirstGraphemeCluster(cluster+" ", ansi.GraphemeWidth)
	return len(before) > 1 || len(after) > len(cluster)
}
