package ui

import (
	"slices"

	"findable/engine"
	"findable/engine/audit"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/layout"
	"findable/ui/style"
)

// findingsPane lists what the audit found, the worst first.
type findingsPane struct {
	list   list
	filter filter
	w      *auditing
	kinds  *kindsPane
	told   func(text string) string
	built  findingsBuild
	rows   []int // places in the report's findings
	last   audit.Finding
}

type findingsBuild struct {
	revision int
	kind     audit.Kind
	filter   string
}

func (p *findingsPane) build() {
	p.kinds.build()
	key := findingsBuild{p.w.revision, p.kinds.kind(), p.filter.text()}
	if p.built == key {
		return
	}
	again := key.revision != p.built.revision
	p.built, p.rows = key, p.rows[:0]
	if p.w.report == nil {
		return
	}
	words := p.filter.words()
	for i, f := range p.w.report.Findings {
		if (key.kind == "" || f.Kind == key.kind) && holds(p.w.texts[i], words) {
			p.rows = append(p.rows, i)
		}
	}
	p.list.top, p.list.cursor, p.list.rows = 0, 0, len(p.rows)
	if again { // what the cursor was on may be there still
		p.list.cursor = max(slices.IndexFunc(p.rows, func(i int) bool {
			f := p.w.report.Findings[i]
			return f.Kind == p.last.Kind && f.Tool == p.last.Tool
		}), 0)
	}
}

// current returns the finding under the cursor.
func (p *findingsPane) current() (audit.Finding, bool) {
	p.build()
	if p.w.report == nil || p.list.cursor >= len(p.rows) {
		return audit.Finding{}, false
	}
	p.last = p.w.report.Findings[p.rows[p.list.cursor]]
	return p.last, true
}

func (p *findingsPane) box(s *scene) frame.Box {
	p.build()
	b := frame.Box{Title: "Findings " + s.Glyphs.Middle + " worst first"}
	if p.w.report != nil {
		b.Foot = engine.Plural(len(p.rows), "finding", "findings")
		if len(p.rows) < len(p.w.report.Findings) {
			b.Foot = cell.Number(len(p.rows)) + " of " + engine.Plural(len(p.w.report.Findings), "finding", "findings")
		}
		b.FootRight = p.list.position(p.room(s))
	}
	return b
}

// room is how many rows of findings there is room for.
func (p *findingsPane) room(s *scene) int { return max(s.h-1-p.filter.height(), 1) }

func (p *findingsPane) lines(s *scene) []string {
	p.build()
	if len(p.rows) == 0 && (p.w.report == nil || p.filter.text() == "") {
		return p.nothing(s)
	}
	out := p.filter.line(s)
	kind, tool, evidence := findingColumns(s.w)
	const head = themes.Heading
	row := []style.Seg{style.In(head, "  "), style.Column(head, "harm", severityWidth), style.Column(head, "what", kind), style.Column(head, "tool", tool)}
	if evidence > 0 {
		row = append(row, style.In(head, "  evidence"))
	}
	out = append(out, s.Row(s.w, style.Off, row...))
	from, to := p.list.window(len(p.rows), p.room(s))
	for i := from; i < to; i++ {
		out = append(out, p.row(s, p.w.report.Findings[p.rows[i]], i == p.list.cursor))
	}
	if len(p.rows) == 0 {
		out = append(out, s.paragraph(themes.Text, p.told("no finding has these words; {filter} changes them, esc shows all"))...)
	}
	return out
}

// findingColumns are the widths of the kind, the tool and the evidence, which only
// wide panes show.
func findingColumns(w int) (kind, tool, evidence int) {
	const most = 18
	rest := max(w-2-severityWidth, 12)
	if w < layout.TabsWidth-2 {
		kind = min(most, rest/2)
		return kind, rest - kind, 0
	}
	const readable = 30 // cells of evidence
	rest -= most
	if tool = min(max(rest*2/5, 36), 48); rest-tool < readable {
		return most, rest, 0
	}
	return most, tool, rest - tool
}

func (p *findingsPane) row(s *scene, f audit.Finding, selected bool) string {
	kind, tool, evidence := findingColumns(s.w)
	name := s.clean(f.Tool)
	if f.Tool == "" {
		name = "the whole catalog"
	}
	segs := []style.Seg{style.In(themes.Accent, s.cursorGlyph(selected)+" "), style.Column(severityRole(f.Severity), string(f.Severity), severityWidth),
		style.Column(themes.Text, kindName(f.Kind)+" ", kind), style.Name(themes.Strong, name, tool)}
	if evidence > 0 {
		segs = append(segs, style.In(themes.Muted, "  "+s.clean(openingOf(f.Evidence, evidence))))
	}
	return s.Row(s.w, s.mark(selected), segs...)
}

// openingOf keeps about as much of a text as n cells show: cleaning the rest would
// cost more than it is worth.
func openingOf(text string, n int) string {
	if len(text) > 4*n {
		return text[:4*n]
	}
	return text
}

// nothing says why there are no rows: what goes on, was stopped, or is well.
func (p *findingsPane) nothing(s *scene) []string {
	w := p.w
	switch {
	case w.report != nil && w.report.Tools == 0:
		return append(s.paragraph(themes.Text, "Nothing is deferred in this session, so nothing has to be found, and no text is suspect."),
			s.paragraph(themes.Muted, p.told("Switch a server on in Tune ({view-tune}), or load a dump with tools that are deferred."))...)
	case w.report != nil:
		return append(s.paragraph(themes.Good, s.Glyphs.Yes+" No findings: every tool finds itself by its own words, none crowds others out, and no text is suspect."),
			s.paragraph(themes.Muted, p.told("Cases of your own tell more: {view-eval}."))...)
	case w.stop != nil:
		out := s.paragraph(themes.Text, "Asking for every tool by its own words "+s.Glyphs.Ellipsis+" "+w.progress())
		out = append(out, s.progressBar(float64(w.done)/float64(max(w.all, 1))))
		return append(append(out, ""), s.paragraph(themes.Muted, p.told("esc or {audit} stops it; the other views go on meanwhile"))...)
	case w.revision > 0:
		return append(s.paragraph(themes.Text, "Stopped after "+w.progress()+": nothing is known yet."),
			s.paragraph(themes.Muted, p.told("{audit} begins again"))...)
	}
	return nil
}

func (p *findingsPane) move(_ *scene, by int)  { p.build(); p.list.move(by) }
func (p *findingsPane) wheel(s *scene, by int) { p.list.scroll(by, p.room(s)) }

func (p *findingsPane) click(s *scene, _, y int) {
	p.list.click(y - (s.h - p.room(s)))
}

func (p *findingsPane) state(*scene) any {
	p.build()
	return struct {
		built  findingsBuild
		done   int64
		filter filterState
		list   list
	}{p.built, p.w.done, p.filter.state(), p.list}
}

// findingPane shows the finding under the cursor: what was seen, how to see it, and
// what to do.
type findingPane struct {
	page
	findings *findingsPane
	shown    audit.Finding
	w        int
	look     *style.Styles
	rows     []string
}

func (p *findingPane) box(s *scene) frame.Box {
	f, ok := p.findings.current()
	if !ok {
		return frame.Box{Title: "Finding"}
	}
	return frame.Box{Title: "Finding " + s.Glyphs.Middle + " " + kindName(f.Kind), Foot: string(f.Severity) + " harm", FootRight: p.list.position(s.h)}
}

func (p *findingPane) lines(s *scene) []string {
	f, ok := p.findings.current()
	if !ok {
		return nil
	}
	if f != p.shown || p.w != s.w || p.look != s.Styles {
		if f != p.shown {
			p.list = list{}
		}
		p.shown, p.w, p.look, p.rows = f, s.w, s.Styles, findingRows(s, f, p.findings.told)
	}
	return p.seen(s, p.rows)
}

func findingRows(s *scene, f audit.Finding, told func(string) string) []string {
	const label = 9
	line := func(what, text string, role themes.Role) []string { return s.labelled(what, text, label, role) }
	name := s.clean(f.Tool)
	if f.Tool == "" {
		name = "the whole catalog"
	}
	out := s.paragraph(themes.Strong, name)
	out = append(out, line("what", f.Kind.Meaning(), severityRole(f.Severity))...)
	out = append(out, line("seen", s.clean(f.Evidence), themes.Text)...)
	out = append(out, line("to do", f.Kind.Remedy(), themes.Good)...)
	switch {
	case f.Tool == "":
		out = append(out, line("see it", told("{open-finding} goes to the dictionary of all terms"), themes.Muted)...)
	case f.Target != f.Tool:
		out = append(out, line("see it", told("{open-finding} asks why ")+s.clean(f.Target)+" is not found by "+quoted(s, f.Query), themes.Muted)...)
	default:
		out = append(out, line("see it", told("{open-finding} follows it on its way through ")+quoted(s, f.Query)+told("; {inspect} shows all of it"), themes.Muted)...)
	}
	return out
}

// quoted is a text of a catalog in quotes, cut where it is long.
func quoted(s *scene, text string) string {
	const most = 120 // characters
	if r := []rune(text); len(r) > most {
		return `"` + s.clean(string(r[:most])) + s.Glyphs.Ellipsis + `"`
	}
	return `"` + s.clean(text) + `"`
}

func (p *findingPane) state(s *scene) any {
	return struct {
		findings any
		list     list
	}{p.findings.state(s), p.list}
}
