package ui

import (
	"fmt"
	"strings"

	"findable/engine/py"
)

// A prettyLine is one line of a value laid out for reading, and the place in the
// value it belongs to: parameters.properties.limit.
type prettyLine struct{ text, path string }

// pretty lays a value out over several lines, two spaces a level; lists of plain
// values stay on one line.
func pretty(v py.Value) []prettyLine {
	var w prettyWriter
	w.value(v, "", "")
	w.end("")
	return w.lines
}

type prettyWriter struct {
	lines []prettyLine
	line  strings.Builder
}

// end ends the line that is being written.
func (w *prettyWriter) end(path string) {
	w.lines = append(w.lines, prettyLine{w.line.String(), path})
	w.line.Reset()
}

func (w *prettyWriter) value(v py.Value, indent, path string) {
	switch v := v.(type) {
	case py.Object:
		if len(v) == 0 {
			w.line.WriteString("{}")
			return
		}
		w.line.WriteString("{")
		for i, m := range v {
			if i > 0 {
				w.line.WriteString(",")
				w.end(join(path, v[i-1].Key))
			} else {
				w.end(path)
			}
			w.line.WriteString(indent + "  " + py.Compact(m.Key) + ": ")
			w.value(m.Value, indent+"  ", join(path, m.Key))
		}
		w.end(join(path, v[len(v)-1].Key))
		w.line.WriteString(indent + "}")
	case py.List:
		if len(v) == 0 || !isObject(v[0]) {
			w.line.WriteString(py.Spaced(v))
			return
		}
		w.line.WriteString("[")
		for i, item := range v {
			if i > 0 {
				w.line.WriteString(",")
			}
			w.end(path)
			w.line.WriteString(indent + "  ")
			w.value(item, indent+"  ", fmt.Sprintf("%s[%d]", path, i))
		}
		w.end(path)
		w.line.WriteString(indent + "]")
	default:
		w.line.WriteString(py.Spaced(v))
	}
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

func isObject(v py.Value) bool {
	_, ok := v.(py.Object)
	return ok
}

// within reports whether a place is one of the given ones, or inside of one.
func within(path string, places map[string]bool) bool {
	for p := range places {
		if path == p || strings.HasPrefix(path, p+".") || strings.HasPrefix(path, p+"[") {
			return true
		}
	}
	return false
}
