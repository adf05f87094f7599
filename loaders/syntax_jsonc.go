package loaders

import "strings"

// withoutExtras returns a text with blanks over what people write into JSON
// beyond JSON, from an offset on at which a value begins: comments, and a comma
// behind the last value. Every byte keeps its place. Up to where the result stops
// being JSON nothing else is changed, so that what is JSON comes back as it is.
// comments is whether there were any.
func withoutExtras(s string, from int) (plain string, comments bool) {
	var b []byte // a copy once something is taken out
	blank := func(from, to int) {
		if b == nil {
			b = []byte(s)
		}
		for i := from; i < to; i++ {
			if b[i] != '\n' && b[i] != '\r' {
				b[i] = ' '
			}
		}
	}
	comma := -1 // the comma behind a value, while only blanks and comments follow it
	value := false
scan:
	for i := from; i < len(s); i++ {
		switch s[i] {
		case ' ', '\t', '\r', '\n':
		case '/':
			end := commentEnd(s, i)
			if end < 0 {
				break scan // no comment, and no JSON
			}
			blank(i, end)
			i, comments = end-1, true
		case ',':
			if comma = -1; value {
				comma = i
			}
			value = false
		case ']', '}':
			if comma >= 0 {
				blank(comma, comma+1)
			}
			comma, value = -1, true
		case '[', '{', ':':
			comma, value = -1, false
		case '"':
			i = stringEnd(s, i)
			comma, value = -1, true
		default:
			comma, value = -1, true
		}
	}
	if b == nil {
		return s, comments
	}
	return string(b), comments
}

// commentEnd returns where the comment ends that begins at i, -1 when none does.
func commentEnd(s string, i int) int {
	switch rest := s[i:]; {
	case strings.HasPrefix(rest, "//"):
		if n := strings.IndexByte(rest, '\n'); n >= 0 {
			return i + n
		}
		return len(s)
	case strings.HasPrefix(rest, "/*"):
		if n := strings.Index(rest[2:], "*/"); n >= 0 {
			return i + 2 + n + 2
		}
	}
	return -1
}

// stringEnd returns where the closing quote is of the string that opens at i; the
// end of the text when it has none.
func stringEnd(s string, i int) int {
	for i++; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return i
}
