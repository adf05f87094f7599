package arguments

import (
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
)

// A pattern is a pattern of Python's re module, with which the reference tests
// text, in Go's terms. Go's regexp never backtracks, so it has no look-around
// and no references; look-ahead right after a leading ^, nearly all that schemas
// use, is tested by itself. A pattern that cannot be told in Go makes the call
// pass unchecked, as one that Python refuses does: other look-around, references,
// repeats above 1,000, \W inside brackets, Python's verbose and atomic forms.
// What remains different: \b knows the letters of ASCII only.
type pattern struct {
	ahead []lookAhead
	rest  *regexp.Regexp
	size  int // in instructions: a search takes at most size times the text's length
}

// maxPatternSize bounds the memory of one pattern, in instructions.
const maxPatternSize = 10_000

// lookAhead is a pattern that must, or must not, match where the text begins.
type lookAhead struct {
	pattern *regexp.Regexp
	negated bool
}

// matches searches text as re.search does.
func (p *pattern) matches(text string) bool {
	for _, a := range p.ahead {
		if a.pattern.MatchString(text) == a.negated {
			return false
		}
	}
	return p.rest.MatchString(text)
}

// compilePattern returns nil for a pattern that Python or Go does not take.
func compilePattern(text string) *pattern {
	t := translator{text: []rune(text)}
	if flags := globalFlags.FindString(text); flags != "" {
		t.pos, t.prefix, t.manyLines = len(flags), flags, strings.Contains(flags, "m")
	}
	p := &pattern{}
	begins := t.accept("^")
	if begins {
		t.assertion("^")
	}
	for begins && !t.manyLines && (t.accept("(?=") || t.accept("(?!")) {
		negated := t.text[t.pos-1] == '!'
		body := t.translate()
		if !t.accept(")") {
			return nil
		}
		p.ahead = append(p.ahead, lookAhead{p.compile(t.prefix + `\A(?:` + body + ")"), negated})
	}
	rest := t.translate()
	if begins {
		rest = "^" + rest
	}
	if t.bad || t.pos < len(t.text) || len(p.ahead) > 0 && t.branches {
		return nil
	}
	p.rest = p.compile(t.prefix + rest)
	for _, a := range p.ahead {
		if a.pattern == nil {
			return nil
		}
	}
	if p.rest == nil {
		return nil
	}
	return p
}

func (p *pattern) compile(text string) *regexp.Regexp {
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil
	}
	if p.size += sizeOf(tree); p.size > maxPatternSize {
		return nil
	}
	re, _ := regexp.Compile(text)
	return re
}

// sizeOf estimates the instructions of a pattern: Go writes repeats out.
func sizeOf(tree *syntax.Regexp) int {
	size := 1 + len(tree.Rune)
	if tree.Op == syntax.OpCharClass {
		size = 1
	}
	for _, sub := range tree.Sub {
		size += sizeOf(sub)
	}
	if tree.Op == syntax.OpRepeat {
		size *= max(tree.Min, tree.Max, 1)
	}
	return size
}

// globalFlags stand at the very start.
var globalFlags = regexp.MustCompile(`^\(\?[ims]+\)`)

// Classes of Python's that Go's letters do not mean, for use inside brackets.
const (
	wordClass     = `\p{L}\p{N}_`
	spaceClass    = `\t-\r\x1c-\x20\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}`
	nonSpaceClass = `\x00-\x08\x0e-\x1b\x21-\x{84}\x{86}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}` +
		`\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{10ffff}`
)

// translator rewrites a pattern. A fault sets bad and moves to the end.
type translator struct {
	text      []rune
	pos       int
	prefix    string // flags for the whole pattern
	manyLines bool
	branches  bool // the last translation had branches at its top level
	bad       bool
}

func (t *translator) fail() string {
	t.bad, t.pos = true, len(t.text)
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

// assertion passes on what takes no character, and so cannot be repeated.
func (t *translator) assertion(s string) string {
	if repeat.MatchString(string(t.text[t.pos:min(len(t.text), t.pos+24)])) {
		return t.fail()
	}
	return s
}

var repeat = regexp.MustCompile(`^(?:[*+?]|\{(?:\d+,?\d*|,\d*)\})`)

var groupStart = regexp.MustCompile(`^\?(:|[is]+:|P<[\pL_][\pL\pN_]*>)`)

// group reads how a group begins: with nothing, as ?:, with flags or a name.
func (t *translator) group() string {
	if t.pos == len(t.text) || t.text[t.pos] != '?' {
		return "("
	}
	start := groupStart.FindString(string(t.text[t.pos:]))
	if start == "" {
		return t.fail()
	}
	t.pos += len([]rune(start))
	return "(" + start
}

var bounds = regexp.MustCompile(`^(\d*)(,?)(\d*)\}`)

// bounds reads a repeat in braces; other braces stand for themselves.
func (t *translator) bounds() string {
	m := bounds.FindStringSubmatch(string(t.text[t.pos:min(len(t.text), t.pos+24)]))
	if m == nil || m[0] == "}" || m[1] == "" && m[2] == "" {
		return `\{`
	}
	t.pos += len(m[0])
	if m[1] == "" {
		m[1] = "0"
	}
	return "{" + m[1] + m[2] + m[3] + "}"
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
			return t.fail() // no range begins with a set such as \w
		case isRange:
			high := t.text[t.pos]
			t.pos++
			item, isSet := t.classItem(high)
			if isSet {
				return t.fail()
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
	return t.fail()
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
		return t.fail()
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
		if !inClass {
			return "[^" + wordClass + "]"
		}
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
	return t.fail() // a reference, an octal number, or no escape of Python's
}

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
		return t.fail()
	}
	t.pos += n
	return `\x{` + digits + "}"
}
