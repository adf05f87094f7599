package py

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

func (r *Reader) number() (Value, error) {
	start, float := r.pos, false
	if r.peek() == '-' {
		r.pos++
		if strings.HasPrefix(r.text[r.pos:], "Infinity") {
			r.pos += 8
			return Number("-Infinity"), nil
		}
	}
	whole := r.pos
	if r.digits(); r.pos == whole {
		return nil, r.fault("no digits after the minus sign")
	}
	if r.text[whole] == '0' && r.pos > whole+1 {
		r.pos = whole + 1
		return nil, r.fault("a number may not begin with 0")
	}
	if r.peek() == '.' {
		mark := r.pos
		r.pos++
		if r.digits(); r.pos == mark+1 {
			return nil, r.fault("no digits after the point")
		}
		float = true
	}
	if c := r.peek(); c == 'e' || c == 'E' {
		r.pos++
		if c := r.peek(); c == '+' || c == '-' {
			r.pos++
		}
		mark := r.pos
		if r.digits(); r.pos == mark {
			return nil, r.fault("no digits in the exponent")
		}
		float = true
	}
	text := r.text[start:r.pos]
	if float {
		f, _ := strconv.ParseFloat(text, 64) // too large reads as infinite, as in Python
		return Float(f), nil
	}
	if text == "-0" {
		text = "0"
	}
	return Number(text), nil
}

func (r *Reader) digits() {
	for c := r.peek(); c >= '0' && c <= '9'; c = r.peek() {
		r.pos++
	}
}

func (r *Reader) str() (string, error) {
	r.pos++
	start := r.pos
	for r.pos < len(r.text) {
		switch c := r.text[r.pos]; {
		case c == '"':
			r.pos++
			return r.text[start : r.pos-1], nil
		case c == '\\':
			return r.escaped(start)
		default:
			if err := r.character(c); err != nil {
				return "", err
			}
		}
	}
	return "", r.fault("the text ends inside a string")
}

// character steps over a character of a string that begins with c.
func (r *Reader) character(c byte) error {
	switch {
	case c < 0x20:
		return r.fault("a raw control character inside a string")
	case c < utf8.RuneSelf:
		r.pos++
		return nil
	}
	c32, n := utf8.DecodeRuneInString(r.text[r.pos:])
	if c32 == utf8.RuneError && n == 1 {
		return r.fault("invalid UTF-8 inside a string")
	}
	r.pos += n
	return nil
}

// escaped goes on with a string that has a backslash at r.pos.
func (r *Reader) escaped(start int) (string, error) {
	r.scratch = r.scratch[:0]
	for r.pos < len(r.text) {
		switch c := r.text[r.pos]; {
		case c == '"':
			r.scratch = append(r.scratch, r.text[start:r.pos]...)
			r.pos++
			return string(r.scratch), nil
		case c == '\\':
			r.scratch = append(r.scratch, r.text[start:r.pos]...)
			meant, err := r.escape()
			if err != nil {
				return "", err
			}
			r.scratch = utf8.AppendRune(r.scratch, meant)
			start = r.pos
		default:
			if err := r.character(c); err != nil {
				return "", err
			}
		}
	}
	return "", r.fault("the text ends inside a string")
}

func (r *Reader) escape() (rune, error) {
	r.pos++
	c := r.peek()
	r.pos++
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
		return r.unicode()
	}
	r.pos--
	return 0, r.fault("unknown escape in a string")
}

// unicode reads the digits after \u, and the escape after them where the two are
// a pair of surrogates.
func (r *Reader) unicode() (rune, error) {
	high, ok := r.hex4()
	if !ok {
		return 0, r.fault("\\u wants four hexadecimal digits")
	}
	if !utf16.IsSurrogate(high) {
		return high, nil
	}
	if after := r.pos; strings.HasPrefix(r.text[after:], `\u`) {
		r.pos += 2
		low, ok := r.hex4()
		if pair := utf16.DecodeRune(high, low); ok && pair != utf8.RuneError {
			return pair, nil
		}
		r.pos = after
	}
	r.Lone++
	return utf8.RuneError, nil
}

func (r *Reader) hex4() (rune, bool) {
	if len(r.text)-r.pos < 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(r.text[r.pos:r.pos+4], 16, 32)
	if err != nil {
		return 0, false
	}
	r.pos += 4
	return rune(n), true
}
