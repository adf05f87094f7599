package re

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Classes of Python's that Go's letters do not mean, for use inside brackets.
const (
	wordClass     = `\p{L}\p{N}_`
	spaceClass    = `\t-\r\x1c-\x20\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}`
	nonSpaceClass = `\x00-\x08\x0e-\x1b\x21-\x{84}\x{86}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}` +
		`\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{10ffff}`
)

// nonWordClass spells out what wordClass leaves, since brackets cannot negate it.
var nonWordClass = sync.OnceValue(func() string {
	tree, err := syntax.Parse(`[^`+wordClass+`]`, syntax.Perl)
	if err != nil {
		panic(err)
	}
	var b strings.Builder
	for i := 0; i < len(tree.Rune); i += 2 {
		fmt.Fprintf(&b, `\x{%x}-\x{%x}`, tree.Rune[i], tree.Rune[i+1])
	}
	return b.String()
})

// translator rewrites a pattern. The first fault is kept, and it moves to the end.
type translator struct {
	text      []rune
	pos       int
	prefix    string // flags for the whole pattern
	manyLines bool
	branches  bool     // the last translation had branches at its top level
	groups    int      // capturing groups opened so far
	names     []string // of those that have one
	fault     error
}

func (t *translator) fail(fault error) string {
	if t.fault == nil {
		t.fault = fault
	}
	t.pos = len(t.text)
	return ""
}

func (t *translator) accept(s string) bool {
	if !strings.HasPrefix(string(t.text[t.pos:min(len(t.text), t.pos+len(s))]), s) {
		return false
	}
	t.pos += len(s)
	return true
}

// translate rewrites up to the parenthesis that closes more than was opened, or
// to the end.
func (t *translator) translate() string {
	var b strings.Builder
	depth := 0
	t.branches = false
	for t.pos < len(t.text) {
		c := t.text[t.pos]
		if c == ')' && depth == 0 {
			return b.String()
		}
		t.pos++
		switch c {
		case '\\':
			b.WriteString(t.escape(false))
		case '[':
			b.WriteString(t.class())
		case '(':
			depth++
			b.WriteString(t.group())
		case ')':
			depth--
			b.WriteByte(')')
		case '{':
			b.WriteString(t.bounds())
		case '^':
			b.WriteString(t.assertion("^"))
		case '$':
			if t.manyLines {
				b.WriteString(t.assertion("$"))
			} else {
				b.WriteString(t.assertion(`(?:\n?\z)`)) // before a last line feed too
			}
		default:
			t.branches = t.branches || c == '|' && depth == 0
			b.WriteRune(c)
		}
	}
	return b.String()
}

// behind rewrites a leading look-behind. Python takes those of one width only.
func (t *translator) behind() string {
	body := "(?:" + t.translate() + ")"
	if !t.accept(")") {
		return t.fail(ErrRefused)
	}
	if repeat.MatchString(string(t.text[t.pos:min(len(t.text), t.pos+24)])) {
		return t.fail(ErrBeyond)
	}
	if t.fault == nil {
		if tree, err := syntax.Parse(t.prefix+body, syntax.Perl); err != nil {
			return t.fail(blame(err))
		} else if _, fixed := widthOf(tree); !fixed {
			return t.fail(ErrRefused)
		}
	}
	return body
}

// assertion passes on what takes no character, and so cannot be repeated.
func (t *translator) assertion(s string) string {
	if repeat.MatchString(string(t.text[t.pos:min(len(t.text), t.pos+24)])) {
		return t.fail(ErrRefused)
	}
	return s
}

var repeat = regexp.MustCompile(`^(?:[*+?]|\{(?:\d+,?\d*|,\d*)\})`)

var (
	groupStart = regexp.MustCompile(`^\?(?::|[is]+:|-[is]+:|P<([\pL_][\pL\pN_]*)>)`)
	// wholeFlags are flags for the whole pattern, which stand at its start only.
	wholeFlags = regexp.MustCompile(`^\?[aimsux]+\)`)
	// groupBeyond begins other groups that Python has.
	groupBeyond = regexp.MustCompile(`^\?(?:<?[=!]|>|\(|#|[aimsux]*(?:-[imsx]+)?:)`)
	nameAgain   = regexp.MustCompile(`^\?P=([\pL_][\pL\pN_]*)\)`)
)

// group reads how a group begins: with nothing, as ?:, with flags or a name.
func (t *translator) group() string {
	if t.pos == len(t.text) || t.text[t.pos] != '?' {
		t.groups++
		return "("
	}
	rest := string(t.text[t.pos:])
	start, again := groupStart.FindStringSubmatch(rest), nameAgain.FindStringSubmatch(rest)
	switch {
	case start == nil && (groupBeyond.MatchString(rest) ||
		wholeFlags.MatchString(rest) && t.pos == len(t.prefix)+1 || again != nil && slices.Contains(t.names, again[1])):
		return t.fail(ErrBeyond)
	case start == nil || slices.Contains(t.names, start[1]):
		return t.fail(ErrRefused)
	}
	t.pos += len([]rune(start[0]))
	if start[1] == "" {
		return "(" + start[0]
	}
	t.names, t.groups = append(t.names, start[1]), t.groups+1
	return "(" // Go's names are of ASCII letters only, and no one asks for them
}

var bounds = regexp.MustCompile(`^(\d*)(,?)(\d*)\}`)

// bounds reads a repeat in braces; other braces stand for themselves.
func (t *translator) bounds() string {
	m := bounds.FindStringSubmatch(string(t.text[t.pos:min(len(t.text), t.pos+24)]))
	if m == nil || m[0] == "}" || m[1] == "" && m[2] == "" {
		return `\{`
	}
	t.pos += len(m[0])
	low, _ := strconv.Atoi(m[1])
	if high, err := strconv.Atoi(m[3]); err == nil && high < low {
		return t.fail(ErrRefused)
	}
	return "{" + strconv.Itoa(low) + m[2] + m[3] + "}"
}

// class reads a character set after its bracket.
func (t *translator) class() string {
	out := "["
	if t.accept("^") {
		out = "[^"
	}
	first, wasSet := true, false
	for ; t.pos < len(t.text); first = false {
		c := t.text[t.pos]
		t.pos++
		isRange := c == '-' && !first && t.pos < len(t.text) && t.text[t.pos] != ']'
		switch {
		case c == ']' && !first:
			return out + "]"
		case isRange && wasSet:
			return t.fail(ErrRefused) // no range begins with a set such as \w
		case isRange:
			high := t.text[t.pos]
			t.pos++
			item, isSet := t.classItem(high)
			if isSet {
				return t.fail(ErrRefused)
			}
			out += "-" + item
			// What follows a range cannot be the start of another by its end.
			if t.accept("-") {
				out += `\-`
			}
			wasSet = false
		default:
			var item string
			item, wasSet = t.classItem(c)
			out += item
		}
	}
	return t.fail(ErrRefused)
}

func (t *translator) classItem(c rune) (item string, isSet bool) {
	if c != '\\' {
		return quote(c), false
	}
	if t.pos < len(t.text) && strings.ContainsRune("dDwWsS", t.text[t.pos]) {
		return t.escape(true), true
	}
	return t.escape(true), false
}

func quote(c rune) string {
	if c == '-' || c == '^' || c == '&' || c == '~' || c == ':' {
		return `\` + string(c)
	}
	return regexp.QuoteMeta(string(c))
}

// escape reads what follows a backslash, inside a character set or not.
func (t *translator) escape(inClass bool) string {
	if t.pos == len(t.text) {
		return t.fail(ErrRefused)
	}
	c := t.text[t.pos]
	t.pos++
	switch c {
	case 'd':
		return `\p{Nd}`
	case 'D':
		return `\P{Nd}`
	case 'w':
		return set(wordClass, inClass)
	case 's':
		return set(spaceClass, inClass)
	case 'S':
		return set(nonSpaceClass, inClass)
	case 'W':
		return set(nonWordClass(), inClass)
	case 'a', 'f', 'n', 'r', 't', 'v':
		return `\` + string(c)
	case 'x':
		return t.hex(2)
	case 'u':
		return t.hex(4)
	case 'U':
		return t.hex(8)
	case 'A', 'b', 'B':
		if !inClass {
			return t.assertion(`\` + string(c))
		}
		if c == 'b' {
			return `\x08`
		}
	case 'Z':
		if !inClass {
			return t.assertion(`\z`)
		}
	default:
		if c >= 0x80 || !strings.ContainsRune("0123456789", c) && (c|0x20 < 'a' || c|0x20 > 'z') {
			return quote(c)
		}
	}
	return t.fail(t.foreign(c, inClass))
}

// foreign says what an escape is that Go has not: a reference, an octal number, a
// character's name, or none of Python's.
func (t *translator) foreign(c rune, inClass bool) error {
	octal := c == '0' || inClass && '1' <= c && c <= '7' || digitsOnly.MatchString(string(t.text[t.pos-1:min(len(t.text), t.pos+2)]))
	switch {
	case octal, c == 'N' && t.accept("{"), !inClass && '1' <= c && c <= '9' && int(c-'0') <= t.groups:
		return ErrBeyond
	}
	return ErrRefused
}

var digitsOnly = regexp.MustCompile(`^[0-3][0-7]{2}$`)

func set(class string, inClass bool) string {
	if inClass {
		return class
	}
	return "[" + class + "]"
}

// hex reads a character as exactly n hexadecimal digits.
func (t *translator) hex(n int) string {
	digits := string(t.text[t.pos:min(len(t.text), t.pos+n)])
	if _, err := strconv.ParseUint(digits, 16, 32); err != nil || len(digits) < n {
		return t.fail(ErrRefused)
	}
	t.pos += n
	return `\x{` + digits + "}"
}
