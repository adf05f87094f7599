package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/pflag"

	"findable/engine/eval"
	"findable/loaders"
	samples "findable/sample-catalogs"
	"findable/ui"
	"findable/ui/term"
)

// app starts the app. What is wrong with the input is said before what is wrong
// with the terminal.
func (r *run) app(ctx context.Context, fs *pflag.FlagSet, dumps []string) error {
	if r.json {
		return errors.New("--json goes with a command: findable report --json")
	}
	if (r.size != (size{}) || r.press != "") && r.view == "" {
		return errors.New("--size and --press go with --print VIEW")
	}
	p, err := r.prefer(fs)
	if err != nil {
		return err
	}
	models := p.models() // notes what is wrong with a line
	l := &loader{run: r, dumps: dumps, notes: p.notes, models: models}
	opt := ui.Options{ASCII: r.ascii, NoMouse: r.noMouse, Theme: r.theme, Themes: p.themes, Keys: p.keys}
	if r.view != "" {
		loaded, err := l.Load(ctx, ui.Ask{}, func(ui.Progress) {})
		if err != nil {
			return err
		}
		r.warnPreferences(p)
		return r.printView(ctx, loaded, opt)
	}
	if !r.terminal {
		if _, err := l.Load(ctx, ui.Ask{}, func(ui.Progress) {}); err != nil {
			return err
		}
		r.warnPreferences(p)
		return errors.New("the app needs a terminal and the output is none; --print VIEW prints what it would show")
	}
	r.warnPreferences(p)
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	listener, err := r.listenEarly(ctx)
	if err != nil {
		return err
	}
	beside := func(f func()) func() { return term.Caught(func(m term.PanicMsg) { stop(m) }, f) }
	l.listen(ctx, beside)
	opt.Serve, opt.Served = r.servesFrom(listener, beside), listener != nil
	for _, s := range samples.All() {
		opt.Samples = append(opt.Samples, ui.Sample{Name: s.Name, About: s.About})
	}
	err = ui.Run(ctx, l, opt)
	if broken := (term.PanicMsg{}); errors.As(context.Cause(ctx), &broken) {
		return broken
	}
	return err
}

// listen begins to hear of changes of files and of running servers, until the context
// ends. beside makes safe what runs meanwhile.
func (l *loader) listen(ctx context.Context, beside func(func()) func()) {
	l.changes = make(chan string, 1)
	var err error
	if l.watcher, err = watch(ctx, beside); err != nil { // the rest works without
		l.notes = append(l.notes, ui.Note{Kind: "watching", Text: "files are not watched, R reads them again: " + err.Error()})
	} else {
		go beside(func() {
			for name := range l.watcher.changes {
				select {
				case l.changes <- name:
				case <-ctx.Done():
				}
			}
		})()
	}
	l.run.servers.Watch, l.run.servers.Beside = true, beside
	l.run.keeper = &keeper{run: l.run, ctx: ctx, beside: beside, changes: l.changes}
}

// A loader loads for the app what the command line names.
type loader struct {
	run     *run
	dumps   []string
	notes   []ui.Note // on the preferences
	models  []model
	old     *ui.Loaded // what side A is, once it has been read
	watcher *watcher   // nil where nothing can be watched
	changes chan string
	mu      sync.Mutex
}

// Load reads the dumps, and everything that the flags name.
func (l *loader) Load(ctx context.Context, ask ui.Ask, tell func(ui.Progress)) (ui.Loaded, error) {
	l.mu.Lock() // a load that was stopped may not have ended yet
	defer l.mu.Unlock()
	if ask.Sample != "" {
		return l.sample(ask.Sample).load(ctx, tell)
	}
	if k := l.run.keeper; k != nil {
		k.allowed, k.fresh, k.tell = ask.Connect, ask.Fresh, tell
	}
	return l.load(ctx, tell)
}

// sample loads a sample, without what the flags say of the catalog: its servers,
// their files, and queries for them.
func (l *loader) sample(name string) *loader {
	own := *l.run
	own.keeper = nil
	own.flags = flags{generation: own.generation, sample: name, context: own.context, set: own.set, ascii: own.ascii}
	return &loader{run: &own, notes: l.notes, watcher: l.watcher}
}

func (l *loader) load(ctx context.Context, tell func(ui.Progress)) (ui.Loaded, error) {
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
	if len(queries) > 0 {
		s.inputs.Query = strings.Join(queries, "; ")
	}
	s.inputs.Target = cmp.Or(l.run.tool, s.inputs.Target)
	s.source.Engines = func(in ui.Inputs) []ui.Engine { return s.engines(in) }
	s.source.LoadCases = l.takeCases
	s.source.Report = func(in ui.Inputs) string { return l.run.reportText(s, in) }
	s.source.Notes = slices.Concat(s.source.Notes, l.notes)
	for _, m := range l.models {
		s.source.Models = append(s.source.Models, ui.Model{Name: m.Name, Context: m.Context})
	}
	l.run.cases = cmp.Or(l.run.cases, savedPath(s.loaded.Session, casesKey))
	if err := l.run.readCases(ctx, s); err != nil {
		return ui.Loaded{}, err
	}
	if err := l.readOld(ctx, s); err != nil {
		return ui.Loaded{}, err
	}
	s.source.Away = l.away(s)
	if err := l.run.readPlay(ctx, s); err != nil {
		return ui.Loaded{}, err
	}
	if k := l.run.keeper; k != nil {
		k.letRun(s)
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
	all, err := r.loadCases(ctx, r.cases)
	if err != nil {
		return err
	}
	s.source.Cases, s.source.AddCase = all.Cases, all.AddCase
	s.source.Notes = append(s.source.Notes, all.Notes...)
	return nil
}

// loadCases reads a file of cases.
func (r *run) loadCases(ctx context.Context, file string) (ui.LoadedCases, error) {
	set, err := loaders.ReadCases(ctx, file, r.topics, loaders.Options{Stdin: r.stdin.again()})
	if err != nil {
		return ui.LoadedCases{}, err
	}
	all := ui.LoadedCases{Cases: set.Cases}
	for _, n := range set.Notes {
		all.Notes = append(all.Notes, ui.Note{Kind: string(n.Kind), File: n.File, Path: n.Path, Text: n.Text})
	}
	if file != "-" {
		all.AddCase = func(c eval.Case) (string, func() error, error) {
			undo, err := loaders.AddCase(file, c)
			return file, undo, err
		}
	}
	return all, nil
}

// takeCases reads another file of cases for the app, which stays with it when it loads
// anew.
func (l *loader) takeCases(ctx context.Context, file string) (ui.LoadedCases, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	all, err := l.run.loadCases(ctx, file)
	if err == nil {
		l.run.cases = file
	}
	return all, err
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
