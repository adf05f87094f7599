package term

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"findable/ui/cell"
)

// A Screen remembers what a terminal shows, to send it no more than the cells that
// change: Bubble Tea writes every line that has changed as a whole. The terminal
// must be plain, without colours, when it is first written to, and must be written
// to by one goroutine at a time, as Bubble Tea does.
//
// Columns are counted over characters that are one cell wide on every terminal, and
// no further: when anything changes from the first other one on, all that is left
// of the line is sent, so that a terminal with its own view of widths shows what it
// would have without this.
type Screen struct {
	rows    []line // as they were last written; one of which nothing is known is empty
	lost    bool   // for good: the terminal may have been told to take text otherwise
	was, is pen
	out     []byte
	style   []byte // the sequences that hold after out
	sent    int    // how much of the line the terminal has been sent or shows already
	column  int    // where in the line the cursor is, 0 before it is there
}

// settings are what Bubble Tea writes besides frames: modes of the cursor, of mouse,
// focus and paste, the other screen, and clearing.
var settings = regexp.MustCompile(`^(\r|\x1b\[(H|2J|2K|\?(25|1002|1003|1004|1006|1049|2004)[hl]))*$`)

// Shortened returns what has the effect on the terminal that p has, which is one
// write of Bubble Tea. It is good until the next call.
func (s *Screen) Shortened(p []byte) []byte {
	if s.lost {
		return unerased(p)
	}
	if settings.Match(p) {
		s.forget(0)
		return p
	}
	if s.lost = !s.draw(p); s.lost {
		return unerased(p)
	}
	return s.out
}

// forget forgets the rows from one on.
func (s *Screen) forget(from int) {
	for i := range s.rows[from:] {
		s.rows[from+i] = line{text: s.rows[from+i].text[:0]}
	}
}

// draw turns a frame into out: between two moves of the cursor, to the top and to
// the last line, stand the lines, of which one that has not changed is empty. It
// returns false where p is anything else.
func (s *Screen) draw(p []byte) bool {
	n := bytes.Count(p, []byte("\n")) + 1
	end := []byte(ansi.CursorPosition(0, n))
	p, begun := bytes.CutPrefix(p, []byte(ansi.CursorHomePosition))
	p, ended := bytes.CutSuffix(p, end)
	if !begun || !ended {
		return false
	}
	p = bytes.TrimPrefix(bytes.TrimSuffix(p, []byte(ansi.EraseScreenBelow)), []byte("\r"))
	for len(s.rows) < n {
		s.rows = append(s.rows, line{})
	}
	s.forget(n)
	if !bytes.HasPrefix(p, []byte("\n")) && !bytes.Contains(p, []byte("\n\n")) && !bytes.HasSuffix(p, []byte("\n")) {
		s.forget(0) // all is written, because what the terminal shows is no longer sure
	}
	s.out = s.out[:0]
	for y := range n {
		text, rest, _ := bytes.Cut(p, []byte("\n"))
		p = rest
		if len(text) == 0 {
			continue
		}
		text, returned := bytes.CutSuffix(text, []byte("\r"))
		l, ok := parse(text)
		if !ok || returned == (y == n-1) {
			return false
		}
		s.drawLine(y+1, l)
		s.rows[y].text, s.rows[y].plain = append(s.rows[y].text[:0], l.text...), l.plain
	}
	s.out = append(s.out, end...)
	return true
}

// drawLine sends what changes in row y when l takes its place.
func (s *Screen) drawLine(y int, l line) {
	s.was.start(s.rows[y-1])
	s.is.start(l)
	s.sent, s.column = 0, 0
	x := 1
	for ; ; x++ {
		before, now := s.was.next(), s.is.next()
		if !before || !now {
			break
		}
		if !bytes.Equal(s.was.cell(), s.is.cell()) || !bytes.Equal(s.was.style, s.is.style) {
			s.send(y, x, s.is.to)
			s.column = x + 1
		}
	}
	if !bytes.Equal(s.was.rest(), s.is.rest()) || !bytes.Equal(s.was.style, s.is.style) {
		s.send(y, x, len(l.text))
		s.style = s.style[:0] // as lines end
	}
	s.dress(nil)
}

// bridge is the number of bytes that are sent once more rather than passed over,
// which takes a move and often a style.
const bridge = 10

// send sends the line from the cell of the pen, in column x, up to a byte.
func (s *Screen) send(y, x, to int) {
	between := s.is.text[s.sent:s.is.from]
	switch {
	case x == s.column:
		s.dress(s.is.style)
	case s.column > 0 && len(between) < bridge:
		s.out = append(s.out, between...)
	default:
		s.out = fmt.Appendf(s.out, "\x1b[%d;%dH", y, x)
		s.dress(s.is.style)
	}
	s.out = append(s.out, s.is.text[s.is.from:to]...)
	s.style = append(s.style[:0], s.is.style...)
	s.sent = to
}

// dress makes a style hold.
func (s *Screen) dress(style []byte) {
	if !bytes.HasPrefix(style, s.style) {
		s.out = append(s.out, "\x1b[m"...) // cell.Reset, but shorter
		s.style = s.style[:0]
	}
	s.out = append(s.out, style[len(s.style):]...)
	s.style = append(s.style[:0], style...)
}

// A line is a line of a frame. It begins and ends plain.
type line struct {
	text []byte
	// plain is how many bytes of text are cells of which each is one character.
	plain int
}

// parse returns false for a line that is anything but text in colours, and perhaps
// erases what is right of it.
func parse(text []byte) (line, bool) {
	l := line{text, -1}
	last, open := 0, false // the last cell may yet turn out to be combined
	body := bytes.TrimSuffix(text, []byte(ansi.EraseLineRight))
	for i := 0; i < len(body); {
		if n := sgr(body[i:]); n > 0 {
			open = string(body[i:i+n]) != cell.Reset
			i += n
			continue
		}
		r, n := utf8.DecodeRune(body[i:])
		switch {
		case r < ' ' || r >= 0x7f && r < 0xa0 || r == utf8.RuneError && n == 1:
			return line{}, false
		case l.plain < 0 && !single(r):
			l.plain = last
		}
		last, i = i, i+n
	}
	switch {
	case l.plain >= 0:
	case len(body) < len(text):
		l.plain = last
	default:
		l.plain = len(text)
	}
	return l, !open
}

// single reports whether r fills one cell on every terminal: it is of ASCII, of
// Latin or of what screens are drawn with.
func single(r rune) bool {
	return r >= ' ' && r <= '~' || r > 0xa0 && r < 0x300 && r != 0xad || r >= 0x2010 && r <= 0x2027 ||
		r >= 0x2500 && r <= 0x25fc || strings.ContainsRune("‹›−←→★✓✗", r)
}

// sgr returns the bytes of the colour sequence that p starts with, 0 when it
// starts with something else.
func sgr(p []byte) int {
	if !bytes.HasPrefix(p, []byte("\x1b[")) {
		return 0
	}
	for i, c := range p[2:] {
		switch {
		case c >= '0' && c <= ';':
		case c == 'm':
			return i + 3
		default:
			return 0
		}
	}
	return 0
}

// A pen goes over the plain cells of a line.
type pen struct {
	line
	from, to int // where its cell is in the text
	style    []byte
}

func (p *pen) start(l line) { p.line, p.from, p.to, p.style = l, 0, 0, p.style[:0] }

// next goes to the next cell. It returns false where there is no other.
func (p *pen) next() bool {
	for p.from = p.to; p.from < p.plain && p.text[p.from] == '\x1b'; {
		n := sgr(p.text[p.from:])
		p.dress(p.text[p.from : p.from+n])
		p.from += n
	}
	p.to = p.from
	if p.from < p.plain {
		_, n := utf8.DecodeRune(p.text[p.from:])
		p.to += n
	}
	return p.to > p.from
}

func (p *pen) dress(seq []byte) {
	if string(seq) == cell.Reset {
		p.style = p.style[:0]
	} else {
		p.style = append(p.style, seq...)
	}
}

func (p *pen) cell() []byte { return p.text[p.from:p.to] }

// rest is the line from the cell on.
func (p *pen) rest() []byte { return p.text[p.from:] }
