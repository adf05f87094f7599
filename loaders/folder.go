package loaders

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// How far a folder is looked into. Trees of servers lie two or three folders
// deep; without bounds a folder of projects would be read for minutes.
const (
	maxFolderDepth = 5
	maxFolderFiles = 20_000
)

// A walk goes through a folder and those inside it, in the order of names.
type walk struct {
	*loader
	readings []*reading
	files    int // looked at
	passed   []string
	deep     []string // folders below maxFolderDepth
	more     bool     // there are more than maxFolderFiles
}

// folder reads each file of a folder and of the folders in it. Hidden ones and
// node_modules are passed over, links to folders are not followed.
func (l *loader) folder(ctx context.Context, name string) []*reading {
	w := &walk{loader: l}
	before := l.ledger.mark()
	entries := w.into(ctx, name, 0)
	if len(w.readings) == 0 && entries >= 0 && ctx.Err() == nil {
		l.ledger.insert(before, Note{Failed, name, "", fmt.Sprintf("a folder without tools, %d file%s and folder%[2]s in it; "+
			"give one that holds dumps made with tools/list", entries, plural(entries))})
	}
	if n := len(w.passed); n > 0 {
		l.ledger.add(Note{Skipped, name, "", fmt.Sprintf("%d hidden or linked file%s and folder%[2]s passed over: %s; give one by itself", n, plural(n), few(w.passed))})
	}
	if n := len(w.deep); n > 0 {
		l.ledger.add(Note{Skipped, name, "", fmt.Sprintf("%d folder%s more than %d deep not looked into: %s; give one by itself", n, plural(n), maxFolderDepth, few(w.deep))})
	}
	if w.more {
		l.ledger.add(Note{Skipped, name, "", fmt.Sprintf("more than %d files, of which the first are read; give the folders that matter", maxFolderFiles)})
	}
	l.nameByFolder(name, w.readings)
	return w.readings
}

// into reads a folder at some depth and returns how many entries it has, -1 when
// it cannot be read.
func (w *walk) into(ctx context.Context, folder string, depth int) int {
	entries, err := fs.ReadDir(w.loader.files, folder)
	if err != nil {
		w.fail(openError(folder, err))
		return -1
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && !passedOver(e) {
			w.pool.expect(w.join(folder, e.Name()), info.Size())
		}
	}
	for _, e := range entries {
		name := w.join(folder, e.Name())
		switch {
		case ctx.Err() != nil || w.more:
			return len(entries)
		case passedOver(e):
			w.passed = append(w.passed, e.Name())
		case !e.IsDir():
			w.file(ctx, name)
		case depth >= maxFolderDepth:
			w.deep = append(w.deep, name)
		default:
			w.into(ctx, name, depth+1)
		}
	}
	return len(entries)
}

// passedOver reports whether an entry of a folder is hidden, or holds the modules
// of others.
func passedOver(e fs.DirEntry) bool {
	return strings.HasPrefix(e.Name(), ".") || e.IsDir() && e.Name() == "node_modules"
}

func (w *walk) file(ctx context.Context, name string) {
	if w.files++; w.files > maxFolderFiles {
		w.more = true
		return
	}
	raw, folder, fault := w.pool.file(ctx, w.loader.files, name)
	if folder { // by a link, which might lead in a circle
		w.passed = append(w.passed, w.base(name))
		return
	}
	if fault != nil && fault.Text == noSuchFile {
		fault.Text = "vanished while its folder was read; load it again"
	}
	w.readings = append(w.readings, w.reading(ctx, name, raw, fault)...)
}

// nameByFolder gives the files of a folder the names of their servers, where the
// file's own does not do: a single tool goes by its folder, and so does a file
// whose name occurs in several folders, such as github/tools.json beside
// slack/tools.json. Where folders share a name too, all of the way counts.
func (l *loader) nameByFolder(root string, rs []*reading) {
	dirs := func(name func(*reading) string) map[string][]string {
		found := map[string][]string{}
		for _, r := range rs {
			if d, n := l.dir(r.file), name(r); !slices.Contains(found[n], d) {
				found[n] = append(found[n], d)
			}
		}
		return found
	}
	byDir := func(r *reading) string { return l.folderName(l.dir(r.file)) }
	files, folders := dirs(func(r *reading) string { return l.bareName(r.file) }), dirs(byDir)
	entries := l.dockerEntries(rs)
	for _, r := range rs {
		lone := len(r.lists) == 1 && r.lists[0].lone
		if names := entries[l.dir(r.file)]; len(names) == 1 && l.bareName(r.file) == "tools" {
			r.own = names[0]
			continue
		}
		if bare := l.bareName(r.file); !lone && len(files[bare]) == 1 && (bare != "tools" || l.dir(r.file) == l.dir(l.join(root, "file"))) {
			continue
		}
		r.own = byDir(r)
		if len(folders[r.own]) > 1 {
			if rel, err := filepath.Rel(root, l.dir(r.file)); err == nil && rel != "." {
				r.own = strings.ReplaceAll(filepath.ToSlash(rel), "/", "-")
			}
		}
	}
}

// dockerEntries returns the servers that a server.yaml of Docker's registry names, by
// its folder. The tools.json beside it holds their tools.
func (l *loader) dockerEntries(rs []*reading) map[string][]string {
	found := map[string][]string{}
	for _, r := range rs {
		for _, c := range r.cards {
			if c.Source == (dockerServer{}).name() {
				found[l.dir(r.file)] = append(found[l.dir(r.file)], c.Name)
			}
		}
	}
	return found
}

// folderName is the last element of a folder's path; what a test framework calls
// its own, such as __toolsnaps__, goes by the folder around it.
func (l *loader) folderName(folder string) string {
	name := l.base(folder)
	if around := l.base(l.dir(folder)); strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__") && len(name) > 4 && around != "." && around != "/" {
		return around
	}
	return name
}

// bareName is a file's name without its extension.
func (l *loader) bareName(file string) string {
	name := l.base(file)
	for _, ext := range []string{".gz", path.Ext(strings.TrimSuffix(name, ".gz"))} {
		if bare := strings.TrimSuffix(name, ext); bare != "" {
			name = bare
		}
	}
	return name
}
