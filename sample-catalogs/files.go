package samples

import (
	"bytes"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
)

// files is a file system of contents that are made when they are first asked
// for. Folders follow from the names.
type files map[string]func() []byte

// Open opens a file or a folder.
func (f files) Open(name string) (fs.File, error) {
	switch {
	case !fs.ValidPath(name):
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	case f[name] != nil:
		return &file{Reader: bytes.NewReader(f[name]()), info: info{name, f[name]}}, nil
	}
	if entries := f.children(name); entries != nil {
		return &folder{info{name, nil}, entries}, nil
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// children lists a folder by name; nil when there is no such folder.
func (f files) children(name string) []fs.DirEntry {
	prefix := name + "/"
	if name == "." {
		prefix = ""
	}
	found := map[string]fs.DirEntry{}
	for full, content := range f {
		rest, inside := strings.CutPrefix(full, prefix)
		if !inside {
			continue
		}
		child, _, deeper := strings.Cut(rest, "/")
		if deeper {
			content = nil
		}
		found[child] = fs.FileInfoToDirEntry(info{child, content})
	}
	if len(found) == 0 {
		return nil
	}
	entries := make([]fs.DirEntry, 0, len(found))
	for _, child := range slices.Sorted(maps.Keys(found)) {
		entries = append(entries, found[child])
	}
	return entries
}

// info describes a file, or a folder where there is no content.
type info struct {
	path    string
	content func() []byte
}

func (i info) Name() string       { return path.Base(i.path) }
func (i info) IsDir() bool        { return i.content == nil }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) Sys() any           { return nil }

func (i info) Size() int64 {
	if i.IsDir() {
		return 0
	}
	return int64(len(i.content()))
}

func (i info) Mode() fs.FileMode {
	if i.IsDir() {
		return fs.ModeDir | 0o555
	}
	return 0o444
}

// file is an open file.
type file struct {
	*bytes.Reader
	info info
}

func (f *file) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *file) Close() error               { return nil }

// folder is an open folder with the entries not read yet.
type folder struct {
	info info
	rest []fs.DirEntry
}

func (f *folder) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *folder) Close() error               { return nil }

func (f *folder) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: f.info.path, Err: fs.ErrInvalid}
}

// ReadDir returns the next n entries, all of them where n is 0 or less.
func (f *folder) ReadDir(n int) ([]fs.DirEntry, error) {
	if n > 0 && len(f.rest) == 0 {
		return nil, io.EOF
	}
	if n <= 0 || n > len(f.rest) {
		n = len(f.rest)
	}
	next := f.rest[:n:n]
	f.rest = f.rest[n:]
	return next, nil
}
