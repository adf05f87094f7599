package ui

import (
	"math"
	"slices"

	"findable/engine/bpe"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/style"
)

// countsPane holds the reference's estimate against a count with a real vocabulary.
type countsPane struct {
	page
	c *costing
}

func (p *countsPane) box(s *scene) frame.Box {
	return frame.Box{Title: "Tokens " + s.Glyphs.Middle + " characters / 4 beside " + bpe.Encoding, FootRight: p.list.position(s.h)}
}

func (p *countsPane) lines(s *scene) []string {
	t := &p.c.counts
	if !t.ready() {
		return s.paragraph(themes.Muted, "counting with "+bpe.Encoding+" "+s.Glyphs.Ellipsis)
	}
	return p.seen(s, p.rows(s, t.result))
}

// rows are the texts, the scripts of the definitions, and their servers, those first
// that the estimate is off for most.
func (p *countsPane) rows(s *scene, c bpe.Counts) []string {
	out := []string{p.row(s, themes.Heading, "", "chars/4", "counted", "error")}
	add := func(texts []bpe.Text) {
		for _, t := range texts {
			out = append(out, p.row(s, themes.Text, s.clean(t.Name), rounded(t.Estimate), cell.Number(t.Tokens), s.Glyphs.Signed(int(math.Round(100*t.Fault())))+" %"))
		}
	}
	add([]bpe.Text{c.Definitions, c.Listing})
	out = append(out, s.paragraph(themes.Heading, "definitions by script")...)
	add(c.Scripts)
	out = append(out, s.paragraph(themes.Heading, "and by server")...)
	servers := slices.Clone(c.Servers)
	slices.SortStableFunc(servers, func(a, b bpe.Text) int {
		switch x, y := math.Abs(a.Fault()), math.Abs(b.Fault()); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	add(servers)
	return append(out, s.paragraph(themes.Muted, "The error is that of the estimate: below 0 % there are more tokens than it says. "+bpe.Encoding+
		" is that of OpenAI's models; other vendors publish none.")...)
}

func (p *countsPane) row(s *scene, role themes.Role, name, estimate, counted, fault string) string {
	const number, percents = 10, 8
	return s.Row(s.w, style.Off, style.In(role, " "), style.Name(role, name, max(s.w-1-2*number-percents, 6)),
		style.Number(role, estimate, number), style.Number(role, counted, number), style.Number(role, fault, percents))
}

func (p *countsPane) state(*scene) any {
	return struct {
		list     list
		revision int
		busy     bool
	}{p.list, p.c.counts.revision, p.c.counts.busy}
}
