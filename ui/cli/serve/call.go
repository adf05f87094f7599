package serve

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"findable/engine"
	"findable/engine/arguments"
	"findable/engine/pipeline"
	"findable/engine/py"
)

// An Arrival is one call of a client, with what it came to.
type Arrival struct {
	At time.Time
	// Client is the name that the client gives itself, which may be any text; Session
	// tells clients of one name apart, "" where there is only one.
	Client, Session string
	// Name is the tool as called, Arguments what came with it.
	Name      string
	Arguments py.Object
	// Results are the rankings of a search, one a query.
	Results []engine.Result
	// Tool is the real tool of a call that resolves, nil otherwise.
	Tool *engine.Entry
	// Outcome is what became of it.
	Outcome Outcome
	// Reply is the text that the client got; Kind says which error it is, "" for none.
	Reply string
	Kind  engine.ErrorKind
}

// Who is what the client calls itself, with enough of its session to tell it from
// others of that name.
func (a Arrival) Who() string {
	if len(a.Session) < 6 {
		return a.Client
	}
	return strings.TrimSpace(a.Client + " " + a.Session[:6])
}

// An Outcome is what became of a call.
type Outcome string

// The outcomes.
const (
	Answered Outcome = "answered" // by the engine
	Refused  Outcome = "refused"  // by the engine, with an error
	Dry      Outcome = "dry run"  // checked, and not made
	Ran      Outcome = "ran"      // its server answered, or what was recorded of it
	Failed   Outcome = "failed"   // its server did not
)

// A Call is one of a real tool that has come through.
type Call struct {
	Client string // as the client calls itself, with its session
	Tool   *engine.Entry
	// Arguments are those that the tool gets.
	Arguments py.Object
	// Allowed says that a rule of the user's lets it run.
	Allowed bool
}

// An Execute runs a call. One that is not to run it says why, in a clause, and returns
// neither result nor error. Its context has no limit of time, as a user may be asked
// first; the tool runs in Timed.
type Execute func(ctx context.Context, c Call) (result *mcp.CallToolResult, dry string, err error)

// call answers one call of a tool, and tells of it.
func (s *Server) call(ctx context.Context, req *mcp.CallToolRequest) (mcp.Result, error) {
	a := Arrival{At: s.opt.Now(), Session: req.Session.ID(), Name: req.Params.Name}
	if p := req.Session.InitializeParams(); p != nil && p.ClientInfo != nil {
		a.Client = p.ClientInfo.Name
	}
	args, err := readArguments(req.Params.Arguments)
	if err != nil {
		return nil, err
	}
	a.Arguments = args
	result, err := s.answer(ctx, &a)
	if s.opt.Heard != nil {
		s.heard.Lock()
		defer s.heard.Unlock()
		s.opt.Heard(a)
	}
	if err != nil { // a nil *mcp.CallToolResult is no nil mcp.Result
		return nil, err
	}
	return result, nil
}

// readArguments reads the arguments as the engine reads them: with their keys in
// order and their numbers as written.
func readArguments(raw []byte) (py.Object, error) {
	if len(raw) == 0 {
		return nil, nil
	}
	v, err := py.Parse(raw)
	args, ok := v.(py.Object)
	if err != nil || !ok && v != nil {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "the arguments of a tool are an object"}
	}
	return args, nil
}

// answer takes a call to its end. The bridge's names are the bridge's only while
// there is one.
func (s *Server) answer(ctx context.Context, a *Arrival) (*mcp.CallToolResult, error) {
	c, args := s.now.Load(), a.Arguments
	bridge := engine.BridgeNames()
	if c.Assembly.Active && slices.Contains(bridge[:2], a.Name) {
		j := s.opt.Policy.Judge(a.Name, nil, a.Arguments)
		if j.Verdict == pipeline.Deny {
			return a.replied(j.Refusal), nil
		}
		args = j.Arguments
	}
	switch {
	case c.Assembly.Active && a.Name == bridge[0]:
		reply := c.Session.ToolSearch(c.Config, args)
		a.Results = reply.Results
		return a.replied(reply), nil
	case c.Assembly.Active && a.Name == bridge[1]:
		return a.replied(c.Session.ToolDescribe(args)), nil
	case c.Assembly.Active && a.Name == bridge[2]:
		r := c.Session.ResolveCall(a.Arguments)
		if r.Error.Kind != "" {
			return a.replied(r.Error), nil
		}
		return s.run(ctx, a, r.Entry, r.Arguments)
	}
	if e, ok := c.visible(a.Name); ok {
		return s.run(ctx, a, e, a.Arguments)
	}
	message := "there is no tool named " + a.Name
	if e, ok := c.Session.Deferrable(a.Name); ok {
		message = "the tool " + e.Name + " is not loaded: read its parameters with " + bridge[1] + " and call it with " + bridge[2]
	}
	a.Outcome, a.Reply = Refused, message
	return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: message}
}

// visible returns a tool that the model sees by its own name.
func (c *served) visible(name string) (*engine.Entry, bool) {
	for _, e := range c.Session.Visible {
		if e.Name == name {
			return e, true
		}
	}
	if c.Assembly.Active {
		return nil, false
	}
	return c.Session.Deferrable(name)
}

// replied is a reply of the engine for the client.
func (a *Arrival) replied(reply engine.Reply) *mcp.CallToolResult {
	a.Outcome = Answered
	if reply.Kind != "" {
		a.Outcome = Refused
	}
	a.Reply, a.Kind = reply.Text, reply.Kind
	return text(reply.Text, reply.Kind != "")
}

func text(t string, isError bool) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: t}}, IsError: isError}
}

// CallTime is how long a tool may take, and how long a user may take to approve its call.
const CallTime = 2 * time.Minute

// Timed runs a tool for no longer than CallTime.
func Timed[T any](ctx context.Context, run func(context.Context) (T, error)) (T, error) {
	limited, stop := context.WithTimeout(ctx, CallTime)
	defer stop()
	result, err := run(limited)
	if err != nil && ctx.Err() == nil && limited.Err() != nil {
		err = fmt.Errorf("no answer within %s; the tool may still be at work", CallTime)
	}
	return result, err
}

// run executes a call of a real tool that no rule denies, or says that it would. The
// rules see the arguments as the client sent them, the tool repaired ones.
func (s *Server) run(ctx context.Context, a *Arrival, e *engine.Entry, args py.Object) (*mcp.CallToolResult, error) {
	a.Tool = e
	j := s.opt.Policy.Judge(e.Name, e, args)
	if j.Verdict == pipeline.Deny {
		return a.replied(j.Refusal), nil
	}
	if args = arguments.Repair(e.Schema, j.Arguments, engine.ShownKeys); args == nil {
		args = py.Object{}
	}
	result, dry, err := (*mcp.CallToolResult)(nil), notExecuting, error(nil)
	if s.opt.Execute != nil {
		ending, stop := context.WithCancel(ctx)
		defer stop()
		defer context.AfterFunc(s.over, stop)()
		result, dry, err = s.opt.Execute(ending, Call{a.Who(), e, args, j.Verdict == pipeline.Allow})
	}
	switch {
	case err != nil:
		a.Outcome, a.Reply = Failed, py.Spaced(py.Object{{Key: "error", Value: fmt.Sprintf("`%s` failed: %v", e.Name, err)}})
		return text(a.Reply, true), nil
	case result == nil:
		a.Outcome = Dry
		a.Reply = py.Spaced(py.Object{{Key: "dry_run", Value: true}, {Key: "name", Value: e.Name}, {Key: "arguments", Value: args},
			{Key: "note", Value: "findable checked this call and did not make it: " + dry + "."}})
		return text(a.Reply, false), nil
	}
	a.Outcome, a.Reply = Ran, textOf(result)
	if result.IsError {
		a.Outcome = Failed
	}
	return result, nil
}

const notExecuting = "no server is connected to run it"

// textOf is the text in a tool's answer.
func textOf(result *mcp.CallToolResult) string {
	var parts []string
	for _, c := range result.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			parts = append(parts, t.Text)
		}
	}
	return strings.Join(parts, "\n")
}
