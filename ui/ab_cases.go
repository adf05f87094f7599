package ui

import (
	"context"
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/engine/eval"
	"findable/engine/py"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/style"
)

// How the cases fare in side A, and which tools and cases are others there.

// faresOf is what the outcome of the cases in side A depends on.
type faresOf struct{ pins, cases int }

// outcome is how the cases fare in side A, nil where that is not known.
func (c *comparing) outcome() *eval.Try {
	switch {
	case c.a == nil:
		return nil
	case c.a.outcome != nil:
		return c.a.outcome
	case c.fares.ready() && c.fares.of.pins == c.pins:
		return c.fares.result
	}
	return nil
}

// fareInA begins to measure the cases in side A where that was never the present, as
// another dump or the A of a saved session.
func (a *App) fareInA() tea.Cmd {
	c, cases := &a.comparing, a.evaluation.cases
	if c.a == nil || c.a.outcome != nil || len(cases) == 0 {
		return nil
	}
	world := c.a.world
	return c.fares.want(a, faresOf{c.pins, a.evaluation.asked}, func(ctx context.Context) (*eval.Try, error) {
		outcomes, err := eval.Run(ctx, eval.NewSession(world.Session, world.Config), cases, nil)
		t := eval.NewTry(0, "A", world.Config.SearchDefaultLimit, outcomes)
		return &t, err
	})
}

// mostNamed is how many tools of a kind are named; a catalog may be another one whole.
const mostNamed = 100

// tools lists the tools that only one side has, and what has changed of the others.
func (s *scene) tools(c engine.Comparison) []string {
	var out []string
	named := func(sign string, role themes.Role, names []string, more func(name string)) {
		for i, name := range names {
			if i == mostNamed {
				out = append(out, s.paragraph(themes.Muted, cell.Number(len(names)-i)+" more")...)
				return
			}
			out = append(out, s.Row(s.w, style.Off, style.In(role, " "+sign+" "), style.Name(themes.Text, s.clean(name), max(s.w-4, 4))))
			more(name)
		}
	}
	none := func(string) {}
	named("+", themes.Good, c.Tools.Added, none)
	named(s.Glyphs.Minus, themes.Bad, c.Tools.Removed, none)
	named("~", themes.Edited, c.Tools.Changed, func(name string) {
		was, _ := c.Before.Session.Registry.Lookup(name)
		now, _ := c.After.Session.Registry.Lookup(name)
		for _, k := range engine.KeyChanges(was, now) {
			out = append(out, s.keyChange(k)...)
		}
	})
	return out
}

// keyChange shows what a key said and says, from a little before the place where the
// two begin to differ.
func (s *scene) keyChange(k engine.KeyChange) []string {
	row := func(sign, text string) string {
		return s.Row(s.w, style.Off, style.Column(themes.Muted, "     "+sign, 11), style.In(themes.Text, s.Glyphs.Cut(text, max(s.w-12, 1))))
	}
	path := s.Row(s.w, style.Off, style.In(themes.Muted, "     "+s.Glyphs.Cut(s.clean(k.Path), max(s.w-6, 1))))
	was, now := s.clean(py.Compact(k.Before)), s.clean(py.Compact(k.After))
	switch {
	case k.Added:
		return []string{path, row("new", now)}
	case k.Removed:
		return []string{path, row("gone", was)}
	}
	from := s.Glyphs.Differing(was, now)
	return []string{path, row("A", s.Glyphs.Elided(was, from)), row("B", s.Glyphs.Elided(now, from))}
}

// movedCases lists the cases whose wanted tools stand at other ranks.
func (s *scene) movedCases(before, after eval.Try) (head string, lines []string) {
	all := eval.Changes(before, after)
	moved, verdicts := 0, map[int]int{}
	for _, x := range all {
		verdicts[x.Verdict]++
		if slices.Equal(x.Before.Ranks, x.After.Ranks) {
			continue
		}
		moved++
		lines = append(lines, s.paragraph(themes.Strong, s.clean(x.After.Case.Query))...)
		for i, w := range x.After.Case.Expect {
			if was, now := x.Before.Ranks[i], x.After.Ranks[i]; was != now {
				lines = append(lines, s.rankMove(engine.RankMove{Tool: w.Name, Before: was, After: now}))
			}
		}
	}
	head = fmt.Sprintf("cases: %s of %s moved, %d better, %d worse", cell.Number(moved), cell.Number(len(all)), verdicts[1], verdicts[-1])
	return head, lines
}
