package ui

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"findable/engine/cost"
	"findable/ui/cell"
	"findable/ui/layout"
)

// turning is the pane whose knobs are turned: that of the session's cost while it has
// the focus, else that of the configuration.
func (a *App) turning() *configPane {
	if a.focus() == layout.Use {
		return a.use
	}
	return a.config
}

func newUsePane() *configPane {
	return &configPane{title: "Session", knobs: useKnobs, painted: map[string]paintedKnob{}}
}

// use is what a session does: what was set, or the usual.
func (in Inputs) use() cost.Use {
	if in.Use == (cost.Use{}) {
		return cost.DefaultUse()
	}
	return in.Use
}

// mostTools is the highest number of tools that a session is reckoned with.
const mostTools = 200

// useKnobs are the knobs of a session's cost, named like the flags of findable cost.
var useKnobs = []knob{
	countKnob("turns", "Requests that the work takes with every tool loaded.", func(u cost.Use) int { return u.Turns }, func(u *cost.Use, v int) { u.Turns = v }, 1, 1, cost.MaxTurns),
	countKnob("tools", "Different deferred tools that it calls: each is described once, and searched for where the listing hides it.",
		func(u cost.Use) int { return u.Tools }, func(u *cost.Use, v int) { u.Tools = v }, 1, 0, mostTools),
	shareKnob("found", "Share of searches that find the tool; after a miss the model searches again.", func(u cost.Use) float64 { return u.Found }, func(u *cost.Use, v float64) { u.Found = v }, 5, 100),
	countKnob("conversation", "What the rest of a request holds on average; each further round trip reads it again.",
		func(u cost.Use) int { return u.Conversation }, func(u *cost.Use, v int) { u.Conversation = v }, 1000, 0, 1_000_000),
	shareKnob("cache_ratio", "Price of a token that the prompt cache holds, of the full price; 100 % is no cache.", func(u cost.Use) float64 { return u.CacheRead }, func(u *cost.Use, v float64) { u.CacheRead = v }, 0, 100),
	shareKnob("cache_write", "Price of a token that the cache takes in, of the full price; 100 % is no surcharge.",
		func(u cost.Use) float64 { return u.CacheWrite }, func(u *cost.Use, v float64) { u.CacheWrite = v }, 0, 400),
}

// allKnobs are those of the configuration and of a session's cost: what the palette
// sets, and what sides are held against each other by.
var allKnobs = slices.Concat(knobs, useKnobs)

// onUse makes of functions on a session some on inputs.
func onUse[T any](get func(cost.Use) T, set func(*cost.Use, T)) (read func(Inputs) T, write func(*Inputs, T)) {
	return func(in Inputs) T { return get(in.use()) }, func(in *Inputs, v T) {
		u := in.use()
		set(&u, v)
		if in.Use = u; u == cost.DefaultUse() {
			in.Use = cost.Use{}
		}
	}
}

// countKnob is a whole number from low to high that goes by steps; its slider is
// finer at the low end.
func countKnob(key, about string, get func(cost.Use) int, set func(*cost.Use, int), step, low, high int) knob {
	read, write := onUse(get, set)
	usual := get(cost.DefaultUse())
	long := math.Log(float64(high-low)/float64(step) + 1)
	return knob{
		key: key, about: about, span: fmt.Sprintf("%s to %s, step %s, default %s", cell.Number(low), cell.Number(high), cell.Number(step), cell.Number(usual)),
		show: func(in Inputs) string { return cell.Number(read(in)) },
		step: func(in *Inputs, by int) {
			n := read(*in)
			stepInt(&n, step, by, low, high)
			write(in, n)
		},
		parse: func(in *Inputs, text string) error {
			n := read(*in)
			err := typed(&n, text, low, high)
			write(in, n)
			return err
		},
		fraction: func(in Inputs) float64 { return math.Log(float64(read(in)-low)/float64(step)+1) / long },
		at: func(in *Inputs, f float64) {
			write(in, min(low+int(math.Round(math.Exp(f*long)-1))*step, high))
		},
		reset: func(in *Inputs) { write(in, usual) },
	}
}

// shareKnob is a percentage from low to high.
func shareKnob(key, about string, get func(cost.Use) float64, set func(*cost.Use, float64), low, high float64) knob {
	read, write := onUse(get, set)
	usual := get(cost.DefaultUse())
	const step = 5
	// Hundredths of a percent are what a typed value keeps.
	put := func(in *Inputs, percent float64) { write(in, math.Round(percent*100)/1e4) }
	return knob{
		key: key, about: about, span: fmt.Sprintf("%v to %v %%, step %d, default %s", low, high, step, percent(usual*100)),
		show: func(in Inputs) string { return percent(math.Round(read(in)*1e4) / 100) },
		step: func(in *Inputs, by int) { put(in, clamp(snap(math.Round(read(*in)*1e4)/100, step, by), low, high)) },
		parse: func(in *Inputs, text string) error {
			f, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(text, "%")), 64)
			if err != nil || !(f >= low && f <= high) {
				return fmt.Errorf("a percentage from %v to %v", low, high)
			}
			put(in, f)
			return nil
		},
		fraction: func(in Inputs) float64 { return (read(in)*100 - low) / (high - low) },
		at:       func(in *Inputs, f float64) { put(in, math.Round((low+f*(high-low))/step)*step) },
		reset:    func(in *Inputs) { write(in, usual) },
	}
}
