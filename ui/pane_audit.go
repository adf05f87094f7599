package ui

import (
	"slices"

	"findable/engine"
	"findable/engine/audit"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/style"
)

// kindsPane shows how well tools find themselves, and lists the kinds of findings:
// the one under the cursor is what the findings pane shows.
type kindsPane struct {
	list  list
	w     *auditing
	built int // the revision of rows
	rows  []kindRow
}

// A kindRow is one kind of finding; the first row, without a kind, stands for all.
type kindRow struct {
	kind  audit.Kind
	worst audit.Severity
	count int
}

func (p *kindsPane) build() {
	if p.built == p.w.revision {
		return
	}
	kind := p.kind()
	p.built, p.rows = p.w.revision, nil
	if p.w.report == nil || len(p.w.report.Findings) == 0 {
		return
	}
	all := p.w.report.Findings
	p.rows = append(p.rows, kindRow{count: len(all), worst: all[0].Severity})
	for _, f := range all { // the worst first
		i := slices.IndexFunc(p.rows, func(r kindRow) bool { return r.kind == f.Kind })
		if i < 0 {
			i = len(p.rows)
			p.rows = append(p.rows, kindRow{kind: f.Kind, worst: f.Severity})
		}
		p.rows[i].count++
	}
	if kind != "" { // stay on it
		p.list.cursor = max(slices.IndexFunc(p.rows, func(r kindRow) bool { return r.kind == kind }), 0)
	}
}

// kind is the kind under the cursor, "" for all.
func (p *kindsPane) kind() audit.Kind {
	if p.list.cursor < len(p.rows) {
		return p.rows[p.list.cursor].kind
	}
	return ""
}

func (p *kindsPane) box(s *scene) frame.Box {
	b := frame.Box{Title: "Audit"}
	if p.w.report != nil {
		b.Title = "Audit " + s.Glyphs.Middle + " what finds itself"
		b.Foot = "a kind shows its findings"
		b.FootRight = p.list.position(s.h - len(p.shares(s)))
	}
	return b
}

func (p *kindsPane) lines(s *scene) []string {
	p.build()
	if p.w.report == nil {
		return s.paragraph(themes.Muted, "How many tools a search finds by their own words, which crowd others out, which say the same: when the audit has ended.")
	}
	out := p.shares(s)
	if len(p.rows) == 0 {
		return append(out, s.paragraph(themes.Good, s.Glyphs.Yes+" no findings")...)
	}
	from, to := p.list.window(len(p.rows), max(s.h-len(out), 1))
	for i := from; i < to; i++ {
		out = append(out, p.row(s, p.rows[i], i == p.list.cursor))
	}
	return out
}

// least is how many kinds are seen whatever the room.
const least = 4

// shares are the lines above the kinds, as many as there is room for.
func (p *kindsPane) shares(s *scene) []string {
	r := p.w.report
	out := s.paragraph(themes.Strong, engine.Plural(r.Tools, "tool", "tools")+" to find within "+engine.Plural(r.Limit, "hit", "hits"))
	const name, count = 14, 13
	bar := max(s.w-1-name-count-7, 0)
	for _, x := range r.Shares {
		found, percent, fraction := cell.Number(x.Found)+"/"+cell.Number(x.Asked), "", 0.0
		role := themes.Text
		if x.Asked > 0 {
			fraction = float64(x.Found) / float64(x.Asked)
			if percent = share(fraction); fraction < 1 && percent == "100%" {
				percent = ">99%"
			}
		} else {
			found, role = "none has one", themes.Muted
		}
		out = append(out, s.Row(s.w, style.Off, style.In(role, " "), style.Column(role, kindName(x.Kind), name), style.Number(role, found, count),
			style.Number(themes.Strong, percent, 6), style.In(themes.Bar, " "+s.Glyphs.Bar(fraction, bar))))
	}
	magnets, twins := 0, 0
	for _, f := range r.Findings {
		switch f.Kind {
		case audit.Magnet:
			magnets++
		case audit.NearDuplicate:
			twins++
		}
	}
	out = append(out, s.Row(s.w, style.Off, style.In(themes.Text, " "+engine.Plural(magnets, "magnet", "magnets")+", "+engine.Plural(twins, "near-duplicate", "near-duplicates"))), "")
	return out[:min(len(out), max(s.h-least, 1))]
}

const severityWidth, countWidth = 7, 7

func (p *kindsPane) row(s *scene, r kindRow, selected bool) string {
	name := kindName(r.kind)
	if slices.ContainsFunc(p.w.report.Shares, func(x audit.Share) bool { return x.Kind == r.kind }) {
		name = "not " + name
	}
	if r.kind == "" {
		name = "all findings"
	}
	return s.Row(s.w, s.mark(selected), style.In(themes.Accent, s.cursorGlyph(selected)+" "), style.Column(severityRole(r.worst), string(r.worst), severityWidth),
		style.Number(themes.Strong, cell.Number(r.count), countWidth), style.In(themes.Text, "  "+name))
}

func severityRole(v audit.Severity) themes.Role {
	switch v {
	case audit.High:
		return themes.Bad
	case audit.Medium:
		return themes.Warning
	}
	return themes.Muted
}

func (p *kindsPane) move(_ *scene, by int)  { p.list.move(by) }
func (p *kindsPane) wheel(s *scene, by int) { p.list.scroll(by, p.room(s)) }

func (p *kindsPane) room(s *scene) int {
	if p.w.report == nil {
		return s.h
	}
	return max(s.h-len(p.shares(s)), 1)
}

func (p *kindsPane) click(s *scene, _, y int) {
	p.list.click(y - (s.h - p.room(s)))
}

func (p *kindsPane) state(*scene) any {
	p.build()
	return struct {
		revision int
		list     list
	}{p.w.revision, p.list}
}
