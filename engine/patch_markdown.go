package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"findable/engine/py"
)

// Markdown words what-ifs on the tools of a registry without any, for the authors of
// the servers: what to change, text by text, and what that does to the rank of the
// tool for some queries. The ranks are found by doing it, in a session of s's rules
// and scope, each server's edits by themselves. Of files only the base names are
// told.
func (r *Registry) Markdown(s *Session, edits []Edit, queries []string) string {
	m := markdown{loaded: r, like: s, queries: queries}
	m.before = m.session(nil)
	edits = Merged(edits)
	m.line("# What-ifs on tool descriptions")
	m.line("Ranks are those of a tool search over %d tools by the rules of generation %s, before %s after; each was tried with the changes to the one server made.",
		m.before.Index.Size(), s.Rules.Name, "→")
	var done []string
	for _, e := range edits {
		if slices.Contains(done, e.Toolset) {
			continue
		}
		done = append(done, e.Toolset)
		m.toolset(e.Toolset, slices.DeleteFunc(slices.Clone(edits), func(o Edit) bool { return o.Toolset != e.Toolset }))
	}
	return m.String()
}

// A markdown writes what-ifs down.
type markdown struct {
	strings.Builder
	loaded        *Registry
	like          *Session
	before, after *Session
	queries       []string
}

func (m *markdown) session(edits []Edit) *Session {
	return m.loaded.With(edits).Session(m.like.Rules, m.like.Scope, m.like.deferList)
}

// line writes a paragraph.
func (m *markdown) line(format string, args ...any) {
	if m.Len() > 0 {
		m.WriteString("\n")
	}
	fmt.Fprintf(m, format+"\n", args...)
}

// toolset writes the edits of one toolset.
func (m *markdown) toolset(toolset string, edits []Edit) {
	m.after = m.session(edits)
	m.line("## %s", codeSpan(labelOf(toolset)))
	for _, e := range edits {
		if e.Tool == "" {
			m.wishes(e)
		} else if t, ok := m.loaded.Loaded(toolset, e.Tool); ok {
			m.tool(toolset, t, e)
		}
	}
}

// wishes writes what is for who runs the agent, not for the server's author.
func (m *markdown) wishes(e Edit) {
	if e.Pinned {
		m.line("Kept in sight in every request, never deferred. That is for the agent to do, not for the server.")
	}
	if e.Hidden {
		m.line("Removed: not offered to the model at all.")
	}
}

// tool writes the edits of one tool.
func (m *markdown) tool(toolset string, t Tool, e Edit) {
	m.line("### %s", codeSpan(t.Name()))
	if file := baseName(t.Origin.File); file != "" {
		m.line("In %s at %s.", codeSpan(file), codeSpan(t.Origin.Path))
	}
	m.wishes(e)
	m.ranks(toolset, t.Name())
	for _, change := range e.Set {
		was, has := t.Function.Get(change.Key)
		m.line("**%s**, now:", change.Key)
		if has {
			m.block(was)
		} else {
			m.line("(none)")
		}
		m.line("better:")
		m.block(change.Value)
	}
}

// ranks writes what the edits do to a tool's rank.
func (m *markdown) ranks(toolset, tool string) {
	for _, q := range m.queries {
		m.line("Query %s: %s → %s.", codeSpan(q), rankText(m.before, toolset, tool, q), rankText(m.after, toolset, tool, q))
	}
}

func rankText(s *Session, toolset, tool, query string) string {
	e := s.Registry.Edited(toolset, tool)
	switch {
	case e == nil:
		return "not there"
	case !s.Scope.Contains(toolset):
		return "switched off"
	}
	doc := s.Index.Doc(e)
	if doc < 0 {
		return "in sight without a search"
	}
	if rank := s.Index.Rank(query, doc); rank > 0 {
		return fmt.Sprintf("rank %d", rank)
	}
	return "not found"
}

// block writes a value as it is, in a block of code that it can't end.
func (m *markdown) block(v py.Value) {
	text, ok := v.(string)
	kind := "text"
	if !ok {
		kind = "json"
		var b bytes.Buffer
		text = py.Compact(v)
		if json.Indent(&b, []byte(text), "", "  ") == nil {
			text = b.String()
		}
	}
	fence := strings.Repeat("`", max(3, longestRun(text, '`')+1))
	m.line("%s%s\n%s\n%s", fence, kind, text, fence)
}

// codeSpan writes a text as code in a line.
func codeSpan(text string) string {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), " ")
	ticks := strings.Repeat("`", longestRun(text, '`')+1)
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		text = " " + text + " "
	}
	return ticks + text + ticks
}

func longestRun(s string, of byte) int {
	longest, run := 0, 0
	for i := range len(s) {
		if run++; s[i] != of {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}

// baseName is the last part of a path of any computer's.
func baseName(path string) string {
	path = strings.TrimRight(path, `/\`)
	return path[strings.LastIndexAny(path, `/\`)+1:]
}
