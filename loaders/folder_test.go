package loaders

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

func writeFile(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestFolders checks what is read of a tree, and what its servers are called.
func TestFolders(t *testing.T) {
	tool := func(names ...string) string { return listedTools(names...) }
	lone := `{"name":"x","inputSchema":{}}`
	for _, c := range []struct {
		name, want string
		files      map[string]string
	}{
		{"names of files", lines("server b: b", "server d: d"), map[string]string{"a/b.json": tool("b"), "c/d.json": tool("d")}},
		{"one name in several folders", lines("server slack: s", "server github: g", "server other: o"), map[string]string{
			"1/slack/list.json": tool("s"), "github/list.json": tool("g"), "github/other.json": tool("o")}},
		{"tools.json", lines("server beds: a", "server root: b"), map[string]string{"beds/tools.json": tool("a"), "tools.json": tool("b")}},
		{"an entry of Docker's registry", lines("server gate: a"), map[string]string{"x/tools.json": `[{"name":"a","description":"d"}]`,
			"x/server.yaml": "name: gate\nimage: mcp/gate\nabout: {title: Gate}\n"}},
		{"and at the root", lines("server gate: a"), map[string]string{"tools.json": `[{"name":"a","description":"d"}]`,
			"server.yaml": "name: gate\nimage: mcp/gate\nabout: {title: Gate}\n"}},
		{"folders of one name too", lines("server a-x: a", "server b-x: b"), map[string]string{"a/x/list.json": tool("a"), "b/x/list.json": tool("b")}},
		{"single tools", lines("server github: x", "server in: x"), map[string]string{"github/__toolsnaps__/x.snap": lone, "in/x.snap": lone}},
		{"hidden", lines("server a: a", "skipped "), map[string]string{"a.json": tool("a"), ".b.json": "", ".git/config": "", "c/.d": "", "node_modules/e/f.json": tool("f")}},
		{"a session", lines("server a: a", "skipped "), map[string]string{"a.json": tool("a"), "b/s.yaml": "findable: session/1\nservers: {}"}},
		{"too deep", lines("server f: f", "server a: a", "skipped "), map[string]string{"a.json": tool("a"), "1/2/3/4/5/f.json": tool("f"), "1/2/3/4/5/6/g.json": tool("g")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			fsys := fstest.MapFS{}
			for name, content := range c.files {
				fsys["root/"+name] = &fstest.MapFile{Data: []byte(content)}
			}
			res, err := Load(context.Background(), []Source{{Path: "root"}}, Options{FS: fsys})
			if err != nil || summary(res) != c.want {
				t.Errorf("%v\ngot\n%swant\n%s", err, summary(res), c.want)
				for _, n := range res.Report.Notes {
					t.Log(n.Kind, n)
				}
			}
			consistent(t, res)
		})
	}
}

// TestFolderNotes checks the sentences on what a folder holds besides.
func TestFolderNotes(t *testing.T) {
	fsys := fstest.MapFS{"r/a.json": {Data: []byte(listedTools("a"))}, "r/.git/x": {}, "r/.env": {}, "r/node_modules/x/y": {}, "r/1/2/3/4/5/6/x": {}}
	res, err := Load(context.Background(), []Source{{Path: "r"}}, Options{FS: fsys})
	want := []string{"r: 3 hidden or linked files and folders passed over: .env, .git, node_modules; give one by itself",
		"r: 1 folder more than 5 deep not looked into: r/1/2/3/4/5/6; give one by itself"}
	if err != nil || len(res.Report.Notes) != 2 || res.Report.Notes[0].String() != want[0] || res.Report.Notes[1].String() != want[1] {
		t.Errorf("%v %v", err, res.Report.Notes)
	}
}

// TestLinks checks that a link to a folder is not followed: it may lead in a circle.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, dir+"/a.json", listedTools("a"))
	if err := os.Symlink(dir, dir+"/self"); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink(dir+"/nowhere", dir+"/gone.json"); err != nil {
		t.Fatal(err)
	}
	res, err := load(t, dir)
	if want := lines("server a: a", "error ", "skipped "); err != nil || summary(res) != want {
		t.Errorf("%v %s %v", err, summary(res), res.Report.Notes)
	}
}

// TestManyFiles loads a folder of 10,000 files, and one of more than are read.
func TestManyFiles(t *testing.T) {
	fsys := fstest.MapFS{}
	for i := range maxFolderFiles + 5 {
		fsys[fmt.Sprintf("%d/%05d.json", i/10_000, i)] = &fstest.MapFile{Data: []byte(listedTools("a"))}
	}
	for folder, want := range map[string]struct{ files, notes int }{"0": {10_000, 0}, ".": {maxFolderFiles, 1}} {
		res, err := Load(context.Background(), []Source{{Path: folder}}, Options{FS: fsys})
		if err != nil || len(res.Report.Files) != want.files || len(res.Report.Notes) != want.notes || res.Report.Tools != want.files {
			t.Errorf("%s: %v, %d files, notes %v", folder, err, len(res.Report.Files), res.Report.Notes)
		}
	}
}

// vanishing is a file system of which one file is gone when it is opened, and
// another fails while it is read.
type vanishing struct{ fstest.MapFS }

func (v vanishing) Stat(name string) (fs.FileInfo, error) { return v.MapFS.Stat(name) }

func (v vanishing) Open(name string) (fs.File, error) {
	switch f, err := v.MapFS.Open(name); {
	case strings.HasSuffix(name, "gone.json"):
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	case strings.HasSuffix(name, "torn.json"):
		return torn{f}, err
	default:
		return f, err
	}
}

type torn struct{ fs.File }

func (torn) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: "torn", Err: fmt.Errorf("stale file handle")}
}

func TestVanishing(t *testing.T) {
	fsys := vanishing{fstest.MapFS{"r/a.json": {Data: []byte(listedTools("a"))}, "r/gone.json": {}, "r/torn.json": {Data: []byte("{}")}}}
	res, err := Load(context.Background(), []Source{{Path: "r"}}, Options{FS: fsys})
	if err != nil || res.Report.Tools != 1 || len(res.Report.Notes) != 2 {
		t.Fatalf("%v %v", err, res.Report.Notes)
	}
	for i, want := range []string{"r/gone.json: vanished while its folder was read; load it again", "r/torn.json: cannot be read: stale file handle"} {
		if got := res.Report.Notes[i].String(); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	if _, err := Load(context.Background(), []Source{{Path: "r/gone.json"}}, Options{FS: fsys}); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("got %v", err)
	}
}
