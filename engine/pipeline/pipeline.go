// Package pipeline takes a tool call through an agent's stations as the reference
// does (engine.md, section 9): unwrapping, scope and argument check, pre-hook,
// guardrail, activity, repair, approval, execution, post-hook, result. Every station
// sees the real tool; the bridge is unwrapped before anything looks at the call.
//
// Line.Begin takes a call as far as it goes without the user: to its end, or to the
// question for approval. Passage.Run and Passage.Refuse take it on from there. What
// runs the tool is the caller's.
package pipeline

import (
	"context"
	"errors"
	"fmt"

	"findable/engine"
	"findable/engine/arguments"
	"findable/engine/planner"
	"findable/engine/py"
)

// A Station is one of the places that a call passes.
type Station string

// The stations, in the order of a call that is fine. In a parallel run the hook that
// may replace the result comes after the post-hook.
const (
	RequestMiddleware   Station = "request-middleware"
	ExecutionMiddleware Station = "execution-middleware"
	PreHook             Station = "pre-hook"
	Guardrail           Station = "guardrail"
	LogStart            Station = "log-start"
	DisplayStart        Station = "display-start"
	Checkpoint          Station = "checkpoint"
	Approval            Station = "approval"
	Execution           Station = "execute"
	TransformHook       Station = "transform-hook"
	PostHook            Station = "post-hook"
	GuardrailAfter      Station = "guardrail-after"
	LogEnd              Station = "log-end"
	Result              Station = "result"
	DisplayEnd          Station = "display-end"
)

// A Status is how a call has ended, as the post-hook gets it.
type Status string

// The statuses.
const (
	OK        Status = "ok"
	Failed    Status = "error"
	Blocked   Status = "blocked"
	Cancelled Status = "cancelled"
	TimedOut  Status = "timeout"
)

// The kinds of error that a call can end with besides those of the bridge.
const (
	BadOuter       engine.ErrorKind = "invalid_tool_arguments" // no JSON object at all
	HookBlock      engine.ErrorKind = "hook_block"
	GuardrailBlock engine.ErrorKind = "guardrail_block"
	ApprovalDenied engine.ErrorKind = "approval_denied"
	ToolFailed     engine.ErrorKind = "tool_failed"
)

// A Step is a station that a call has reached.
type Step struct {
	Station Station
	// Name is the tool as the station sees it.
	Name string
	// Arguments are given where a station gets them, nil elsewhere.
	Arguments py.Object
	// Status and ErrorType are the post-hook's.
	Status    Status
	ErrorType string
	// Fault says that the guardrail blocked, or that the activity ended in an error.
	Fault bool
	// Why says what a station decided, "" where there was nothing to decide.
	Why string
}

// A Line is the way that calls of one session take.
type Line struct {
	Session *engine.Session
	Config  engine.Config
	Policy  Policy
	// Parallel is the reference's other path, of calls that run side by side.
	Parallel bool
}

// A Passage is one call on its way.
type Passage struct {
	Call planner.Call
	// Name is what the stations see, Entry the tool behind it: nil for the bridge's
	// own and for a call that reaches no tool.
	Name  string
	Entry *engine.Entry
	// Arguments are the real tool's as the model sent them, hooks included; Repaired
	// what the tool receives.
	Arguments, Repaired py.Object
	Steps               []Step
	// Asks says that the call waits for approval; Question says why.
	Asks     bool
	Question string
	// Ready says that nothing but execution is missing.
	Ready bool
	// Done says that the model has its answer: Reply, whose text is that of the result
	// message. Status and ErrorType are the post-hook's.
	Done      bool
	Reply     engine.Reply
	Status    Status
	ErrorType string

	line Line
}

// An Execute runs a tool with repaired arguments and returns what it answers. An
// error is one of running it; the context's mean that it was broken off.
type Execute func(ctx context.Context, e *engine.Entry, args py.Object) (string, error)

// inAgent are built-ins that the agent runs itself, without the question before
// execution and the hook that may replace a result (case pipe-alias; a rule that asks
// is asked all the same).
var inAgent = map[string]bool{"todo": true, "todo_list": true}

// Begin takes a call as far as it goes without the user.
func (l Line) Begin(c planner.Call) *Passage {
	p := &Passage{Call: c, Name: c.Name, line: l}
	parsed, err := py.Parse([]byte(c.Arguments))
	args, ok := parsed.(py.Object)
	if err != nil || !ok {
		p.malformed()
		return p
	}
	p.Arguments = args
	if to, old := l.Session.Rules.Renamed[c.Name]; old {
		p.Name = to
	}
	bridge := engine.BridgeNames()
	var answer engine.Reply // of the bridge itself
	switch p.Name {
	case bridge[0]:
		answer = l.Session.ToolSearch(l.Config, args)
	case bridge[1]:
		answer = l.Session.ToolDescribe(args)
	case bridge[2]:
		r := l.Session.ResolveCall(args)
		answer = r.Error
		switch {
		case r.Entry != nil && r.Error.Kind != "":
			p.scopeBlock(r)
			return p
		case r.Entry != nil:
			p.Name, p.Entry, p.Arguments = r.Entry.Name, r.Entry, r.Arguments
		}
	default:
		e, known := l.reach(p.Name)
		if !known {
			p.stranger()
			return p
		}
		p.Entry = e
	}
	p.pass(RequestMiddleware, ExecutionMiddleware)
	if d, ok := p.guarded(); ok {
		p.onward(d, answer)
	}
	return p
}

// reach returns a tool that the session may call by its own name.
func (l Line) reach(name string) (*engine.Entry, bool) {
	e, ok := l.Session.Registry.Lookup(name)
	return e, ok && l.Session.Scope.Contains(e.Toolset) && l.Session.Class(e) != engine.ClassBridge
}

func (p *Passage) subject() subject { return subject{p.Name, p.Entry} }

// guarded passes pre-hook and guardrail; false says that one of them blocked.
func (p *Passage) guarded() (decision, bool) {
	p.step(Step{Station: PreHook, Arguments: p.given()})
	rule, args := p.line.Policy.hook(p.subject(), p.Arguments)
	if rule != nil {
		p.last().Why = "rule: " + rule.String()
		p.block(HookBlock, "plugin_block", rule)
		return decision{}, false
	}
	if py.Compact(args) != py.Compact(p.Arguments) {
		p.last().Why = "changed the arguments"
	}
	p.Arguments = args
	d := p.line.Policy.decide(p.subject())
	p.step(Step{Station: Guardrail, Fault: d.Verdict == Deny, Why: d.why})
	if d.Verdict == Deny {
		p.block(GuardrailBlock, "guardrail_block", d.rule)
		return d, false
	}
	return d, true
}

// onward takes a call that nothing blocks to its answer or to the question. Answer is
// the bridge's, of a call that reaches no tool.
func (p *Passage) onward(d decision, answer engine.Reply) {
	p.pass(LogStart, DisplayStart)
	if p.Entry == nil {
		p.Reply, p.Repaired = answer, p.Arguments
		p.end(false)
		return
	}
	if planner.Writes(p.Name) && p.Entry.Toolset == engine.CoreToolset {
		p.pass(Checkpoint)
	}
	p.Repaired = arguments.Repair(p.Entry.Schema, p.Arguments, engine.ShownKeys)
	if !inAgent[p.Name] || d.Verdict == Ask {
		p.step(Step{Station: Approval, Why: d.why})
	}
	p.Asks, p.Question, p.Ready = d.Verdict == Ask, d.why, d.Verdict != Ask
}

// Approve answers the question: the call may run.
func (p *Passage) Approve() {
	if p.Asks {
		p.at(Approval).Why = "approved"
		p.Asks, p.Ready = false, true
	}
}

// Refuse answers the question: the call does not run.
func (p *Passage) Refuse() {
	if !p.Asks {
		return
	}
	p.Asks = false
	p.at(Approval).Why = "refused"
	p.Reply = refusal(ApprovalDenied, "The user did not approve this call of `"+p.Name+"`.")
	p.Status, p.ErrorType = Failed, "tool_error"
	if p.line.Parallel {
		p.Status, p.ErrorType = Blocked, "edit_approval_denied"
	}
	p.end(false)
}

// Run executes a call that is ready and takes it to its end. A call that still asks,
// or is done, it leaves alone.
func (p *Passage) Run(ctx context.Context, execute Execute) {
	if !p.Ready || p.Done {
		return
	}
	p.step(Step{Station: Execution, Arguments: filled(p.Repaired)})
	text, err := execute(ctx, p.Entry, p.Repaired)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		p.Status, p.ErrorType = TimedOut, "tool_timeout"
		p.Reply.Text = refusal("", "`"+p.Name+"` did not answer in time; it may still be at work.").Text
	case errors.Is(err, context.Canceled):
		p.Status, p.ErrorType = Cancelled, "user_interrupt"
		p.Reply.Text = cancelledText
	case err != nil:
		p.Reply = refusal(ToolFailed, fmt.Sprintf("`%s` failed: %v", p.Name, err))
		p.Status, p.ErrorType = Failed, "tool_error"
		if p.line.Parallel {
			p.ErrorType = "RuntimeError" // the exception's name in the reference
		}
	default:
		p.Reply.Text = text
		if answersError(text) {
			p.Status, p.ErrorType = Failed, "tool_error"
		}
	}
	p.end(err == nil)
}

const cancelledText = "[cancelled by the user]"

// Interrupt ends a call that has not been begun, as the user's interrupt does.
func (l Line) Interrupt(c planner.Call) *Passage {
	p := &Passage{Call: c, Name: c.Name, Arguments: py.Object{}, line: l}
	p.Status, p.ErrorType, p.Reply.Text = Cancelled, "user_interrupt", cancelledText
	p.step(Step{Station: PostHook, Arguments: py.Object{}, Status: p.Status, ErrorType: p.ErrorType})
	p.pass(Result)
	p.Done = true
	return p
}

// answersError reports whether an answer is an object with a true-like `error`.
func answersError(text string) bool {
	v, err := py.Parse([]byte(text))
	o, _ := v.(py.Object)
	fault, _ := o.Get("error")
	return err == nil && py.Truthy(fault)
}
