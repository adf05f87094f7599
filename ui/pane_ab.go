package ui

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"findable/engine"
	"findable/engine/eval"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/style"
)

// sidesPane sets the two sides next to each other: knobs, tier, tokens, measures.
type sidesPane struct {
	page
	c *comparing
	e *evaluation
}

func (p *sidesPane) box(s *scene) frame.Box {
	return frame.Box{Title: "A and B " + s.Glyphs.Middle + " B is the present", FootRight: p.list.position(s.h)}
}

// noSides says how to get two sides, and where they show then.
func (p *sidesPane) noSides(s *scene) []string {
	out := append([]string{""}, s.paragraph(themes.Strong, "Nothing is kept as A yet.")...)
	out = append(out, "")
	for i, step := range []string{"With {keep-a} the present is kept as A: knobs, servers, edits, catalog.",
		"Go on: turn knobs, switch servers, edit tools, search. That is B.",
		"With {view-compare} both stand next to each other; {swap} there goes to A and keeps B."} {
		out = append(out, s.labelled(strconv.Itoa(i+1), p.c.told(step), 2, themes.Text)...)
	}
	out = append(out, "")
	out = append(out, s.paragraph(themes.Heading, "Then every view shows the difference")...)
	g := s.Glyphs
	for _, row := range [][2]string{
		{"header", "the tier and form of A, the tokens a turn since"},
		{"servers", "how a server stood in A, where that was another state"},
		{"hits", g.Up + "2 " + g.Down + "1 new: places up and down; what only A returned"},
		{"map", "A at its cell, and at its rung of the ladder"},
		{"listing", "+ before a line that A did not have"},
		{"measures", "+0.033" + g.Up + " against A, where there are cases"},
		{"cache", "which bytes are others than in A, and what that costs"},
	} {
		out = append(out, s.labelled(row[0], row[1], 9, themes.Text)...)
	}
	return p.seen(s, out)
}

func (p *sidesPane) lines(s *scene) []string {
	if p.c.a == nil {
		return p.noSides(s)
	}
	var out []string
	w := max((s.w-24)/2, 8)
	row := func(role themes.Role, name, a, b string) {
		mark := " "
		if a != b {
			mark = s.Glyphs.Dot
		}
		out = append(out, s.Row(s.w, style.Off, style.In(themes.Edited, mark), style.Column(themes.Heading, name, 22), style.Column(role, s.clean(a), w),
			style.In(role, " "), style.Column(role, s.clean(b), w)))
	}
	if old := p.c.a.dump; old != "" {
		row(themes.Heading, "", "A: "+old, "B: "+s.src.Name)
	} else {
		row(themes.Heading, "", "A", "B")
	}
	was, now := p.c.a.world.Assembly, s.d.assembly
	row(themes.Strong, "tier", fmt.Sprintf("%d %s", was.Tier, was.Listing.Form), fmt.Sprintf("%d %s", now.Tier, now.Listing.Form))
	row(themes.Strong, "listing", cell.Number(was.Listing.Tokens)+" tok", cell.Number(now.Listing.Tokens)+" tok")
	row(themes.Strong, "budget", cell.Number(was.Budget.Tokens)+" tok", cell.Number(now.Budget.Tokens)+" tok")
	row(themes.Strong, "a turn", cell.Number(was.TurnTokens)+" tok", fmt.Sprintf("%s tok, %s", cell.Number(now.TurnTokens), s.Glyphs.Signed(now.TurnTokens-was.TurnTokens)))
	if t, old := p.e.current(), p.c.outcome(); t != nil && old != nil {
		for _, m := range eval.All()[:4] {
			a, b := eval.Mean(m.Values(old.Outcomes, old.Limit)), eval.Mean(m.Values(t.Outcomes, t.Limit))
			row(themes.Strong, m.Name, figure(a), figure(b))
		}
	}
	for _, k := range knobPairs(p.c.a.inputs, s.in) {
		row(themes.Text, k[0], k[1], k[2])
	}
	return p.seen(s, out)
}

func (p *sidesPane) state(s *scene) any {
	return struct {
		list                              list
		pins, fares, revision, evaluation int
	}{p.list, p.c.pins, p.c.fares.revision, s.d.revision, p.e.revision}
}

// changesPane lists what is different for the model: cache, groups, tools, hits, cases.
type changesPane struct {
	page
	c     *comparing
	e     *evaluation
	built changesOf
	rows  []string
}

// changesOf is what the list is made from.
type changesOf struct {
	pins, fares, revision, evaluation, w int
	look                                 *style.Styles
}

func (p *changesPane) of(s *scene) changesOf {
	return changesOf{p.c.pins, p.c.fares.revision, s.d.revision, p.e.revision, s.w, s.Styles}
}

func (p *changesPane) box(s *scene) frame.Box {
	b := frame.Box{Title: "What is different for the model", FootRight: p.list.position(s.h)}
	if p.c.a != nil && p.c.a.dump != "" {
		b.Foot = "against " + s.clean(p.c.a.dump)
	}
	return b
}

func (p *changesPane) lines(s *scene) []string {
	if p.c.a == nil {
		return s.paragraph(themes.Muted, "Here stands what is different for the model: bytes of the prompt cache, servers of the listing, tools, hits.")
	}
	if of := p.of(s); p.rows == nil || p.built != of {
		p.built, p.rows = of, p.content(s, p.c.comparison(s))
	}
	return p.seen(s, p.rows)
}

func (p *changesPane) content(s *scene, c engine.Comparison) []string {
	var out []string
	if c.Empty() {
		out = s.paragraph(themes.Muted, "Nothing: the model gets the same bytes.")
	}
	head := func(text string) {
		if len(out) > 0 {
			out = append(out, "")
		}
		out = append(out, s.paragraph(themes.Heading, text)...)
	}
	if !c.Cache.Empty() {
		head("prompt cache")
		out = append(out, s.paragraph(themes.Text, s.clean(c.Cache.String()))...)
	}
	if len(c.Groups) > 0 {
		head(fmt.Sprintf("listing: %s, %d the same", engine.Plural(len(c.Groups), "server differs", "servers differ"), c.Same))
		for _, g := range c.Groups {
			out = append(out, s.groupChange(g))
		}
	}
	if t := c.Tools; !t.Empty() {
		head(fmt.Sprintf("definitions: %d new, %d gone, %d changed", len(t.Added), len(t.Removed), len(t.Changed)))
		out = append(out, s.tools(c)...)
	}
	if len(c.Moves) > 0 {
		head("tools that the model sees in another way")
		for move, n := range sorted(c.Moved()) {
			out = append(out, s.paragraph(themes.Text, fmt.Sprintf("%s %s %s: %s", move[0], s.Glyphs.Right, move[1], engine.Plural(n, "tool", "tools")))...)
		}
	}
	if c.Asked > 0 {
		head(fmt.Sprintf("hits: others for %d of %s", len(c.Queries), engine.Plural(c.Asked, "query", "queries")))
		for _, q := range c.Queries {
			out = append(out, s.paragraph(themes.Strong, s.clean(q.Query))...)
			for _, m := range q.Moves {
				out = append(out, s.rankMove(m))
			}
		}
	}
	if was, now := p.c.outcome(), p.e.current(); was != nil && now != nil {
		text, moved := s.movedCases(*was, now.Try)
		head(text)
		out = append(out, moved...)
	}
	return out
}

// sorted goes through counts of moves in the order of their words.
func sorted(count map[[2]engine.Sight]int) iter.Seq2[[2]engine.Sight, int] {
	keys := slices.SortedFunc(maps.Keys(count), func(a, b [2]engine.Sight) int { return strings.Compare(string(a[0]+a[1]), string(b[0]+b[1])) })
	return func(yield func([2]engine.Sight, int) bool) {
		for _, k := range keys {
			if !yield(k, count[k]) {
				return
			}
		}
	}
}

func (s *scene) groupChange(g engine.GroupChange) string {
	was, now := string(g.Before.State), string(g.After.State)
	if was == "" {
		was = "absent"
	}
	if now == "" {
		now = "absent"
	}
	state := was + " " + s.Glyphs.Right + " " + now
	if was == now {
		if state = was; g.Before.Tools != g.After.Tools {
			state = fmt.Sprintf("%s %s %s tools", cell.Number(g.Before.Tools), s.Glyphs.Right, cell.Number(g.After.Tools))
		}
	}
	text := fmt.Sprintf("%s  %s tok", state, s.Glyphs.Signed(g.After.Tokens-g.Before.Tokens))
	return s.Row(s.w, style.Off, style.In(themes.Text, " "), style.Name(themes.Text, s.clean(g.Label), max(s.w-2-34, 8)), style.In(themes.Text, " "),
		style.Column(themes.Notice, text, 34))
}

func (s *scene) rankMove(m engine.RankMove) string {
	rank := func(n int) string {
		if n == 0 {
			return s.Glyphs.Minus
		}
		return strconv.Itoa(n)
	}
	word, role := "", themes.Muted
	switch {
	case m.Before == 0 || m.After > 0 && m.After < m.Before:
		word, role = s.Glyphs.Up, themes.Good
	case m.After == 0 || m.After > m.Before:
		word, role = s.Glyphs.Down, themes.Bad
	}
	return s.Row(s.w, style.Off, style.Number(themes.Muted, rank(m.Before), 5), style.In(themes.Muted, " "+s.Glyphs.Right), style.Number(role, rank(m.After), 4),
		style.In(role, " "+word+" "), style.Name(themes.Text, s.clean(m.Tool), max(s.w-14, 4)))
}

func (p *changesPane) state(s *scene) any {
	return struct {
		list list
		of   changesOf
	}{p.list, p.of(s)}
}
