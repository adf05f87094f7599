package cli

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"

	"findable/engine/py"
	"findable/ui/cell"
)

// printJSON writes a value as one line.
func (r *run) printJSON(v py.Value) { r.printJSONText(py.Compact(v)) }

// printJSONText writes a line of JSON. A terminal gets what it could act on, or
// would not show, as escapes: the value stays the same.
func (r *run) printJSONText(text string) {
	if r.terminal {
		text = escaped(text)
	}
	r.out.WriteString(text)
	r.out.WriteByte('\n')
}

// escaped writes the characters of a JSON text that do not print as \u escapes.
// All of them stand in strings: JSON itself is ASCII.
func escaped(json string) string {
	if strings.IndexFunc(json, hidden) < 0 {
		return json
	}
	var b strings.Builder
	for _, c := range json {
		if !hidden(c) {
			b.WriteRune(c)
			continue
		}
		for _, unit := range utf16.Encode([]rune{c}) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.String()
}

func hidden(c rune) bool { return !unicode.IsPrint(c) }

// printTable writes rows of clean text in columns, indented by two spaces and
// parted by two. The first row is the head; right tells the columns of numbers,
// which are aligned right.
func (r *run) printTable(right []bool, rows [][]string) {
	widths := make([]int, len(right))
	for _, row := range rows {
		for i, c := range row {
			widths[i] = max(widths[i], cell.Width(c))
		}
	}
	for _, row := range rows {
		var b strings.Builder
		for i, c := range row {
			b.WriteString("  ")
			if right[i] {
				b.WriteString(cell.PadLeft(c, widths[i]))
			} else {
				b.WriteString(cell.Pad(c, widths[i]))
			}
		}
		r.line("%s", strings.TrimRight(b.String(), " "))
	}
}
