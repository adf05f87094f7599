package ui

import (
	"fmt"

	"findable/engine"
	"findable/engine/cost"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/style"
)

// configPane shows knobs, and below them what the selected one does.
type configPane struct {
	title string
	knobs []knob
	list  list
	// sum is a line on what the knobs come to together, nil for none.
	sum func(s *scene) string
	// typing holds the text while a value is being typed; fault is why the text
	// does not do.
	typing *field
	fault  string
	// painted holds each knob's row without the cursor, and what it was painted from.
	painted map[string]paintedKnob
}

type paintedKnob struct {
	value        string
	fraction     float64 // it may depend on another knob
	edited, idle bool
	width        int
	look         *style.Styles
	row          string
}

// Widths of the columns: the longest key, the longest value.
const knobKeyWidth, knobValueWidth = 20, 12

func newConfigPane() *configPane {
	return &configPane{title: "Config", knobs: knobs, sum: budgetLine, painted: map[string]paintedKnob{}}
}

func (p *configPane) selected() knob { return p.knobs[p.list.cursor] }

func (p *configPane) box(s *scene) frame.Box {
	edited := 0
	for _, k := range p.knobs {
		if k.edited(s.in, s.start) {
			edited++
		}
	}
	foot := "as loaded"
	if edited > 0 {
		foot = s.Glyphs.Dot + " " + engine.Plural(edited, "knob differs", "knobs differ") + " from what was loaded"
	}
	return frame.Box{Title: p.title, Foot: foot}
}

func (p *configPane) lines(s *scene) []string {
	detail := p.detail(s)
	room := s.h - len(detail)
	if room < len(p.knobs) {
		detail = detail[:max(0, min(len(detail), s.h-len(p.knobs)))]
		room = s.h - len(detail)
	}
	from, to := p.list.window(len(p.knobs), room)
	var out []string
	for i := from; i < to; i++ {
		if i == p.list.cursor {
			out = append(out, p.row(s, p.knobs[i], true))
		} else {
			out = append(out, p.resting(s, p.knobs[i]))
		}
	}
	for len(out) < room {
		out = append(out, "")
	}
	return append(out, detail...)
}

// resting returns a knob's row without the cursor, painted anew only when it has
// changed.
func (p *configPane) resting(s *scene, k knob) string {
	now := paintedKnob{value: k.show(s.in), edited: k.edited(s.in, s.start), idle: k.idleNow(s.in) != "", width: s.w, look: s.Styles}
	if k.fraction != nil {
		now.fraction = k.fraction(s.in)
	}
	was := p.painted[k.key]
	if now.row = was.row; now != was {
		now.row = p.row(s, k, false)
		p.painted[k.key] = now
	}
	return now.row
}

func (p *configPane) row(s *scene, k knob, selected bool) string {
	value, role := k.show(s.in), themes.Strong
	mark := " "
	if k.edited(s.in, s.start) {
		mark, role = "*", themes.Edited
	}
	keyRole := themes.Text
	if k.idle != nil && k.idle(s.in) != "" {
		keyRole, role = themes.Muted, themes.Muted
	}
	segs := []style.Seg{style.In(themes.Accent, s.cursorGlyph(selected)), style.Column(keyRole, k.key, knobKeyWidth)}
	switch {
	case selected && p.typing != nil:
		segs = append(segs, p.typing.segs(s, s.w-knobKeyWidth-1)...)
	case k.choices != nil:
		segs = append(segs, choiceSegs(s, k, value, mark, s.w-1-knobKeyWidth)...)
	default:
		segs = append(segs, style.Number(role, value, knobValueWidth-1), style.In(role, mark))
		if _, w, ok := sliderCells(s, k); ok {
			segs = append(segs, style.Seg{Role: themes.Text, Text: " "})
			segs = append(segs, s.slider(k.fraction(s.in), w)...)
		}
	}
	return s.Row(s.w, s.mark(selected), segs...)
}

// choiceSegs shows the words of a knob, the chosen one between marks; alone where
// there is no room for all.
func choiceSegs(s *scene, k knob, value, mark string, w int) []style.Seg {
	var segs []style.Seg
	for _, word := range k.choices() {
		if word == value {
			segs = append(segs, style.Seg{Role: themes.Strong, Text: s.Glyphs.Before + word + s.Glyphs.After})
		} else {
			segs = append(segs, style.Seg{Role: themes.Muted, Text: " " + word + " "})
		}
	}
	if segsWidth(segs) > w {
		segs = []style.Seg{{Role: themes.Strong, Text: s.Glyphs.Before + value + s.Glyphs.After}}
	}
	return append(segs, style.Seg{Role: themes.Edited, Text: mark})
}

// sliderCells tells where a knob's slider stands in its row: first cell, width,
// and whether there is one.
func sliderCells(s *scene, k knob) (from, w int, ok bool) {
	from = 1 + knobKeyWidth + knobValueWidth + 1
	w = min(s.w-from-1, 24)
	return from, w, k.fraction != nil && w >= 5
}

// slider draws a slider in w cells.
func (s *scene) slider(fraction float64, w int) []style.Seg {
	track, knob, rest := s.Glyphs.Slider(fraction, w)
	return []style.Seg{style.In(themes.Track, track), style.In(themes.Knob, knob), style.In(themes.Rest, rest)}
}

// detail says what the selected knob does, its range, and how the budget comes
// about.
func (p *configPane) detail(s *scene) []string {
	k := p.selected()
	about, role := k.about, themes.Muted
	if k.idle != nil && k.idle(s.in) != "" {
		about = "No effect now: " + k.idle(s.in) + "."
	}
	if p.fault != "" {
		about, role = "Not taken: "+p.fault, themes.Bad
	}
	var out []string
	wrapped := cell.Wrap(about, s.w-1)
	for _, l := range wrapped[:min(len(wrapped), 2)] {
		out = append(out, s.Row(s.w, style.Off, style.Seg{Role: role, Text: " " + l}))
	}
	for len(out) < 2 {
		out = append(out, "")
	}
	out = append(out, s.Row(s.w, style.Off, style.Seg{Role: themes.Muted, Text: " " + s.Glyphs.Cut(k.span, s.w-1)}))
	if p.sum != nil {
		out = append([]string{p.sum(s)}, out...)
	}
	return out
}

// budgetLine writes the formula with its numbers.
func budgetLine(s *scene) string {
	b := s.d.assembly.Budget
	binds := "pct binds"
	if b.CapBinds() {
		binds = "cap binds"
	}
	text := fmt.Sprintf(" budget = min(%s, %s)", cell.Number(b.Percent), cell.Number(b.Cap))
	return s.Row(s.w, style.Off, style.Seg{Role: themes.Text, Text: text}, style.Seg{Role: themes.Muted, Text: "  " + binds})
}

func (p *configPane) move(_ *scene, by int)  { p.list.move(by) }
func (p *configPane) wheel(_ *scene, by int) { p.list.move(by) }

func (p *configPane) click(_ *scene, _, y int) {
	p.list.click(y)
}

func (p *configPane) state(s *scene) any {
	return struct {
		assemblies int
		use        cost.Use
		list       list
		typing     fieldState
		fault      string
	}{s.d.assemblies, s.in.Use, p.list, p.typing.state(), p.fault}
}
