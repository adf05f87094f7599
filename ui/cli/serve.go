package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/spf13/cobra"

	"findable/engine"
	"findable/engine/pipeline"
	"findable/ui"
	"findable/ui/cli/serve"
)

// serveFlags are those of findable serve.
type serveFlags struct {
	http, tokenFile, log string
	serveAt              string // where the app serves
	expose               bool
	allow                []string
}

func (r *run) serve() *cobra.Command {
	c := r.command("serve [FLAGS] [DUMP...]", "Offer the catalog behind tool search to an MCP client",
		`Offer the catalog to an MCP client as a model would see it: the tools that are always loaded, then
tool_search, tool_describe and tool_call, which answer as the reference does. The client starts
findable and speaks over its standard streams; with --http it calls an address instead.

A call that gets through is checked and not made: the answer says so, or is one that was recorded
(--results). With --allow, or a rule that allows them, calls of tools of servers that are connected
(--connect, --launch) go on to them; what a rule denies (--rules) goes nowhere. When a file or a server
changes, the client is told. What clients ask for is written to standard error, or to the file of --log.`,
		`  findable serve github.json slack.json
  findable serve --http 127.0.0.1:0 --log calls.jsonl dumps/
  findable serve --connect 'npx -y some-mcp-server' --allow 'mcp__*__list_*'`, r.runServe)
	fs := c.Flags()
	fs.SortFlags = false
	fs.StringVar(&r.http, "http", "", "serve over streamable HTTP at `HOST:PORT` of this machine, port 0 for any that is free")
	fs.StringVar(&r.tokenFile, "token-file", "", "let only those in that send the bearer token in `FILE`")
	fs.BoolVar(&r.expose, "expose", false, "let --http be an address that other machines can reach; needs --token-file")
	fs.StringArrayVar(&r.allow, "allow", nil, "make the calls of tools that the `PATTERN` names, with * ? [ as wildcards; repeatable")
	r.ruleFlags(c)
	fs.StringVar(&r.log, "log", "", "append every call to `FILE`, a line of JSON each, for findable replay")
	return c
}

func (r *run) runServe(ctx context.Context, dumps []string) (err error) {
	door, err := r.door(dumps)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	l := &loader{run: r, dumps: dumps}
	l.listen(ctx, func(f func()) func() { return f }) // there is no screen that a panic could leave behind
	r.keeper.tell = func(ui.Progress) {}
	s, err := r.openServed(ctx, dumps)
	if err != nil {
		return err
	}
	r.warn(append(s.source.Notes, l.notes...), s.notices)
	h := &hearer{run: r}
	if r.log != "" {
		file, err := os.OpenFile(r.log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return fmt.Errorf("--log: %w", err)
		}
		defer file.Close()
		h.log = file
	}
	allowed := &consent{allow: r.allow, results: s.source.Play.Results}
	allowed.open(r.keeper, s.session())
	for _, why := range allowed.idle(s.session()) {
		r.tell("warning: " + why)
	}
	server := serve.New(s.shown(), serve.Options{Version: version(), Policy: pipeline.Policy{Rules: s.source.Play.Rules}, Execute: allowed.execute, Heard: h.heard})
	var all sync.WaitGroup
	defer all.Wait()
	ctx, end := context.WithCancel(ctx)
	defer end()
	all.Go(func() {
		l.keepUp(ctx, s, func(now *setup) { allowed.open(r.keeper, now.session()); server.Show(now.shown()) }, h.say)
	})
	return r.offer(ctx, server, door, s, h)
}

// openServed opens the catalog with its preset, rules and recorded results.
func (r *run) openServed(ctx context.Context, dumps []string) (*setup, error) {
	s, err := r.open(ctx, dumps)
	if err == nil {
		err = r.readPlay(ctx, s)
	}
	return s, err
}

// offer serves until the client or the user ends it.
func (r *run) offer(ctx context.Context, server *serve.Server, door serve.Door, s *setup, h *hearer) error {
	what := engine.Plural(len(s.source.Registry.Entries), "tool", "tools")
	if r.http == "" {
		h.say("serving " + what + " over standard input and output; the end of the input, or ctrl-c, ends it")
		return server.Stream(ctx, r.stdin.from, flushing{r.out})
	}
	listener, err := serve.Listen(ctx, r.http, r.expose)
	if errors.Is(err, serve.ErrExposed) {
		return fmt.Errorf("--http %s: %w; write 127.0.0.1:PORT, or --expose with --token-file FILE", r.http, err)
	}
	if err != nil {
		return fmt.Errorf("--http %s: %w", r.http, err)
	}
	r.line("http://%s%s", listener.Addr(), serve.Path)
	if err := r.out.Flush(); err != nil {
		_ = listener.Close()
		return err
	}
	h.say("serving " + what + "; ctrl-c ends it")
	return server.HTTP(ctx, listener, door)
}

// door reads who may come in, and refuses flags that do not go together.
func (r *run) door(dumps []string) (serve.Door, error) {
	var d serve.Door
	switch {
	case r.json:
		return d, errors.New("serve prints no JSON; --log FILE writes every call as a line of it")
	case r.http == "" && (r.expose || r.tokenFile != ""):
		return d, errors.New("--expose and --token-file go with --http HOST:PORT")
	case r.http == "" && slices.Contains(dumps, "-"):
		return d, errors.New("the client and the dump - both want standard input; give the dump as a file, or serve with --http")
	case r.expose && r.tokenFile == "":
		return d, errors.New("--expose needs --token-file FILE: without a token, everybody who reaches the address could call the tools")
	}
	if host, _, err := net.SplitHostPort(r.http); err == nil {
		d.Name = host
	} else if r.http != "" {
		return d, fmt.Errorf("--http %s: write HOST:PORT, such as 127.0.0.1:8080, or port 0 for any that is free", r.http)
	}
	if r.tokenFile == "" {
		return d, nil
	}
	raw, err := os.ReadFile(r.tokenFile)
	if err != nil {
		return d, fmt.Errorf("--token-file: %w", err)
	}
	d.Token = strings.TrimSpace(string(raw))
	if len(d.Token) < shortestToken || strings.ContainsFunc(d.Token, func(c rune) bool { return c <= ' ' || c > '~' }) {
		return d, fmt.Errorf("--token-file %s: a token is one line of %d or more letters, digits and signs, such as openssl rand -hex 32 makes", r.tokenFile, shortestToken)
	}
	return d, nil
}

// shortestToken is the least length of a token, in characters: as hexadecimal digits
// they are 64 bits, which nobody guesses over a network.
const shortestToken = 16

// keepUp opens everything again when something has changed and shows what there is
// now. What cannot be read leaves things as they were.
func (l *loader) keepUp(ctx context.Context, was *setup, show func(*setup), say func(string)) {
	l.watcher.followed(l.run.paths(was, l.dumps))
	for {
		var name string
		select {
		case <-ctx.Done():
			return
		case name = <-l.changes:
		}
		now, err := l.run.openServed(ctx, l.dumps)
		if err == nil {
			err = ui.Broken(was.source.Notes, now.source.Notes)
		}
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			say(name + " has changed, and what was served before stays: " + err.Error())
			continue
		}
		was = now
		l.watcher.followed(l.run.paths(now, l.dumps))
		show(now)
		say(name + " has changed: serving " + engine.Plural(len(now.source.Registry.Entries), "tool", "tools"))
	}
}

// followed is follow where something can be watched.
func (w *watcher) followed(paths []string) {
	if w != nil {
		w.follow(paths)
	}
}

// shown is what a model would see of what was loaded.
func (s *setup) shown() engine.World {
	return engine.NewWorld(s.session(), s.inputs.Effective(), s.inputs.Context)
}

// flushing writes at once: a client waits for each message.
type flushing struct{ *bufio.Writer }

func (f flushing) Write(p []byte) (int, error) {
	n, err := f.Writer.Write(p)
	if err == nil {
		err = f.Flush()
	}
	return n, err
}
