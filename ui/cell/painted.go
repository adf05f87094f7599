package cell

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Reset ends all colours and attributes of a painted line.
const Reset = "\x1b[0m"

// Slice returns the cells from up to to of a painted line, exactly to − from
// cells, with the colours they have there and none left open. Where the line is
// too short, and where half of a wide character would stand, are spaces.
func Slice(s string, from, to int) string {
	if from >= to {
		return ""
	}
	var b strings.Builder
	b.Grow(len(s))
	open := ""     // the colours that hold at i
	begun := false // whether they have been written
	x, drawn := 0, from
	for i := 0; i < len(s) && x < to; {
		if s[i] == '\x1b' {
			n := sgr(s[i:])
			if n == 0 {
				return Pad(ansi.Cut(s, from, to), to-from) // not painted by us
			}
			open = colours(open, s[i:i+n])
			if begun {
				b.WriteString(s[i : i+n])
			}
			i += n
			continue
		}
		n, cells := step(s[i:])
		n = max(n, 1)
		start := x
		x += cells
		switch {
		case x <= from || x > to:
		case start < from: // half of a wide character
			b.WriteString(Spaces(x - from))
			drawn = x
		default:
			if !begun {
				b.WriteString(open)
				begun = true
			}
			b.WriteString(s[i : i+n])
			drawn = x
		}
		i += n
	}
	if begun && open != "" {
		b.WriteString(Reset)
	}
	b.WriteString(Spaces(to - drawn))
	return b.String()
}

// colours returns the sequences that hold after one more.
func colours(open, seq string) string {
	if seq == Reset || seq == "\x1b[m" {
		return ""
	}
	return open + seq
}

// CutPainted shortens a painted line to at most w cells, with an ellipsis at the
// end when something was cut.
func (g *Glyphs) CutPainted(s string, w int) string {
	if Width(s) <= w {
		return s
	}
	tail := g.tail(w)
	return Slice(s, 0, w-Width(tail)) + tail
}
