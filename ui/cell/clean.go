package cell

import (
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
	prev := rune(0)
	for i, r := range s {
		switch classify(r, prev, invalidAt(s, i, r)) {
		case control, unseen:
			n++
		}
		prev = r
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

func classify(r, prev rune, invalid bool) class {
	switch {
	case r == '\t' || r == '\n' || r == '\r' || r == lineSeparator || r == paraSeparator:
		return space
	case r < ' ' || r == 0x7f:
		return control
	case r < 0x7f:
		return plain
	case invalid:
		return unseen
	case r == textVariant || r == emojiVariant:
		if unicode.Is(unicode.Variation_Selector, prev) || prev == 0 {
			return unseen
		}
		return dropped
	case r == joiner && (unicode.IsSymbol(prev) || prev == emojiVariant):
		return dropped
	case !unicode.IsGraphic(r), unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r), unicode.Is(unicode.Variation_Selector, r):
		return unseen
	}
	return plain
}

// invalidAt tells a byte that is not UTF-8 from a U+FFFD that was written.
func invalidAt(s string, i int, r rune) bool {
	if r != utf8.RuneError {
		return false
	}
	_, size := utf8.DecodeRuneInString(s[i:])
	return size == 1
}

// reveal replaces what works or hides, character by character.
func (g *Glyphs) reveal(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 8)
	prev := rune(0)
	last := plain
	for i, r := range s {
		c := classify(r, prev, invalidAt(s, i, r))
		switch c {
		case plain:
			b.WriteRune(r)
		case space:
			if last != space {
				b.WriteByte(' ')
			}
		case control:
			b.WriteString(g.picture(r))
		case unseen:
			b.WriteString(g.Unknown)
		}
		prev, last = r, c
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
		if s[i] < utf8.RuneSelf && (i+1 == len(s) || s[i+1] < utf8.RuneSelf) {
			b.WriteByte(s[i])
			i++
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

// printable reports whether s is nothing but printable ASCII.
func printable(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i]-' ' > '~'-' ' {
			return false
		}
	}
	return true
}
