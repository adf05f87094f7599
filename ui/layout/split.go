package layout

// A direction says how a split divides its rectangle.
type direction int

const (
	single  direction = iota // one pane
	across                   // columns
	down                     // rows
	stacked                  // one part at a time, the one with the focus
)

// most is the greatest number of parts of a split.
const most = 8

// A split is a rectangle for one pane, or one that is divided among parts. In
// the split around it, it takes a fixed number of cells or its share of the
// rest.
type split struct {
	dir   direction
	pane  Pane
	parts []split
	// fixed is in cells, a border included; 0 stands for a share.
	fixed int
	// share is the weight of the share, low and high its bounds in cells; a high
	// of 0 stands for none.
	share, low, high int
}

func leaf(p Pane) split            { return split{pane: p, share: 1} }
func columns(parts ...split) split { return split{dir: across, parts: parts, share: 1} }
func rows(parts ...split) split    { return split{dir: down, parts: parts, share: 1} }
func stacks(parts ...split) split  { return split{dir: stacked, parts: parts} }

func (s split) tall(rows int) split         { s.fixed = rows; return s }
func (s split) weight(n int) split          { s.share = n; return s }
func (s split) between(low, high int) split { s.low, s.high = low, high; return s }

// panes appends the panes of s in their order.
func (s split) panes(to []Pane) []Pane {
	if s.dir == single {
		return append(to, s.pane)
	}
	for _, part := range s.parts {
		to = part.panes(to)
	}
	return to
}

// has reports whether p is somewhere in s.
func (s split) has(p Pane) bool {
	for _, part := range s.parts {
		if part.has(p) {
			return true
		}
	}
	return s.dir == single && s.pane == p
}

// place appends the places of the panes of s within r. Of a stack, that is the
// part with the focus.
func (s split) place(r Rect, focus Pane, framed bool, to []Place) []Place {
	switch s.dir {
	case single:
		return append(to, Place{s.pane, r, framed})
	case stacked:
		for _, part := range s.parts {
			if part.has(focus) {
				return part.place(r, focus, framed, to)
			}
		}
		return to
	}
	sizes := s.divide(r, framed)
	for i := range s.parts {
		n, part := sizes[i], r
		if s.dir == across {
			part.W = n
			r.X += n
		} else {
			part.H = n
			r.Y += n
		}
		to = s.parts[i].place(part, focus, framed, to)
	}
	return to
}

// divide gives each part its cells of r: the fixed ones first, then the shares
// with bounds, then the others by weight. What rounding leaves goes to the last
// part, and what is missing is taken from the last ones.
func (s split) divide(r Rect, framed bool) (sizes [most]int) {
	left := r.W
	if s.dir == down {
		left = r.H
	}
	give := func(i, n int) {
		sizes[i] = max(0, min(n, left))
		left -= sizes[i]
	}
	weights := 0
	for i, part := range s.parts {
		if part.fixed > 0 {
			give(i, part.cells(framed))
		} else {
			weights += part.share
		}
	}
	whole, all := left, weights
	for i, part := range s.parts {
		if part.fixed == 0 && part.high > 0 {
			give(i, max(part.low, min(part.high, whole*part.share/all)))
			weights -= part.share
		}
	}
	for i, part := range s.parts {
		if part.fixed == 0 && part.high == 0 {
			give(i, (left*part.share+weights/2)/weights)
			weights -= part.share
		}
	}
	sizes[len(s.parts)-1] += left
	return sizes
}

// cells is the fixed size; a pane without a frame needs two cells less.
func (s split) cells(framed bool) int {
	if framed {
		return s.fixed
	}
	return max(1, s.fixed-2)
}
