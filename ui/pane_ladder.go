package ui

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/layout"
	"findable/ui/style"
)

// ladderPane lists the budgets at which the listing changes, the dearest first.
type ladderPane struct {
	table
	built int // assemblies
	rungs []engine.Rung
	ready bool // the cursor has been put on the present rung once
	ab    *comparing
}

func (p *ladderPane) build(s *scene) {
	if p.rungs != nil && p.built == s.d.assemblies {
		return
	}
	p.built = s.d.assemblies
	p.rungs = s.d.session.Ladder(s.d.config)
	if !p.ready {
		p.ready = true
		p.list.cursor = p.rung(engine.RungAt(p.rungs, s.d.assembly.Budget.Tokens))
	}
}

// rung returns the place of the rung in a row: the dearest stands on top.
func (p *ladderPane) rung(row int) int { return len(p.rungs) - 1 - row }

func (p *ladderPane) box(s *scene) frame.Box {
	p.build(s)
	b := frame.Box{Title: "Ladder " + s.Glyphs.Middle + " what a budget buys", Foot: engine.Plural(len(p.rungs), "rung", "rungs"),
		FootRight: p.list.position(p.room(s))}
	if p.ab.a != nil {
		b.Foot += ", A is its budget's"
	}
	return b
}

// formWidth is the width of the ladder's forms.
const formWidth = 7

// fromWidth is that of its budgets: the dearest rung has the longest.
func (p *ladderPane) fromWidth() int {
	return max(len(cell.Number(p.rungs[len(p.rungs)-1].From)), 6) + 1
}

// room is the number of rungs there is space for above what the next one costs.
func (p *ladderPane) room(s *scene) int { return max(s.h-1-len(p.next(s)), 1) }

func (p *ladderPane) lines(s *scene) []string {
	p.build(s)
	now := engine.RungAt(p.rungs, s.d.assembly.Budget.Tokens)
	const head = themes.Heading
	fromWidth, next := p.fromWidth(), p.next(s)
	out := []string{s.Row(s.w, style.Off, style.In(head, "  "), style.Number(head, "from", fromWidth), style.In(head, " "), style.Column(head, "form", formWidth),
		style.Column(head, "what it adds to the rung below", max(s.w-3-fromWidth-formWidth, 1)))}
	from, to := p.list.window(len(p.rungs), p.room(s))
	for row := from; row < to; row++ {
		out = append(out, p.row(s, row, p.rung(row) == now))
	}
	for len(out) < s.h-len(next) {
		out = append(out, "")
	}
	return append(out, next...)
}

func (p *ladderPane) row(s *scene, row int, now bool) string {
	r, selected, fromWidth := p.rungs[p.rung(row)], row == p.list.cursor, p.fromWidth()
	mark := " "
	switch {
	case now:
		mark = s.Glyphs.Star
	case p.ab.a != nil && engine.RungAt(p.rungs, p.ab.a.world.Assembly.Budget.Tokens) == p.rung(row):
		mark = "A"
	}
	return s.Row(s.w, s.mark(selected), style.In(themes.Accent, s.cursorGlyph(selected)+mark), style.Number(themes.Strong, cell.Number(r.From), fromWidth),
		style.In(themes.Text, " "), style.Column(formRole(r.Form), string(r.Form), formWidth),
		style.Column(themes.Text, p.adds(s, p.rung(row)), max(s.w-3-fromWidth-formWidth, 1)))
}

// adds says what a rung gives that the one below does not.
func (p *ladderPane) adds(s *scene, i int) string {
	r := p.rungs[i]
	switch {
	case i == 0:
		return "no listing"
	case r.Form == engine.Full:
		return "a short description for every tool"
	case r.Form == engine.Groups:
		return "a line for every server"
	}
	below := p.rungs[i-1]
	var named []string
	for _, label := range below.Collapsed[min(len(r.Collapsed), len(below.Collapsed)):] {
		named = append(named, s.clean(label))
	}
	if below.Form == engine.None {
		return "names, but for " + engine.Plural(len(r.Collapsed), "server", "servers")
	}
	return "the names of " + strings.Join(named, ", ")
}

// next says where the budget stands and what comes next.
func (p *ladderPane) next(s *scene) []string {
	now := engine.RungAt(p.rungs, s.d.assembly.Budget.Tokens)
	budget := s.d.assembly.Budget.Tokens
	text := fmt.Sprintf("budget %s: nothing more to buy", cell.Number(budget))
	if now+1 < len(p.rungs) {
		r := p.rungs[now+1]
		text = fmt.Sprintf("budget %s: %s more buy %s", cell.Number(budget), engine.Plural(r.From-budget, "token", "tokens"), p.adds(s, now+1))
	}
	const most = 2 // lines: a hundred servers may follow
	return append([]string{""}, s.briefly(themes.Strong, text, most)...)
}

func (p *ladderPane) wheel(s *scene, by int) { p.list.scroll(by, p.room(s)) }

func (p *ladderPane) state(s *scene) any {
	p.build(s)
	return struct {
		built, pins int
		list        list
	}{p.built, p.ab.pins, p.list}
}

// ladderActions jump to a rung.
func ladderActions() []action {
	onMap := []scope{in(layout.Ladder), in(layout.Grid)}
	return []action{
		{id: "rung-take", title: "Set the knobs to this rung, as little as it takes", hint: "take it", scopes: []scope{in(layout.Ladder)}, keys: []string{"enter"},
			run: func(a *App) tea.Cmd {
				a.ladder.build(a.scene(layout.Ladder))
				return a.toRung(a.ladder.rung(a.ladder.list.cursor))
			}},
		{id: "rung-up", title: "Jump a rung up: set the knobs to what the next tokens buy", hint: "a rung up", scopes: onMap, keys: []string{"+"},
			run: func(a *App) tea.Cmd { return a.stepRung(1) }},
		{id: "rung-down", title: "Jump a rung down: set the knobs to what fewer tokens buy", scopes: onMap, keys: []string{"-"},
			run: func(a *App) tea.Cmd { return a.stepRung(-1) }},
	}
}

// stepRung goes to the rung next to the one that the budget stands on.
func (a *App) stepRung(by int) tea.Cmd {
	p := a.ladder
	p.build(a.scene(layout.Ladder))
	i := engine.RungAt(p.rungs, a.d.assembly.Budget.Tokens) + by
	if i < 0 || i >= len(p.rungs) {
		a.say("there is no rung beyond this one")
		return nil
	}
	p.list.cursor = p.rung(i)
	return a.toRung(i)
}

// toRung moves the knobs as little as it takes to stand on a rung.
func (a *App) toRung(i int) tea.Cmd {
	p := a.ladder
	p.build(a.scene(layout.Ladder))
	i = min(max(i, 0), len(p.rungs)-1)
	const open = 1 << 40 // above the last rung there is no other
	below := open
	if i+1 < len(p.rungs) {
		below = p.rungs[i+1].From
	}
	c, ok := a.in.Config.Reaching(p.rungs[i].From, below, a.in.Context)
	if !ok {
		a.say(fmt.Sprintf("the knobs do not reach a budget of %s tokens here", cell.Number(p.rungs[i].From)))
		return nil
	}
	to := a.in
	to.Config = c
	a.change(fmt.Sprintf("the rung from %s tokens", cell.Number(p.rungs[i].From)), "", to)
	return nil
}
