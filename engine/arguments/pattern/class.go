package pattern

import (
	"unicode"

	"findable/engine/py"
)

// The flags of a pattern or of a part of it.
type flags struct{ ignoreCase, multiline, dotAll bool }

// class reads a character set after its bracket.
func (p *parser) class() *node {
	negated := p.accept('^')
	var sets []func(rune) bool
	for {
		c := p.take()
		if c == ']' && len(sets) > 0 {
			break
		}
		if c == end {
			return p.fail()
		}
		low, set := p.classItem(c)
		if p.accept('-') {
			if p.accept(']') {
				sets = append(sets, set, between('-', '-'))
				break
			}
			c := p.take()
			if c == end {
				return p.fail()
			}
			high, _ := p.classItem(c)
			if low < 0 || high < low {
				return p.fail()
			}
			set = between(low, high)
		}
		sets = append(sets, set)
	}
	set := anyOf(sets, p.flags)
	if negated {
		set = not(set)
	}
	return &node{op: opChar, set: set}
}

// classItem reads one member of a character set: a character, or a category and
// no character (-1).
func (p *parser) classItem(c rune) (rune, func(rune) bool) {
	if c == '\\' {
		c = p.take()
		if set := category(c); set != nil {
			return -1, set
		}
		if c == 'b' {
			c = '\b'
		} else {
			c = p.literal(c)
		}
	}
	return c, between(c, c)
}

func isWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r)
}

func isDigit(r rune) bool { return unicode.Is(unicode.Nd, r) }

// category returns the set of \d, \D, \s, \S, \w or \W, nil for another letter.
func category(c rune) func(rune) bool {
	switch c {
	case 'd':
		return isDigit
	case 'D':
		return not(isDigit)
	case 's':
		return py.IsSpace
	case 'S':
		return not(py.IsSpace)
	case 'w':
		return isWord
	case 'W':
		return not(isWord)
	}
	return nil
}

func not(set func(rune) bool) func(rune) bool {
	return func(r rune) bool { return !set(r) }
}

func between(low, high rune) func(rune) bool {
	return func(r rune) bool { return low <= r && r <= high }
}

// anyOf is the union of sets, with the other cases of their characters when case
// is ignored.
func anyOf(sets []func(rune) bool, f flags) func(rune) bool {
	in := func(r rune) bool {
		for _, set := range sets {
			if set(r) {
				return true
			}
		}
		return false
	}
	if !f.ignoreCase {
		return in
	}
	return func(r rune) bool {
		found := in(r)
		for o := unicode.SimpleFold(r); o != r && !found; o = unicode.SimpleFold(o) {
			found = in(o)
		}
		return found
	}
}
