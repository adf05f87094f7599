package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/layout"
	"findable/ui/style"
)

// mapPane shows tier and form over the context length and one knob of the budget.
// Letters say what a cell is; shading only helps.
type mapPane struct {
	byCap    bool // over listing_max_tokens, not threshold_pct
	row, col int  // the cursor
	placed   bool // the cursor was put on the present settings once
	built    mapBuild
	contexts []int
	columns  []engine.Config
	cells    [][]engine.Cell
	names    []string // of the models of each context, by context
	labels   []string // of the contexts
	margin   int      // cells that the longest of them takes, with the mark of models
	ab       *comparing
}

type mapBuild struct {
	assemblies int
	byCap      bool
}

func (p *mapPane) build(s *scene) {
	key := mapBuild{s.d.assemblies, p.byCap}
	if p.cells != nil && p.built == key {
		return
	}
	p.built = key
	p.contexts = engine.SweepContexts()
	if s.in.Context > 0 {
		p.contexts = append(p.contexts, s.in.Context)
	}
	for _, m := range s.src.Models {
		p.contexts = append(p.contexts, m.Context)
	}
	slices.Sort(p.contexts)
	p.contexts = slices.Compact(p.contexts)
	p.names, p.labels, p.margin = make([]string, len(p.contexts)), make([]string, len(p.contexts)), 0
	for i, n := range p.contexts {
		p.labels[i] = cell.Exact(n)
		p.margin = max(p.margin, len(p.labels[i])+2)
	}
	for _, m := range s.src.Models {
		i := slices.Index(p.contexts, m.Context)
		if p.names[i] != "" {
			p.names[i] += ", "
		}
		p.names[i] += m.Name
	}
	p.columns = p.columns[:0]
	c := s.d.config
	if p.byCap {
		caps := append(engine.SweepCaps(), c.ListingMaxTokens)
		slices.Sort(caps)
		for _, n := range slices.Compact(caps) {
			c.ListingMaxTokens = n
			p.columns = append(p.columns, c)
		}
	} else {
		percents := append(engine.SweepPercents(), c.ThresholdPct)
		slices.Sort(percents)
		for _, x := range slices.Compact(percents) {
			c.ThresholdPct = x
			p.columns = append(p.columns, c)
		}
	}
	p.cells = s.d.session.Sweep(p.columns, p.contexts)
	if row, col := p.present(s); !p.placed && row >= 0 {
		p.row, p.col, p.placed = row, col, true
	}
	p.row, p.col = min(p.row, len(p.contexts)-1), min(p.col, len(p.columns)-1)
}

// present is the cell of the present settings; the row is -1 when the context is
// not known.
func (p *mapPane) present(s *scene) (row, col int) {
	return slices.Index(p.contexts, s.in.Context), slices.IndexFunc(p.columns, func(c engine.Config) bool {
		return sameBudget(c, s.d.config)
	})
}

// sameBudget reports whether both knobs of the budget stand alike.
func sameBudget(a, b engine.Config) bool {
	return a.ListingMaxTokens == b.ListingMaxTokens && a.ThresholdPct == b.ThresholdPct
}

func (p *mapPane) axis() string {
	if p.byCap {
		return "listing_max_tokens"
	}
	return "threshold_pct"
}

func (p *mapPane) value(c engine.Config) string {
	if p.byCap {
		return cell.Short(c.ListingMaxTokens)
	}
	return strconv.FormatFloat(c.ThresholdPct, 'g', 4, 64)
}

func (p *mapPane) box(s *scene) frame.Box {
	p.build(s)
	return frame.Box{Title: fmt.Sprintf("Map %s form by context %s %s", s.Glyphs.Middle, s.Glyphs.Times, p.axis()),
		Foot: p.foot(s), FootRight: fmt.Sprintf("%d cells", len(p.contexts)*len(p.columns))}
}

// Widths of the map, in cells; namesWidth is what the names of models take where
// there is room for them beside the cells.
const mapCellWidth, namesWidth = 5, 22

// window returns the columns and, from the top, the rows that are seen: those around
// the cursor; and whether the models' names stand beside them.
func (p *mapPane) window(s *scene) (from, to, top, bottom int, names bool) {
	room := s.w - 1 - p.margin
	if names = len(s.src.Models) > 0 && room-namesWidth >= mapCellWidth*len(p.columns); names {
		room -= namesWidth
	}
	shown := max(room/mapCellWidth, 1)
	from = min(max(p.col-shown+1, 0), max(len(p.columns)-shown, 0))
	to = min(from+shown, len(p.columns))
	const below = 6 // lines for the axis, the cell and the legend
	rows := min(max(s.h-below, 3), len(p.contexts))
	top = len(p.contexts) - 1
	if over := len(p.contexts) - rows; over > 0 { // the cursor in the middle, as far as there are rows
		top -= min(max(len(p.contexts)-1-p.row-rows/2, 0), over)
	}
	return from, to, top, top - rows + 1, names
}

// foot says what the marks are.
func (p *mapPane) foot(s *scene) string {
	foot := "[ ] is your config"
	if p.ab.a != nil {
		foot = "[ ] is now, A was"
	}
	if len(s.src.Models) > 0 {
		foot += ", " + s.Glyphs.Dot + " a model's context"
	}
	return foot
}

// letter is a form in two or three letters: F all full, n all names, m and the
// number of groups that are summaries, g all summaries, - no listing.
func letter(r engine.Rung) string {
	switch r.Form {
	case engine.Full:
		return "F"
	case engine.Names:
		return "n"
	case engine.Mixed:
		return "m" + strconv.Itoa(len(r.Collapsed))
	case engine.Groups:
		return "g"
	}
	return "-"
}

// formRole is the look of a form.
func formRole(f engine.Form) themes.Role {
	switch f {
	case engine.Full:
		return themes.Good
	case engine.Names:
		return themes.Notice
	case engine.Mixed:
		return themes.Warning
	case engine.Groups:
		return themes.Bad
	}
	return themes.Muted
}

func (p *mapPane) lines(s *scene) []string {
	p.build(s)
	from, to, top, bottom, names := p.window(s)
	row, col := p.present(s)
	var out []string
	for i := top; i >= bottom; i-- {
		mark := " "
		if p.names[i] != "" {
			mark = s.Glyphs.Dot
		}
		segs := []style.Seg{style.Number(themes.Heading, p.labels[i], p.margin-1), style.In(themes.Accent, mark), style.In(themes.Text, " ")}
		for j := from; j < to; j++ {
			segs = append(segs, p.cellSegs(s, i, j, i == row && j == col)...)
		}
		if names {
			segs = append(segs, style.Column(themes.Text, s.clean(p.names[i]), namesWidth))
		}
		out = append(out, s.Row(s.w, style.Off, segs...))
	}
	segs := []style.Seg{style.Number(themes.Heading, "ctx", p.margin), style.In(themes.Text, " ")}
	for j := from; j < to; j++ {
		segs = append(segs, style.Number(themes.Heading, p.value(p.columns[j]), mapCellWidth-1), style.In(themes.Text, " "))
	}
	out = append(out, s.Row(s.w, style.Off, segs...), "")
	out = append(out, p.selected(s)...)
	out = append(out, s.paragraph(themes.Muted, "F all full, n all names (tier 1), m1 and so on that many servers are summaries (tier 1), g all summaries, - no listing (tier 2)")...)
	if names {
		return out
	}
	return append(out, p.models(s)...)
}

// models lists the models with their contexts, where they do not stand in the map.
func (p *mapPane) models(s *scene) []string {
	var parts []string
	for i, names := range p.names {
		if names != "" {
			parts = append(parts, p.labels[i]+" "+s.clean(names))
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return append([]string{""}, s.paragraph(themes.Muted, s.Glyphs.Dot+" "+strings.Join(parts, "; "))...)
}

func (p *mapPane) cellSegs(s *scene, i, j int, present bool) []style.Seg {
	r := p.cells[i][j].Rung
	text := letter(r)
	left, right := " ", " "
	switch {
	case present:
		left, right = "[", "]"
	case p.ab.a != nil && p.ab.a.world.Context == p.contexts[i] && sameBudget(p.ab.a.world.Config, p.columns[j]):
		left = "A"
	}
	role := formRole(r.Form)
	if i == p.row && j == p.col {
		left, role = s.Glyphs.Cursor, themes.Strong
	}
	return []style.Seg{style.In(themes.Accent, left), style.Number(role, text, mapCellWidth-2), style.In(themes.Accent, right)}
}

// selected says what the cell under the cursor is.
func (p *mapPane) selected(s *scene) []string {
	c := p.cells[p.row][p.col]
	leg := "pct binds"
	if c.Budget.CapBinds() {
		leg = "cap binds"
	}
	text := fmt.Sprintf("context %s, %s %s: budget %s tok, %s; tier %d, %s, %s tok", cell.Number(p.contexts[p.row]), p.axis(), p.value(p.columns[p.col]),
		cell.Number(c.Budget.Tokens), leg, c.Rung.Tier, c.Rung.Form, cell.Number(c.Rung.Tokens))
	if names := p.names[p.row]; names != "" {
		text += "; " + s.Glyphs.Dot + " " + s.clean(names)
	}
	return s.paragraph(themes.Strong, text)
}

func (p *mapPane) move(_ *scene, by int) { p.row = min(max(p.row-by, 0), len(p.contexts)-1) }

func (p *mapPane) sideways(by int) { p.col = min(max(p.col+by, 0), len(p.columns)-1) }

func (p *mapPane) wheel(s *scene, by int) { p.move(s, by) }

func (p *mapPane) click(s *scene, x, y int) {
	from, to, top, bottom, _ := p.window(s)
	i, j := top-y, from+(x-p.margin-1)/mapCellWidth
	if y >= 0 && i >= bottom && x > p.margin && j < to {
		p.row, p.col = i, j
	}
}

func (p *mapPane) state(s *scene) any {
	p.build(s)
	return struct {
		built          mapBuild
		row, col, pins int
	}{p.built, p.row, p.col, p.ab.pins}
}

// takeCell sets the knobs to the cell under the cursor.
func (a *App) takeCell() tea.Cmd {
	p := a.maps
	p.build(a.scene(layout.Grid))
	to := a.in
	to.Context = p.contexts[p.row]
	to.Config.ThresholdPct, to.Config.ListingMaxTokens = p.columns[p.col].ThresholdPct, p.columns[p.col].ListingMaxTokens
	what := fmt.Sprintf("the map's cell: context %s, %s %s", cell.Number(to.Context), p.axis(), p.value(p.columns[p.col]))
	if names := p.names[p.row]; names != "" {
		what += ", as for " + a.clean(names)
	}
	a.change(what, "", to)
	return nil
}
