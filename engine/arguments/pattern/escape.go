package pattern

import (
	"strconv"
	"unicode"
)

// escape reads what follows a backslash outside a character set.
func (p *parser) escape() *node {
	c := p.take()
	switch c {
	case 'A':
		return &node{op: opStart}
	case 'Z':
		return &node{op: opEnd}
	case 'b', 'B':
		return &node{op: opBoundary, set: isWord, negated: c == 'B'}
	}
	if set := category(c); set != nil {
		return &node{op: opChar, set: set}
	}
	if c >= '1' && c <= '9' {
		return p.numbered(string(c))
	}
	return p.char(p.literal(c))
}

// numbered reads a reference to a group. What could be an octal character is
// left to Python.
func (p *parser) numbered(s string) *node {
	s += p.while(2, digits)
	group, _ := strconv.Atoi(s)
	if len(s) > 2 {
		return p.fail()
	}
	return p.reference(group)
}

// literal returns the one character that an escape with letter c stands for.
func (p *parser) literal(c rune) rune {
	switch c {
	case '0':
		if p.while(1, digits) != "" {
			p.fail()
		}
		return 0
	case 'a':
		return '\a'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	case 'v':
		return '\v'
	case 'x':
		return p.hex(2)
	case 'u':
		return p.hex(4)
	case 'U':
		return p.hex(8)
	}
	if c == end || c < 0x80 && (unicode.IsLetter(c) || unicode.IsDigit(c)) {
		p.fail()
	}
	return c
}

// hex reads a character as exactly n hexadecimal digits.
func (p *parser) hex(n int) rune {
	s := p.while(n, "0123456789abcdefABCDEF")
	c, err := strconv.ParseUint(s, 16, 32)
	if len(s) < n || err != nil || c > unicode.MaxRune {
		p.fail()
	}
	return rune(c)
}
