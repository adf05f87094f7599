package ui

import (
	"fmt"
	"strings"

	"findable/engine"
	"findable/engine/py"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/style"
)

// bridgePane shows the three bridge tools with their cost, what a turn costs with
// and without tool search, and each definition when unfolded.
type bridgePane struct {
	list list
	open [3]bool
	rows []bridgeRow
}

type bridgeRow struct {
	tool int // 0 to 2 on a tool's own row, -1 on others
	segs []style.Seg
}

func (p *bridgePane) box(s *scene) frame.Box {
	foot := "our wording, the reference's sizes"
	if !s.d.assembly.Active {
		foot = "not active"
	}
	return frame.Box{Title: "Bridge", Foot: foot, FootRight: p.list.position(s.h)}
}

func (p *bridgePane) build(s *scene) {
	p.rows = p.rows[:0]
	a, g := s.d.assembly, s.Glyphs
	sizes := a.BridgeParts()
	for i, name := range engine.BridgeNames() {
		if !a.Active {
			break
		}
		fold := g.Closed
		if p.open[i] {
			fold = g.Open
		}
		p.rows = append(p.rows, bridgeRow{i, []style.Seg{{Role: themes.Muted, Text: fold + " "}, {Role: themes.Strong, Text: g.Fit(name, 15)},
			{Role: themes.Text, Text: g.FitLeft(cell.Number(sizes[i])+" tok", 12)}}})
		if p.open[i] {
			for _, l := range definitionLines(s, s.d.bridge[i], max(s.w-4, 1)) {
				p.rows = append(p.rows, bridgeRow{-1, []style.Seg{{Role: themes.Muted, Text: "   " + l}}})
			}
		}
	}
	for _, f := range turnFacts(s) {
		if s.w < 1+2+22+13+2+cell.Width(f[2]) {
			f[2] = ""
		}
		p.rows = append(p.rows, bridgeRow{-1, []style.Seg{{Role: themes.Text, Text: "  " + g.Fit(f[0], 22)}, {Role: themes.Strong, Text: g.FitLeft(f[1], 13)},
			{Role: themes.Muted, Text: "  " + f[2]}}})
	}
}

// turnFacts are the figures of one turn: label, tokens, remark.
func turnFacts(s *scene) [][3]string {
	a := s.d.assembly
	share := func(n int) string {
		if s.in.Context <= 0 {
			return ""
		}
		return percentage(float64(n)/float64(s.in.Context)) + " of ctx"
	}
	tok := func(n int) string { return cell.Number(n) + " tok" }
	facts := [][3]string{{"", "", ""}, {"visible tools", tok(a.VisibleTokens), fmt.Sprintf("%d tools", a.Visible)}}
	if a.Active {
		listing, static := a.BridgeSplit()
		facts = append(facts,
			[3]string{"bridge without listing", tok(static), ""},
			[3]string{"listing in it", tok(listing), "with escapes"},
			[3]string{"bridge in all", tok(a.BridgeTokens), ""})
	}
	facts = append(facts, [3]string{"a turn now", tok(a.TurnTokens), share(a.TurnTokens)},
		[3]string{"a turn, all loaded", tok(a.EagerTokens), share(a.EagerTokens)})
	saved := a.EagerTokens - a.TurnTokens
	word := "saved"
	if saved < 0 {
		word, saved = "tool search adds", -saved
	}
	return append(facts, [3]string{word, tok(saved), percentage(float64(saved) / float64(max(a.EagerTokens, 1)))})
}

// definitionLines lays a definition out for reading. The listing in it is left to
// the pane beside.
func definitionLines(s *scene, definition py.Object, w int) []string {
	function, _ := definition.Get("function")
	short := function.(py.Object)
	if listing := s.d.assembly.Listing.Text(); listing != "" {
		short = short.With("description", strings.Replace(short.Text("description"), listing, "[the listing]", 1))
	}
	var out []string
	for _, l := range pretty(definition.With("function", short)) {
		out = append(out, cell.Wrap(s.clean(l.text), w)...)
	}
	return out
}

func (p *bridgePane) lines(s *scene) []string {
	p.build(s)
	from, to := p.list.window(len(p.rows), s.h)
	var out []string
	for i := from; i < to; i++ {
		selected := i == p.list.cursor
		segs := append([]style.Seg{{Role: themes.Accent, Text: s.cursorGlyph(selected)}}, p.rows[i].segs...)
		out = append(out, s.Row(s.w, s.mark(selected), segs...))
	}
	return out
}

func (p *bridgePane) fold(open bool) {
	for i := min(p.list.cursor, len(p.rows)-1); i >= 0; i-- {
		if t := p.rows[i].tool; t >= 0 {
			p.open[t], p.list.cursor = open, i
			return
		}
	}
}

func (p *bridgePane) move(_ *scene, by int)  { p.list.move(by) }
func (p *bridgePane) wheel(s *scene, by int) { p.list.scroll(by, s.h) }

func (p *bridgePane) click(_ *scene, x, y int) {
	if i := p.list.top + y; i < len(p.rows) {
		p.list.cursor = i
		if t := p.rows[i].tool; t >= 0 && x < 3 {
			p.open[t] = !p.open[t]
		}
	}
}

func (p *bridgePane) state(s *scene) any {
	return struct {
		assemblies int
		open       [3]bool
		list       list
	}{s.d.assemblies, p.open, p.list}
}
