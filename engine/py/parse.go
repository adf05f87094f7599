package py

import (
	"errors"
	"fmt"
	"strings"
)

// MaxDepth is how deeply lists and objects may be nested: Python's parser gives
// up at its recursion limit, by default 1000.
const MaxDepth = 1000

// A SyntaxError tells where a text stops being JSON. Offset counts bytes from
// 0; Line and Column (in bytes) count from 1.
type SyntaxError struct {
	Offset, Line, Column int
	Msg                  string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, column %d (byte %d): %s", e.Line, e.Column, e.Offset, e.Msg)
}

// Parse reads one JSON text as Python's json.loads does: NaN and Infinity are
// numbers, of repeated keys the last value wins at the first one's place, and a
// lone surrogate escape becomes U+FFFD (Go's strings hold no such thing; the
// count of code points stays). Nothing but white space may follow.
func Parse(text []byte) (Value, error) {
	var r Reader
	v, _, err := r.Prefix(string(text))
	if err != nil {
		return nil, err
	}
	if r.space(); r.pos < len(r.text) {
		return nil, r.fault("something follows the end of the value")
	}
	return v, nil
}

// ErrTooMany is that a Reader has read its MaxValues.
var ErrTooMany = errors.New("too many values")

// A Reader reads JSON values as Parse does, without copying: their strings share
// the memory of the text. The zero value is ready for use.
type Reader struct {
	// MaxValues bounds the values of all texts together, those inside others
	// included, without those of texts that failed; 0 is no bound. One value takes
	// 16 to 100 bytes besides its text.
	MaxValues int
	// Pace, where set, is called each time that about so many bytes more have been
	// read. Its error ends the reading.
	Pace func(bytes int) error
	// Repeated counts the keys of the last text that their object had already, Key
	// is the first of them. Lone counts its lone surrogate escapes.
	Repeated int
	Key      string
	Lone     int

	text   string
	pos    int
	values int // read so far
	paced  int // up to here in text Pace knows of
	// What is read of the lists and objects that are still open: each is copied out
	// at its full length, so that nothing grows piece by piece.
	items   []Value
	members []Member
	scratch []byte // a string with escapes
}

// stride is how many bytes are read between two calls of Pace.
const stride = 1 << 20

// Prefix returns the first value of text, blanks before it skipped, and how many
// bytes it took. The error is a *SyntaxError, ErrTooMany, or that of Pace.
func (r *Reader) Prefix(text string) (v Value, n int, err error) {
	r.paced -= r.pos // what the last text left over
	r.text, r.pos, r.Repeated, r.Key, r.Lone = text, 0, 0, "", 0
	r.items, r.members = r.items[:0], r.members[:0]
	before := r.values
	r.space()
	if v, err = r.value(0); err != nil {
		r.values = before
	}
	return v, r.pos, err
}

func (r *Reader) fault(msg string) error {
	before := r.text[:min(r.pos, len(r.text))]
	return &SyntaxError{r.pos, 1 + strings.Count(before, "\n"), r.pos - strings.LastIndexByte(before, '\n'), msg}
}

func (r *Reader) space() {
	for r.pos < len(r.text) {
		switch r.text[r.pos] {
		case ' ', '\t', '\n', '\r':
			r.pos++
		default:
			return
		}
	}
}

func (r *Reader) peek() byte {
	if r.pos < len(r.text) {
		return r.text[r.pos]
	}
	return 0
}

// count takes note of one value more, and of how far the reading is.
func (r *Reader) count(depth int) error {
	if depth > MaxDepth {
		return r.fault(fmt.Sprintf("nested more than %d deep", MaxDepth))
	}
	if r.values++; r.values > r.MaxValues && r.MaxValues > 0 {
		return ErrTooMany
	}
	if n := r.pos - r.paced; n >= stride {
		r.paced = r.pos
		if r.Pace != nil {
			return r.Pace(n)
		}
	}
	return nil
}

func (r *Reader) value(depth int) (Value, error) {
	if err := r.count(depth); err != nil {
		return nil, err
	}
	switch c := r.peek(); {
	case c == '{':
		return r.object(depth)
	case c == '[':
		return r.list(depth)
	case c == '"':
		s, err := r.str()
		return s, err
	case c == '-' || c >= '0' && c <= '9':
		return r.number()
	}
	for _, w := range words {
		if strings.HasPrefix(r.text[r.pos:], w.text) {
			r.pos += len(w.text)
			return w.value, nil
		}
	}
	if r.pos >= len(r.text) {
		return nil, r.fault("the text ends where a value should be")
	}
	return nil, r.fault("no value begins here")
}

var words = [...]struct {
	text  string
	value Value
}{{"true", true}, {"false", false}, {"null", nil}, {"NaN", Number("NaN")}, {"Infinity", Number("Infinity")}}

func (r *Reader) list(depth int) (Value, error) {
	r.pos++
	if r.space(); r.peek() == ']' {
		r.pos++
		return emptyList, nil
	}
	base := len(r.items)
	for {
		v, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		r.items = push(r.items, v)
		switch r.space(); r.peek() {
		case ']':
			r.pos++
			var l List
			l, r.items = pop(r.items, base)
			return l, nil
		case ',':
			r.pos++
			r.space()
		default:
			return nil, r.missing("a list", "`,` or `]`")
		}
	}
}

// Values never change, so that all empty ones can be the same.
var emptyList, emptyObject Value = List{}, Object{}

func (r *Reader) object(depth int) (Value, error) {
	r.pos++
	if r.space(); r.peek() == '}' {
		r.pos++
		return emptyObject, nil
	}
	base := len(r.members)
	var keys index
	for {
		if r.peek() != '"' {
			return nil, r.missing("an object", "a key in double quotes")
		}
		key, err := r.str()
		if err != nil {
			return nil, err
		}
		if r.space(); r.peek() != ':' {
			return nil, r.missing("an object", "`:` after the key")
		}
		r.pos++
		r.space()
		v, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		r.put(base, &keys, key, v)
		switch r.space(); r.peek() {
		case '}':
			r.pos++
			var o Object
			o, r.members = pop(r.members, base)
			return o, nil
		case ',':
			r.pos++
			r.space()
		default:
			return nil, r.missing("an object", "`,` or `}`")
		}
	}
}

// put sets key in the object whose members begin at base.
func (r *Reader) put(base int, keys *index, key string, v Value) {
	if i := keys.find(r.members[base:], key); i >= 0 {
		r.members[base+i].Value = v
		if r.Repeated++; r.Repeated == 1 {
			r.Key = key
		}
		return
	}
	r.members = push(r.members, Member{key, v})
	keys.added(r.members[base:])
}

func (r *Reader) missing(in, want string) error {
	if r.pos >= len(r.text) {
		return r.fault("the text ends inside " + in)
	}
	return r.fault(want + " expected")
}
