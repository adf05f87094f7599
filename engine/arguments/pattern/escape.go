package pattern

import (
	"strconv"
	"strings"
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
		return &node{op: opBoundary, set: category('w', p.flags), negated: c == 'B'}
	case '0':
		return p.char(p.octal("0" + p.while(2, "01234567")))
	}
	if set := category(c, p.flags); set != nil {
		return &node{op: opChar, set: set}
	}
	if c >= '1' && c <= '9' {
		return p.numbered(string(c))
	}
	return p.char(p.literal(c))
}

// numbered reads a reference to a group, or the three octal digits that look
// like one.
func (p *parser) numbered(s string) *node {
	s += p.while(1, digits)
	if len(s) == 2 && strings.Trim(s, "01234567") == "" {
		if third := p.while(1, "01234567"); third != "" {
			return p.char(p.octal(s + third))
		}
	}
	group, _ := strconv.Atoi(s)
	return p.reference(group)
}

// octal returns the character of octal digits, at most 0o377.
func (p *parser) octal(s string) rune {
	n, err := strconv.ParseUint(s, 8, 32)
	if err != nil || n > 0o377 {
		p.fail()
	}
	return rune(n)
}

// literal returns the one character that an escape with letter c stands for.
func (p *parser) literal(c rune) rune {
	switch c {
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
