package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"findable/engine"
	"findable/engine/play"
	"findable/engine/py"
	"findable/loaders/live"
	"findable/ui/cli/serve"
)

// A consent lets calls through to running servers, or to answers that were recorded.
type consent struct {
	allow   []string // patterns of full names
	results []play.Recorded
	ways    atomic.Pointer[map[string]*live.Server]
}

// open finds out which server each tool of a session belongs to.
func (c *consent) open(k *keeper, session *engine.Session) {
	ways := map[string]*live.Server{}
	for _, e := range slices.Concat(session.Visible, session.Deferred) {
		if s := k.listedBy(e); s != nil {
			ways[e.Name] = s
		}
	}
	c.ways.Store(&ways)
}

// execute runs a call of a tool that is allowed. The name is the registered one: there
// is no other spelling of it here.
func (c *consent) execute(ctx context.Context, call serve.Call) (*mcp.CallToolResult, string, error) {
	e := call.Tool
	if text, err, ok := play.Answer(c.results, e, call.Arguments); ok {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, "", err
	}
	s := (*c.ways.Load())[e.Name]
	switch {
	case s == nil:
		return nil, "no server is connected to run it", nil
	case !call.Allowed && !c.allows(e):
		return nil, c.why(e), nil
	case e.Tool.Generated():
		return nil, "what reads resources and prompts is not passed on", nil
	}
	result, err := serve.Timed(ctx, func(ctx context.Context) (*mcp.CallToolResult, error) {
		return s.Call(ctx, e.Tool.LoadedName(), []byte(py.Compact(call.Arguments)))
	})
	return result, "", err
}

// allows reports whether the user has let the calls of a tool be made. What calls
// itself destructive must be named in full: nobody thinks of it when writing a *.
func (c *consent) allows(e *engine.Entry) bool {
	return slices.Contains(c.allow, e.Name) || !destructive(e) && c.names(e)
}

func (c *consent) names(e *engine.Entry) bool {
	return slices.ContainsFunc(c.allow, func(p string) bool { return engine.MatchGlob(p, e.Name) })
}

func (c *consent) why(e *engine.Entry) string {
	if c.names(e) {
		return "its server calls it destructive, so --allow has to give its full name"
	}
	return "nobody has allowed it, which --allow does"
}

// destructive reports whether a tool's annotations call it that.
func destructive(e *engine.Entry) bool {
	raw, _ := e.Tool.Raw.(py.Object)
	v, _ := raw.Get("annotations")
	annotations, _ := v.(py.Object)
	hint, _ := annotations.Get("destructiveHint")
	return hint == true
}

// idle says of each pattern that lets nothing through why.
func (c *consent) idle(session *engine.Session) []string {
	var all []string
	for _, p := range c.allow {
		named, reached := 0, 0
		for _, e := range slices.Concat(session.Visible, session.Deferred) {
			if engine.MatchGlob(p, e.Name) {
				named++
				if (*c.ways.Load())[e.Name] != nil {
					reached++
				}
			}
		}
		switch {
		case named == 0:
			all = append(all, fmt.Sprintf("--allow %s names no tool; a full name is such as mcp__server__tool", p))
		case reached == 0:
			all = append(all, fmt.Sprintf("--allow %s: no server is connected to run %s; --connect and --launch do that", p, engine.Plural(named, "tool that it names", "tools that it names")))
		}
	}
	return all
}

// A hearer writes down what clients ask for.
type hearer struct {
	run *run
	log io.Writer // nil for standard error
	mu  sync.Mutex
	bad bool // the log cannot be written, which was said
}

// say writes a message to standard error.
func (h *hearer) say(message string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.run.tell(message)
}

// heard writes one call: a line of JSON to the log, or lines for a person.
func (h *hearer) heard(a serve.Arrival) {
	if h.log == nil {
		for _, l := range arrivalLines(a) {
			h.say(h.run.glyphs().Clean(l))
		}
		return
	}
	if _, err := io.WriteString(h.log, py.Compact(arrivalJSON(a))+"\n"); err != nil && !h.bad {
		h.bad = true
		h.say("the log cannot be written: " + err.Error())
	}
}

// arrivalLines says what arrived, a line a query.
func arrivalLines(a serve.Arrival) []string {
	who := a.Who()
	if who != "" {
		who += ": "
	}
	if len(a.Results) == 0 {
		return []string{who + arrivalText(a)}
	}
	var lines []string
	for _, r := range a.Results {
		found := "nothing"
		if len(r.Hits) > 0 {
			found = fmt.Sprintf("%d of %s, first %s", len(r.Hits), engine.Plural(r.Matched, "match", "matches"), r.Hits[0].Entry.Name)
		}
		lines = append(lines, fmt.Sprintf("%s%q: %s", who, r.Query, found))
	}
	return lines
}

// arrivalText says what a call that is no search was, and what became of it.
func arrivalText(a serve.Arrival) string {
	text := a.Name
	if a.Tool != nil && a.Tool.Name != a.Name {
		text += " " + a.Tool.Name
	}
	text += ": " + string(a.Outcome)
	if a.Kind != "" {
		text += ", " + string(a.Kind)
	}
	return text
}

// arrivalJSON is a line of the log (schemas/serve.json).
func arrivalJSON(a serve.Arrival) py.Object {
	o := py.Object{
		{Key: "schema", Value: "findable.serve/1"}, {Key: "time", Value: a.At.UTC().Format(time.RFC3339Nano)},
		{Key: "client", Value: a.Client}, {Key: "session", Value: a.Session},
		{Key: "name", Value: a.Name}, {Key: "arguments", Value: a.Arguments}, {Key: "outcome", Value: string(a.Outcome)},
	}
	if a.Arguments == nil {
		o = o.With("arguments", py.Object{})
	}
	if a.Kind != "" {
		o = o.With("error", string(a.Kind))
	}
	if a.Tool != nil {
		o = o.With("tool", a.Tool.Name)
	}
	if len(a.Results) > 0 {
		list := py.List{}
		for _, r := range a.Results {
			hits := py.List{}
			for i, h := range r.Hits {
				hits = append(hits, hitJSON(i, h, r))
			}
			list = append(list, py.Object{{Key: "query", Value: r.Query}, {Key: "matched", Value: py.Int(r.Matched)},
				{Key: "fallback", Value: r.Fallback}, {Key: "hits", Value: hits}})
		}
		o = o.With("results", list)
	}
	return o.With("reply", a.Reply)
}
