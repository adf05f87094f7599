package serve

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"findable/engine"
	"findable/engine/arguments"
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
	// Tool is the real tool of a call that goes through, nil otherwise.
	Tool *engine.Entry
	// Outcome is what became of it.
	Outcome Outcome
	// Reply is the text that the client got; Kind says which error it is, "" for none.
	Reply string
	Kind  engine.ErrorKind
}

// An Outcome is what became of a call.
type Outcome string

// The outcomes.
const (
	Answered Outcome = "answered" // by the engine
	Refused  Outcome = "refused"  // by the engine, with an error
	Dry      Outcome = "dry run"  // checked, and not made
	Ran      Outcome = "ran"      // its server answered
	Failed   Outcome = "failed"   // its server did not
)

// An Execute runs a call of a real tool, with the arguments that the tool gets. One
// that is not to run it says why, in a clause, and returns neither result nor error.
type Execute func(ctx context.Context, tool *engine.Entry, args py.Object) (result *mcp.CallToolResult, dry string, err error)

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
	c := s.now.Load()
	bridge := engine.BridgeNames()
	switch {
	case c.Assembly.Active && a.Name == bridge[0]:
		reply := c.Session.ToolSearch(c.Config, a.Arguments)
		a.Results = reply.Results
		return a.replied(reply), nil
	case c.Assembly.Active && a.Name == bridge[1]:
		return a.replied(c.Session.ToolDescribe(a.Arguments)), nil
	case c.Assembly.Active && a.Name == bridge[2]:
		r := c.Session.ResolveCall(a.Arguments)
		if r.Error.Kind != "" {
			return a.replied(r.Error), nil
		}
		return s.run(ctx, a, r.Entry, r.Repaired)
	}
	if e, ok := c.visible(a.Name); ok {
		return s.run(ctx, a, e, arguments.Repair(e.Schema, a.Arguments, engine.ShownKeys))
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

// callTime is how long a tool may take.
const callTime = 2 * time.Minute

// run executes a call that has come through, or says that it would.
func (s *Server) run(ctx context.Context, a *Arrival, e *engine.Entry, args py.Object) (*mcp.CallToolResult, error) {
	a.Tool = e
	if args == nil {
		args = py.Object{}
	}
	result, dry, err := (*mcp.CallToolResult)(nil), notExecuting, error(nil)
	if s.opt.Execute != nil {
		limited, stop := context.WithTimeout(ctx, callTime)
		defer stop()
		defer context.AfterFunc(s.over, stop)()
		result, dry, err = s.opt.Execute(limited, e, args)
		if err != nil && errors.Is(limited.Err(), context.DeadlineExceeded) {
			err = fmt.Errorf("no answer within %s; the tool may still be at work", callTime)
		}
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
