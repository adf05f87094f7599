package ui

import (
	"fmt"
	"strconv"
	"strings"

	"findable/engine"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/style"
)

// explainPane shows the arithmetic of the selected hit's score, and the tool.
type explainPane struct {
	page
	hits  *hitsPane
	shown *engine.Entry
}

func (p *explainPane) box(s *scene) frame.Box {
	p.hits.build(s)
	r, ok := p.hits.current()
	if !ok {
		return frame.Box{Title: "Explain"}
	}
	b := frame.Box{Title: fmt.Sprintf("Explain #%d %s", r.rank, s.clean(r.hit.Entry.Name)), FootRight: p.list.position(s.h)}
	b.Foot = "contributions add up to the score"
	if r.hit.Exact() {
		b.Foot = "exact-name rule: first whatever the score"
	} else if s.d.results[r.query].Fallback {
		b.Foot = "no score: the name contains the query"
	}
	return b
}

func (p *explainPane) lines(s *scene) []string {
	p.hits.build(s) // they may not be on the screen
	r, ok := p.hits.current()
	if !ok {
		return s.paragraph(themes.Muted, "The score of a hit is explained here, term by term, and what the listing says of the tool.")
	}
	if r.hit.Entry != p.shown {
		p.shown, p.list = r.hit.Entry, list{}
	}
	all := p.content(s, r)
	return p.seen(s, all)
}

func (p *explainPane) content(s *scene, r hitRow) []string {
	x := s.d.session.Index.Explain(s.d.results[r.query].Query, r.hit.Doc)
	out := p.arithmetic(s, x)
	out = append(out, p.against(s, r, x)...)
	out = append(out, "")
	return append(out, p.tool(s, r.hit.Entry)...)
}

// explainColumns are the widths of the term, the sources, the bar and the share;
// on a narrow pane some of them are 0.
func explainColumns(s *scene) (term, where, bar, part int) {
	term, part = min(max(s.w/6, 8), 18), 5
	rest := s.w - 1 - term - 7 - 7 - 4 - 9 - part
	if where = min(rest, 22); where < 8 {
		where = 0
	}
	if rest < 2 {
		part = 0
	}
	return term, where, max(rest-where-2, 0), part
}

func (p *explainPane) arithmetic(s *scene, x engine.Explanation) []string {
	g := s.Glyphs
	term, where, bar, part := explainColumns(s)
	const head = themes.Heading
	gap, title := style.In(head, " "), ""
	if where > 0 {
		title = "where"
	}
	out := make([]string, 0, len(x.Terms)+12)
	out = append(out, s.Row(s.w, style.Off, gap, style.Column(head, "term", term), style.Number(head, "df", 7), style.Number(head, "idf", 7),
		style.Number(head, "tf", 4), gap, style.Column(head, title, where), style.Column(head, "", bar+1), style.Number(head, "adds", 9)))
	for _, c := range x.Terms {
		out = append(out, contributionRow(s, x, c))
	}
	sum := decimal(x.Score)
	lead := fmt.Sprintf(" dl %d / avgdl %.1f %s N %s %s k1 %.1f %s b %.2f", x.Length, x.Average, g.Middle, cell.Number(x.N), g.Middle,
		engine.K1, g.Middle, engine.B)
	total := " sum " + sum
	return append(out, s.Row(s.w, style.Off, style.Column(themes.Muted, lead, max(s.w-cell.Width(total)-part, 1)), style.In(themes.Strong, total)))
}

func contributionRow(s *scene, x engine.Explanation, c engine.Contribution) string {
	term, where, bar, partWidth := explainColumns(s)
	fraction := 0.0
	if x.Score > 0 {
		fraction = c.Value / x.Score
	}
	role, adds, part := themes.Text, decimal(c.Value), strconv.Itoa(int(fraction*100+0.5))+"%"
	if c.Value == 0 {
		role, adds, part = themes.Muted, s.Glyphs.Minus, ""
	}
	gap := style.In(themes.Text, " ")
	return s.Row(s.w, style.Off, gap, style.Column(role, c.Term, term), style.Number(role, cell.Number(c.DF), 7),
		style.Number(role, decimal(c.IDF), 7), style.Number(role, strconv.Itoa(c.Frequency()), 4), gap,
		style.Column(themes.Muted, whereText(s, c, where), where), gap, style.In(themes.Bar, s.Glyphs.Bar(fraction, bar)),
		style.Number(role, adds, 9), optional(themes.Muted, part, partWidth))
}

// decimal writes a score or an idf with three decimals.
func decimal(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }

// fieldNames are short names of the engine's fields, in their order.
var fieldNames = [...]string{"name", "source", "desc", "param"}

// whereText says which texts of the tool a term stands in, and how often; nothing
// where there is no room.
func whereText(s *scene, c engine.Contribution, w int) string {
	if w == 0 {
		return ""
	}
	if c.DF == 0 {
		return "in no tool"
	}
	times := s.Glyphs.Times
	if s.Glyphs.ASCII { // a letter would be one of the name's
		times = "*"
	}
	var parts []string
	for f, n := range c.TF {
		if n > 0 {
			parts = append(parts, fieldNames[f]+times+strconv.Itoa(n))
		}
	}
	if parts == nil {
		return "not in this tool"
	}
	return strings.Join(parts, " ")
}

// against says which terms put the hit before the next one.
func (p *explainPane) against(s *scene, r hitRow, x engine.Explanation) []string {
	hits := s.d.results[r.query].Hits
	if r.rank >= len(hits) || r.hit.Exact() || s.d.results[r.query].Fallback {
		return nil
	}
	y := s.d.session.Index.Explain(s.d.results[r.query].Query, hits[r.rank].Doc)
	text := fmt.Appendf(make([]byte, 0, 256), "before #%d by %.3f:", r.rank+1, x.Score-y.Score)
	if x.Score == y.Score {
		text = fmt.Appendf(nil, "same score as #%d: ties keep the order of the names", r.rank+1)
	}
	for i, c := range x.Terms {
		if d := c.Value - y.Terms[i].Value; d != 0 {
			text = append(append(append(text, "  "...), c.Term...), ' ')
			if d > 0 {
				text = append(text, '+')
			}
			text = strconv.AppendFloat(text, d, 'f', 3, 64)
		}
	}
	return s.paragraph(themes.Muted, string(text))
}

// tool describes the tool itself: how it is listed, what it says, what it takes.
func (p *explainPane) tool(s *scene, e *engine.Entry) []string {
	const labelWidth = 13
	part := func(label, text string, role themes.Role) []string { return s.labelled(label, text, labelWidth, role) }
	out := part("listed", listedText(s, e), themes.Text)
	out = append(out, part("size", fmt.Sprintf("%s characters, about %s tokens if loaded whole", cell.Number(e.Characters),
		cell.Number(engine.Tokens(e.Characters))), themes.Text)...)
	for i, l := range s.Glyphs.CleanLines(strings.TrimSpace(e.Description())) {
		label := "description"
		if i > 0 {
			label = ""
		}
		out = append(out, part(label, l, themes.Text)...)
	}
	return append(out, part("parameters", parameterText(s, e), themes.Muted)...)
}

// parameterText lists the top-level parameters, required ones with a star.
func parameterText(s *scene, e *engine.Entry) string {
	properties, required := e.Properties(), e.Parameters().List("required")
	if len(properties) == 0 {
		return "none"
	}
	var names []string
	for _, m := range properties {
		name := s.clean(m.Key)
		for _, q := range required {
			if q == m.Key {
				name += "*"
			}
		}
		names = append(names, name)
	}
	return strings.Join(names, " ")
}

func (p *explainPane) state(s *scene) any {
	return struct {
		revision int
		hit      int
		list     list
	}{s.d.revision, p.hits.list.cursor, p.list}
}
