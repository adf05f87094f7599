package ui

import (
	"findable/engine"
	"findable/engine/audit"
	"findable/engine/eval"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/style"
)

// A beginning is a question that the catalog itself suggests: a query, and a tool
// that it does not find.
type beginning struct{ query, name, reason string }

// beginnings are the questions to begin with, for as long as nothing is asked.
type beginnings struct {
	of   beginningsOf
	rows []beginning
}

type beginningsOf struct{ revision, audit, cases int }

// fewBeginnings is how many questions each of their sources gives at most.
const fewBeginnings = 4

// questions are what there is to begin with: cases that fail, tools that the query's
// limit cuts off, what the audit found, and tools that the limit of other queries cuts
// off.
func (p *repairsPane) questions(s *scene) []beginning {
	of := beginningsOf{s.d.revision, p.audits.revision, p.e.revision}
	if p.begin.rows != nil && p.begin.of == of {
		return p.begin.rows
	}
	rows := []beginning{}
	rows = append(rows, p.failing()...)
	for i, q := range s.d.queries {
		rows = append(rows, cutOff(s, q, i)...)
	}
	rows = append(rows, p.audited(s)...)
	if len(s.d.queries) == 0 {
		for _, q := range s.d.suggested(s.src)[:min(fewBeginnings, len(s.d.suggested(s.src)))] {
			rows = append(rows, cutOff(s, q, -1)...)
		}
	}
	p.begin = beginnings{of, rows}
	return rows
}

// failing are cases whose tools are not found.
func (p *repairsPane) failing() []beginning {
	var rows []beginning
	t := p.e.current()
	if t == nil {
		return nil
	}
	for _, i := range eval.Worst(t.Outcomes, t.Limit) {
		o := t.Outcomes[i]
		if len(rows) == fewBeginnings || o.Found(t.Limit) {
			break
		}
		if len(o.Case.Expect) > 0 {
			rows = append(rows, beginning{o.Case.Query, t.missing(o), "a case that fails"})
		}
	}
	return rows
}

// cutOff are the tools that come first below the limit of a query: the one at a place
// in the box, or one that is not there.
func cutOff(s *scene, query string, at int) []beginning {
	limit, most := s.d.limit(), 2
	hits := s.d.session.Index.Search(query, limit+most).Hits
	var rows []beginning
	for i := limit; i < len(hits); i++ {
		rows = append(rows, beginning{query, hits[i].Entry.Name, "rank " + cell.Number(i+1) + ", limit " + cell.Number(limit)})
	}
	if at < 0 && len(rows) > 1 {
		rows = rows[:1]
	}
	return rows
}

// audited are findings of an audit that are about a search.
func (p *repairsPane) audited(s *scene) []beginning {
	if p.audits.report == nil || p.audits.of.session != s.d.session {
		return nil
	}
	var rows []beginning
	for _, f := range p.audits.report.Findings {
		switch f.Kind {
		case audit.NotByName, audit.NotBySentence, audit.NotByTitle, audit.CamelCase:
			if len(rows) < fewBeginnings {
				rows = append(rows, beginning{f.Query, f.Target, "audit: " + kindName(f.Kind)})
			}
		}
	}
	return rows
}

// question returns the one under the cursor.
func (p *repairsPane) question(s *scene) (beginning, bool) {
	if s.in.Target != "" {
		return beginning{}, false
	}
	rows := p.questions(s)
	if p.list.cursor >= len(rows) {
		return beginning{}, false
	}
	return rows[p.list.cursor], true
}

func (p *repairsPane) questionLines(s *scene) []string {
	rows := p.questions(s)
	if len(rows) == 0 {
		if s.d.session.Index.Size() == 0 {
			return s.paragraph(themes.Text, p.told("Nothing is deferred, so nothing has to be found by a query. {target} asks about a tool all the same."))
		}
		return s.paragraph(themes.Muted, p.told("{query} types a query: tools that its limit cuts off are offered here. The audit ({view-audit}) finds more."))
	}
	reason := min(26, s.w/4)
	query := (s.w - 4 - reason) * 3 / 7
	name := s.w - 4 - reason - query
	const head = themes.Heading
	out := []string{s.Row(s.w, style.Off, style.In(head, "  "), style.Column(head, "why does", query), style.In(head, " "), style.Column(head, "not find", name),
		style.In(head, " "), style.In(head, "since"))}
	from, to := p.list.window(len(rows), max(s.h-1, 0))
	for i := from; i < to; i++ {
		r, selected := rows[i], i == p.list.cursor
		out = append(out, s.Row(s.w, s.mark(selected), style.In(themes.Accent, s.cursorGlyph(selected)+" "), style.Column(themes.Text, s.clean(r.query), query),
			style.In(themes.Text, " "), style.Name(themes.Strong, s.clean(r.name), name), style.In(themes.Text, " "), style.In(themes.Muted, r.reason)))
	}
	return out
}

// beginRows say in the journey's place what is asked here and how.
func beginRows(s *scene, told func(string) string) []string {
	step := func(done bool, n, text string) []string {
		mark, role := n, themes.Accent
		if done {
			mark, role = s.Glyphs.Yes, themes.Good
		}
		return s.labelled(mark, text, 3, role)
	}
	query := told("{query} types what the model would search for")
	if len(s.d.queries) > 0 {
		query = "the query: " + quoted(s, s.d.queries[0])
	}
	out := s.paragraph(themes.Strong, "Why does a query not find the tool that it should?")
	out = append(out, "")
	out = append(out, step(len(s.d.queries) > 0, "1", query)...)
	out = append(out, step(false, "2", told("{target} chooses the tool that you expected, of ")+engine.Plural(len(s.d.session.Registry.Entries), "tool", "tools"))...)
	out = append(out, "")
	out = append(out, s.paragraph(themes.Text, "Then the tool is followed through all that it has to pass, to the first thing that stops it; and changes that help are tried.")...)
	return append(out, s.paragraph(themes.Muted, told("Also: {why} on a hit in Tune, {why-case} on a case in Eval, {open-finding} on a finding in Audit ({view-audit})."))...)
}
