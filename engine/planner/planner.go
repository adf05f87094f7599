// Package planner decides which tool calls of one message an agent runs side by
// side and which wait for others, as the reference does (engine.md, section 9,
// "Parallel planning"): by the real tools, also behind the bridge.
//
// It looks at names and arguments only. Files are not touched: paths are compared as
// text on a POSIX system, symbolic links are not followed.
package planner

import (
	"fmt"
	"slices"
	"strings"

	"findable/engine"
	"findable/engine/py"
)

// A Call is one tool call as the model sends it.
type Call struct {
	// Name is the tool's, Arguments the JSON text of its arguments, which may be broken.
	Name, Arguments string
}

// Folders are those of the agent's file tools.
type Folders struct {
	// Working is the absolute path that relative ones begin at, Home what ~ stands for.
	Working, Home string
}

// A Segment is a part of a plan. Each ends before the next begins.
type Segment struct {
	// Parallel says that its calls run side by side.
	Parallel bool
	// Calls are the places of its calls in the message, from 0.
	Calls []int
}

// A Reason names the rule that decided on a call.
type Reason string

// The reasons. The first four let a call run beside others, the rest make it wait
// and others wait for it.
const (
	Bridge    Reason = "bridge"    // tool_search and tool_describe only read
	ReadOnly  Reason = "read_only" // a built-in that only reads
	Server    Reason = "server"    // its server takes parallel calls
	Paths     Reason = "paths"     // a file tool, whose paths are reserved
	Clarify   Reason = "clarify"   // a question to the user
	Arguments Reason = "arguments" // they are no JSON object
	Open      Reason = "open"      // a tool_call that does not resolve
	NoPath    Reason = "no_path"   // a file tool without a usable path
	Serial    Reason = "serial"    // a server without supports_parallel_tool_calls
	Other     Reason = "other"     // any other tool, also one that nobody knows
)

// A Decision is what was decided on one call and why.
type Decision struct {
	// Name is the real tool's, which the call's own is not behind the bridge.
	Name   string
	Reason Reason
	// Against is the place of the call whose path this one overlaps, so that it waits
	// for it; -1 for none. Path is the one they share.
	Against int
	Path    string
}

// Barrier reports whether the call runs alone.
func (d Decision) Barrier() bool {
	return !slices.Contains([]Reason{Bridge, ReadOnly, Server, Paths}, d.Reason)
}

// String returns the rule as one clause.
func (d Decision) String() string {
	if d.Against >= 0 {
		return fmt.Sprintf("waits for call %d, which has %s too, and one of them writes", d.Against+1, d.Path)
	}
	return map[Reason]string{
		Bridge:    "looking up tools changes nothing",
		ReadOnly:  "a built-in that only reads",
		Server:    "its server says supports_parallel_tool_calls",
		Paths:     "its files are its own",
		Clarify:   "a question to the user stops everything",
		Arguments: "its arguments are no JSON object",
		Open:      "the tool_call does not resolve to a tool",
		NoPath:    "a file tool that names no file",
		Serial:    "its server does not say supports_parallel_tool_calls",
		Other:     "not known to be safe beside others",
	}[d.Reason]
}

// A Plan is the order in which the calls of one message run.
type Plan struct {
	Segments []Segment
	// Decisions has one for each call, in the order of the message.
	Decisions []Decision
}

// Beside reports whether a call runs side by side with others.
func (p Plan) Beside(call int) bool {
	return slices.ContainsFunc(p.Segments, func(s Segment) bool { return s.Parallel && slices.Contains(s.Calls, call) })
}

// Why says in one clause why a call runs as it does.
func (p Plan) Why(call int) string {
	d := p.Decisions[call]
	if !d.Barrier() && d.Against < 0 && !p.Beside(call) {
		return "it could run beside others, and none stands next to it"
	}
	return d.String()
}

// clarify is the built-in that asks the user.
const clarify = "clarify"

// readOnly are the built-ins that may run beside anything.
var readOnly = []string{"ha_get_state", "ha_list_entities", "ha_list_services", "image_generate", "session_search", "skill_view",
	"skills_list", "vision_analyze", "web_extract", "web_search"}

// OnlyReads reports whether a built-in of that name may run beside anything.
func OnlyReads(name string) bool { return slices.Contains(readOnly, name) }

// New plans the calls of one message. Scope and required arguments are not looked
// at: who refuses a call does so when it runs.
func New(s *engine.Session, folders Folders, calls []Call) Plan {
	b := builder{session: s, folders: folders}
	for i, c := range calls {
		b.take(i, c)
	}
	b.close()
	return b.plan
}

// A builder makes a plan, call by call.
type builder struct {
	session  *engine.Session
	folders  Folders
	plan     Plan
	run      []int // the calls of the run that is open
	reserved []reservation
}

// A reservation is a path of a call in the open run.
type reservation struct {
	call   int
	path   string
	writes bool
}

func (b *builder) take(i int, c Call) {
	d, paths := b.decide(c)
	if d.Barrier() {
		b.close()
		b.sequential(i)
	} else {
		if r, ok := b.conflict(paths); ok {
			d.Against, d.Path = r.call, r.path
			b.close()
		}
		b.run = append(b.run, i)
		for _, p := range paths {
			p.call = i
			b.reserved = append(b.reserved, p)
		}
	}
	b.plan.Decisions = append(b.plan.Decisions, d)
}

// decide finds the rule for one call, and the paths that it needs.
func (b *builder) decide(c Call) (Decision, []reservation) {
	d := Decision{Name: c.Name, Against: -1}
	because := func(r Reason) (Decision, []reservation) { d.Reason = r; return d, nil }
	parsed, err := py.Parse([]byte(c.Arguments))
	args, ok := parsed.(py.Object)
	switch {
	case c.Name == clarify:
		return because(Clarify)
	case err != nil || !ok:
		return because(Arguments)
	}
	if bridge := engine.BridgeNames(); c.Name == bridge[2] {
		r := b.session.ResolveCall(args)
		if r.Entry == nil {
			return because(Open)
		}
		if d.Name, args = r.Entry.Name, r.Arguments; d.Name == clarify {
			return because(Clarify)
		}
	} else if c.Name == bridge[0] || c.Name == bridge[1] {
		return because(Bridge)
	}
	if isFileTool(d.Name) {
		paths := b.folders.paths(d.Name, args)
		if len(paths) == 0 {
			return because(NoPath)
		}
		d.Reason = Paths
		return d, paths
	}
	if OnlyReads(d.Name) {
		return because(ReadOnly)
	}
	if e, ok := b.session.Registry.Lookup(d.Name); ok && e.Server != nil && strings.HasPrefix(d.Name, "mcp__") {
		if e.Server.Parallel {
			return because(Server)
		}
		return because(Serial)
	}
	return because(Other)
}

// conflict returns what the open run has reserved and one of the paths may not have
// beside it.
func (b *builder) conflict(paths []reservation) (reservation, bool) {
	for _, p := range paths {
		for _, r := range b.reserved {
			if (p.writes || r.writes) && overlap(p.path, r.path) {
				return r, true
			}
		}
	}
	return reservation{}, false
}

// close ends the open run: one of a single call is sequential.
func (b *builder) close() {
	switch len(b.run) {
	case 0:
	case 1:
		b.sequential(b.run[0])
	default:
		b.plan.Segments = append(b.plan.Segments, Segment{Parallel: true, Calls: b.run})
	}
	b.run, b.reserved = nil, nil
}

// sequential adds a call to the sequential segment at the end, or begins one.
func (b *builder) sequential(i int) {
	if n := len(b.plan.Segments); n > 0 && !b.plan.Segments[n-1].Parallel {
		b.plan.Segments[n-1].Calls = append(b.plan.Segments[n-1].Calls, i)
		return
	}
	b.plan.Segments = append(b.plan.Segments, Segment{Calls: []int{i}})
}
