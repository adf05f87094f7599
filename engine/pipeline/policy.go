package pipeline

import (
	"slices"
	"strings"

	"findable/engine"
	"findable/engine/planner"
	"findable/engine/py"
)

// A Verdict is what a rule decides on a call.
type Verdict string

// The verdicts.
const (
	Allow Verdict = "allow" // it runs without a question
	Ask   Verdict = "ask"   // the user is asked before it runs
	Deny  Verdict = "deny"  // it does not run
)

// A Rule decides on the calls of some tools. A rule without conditions is of all.
//
// What is not spelt as in the rule must never slip past it. So a rule that asks or
// denies ignores case, and where a tool lacks an annotation it takes the protocol's
// default for it: not read-only, destructive. A rule that allows wants the very
// name, and the annotation as the server gave it.
type Rule struct {
	// Name is a glob over the real, registered name or the server's own, Server one over
	// the server's or toolset's name; "" is any.
	Name, Server string
	// Annotations are hints that the tool must have: destructiveHint, readOnlyHint,
	// idempotentHint, openWorldHint.
	Annotations map[string]bool
	// Hook says that the rule is one of the pre-hook. There Deny blocks the call, and
	// Set and Drop change its arguments, which are not checked again. Other rules are
	// the guardrail's: the first that is of a call decides.
	Hook bool
	Do   Verdict
	Set  py.Object
	Drop []string
	// Why is the user's reason, "" for none.
	Why string
	// Origin is where the rule stands.
	Origin engine.Origin
}

// String names the rule in a few words.
func (r Rule) String() string {
	var words []string
	if r.Name != "" {
		words = append(words, r.Name)
	}
	if r.Server != "" {
		words = append(words, "of "+r.Server)
	}
	for _, hint := range Hints() {
		if want, ok := r.Annotations[hint]; ok {
			if !want {
				hint = "not " + hint
			}
			words = append(words, hint)
		}
	}
	if len(words) == 0 {
		words = []string{"every tool"}
	}
	text := string(r.Do) + " " + strings.Join(words, ", ")
	if r.Do == "" {
		text = "change " + strings.Join(words, ", ")
	}
	if r.Why != "" {
		text += ": " + r.Why
	}
	return text
}

// Hints returns the annotations that the protocol knows (Model Context Protocol,
// ToolAnnotations).
func Hints() []string {
	return []string{"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}
}

// hintDefaults are their values where a server says nothing.
var hintDefaults = map[string]bool{"destructiveHint": true, "openWorldHint": true}

// A Policy decides what calls may do. The zero value is the safe default: what says
// that it only reads runs, everything else is asked for.
type Policy struct {
	Rules []Rule
	// Approved are registered names that the user has approved once for all. They
	// answer a question, never a denial.
	Approved []string
	// Wary asks also for tools that call themselves read-only: their servers are about
	// to run, and hints are no promises.
	Wary bool
}

// subject is what rules look at: the real tool.
type subject struct {
	name  string
	entry *engine.Entry // nil for the bridge's own tools
}

func (x subject) annotations() py.Object {
	if x.entry == nil {
		return nil
	}
	raw, _ := x.entry.Tool.Raw.(py.Object)
	return raw.Object("annotations")
}

// hint returns an annotation and whether the server gave it.
func (x subject) hint(name string) (value, given bool) {
	v, _ := x.annotations().Get(name)
	value, given = v.(bool)
	return value, given
}

// of reports whether a rule is of a call.
func (r Rule) of(x subject) bool {
	strict := r.Do == Allow
	glob := func(pattern, name string) bool {
		if !strict {
			pattern, name = strings.ToLower(pattern), strings.ToLower(name)
		}
		return engine.MatchGlob(pattern, name)
	}
	if r.Name != "" && !glob(r.Name, x.name) && (x.entry == nil || !glob(r.Name, x.entry.Bare())) {
		return false
	}
	if r.Server != "" && (x.entry == nil || !glob(r.Server, x.entry.Label) && !glob(r.Server, x.entry.Toolset)) {
		return false
	}
	for hint, want := range r.Annotations {
		value, given := x.hint(hint)
		if !given && !strict {
			value, given = hintDefaults[hint], x.entry != nil
		}
		if !given || value != want {
			return false
		}
	}
	return true
}

// hook passes a call by the pre-hook's rules: the rule that blocks it, nil for none,
// and its arguments, changed where a rule changes them.
func (p Policy) hook(x subject, args py.Object) (*Rule, py.Object) {
	for i, r := range p.Rules {
		if !r.Hook || !r.of(x) {
			continue
		}
		if r.Do == Deny {
			return &p.Rules[i], args
		}
		args = args.Without(r.Drop...)
		for _, m := range r.Set {
			args = args.With(m.Key, m.Value)
		}
	}
	return nil, args
}

// A Judgement is what the rules make of a call outside a conversation.
type Judgement struct {
	Verdict Verdict
	// Arguments are the tool's, changed where a hook changes them; nobody has repaired
	// them yet.
	Arguments py.Object
	// Refusal is what the model gets in place of an answer where the verdict is Deny.
	Refusal engine.Reply
}

// Judge passes a call by the rules of pre-hook and guardrail: of a tool by its real,
// registered name, or of the bridge's own, whose entry is nil.
func (p Policy) Judge(name string, e *engine.Entry, args py.Object) Judgement {
	x := subject{name, e}
	rule, args := p.hook(x, args)
	if rule != nil {
		return Judgement{Verdict: Deny, Arguments: args, Refusal: denial(HookBlock, rule)}
	}
	j := Judgement{Arguments: args}
	d := p.decide(x)
	if j.Verdict = d.Verdict; d.Verdict == Deny {
		j.Refusal = denial(GuardrailBlock, d.rule)
	}
	return j
}

// A decision is a verdict and where it comes from.
type decision struct {
	Verdict
	rule *Rule
	why  string
}

// decide is the guardrail's verdict.
func (p Policy) decide(x subject) decision {
	d := p.byDefault(x)
	for i, r := range p.Rules {
		if !r.Hook && r.of(x) {
			d = decision{r.Do, &p.Rules[i], "rule: " + r.String()}
			break
		}
	}
	if d.Verdict == Ask && x.entry != nil && slices.Contains(p.Approved, x.name) {
		d.Verdict, d.why = Allow, "approved before"
	}
	return d
}

func (p Policy) byDefault(x subject) decision {
	readOnly, _ := x.hint("readOnlyHint")
	destructive, _ := x.hint("destructiveHint")
	switch {
	case x.entry == nil:
		return decision{Allow, nil, "the bridge itself changes nothing"}
	case p.Wary:
		return decision{Ask, nil, "every call that is really made is asked for"}
	case readOnly && !destructive:
		return decision{Allow, nil, "readOnlyHint"}
	case x.entry.Toolset == engine.CoreToolset && planner.OnlyReads(x.name):
		return decision{Allow, nil, "a built-in that only reads"}
	}
	return decision{Ask, nil, "it does not say readOnlyHint"}
}
