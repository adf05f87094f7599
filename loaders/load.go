package loaders

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"findable/engine"
	"findable/engine/py"
)

// A Source is one input: a file, a folder, or "-" for standard input.
type Source struct {
	Path string
	// Name is the server or plugin toolset that the tools become, "" for the
	// name that the shape or the file gives.
	Name string
}

// ParseSource reads a positional argument: PATH or NAME=PATH. A name has no
// slash, so a path with "=" in its file name is written ./a=b.json.
func ParseSource(arg string) Source {
	name, rest, found := strings.Cut(arg, "=")
	if !found || name == "" || strings.ContainsAny(name, `/\`) {
		return Source{Path: arg}
	}
	return Source{Path: rest, Name: name}
}

// Options says how to load. The zero value loads from disk and knows no core.
type Options struct {
	// Rules is the generation whose core list tells core tools in an agent's list,
	// and which a session file's `core: all` stands for.
	Rules engine.Rules
	// Stdin is what "-" reads.
	Stdin io.Reader
	// FS holds the files, nil for the computer's own. Paths in it follow io/fs.
	FS fs.FS
	// Cards are servers known from elsewhere, such as an agent's configuration.
	Cards []Card
	// Live is asked, once the sources are read, what running servers list. It is
	// given the servers that the sources name. Its error ends the load. nil asks
	// none.
	Live func(context.Context, []Card) ([]Listed, error)
	// Tell, where set, is called while the load goes on, from the same goroutine:
	// about twenty times a second, and once at the end.
	Tell func(Progress)
}

// A Result is what a load gives.
type Result struct {
	Catalog engine.Catalog
	// Session is the session file among the sources, nil when there is none.
	Session *Session
	// Bridge holds the bridge tools that agents' lists contained; they are in no
	// catalog. tool_search's description holds the listing of that agent.
	Bridge []engine.Tool
	// Cards holds what the sources say of servers besides their tools, in reading
	// order. A card whose Tools is 0 stands for a server without tools.
	Cards  []Card
	Report Report
}

// Load reads the sources, in order, into one catalog. What cannot be used leaves
// a note and the rest loads; when no tool was found at all, the error is an
// *Error that says why, and the Result still has its Report.
func Load(ctx context.Context, sources []Source, opt Options) (Result, error) {
	l := newLoader(ctx, opt)
	l.measure(sources)
	for _, s := range sources {
		l.source(ctx, s)
		if err := ctx.Err(); err != nil {
			return Result{}, err
		}
	}
	l.pool.end()
	if err := l.live(ctx); err != nil {
		return Result{}, err
	}
	res := l.result()
	if res.Report.Tools == 0 {
		return res, l.failure(len(sources))
	}
	return res, nil
}

func newLoader(ctx context.Context, opt Options) *loader {
	l := fileLoader(opt)
	l.ledger, l.owners, l.cards = newLedger(), newOwners(), slices.Clone(opt.Cards)
	l.pool.tell = opt.Tell
	l.reader = &py.Reader{MaxValues: MaxValues, Pace: func(bytes int) error {
		l.pool.parsed(bytes)
		return ctx.Err()
	}}
	return l
}

// measure adds up the files among the sources; folders are added once they are
// listed.
func (l *loader) measure(sources []Source) {
	for _, s := range sources {
		if s.Path == "-" {
			l.pool.endless = true
		} else if info, err := fs.Stat(l.files, s.Path); err == nil && info.Mode().IsRegular() {
			l.pool.expect(s.Path, info.Size())
		}
	}
}

type loader struct {
	opt     Options
	files   fs.FS
	pool    *pool
	reader  *py.Reader
	ledger  *ledger
	owners  *owners
	session *Session
	bridge  []engine.Tool
	cards   []Card
	reports []FileReport
}

func (l *loader) fail(err *Error) { l.ledger.add(Note{Failed, err.File, err.Path, err.Text}) }

// source loads one positional argument.
func (l *loader) source(ctx context.Context, s Source) {
	rs, folder := l.readings(ctx, s.Path)
	for _, r := range rs {
		switch {
		case r.session == nil:
			l.place(r, s.Name, l.ownName(s.Path, r))
		case folder:
			r.note(Skipped, "", "a session file, which is not looked for in folders; give it by itself")
		default:
			l.openSession(ctx, s, r)
		}
	}
}

// readings reads a file, or each file of a folder. What cannot be read leaves a
// note.
func (l *loader) readings(ctx context.Context, name string) (rs []*reading, folder bool) {
	if name == "" {
		l.fail(errorf("", "a source without a path; write PATH or NAME=PATH"))
		return nil, false
	}
	if name == "-" {
		raw, err := l.stdin(ctx)
		return l.reading(ctx, "standard input", raw, err), false
	}
	raw, folder, err := l.pool.file(ctx, l.files, name)
	if !folder {
		return l.reading(ctx, name, raw, err), false
	}
	return l.folder(ctx, name), true
}

func (l *loader) stdin(ctx context.Context) (string, *Error) {
	if l.opt.Stdin == nil {
		return "", errorf("", "is not connected; give a file")
	}
	l.pool.now.File = "standard input"
	return l.pool.read(ctx, l.opt.Stdin, "", 0)
}

// reading reads one file's bytes, or notes why there are none. It returns no
// reading when nothing in the file is of use.
func (l *loader) reading(ctx context.Context, file, raw string, fault *Error) []*reading {
	r := &reading{file: file, ledger: l.ledger, ctx: ctx, reader: l.reader}
	before := l.ledger.mark()
	if fault == nil {
		fault = l.contents(ctx, r, raw)
	}
	if ctx.Err() != nil {
		return nil
	}
	if fault != nil {
		fault.File = file
		l.fail(fault)
	}
	if len(r.lists) > 0 || len(r.cards) > 0 || r.session != nil || r.tally.searches > 0 {
		return []*reading{r}
	}
	if fault == nil && !l.ledger.condense(before) {
		l.fail(&Error{file, "", "holds no tools; dump the server again"})
	}
	return nil
}

// contents takes what is of use out of a file's bytes. Where the text breaks off,
// the documents before that count, and the fault comes back.
func (l *loader) contents(ctx context.Context, r *reading, raw string) *Error {
	t, fault := l.pool.decode(ctx, raw)
	defer l.pool.done()
	if fault != nil {
		return fault
	}
	t.reader = l.reader
	docs, fault := t.documents()
	for _, n := range t.notes {
		r.note(n.Kind, n.Path, "%s", n.Text)
	}
	root := func(i int) node {
		n := node{value: docs[i].value, path: "$", said: docs[i].said}
		if len(docs) > 1 || t.noise.count > 0 {
			n.path = fmt.Sprintf("line %d, $", docs[i].line)
		}
		return n
	}
	first := 0
	if len(docs) > 0 {
		if o, ok := docs[0].value.(py.Object); ok && o.Has("findable") {
			r.session, first = o, 1
		}
	}
	rest := func(i int) node { return root(first + i) }
	r.values(len(docs)-first, rest)
	r.endReplies()
	r.sweepAll(len(docs)-first, rest)
	r.endTalk()
	r.close()
	return fault
}

// ownName is the name that tools get from where they lie.
func (l *loader) ownName(source string, r *reading) string {
	if source == "-" {
		return "stdin"
	}
	return cmp.Or(r.own, l.bareName(r.file))
}

// base returns the last element of a path, of "." and ".." too.
func (l *loader) base(name string) string {
	if l.opt.FS != nil {
		return path.Base(name)
	}
	if abs, err := filepath.Abs(name); err == nil {
		name = abs
	}
	return filepath.Base(name)
}

// join puts a path below a folder; a path that is absolute stays.
func (l *loader) join(folder, name string) string {
	switch {
	case l.opt.FS != nil:
		return path.Join(folder, name)
	case filepath.IsAbs(name):
		return name
	}
	return filepath.Join(folder, name)
}

// dir returns the folder of a file; that of standard input is the working one.
func (l *loader) dir(source string) string {
	if l.opt.FS != nil {
		return path.Dir(source)
	}
	return filepath.Dir(source)
}

// failure words why nothing at all was loaded.
func (l *loader) failure(sources int) *Error {
	for _, kind := range []Kind{Failed, NoTools, Bridge, Observed, Skipped} {
		for _, n := range l.ledger.notes {
			if n.Kind != kind {
				continue
			}
			err := &Error{n.File, n.Path, n.Text}
			if others := l.ledger.count[kind] - 1; kind == Failed && others > 0 {
				err.Text += fmt.Sprintf(" (and %d more error%s)", others, plural(others))
			}
			return err
		}
	}
	return errorf("", "no tool in %d source%s; give a dump made with tools/list", sources, plural(sources))
}
