package pattern

import "slices"

// maxNesting is how many parts of a pattern may be under way at once: each keeps
// frames on the stack, about a kilobyte.
const maxNesting = 100_000

// Search reports whether p matches anywhere in text, as re.search does. It takes
// its steps off *steps and gives up, ok false, when they are used up: patterns
// such as (a+)+$ take time exponential in the text.
func (p *Pattern) Search(text string, steps *int) (found, ok bool) {
	m := machine{text: []rune(text), groups: make([]span, p.groups), steps: steps}
	last := len(m.text)
	if p.anchored {
		last = 0
	}
	for at := 0; at <= last && !m.spent; at++ {
		clear(m.groups)
		if m.match(p.root, at, func(int) bool { return true }) {
			return !m.spent, !m.spent
		}
	}
	return false, !m.spent
}

// span is what a group matched, the end counted from 1 so that zero is nothing.
type span struct{ start, end int }

type machine struct {
	text    []rune
	groups  []span
	steps   *int
	nesting int
	spent   bool
}

// step takes one step and reports whether there was one left.
func (m *machine) step() bool {
	*m.steps--
	if *m.steps < 0 || m.nesting > maxNesting {
		m.spent = true
	}
	return !m.spent
}

// match reports whether n matches at a place such that next accepts the place
// behind it. Failing, it leaves the groups as they were.
func (m *machine) match(n *node, at int, next func(int) bool) bool {
	if !m.step() {
		return false
	}
	m.nesting++
	ok := m.try(n, at, next)
	m.nesting--
	return ok
}

func (m *machine) try(n *node, at int, next func(int) bool) bool {
	switch n.op {
	case opChar:
		return at < len(m.text) && n.set(m.text[at]) && next(at+1)
	case opSequence:
		return m.sequence(n.sub, at, next)
	case opBranch:
		for _, s := range n.sub {
			if m.match(s, at, next) {
				return true
			}
		}
		return false
	case opGroup:
		return m.match(n.sub[0], at, func(end int) bool {
			before := m.groups[n.group]
			m.groups[n.group] = span{at, end + 1}
			if next(end) {
				return true
			}
			m.groups[n.group] = before
			return false
		})
	case opRepeat:
		return m.repeat(n, at, next)
	case opLook:
		before := slices.Clone(m.groups)
		if m.look(n, at) != n.negated && !m.spent && next(at) {
			return true
		}
		copy(m.groups, before)
		return false
	case opReference:
		return m.again(n, at, next)
	}
	return m.holds(n, at) && next(at)
}

func (m *machine) sequence(nodes []*node, at int, next func(int) bool) bool {
	switch len(nodes) {
	case 0:
		return next(at)
	case 1:
		return m.match(nodes[0], at, next)
	}
	return m.match(nodes[0], at, func(end int) bool { return m.sequence(nodes[1:], end, next) })
}

// look reports whether what n looks for stands at a place.
func (m *machine) look(n *node, at int) bool {
	if n.behind > 0 {
		at -= n.behind
	}
	return at >= 0 && m.match(n.sub[0], at, func(int) bool { return true })
}

// again matches the text of a group once more.
func (m *machine) again(n *node, at int, next func(int) bool) bool {
	g := m.groups[n.group]
	if g.end == 0 {
		return false
	}
	for i := g.start; i < g.end-1; i++ {
		c := m.text[i]
		if !m.step() || at >= len(m.text) || !anyOf([]func(rune) bool{between(c, c)}, n.flags)(m.text[at]) {
			return false
		}
		at++
	}
	return next(at)
}

// holds tests the nodes that take no character.
func (m *machine) holds(n *node, at int) bool {
	end := len(m.text)
	switch n.op {
	case opStart:
		return at == 0
	case opLineStart:
		return at == 0 || m.text[at-1] == '\n'
	case opEnd:
		return at == end
	case opLastEnd:
		return at == end || at == end-1 && m.text[at] == '\n'
	case opLineEnd:
		return at == end || m.text[at] == '\n'
	}
	before := at > 0 && n.set(m.text[at-1])
	after := at < end && n.set(m.text[at])
	// Python finds no boundary, nor its absence, in an empty text.
	return end > 0 && (before != after) != n.negated
}

func (m *machine) repeat(n *node, at int, next func(int) bool) bool {
	if n.sub[0].op == opChar {
		return m.repeatChar(n, at, next)
	}
	return m.times(n, at, 0, next)
}

// times goes on with a repeat that has matched count times.
func (m *machine) times(n *node, at, count int, next func(int) bool) bool {
	more := func() bool {
		return count < n.max && m.match(n.sub[0], at, func(end int) bool {
			if end == at && count >= n.min {
				return next(end) // an empty round counts, but another would be the same
			}
			return m.times(n, end, count+1, next)
		})
	}
	switch {
	case count < n.min:
		return more()
	case n.lazy:
		return next(at) || more()
	}
	return more() || next(at)
}

// repeatChar repeats a single character without a frame for each.
func (m *machine) repeatChar(n *node, at int, next func(int) bool) bool {
	fits := func(count int) bool {
		return m.step() && count < n.max && at+count < len(m.text) && n.sub[0].set(m.text[at+count])
	}
	count := 0
	if n.lazy {
		for count < n.min {
			if !fits(count) {
				return false
			}
			count++
		}
		for !next(at + count) {
			if !fits(count) {
				return false
			}
			count++
		}
		return true
	}
	for fits(count) {
		count++
	}
	if m.spent {
		return false
	}
	for ; count >= n.min; count-- {
		if m.step() && next(at+count) {
			return true
		}
		if m.spent {
			return false
		}
	}
	return false
}
