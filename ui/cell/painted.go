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
	var b strings.Builder
	b.Grow(len(s))
	WriteSlice(&b, s, from, to)
	return b.String()
}

// WriteSlice writes what Slice returns.
func WriteSlice(b *strings.Builder, s string, from, to int) {
	switch {
	case from >= to:
		return
	case !painted(s): // not by us
		b.WriteString(Pad(ansi.Cut(s, from, to), to-from))
		return
	}
	open := ""     // the colours that hold at i
	begun := false // whether they have been written
	x, drawn := 0, from
	for i := 0; i < len(s) && x < to; {
		if s[i] == '\x1b' {
			n := sgr(s[i:])
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
}

// painted reports whether all escapes of a line are sequences of colours.
func painted(s string) bool {
	for i := strings.IndexByte(s, '\x1b'); i >= 0; i = strings.IndexByte(s, '\x1b') {
		n := sgr(s[i:])
		if n == 0 {
			return false
		}
		s = s[i+n:]
	}
	return true
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
