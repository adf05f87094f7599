package ui

import (
	"fmt"
	"math"
	"strconv"

	"findable/engine"
	"findable/engine/cost"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/style"
)

// waysPane sets the three ways to give a model its tools next to each other, and
// says which to take.
type waysPane struct {
	list list
	c    *costing
	ab   *comparing
}

// inA returns the bills of side A, nil where none is kept or they are not known yet.
func (p *waysPane) inA() []cost.Bill {
	if c := &p.c.inA; p.ab.a != nil && c.ready() && c.of.pins == p.ab.pins {
		return c.result
	}
	return nil
}

func (p *waysPane) box(s *scene) frame.Box {
	u := s.in.use()
	return frame.Box{Title: "Cost " + s.Glyphs.Middle + " three ways", Foot: fmt.Sprintf("%s, %s used", engine.Plural(u.Turns, "turn", "turns"),
		engine.Plural(min(u.Tools, len(s.d.session.Deferred)), "tool", "tools")), FootRight: s.Glyphs.Star + " the verdict"}
}

// Widths of the columns of the ways: the longest name with its marks, figures up to
// 99,999,999.
const wayWidth, wayFigure, requestsWidth = 21, 11, 9

func (p *waysPane) lines(s *scene) []string {
	r, known := p.c.reckoned(s.d, s.in)
	from, to := p.list.window(len(r.bills), len(r.bills))
	const head = themes.Heading
	was, headA := p.inA(), ""
	if was != nil {
		headA = "vs A"
	}
	out := append(make([]string, 0, 16), p.row(s, style.Off, head, "  way", "a turn", "requests", "sent", "billed", headA))
	for i := from; i < to; i++ {
		b := r.bills[i]
		mark := " "
		if b.Way == r.verdict.Way && known {
			mark = s.Glyphs.Star
		}
		selected := i == p.list.cursor
		name := s.cursorGlyph(selected) + mark + b.Way.Words()
		if !known && b.Way != cost.Eager { // without the replies these would be too low
			out = append(out, p.row(s, s.mark(selected), themes.Text, name, cell.Number(b.Prefix), strconv.Itoa(b.Requests), s.Glyphs.Ellipsis, s.Glyphs.Ellipsis, ""))
			continue
		}
		against := ""
		if was != nil {
			against = s.Glyphs.Signed(int(math.Round(b.Billed)) - int(math.Round(was[i].Billed)))
		}
		out = append(out, p.row(s, s.mark(selected), themes.Text, name, cell.Number(b.Prefix), cell.Number(b.Requests), cell.Number(b.Sent), rounded(b.Billed), against))
	}
	if !known {
		return append(out, s.paragraph(themes.Muted, "measuring the replies "+s.Glyphs.Ellipsis)...)
	}
	out = append(out, "")
	out = append(out, s.paragraph(themes.Strong, r.verdict.Text)...)
	return append(out, p.c.crossingLines(s)...)
}

// row leaves out figures that there is no room for: the requests, then what is sent,
// then what is against side A, if anything is.
func (p *waysPane) row(s *scene, m style.Mark, role themes.Role, way, turn, requests, sent, billed, against string) string {
	figure := min(wayFigure, max((s.w-wayWidth)/2, 10)) // millions of tokens apart from each other
	name := min(wayWidth, max(s.w-2*figure, 4))
	segs := [...]style.Seg{style.Column(role, way, name), style.Number(role, turn, figure), {}, {}, style.Number(role, billed, figure), {}}
	room := s.w - name - 2*figure
	if against != "" && room >= figure {
		segs[5] = style.Number(role, against, figure)
		room -= figure
	}
	if room >= figure {
		segs[3] = style.Number(role, sent, figure)
		room -= figure
	}
	if room >= requestsWidth {
		segs[2] = style.Number(role, requests, requestsWidth)
	}
	return s.Row(s.w, m, segs[:]...)
}

// rounded writes a figure of tokens as a whole number.
func rounded(tokens float64) string { return cell.Number(int(math.Round(tokens))) }

// crossingLines say where the bridge breaks even with loading everything.
func (c *costing) crossingLines(s *scene) []string {
	if !c.crossings.ready() {
		return s.paragraph(themes.Muted, "looking for the break-even "+s.Glyphs.Ellipsis)
	}
	x := c.crossings.result
	return s.paragraph(themes.Muted, "Cheaper than all loaded: "+bridges[0].Words()+" "+x[0].text()+"; "+bridges[1].Words()+" "+x[1].text()+".")
}

func (x crossing) text() string {
	turns, tools := "in no session up to "+cell.Number(cost.MaxTurns)+" turns", "with no number of tools"
	if x.fromTurns >= 0 {
		turns = "from " + engine.Plural(x.fromTurns, "turn", "turns") + " on"
	}
	if x.upToTools >= 0 {
		tools = "up to " + engine.Plural(x.upToTools, "tool", "tools")
	}
	return turns + ", " + tools
}

func (p *waysPane) move(_ *scene, by int)  { p.list.move(by) }
func (p *waysPane) wheel(_ *scene, by int) { p.list.move(by) }

func (p *waysPane) click(_ *scene, _, y int) {
	if i := y - 1; y > 0 && i < p.list.rows {
		p.list.cursor = i
	}
}

func (p *waysPane) state(s *scene) any {
	return struct {
		of        reckonedOf
		crossings int
		pins, inA int
		busy      [2]bool
		list      list
	}{reckonedOf{s.d.assemblies, p.c.replies.revision, s.in.use()}, p.c.crossings.revision, p.ab.pins, p.c.inA.revision, [2]bool{p.c.replies.busy, p.c.crossings.busy}, p.list}
}
