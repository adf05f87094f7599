package loaders

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
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
	l := &loader{opt: opt, files: opt.FS, pool: newPool(MaxBytes), ledger: newLedger(), owners: newOwners(), cards: slices.Clone(opt.Cards)}
	if l.files == nil {
		l.files = disk{}
	}
	for _, s := range sources {
		l.source(ctx, s)
		if err := ctx.Err(); err != nil {
			return Result{}, err
		}
	}
	res := l.result()
	if res.Report.Tools == 0 {
		return res, l.failure(len(sources))
	}
	return res, nil
}

// disk is the computer's file system, with its own paths.
type disk struct{}

func (disk) Open(name string) (fs.File, error) { return os.Open(name) }

type loader struct {
	opt     Options
	files   fs.FS
	pool    *pool
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
			l.place(r, s.Name, l.ownName(s.Path, r, folder))
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
		return l.reading("standard input", raw, err), false
	}
	raw, folder, err := l.pool.file(ctx, l.files, name)
	if !folder {
		return l.reading(name, raw, err), false
	}
	return l.folder(ctx, name), true
}

// folder reads each file of a folder, not those of the folders in it.
func (l *loader) folder(ctx context.Context, name string) (rs []*reading) {
	entries, err := fs.ReadDir(l.files, name)
	if err != nil {
		l.fail(openError(name, err))
		return nil
	}
	before := l.ledger.mark()
	for _, e := range entries {
		if ctx.Err() != nil {
			return nil
		}
		file := l.join(name, e.Name())
		if strings.HasPrefix(e.Name(), ".") {
			l.ledger.add(Note{Skipped, file, "", "a hidden file; give it by itself"})
			continue
		}
		raw, folder, err := l.pool.file(ctx, l.files, file)
		if folder {
			l.ledger.add(Note{Skipped, file, "", "a folder inside a folder; give it by itself"})
			continue
		}
		rs = append(rs, l.reading(file, raw, err)...)
	}
	if len(rs) == 0 {
		n := len(entries)
		l.ledger.insert(before, Note{Failed, name, "", fmt.Sprintf("a folder without tools, %d file%s and folder%[2]s in it; "+
			"give one that holds dumps made with tools/list", n, plural(n))})
	}
	return rs
}

func (l *loader) stdin(ctx context.Context) ([]byte, *Error) {
	if l.opt.Stdin == nil {
		return nil, errorf("", "is not connected; give a file")
	}
	return l.pool.read(ctx, l.opt.Stdin, "", 0)
}

// reading reads one file's bytes, or notes why there are none. It returns no
// reading when nothing in the file is of use.
func (l *loader) reading(file string, raw []byte, err *Error) []*reading {
	var docs []document
	if err == nil {
		docs, err = documents(raw)
	}
	if err != nil {
		err.File = file
		l.fail(err)
	}
	r := &reading{file: file, ledger: l.ledger}
	before := l.ledger.mark()
	for i, d := range docs {
		root := node{value: d.value, path: "$"}
		if len(docs) > 1 {
			root.path = fmt.Sprintf("line %d, $", d.line)
		}
		if o, ok := d.value.(py.Object); ok && o.Has("findable") && i == 0 {
			r.session = o
			continue
		}
		r.value(root)
	}
	if len(r.lists) > 0 || len(r.cards) > 0 || r.session != nil {
		return []*reading{r}
	}
	if err == nil && !l.ledger.condense(before) {
		l.fail(&Error{file, "", "holds no tools; dump the server again"})
	}
	return nil
}

// ownName is the name that tools get from where they lie: the file's without
// its extension, for a folder of single tools the folder's.
func (l *loader) ownName(source string, r *reading, folder bool) string {
	if source == "-" {
		return "stdin"
	}
	if folder && len(r.lists) == 1 && r.lists[0].lone {
		return l.base(source)
	}
	name := l.base(r.file)
	if bare := strings.TrimSuffix(name, path.Ext(name)); bare != "" {
		return bare
	}
	return name
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
	for _, kind := range []Kind{Failed, NoTools, Bridge, Skipped} {
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
