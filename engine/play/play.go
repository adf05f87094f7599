// Package play lets a person be the model: messages of tool calls, written by hand
// or taken from a walkthrough, planned and passed through the agent's stations, with
// the exact replies and what all that costs beside the eager way. It runs no tool
// itself: a call is checked and its answer made up or recorded, unless the caller
// executes it.
package play

import (
	"context"
	"errors"
	"maps"
	"slices"

	"findable/engine"
	"findable/engine/pipeline"
	"findable/engine/planner"
	"findable/engine/py"
)

// A Recorded answer stands for that of a real tool.
type Recorded struct {
	// Tool is a glob over the registered name.
	Tool string
	// Arguments are those that a call must have, nil for any.
	Arguments py.Object
	// Result is the answer, Fail the message of a tool that fails instead.
	Result, Fail string
	Origin       engine.Origin
}

// of reports whether a recorded answer is one to a call.
func (r Recorded) of(e *engine.Entry, args py.Object) bool {
	if !engine.MatchGlob(r.Tool, e.Name) && r.Tool != e.Bare() {
		return false
	}
	for _, m := range r.Arguments {
		if v, ok := args.Get(m.Key); !ok || py.Compact(v) != py.Compact(m.Value) {
			return false
		}
	}
	return true
}

// A Game is one conversation.
type Game struct {
	Session *engine.Session
	Config  engine.Config
	Policy  pipeline.Policy
	Folders planner.Folders
	Results []Recorded
	Meter   Meter
	Turns   []*Turn

	described map[string]bool
}

// NewGame begins a conversation.
func NewGame(s *engine.Session, c engine.Config, a engine.Assembly) *Game {
	return &Game{Session: s, Config: c, Folders: planner.Folders{Working: "/work", Home: "/home/agent"}, Meter: NewMeter(a), described: map[string]bool{}}
}

// A Turn is one message of the model and what became of it.
type Turn struct {
	// Text is what was written.
	Text  string
	Calls []planner.Call
	Plan  planner.Plan
	// Passages has one for each call.
	Passages []*pipeline.Passage
	// Findings tells, call by call, what is worth knowing besides the reply.
	Findings [][]string
	Done     bool
}

// Begin takes a message of the model as far as it goes without the user.
func (g *Game) Begin(text string, calls []planner.Call) *Turn {
	t := g.Prepare(text, calls)()
	g.Take(t)
	return t
}

// Prepare returns a job that takes a message as far as it goes without the user. It
// touches nothing of the conversation, so it may run beside it; Take takes over what
// it returns.
func (g *Game) Prepare(text string, calls []planner.Call) func() *Turn {
	beside := *g
	beside.described = maps.Clone(g.described)
	return func() *Turn { return beside.begin(text, calls) }
}

// Take takes a turn of Prepare into the conversation.
func (g *Game) Take(t *Turn) {
	g.Turns = append(g.Turns, t)
	for _, p := range t.Passages {
		g.learn(p)
	}
}

func (g *Game) begin(text string, calls []planner.Call) *Turn {
	t := &Turn{Text: text, Calls: calls, Plan: planner.New(g.Session, g.Folders, calls)}
	for i, c := range calls {
		line := pipeline.Line{Session: g.Session, Config: g.Config, Policy: g.Policy, Parallel: t.Plan.Beside(i)}
		p := line.Begin(c)
		t.Passages = append(t.Passages, p)
		t.Findings = append(t.Findings, g.findings(p))
		g.learn(p) // a message may describe a tool and call it
	}
	return t
}

// Asks returns the first call of a turn that waits for approval, nil for none.
func (t *Turn) Asks() *pipeline.Passage {
	i := slices.IndexFunc(t.Passages, func(p *pipeline.Passage) bool { return p.Asks })
	if i < 0 {
		return nil
	}
	return t.Passages[i]
}

// Ready returns the places of the calls that wait to be executed.
func (t *Turn) Ready() []int {
	var ready []int
	for i, p := range t.Passages {
		if p.Ready {
			ready = append(ready, i)
		}
	}
	return ready
}

// Settle runs what is ready without any real tool, and ends the turn once nothing
// waits any more.
func (g *Game) Settle(t *Turn) {
	for _, i := range t.Ready() {
		t.Passages[i].Run(context.Background(), g.Pretend)
	}
	g.End(t)
}

// Interrupt ends calls of a turn, by their places, that the user has stopped before
// they were begun.
func (g *Game) Interrupt(t *Turn, calls ...int) {
	for _, i := range calls {
		line := pipeline.Line{Session: g.Session, Config: g.Config, Policy: g.Policy, Parallel: t.Plan.Beside(i)}
		t.Passages[i], t.Findings[i] = line.Interrupt(t.Calls[i]), nil
	}
}

// End takes a turn into the conversation's figures once all its calls are done.
func (g *Game) End(t *Turn) {
	if t.Done || slices.ContainsFunc(t.Passages, func(p *pipeline.Passage) bool { return !p.Done }) {
		return
	}
	t.Done = true
	g.Meter.add(t)
}

// Answer returns what was recorded for a call, the first that fits it; ok says whether
// there is something. The error is that of a tool that fails.
func Answer(recorded []Recorded, e *engine.Entry, args py.Object) (text string, err error, ok bool) {
	for _, r := range recorded {
		if r.of(e, args) {
			if r.Fail != "" {
				err = errors.New(r.Fail)
			}
			return r.Result, err, true
		}
	}
	return "", nil, false
}

// Pretend answers for a tool: as recorded, or that the call was checked and not made.
func (g *Game) Pretend(_ context.Context, e *engine.Entry, args py.Object) (string, error) {
	if text, err, ok := Answer(g.Results, e, args); ok {
		return text, err
	}
	return py.Spaced(py.Object{{Key: "dry_run", Value: true}, {Key: "tool", Value: e.Name}, {Key: "arguments", Value: args},
		{Key: "note", Value: "checked and not run"}}), nil
}

// learn keeps which tools the model has seen the schema of.
func (g *Game) learn(p *pipeline.Passage) {
	if p.Name != engine.BridgeNames()[1] || p.Reply.Kind != "" {
		return
	}
	v, _ := py.Parse([]byte(p.Reply.Text))
	o, _ := v.(py.Object)
	for _, m := range o.Object("tools") {
		g.described[m.Key] = true
	}
}

// findings tells what a call's reply does not.
func (g *Game) findings(p *pipeline.Passage) []string {
	var found []string
	if p.Entry == nil {
		return nil
	}
	if _, deferred := g.Session.Deferrable(p.Name); deferred {
		switch {
		case p.Call.Name == p.Name:
			found = append(found, "a deferred tool, called by its own name: an agent does not offer it so")
		case !g.described[p.Name]:
			found = append(found, "its schema was never described to the model")
		}
	}
	if p.Reply.Kind == "" {
		if fault := Validate(p.Entry.Schema, p.Repaired); fault != "" {
			found = append(found, "JSON Schema: "+fault)
		}
		if py.Compact(p.Repaired) != py.Compact(p.Arguments) && p.Repaired != nil {
			found = append(found, "the arguments are repaired to "+py.Spaced(p.Repaired))
		}
	}
	return found
}

// Follow takes over a session and its assembly when settings have changed in the
// middle of a conversation: the next request carries what they say.
func (g *Game) Follow(s *engine.Session, c engine.Config, a engine.Assembly) {
	g.Session, g.Config = s, c
	g.Meter.Bridge.Prefix, g.Meter.Eager.Prefix = a.TurnTokens, a.EagerTokens
}
