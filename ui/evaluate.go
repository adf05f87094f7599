package ui

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/engine/eval"
	"findable/ui/layout"
)

// An evaluation holds the cases, how they fare now, and what was tried before.
type evaluation struct {
	cases []eval.Case
	// asked counts changes of the cases; done is what the last try was measured
	// for, going what is being measured.
	asked       int
	done, going measured
	stop        context.CancelFunc
	tries       []try
	now         int // the place of the present try in tries
	base        int // of the one that others are held against
	comparison  eval.Comparison
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
	err        error
}

// reload takes over the cases as their file has them now, besides those made here.
func (e *evaluation) reload(cases []eval.Case) {
	e.cases = slices.Concat(cases, slices.DeleteFunc(slices.Clone(e.cases), func(c eval.Case) bool {
		return c.Origin.File != madeHere || slices.ContainsFunc(cases, func(saved eval.Case) bool { return saved.Query == c.Query })
	}))
	e.asked++
}

// madeHere is where a case comes from that was made in the app.
const madeHere = "made here"

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
	msg := evaluatedMsg{of: of, inputs: a.in}
	var known *try // of the same session and cases: only measured again
	if t := e.current(); t != nil && e.done.session == of.session && e.done.cases == of.cases {
		known = t
	}
	var base *eval.Try
	if len(e.tries) > 0 {
		base = &e.tries[e.base].Try
	}
	config, cases := a.d.config, e.cases
	return func() tea.Msg {
		defer stop()
		if known != nil {
			msg.outcomes, msg.names = known.Outcomes, known.names
		} else {
			engine := eval.NewSession(of.session, config)
			msg.names = engine.Names()
			msg.outcomes, msg.err = eval.Run(ctx, engine, cases, nil)
		}
		for _, m := range eval.All() {
			low, high := eval.Interval(m.Values(msg.outcomes, of.limit))
			msg.intervals = append(msg.intervals, [2]float64{low, high})
		}
		if base != nil {
			c := eval.Compare(*base, eval.NewTry(0, "", of.limit, msg.outcomes))
			msg.comparison = &c
		}
		return msg
	}
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
	e.comparison = eval.Comparison{}
	if msg.comparison != nil {
		e.comparison = *msg.comparison
	}
	if len(e.tries) > mostTries {
		oldest := 0
		if e.base == 0 {
			oldest = 1
		}
		e.tries = slices.Delete(e.tries, oldest, oldest+1)
		e.now = len(e.tries) - 1
		if oldest < e.base {
			e.base--
		}
		e.done.base = e.base
	}
}

// expect makes a case of the query and the tool under the cursor, and saves it
// where the cases came from.
func (a *App) expect() {
	t := a.selectedTool()
	queries := a.d.queries
	q := queries[min(a.hits.query(), len(queries)-1)]
	c := eval.Case{Query: q, Expect: []eval.Want{{Name: t.Name, Grade: 1}}, Origin: engine.Origin{File: madeHere}}
	a.evaluation.cases = append(slices.Clip(a.evaluation.cases), c)
	a.evaluation.asked++
	where := "kept until you quit; --cases FILE names a file to keep it in"
	if a.src.AddCase != nil {
		file, err := a.src.AddCase(c)
		where = "added to " + a.clean(file)
		if err != nil {
			where = "not saved: " + a.clean(err.Error())
		}
	}
	a.say(fmt.Sprintf("case %d: %s should find %s; %s", len(a.evaluation.cases), strconv.Quote(a.clean(q)), a.clean(t.Bare()), where))
}

// unexpectable says why no case can be made here.
func unexpectable(a *App) string {
	if len(a.d.queries) == 0 {
		return "there is no query"
	}
	return noTool(a)
}

// setBase holds all tries against the one under the cursor.
func (a *App) setBase() {
	e := &a.evaluation
	e.base = min(a.tries.list.cursor, len(e.tries)-1)
	a.say(fmt.Sprintf("tries are held against %d %s", e.tries[e.base].Number, e.tries[e.base].Name))
}

// toTry goes back to the inputs of the try under the cursor.
func (a *App) toTry() {
	e := &a.evaluation
	t := e.tries[min(a.tries.list.cursor, len(e.tries)-1)]
	to := t.inputs
	to.Query, to.Target = a.in.Query, a.in.Target
	a.change(fmt.Sprintf("as in try %d", t.Number), "", to)
}

func noTries(a *App) string {
	if len(a.evaluation.tries) == 0 {
		return "nothing has been measured"
	}
	return ""
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
