package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"findable/engine"
	"findable/engine/why"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/style"
)

// termsPane sets the target's score against that of the hit that stands in its
// place: term by term, whether the query admits it or not.
type termsPane struct{ answerPage }

func (p *termsPane) box(s *scene) frame.Box {
	b := frame.Box{Title: "Terms"}
	if s.in.Target != "" {
		p.build(s, termRows)
		b.FootRight = p.list.position(s.h)
		b.Foot = "contributions add up to the score"
	}
	return b
}

// termRows set the two scores side by side.
func termRows(s *scene) []string {
	x := s.answer()
	own, ok := x.world.Explanation(x.journey)
	if !ok || len(own.Terms) == 0 {
		return s.paragraph(themes.Muted, "There is nothing to reckon: "+noArithmetic(x))
	}
	other, name, vs := rival(x, own)
	rows := []string{s.rivalHead(name)}
	for i, c := range own.Terms {
		rows = append(rows, s.rivalRow(c, other, i))
	}
	rows = append(rows, s.rivalScores(own, other, name)...)
	if vs != "" {
		rows = append(rows, s.paragraph(themes.Muted, s.clean(vs))...)
	}
	rows = append(rows, s.paragraph(themes.Muted, fmt.Sprintf("N %s %s avgdl %.1f %s k1 %.1f %s b %.2f", cell.Number(own.N), s.Glyphs.Middle, own.Average,
		s.Glyphs.Middle, engine.K1, s.Glyphs.Middle, engine.B))...)
	rows = append(rows, "")
	return append(rows, s.unasked(x)...)
}

func noArithmetic(x *answer) string {
	switch {
	case x.journey.Entry == nil:
		return "the tool is not loaded"
	case x.journey.Doc < 0:
		return "the tool is not searched for"
	}
	return "the query has no words"
}

// rival returns the arithmetic of the hit that the target has to beat, how it is
// called, and what puts the one before the other; nil without one.
func rival(x *answer, own engine.Explanation) (e *engine.Explanation, name, vs string) {
	r, ok := x.world.Rival(x.journey)
	if !ok {
		return nil, "", ""
	}
	name = "#" + strconv.Itoa(r.Rank)
	vs = name + " is " + r.Entry.Name
	if m := why.Margins(r.Explanation, own); m[0].By > 0 {
		vs += fmt.Sprintf("; %s does most for it: %s more", m[0].Word, decimal(m[0].By))
	}
	return &r.Explanation, name, vs
}

// Widths of the number columns.
const termWidth, addsWidth = 12, 8

func (s *scene) rivalHead(name string) string {
	const head = themes.Heading
	return s.Row(s.w, style.Off, style.In(head, " "), style.Column(head, "term", termWidth), style.Number(head, "df", 6), style.Number(head, "idf", 7),
		style.Number(head, "adds", addsWidth), style.Number(head, name, addsWidth), style.In(head, "  "), style.Column(head, "where", max(s.w-44, 0)))
}

func (s *scene) rivalRow(c engine.Contribution, other *engine.Explanation, i int) string {
	role, adds, theirs := themes.Text, decimal(c.Value), ""
	if c.Value == 0 {
		role, adds = themes.Bad, s.Glyphs.Minus
	}
	if other != nil {
		theirs = s.Glyphs.Minus
		if v := other.Terms[i].Value; v > 0 {
			theirs = decimal(v)
		}
	}
	return s.Row(s.w, style.Off, style.In(role, " "), style.Column(role, c.Term, termWidth), style.Number(role, cell.Number(c.DF), 6),
		style.Number(role, decimal(c.IDF), 7), style.Number(role, adds, addsWidth), style.Number(themes.Muted, theirs, addsWidth), style.In(role, "  "),
		style.Column(themes.Muted, whereText(s, c, max(s.w-44, 0)), max(s.w-44, 0)))
}

// rivalScores draws the two scores to one scale.
func (s *scene) rivalScores(own engine.Explanation, other *engine.Explanation, name string) []string {
	most := own.Score
	if other != nil {
		most = max(most, other.Score)
	}
	bar := func(what string, score float64, length int) string {
		fraction := 0.0
		if most > 0 {
			fraction = score / most
		}
		text := decimal(score) + " dl " + strconv.Itoa(length)
		w := max(s.w-1-7-cell.Width(text)-2, 0)
		return s.Row(s.w, style.Off, style.In(themes.Strong, " "), style.Column(themes.Strong, what, 7), style.In(themes.Bar, s.Glyphs.Bar(fraction, w)),
			style.In(themes.Strong, " "+text))
	}
	rows := []string{"", bar("target", own.Score, own.Length)}
	if other != nil {
		rows = append(rows, bar(name, other.Score, other.Length))
	}
	return rows
}

// unasked lists the words of the target that the query does not use, the rarest
// first: those that would tell it from others.
func (s *scene) unasked(x *answer) []string {
	const shown = 12
	var terms []string
	texts := map[string]string{}
	for _, word := range x.journey.Entry.Words() {
		asked := slices.ContainsFunc(x.journey.Result.Tokens, func(t engine.Token) bool { return t.Term == word.Term })
		if texts[word.Term] == "" && !asked {
			texts[word.Term] = word.Text
			terms = append(terms, word.Term)
		}
	}
	index := x.world.Session.Index
	slices.SortStableFunc(terms, func(a, b string) int { return index.DocumentFrequency(a) - index.DocumentFrequency(b) })
	var words []string
	for _, t := range terms[:min(shown, len(terms))] {
		words = append(words, texts[t]+" "+cell.Number(index.DocumentFrequency(t)))
	}
	out := s.paragraph(themes.Heading, "its other words, and how many tools have them")
	if len(words) == 0 {
		return append(out, s.paragraph(themes.Muted, "none")...)
	}
	return append(out, s.paragraph(themes.Muted, strings.Join(words, ", "))...)
}

func (p *termsPane) lines(s *scene) []string {
	if s.in.Target == "" {
		return s.paragraph(themes.Muted, "The score is reckoned here, term by term, beside that of the hit that stands in the tool's place.")
	}
	p.build(s, termRows)
	return p.seen(s, p.rows)
}
