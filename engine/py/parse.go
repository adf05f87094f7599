package py

import (
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
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
	v, n, err := ParsePrefix(text)
	if err != nil {
		return nil, err
	}
	p := parser{text: text, pos: n}
	if p.space(); p.pos < len(text) {
		return nil, p.fault("something follows the end of the value")
	}
	return v, nil
}

// ParsePrefix reads the first JSON value of text, blanks before it skipped, and
// returns how many bytes it took. The error is a *SyntaxError.
func ParsePrefix(text []byte) (v Value, n int, err error) {
	p := parser{text: text, keys: map[string]string{}}
	p.space()
	if v, err = p.value(0); err != nil {
		return nil, p.pos, err
	}
	return v, p.pos, nil
}

type parser struct {
	text []byte
	pos  int
	keys map[string]string // catalogs repeat few keys: each is kept once
}

func (p *parser) fault(msg string) error {
	line, start := 1, 0
	for i, c := range p.text[:min(p.pos, len(p.text))] {
		if c == '\n' {
			line, start = line+1, i+1
		}
	}
	return &SyntaxError{p.pos, line, p.pos - start + 1, msg}
}

func (p *parser) space() {
	for p.pos < len(p.text) {
		switch p.text[p.pos] {
		case ' ', '\t', '\n', '\r':
			p.pos++
		default:
			return
		}
	}
}

func (p *parser) peek() byte {
	if p.pos < len(p.text) {
		return p.text[p.pos]
	}
	return 0
}

func (p *parser) value(depth int) (Value, error) {
	if depth > MaxDepth {
		return nil, p.fault(fmt.Sprintf("nested more than %d deep", MaxDepth))
	}
	switch c := p.peek(); {
	case c == '{':
		return p.object(depth)
	case c == '[':
		return p.list(depth)
	case c == '"':
		s, err := p.str(false)
		return s, err
	case c == '-' || c >= '0' && c <= '9':
		return p.number()
	}
	for _, w := range words {
		if len(p.text)-p.pos >= len(w.text) && string(p.text[p.pos:p.pos+len(w.text)]) == w.text {
			p.pos += len(w.text)
			return w.value, nil
		}
	}
	if p.pos >= len(p.text) {
		return nil, p.fault("the text ends where a value should be")
	}
	return nil, p.fault("no value begins here")
}

var words = [...]struct {
	text  string
	value Value
}{{"true", true}, {"false", false}, {"null", nil}, {"NaN", Number("NaN")}, {"Infinity", Number("Infinity")}}

func (p *parser) list(depth int) (Value, error) {
	p.pos++
	l := List{}
	if p.space(); p.peek() == ']' {
		p.pos++
		return l, nil
	}
	for {
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		l = append(l, v)
		switch p.space(); p.peek() {
		case ']':
			p.pos++
			return l, nil
		case ',':
			p.pos++
			p.space()
		default:
			return nil, p.missing("a list", "`,` or `]`")
		}
	}
}

func (p *parser) object(depth int) (Value, error) {
	p.pos++
	o := Object{}
	var at map[string]int // for objects too large for Object.Get
	if p.space(); p.peek() == '}' {
		p.pos++
		return o, nil
	}
	for {
		if p.peek() != '"' {
			return nil, p.missing("an object", "a key in double quotes")
		}
		key, err := p.str(true)
		if err != nil {
			return nil, err
		}
		if p.space(); p.peek() != ':' {
			return nil, p.missing("an object", "`:` after the key")
		}
		p.pos++
		p.space()
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		o, at = put(o, at, key, v)
		switch p.space(); p.peek() {
		case '}':
			p.pos++
			return o, nil
		case ',':
			p.pos++
			p.space()
		default:
			return nil, p.missing("an object", "`,` or `}`")
		}
	}
}

// put sets key in an object under construction, with a map beside it once the
// object is so large that looking through it would be slow.
func put(o Object, at map[string]int, key string, v Value) (Object, map[string]int) {
	const large = 24
	if at == nil && len(o) == large {
		at = make(map[string]int, 2*large)
		for i, m := range o {
			at[m.Key] = i
		}
	}
	if at != nil {
		if i, ok := at[key]; ok {
			o[i].Value = v
			return o, at
		}
		at[key] = len(o)
		return append(o, Member{key, v}), at
	}
	for i := range o {
		if o[i].Key == key {
			o[i].Value = v
			return o, nil
		}
	}
	return append(o, Member{key, v}), nil
}

func (p *parser) missing(in, want string) error {
	if p.pos >= len(p.text) {
		return p.fault("the text ends inside " + in)
	}
	return p.fault(want + " expected")
}

func (p *parser) number() (Value, error) {
	start, float := p.pos, false
	if p.peek() == '-' {
		p.pos++
		if len(p.text)-p.pos >= 8 && string(p.text[p.pos:p.pos+8]) == "Infinity" {
			p.pos += 8
			return Number("-Infinity"), nil
		}
	}
	whole := p.pos
	if p.digits(); p.pos == whole {
		return nil, p.fault("no digits after the minus sign")
	}
	if p.text[whole] == '0' && p.pos > whole+1 {
		p.pos = whole + 1
		return nil, p.fault("a number may not begin with 0")
	}
	if p.peek() == '.' {
		mark := p.pos
		p.pos++
		if p.digits(); p.pos == mark+1 {
			return nil, p.fault("no digits after the point")
		}
		float = true
	}
	if c := p.peek(); c == 'e' || c == 'E' {
		p.pos++
		if c := p.peek(); c == '+' || c == '-' {
			p.pos++
		}
		mark := p.pos
		if p.digits(); p.pos == mark {
			return nil, p.fault("no digits in the exponent")
		}
		float = true
	}
	text := string(p.text[start:p.pos])
	if float {
		f, _ := strconv.ParseFloat(text, 64) // too large reads as infinite, as in Python
		return Float(f), nil
	}
	if text == "-0" {
		text = "0"
	}
	return Number(text), nil
}

func (p *parser) digits() {
	for c := p.peek(); c >= '0' && c <= '9'; c = p.peek() {
		p.pos++
	}
}

// str reads a string; a key is shared with the equal keys read before.
func (p *parser) str(key bool) (string, error) {
	p.pos++
	start := p.pos
	for p.pos < len(p.text) {
		c := p.text[p.pos]
		switch {
		case c == '"':
			raw := p.text[start:p.pos]
			p.pos++
			if !key {
				return string(raw), nil
			}
			if k, ok := p.keys[string(raw)]; ok {
				return k, nil
			}
			k := string(raw)
			p.keys[k] = k
			return k, nil
		case c == '\\':
			return p.escaped(start)
		case c < 0x20:
			return "", p.fault("a raw control character inside a string")
		case c < utf8.RuneSelf:
			p.pos++
		default:
			r, n := utf8.DecodeRune(p.text[p.pos:])
			if r == utf8.RuneError && n == 1 {
				return "", p.fault("invalid UTF-8 inside a string")
			}
			p.pos += n
		}
	}
	return "", p.fault("the text ends inside a string")
}

// escaped goes on with a string that has a backslash at p.pos.
func (p *parser) escaped(start int) (string, error) {
	buf := append([]byte(nil), p.text[start:p.pos]...)
	for p.pos < len(p.text) {
		c := p.text[p.pos]
		switch {
		case c == '"':
			p.pos++
			return string(buf), nil
		case c == '\\':
			r, err := p.escape()
			if err != nil {
				return "", err
			}
			buf = utf8.AppendRune(buf, r)
		case c < 0x20:
			return "", p.fault("a raw control character inside a string")
		case c < utf8.RuneSelf:
			buf = append(buf, c)
			p.pos++
		default:
			r, n := utf8.DecodeRune(p.text[p.pos:])
			if r == utf8.RuneError && n == 1 {
				return "", p.fault("invalid UTF-8 inside a string")
			}
			buf = append(buf, p.text[p.pos:p.pos+n]...)
			p.pos += n
		}
	}
	return "", p.fault("the text ends inside a string")
}

func (p *parser) escape() (rune, error) {
	p.pos++
	c := p.peek()
	p.pos++
	switch c {
	case '"', '\\', '/':
		return rune(c), nil
	case 'b':
		return '\b', nil
	case 'f':
		return '\f', nil
	case 'n':
		return '\n', nil
	case 'r':
		return '\r', nil
	case 't':
		return '\t', nil
	case 'u':
		r, ok := p.hex4()
		if !ok {
			return 0, p.fault("\\u wants four hexadecimal digits")
		}
		if utf16.IsSurrogate(r) {
			if p.peek() == '\\' && p.pos+1 < len(p.text) && p.text[p.pos+1] == 'u' {
				back := p.pos
				p.pos += 2
				low, ok := p.hex4()
				if pair := utf16.DecodeRune(r, low); ok && pair != utf8.RuneError {
					return pair, nil
				}
				p.pos = back
			}
			return utf8.RuneError, nil
		}
		return r, nil
	}
	p.pos--
	return 0, p.fault("unknown escape in a string")
}

func (p *parser) hex4() (rune, bool) {
	if len(p.text)-p.pos < 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(string(p.text[p.pos:p.pos+4]), 16, 32)
	if err != nil {
		return 0, false
	}
	p.pos += 4
	return rune(n), true
}
