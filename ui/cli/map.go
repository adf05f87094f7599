package cli

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"findable/engine"
	"findable/engine/py"
	"findable/ui/cell"
)

// pctAxis and capAxis are the knobs that a map may have as its columns.
const pctAxis, capAxis = "pct", "cap"

func (r *run) sweep() *cobra.Command {
	c := r.command("map [FLAGS] [DUMP...]", "Show tier and form over the knobs, the context lengths and models",
		"Show which form of the listing each threshold_pct gives under each context length, or with\n--axis cap each listing_max_tokens; then what named models get. A models.yaml in the folder of\npreferences adds models: lines of NAME: TOKENS.",
		"  findable map dumps/\n  findable map --axis cap --set threshold_pct=10 dumps/", r.runMap)
	r.axis = pctAxis
	axis := choice{&r.axis, []string{pctAxis, capAxis}}
	c.Flags().Var(axis, "axis", "give the columns the values of `KNOB`: pct is threshold_pct, cap is listing_max_tokens")
	complete(c, "axis", axis.words, cobra.ShellCompDirectiveNoFileComp)
	r.preferencesFlag(c)
	return c
}

// A knobMap is a map of the knobs, ready to print. A column is a value of the axis.
type knobMap struct {
	axis     string
	values   []float64
	contexts []int
	cells    [][]engine.Cell // by context, then value
	value    float64         // of the present settings
	context  int
	models   []model
	of       []engine.Cell // of the models, under the present settings
}

func (r *run) runMap(ctx context.Context, dumps []string) error {
	p, err := readPreferences(r.preferences)
	if err != nil {
		return err
	}
	p.notes = nil // of keys and looks, which do not count here
	models := p.models()
	s, err := r.open(ctx, dumps)
	if err != nil {
		return err
	}
	r.warnPreferences(p)
	r.warn(s.source.Notes, s.notices)
	c := newKnobMap(r.axis, s.session(), s.inputs.Effective(), s.inputs.Context, models)
	if r.json {
		r.printJSON(c.json(s.inputs.Effective()))
	} else {
		r.printMap(c, s.inputs.Effective())
	}
	return nil
}

func newKnobMap(axis string, session *engine.Session, config engine.Config, context int, models []model) knobMap {
	c := knobMap{axis: axis, value: config.ThresholdPct, context: context, models: models}
	c.contexts = engine.SweepContexts()
	c.values = engine.SweepPercents()
	if axis == capAxis {
		c.value, c.values = float64(config.ListingMaxTokens), nil
		for _, n := range engine.SweepCaps() {
			c.values = append(c.values, float64(n))
		}
	}
	c.contexts, c.values = with(c.contexts, context), with(c.values, c.value)
	columns := make([]engine.Config, len(c.values))
	for i, v := range c.values {
		columns[i] = config
		if axis == capAxis {
			columns[i].ListingMaxTokens = int(v)
		} else {
			columns[i].ThresholdPct = v
		}
	}
	c.cells = session.Sweep(columns, c.contexts)
	lengths := make([]int, len(models))
	for i, m := range models {
		lengths[i] = m.Context
	}
	for _, row := range session.Sweep([]engine.Config{config}, lengths) {
		c.of = append(c.of, row[0])
	}
	return c
}

// with puts a number into a sorted list, unless it is there.
func with[N int | float64](list []N, n N) []N {
	i, found := slices.BinarySearch(list, n)
	if found {
		return list
	}
	return slices.Insert(list, i, n)
}

func (c knobMap) json(config engine.Config) py.Object {
	value := func(v float64) py.Value {
		if c.axis == capAxis {
			return py.Int(int(v))
		}
		return py.Float(v)
	}
	key, rows, models := "threshold_pct", py.List{}, py.List{}
	if c.axis == capAxis {
		key = "listing_max_tokens"
	}
	for i, row := range c.cells {
		cells := py.List{}
		for j, cell := range row {
			cells = append(cells, append(py.Object{{Key: key, Value: value(c.values[j])}}, cellJSON(cell)...))
		}
		rows = append(rows, py.Object{{Key: "context", Value: py.Int(c.contexts[i])}, {Key: "cells", Value: cells}})
	}
	for i, m := range c.models {
		o := append(py.Object{{Key: "model", Value: m.Name}, {Key: "context", Value: py.Int(m.Context)}}, cellJSON(c.of[i])...)
		models = append(models, append(o, py.Member{Key: "source", Value: m.Source}, py.Member{Key: "checked", Value: m.Checked}))
	}
	return py.Object{
		{Key: "schema", Value: "findable.map/1"}, {Key: "axis", Value: key}, {Key: "config", Value: configJSON(config)},
		{Key: "context", Value: py.Int(c.context)}, {Key: "rows", Value: rows}, {Key: "models", Value: models},
	}
}

func cellJSON(c engine.Cell) py.Object {
	return py.Object{
		{Key: "budget", Value: py.Int(c.Budget.Tokens)}, {Key: "tier", Value: py.Int(c.Rung.Tier)}, {Key: "form", Value: string(c.Rung.Form)},
		{Key: "tokens", Value: py.Int(c.Rung.Tokens)}, {Key: "collapsed", Value: py.Int(len(c.Rung.Collapsed))},
	}
}

// letters says in one to three letters what a cell is.
func letters(c engine.Cell) string {
	switch {
	case c.Rung.Tier == 0:
		return "0"
	case c.Rung.Form == engine.Full:
		return "F"
	case c.Rung.Form == engine.Names:
		return "n"
	case c.Rung.Form == engine.Mixed:
		return "m" + strconv.Itoa(len(c.Rung.Collapsed))
	case c.Rung.Form == engine.Groups:
		return "g"
	}
	return "-"
}

func (r *run) printMap(c knobMap, config engine.Config) {
	columns, fixed := "threshold_pct in percent", "listing_max_tokens is "+cell.Number(config.ListingMaxTokens)
	if c.axis == capAxis {
		columns, fixed = "listing_max_tokens", "threshold_pct is "+percent(config.ThresholdPct)
	}
	r.line("form of the listing: rows are context lengths, columns %s;", columns)
	r.line("%s", fixed)
	r.line("")
	shown := c.thinned()
	pitch := c.pitch(shown)
	for i := len(c.contexts) - 1; i >= 0; i-- {
		line, lead := cell.PadLeft(contextLabel(c.contexts[i]), c.margin()), " "
		for _, j := range shown {
			text := lead + cell.PadLeft(letters(c.cells[i][j]), pitch-1)
			lead = " "
			if c.contexts[i] == c.context && c.values[j] == c.value {
				before := strings.LastIndexByte(text, ' ')
				text, lead = text[:before]+"["+text[before+1:], "]"
			}
			line += text
		}
		r.line("%s", strings.TrimRight(line+lead, " "))
	}
	line := cell.PadLeft("", c.margin())
	for _, j := range shown {
		line += cell.PadLeft(c.label(j), pitch)
	}
	r.line("%s", line)
	r.line("")
	r.line("  tier 1:  F  names and descriptions   n  names   m2  names, two servers a line")
	r.line("  tier 2:  g  a line for each server   -  no listing")
	r.line("  tier 0:  0  every tool is loaded     [ ] the present settings")
	r.line("")
	rows := [][]string{{"model", "context", "budget", "tier", "form", "tokens"}}
	for i, m := range c.models {
		of := c.of[i]
		rows = append(rows, []string{r.glyphs().Clean(m.Name), cell.Number(m.Context), cell.Number(of.Budget.Tokens),
			strconv.Itoa(of.Rung.Tier), string(of.Rung.Form), cell.Number(of.Rung.Tokens)})
	}
	r.printTable([]bool{false, true, true, true, false, true}, rows)
}

// chartWidth is how wide a line of the map may be.
const chartWidth = 80

// thinned returns the places of the columns that fit: of those that crowd each
// other, one is left out, but never that of the present settings.
func (c knobMap) thinned() []int {
	var shown []int
	for i := range c.values {
		shown = append(shown, i)
	}
	for c.margin()+len(shown)*c.pitch(shown)+1 > chartWidth {
		crowded, least := 1, 0.0
		for k := 1; k < len(shown); k++ {
			ratio := c.values[shown[k]] / max(c.values[shown[k-1]], 1e-9)
			if c.values[shown[k]] != c.value && (least == 0 || ratio < least) {
				crowded, least = k, ratio
			}
		}
		shown = slices.Delete(shown, crowded, crowded+1)
	}
	return shown
}

// pitch is the width of a column, with the space before it.
func (c knobMap) pitch(shown []int) int {
	wide := 0
	for _, j := range shown {
		wide = max(wide, len(c.label(j)))
		for i := range c.contexts {
			wide = max(wide, len(letters(c.cells[i][j])))
		}
	}
	return wide + 1
}

func (c knobMap) label(j int) string {
	if c.axis == capAxis {
		return cell.Short(int(c.values[j]))
	}
	return percent(c.values[j])
}

// margin is the width of the labels of the rows.
func (c knobMap) margin() int {
	wide := 5
	for _, n := range c.contexts {
		wide = max(wide, len(contextLabel(n)))
	}
	return wide
}

// percent writes a percentage in few letters: .25, 5, 7.5.
func percent(p float64) string {
	text := strconv.FormatFloat(p, 'f', -1, 64)
	if strings.HasPrefix(text, "0.") {
		text = text[1:]
	}
	return text
}

func contextLabel(n int) string {
	if n <= 0 {
		return "?"
	}
	return cell.Exact(n)
}
