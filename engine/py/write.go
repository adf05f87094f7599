package py

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Compact returns v as json.dumps(v, ensure_ascii=False, separators=(",", ":"))
// writes it. Unlike Go's encoding/json it leaves <, >, &, U+2028 and U+2029 as
// they are.
func Compact(v Value) string { return string(appendJSON(nil, v, ",", ":")) }

// Spaced returns v as json.dumps(v, ensure_ascii=False) writes it, with ", "
// and ": " between the parts: the form of the texts a model is given.
func Spaced(v Value) string { return string(appendJSON(nil, v, ", ", ": ")) }

// AppendCompact appends Compact(v) to dst.
func AppendCompact(dst []byte, v Value) []byte { return appendJSON(dst, v, ",", ":") }

func appendJSON(dst []byte, v Value, comma, colon string) []byte {
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...)
	case bool:
		if v {
			return append(dst, "true"...)
		}
		return append(dst, "false"...)
	case string:
		return appendString(dst, v)
	case Number:
		return append(dst, v...)
	case List:
		dst = append(dst, '[')
		for i, item := range v {
			if i > 0 {
				dst = append(dst, comma...)
			}
			dst = appendJSON(dst, item, comma, colon)
		}
		return append(dst, ']')
	case Object:
		dst = append(dst, '{')
		for i, m := range v {
			if i > 0 {
				dst = append(dst, comma...)
			}
			dst = appendString(dst, m.Key)
			dst = append(dst, colon...)
			dst = appendJSON(dst, m.Value, comma, colon)
		}
		return append(dst, '}')
	}
	panic(fmt.Sprintf("py: a %T is no JSON value", v))
}

func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); i++ {
		if e := escapeOf(s[i]); e != "" {
			dst = append(append(dst, s[start:i]...), e...)
			start = i + 1
		}
	}
	return append(append(dst, s[start:]...), '"')
}

// escapeOf returns the JSON escape of a byte, or "" when it stands for itself.
func escapeOf(c byte) string {
	switch c {
	case '"':
		return `\"`
	case '\\':
		return `\\`
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	case '\b':
		return `\b`
	case '\f':
		return `\f`
	}
	if c < 0x20 {
		const hex = "0123456789abcdef"
		return `\u00` + string([]byte{hex[c>>4], hex[c&15]})
	}
	return ""
}

// Size returns the number of code points of Compact(v) without building it.
func Size(v Value) int {
	switch v := v.(type) {
	case nil:
		return 4
	case bool:
		if v {
			return 4
		}
		return 5
	case string:
		return 2 + ContentSize(v)
	case Number:
		return len(v)
	case List:
		n := 2 + max(0, len(v)-1)
		for _, item := range v {
			n += Size(item)
		}
		return n
	case Object:
		n := 2 + max(0, len(v)-1)
		for _, m := range v {
			n += 3 + ContentSize(m.Key) + Size(m.Value)
		}
		return n
	}
	panic(fmt.Sprintf("py: a %T is no JSON value", v))
}

// ContentSize returns the number of code points of s as the content of a JSON
// string: escapes counted, the quotes not.
func ContentSize(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c >= 0x20 && c != '"' && c != '\\':
			if c < utf8.RuneSelf || c >= 0xC0 { // a continuation byte is no code point
				n++
			}
		case c == '"' || c == '\\' || c == '\n' || c == '\r' || c == '\t' || c == '\b' || c == '\f':
			n += 2
		default:
			n += 6
		}
	}
	return n
}

// Str is Python's str(v): text as it is, all else as Repr.
func Str(v Value) string {
	if s, ok := v.(string); ok {
		return s
	}
	return Repr(v)
}

// Repr is Python's repr(v).
func Repr(v Value) string {
	var b strings.Builder
	repr(&b, v)
	return b.String()
}

func repr(b *strings.Builder, v Value) {
	switch v := v.(type) {
	case nil:
		b.WriteString("None")
	case bool:
		if v {
			b.WriteString("True")
		} else {
			b.WriteString("False")
		}
	case string:
		reprString(b, v)
	case Number:
		switch v {
		case "NaN":
			b.WriteString("nan")
		case "Infinity":
			b.WriteString("inf")
		case "-Infinity":
			b.WriteString("-inf")
		default:
			b.WriteString(string(v))
		}
	case List:
		b.WriteByte('[')
		for i, item := range v {
			if i > 0 {
				b.WriteString(", ")
			}
			repr(b, item)
		}
		b.WriteByte(']')
	case Object:
		b.WriteByte('{')
		for i, m := range v {
			if i > 0 {
				b.WriteString(", ")
			}
			reprString(b, m.Key)
			b.WriteString(": ")
			repr(b, m.Value)
		}
		b.WriteByte('}')
	}
}

func reprString(b *strings.Builder, s string) {
	quote := byte('\'')
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		quote = '"'
	}
	b.WriteByte(quote)
	for _, r := range s {
		switch {
		case r == rune(quote) || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r < 0x100:
			fmt.Fprintf(b, `\x%02x`, r)
		case r < 0x10000:
			fmt.Fprintf(b, `\u%04x`, r)
		default:
			fmt.Fprintf(b, `\U%08x`, r)
		}
	}
	b.WriteByte(quote)
}
