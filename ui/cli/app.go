package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/pflag"

	"findable/engine/eval"
	"findable/loaders"
	"findable/ui"
)

// app starts the app. What is wrong with the input is said before what is wrong
// with the terminal.
func (r *run) app(ctx context.Context, fs *pflag.FlagSet, dumps []string) error {
	if r.json {
		return errors.New("--json goes with a command: findable report --json")
	}
	p, err := r.prefer(fs)
	if err != nil {
		return err
	}
	l := &loader{run: r, dumps: dumps, notes: p.notes}
	if !r.terminal {
		if _, err := l.Load(ctx, ui.Ask{}, func(ui.Progress) {}); err != nil {
			return err
		}
		r.warnPreferences(p)
		return errors.New("the app needs a terminal and the output is none; findable report prints what it would show")
	}
	r.warnPreferences(p)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	listener, err := r.listenEarly(ctx)
	if err != nil {
		return err
	}
	l.listen(ctx)
	return ui.Run(ctx, l, ui.Options{ASCII: r.ascii, NoMouse: r.noMouse, Theme: r.theme, Themes: p.themes, Keys: p.keys,
		Serve: r.servesFrom(listener), Served: listener != nil})
}

// listen begins to hear of changes of files and of running servers, until the context
// ends.
func (l *loader) listen(ctx context.Context) {
	l.changes = make(chan string, 1)
	var err error
	if l.watcher, err = watch(ctx); err != nil { // the rest works without
		l.notes = append(l.notes, ui.Note{Kind: "watching", Text: "files are not watched, R reads them again: " + err.Error()})
	} else {
		go func() {
			for name := range l.watcher.changes {
				select {
				case l.changes <- name:
				case <-ctx.Done():
				}
			}
		}()
	}
	l.run.servers.Watch = true
	l.run.keeper = &keeper{run: l.run, ctx: ctx, changes: l.changes}
}

// A loader loads for the app what the command line names.
type loader struct {
	run     *run
	dumps   []string
	notes   []ui.Note // on the preferences
	watcher *watcher  // nil where nothing can be watched
	changes chan string
	mu      sync.Mutex
}

// Load reads the dumps, and everything that the flags name.
func (l *loader) Load(ctx context.Context, ask ui.Ask, tell func(ui.Progress)) (ui.Loaded, error) {
	l.mu.Lock() // a load that was stopped may not have ended yet
	defer l.mu.Unlock()
	if k := l.run.keeper; k != nil {
		k.allowed, k.fresh, k.tell = ask.Connect, ask.Fresh, tell
	}
	l.run.progress = func(p loaders.Progress) {
		tell(ui.Progress{Now: p.File, Done: p.Parsed, Total: p.Total})
	}
	s, err := l.run.open(ctx, l.dumps)
	if err != nil && (s == nil || len(s.source.Cards) == 0) { // servers without tools can be connected
		return ui.Loaded{}, err
	}
	queries, err := l.run.queries(l.dumps)
	if err != nil {
		return ui.Loaded{}, err
	}
	if len(queries) == 0 && len(l.dumps) == 0 && len(s.source.Queries) > 0 {
		queries = s.source.Queries[:1] // a sample opens on the answer to its first query
	}
	s.inputs.Query = strings.Join(queries, "; ")
	s.source.Engines = func(in ui.Inputs) []ui.Engine { return s.engines(in) }
	s.source.Report = func(in ui.Inputs) string { return l.run.reportText(s, in) }
	s.source.Notes = slices.Concat(s.source.Notes, l.notes)
	if err := l.run.readCases(ctx, s); err != nil {
		return ui.Loaded{}, err
	}
	if err := l.run.readEdits(s); err != nil {
		return ui.Loaded{}, err
	}
	if l.watcher != nil {
		l.watcher.follow(l.run.paths(s, l.dumps))
	}
	return ui.Loaded{Source: s.source, Start: s.inputs}, nil
}

// readCases reads the cases that the flags name.
func (r *run) readCases(ctx context.Context, s *setup) error {
	if r.cases == "" {
		return nil
	}
	set, err := loaders.ReadCases(ctx, r.cases, r.topics, loaders.Options{Stdin: r.stdin.again()})
	if err != nil {
		return err
	}
	s.source.Cases = set.Cases
	for _, n := range set.Notes {
		s.source.Notes = append(s.source.Notes, ui.Note{Kind: string(n.Kind), File: n.File, Path: n.Path, Text: n.Text})
	}
	if r.cases != "-" {
		s.source.AddCase = func(c eval.Case) (string, error) { return r.cases, loaders.AddCase(r.cases, c) }
	}
	return nil
}

// Changes says which of the files, or which running server, has changed.
func (l *loader) Changes() <-chan string { return l.changes }

// A rereader gives the same bytes to everyone who reads it from its beginning, and
// reads them only once.
type rereader struct {
	from io.Reader
	read bytes.Buffer
}

// again returns a reader from the beginning on. The one before must not be read
// any more. Of nothing it is nil.
func (r *rereader) again() io.Reader {
	if r == nil {
		return nil
	}
	return io.MultiReader(bytes.NewReader(bytes.Clone(r.read.Bytes())), io.TeeReader(r.from, &r.read))
}
