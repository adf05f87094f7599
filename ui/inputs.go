package ui

import (
	"reflect"
	"slices"

	"findable/engine"
	"findable/engine/cost"
)

// Inputs is everything that the user sets and the engine's answers depend on.
// It is a value: changing it makes another one, so undo, comparing two states
// and evaluating a third are nothing but other Inputs. Slices are never changed
// in place.
type Inputs struct {
	// Generation names the rules.
	Generation string
	// Config holds the knobs, always within their ranges. Its Defer is nil until
	// the user sets a list of her own; then it is used where the generation has
	// the key.
	Config engine.Config
	// Context is the model's context length in tokens; 0 is unknown.
	Context int
	// Scope is what the session may use; switching a server off adds to Disable.
	Scope engine.Scope
	// Query is the text of the query box; a semicolon separates queries.
	Query string
	// Target is the name of the tool that the query should find, "" for none.
	Target string
	// Edits are what-ifs on tools; what was loaded stays as it is.
	Edits []engine.Edit
	// Use is what a session does and what its tokens cost, for the Cost view; the zero
	// value stands for cost.DefaultUse.
	Use cost.Use
}

// Equal reports whether two inputs are the same.
func (in Inputs) Equal(other Inputs) bool { return reflect.DeepEqual(in, other) }

// generations are only read: making them anew for every knob that is drawn would
// cost more than drawing it.
var generations = engine.Generations()

// Rules returns the generation's rules.
func (in Inputs) Rules() engine.Rules {
	for _, rules := range generations {
		if rules.Name == in.Generation {
			return rules
		}
	}
	return engine.Rules{}
}

// Effective returns the configuration as the generation reads it: with its
// default defer list unless another one is set, without any where it has no
// such key.
func (in Inputs) Effective() engine.Config {
	c, rules := in.Config, in.Rules()
	if c.Defer == nil || rules.DefaultDefer == nil {
		c.Defer = rules.DefaultDefer
	}
	return c
}

// Switched returns the inputs with a toolset switched on or off.
func (in Inputs) Switched(toolset string, on bool) Inputs {
	disable := slices.DeleteFunc(slices.Clone(in.Scope.Disable), func(n string) bool {
		return engine.SameToolset(n, toolset)
	})
	if !on {
		disable = append(disable, toolset)
		slices.Sort(disable)
	}
	in.Scope.Disable = disable
	if on && !in.Scope.Contains(toolset) { // an enable list left it out
		in.Scope.Enable = append(slices.Clone(in.Scope.Enable), toolset)
	}
	return in
}

// history is the undo stack: what was changed, and the inputs before it.
type history struct {
	past, future []change
	open         string // the change that still takes in further ones of its kind
}

// A change is what was done, and what was before it.
type change struct {
	what  string
	in    Inputs
	marks marks
}

// marks are the places and folds that the user has set and that no answer of the
// engine depends on. They can be undone like the rest.
type marks struct {
	server string // the key of the selected row
	open   string // the labels of the unfolded servers, one a line
	order  serverSort
	hit    int // the selected row
	cases  int // made in the app
}

// record notes a change before which things were as given. Changes of one kind in
// a row, a slider held down or a query typed, are one step.
func (h *history) record(what, kind string, before Inputs, m marks) {
	h.future = nil
	if kind == "" || kind != h.open {
		h.past = append(h.past, change{what, before, m})
	} else {
		h.past[len(h.past)-1].what = what
	}
	h.open = kind
}

// close ends the merging: the next change is a step of its own.
func (h *history) close() { h.open = "" }

func (h *history) undo(now change) (change, bool) { return h.step(&h.past, &h.future, now) }
func (h *history) redo(now change) (change, bool) { return h.step(&h.future, &h.past, now) }

// step takes the last change from one stack and puts what is now on the other.
func (h *history) step(from, to *[]change, now change) (change, bool) {
	h.close()
	if len(*from) == 0 {
		return change{}, false
	}
	last := (*from)[len(*from)-1]
	*from = (*from)[:len(*from)-1]
	now.what = last.what
	*to = append(*to, now)
	return last, true
}
