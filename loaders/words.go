package loaders

import (
	"fmt"
	"strconv"
	"strings"

	"findable/engine"
	"findable/engine/py"
)

// describe says in a few words what a value is.
func describe(v py.Value) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool, py.Number:
		return clip(py.Compact(v))
	case string:
		return "the text " + quoted(v)
	case py.List:
		if len(v) == 0 {
			return "an empty list"
		}
		return fmt.Sprintf("a list of %d", len(v))
	case py.Object:
		if len(v) == 0 {
			return "an empty object"
		}
		const shown = 5
		var keys []string
		for _, m := range v[:min(shown, len(v))] {
			keys = append(keys, quoted(m.Key))
		}
		if len(v) > shown {
			keys = append(keys, fmt.Sprintf("%d more", len(v)-shown))
		}
		return "an object with the keys " + strings.Join(keys, ", ")
	}
	return ""
}

// quoted returns foreign text for a sentence: cut, and escaped.
func quoted(s string) string { return strconv.Quote(clip(s)) }

func quotedAll(names []string) []string {
	all := make([]string, len(names))
	for i, name := range names {
		all[i] = quoted(name)
	}
	return all
}

// mostClipped is how many characters of foreign text stand in a sentence.
const mostClipped = 48

// clip cuts foreign text for a sentence.
func clip(s string) string { return engine.Clip(s, mostClipped, "…") }

// mostFew is how many of many names are shown.
const mostFew = 5

// few joins the first names of many.
func few(names []string) string { return firstOf(len(names), func(i int) string { return names[i] }) }

// firstOf joins the first of n names.
func firstOf(n int, name func(int) string) string {
	var first []string
	for i := range min(n, mostFew) {
		first = append(first, name(i))
	}
	text := strings.Join(first, ", ")
	if more := n - mostFew; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// verbEnding is what a verb has behind a count: one record repeats, two repeat.
func verbEnding(n int) string {
	if n == 1 {
		return "s"
	}
	return ""
}

// queryEnding ends the word "query" behind a count.
func queryEnding(n int) string {
	if n == 1 {
		return "y"
	}
	return "ies"
}
