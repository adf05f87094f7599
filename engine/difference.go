package engine

import (
	"strconv"
	"unicode/utf8"
)

// commonPrefix returns how many bytes two texts begin with alike.
func commonPrefix(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// around quotes a line, cut to what is about a column.
func around(line string, column int) string {
	const before, after = 24, 40 // bytes
	column = min(column, len(line))
	from, to := max(column-before, 0), min(column+after, len(line))
	for from > 0 && !utf8.RuneStart(line[from]) {
		from--
	}
	for to < len(line) && !utf8.RuneStart(line[to]) {
		to++
	}
	text := line[from:to]
	if from > 0 {
		text = "…" + text
	}
	if to < len(line) {
		text += "…"
	}
	return strconv.Quote(text)
}

// quoted is the same, "nothing" for a line that is not there.
func quoted(line string, column int) string {
	if line == "" {
		return "nothing"
	}
	return around(line, column)
}
