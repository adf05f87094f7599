package loaders

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"unicode/utf8"

	"findable/engine/py"
)

// The limits of input. The largest real dump known has 3.5 MB, all known
// together 20 MB and 1.5 million commas.
const (
	// MaxBytes is how much one load reads, all files together.
	MaxBytes = 128 << 20
	// MaxCommas bounds the values of one file, whose memory is no matter of
	// bytes: a list of digits takes sixteen times its text.
	MaxCommas = 12_000_000
	// MaxYAMLBytes is the size of one YAML text: reading it takes about a hundred
	// times its bytes.
	MaxYAMLBytes = 8 << 20
	// maxFlowBytes is the size up to which a text that begins like JSON and is
	// none is tried as YAML in its flow form, which people write by hand.
	maxFlowBytes = 1 << 20
)

// blanks may stand between JSON values.
const blanks = " \t\r\n"

// A document is one JSON or YAML value of a file.
type document struct {
	value py.Value
	line  int // where it begins, from 1
}

// A pool holds how many bytes a load may read, in all and still.
type pool struct{ all, left int64 }

func newPool(bytes int64) *pool { return &pool{bytes, bytes} }

// file reads a whole file, within the pool, unless it is a folder.
func (p *pool) file(ctx context.Context, fsys fs.FS, name string) (raw []byte, folder bool, fault *Error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, false, openError(name, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, false, openError(name, err)
	}
	if info.IsDir() {
		return nil, true, nil
	}
	size := info.Size()
	if info.Mode().IsRegular() && size > p.left {
		return nil, false, p.tooLarge(name, fmt.Sprintf("has %d MB", (size+1<<20-1)>>20))
	}
	raw, fault = p.read(ctx, f, name, size)
	return raw, false, fault
}

// read takes everything from r; size is a guess.
func (p *pool) read(ctx context.Context, r io.Reader, name string, size int64) ([]byte, *Error) {
	var buf bytes.Buffer
	buf.Grow(int(min(max(size, 0), p.left)) + bytes.MinRead)
	n, err := buf.ReadFrom(io.LimitReader(stopping{ctx, r}, p.left+1))
	if err != nil {
		return nil, openError(name, err)
	}
	if n > p.left {
		return nil, p.tooLarge(name, "goes on and on")
	}
	p.left -= n
	return buf.Bytes(), nil
}

func (p *pool) tooLarge(name, has string) *Error {
	return &Error{name, "", fmt.Sprintf("%s, and one load reads %d MB, of which %d MB are left; leave servers out or split it",
		has, p.all>>20, p.left>>20)}
}

// A stopping reader ends with its context.
type stopping struct {
	ctx context.Context
	io.Reader
}

func (s stopping) Read(b []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.Reader.Read(b)
}

func openError(name string, err error) *Error {
	var path *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &Error{name, "", "there is no such file or folder; check the path"}
	case errors.Is(err, fs.ErrPermission):
		return &Error{name, "", "may not be read; check its permissions"}
	case errors.As(err, &path):
		err = path.Err
	}
	return &Error{name, "", "cannot be read: " + err.Error()}
}

// documents reads a file's bytes: one JSON value or several one after another
// (JSONL is that), or YAML. When it fails, the documents before the fault come
// with the error.
func documents(raw []byte) ([]document, *Error) {
	text := bytes.TrimPrefix(raw, []byte("\ufeff"))
	head := bytes.TrimLeft(text, blanks)
	if len(head) == 0 {
		return nil, errorf("", "is empty; dump the server again")
	}
	if err := notText(raw, text); err != nil {
		return nil, err
	}
	if n := bytes.Count(text, []byte(",")); n > MaxCommas {
		return nil, errorf("", "has %d million commas, and %d million are read; leave servers out or split it", n/1e6, MaxCommas/1_000_000)
	}
	if head[0] != '{' && head[0] != '[' {
		return yamlDocuments(text)
	}
	docs, err := jsonDocuments(text, len(raw)-len(text))
	if err != nil && len(docs) == 0 && len(text) <= maxFlowBytes {
		if flow, bad := yamlDocuments(text); bad == nil {
			return flow, nil
		}
	}
	return docs, err
}

// notText says why bytes are no UTF-8 text, nil when they are.
func notText(raw, text []byte) *Error {
	switch {
	case bytes.HasPrefix(raw, []byte{0x1f, 0x8b}):
		return errorf("", "is compressed with gzip; unpack it first")
	case bytes.HasPrefix(raw, []byte{0xff, 0xfe}), bytes.HasPrefix(raw, []byte{0xfe, 0xff}):
		return errorf("", "is UTF-16 text; save it as UTF-8")
	}
	if i := bytes.IndexByte(text, 0); i >= 0 {
		return errorf(position(text, i, len(raw)-len(text)), "a NUL byte; this is no JSON or YAML text")
	}
	if utf8.Valid(text) {
		return nil
	}
	bad := 0
	for bad < len(text) {
		r, n := utf8.DecodeRune(text[bad:])
		if r == utf8.RuneError && n == 1 {
			break
		}
		bad += n
	}
	return errorf(position(text, bad, len(raw)-len(text)), "byte 0x%02x is not UTF-8; save the file as UTF-8", text[bad])
}

// position words an offset into text, bom bytes of the file standing before it.
func position(text []byte, offset, bom int) string {
	before := text[:min(offset, len(text))]
	return fmt.Sprintf("line %d, column %d (byte %d)", 1+bytes.Count(before, []byte("\n")),
		len(before)-bytes.LastIndexByte(before, '\n'), offset+bom)
}

func jsonDocuments(text []byte, bom int) ([]document, *Error) {
	var docs []document
	line, at := 1, 0
	for {
		rest := bytes.TrimLeft(text[at:], blanks)
		start := len(text) - len(rest)
		line += bytes.Count(text[at:start], []byte("\n"))
		if at = start; len(rest) == 0 {
			return docs, nil
		}
		v, n, err := py.ParsePrefix(rest)
		if err != nil {
			return docs, jsonError(text, at, len(docs), bom, err)
		}
		docs = append(docs, document{v, line})
		line += bytes.Count(rest[:n], []byte("\n"))
		at += n
	}
}

// jsonError words a fault in the document that begins at start and has so many
// before it.
func jsonError(text []byte, start, before, bom int, err error) *Error {
	var fault *py.SyntaxError
	if !errors.As(err, &fault) {
		return errorf("", "%s", err)
	}
	offset := start + fault.Offset
	fix := "mend it or dump the server again"
	switch rest := text[min(offset, len(text)):]; {
	case len(rest) == 0:
		fix = "the file is cut short, dump it again"
	case bytes.HasPrefix(rest, []byte("//")) || bytes.HasPrefix(rest, []byte("/*")):
		fix = "comments are not read, take them out"
	}
	what := "not JSON: " + fault.Msg
	if before > 0 {
		what = fmt.Sprintf("document %d is not JSON: %s; the %d before it were read", before+1, fault.Msg, before)
	}
	return errorf(position(text, offset, bom), "%s; %s", what, fix)
}
