package pipeline

import (
	"findable/engine"
	"findable/engine/py"
)

// refusal is an error as the model gets it.
func refusal(kind engine.ErrorKind, sentence string) engine.Reply {
	return engine.Reply{Text: py.Spaced(py.Object{{Key: "error", Value: sentence}}), Kind: kind}
}

func (p *Passage) step(s Step) {
	s.Name = p.Name
	p.Steps = append(p.Steps, s)
}

func (p *Passage) pass(stations ...Station) {
	for _, s := range stations {
		p.step(Step{Station: s})
	}
}

func (p *Passage) last() *Step { return &p.Steps[len(p.Steps)-1] }

// at returns the step at a station, or one that nobody sees.
func (p *Passage) at(s Station) *Step {
	for i := range p.Steps {
		if p.Steps[i].Station == s {
			return &p.Steps[i]
		}
	}
	return &Step{}
}

// given are the arguments as hooks see them.
func (p *Passage) given() py.Object { return filled(p.Arguments) }

func filled(o py.Object) py.Object {
	if o == nil {
		return py.Object{}
	}
	return o
}

// end takes a call from its answer to its result. Replaced says that a hook may
// replace the result, which it may where a tool has answered.
func (p *Passage) end(replaced bool) {
	if p.Status == "" {
		p.Status = OK
		if p.Reply.Kind != "" {
			p.Status, p.ErrorType = Failed, "tool_error"
		}
	}
	seen := p.given()
	if p.line.Parallel && p.Entry != nil && p.Repaired != nil {
		seen = p.Repaired
	}
	post := Step{Station: PostHook, Arguments: seen, Status: p.Status, ErrorType: p.ErrorType}
	if replaced && !p.line.Parallel {
		p.pass(TransformHook)
	}
	p.step(post)
	if replaced && p.line.Parallel {
		p.pass(TransformHook)
	}
	p.pass(GuardrailAfter)
	p.step(Step{Station: LogEnd, Fault: p.Status == Failed || p.Status == Blocked})
	p.pass(Result, DisplayEnd)
	p.Ready, p.Done = false, true
}

// cutShort ends a call that was blocked.
func (p *Passage) cutShort(status Status, errorType string, logged bool) {
	p.Status, p.ErrorType = status, errorType
	p.step(Step{Station: PostHook, Arguments: p.given(), Status: status, ErrorType: errorType})
	if logged {
		p.step(Step{Station: LogEnd, Fault: true})
	}
	p.pass(Result)
	p.Done = true
}

// denial is the error of a call that a rule denies.
func denial(kind engine.ErrorKind, rule *Rule) engine.Reply {
	sentence := "A guardrail does not allow this call"
	if kind == HookBlock {
		sentence = "A hook does not allow this call"
	}
	if rule.Why != "" {
		sentence += ": " + rule.Why
	}
	return refusal(kind, sentence+".")
}

// block ends a call that a rule denies.
func (p *Passage) block(kind engine.ErrorKind, errorType string, rule *Rule) {
	p.Reply = denial(kind, rule)
	p.cutShort(Blocked, errorType, true)
}

// malformed ends a call whose arguments are no JSON object.
func (p *Passage) malformed() {
	p.Reply = refusal(BadOuter, "The arguments of `"+p.Name+"` are not the JSON text of an object.")
	p.cutShort(Failed, "invalid_tool_arguments", p.line.Parallel)
}

// scopeBlock ends a tool_call whose tool the session may not use, or whose arguments
// do not pass. In the sequential path the model gets one sentence with the schema in
// it, in the parallel one the text of the whole error object.
func (p *Passage) scopeBlock(r engine.Resolution) {
	p.pass(RequestMiddleware, ExecutionMiddleware)
	text := r.Error.Text
	if r.InScope && !p.line.Parallel {
		v, _ := py.Parse([]byte(text))
		o, _ := v.(py.Object)
		parameters, _ := o.Get("parameters")
		text = o.Text("error") + " Its parameters: " + py.Spaced(parameters)
	}
	p.Reply = r.Error
	if r.InScope {
		p.Reply = refusal(r.Error.Kind, text)
	}
	p.cutShort(Blocked, "tool_scope_block", true)
}

// stranger ends a direct call of a name that the session does not have. The
// reference's agent answers it before any station; so no hook hears of it.
func (p *Passage) stranger() {
	kind := engine.UnknownTool
	if _, known := p.line.Session.Registry.Lookup(p.Name); known {
		kind = engine.OutOfScope
	}
	p.Reply = refusal(kind, "There is no tool named `"+p.Name+"` in this session.")
	p.Status, p.ErrorType = Failed, "tool_error"
	p.pass(Result)
	p.Done = true
}
