package ui

import (
	"fmt"

	"findable/engine/pipeline"
	"findable/engine/planner"
	"findable/engine/play"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/style"
)

// stationsPane shows the way of the call under the cursor, and how its message's calls
// run beside each other.
type stationsPane struct {
	page
	p    *playing
	talk *talkPane
}

func (p *stationsPane) box(s *scene) frame.Box {
	b := frame.Box{Title: "Stations", FootRight: p.list.position(s.h)}
	if x, _, _ := p.shown(); x != nil {
		b.Title = "Stations " + s.Glyphs.Middle + " " + s.clean(x.Name)
	}
	return b
}

// shown is the call under the cursor, or, where that is on something said, the first
// call of the message before it.
func (p *stationsPane) shown() (x *pipeline.Passage, item, call int) {
	if x := p.talk.passage(); x != nil {
		item, call := p.talk.current()
		return x, item, call
	}
	item, _ = p.talk.current()
	for i := min(item, len(p.p.items)-1); i >= 0; i-- {
		if t := p.p.items[i].turn; t != nil {
			return t.Passages[0], i, 0
		}
	}
	return nil, -1, -1
}

func (p *stationsPane) lines(s *scene) []string {
	x, item, call := p.shown()
	if x == nil {
		return s.paragraph(themes.Muted, "Each call passes hooks, guardrail, approval and log under the real tool's name.")
	}
	var out []string
	if t := p.p.items[item].turn; len(t.Calls) > 1 {
		out = append(out, s.planRows(t, call)...)
	}
	for _, step := range x.Steps {
		out = append(out, s.stationRow(step)...)
	}
	if x.Asks {
		out = append(out, s.paragraph(themes.Warning, "waits: "+s.clean(x.Question))...)
	}
	return p.seen(s, out)
}

// stationRow is a station and what it did.
func (s *scene) stationRow(step pipeline.Step) []string {
	mark, role := s.Glyphs.Yes, themes.Good
	text := step.Why
	if step.Status != "" {
		text = string(step.Status)
		if step.ErrorType != "" {
			text += ", " + step.ErrorType
		}
	}
	if step.Fault || step.Status != "" && step.Status != pipeline.OK {
		mark, role = s.Glyphs.No, themes.Bad
	}
	const nameWidth = 22
	lines := cell.Wrap(s.clean(text), max(s.w-nameWidth-4, 8))
	var out []string
	name := string(step.Station)
	for _, l := range lines {
		out = append(out, s.Row(s.w, style.Off, style.In(role, " "+mark+" "), style.Column(themes.Text, name, nameWidth), style.In(themes.Muted, l)))
		mark, name = " ", ""
	}
	return out
}

// planRows are the calls of a message on a line of time, each with the rule that
// decided.
func (s *scene) planRows(t *play.Turn, selected int) []string {
	starts, slots := slotsOf(t.Plan)
	w := min(max(12, s.w/3), max(slots, 1)*4)
	out := []string{s.Row(s.w, style.Off, style.In(themes.Heading, " Plan: "+planWords(t.Plan)))}
	for i, d := range t.Plan.Decisions {
		from := starts[i] * w / max(slots, 1)
		to := max((starts[i]+1)*w/max(slots, 1), from+1)
		role := themes.Text
		if i == selected {
			role = themes.Strong
		}
		bar := cell.Run(s.Glyphs.Empty, from) + cell.Run(s.Glyphs.Filled, to-from) + cell.Run(s.Glyphs.Empty, w-to)
		out = append(out, s.Row(s.w, style.Off, style.Number(role, fmt.Sprint(i+1), 3), style.In(themes.GaugeFilled, " "+bar+" "),
			style.Name(role, s.clean(d.Name), max(s.w-w-6, 4))))
	}
	out = append(out, s.paragraph(themes.Muted, fmt.Sprintf("%d: %s", selected+1, s.clean(t.Plan.Why(selected))))...)
	return append(out, "")
}

// slotsOf gives each call its place in time: one after the other, those of a run at
// once.
func slotsOf(plan planner.Plan) (starts []int, slots int) {
	starts = make([]int, len(plan.Decisions))
	for _, segment := range plan.Segments {
		for _, i := range segment.Calls {
			starts[i] = slots
			if !segment.Parallel {
				slots++
			}
		}
		if segment.Parallel {
			slots++
		}
	}
	return starts, slots
}

// planWords says a plan in one line.
func planWords(plan planner.Plan) string {
	text := ""
	for i, segment := range plan.Segments {
		if i > 0 {
			text += ", then "
		}
		switch n := len(segment.Calls); {
		case segment.Parallel:
			text += fmt.Sprintf("%d together", n)
		case n == 1:
			text += "1 alone"
		default:
			text += fmt.Sprintf("%d one by one", n)
		}
	}
	return text
}

func (p *stationsPane) state(s *scene) any {
	_, item, call := p.shown()
	return struct {
		revision, item, call int
		list                 list
	}{p.p.revision, item, call, p.list}
}
