package engine

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Number writes n with a comma between groups of three digits, as the engine's texts
// for people do: 1,234.
func Number(n int) string {
	digits := strconv.Itoa(n)
	start := 0
	if n < 0 {
		start = 1
	}
	if len(digits)-start <= 3 {
		return digits
	}
	out := make([]byte, 0, len(digits)+len(digits)/3)
	for i := range len(digits) {
		if left := len(digits) - i; i > start && left%3 == 0 {
			out = append(out, ',')
		}
		out = append(out, digits[i])
	}
	return string(out)
}

// Plural counts things in words: 1 tool, 1,234 tools.
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Number(n) + " " + many
}

// Clip cuts a text to so many characters and adds the mark where it cut.
func Clip(s string, limit int, mark string) string {
	if len(s) <= limit || utf8.RuneCountInString(s) <= limit {
		return s
	}
	end := 0
	for range limit {
		_, n := utf8.DecodeRuneInString(s[end:])
		end += n
	}
	return s[:end] + mark
}

// few joins the first of many names.
func few(names []string) string {
	const shown = 5
	text := strings.Join(names[:min(shown, len(names))], ", ")
	if more := len(names) - shown; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
