package pattern

import (
	"unicode"

	"findable/engine/py"
)

// The flags of a pattern or of a part of it.
type flags struct {
	ignoreCase, multiline, dotAll, verbose, ascii bool
}

func isWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r)
}

func isDigit(r rune) bool { return unicode.Is(unicode.Nd, r) }

// category returns the set of \d, \D, \s, \S, \w or \W, nil for another letter.
func category(c rune, f flags) func(rune) bool {
	var set func(rune) bool
	switch c {
	case 'd', 'D':
		set = isDigit
	case 's', 'S':
		set = py.IsSpace
	case 'w', 'W':
		set = isWord
	default:
		return nil
	}
	if f.ascii {
		wide := set
		// Of the white space below U+0080 the separators are Unicode's only.
		set = func(r rune) bool { return r < 0x80 && (r < 0x1c || r > 0x1f) && wide(r) }
	}
	if c < 'a' {
		return not(set)
	}
	return set
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
	if len(sets) == 1 {
		in = sets[0]
	}
	if !f.ignoreCase {
		return in
	}
	return func(r rune) bool {
		if in(r) {
			return true
		}
		for o := unicode.SimpleFold(r); o != r; o = unicode.SimpleFold(o) {
			if (!f.ascii || r < 0x80 && o < 0x80) && in(o) {
				return true
			}
		}
		return false
	}
}

// sameRune compares characters, by case or not.
func sameRune(f flags) func(a, b rune) bool {
	return func(a, b rune) bool { return anyOf([]func(rune) bool{between(a, a)}, f)(b) }
}
