// Package pattern searches text with the patterns of Python's re module, which
// is what the reference tests JSON Schema's `pattern` with. Go's regexp is no
// stand-in: it lacks look-around and references, refuses some of Python's
// patterns and takes some that Python refuses, and reads \d, \w, \s and $
// otherwise. Looking backwards needs backtracking, so every search has a limit
// instead of a bound.
//
// Left out: \N{name} (Python's table of character names), which counts as a
// pattern that does not compile.
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
	if p.pos < len(p.text) || p.highest >= len(p.closed) {
		p.bad = true // an unbalanced parenthesis; a condition on a group that is not there
	}
	if p.bad {
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
	opAtomic              // sub[0], its first match only
	opRepeat              // sub[0], min to max times
	opLook                // sub[0] ahead, or behind; absent if negated
	opReference           // the text of group again
	opCondition           // sub[0] if group has matched, else sub[1]
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
	fold     func(a, b rune) bool
	group    int
	min, max int // of opRepeat
	how      greed
	negated  bool
	behind   int // of opLook: characters to step back, -1 when it looks ahead
}

// greed is how a repeat chooses among its counts.
type greed int

const (
	greedy     greed = iota // the most first
	lazy                    // the fewest first
	possessive              // the most only
)

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
	case opBranch, opCondition:
		w := widthOf(n.sub[0], groups)
		for _, s := range n.sub[1:] {
			x := widthOf(s, groups)
			w = width{min(w.min, x.min), max(w.max, x.max)}
		}
		return w
	case opGroup, opAtomic:
		return widthOf(n.sub[0], groups)
	case opRepeat:
		return widthOf(n.sub[0], groups).times(n.min, n.max)
	case opReference:
		return groups[n.group]
	}
	return width{}
}
