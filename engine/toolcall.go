package engine

import (
	"fmt"
	"slices"
	"strings"

	"findable/engine/arguments"
	"findable/engine/py"
)

// A Resolution is what a tool_call comes to before any tool runs: the real tool
// and its arguments, or the error the model gets (engine.md, section 9).
type Resolution struct {
	// Entry is the tool; nil when the call does not resolve.
	Entry *Entry
	// Arguments are those of the real tool, as the model sent them. Repaired are
	// the ones the tool would receive.
	Arguments, Repaired py.Object
	// InScope says that the session may call the tool.
	InScope bool
	// Error is what the model gets in place of the tool's answer, its Kind "" when
	// the call goes through.
	Error Reply
}

// ResolveCall resolves the arguments of a tool_call. Resolution looks at the
// whole registry, scope only afterwards, the argument check last.
func (s *Session) ResolveCall(args py.Object) Resolution {
	call, kind := s.readCall(args)
	if kind != "" {
		return Resolution{Error: errorReply(kind, callWordsFor(kind, call))}
	}
	e, known := s.Registry.Lookup(call.Name)
	switch {
	case known && s.Class(e).Deferrable():
	case known && s.Class(e).direct() || !s.Rules.TellUnknown:
		return Resolution{Error: errorReply(NotDeferrable, "`"+call.Name+"` is not a deferred tool. "+
			"A tool that is loaded already is called directly; find deferred ones with tool_search.")}
	default:
		return Resolution{Error: errorReply(UnknownTool, s.unknownWords(call.Name))}
	}
	r := Resolution{Entry: e, Arguments: call.Arguments, Repaired: arguments.Repair(e.Schema, call.Arguments, ShownKeys)}
	if _, r.InScope = s.deferred[e.Name]; !r.InScope {
		r.Error = errorReply(OutOfScope, "`"+e.Name+"` exists, but this session may not use it.")
		return r
	}
	r.Error = s.checkArguments(e, r)
	return r
}

// readCall reads the one entry of a call; of a batch it returns the first.
func (s *Session) readCall(args py.Object) (arguments.Call, ErrorKind) {
	if !s.Rules.CallsForm {
		call, kind := arguments.ReadCall(args, s.Rules.BlankArguments)
		return call, ErrorKind(kind)
	}
	calls, kind := arguments.ReadCalls(args)
	if len(calls) == 0 {
		return arguments.Call{}, ErrorKind(kind)
	}
	return calls[0], ErrorKind(kind)
}

// checkArguments is the argument probe, and in the generation that has it the
// check against the whole schema.
func (s *Session) checkArguments(e *Entry, r Resolution) Reply {
	schema := e.Schema
	fail := func(kind ErrorKind, sentence, path, constraint, hint string) Reply {
		var more py.Object
		if s.Rules.CheckSchema {
			more = py.Object{{Key: "path", Value: path}, {Key: "constraint", Value: constraint}}
		}
		more = append(more, py.Member{Key: "parameters", Value: schema}, py.Member{Key: "hint", Value: hint})
		return errorReply(kind, sentence, more...)
	}
	if missing := arguments.Missing(schema, r.Arguments); len(missing) > 0 {
		return fail(MissingArguments, fmt.Sprintf("`%s` needs arguments that were not given: %s.", e.Name, strings.Join(missing, ", ")),
			"arguments", "required", missingHint)
	}
	if !s.Rules.CheckSchema {
		return Reply{}
	}
	if f := arguments.Check(schema, r.Repaired); f != nil {
		return fail(BadArguments, fmt.Sprintf("An argument of `%s` does not fit its schema: %s fails `%s`.", e.Name, f.Path, f.Constraint),
			f.Path, f.Constraint, badHint)
	}
	return Reply{}
}

const (
	missingHint = "Call again with every required parameter; they are in `parameters`."
	badHint     = "Call again with arguments that fit `parameters`."
)

// ShownKeys gives the keys of a property map as the sanitiser shows them.
func ShownKeys(properties py.Object) []string {
	keys, changed := sanitizedKeys(properties)
	if !changed {
		keys = make([]string, len(properties))
		for i, m := range properties {
			keys[i] = m.Key
		}
	}
	return keys
}

// unknownWords suggests every registered name that ends in the one given, also
// those outside the session, as the reference does.
func (s *Session) unknownWords(name string) string {
	words := "There is no tool named `" + name + "`."
	if near := s.Suggested(name); len(near) > 0 {
		words += " Did you mean " + strings.Join(near, ", ") + "?"
	}
	return words + " Find tools with tool_search."
}

// Suggested returns the registered names that end in "__" and the given name,
// sorted: what the later generation suggests for an unknown tool.
func (s *Session) Suggested(name string) []string {
	var near []string
	for _, e := range s.Registry.Entries {
		if e.Toolset != "" && strings.HasSuffix(e.Name, "__"+name) {
			near = append(near, e.Name)
		}
	}
	slices.Sort(near)
	return near
}

// callWordsFor is the sentence for a call that can't be read. A batch is refused
// with its first entry echoed: local tools take one call at a time.
func callWordsFor(kind ErrorKind, first arguments.Call) string {
	switch kind {
	case NoName:
		return "tool_call needs the `name` of the tool to run."
	case BridgeRecursion:
		return "tool_call can't run the bridge tools; call tool_search, tool_describe or tool_call itself."
	case BadJSON:
		return "The arguments are a text that is not JSON; give an object."
	case NotAnObject:
		return "The arguments must be an object."
	case LocalBatch:
		return "One call takes one tool of this agent; send the entries one by one, beginning with " +
			py.Spaced(py.Object{{Key: "name", Value: first.Name}, {Key: "arguments", Value: first.Arguments}}) + "."
	}
	return "tool_call needs `calls`: a list with one entry of `name` and `arguments`."
}
