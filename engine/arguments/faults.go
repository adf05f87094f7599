package arguments

import (
	"cmp"
	"strconv"
	"strings"

	"findable/engine/py"
)

// A Fault is the one fault of several that the reference names.
type Fault struct {
	// Path is where, as text: arguments.key[0]["another key"].
	Path string
	// Constraint is the keyword that failed, "schema" for the schema false.
	Constraint string
}

// fault is one keyword that a value fails.
type fault struct {
	at      *place
	keyword string
	typed   bool    // the value has the type given beside the keyword
	inner   []fault // of a union: the faults inside its branches
}

// place is a path to a value, its last step first. The steps inside a union's
// branches count from the union's value: there depth begins at 0 again.
type place struct {
	up     *place
	depth  int
	key    string
	index  int
	inList bool
}

func (p *place) child(key string) *place { return &place{up: p, depth: p.depth + 1, key: key} }

func (p *place) item(i int) *place { return &place{up: p, depth: p.depth + 1, index: i, inList: true} }

func (p *place) union() *place { return &place{up: p} }

// compare orders places of one depth below one root: keys by code point, indexes
// by number, the first step first.
func (p *place) compare(q *place) int {
	if p == q || p.depth == 0 {
		return 0
	}
	if c := p.up.compare(q.up); c != 0 {
		return c
	}
	return cmp.Or(cmp.Compare(p.index, q.index), strings.Compare(p.key, q.key))
}

// String returns the path as the error names it.
func (p *place) String() string {
	var steps []string
	for ; p != nil; p = p.up {
		switch {
		case p.depth == 0: // where a union, or all, begins: no step
		case p.inList:
			steps = append(steps, "["+strconv.Itoa(p.index)+"]")
		case isIdentifier(p.key):
			steps = append(steps, "."+p.key)
		default:
			steps = append(steps, "["+py.Compact(p.key)+"]")
		}
	}
	var b strings.Builder
	b.WriteString("arguments")
	for i := len(steps) - 1; i >= 0; i-- {
		b.WriteString(steps[i])
	}
	return b.String()
}

func isIdentifier(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		letter := c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

// before orders faults as the reference ranks them (engine.md, section 11), but
// for the order of the schema's keys: negative when f is named before g.
func (f *fault) before(g *fault) int {
	if f.at.depth != g.at.depth {
		return cmp.Compare(f.at.depth, g.at.depth)
	}
	return cmp.Or(-f.at.compare(g.at), compareBool(f.isUnion(), g.isUnion()), compareBool(f.typed, g.typed))
}

func (f *fault) isUnion() bool { return f.keyword == "anyOf" || f.keyword == "oneOf" }

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// named returns the fault to name: the first, or, where that is a union, the
// last of those inside, again and again, unless the two last rank alike.
func named(faults []fault) *fault {
	first := &faults[0]
	for i := range faults[1:] {
		if faults[i+1].before(first) < 0 {
			first = &faults[i+1]
		}
	}
	for len(first.inner) > 0 {
		last, alike := &first.inner[0], false
		for i := range first.inner[1:] {
			switch c := first.inner[i+1].before(last); {
			case c > 0:
				last, alike = &first.inner[i+1], false
			case c == 0:
				alike = true
			}
		}
		if alike {
			break
		}
		first = last
	}
	return first
}
