package loaders

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

	"findable/engine/py"
)

// MaxBytes is how much one load reads, all files together and unpacked. The
// largest real dump known has 3.5 MB, all known together 22 MB.
const MaxBytes = 128 << 20

// disk is the computer's file system, with its own paths.
type disk struct{}

func (disk) Open(name string) (fs.File, error)     { return os.Open(name) }
func (disk) Stat(name string) (fs.FileInfo, error) { return os.Stat(name) }

// A pool holds how many bytes a load may read, in all and still, and tells how
// far it is.
type pool struct {
	all, left int64
	progress
}

func newPool(bytes int64) *pool { return &pool{all: bytes, left: bytes} }

// file reads a whole file, within the pool, unless it is a folder.
func (p *pool) file(ctx context.Context, fsys fs.FS, name string) (raw string, folder bool, fault *Error) {
	info, err := fs.Stat(fsys, name) // before it is opened: a named pipe may wait for ever
	if err != nil {
		return "", false, openError(name, err)
	}
	if info.IsDir() {
		return "", true, nil
	}
	if mode := info.Mode(); !mode.IsRegular() && !inherited(name) {
		return "", false, &Error{name, "", "is " + special(mode) + ", which could be waited for without end; send it to - instead"}
	}
	size := info.Size()
	p.begin(name, size)
	if raw, fault = p.open(ctx, fsys, name, size); fault != nil {
		p.failed(size)
	}
	return raw, false, fault
}

func (p *pool) open(ctx context.Context, fsys fs.FS, name string, size int64) (string, *Error) {
	if size > p.left {
		return "", p.tooLarge(name, fmt.Sprintf("has %d MB", (size+1<<20-1)>>20))
	}
	f, err := fsys.Open(name)
	if err != nil {
		return "", openError(name, err)
	}
	defer f.Close()
	return p.read(ctx, f, name, size)
}

// inherited reports whether a path stands for a file that the shell has opened
// for this process, as in <(command).
func inherited(name string) bool {
	name = path.Clean(name)
	return name == "/dev/stdin" || strings.HasPrefix(name, "/dev/fd/") || strings.HasPrefix(name, "/proc/self/fd/")
}

// special names what is neither a file nor a folder.
func special(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "no regular file"
}

// read takes everything from r; size is a guess.
func (p *pool) read(ctx context.Context, r io.Reader, name string, size int64) (string, *Error) {
	var b strings.Builder
	b.Grow(int(min(max(size, 0), p.left)) + 1)
	r = &watched{ctx, r, p}
	head := make([]byte, 4<<10)
	n, err := io.ReadFull(r, head)
	b.Write(head[:n])
	if err == nil && !notText(b.String()) { // the rest of a picture is not read
		_, err = io.Copy(&b, io.LimitReader(r, p.left+1-int64(n)))
	}
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return "", openError(name, err)
	}
	if int64(b.Len()) > p.left {
		return "", p.tooLarge(name, "goes on and on")
	}
	p.left -= int64(b.Len())
	return b.String(), nil
}

func (p *pool) tooLarge(name, has string) *Error {
	return &Error{name, "", fmt.Sprintf("%s, and one load reads %d MB, of which %d MB are left; leave servers out or split it",
		has, p.all>>20, p.left>>20)}
}

// A watched reader ends with its context and counts what it reads.
type watched struct {
	ctx  context.Context
	from io.Reader
	pool *pool
}

func (w *watched) Read(b []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := w.from.Read(b)
	w.pool.hasRead(n)
	return n, err
}

// fileLoader returns a loader that only reads files.
func fileLoader(opt Options) *loader {
	l := &loader{opt: opt, files: opt.FS, pool: newPool(MaxBytes)}
	if l.files == nil {
		l.files = disk{}
	}
	return l
}

// whole reads a file, or standard input, as one text; what is wanted in place of a
// folder.
func (l *loader) whole(ctx context.Context, name, what string) (*text, *Error) {
	raw, folder, fault := "", false, (*Error)(nil)
	if name == "-" {
		raw, fault = l.stdin(ctx)
	} else {
		raw, folder, fault = l.pool.file(ctx, l.files, name)
	}
	switch {
	case folder:
		return nil, errorf("", "is a folder; give %s", what)
	case fault != nil:
		return nil, fault
	}
	return l.pool.decode(ctx, raw)
}

// wholeText reads a file that stands by itself.
func wholeText(ctx context.Context, name string, opt Options) (*text, error) {
	t, fault := fileLoader(opt).whole(ctx, name, "a file")
	if fault != nil {
		fault.File = shownName(name)
		return nil, fault
	}
	t.reader = &py.Reader{MaxValues: MaxValues, Pace: func(int) error { return ctx.Err() }}
	return t, nil
}

// shownName is what a source is called in notes and errors.
func shownName(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}

const noSuchFile = "there is no such file or folder; check the path"

func openError(name string, err error) *Error {
	var path *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &Error{name, "", noSuchFile}
	case errors.Is(err, fs.ErrPermission):
		return &Error{name, "", "may not be read; check its permissions"}
	case errors.As(err, &path):
		err = path.Err
	}
	return &Error{name, "", "cannot be read: " + err.Error()}
}
