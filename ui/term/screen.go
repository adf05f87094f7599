package term

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"findable/ui/cell"
)

// A Screen remembers what a terminal shows, to send it no more than the cells that
// change. Frames fill the terminal: each is as many lines as it has rows, and each
// line as many cells as a row.
//
// Columns are counted over characters that are one cell wide on every terminal, and
// no further: when anything changes from the first other one on, all that is left
// of the line is sent, so that a terminal with its own view of widths shows what it
// would have without this.
type Screen struct {
	rows    []line // as they were last sent; one of which nothing is known is empty
	spare   []byte
	was, is pen
	out     []byte
	style   []byte // the sequences that hold after out
	set     attributes
	row     int  // of the line that is being sent
	column  int  // where in it the cursor is, 0 before it is there
	sent    int  // how many bytes of the line are left of the cursor
	gap     bool // between there and the pen all cells are blank
	blanks  int  // how many blank cells from the cursor on are owed
	owed    int  // how many bytes of the line are left of where they end
}

// Forget forgets what the terminal shows.
func (s *Screen) Forget() { s.keep(0) }

// keep forgets the rows but for the first ones.
func (s *Screen) keep(rows int) {
	for i := rows; i < len(s.rows); i++ {
		s.rows[i] = line{text: s.rows[i].text[:0]}
	}
}

// Sequence returns what has to be sent for the terminal to show a frame, nothing
// when it does so already. It is good until the next call.
func (s *Screen) Sequence(frame string) []byte {
	s.out = s.out[:0]
	n := 0
	for text := range strings.SplitSeq(frame, "\n") {
		if n == len(s.rows) {
			s.rows = append(s.rows, line{})
		}
		if row := &s.rows[n]; string(row.text) != text {
			s.spare = append(s.spare[:0], text...)
			l := parse(s.spare)
			s.row = n + 1
			s.send(*row, l)
			s.spare, *row = row.text, l
		}
		n++
	}
	s.keep(n)
	if len(s.out) > 0 {
		s.dress(nil, 0)
		s.out = append(s.out, ansi.CursorPosition(0, n)...)
	}
	return s.out
}

// send sends what changes in the row when l takes the place of before.
func (s *Screen) send(before, l line) {
	s.was.start(before)
	s.is.start(l)
	s.column, s.sent, s.gap = 0, 0, true
	x := 1
	known, more := s.was.next(), s.is.next()
	for ; known && more; x++ {
		if s.was.looksAs(&s.is) {
			s.gap = s.gap && s.is.blank()
		} else {
			s.put(x)
			s.gap = true
		}
		known, more = s.was.next(), s.is.next()
	}
	if !bytes.Equal(s.was.rest(), s.is.rest()) || !bytes.Equal(s.was.style, s.is.style) {
		for ; more; x++ {
			s.put(x)
			more = s.is.next()
		}
		if rest := s.is.rest(); len(rest) > 0 {
			s.moveTo(x)
			s.dress(s.is.style, s.is.set)
			s.out = append(s.out, rest...)
			s.style, s.set = s.style[:0], 0 // as lines end
		}
	}
	s.erase()
}

// put sends the cell of the pen, in column x. Blank ones wait: of many the terminal
// can be told in few bytes.
func (s *Screen) put(x int) {
	if !s.is.blank() {
		s.moveTo(x)
		s.dress(s.is.style, s.is.set)
		s.out = append(s.out, s.is.cell()...)
		s.column, s.sent = x+1, s.is.to
		return
	}
	if s.blanks == 0 || !s.gap {
		s.moveTo(x)
	}
	if s.set&seen != 0 {
		s.dress(nil, 0)
	}
	s.blanks, s.owed = x+1-s.column, s.is.to // with those between, which were blank before
}

// Bytes that it takes to erase cells and to pass over them.
const erasing, passing = 5, 5

// erase sends the blank cells that are owed. The cursor stays where they begin when
// they are many.
func (s *Screen) erase() {
	switch n := s.blanks; {
	case n > erasing+passing:
		s.control(n, 'X')
	case n > 0:
		s.out = append(s.out, cell.Spaces(n)...)
		s.column, s.sent = s.column+n, s.owed
	}
	s.blanks = 0
}

// moveTo brings the cursor to the cell of the pen, in column x: over a few cells by
// sending them once more where they look as the last one.
func (s *Screen) moveTo(x int) {
	s.erase()
	between := s.is.text[s.sent:s.is.from]
	switch n := x - s.column; {
	case s.column == 0:
		s.out = append(s.out, ansi.CursorPosition(x, s.row)...)
	case n == 0:
	case n < passing && s.gap && s.set&seen == 0:
		s.out = append(s.out, cell.Spaces(n)...)
	case len(between) < passing && bytes.IndexByte(between, '\x1b') < 0 && bytes.Equal(s.style, s.is.style):
		s.out = append(s.out, between...)
	default:
		s.control(n, 'C')
	}
	s.column, s.sent = x, s.is.from
}

// control appends a control sequence with a number from 1 on, which is 1 where there
// is none.
func (s *Screen) control(n int, final byte) {
	s.out = append(s.out, "\x1b["...)
	if n > 1 {
		s.out = strconv.AppendInt(s.out, int64(n), 10)
	}
	s.out = append(s.out, final)
}

// dress makes a style hold. What it sets itself need not be reset before.
func (s *Screen) dress(style []byte, set attributes) {
	switch {
	case bytes.HasPrefix(style, s.style):
		s.out = append(s.out, style[len(s.style):]...)
	case s.set&^set == 0 && s.set&others == 0:
		s.out = append(s.out, style...)
	case len(style) > 0: // cell.Reset and the style, but shorter
		s.out = append(append(s.out, "\x1b[;"...), style[len("\x1b["):]...)
	default:
		s.out = append(s.out, "\x1b[m"...)
	}
	s.style, s.set = append(s.style[:0], style...), set
}

// attributes are a set of what sequences for colours set.
type attributes uint16

const (
	foreground attributes = 1 << (iota + 10) // below are those with a number of one digit: 1 is bold
	ground
	others
	// seen are those that are seen on a blank cell too.
	seen = ^(foreground | 1<<1 | 1<<2 | 1<<3)
)

// attributesOf reads a sequence.
func attributesOf(seq []byte) (all attributes) {
	colour, skip := false, 0
	for number := range bytes.SplitSeq(seq[len("\x1b["):len(seq)-1], []byte(";")) {
		n, err := strconv.Atoi(string(number))
		switch {
		case skip > 0:
			skip--
		case colour:
			colour = false
			if skip = 1; n == 2 { // red, green and blue, not the number of a colour
				skip = 3
			}
		case err != nil || n == 0:
			all |= others
		case n < 10:
			all |= 1 << n
		case n >= 30 && n <= 38 || n >= 90 && n <= 97:
			all |= foreground
			colour = n == 38
		case n >= 40 && n <= 48 || n >= 100 && n <= 107:
			all |= ground
			colour = n == 48
		default:
			all |= others
		}
	}
	return all
}

// A line is a line of a frame. It begins and ends plain.
type line struct {
	text []byte
	// plain is how many bytes of text are cells of which each is one character.
	plain int
}

// parse finds out how far a line is plain.
func parse(text []byte) line {
	last := 0 // the last cell may yet turn out to be combined
	for i := 0; i < len(text); {
		if n := sgr(text[i:]); n > 0 {
			i += n
			continue
		}
		r, n := utf8.DecodeRune(text[i:])
		if !single(r) {
			return line{text, last}
		}
		last, i = i, i+n
	}
	return line{text, len(text)}
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
	set      attributes
}

func (p *pen) start(l line) { p.line, p.from, p.to, p.style, p.set = l, 0, 0, p.style[:0], 0 }

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
		p.style, p.set = p.style[:0], 0
		return
	}
	p.style = append(p.style, seq...)
	p.set |= attributesOf(seq)
}

func (p *pen) cell() []byte { return p.text[p.from:p.to] }

// blank reports whether nothing is seen in the cell.
func (p *pen) blank() bool { return p.set&seen == 0 && string(p.cell()) == " " }

// looksAs reports whether the cells of two pens look alike.
func (p *pen) looksAs(q *pen) bool {
	return bytes.Equal(p.cell(), q.cell()) && bytes.Equal(p.style, q.style) || p.blank() && q.blank()
}

// rest is the line from the cell on.
func (p *pen) rest() []byte { return p.text[p.from:] }
