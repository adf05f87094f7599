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
	n := reply.Characters()
	title := fmt.Sprintf("tool_search's reply %s %s characters, about %s tok", a.styles.Glyphs.Middle, cell.Number(n), cell.Number(engine.Tokens(n)))
	return &reader{title: title, foot: "laid out for reading", toggle: "reply", copies: "it as the model gets it",
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
	return &reader{title: "Tool " + a.clean(e.Name), toggle: "inspect", copies: "the definition", tool: e,
		copy: func(a *App) tea.Cmd {
			return a.copy("the definition of "+a.clean(e.Name), a.d.present(e).Definition())
		},
		content: func(s *scene) []string {
			e := s.d.present(e)
			var out []string
			for _, f := range toolFacts(s, e) {
				out = append(out, s.labelled(f[0], f[1], 11, themes.Text)...)
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
	for _, m := range s.d.whatIfs.of(e).Set {
		changed[m.Key] = true
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
	as, from := "it was dumped", "dump"
	if len(s.d.whatIfs.of(e).Set) > 0 {
		as, from = "the what-if has it", "what-if"
	}
	if len(repairs) == 0 {
		return s.paragraph(themes.Heading, "prepared: sent as "+as+", but for the name's prefix")
	}
	out := s.paragraph(themes.Heading, "prepared: "+engine.Plural(len(repairs), "change", "changes")+" between the "+from+" and what is sent")
	for _, r := range repairs {
		out = append(out, s.paragraph(themes.Text, s.Glyphs.Dot+" "+s.clean(r.Path)+": "+r.Rule)...)
	}
	return out
}

// toolFacts are label and text of what is known of a tool.
func toolFacts(s *scene, e *engine.Entry) [][2]string {
	facts := [][2]string{
		{"name", s.clean(e.Name)},
		{"toolset", s.clean(e.Toolset)},
		{"class", className(s, e)},
		{"from", s.clean(strings.TrimSpace(e.Tool.Origin.File + " " + e.Tool.Origin.Path))},
		{"size", fmt.Sprintf("%s characters, about %s tok as a definition", cell.Number(e.Characters), cell.Number(engine.Tokens(e.Characters)))},
		{"listed", listedText(s, e)},
	}
	if text := s.d.whatIfs.text(e); text != "" {
		facts = append([][2]string{{"what-if", s.Glyphs.Dot + " " + text}}, facts...)
	}
	facts = append(facts, lineFacts(s, e)...)
	label := "terms"
	for f, terms := range s.d.session.Registry.DocumentTerms(e) {
		if len(terms) > 0 {
			facts = append(facts, [2]string{label, fieldNames[f] + ": " + strings.Join(terms, " ")})
			label = ""
		}
	}
	if n := cell.Hidden(e.Name) + cell.Hidden(e.Description()); n > 0 {
		facts = append(facts, [2]string{"beware", engine.Plural(n, "hidden or control character", "hidden or control characters") +
			" in name and description: they are shown here as signs"})
	}
	return facts
}

func className(s *scene, e *engine.Entry) string {
	class := s.d.session.Class(e)
	switch {
	case class == engine.ClassBridge:
		return string(class) + ": its name is the bridge's"
	case class.Deferrable():
		return string(class) + ": deferred"
	}
	return string(class) + ": never deferred"
}

// lineFacts show the line of the listing that names the tool, or the one that
// hides it, and where in the listing that stands.
func lineFacts(s *scene, e *engine.Entry) [][2]string {
	line := s.d.listedLine(e)
	if line.text == "" {
		return nil
	}
	label, stands := "its line", fmt.Sprintf("line %d of what the model reads, tool %d of %d under: %s", line.number, line.place, line.of, s.clean(line.head))
	if line.hides {
		label, stands = "hidden by", fmt.Sprintf("line %d of what the model reads, in place of %s", line.number, engine.Plural(line.of, "name", "names"))
	}
	return [][2]string{{label, s.clean(line.text)}, {"stands in", stands}, {"", formText(s.d.assembly.Listing)}}
}

// formText says how the groups of a listing stand.
func formText(l engine.Listing) string {
	if l.Form != engine.Mixed {
		return "form " + string(l.Form) + ": all " + cell.Number(len(l.Groups)) + " groups stand alike"
	}
	summaries := 0
	for _, state := range l.States {
		if state == engine.ShownSummary {
			summaries++
		}
	}
	return fmt.Sprintf("form mixed: %d of %d groups are summary lines, the others names", summaries, len(l.Groups))
}

// value lays a value out for reading.
func (s *scene) value(v py.Value) []string {
	var out []string
	for _, l := range pretty(v) {
		out = append(out, s.paragraph(themes.Text, s.clean(l.text))...)
	}
	return out
}
