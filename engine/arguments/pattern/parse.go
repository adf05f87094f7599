package pattern

import (
	"strconv"
	"strings"
	"unicode"
)

// maxGroupsDeep is how deep groups may be nested; Python's own parser meets its
// recursion limit near there.
const maxGroupsDeep = 400

// end is what peek gives behind the last character.
const end = -1

// parser reads a pattern. A fault sets bad and moves to the end, so that every
// loop stops by itself.
type parser struct {
	text   []rune
	pos    int
	bad    bool
	flags  flags
	names  map[string]int
	closed []bool  // by group: whether its parenthesis is closed
	widths []width // by group
	behind int     // groups opened before the outermost look-behind, or -1
}

func (p *parser) fail() *node {
	p.bad, p.pos = true, len(p.text)
	return &node{op: opSequence}
}

func (p *parser) peek() rune {
	if p.pos < len(p.text) {
		return p.text[p.pos]
	}
	return end
}

func (p *parser) take() rune {
	c := p.peek()
	if c != end {
		p.pos++
	}
	return c
}

func (p *parser) accept(c rune) bool {
	if p.peek() != c {
		return false
	}
	p.pos++
	return true
}

// until reads a name up to its closing character, which it takes.
func (p *parser) until(closing rune) string {
	start := p.pos
	for p.peek() != closing {
		if p.take() == end {
			p.fail()
			return ""
		}
	}
	p.pos++
	if p.pos-1 == start {
		p.fail()
	}
	return string(p.text[start : p.pos-1])
}

// while reads up to n characters of a set.
func (p *parser) while(n int, set string) string {
	start := p.pos
	for p.pos-start < n && p.peek() != end && strings.ContainsRune(set, p.peek()) {
		p.pos++
	}
	return string(p.text[start:p.pos])
}

const digits = "0123456789"

// alternatives reads a|b|c up to a closing parenthesis or the end.
func (p *parser) alternatives(depth int) *node {
	if depth > maxGroupsDeep {
		return p.fail()
	}
	branches := []*node{p.sequence(depth, depth == 0)}
	for p.accept('|') {
		branches = append(branches, p.sequence(depth, false))
	}
	if len(branches) == 1 {
		return branches[0]
	}
	return &node{op: opBranch, sub: branches}
}

// sequence reads parts with their quantifiers. Flags for the whole pattern may
// stand where first is true and nothing has been read.
func (p *parser) sequence(depth int, first bool) *node {
	s := &node{op: opSequence}
	for {
		c := p.peek()
		if c == end || c == '|' || c == ')' {
			return s
		}
		p.pos++
		if least, most, ok := p.quantifier(c); ok {
			p.quantify(s, least, most)
		} else if n := p.part(c, depth, first && len(s.sub) == 0); n != nil {
			s.sub = append(s.sub, n)
		}
	}
}

// part reads what begins with c, nil when that is no part but flags.
func (p *parser) part(c rune, depth int, first bool) *node {
	switch c {
	case '\\':
		return p.escape()
	case '[':
		return p.class()
	case '(':
		return p.group(depth, first)
	case '.':
		if p.flags.dotAll {
			return &node{op: opChar, set: func(rune) bool { return true }}
		}
		return &node{op: opChar, set: func(r rune) bool { return r != '\n' }}
	case '^':
		if p.flags.multiline {
			return &node{op: opLineStart}
		}
		return &node{op: opStart}
	case '$':
		if p.flags.multiline {
			return &node{op: opLineEnd}
		}
		return &node{op: opLastEnd}
	}
	return p.char(c)
}

func (p *parser) char(c rune) *node {
	return &node{op: opChar, set: anyOf([]func(rune) bool{between(c, c)}, p.flags)}
}

// quantifier reads the bounds of a repeat; braces that hold no bounds stand for
// themselves.
func (p *parser) quantifier(c rune) (least, most int, ok bool) {
	switch c {
	case '*':
		return 0, manyTimes, true
	case '+':
		return 1, manyTimes, true
	case '?':
		return 0, 1, true
	case '{':
		back := p.pos
		if p.peek() == '}' {
			return 0, 0, false
		}
		low := p.while(len(p.text), digits)
		high := low
		if p.accept(',') {
			high = p.while(len(p.text), digits)
		}
		if !p.accept('}') {
			p.pos = back
			return 0, 0, false
		}
		return p.bound(low, 0), p.bound(high, manyTimes), true
	}
	return 0, 0, false
}

func (p *parser) bound(s string, absent int) int {
	if s == "" {
		return absent
	}
	n, err := strconv.Atoi(s)
	if err != nil || n >= manyTimes {
		p.fail()
	}
	return n
}

// quantify puts a repeat around the last part of s.
func (p *parser) quantify(s *node, least, most int) {
	if len(s.sub) == 0 || most < least {
		p.fail()
		return
	}
	last := s.sub[len(s.sub)-1]
	if last.op >= opStart || last.op == opRepeat {
		p.fail() // nothing to repeat, or a repeat of a repeat
		return
	}
	s.sub[len(s.sub)-1] = &node{op: opRepeat, sub: []*node{last}, min: least, max: most, lazy: p.accept('?')}
	if p.peek() == '+' {
		p.fail()
	}
}

// group reads what follows an opening parenthesis.
func (p *parser) group(depth int, first bool) *node {
	if !p.accept('?') {
		return p.capture("", depth)
	}
	switch c := p.take(); c {
	case ':':
		return p.closing(p.alternatives(depth + 1))
	case 'P':
		switch p.take() {
		case '<':
			return p.capture(p.name('>'), depth)
		case '=':
			group, ok := p.names[p.name(')')]
			if !ok {
				return p.fail()
			}
			return p.reference(group)
		}
	case '=', '!':
		return p.closing(&node{op: opLook, sub: []*node{p.alternatives(depth + 1)}, negated: c == '!', behind: -1})
	case '<':
		return p.lookBehind(depth)
	default:
		if c != end && strings.ContainsRune(flagLetters, c) {
			return p.flagged(c, depth, first)
		}
	}
	return p.fail()
}

func (p *parser) closing(n *node) *node {
	if !p.accept(')') {
		return p.fail()
	}
	if n.op == opSequence || n.op == opBranch || n.op == opRepeat || n.op == opLook {
		// A group of its own: a quantifier may follow whatever it holds.
		return &node{op: opBranch, sub: []*node{n}}
	}
	return n
}

func (p *parser) capture(name string, depth int) *node {
	group := len(p.closed)
	if name != "" {
		if p.names[name] != 0 {
			return p.fail()
		}
		p.names[name] = group
	}
	p.closed, p.widths = append(p.closed, false), append(p.widths, width{})
	n := p.closing(&node{op: opGroup, group: group, sub: []*node{p.alternatives(depth + 1)}})
	if !p.bad {
		p.closed[group], p.widths[group] = true, widthOf(n, p.widths)
	}
	return n
}

// name reads the name of a group: an identifier.
func (p *parser) name(closing rune) string {
	name := p.until(closing)
	if !isIdentifier(name) {
		p.fail()
	}
	return name
}

func isIdentifier(s string) bool {
	for i, r := range s {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !isWord(r)) {
			return false
		}
	}
	return s != ""
}

func (p *parser) reference(group int) *node {
	if group >= len(p.closed) || !p.closed[group] || p.behind >= 0 && group >= p.behind {
		return p.fail()
	}
	return &node{op: opReference, group: group, flags: p.flags}
}

func (p *parser) lookBehind(depth int) *node {
	sign := p.take()
	if sign != '=' && sign != '!' {
		return p.fail()
	}
	outermost := p.behind < 0
	if outermost {
		p.behind = len(p.closed)
	}
	body := p.alternatives(depth + 1)
	if outermost {
		p.behind = -1
	}
	if p.bad {
		return body
	}
	w := widthOf(body, p.widths)
	if w.min != w.max {
		return p.fail()
	}
	return p.closing(&node{op: opLook, sub: []*node{body}, negated: sign == '!', behind: w.min})
}

const flagLetters = "ims"

// flagged reads (?flags) for the whole pattern and (?flags:…) for a part.
func (p *parser) flagged(c rune, depth int, first bool) *node {
	before := p.flags
	for ; c != end && strings.ContainsRune(flagLetters, c); c = p.take() {
		p.flags.ignoreCase = p.flags.ignoreCase || c == 'i'
		p.flags.multiline = p.flags.multiline || c == 'm'
		p.flags.dotAll = p.flags.dotAll || c == 's'
	}
	if c == ')' && first {
		return nil
	}
	if c != ':' {
		return p.fail()
	}
	n := p.closing(p.alternatives(depth + 1))
	p.flags = before
	return n
}
