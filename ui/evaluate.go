package ui

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/engine/eval"
	"findable/ui/layout"
)

// An evaluation holds the cases, how they fare now, and what was tried before.
type evaluation struct {
	cases []eval.Case
	// made are the cases made here, of which the first kept ones stand: those behind
	// them were undone.
	made []madeCase
	kept int
	// asked counts changes of the cases; done is what the last try was measured
	// for, going what is being measured.
	asked       int
	done, going measured
	stop        context.CancelFunc
	tries       []try
	now         int // the place of the present try in tries
	base        int // of the one that others are held against
	comparison  eval.Comparison
	groups      groups // of the present try
	named       named
	analysis    analysis
	revision    int // counts results
}

// measured is what the outcome of the cases depends on.
type measured struct {
	session *engine.Session
	limit   int
	cases   int
	base    int
}

// A try is one state of the inputs and how the cases fared in it.
type try struct {
	eval.Try
	inputs    Inputs
	intervals [][2]float64 // of each measure, 95 %
	names     *eval.Names
}

// mostTries is how many tries are kept; the oldest but the base go first.
const mostTries = 99

// An evaluatedMsg brings the outcome of the cases.
type evaluatedMsg struct {
	of         measured
	inputs     Inputs
	outcomes   []eval.Outcome
	names      *eval.Names
	intervals  [][2]float64
	comparison *eval.Comparison // with the base, nil for the first try
	groups     groups
	effect     string // of the change that was measured, "" for none
	err        error
}

// current returns the present try, nil when nothing has been measured.
func (e *evaluation) current() *try {
	if len(e.tries) == 0 {
		return nil
	}
	return &e.tries[e.now]
}

// evaluate begins to measure the cases where they were last measured for something
// else.
func (a *App) evaluate() tea.Cmd {
	e := &a.evaluation
	of := measured{a.d.session, a.d.limit(), e.asked, e.base}
	if len(e.cases) == 0 || of == e.going {
		return nil
	}
	if e.stop != nil { // what is being measured is not what is wanted
		e.stop()
		e.going, e.stop = measured{}, nil
	}
	if of == e.done {
		return nil
	}
	ctx, stop := context.WithCancel(a.ctx)
	e.going, e.stop = of, stop
	msg := evaluatedMsg{of: of, inputs: measuredInputs(a.in)}
	var known *try // of the same session and cases: only measured again
	if t := e.current(); t != nil && e.done.session == of.session && e.done.cases == of.cases {
		known = t
	}
	var base, before *eval.Try
	if len(e.tries) > 0 {
		base = &e.tries[e.base].Try
	}
	if t := e.current(); t != nil && of.cases == e.done.cases && (of.session != e.done.session || of.limit != e.done.limit) { // the inputs have changed
		before = &t.Try
	}
	config, cases := a.d.config, e.cases
	return func() tea.Msg {
		defer stop()
		engine := eval.NewSession(of.session, config)
		if known != nil {
			msg.outcomes, msg.names = known.Outcomes, known.names
		} else {
			msg.names = engine.Names()
			msg.outcomes, msg.err = eval.Run(ctx, engine, cases, nil)
		}
		msg.groups = newGroups(msg.outcomes, msg.names, engine.Description, of.limit)
		for _, m := range eval.All() {
			low, high := eval.Interval(m.Values(msg.outcomes, of.limit))
			msg.intervals = append(msg.intervals, [2]float64{low, high})
		}
		now := eval.NewTry(0, "", of.limit, msg.outcomes)
		if base != nil {
			c := eval.Compare(*base, now)
			msg.comparison = &c
		}
		if before != nil {
			msg.effect = effectOf(eval.Compare(*before, now))
		}
		return msg
	}
}

// measuredInputs are the inputs without those that no case depends on.
func measuredInputs(in Inputs) Inputs {
	in.Query, in.Target = "", ""
	return in
}

// effectOf says in a few words what a change does to the cases, and which of them it
// breaks.
func effectOf(c eval.Comparison) string {
	text := "cases fare the same"
	for _, i := range []int{1, 3} { // recall within the limit, or else the rank
		d := c.Differences[i]
		if math.Abs(d.After-d.Before) >= 0.0005 {
			text = fmt.Sprintf("%s %s > %s", d.Measure.Name, figure(d.Before), figure(d.After))
			break
		}
	}
	broken := c.Broken()
	if len(broken) == 0 {
		return text
	}
	return fmt.Sprintf("%s, breaks %d: %s", text, len(broken), strconv.Quote(broken[0].After.Case.Query))
}

// tellEffect puts what a change does to the cases into the message about it.
func (a *App) tellEffect(effect string) {
	g, message, what := a.styles.Glyphs, a.message, ""
	effect = strings.Replace(a.clean(effect), " > ", " "+g.Right+" ", 1)
	if past := a.history.past; len(past) > 0 {
		what = past[len(past)-1].what
	}
	dot := " " + g.Middle + " "
	rest, ok := strings.CutPrefix(message, what)
	switch {
	case ok && what != "":
		message = what + dot + effect + rest
	case message != "":
		message = effect + dot + message
	default:
		message = effect
	}
	if n := len(a.said); n > 0 && a.said[n-1].text == a.message { // one step has one message
		a.said = a.said[:n-1]
	}
	a.say(message)
}

// onEvaluated takes over an outcome, unless something else is being measured by now.
func (a *App) onEvaluated(msg evaluatedMsg) {
	e := &a.evaluation
	if msg.of != e.going {
		a.dropped++
		return
	}
	e.going = measured{}
	if msg.err != nil {
		return
	}
	e.done = msg.of
	e.revision++
	i := slices.IndexFunc(e.tries, func(t try) bool { return t.inputs.Equal(msg.inputs) && len(t.Outcomes) == len(msg.outcomes) })
	number, name := len(e.tries)+1, "as loaded"
	if n := len(e.tries); n > 0 {
		number = e.tries[n-1].Number + 1
		if past := a.history.past; len(past) > 0 {
			name = past[len(past)-1].what
		}
	}
	if i >= 0 {
		number, name = e.tries[i].Number, e.tries[i].Name
	} else {
		i = len(e.tries)
		e.tries = append(e.tries, try{})
	}
	e.tries[i] = try{eval.NewTry(number, name, msg.of.limit, msg.outcomes), msg.inputs, msg.intervals, msg.names}
	e.now = i
	e.groups = msg.groups
	e.comparison = eval.Comparison{}
	if msg.comparison != nil {
		e.comparison = *msg.comparison
	}
	if msg.effect != "" {
		a.tellEffect(msg.effect)
	}
	if len(e.tries) > mostTries {
		oldest := 0
		if e.base == 0 {
			oldest = 1
		}
		e.drop(oldest)
	}
}

// drop takes a try away that is neither the base nor the present one.
func (e *evaluation) drop(i int) {
	e.tries = slices.Delete(e.tries, i, i+1)
	if i < e.now {
		e.now--
	}
	if i < e.base {
		e.base--
		e.done.base = e.base
	}
	e.revision++
}

// openCase searches for the query of the case under the cursor.
func (a *App) openCase() {
	if o, ok := a.cases.current(a.scene(layout.Cases)); ok {
		a.setQuery(o.Case.Query)
		a.show(layout.Tune)
		a.setFocus(layout.Hits)
	}
}

// askCase goes to the Why view for the case under the cursor, with the first tool
// that it misses.
func (a *App) askCase() {
	o, ok := a.cases.current(a.scene(layout.Cases))
	if !ok || len(o.Case.Expect) == 0 {
		return
	}
	a.question(o.Case.Query, a.evaluation.current().missing(o))
}

// missing is the first tool, in full, that a case misses, or its first one.
func (t *try) missing(o eval.Outcome) string {
	want := o.Case.Expect[0].Name
	for i, w := range o.Case.Expect {
		if o.Ranks[i] == 0 || o.Ranks[i] > t.Limit {
			want = w.Name
			break
		}
	}
	if means := t.names.Find(want); len(means) > 0 {
		want = t.names.Tool(means[0]).Full
	}
	return want
}

func noCase(a *App) string {
	if _, ok := a.cases.current(a.scene(layout.Cases)); !ok {
		return "the cursor is on no case"
	}
	return ""
}
