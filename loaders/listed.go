package loaders

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"path/filepath"

	"findable/engine"
	"findable/engine/py"
)

// A Listed is what a running server answered, as package loaders/live asks it.
type Listed struct {
	// Name is what the user or a configuration calls the server, "" for the name
	// that it gives itself.
	Name string
	// Launch is how it was reached; its String stands where a file's name would.
	Launch Launch
	// Server is its initialize answer. Without Initialized there was none.
	Server Card
	// Version is the version that it says it has.
	Version string
	// Pages are the results of tools/list, in order.
	Pages []py.Value
	// Noise counts the lines on its standard output that are no messages.
	Noise int
	// Err is why there are no pages, or no more than these; nil when it has listed
	// all.
	Err error
	// Stderr is the end of what it wrote to standard error, as it came.
	Stderr string
}

// name returns what the server is called: as the user says, else as it says
// itself, like a dump whose shape names it, else after the program or the host.
func (s Listed) name() string {
	program := filepath.Base(s.Launch.Command)
	if u, err := url.Parse(s.Launch.URL); err == nil && u.Hostname() != "" {
		program = u.Hostname()
	}
	return cmp.Or(s.Name, py.Strip(s.Server.Name), program)
}

// live takes what running servers list. They come after the sources.
func (l *loader) live(ctx context.Context) error {
	if l.opt.Live == nil {
		return nil
	}
	all, err := l.opt.Live(ctx, l.cards)
	for _, s := range all {
		l.listed(s)
	}
	return cmp.Or(err, ctx.Err())
}

// listed gives what a running server listed to its owner. The pages before a
// failure count, as the documents before the fault in a file do.
func (l *loader) listed(s Listed) {
	r := &reading{file: s.Launch.String(), ledger: l.ledger}
	if s.Err != nil {
		r.note(Failed, "", "%s", s.Err)
	}
	if s.Noise > 0 {
		r.note(Odd, "", "wrote %d line%s to its standard output that are no messages; other clients may stop at that", s.Noise, plural(s.Noise))
	}
	if len(s.Pages) == 0 {
		return
	}
	name := s.name()
	for i, v := range s.Pages {
		page := node{value: v, path: fmt.Sprintf("page %d, $", i+1), server: name}
		result, _ := v.(py.Object)
		next := result.Text("nextCursor")
		if s.Err != nil && i == len(s.Pages)-1 {
			next = "" // the error tells of the rest
		}
		if tools := page.key("tools"); (toolsResult{}).holds(v) {
			r.tools(tools, next)
		}
	}
	c := s.Server
	c.Source, c.Launch = "running server", &s.Launch
	c.Name, c.Origin = name, engine.Origin{File: r.file}
	report := l.fileReport(r)
	report.Format = fmt.Sprintf("running server %s, %d page%s", quoted(s.Server.Name+" "+s.Version), len(s.Pages), plural(len(s.Pages)))
	for _, list := range r.lists {
		l.placeServer(r, list, name, report)
	}
	server, _ := l.owners.server(name)
	server.Resources, server.Prompts = c.Resources, c.Prompts
	if report.Tools > 0 { // the catalog tells of those without tools
		l.cards = append(l.cards, c)
	}
	l.reports = append(l.reports, report.FileReport)
}
