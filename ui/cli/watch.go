package cli

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"

	"findable/loaders"
)

// settled is how long a file must be left alone before it is read again: editors
// and dump scripts write in several steps.
const settled = 150 * time.Millisecond

// A watcher tells which of some files has changed. It watches the folders that
// they lie in, since editors put a new file in the place of the old one.
type watcher struct {
	changes chan string // the name of a file as it was given to follow
	notify  *fsnotify.Watcher
	mu      sync.Mutex
	names   map[string]string // by absolute path
	folders map[string]bool   // those that are watched
}

// watch begins to watch, until the context ends. beside makes what runs beside the
// app safe.
func watch(ctx context.Context, beside func(func()) func()) (*watcher, error) {
	notify, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	w := &watcher{changes: make(chan string, 1), notify: notify, folders: map[string]bool{}}
	go beside(func() { w.run(ctx) })()
	return w, nil
}

func (w *watcher) run(ctx context.Context) {
	defer close(w.changes)
	defer w.notify.Close()
	var name string
	calm := time.NewTimer(settled)
	calm.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case e, ok := <-w.notify.Events:
			if !ok {
				return
			}
			if n, ours := w.name(e.Name); ours && e.Op != fsnotify.Chmod {
				name = n
				calm.Reset(settled)
			}
		case <-w.notify.Errors: // events were lost; the next one tells enough
		case <-calm.C:
			select {
			case w.changes <- name:
			default: // one that is not taken yet brings this one along
			}
		}
	}
}

// name returns what a changed path was given as: a file, or the folder it is in.
func (w *watcher) name(path string) (string, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if name, ok := w.names[path]; ok {
		return name, true
	}
	name, ok := w.names[filepath.Dir(path)]
	return name, ok
}

// follow watches these files and folders from now on, and no others.
func (w *watcher) follow(paths []string) {
	names, folders := map[string]string{}, map[string]bool{}
	for _, p := range paths {
		full, err := filepath.Abs(p)
		if err != nil {
			continue
		}
		names[full] = p
		folders[filepath.Dir(full)] = true
		folders[full] = true // when it is one; adding a file watches it too, which does no harm
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.names = names
	for f := range w.folders {
		if !folders[f] {
			_ = w.notify.Remove(f) // it may be gone
			delete(w.folders, f)
		}
	}
	for f := range folders {
		if !w.folders[f] && w.notify.Add(f) == nil {
			w.folders[f] = true
		}
	}
}

// paths are the files and folders that what was opened depends on.
func (r *run) paths(s *setup, dumps []string) []string {
	var paths []string
	add := func(p string) {
		if p != "" && p != "-" {
			paths = append(paths, p)
		}
	}
	add(r.config)
	add(r.cases)
	add(r.edits)
	for _, d := range dumps {
		add(loaders.ParseSource(d).Path)
	}
	for _, f := range s.report.Files { // those of a sample and running servers are not on the disk
		if _, err := os.Stat(f.File); err == nil {
			add(f.File)
		}
	}
	return paths
}
