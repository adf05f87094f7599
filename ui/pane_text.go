package ui

import (
	"fmt"
	"strconv"
	"strings"

	"findable/engine"
	"findable/engine/py"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/style"
)

// textPane shows what the model reads: the description of tool_search with the
// listing in it.
type textPane struct {
	page
	built textBuild
	texts int // how many there have been
	rows  []textRow
	ab    *comparing
	marks int // lines that are none in side A
	lost  int // lines of side A that are gone
}

type textBuild struct {
	text   string
	width  int
	glyphs *cell.Glyphs
	pins   int
}

// A textRow is one line of the screen of a text that was wrapped.
type textRow struct {
	number int // of the line in the text, 0 on what goes on from the row above
	text   string
	ours   bool // findable's wording, not the reference's bytes
	fresh  bool // in a line that is none in side A
}

func (p *textPane) build(s *scene) {
	text, ours := modelText(s.d)
	key := textBuild{text, s.w, s.Glyphs, p.ab.pins}
	if p.rows != nil && key == p.built {
		return // the listing seldom changes with a knob
	}
	p.built, p.rows = key, []textRow{}
	p.texts++
	p.marks, p.lost = 0, 0
	if text == "" {
		return
	}
	lines := s.Glyphs.CleanLines(text)
	p.lost = p.ab.lost(lines)
	for n, line := range lines {
		fresh := p.ab.fresh(line)
		if fresh {
			p.marks++
		}
		for i, l := range cell.Wrap(line, max(s.w-p.gutter()-1, 1)) {
			row := textRow{number: n + 1, text: l, ours: n < ours, fresh: fresh}
			if i > 0 {
				row.number = 0
			}
			p.rows = append(p.rows, row)
		}
	}
}

// modelText returns the description of tool_search and how many of its first
// lines are findable's wording; the rest is the listing. It is empty when tool
// search is not active.
func modelText(d *derived) (text string, ours int) {
	if !d.assembly.Active {
		return "", 0
	}
	function, _ := d.bridge[0].Get("function")
	text = function.(py.Object).Text("description")
	return text, strings.Count(strings.TrimSuffix(text, d.assembly.Listing.Text()), "\n")
}

func (p *textPane) gutter() int { return 5 }

func (p *textPane) box(s *scene) frame.Box {
	p.build(s)
	a := s.d.assembly
	b := frame.Box{Title: "tool_search description " + s.Glyphs.Middle + " what the model reads", FootRight: p.list.position(s.h)}
	b.Foot = "no listing"
	if a.Listing.Form != engine.None {
		b.Foot = fmt.Sprintf("listing %s tok %s %s characters", cell.Number(a.Listing.Tokens), s.Glyphs.Middle, cell.Number(a.Listing.Characters))
	}
	if p.marks+p.lost > 0 {
		b.Foot += fmt.Sprintf(" %s vs A +%s %s%s lines", s.Glyphs.Middle, cell.Number(p.marks), s.Glyphs.Minus, cell.Number(p.lost))
	}
	return b
}

func (p *textPane) lines(s *scene) []string {
	p.build(s)
	if len(p.rows) == 0 {
		return p.inactive(s)
	}
	p.list.rows = len(p.rows)
	p.list.scroll(0, s.h)
	var out []string
	for _, r := range p.rows[p.list.top:min(p.list.top+s.h, len(p.rows))] {
		number, role := "", themes.Text
		if r.number > 0 {
			number = strconv.Itoa(r.number)
		}
		if r.ours {
			role = themes.Muted
		}
		mark := " "
		if r.fresh {
			mark = "+"
		}
		out = append(out, s.Row(s.w, style.Off, style.Number(themes.Muted, number, p.gutter()-1), style.In(themes.Edited, mark),
			style.In(role, r.text)))
	}
	return out
}

func (p *textPane) inactive(s *scene) []string {
	var out []string
	for _, l := range cell.Wrap("Tool search is not active ("+string(s.d.assembly.Reason)+
		"), so there is no bridge and no listing: the model gets every tool as it is.", max(s.w-2, 1)) {
		out = append(out, s.Row(s.w, style.Off, style.Seg{Role: themes.Text, Text: " " + l}))
	}
	return out
}

// previewPane is the text pane beside the hits, on wide screens.
type previewPane struct{ textPane }

func (p *previewPane) box(s *scene) frame.Box {
	b := p.textPane.box(s)
	b.Title = "What the model reads"
	return b
}

func (p *textPane) state(s *scene) any {
	p.build(s)
	return struct {
		texts int
		form  engine.Form
		list  list
	}{p.texts, s.d.assembly.Listing.Form, p.list}
}
