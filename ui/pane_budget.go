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
type budgetPane struct{ list list }

func (p *budgetPane) box(s *scene) frame.Box {
	a := s.d.assembly
	foot := fmt.Sprintf("%s of %s tok", cell.Number(a.Listing.Tokens), cell.Number(a.Budget.Tokens))
	return frame.Box{Title: "Budget, server by server", Foot: foot, FootRight: p.list.position(p.room(s))}
}

func (p *budgetPane) room(s *scene) int { return max(s.h-3, 0) }

// budgetWidths returns the width of the label and of a number, which has fewer
// columns on narrow panes.
func budgetWidths(s *scene) (label, number int, wide bool) {
	if s.w >= 60 {
		return s.w - 2 - 9 - 5*8, 8, true
	}
	return max(s.w-2-9-3*8, 6), 8, false
}

func (p *budgetPane) lines(s *scene) []string {
	label, n, wide := budgetWidths(s)
	g := s.Glyphs
	head := "  " + g.Fit("server", label) + " " + g.Fit("state", 8) + g.FitLeft("full", n) + g.FitLeft("names", n)
	if wide {
		head += g.FitLeft("summary", n) + g.FitLeft("spent", n) + g.FitLeft("running", n)
	} else {
		head += g.FitLeft("spent", n)
	}
	out := []string{s.Row(s.w, style.Off, style.Seg{Role: themes.Heading, Text: head})}
	listing := s.d.assembly.Listing
	first, parts := listing.Parts()
	from, to := p.list.window(len(listing.Groups), p.room(s))
	running := first
	for i, group := range listing.Groups {
		if running += parts[i]; i < from || i >= to {
			continue
		}
		selected := i == p.list.cursor
		row := g.FitLeft(cell.Number(engine.Tokens(group.FullCharacters)), n) + g.FitLeft(cell.Number(engine.Tokens(group.NamesCharacters)), n)
		if wide {
			row += g.FitLeft(cell.Number(engine.Tokens(group.SummaryCharacters)), n) + g.FitLeft(cell.Number(parts[i]), n) + g.FitLeft(cell.Number(running), n)
		} else {
			row += g.FitLeft(cell.Number(parts[i]), n)
		}
		state := string(listing.States[i])
		out = append(out, s.Row(s.w, s.mark(selected), style.Seg{Role: themes.Accent, Text: s.cursorGlyph(selected) + " "},
			style.Seg{Role: themes.Text, Text: g.Fit(s.clean(group.Label), label) + " "},
			style.Seg{Role: stateRole(state), Text: g.Fit(state, 8)}, style.Seg{Role: themes.Text, Text: row}))
	}
	for len(out) < s.h-2 {
		out = append(out, "")
	}
	return append(out, p.foot(s, first)...)
}

// foot says what stands outside the rows, and what the form leaves unused.
func (p *budgetPane) foot(s *scene, first int) []string {
	a := s.d.assembly
	text := func(t string) string {
		return s.Row(s.w, style.Off, style.Seg{Role: themes.Muted, Text: s.Glyphs.Cut(" "+t, s.w)})
	}
	note := "tokens: characters / 4, rounded up over the whole text"
	if a.Listing.Form == engine.Mixed {
		note = fmt.Sprintf("unused %s tok: mixed never shows descriptions", cell.Number(a.Budget.Tokens-a.Listing.Tokens))
	}
	if first == 0 {
		return []string{"", text(note)}
	}
	return []string{text(fmt.Sprintf("the head line takes %d tok, in the first running total", first)), text(note)}
}

func (p *budgetPane) move(_ *scene, by int)  { p.list.move(by) }
func (p *budgetPane) wheel(s *scene, by int) { p.list.scroll(by, p.room(s)) }

func (p *budgetPane) click(_ *scene, _, y int) {
	if i := p.list.top + y - 1; y > 0 && i < p.list.rows {
		p.list.cursor = i
	}
}

func (p *budgetPane) state(s *scene) any {
	return struct {
		assemblies int
		list       list
	}{s.d.assemblies, p.list}
}
