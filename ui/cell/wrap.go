package cell

import "strings"

// Wrap breaks clean text without colour into lines of at most w cells, at
// spaces where it can and inside a word that is longer than a line. The spaces
// at a break are dropped, all others stay. There is at least one line; for w
// below 1 there is none. A character of two cells on a line of one becomes
// U+FFFD.
func Wrap(s string, w int) []string {
	if w < 1 {
		return nil
	}
	if len(s) <= w && printable(s) {
		return []string{s}
	}
	lines := make([]string, 0, len(s)/w+1)
	for {
		line, rest := breakLine(s, w)
		lines = append(lines, line)
		if rest == "" {
			return lines
		}
		s = rest
	}
}

// breakLine takes one line off s.
func breakLine(s string, w int) (line, rest string) {
	n := prefix(s, w)
	if n == len(s) {
		return s, ""
	}
	if n == 0 {
		size, _ := step(s)
		return Unicode.Unknown, s[max(size, 1):]
	}
	if s[n] == ' ' {
		return strings.TrimRight(s[:n], " "), strings.TrimLeft(s[n:], " ")
	}
	for i := n; i > 0; i-- {
		if s[i-1] == ' ' {
			if line := strings.TrimRight(s[:i-1], " "); line != "" {
				return line, s[i:]
			}
			break
		}
	}
	return s[:n], s[n:]
}
