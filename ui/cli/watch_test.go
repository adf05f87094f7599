package cli

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"findable/ui"
	"findable/ui/term"
)

// TestWatch changes files in all the ways in which they are changed.
func TestWatch(t *testing.T) {
	dir := t.TempDir()
	file, folder := filepath.Join(dir, "a.json"), filepath.Join(dir, "dumps")
	write := func(name string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(`{"tools":[]}`), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(file)
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	w, err := watch(ctx, unguarded)
	if err != nil {
		t.Skip(err)
	}
	w.follow([]string{file, folder})
	for _, c := range []struct {
		what, want string
		change     func()
	}{
		{"written", file, func() { write(file) }},
		{"replaced", file, func() {
			write(file + ".new")
			if err := os.Rename(file+".new", file); err != nil {
				t.Fatal(err)
			}
		}},
		{"written again", file, func() { write(file) }},
		{"new in the folder", folder, func() { write(filepath.Join(folder, "b.json")) }},
		{"gone", file, func() { os.Remove(file) }},
	} {
		c.change()
		select {
		case got := <-w.changes:
			if got != c.want {
				t.Errorf("%s: told of %s, want %s", c.what, got, c.want)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%s: told of nothing", c.what)
		}
	}
	stop()
	for range w.changes { // closed in the end
	}
}

// TestLoader loads from standard input and loads it again.
func TestLoader(t *testing.T) {
	r := newRun("documented")
	r.stdin = &rereader{from: strings.NewReader(`{"tools":[{"name":"open","inputSchema":{}}]}`)}
	l := &loader{run: r, dumps: []string{"-"}}
	for range 2 {
		got, err := l.Load(context.Background(), ui.Ask{}, func(ui.Progress) {})
		if err != nil || len(got.Source.Registry.Entries) != 1 {
			t.Errorf("%v, %d tools", err, len(got.Source.Registry.Entries))
		}
	}
}

// TestRereader reads a stream in pieces, from the beginning each time.
func TestRereader(t *testing.T) {
	r := &rereader{from: io.MultiReader(strings.NewReader("one "), strings.NewReader("two"))}
	part := make([]byte, 3)
	if _, err := io.ReadFull(r.again(), part); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if all, err := io.ReadAll(r.again()); err != nil || !bytes.Equal(all, []byte("one two")) {
			t.Errorf("%q, %v", all, err)
		}
	}
}

// unguarded leaves what runs beside a test as it is: a panic fails it.
func unguarded(f func()) func() { return f }

// TestPanicBesideTheApp checks that a watcher that breaks says so, and takes nothing
// down with it.
func TestPanicBesideTheApp(t *testing.T) {
	told := make(chan term.PanicMsg, 1)
	beside := func(f func()) func() {
		return term.Caught(func(m term.PanicMsg) { told <- m }, func() { f(); panic("watching") })
	}
	ctx, stop := context.WithCancel(t.Context())
	if _, err := watch(ctx, beside); err != nil {
		t.Skip("nothing can be watched here: ", err)
	}
	stop()
	if m := <-told; m.Value != "watching" {
		t.Errorf("it told %v", m.Value)
	}
}

// TestSamplesInTheApp opens samples beside what the command line names, and goes back
// to it.
func TestSamplesInTheApp(t *testing.T) {
	r := newRun("documented")
	r.query, r.enable = []string{"a query of the dump"}, []string{"nothing"}
	l := &loader{run: r, dumps: []string{filepath.Join("..", "..", "sample-catalogs", "small.yaml")}}
	for _, want := range []struct{ sample, name, query string }{
		{"", "small.yaml", "a query of the dump"}, {"core-only", "sample core-only", ""}, {"small", "sample small", ""}, {"", "small.yaml", "a query of the dump"},
	} {
		got, err := l.Load(t.Context(), ui.Ask{Sample: want.sample}, func(ui.Progress) {})
		if err != nil || got.Source.Name != want.name || want.sample == "" && got.Start.Query != want.query || (len(got.Start.Scope.Enable) > 0) != (want.sample == "") {
			t.Errorf("%q: %v, %s, %+v", want.sample, err, got.Source.Name, got.Start)
		}
	}
}
