// Package pattern searches text with the patterns of Python's re module, which
// is what the reference tests JSON Schema's `pattern` with. Go's regexp is no
// stand-in: it lacks look-around and references, refuses some of Python's
// patterns and takes some that Python refuses, and reads \d, \w, \s and $
// otherwise. Looking backwards needs backtracking, so every search has a limit
// instead of a bound.
//
// What Python has beyond the dialects that schemas are written in counts as a
// pattern that does not compile: comments, verbose and ASCII patterns, flags
// switched off, atomic groups, possessive repeats, conditions on a group, octal
// escapes, \N{name}.
package pattern

import "slices"

// A Pattern is a compiled pattern. It is safe for concurrent use.
type Pattern struct {
	root     *node
	groups   int  // capturing groups, the whole match included
	anchored bool // can match at the start of the text only
}

// Compile reads a pattern as re.compile(pattern) of Python 3.11 does and reports
// whether Python accepts it.
func Compile(pattern string) (*Pattern, bool) {
	p := parser{text: []rune(pattern), names: map[string]int{}, closed: []bool{true}, widths: []width{{}}, behind: -1}
	root := p.alternatives(0)
	if p.bad || p.pos < len(p.text) { // a parenthesis that closes nothing ends it early
		return nil, false
	}
	return &Pattern{root, len(p.closed), startsAtStart(root)}, true
}

// startsAtStart reports whether n begins with ^ or \A, so that a search need not
// try the other places of a long text.
func startsAtStart(n *node) bool {
	switch n.op {
	case opStart:
		return true
	case opSequence:
		return len(n.sub) > 0 && startsAtStart(n.sub[0])
	case opGroup:
		return startsAtStart(n.sub[0])
	case opBranch:
		return !slices.ContainsFunc(n.sub, func(s *node) bool { return !startsAtStart(s) })
	}
	return false
}

type op int

const (
	opChar      op = iota // one character of set
	opSequence            // all of sub
	opBranch              // one of sub
	opGroup               // sub[0], kept as group
	opRepeat              // sub[0], min to max times
	opLook                // sub[0] ahead, or behind; absent if negated
	opReference           // the text of group again
	opStart               // \A, or ^ of a single line
	opLineStart           // ^ of many lines
	opEnd                 // \Z
	opLastEnd             // $ of a single line: before a last line feed too
	opLineEnd             // $ of many lines
	opBoundary            // \b; \B if negated
)

type node struct {
	op       op
	sub      []*node
	set      func(rune) bool // of opChar; of opBoundary the word characters
	group    int
	flags    flags // of opReference
	min, max int   // of opRepeat
	lazy     bool  // of opRepeat: the fewest first
	negated  bool
	behind   int // of opLook: characters to step back, -1 when it looks ahead
}

// manyTimes stands for "no upper bound", Python's MAXREPEAT.
const manyTimes = 1<<32 - 1

// width is how many characters a node takes at least and at most.
type width struct{ min, max int }

func (w width) then(x width) width {
	return width{min(w.min+x.min, manyTimes-1), min(w.max+x.max, manyTimes)}
}

func (w width) times(least, most int) width {
	return width{product(w.min, least, manyTimes-1), product(w.max, most, manyTimes)}
}

func product(a, b, limit int) int {
	if a > 0 && b > limit/a {
		return limit
	}
	return min(a*b, limit)
}

// widthOf returns the width of n; groups holds those of the groups so far.
func widthOf(n *node, groups []width) width {
	switch n.op {
	case opChar:
		return width{1, 1}
	case opSequence:
		var w width
		for _, s := range n.sub {
			w = w.then(widthOf(s, groups))
		}
		return w
	case opBranch:
		w := widthOf(n.sub[0], groups)
		for _, s := range n.sub[1:] {
			x := widthOf(s, groups)
			w = width{min(w.min, x.min), max(w.max, x.max)}
		}
		return w
	case opGroup:
		return widthOf(n.sub[0], groups)
	case opRepeat:
		return widthOf(n.sub[0], groups).times(n.min, n.max)
	case opReference:
		return groups[n.group]
	}
	return width{}
}
