package ui

import (
	"fmt"

	"findable/engine"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/style"
)

// A trailBuild is what the trail was painted from.
type trailBuild struct {
	assemblies, w, h int
	look             *style.Styles
}

// trail tells how the form was chosen: every step tried, with its cost.
func (p *serversPane) trail(s *scene) []string {
	if key := (trailBuild{s.d.assemblies, s.w, s.h, s.Styles}); key != p.stepsBuilt {
		p.steps, p.stepsBuilt = paintTrail(s), key
	}
	return p.steps
}

func paintTrail(s *scene) []string {
	a := s.d.assembly
	room := min(max(s.h/3, 0), 7)
	if room < 3 {
		return nil
	}
	title := fmt.Sprintf(" tier %d: %s", a.Tier, a.Reason)
	out := []string{s.Row(s.w, style.Off, style.Seg{Role: themes.Heading, Text: s.Glyphs.Cut(title, s.w)})}
	steps := shorten(a.Listing.Trail, room-1)
	for _, t := range steps {
		if t == nil {
			text := fmt.Sprintf("  %s %d steps, each over %s tok", s.Glyphs.Ellipsis, len(a.Listing.Trail)-len(steps)+1, cell.Number(a.Budget.Tokens))
			out = append(out, s.Row(s.w, style.Off, style.In(themes.Muted, text)))
			continue
		}
		out = append(out, trailRow(s, t))
	}
	return out
}

// shorten keeps the first steps and the last one; a nil step stands for those
// between, which are all over the budget.
func shorten(trail []engine.Try, n int) []*engine.Try {
	var out []*engine.Try
	for i := range trail {
		if len(trail) > n && i >= n-2 && i < len(trail)-1 {
			if i == n-2 {
				out = append(out, nil)
			}
			continue
		}
		out = append(out, &trail[i])
	}
	return out
}

func trailRow(s *scene, t *engine.Try) string {
	sign, role := s.Glyphs.No+" over "+cell.Number(s.d.assembly.Budget.Tokens), themes.Muted
	if t.Fits {
		sign, role = s.Glyphs.Yes+" chosen", themes.Good
	}
	cost := cell.Number(t.Tokens) + " tok "
	const signWidth = 13
	left := max(s.w-cell.Width(cost)-signWidth-3, 4)
	step := string(t.Form)
	if t.Collapsed != "" {
		step = fmt.Sprintf("%s %d/%d", t.Form, t.Summaries, len(s.d.assembly.Listing.Groups))
		if name := " " + s.clean(t.Collapsed); cell.Width(step)+cell.Width(name) <= left {
			step += name
		}
	}
	return s.Row(s.w, style.Off, style.In(themes.Text, "  "), style.Column(themes.Text, step, left), style.In(themes.Text, " "),
		style.In(themes.Text, cost), style.Column(role, sign, signWidth))
}
