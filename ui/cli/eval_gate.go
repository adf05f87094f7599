package cli

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"findable/engine/eval"
)

// A gate is a bound that a figure has to keep.
type gate struct {
	figure string
	bound  float64
	least  bool // the bound is the least that will do, not the most
}

// gates is a flag that adds bounds, as MEASURE=BOUND or, where the flag itself names
// the figure, as a bound alone.
type gates struct {
	to     *[]gate
	figure string
	least  bool
}

func (g gates) String() string { return "" }
func (g gates) Type() string   { return "gate" }

func (g gates) Set(text string) error {
	figure, bound := g.figure, text
	if figure == "" {
		var found bool
		if figure, bound, found = strings.Cut(text, "="); !found || !slices.Contains(figureNames(), figure) {
			return fmt.Errorf("write MEASURE=BOUND, such as recall@5=0.9, with one of %s", strings.Join(figureNames(), ", "))
		}
	}
	v, err := strconv.ParseFloat(bound, 64)
	if err != nil || math.IsNaN(v) || v < 0 || v > 1 && figure != replyTokens {
		return errors.New("write the bound as a number from 0 to 1, such as 0.9")
	}
	*g.to = append(*g.to, gate{figure, v, g.least})
	return nil
}

// replyTokens names the figure that is no share.
const replyTokens = "reply_tokens"

// figureNames are the names of the figures in reports.
func figureNames() []string {
	var names []string
	for _, m := range eval.All() {
		names = append(names, m.Name)
	}
	return append(names, replyTokens)
}

// A figure is a mean over cases with its 95 % interval.
type figure struct {
	name            string
	mean, low, high float64
}

// figuresOf measures outcomes; limit is the configured number of hits. What replies
// cost comes last, where the engine says it.
func figuresOf(outcomes []eval.Outcome, limit int) []figure {
	var all []figure
	add := func(name string, values []float64) {
		f := figure{name: name, mean: eval.Mean(values)}
		f.low, f.high = eval.Interval(values)
		all = append(all, f)
	}
	for _, m := range eval.All() {
		add(m.Name, m.Values(outcomes, limit))
	}
	costs := make([]float64, len(outcomes))
	for i, o := range outcomes {
		costs[i] = float64(o.ReplyTokens)
	}
	if eval.Mean(costs) > 0 {
		add(replyTokens, costs)
	}
	return all
}

// A passage is a gate and the figure that came to it.
type passage struct {
	gate
	value float64
	met   bool
}

// rounding is what a sum of shares may be off by.
const rounding = 1e-9

// pass holds the figures against the gates.
func pass(all []gate, figures []figure) (passed []passage, err error) {
	for _, g := range all {
		i := slices.IndexFunc(figures, func(f figure) bool { return f.name == g.figure })
		if i < 0 {
			return nil, fmt.Errorf("a gate on %s, which this engine does not tell; leave it out", g.figure)
		}
		v := figures[i].mean
		met := g.least && v >= g.bound-rounding || !g.least && v <= g.bound+rounding
		passed = append(passed, passage{g, v, met})
	}
	return passed, nil
}

func (p passage) String() string {
	side := "at most"
	if p.least {
		side = "at least"
	}
	return fmt.Sprintf("%s is %s, wanted %s %v", p.figure, figureText(p.figure, p.value), side, p.bound)
}

// figureText writes a figure for people.
func figureText(name string, v float64) string {
	if name == replyTokens {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'f', 3, 64)
}
