package ui

import (
	"fmt"
	"strconv"
	"strings"

	"findable/engine"
	"findable/engine/eval"
	"findable/themes"
	"findable/ui/cell"
)

// What other views show of the difference from side A: small marks, each a sign or a
// word, so that they can be read without colour.

// newSide is the state that inputs come to as a side, with what marks are held against.
func newSide(g *cell.Glyphs, src Source, in Inputs, d *derived) *side {
	x := &side{inputs: in, world: d.side(in), states: map[string]string{}}
	servers := newServersPane(src, &comparing{})
	s := &scene{src: src, in: in, d: d}
	servers.build(s)
	for _, r := range servers.heads(s) {
		x.states[r.origin.label] = r.state
	}
	text, _ := modelText(d)
	x.text = lineSet(g.CleanLines(text))
	return x
}

// sideOf is a state that has never been the present as a side.
func (a *App) sideOf(src Source, in Inputs) *side {
	d, unasked := derived{}, in
	unasked.Query, unasked.Target = "", "" // searching is for those who look
	d.update(src, unasked)
	return newSide(a.styles.Glyphs, src, in, &d)
}

func lineSet(lines []string) map[string]bool {
	set := map[string]bool{}
	for _, line := range lines {
		set[line] = true
	}
	return set
}

// was is how a server stood in side A, "" where that is as it stands now or nothing is
// kept.
func (c *comparing) was(label, state string) string {
	if c.a == nil || c.a.states[label] == state {
		return ""
	}
	if was, ok := c.a.states[label]; ok {
		return was
	}
	return "absent"
}

// wasWidth is the width of the state in side A.
func (p *serversPane) wasWidth() int {
	if p.ab.a == nil {
		return 0
	}
	return serverStateWidth
}

// fresh reports whether a line of what the model reads is none in side A.
func (c *comparing) fresh(line string) bool { return c.a != nil && !c.a.text[line] }

// lost counts the lines of side A that are not among others.
func (c *comparing) lost(lines []string) int {
	if c.a == nil {
		return 0
	}
	now, n := lineSet(lines), 0
	for line := range c.a.text {
		if !now[line] {
			n++
		}
	}
	return n
}

// ranking is what the ranks in side A depend on.
type ranking struct{ searches, pins int }

// rankIn returns the rank that a tool has in side A for a query, by its place: 0 for
// none.
func (c *comparing) rankIn(d *derived, query int, name string) int {
	if of := (ranking{d.searches, c.pins}); c.ranked != of || c.ranks == nil {
		c.ranked, c.ranks = of, make([]map[string]int, len(d.queries))
		for i, q := range d.queries {
			hits := c.a.world.Session.Index.Search(q, maxRows).Hits
			c.ranks[i] = make(map[string]int, len(hits))
			for rank, h := range hits {
				c.ranks[i][h.Entry.Name] = rank + 1
			}
		}
	}
	return c.ranks[query][name]
}

// moved says in at most four cells how a hit has moved against side A.
func (c *comparing) moved(s *scene, r hitRow) (themes.Role, string) {
	switch was := c.rankIn(s.d, r.query, r.hit.Entry.Name); {
	case was == 0:
		return themes.Good, "new"
	case was > r.rank:
		return themes.Good, s.Glyphs.Up + strconv.Itoa(was-r.rank)
	case was < r.rank:
		return themes.Bad, s.Glyphs.Down + strconv.Itoa(r.rank-was)
	}
	return themes.Muted, "="
}

// gone names the tools that side A returned for a query and the present does not.
func (c *comparing) gone(s *scene, query int, r engine.Result) string {
	now := map[string]bool{}
	for _, h := range r.Hits[:min(len(r.Hits), s.d.limit())] {
		now[h.Entry.Name] = true
	}
	var names []string
	for i, h := range c.a.world.Session.Index.Search(s.d.queries[query], c.a.world.Config.SearchDefaultLimit).Hits {
		if !now[h.Entry.Name] {
			names = append(names, fmt.Sprintf("%s (%d)", s.clean(h.Entry.Bare()), i+1))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "A returned too: " + strings.Join(names, ", ")
}

// measured is how a measure differs from side A's, "" where that was not measured.
func (c *comparing) measured(s *scene, m eval.Measure, value float64) (themes.Role, string) {
	was := c.outcome()
	if was == nil {
		return themes.Muted, ""
	}
	by := value - eval.Mean(m.Values(was.Outcomes, was.Limit))
	switch {
	case figure(by) == figure(0) || figure(by) == "-"+figure(0):
		return themes.Muted, "="
	case by*float64(m.Better) > 0:
		return themes.Good, fmt.Sprintf("%+.3f", by) + s.arrow(by)
	}
	return themes.Bad, fmt.Sprintf("%+.3f", by) + s.arrow(by)
}

func (s *scene) arrow(by float64) string {
	if by < 0 {
		return s.Glyphs.Down
	}
	return s.Glyphs.Up
}
