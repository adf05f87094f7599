package ui

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/engine/py"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/style"
)

// reply is what one tool_search call with the queries in the box answers.
func (a *App) reply() engine.Reply {
	queries := make(py.List, len(a.d.queries))
	for i, q := range a.d.queries {
		queries[i] = q
	}
	return a.d.session.ToolSearch(a.d.config, py.Object{{Key: "queries", Value: queries}})
}

// newReply shows the exact answer of tool_search for the queries in the box, laid
// out for reading, and what it costs.
func newReply(a *App) *reader {
	reply := a.reply()
	n := reply.ReplyCharacters()
	title := fmt.Sprintf("tool_search's reply %s %s characters, about %s tok", a.styles.Glyphs.Middle, cell.Number(n), cell.Number(engine.Tokens(n)))
	return &reader{title: title, foot: a.told("laid out for reading; {copy} copies it as the model gets it"), toggle: "reply",
		copy: func(a *App) tea.Cmd { return a.copy("tool_search's reply", reply.Text) },
		content: func(s *scene) []string {
			v, err := py.Parse([]byte(reply.Text))
			if err != nil {
				return s.paragraph(themes.Bad, err.Error())
			}
			return s.value(v)
		}}
}

// newInspector shows one tool whole: where it comes from, why it is deferred or
// not, how it is listed and found, what an agent sends and what was dumped.
func newInspector(a *App, e *engine.Entry) *reader {
	return &reader{title: "Tool " + a.clean(e.Name), foot: a.told("{copy} copies the definition, esc closes"), toggle: "inspect",
		copy: func(a *App) tea.Cmd { return a.copy("the definition of "+a.clean(e.Name), e.Definition()) },
		content: func(s *scene) []string {
			var out []string
			for _, f := range toolFacts(s, e) {
				out = append(out, s.labelled(f[0], f[1], 14, themes.Text)...)
			}
			out = append(out, "")
			out = append(out, repairLines(s, e)...)
			section := func(title string, v py.Value) {
				out = append(out, "")
				out = append(out, s.paragraph(themes.Heading, title)...)
				out = append(out, s.value(v)...)
			}
			if s.d.session.Class(e).Deferrable() {
				section("in a tool_search reply", s.d.session.Record(e))
			}
			out = append(out, "")
			return append(out, s.beforeAndAfter(e)...)
		}}
}

// sideBySide is the narrowest overlay in which dump and definition stand beside
// each other.
const sideBySide = 90

// beforeAndAfter shows the tool as it was dumped and as it is sent, with a mark
// at every line that preparation changed.
func (s *scene) beforeAndAfter(e *engine.Entry) []string {
	changed := map[string]bool{}
	for _, r := range e.Repairs() {
		changed[r.Path] = true
	}
	w := s.w
	if s.w >= sideBySide {
		w = s.w / 2
	}
	column := func(title string, v py.Value) []string {
		c := *s
		c.w = w
		out := c.paragraph(themes.Heading, title)
		for _, l := range pretty(v) {
			mark, role := " ", themes.Text
			if within(l.path, changed) {
				mark, role = "*", themes.Edited
			}
			for _, part := range cell.Wrap(c.clean(l.text), max(w-3, 1)) {
				out = append(out, c.Row(w, style.Off, style.Seg{Role: themes.Edited, Text: mark}, style.Seg{Role: role, Text: part}))
			}
		}
		return out
	}
	dumped := column("as it was dumped", e.Tool.Raw)
	sent := column("as an agent sends it (* changed)", e.Function)
	if s.w < sideBySide {
		return append(append(dumped, ""), sent...)
	}
	var out []string
	blank := s.Row(w, style.Off)
	for i := range max(len(dumped), len(sent)) {
		left, right := blank, blank
		if i < len(dumped) {
			left = dumped[i]
		}
		if i < len(sent) {
			right = sent[i]
		}
		out = append(out, left+right)
	}
	return out
}

// repairLines tell what preparation changed between the dump and what is sent.
func repairLines(s *scene, e *engine.Entry) []string {
	repairs := e.Repairs()
	if len(repairs) == 0 {
		return s.paragraph(themes.Heading, "prepared: sent as it was dumped, but for the name's prefix")
	}
	out := s.paragraph(themes.Heading, "prepared: "+plural(len(repairs), "change", "changes")+" between the dump and what is sent")
	for _, r := range repairs {
		out = append(out, s.paragraph(themes.Text, s.Glyphs.Dot+" "+s.clean(r.Path)+": "+r.Rule)...)
	}
	return out
}

// toolFacts are label and text of what is known of a tool.
func toolFacts(s *scene, e *engine.Entry) [][2]string {
	class := s.d.session.Class(e)
	fate := "visible in every turn"
	switch {
	case class == engine.ClassBridge:
		fate = "dropped: the name is the bridge's"
	case !s.in.Scope.Contains(e.Toolset):
		fate = "out of scope: switched off"
	case class.Deferrable():
		fate = "deferred"
	}
	facts := [][2]string{
		{"full name", s.clean(e.Name)},
		{"toolset", s.clean(e.Toolset)},
		{"class", string(class) + ": " + fate},
		{"from", s.clean(strings.TrimSpace(e.Tool.Origin.File + " " + e.Tool.Origin.Path))},
		{"size", fmt.Sprintf("%s characters, about %s tok as a definition", cell.Number(e.Characters), cell.Number(engine.Tokens(e.Characters)))},
		{"listed", listedText(s, e)},
	}
	for f, terms := range s.d.session.Registry.DocumentTerms(e) {
		facts = append(facts, [2]string{"terms, " + fieldNames[f], strings.Join(terms, " ")})
	}
	if n := cell.Hidden(e.Name) + cell.Hidden(e.Description()); n > 0 {
		facts = append(facts, [2]string{"beware", plural(n, "hidden or control character", "hidden or control characters") +
			" in name and description: they are shown here as signs"})
	}
	return facts
}

// value lays a value out for reading.
func (s *scene) value(v py.Value) []string {
	var out []string
	for _, l := range pretty(v) {
		out = append(out, s.paragraph(themes.Text, s.clean(l.text))...)
	}
	return out
}
