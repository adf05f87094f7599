package ui

import (
	"strings"
	"unicode/utf8"

	"findable/engine"
	"findable/engine/py"
)

// A whatIf is one change of a tool or toolset: what can be undone by itself.
type whatIf struct {
	subject toolKey
	// part is the member of the tool, or "pinned" or "removed".
	part          string
	before, after string // of a member, as text
	// gone says that no such tool is loaded any more.
	gone bool
}

const pinnedPart, hiddenPart = "pinned", "removed"

// whatIfRows lists all changes, in the order in which the tools were first changed.
func (a *App) whatIfRows() []whatIf {
	var rows []whatIf
	for _, e := range engine.Merged(a.in.Edits) {
		row := whatIf{subject: toolKey{e.Toolset, e.Tool}}
		t, ok := a.loaded(row.subject)
		row.gone = e.Tool != "" && !ok
		for _, m := range e.Set {
			r := row
			r.part, r.before, r.after = m.Key, "", valueText(m.Value)
			if was, has := t.Function.Get(m.Key); has {
				r.before = valueText(was)
			}
			rows = append(rows, r)
		}
		row.before = "as the rules have it"
		if e.Pinned {
			row.part, row.after = pinnedPart, "in sight in every request, never deferred"
			rows = append(rows, row)
		}
		if e.Hidden {
			row.part, row.after = hiddenPart, "not there"
			rows = append(rows, row)
		}
	}
	return rows
}

func valueText(v py.Value) string {
	if text, ok := v.(string); ok {
		return text
	}
	return py.Spaced(v)
}

// name is what a change is about, for people.
func (w whatIf) name() string {
	if w.subject.tool == "" {
		return w.subject.toolset
	}
	return w.subject.tool
}

// undone returns edits without a change.
func (w whatIf) undone(edits []engine.Edit) []engine.Edit {
	return changed(engine.Merged(edits), w.subject, func(e *engine.Edit) {
		switch w.part {
		case pinnedPart:
			e.Pinned = false
		case hiddenPart:
			e.Hidden = false
		default:
			e.Set = e.Set.Without(w.part)
		}
	})
}

// contrast cuts two texts down to about n characters around the first place at which
// they differ.
func contrast(before, after string, n int) (string, string) {
	same := 0
	for same < min(len(before), len(after)) && before[same] == after[same] {
		same++
	}
	from := 0
	if same > n/3 {
		from = same - n/3
		for from > 0 && !utf8.RuneStart(before[from]) {
			from--
		}
		if i := strings.IndexAny(before[from:same], " \n"); i >= 0 { // begin with a word
			from += i + 1
		}
	}
	return stretch(before, from, n), stretch(after, from, n)
}

// stretch returns about n characters of a text from a byte on.
func stretch(s string, from, n int) string {
	head := ""
	if from > 0 {
		head = "…"
	}
	s = s[min(from, len(s)):]
	count := 0
	for i := range s {
		if count++; count > n {
			return head + s[:i] + "…"
		}
	}
	return head + s
}
