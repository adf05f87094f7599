package ui

import (
	"fmt"

	"findable/engine"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/style"
)

// budgetPane shows where the listing's tokens go, server by server, and what
// each state of a server would cost.
type budgetPane struct{ table }

func (p *budgetPane) box(s *scene) frame.Box {
	a := s.d.assembly
	foot := fmt.Sprintf("%s of %s tok", cell.Number(a.Listing.Tokens), cell.Number(a.Budget.Tokens))
	return frame.Box{Title: "Budget, server by server", Foot: foot, FootRight: p.list.position(p.room(s))}
}

func (p *budgetPane) room(s *scene) int { return max(s.h-3, 0) }

// budgetNumber is the width of a column of numbers.
const budgetNumber = 8

// A budgetColumn is a column of numbers: its head, how wide a pane must be for it,
// and the figure of a group.
type budgetColumn struct {
	head string
	from int
	of   func(g engine.Group, spent, running int) int
}

var budgetColumns = []budgetColumn{
	{"full", 44, func(g engine.Group, _, _ int) int { return engine.Tokens(g.FullCharacters) }},
	{"names", 0, func(g engine.Group, _, _ int) int { return engine.Tokens(g.NamesCharacters) }},
	{"summary", 60, func(g engine.Group, _, _ int) int { return engine.Tokens(g.SummaryCharacters) }},
	{"spent", 0, func(_ engine.Group, spent, _ int) int { return spent }},
	{"running", 60, func(_ engine.Group, _, running int) int { return running }},
}

// columns returns the columns that there is room for, and the width of the label.
func (p *budgetPane) columns(s *scene) (columns []budgetColumn, label int) {
	for _, c := range budgetColumns {
		if s.w >= c.from {
			columns = append(columns, c)
		}
	}
	return columns, max(s.w-2-9-len(columns)*budgetNumber, 6)
}

func (p *budgetPane) lines(s *scene) []string {
	columns, label := p.columns(s)
	g := s.Glyphs
	head := "  " + g.Fit("server", label) + " " + g.Fit("state", 8)
	for _, c := range columns {
		head += g.FitLeft(c.head, budgetNumber)
	}
	out := []string{s.Row(s.w, style.Off, style.Seg{Role: themes.Heading, Text: head})}
	listing := s.d.assembly.Listing
	running, parts := listing.Parts()
	from, to := p.list.window(len(listing.Groups), p.room(s))
	for i, group := range listing.Groups {
		if running += parts[i]; i < from || i >= to {
			continue
		}
		selected := i == p.list.cursor
		row := ""
		for _, c := range columns {
			row += g.FitLeft(cell.Number(c.of(group, parts[i], running)), budgetNumber)
		}
		state := string(listing.States[i])
		out = append(out, s.Row(s.w, s.mark(selected), style.Seg{Role: themes.Accent, Text: s.cursorGlyph(selected) + " "},
			style.Seg{Role: themes.Text, Text: g.Fit(s.clean(group.Label), label) + " "},
			style.Seg{Role: stateRole(state), Text: g.Fit(state, 8)}, style.Seg{Role: themes.Text, Text: row}))
	}
	for len(out) < s.h-2 {
		out = append(out, "")
	}
	return append(out, p.foot(s)...)
}

// foot says what stands outside the rows, and what the form leaves unused.
func (p *budgetPane) foot(s *scene) []string {
	a := s.d.assembly
	text := func(t string) string {
		return s.Row(s.w, style.Off, style.Seg{Role: themes.Muted, Text: s.Glyphs.Cut(" "+t, s.w)})
	}
	note := "tok: characters / 4, rounded up at the end"
	if a.Listing.Form == engine.Mixed {
		note = fmt.Sprintf("unused %s: mixed has no descriptions", cell.Number(a.Budget.Tokens-a.Listing.Tokens))
	}
	first, _ := a.Listing.Parts()
	if first == 0 {
		return []string{"", text(note)}
	}
	return []string{text(fmt.Sprintf("head line %d + servers %s = %s tok", first, cell.Number(a.Listing.Tokens-first), cell.Number(a.Listing.Tokens))), text(note)}
}

func (p *budgetPane) wheel(s *scene, by int) { p.list.scroll(by, p.room(s)) }

func (p *budgetPane) state(s *scene) any {
	return struct {
		assemblies int
		list       list
	}{s.d.assemblies, p.list}
}
