package ui

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"findable/engine"
	"findable/engine/py"
	"findable/loaders"
	samples "findable/sample-catalogs"
)

// TestPatchesApply edits tools of real dumps at random, and applies the patches to
// the files: loading them gives what the edits have given.
func TestPatchesApply(t *testing.T) {
	patched := 0
	for _, s := range samples.All() {
		patched += patchFiles(t, samples.FS(), s.File)
	}
	if patched == 0 {
		t.Error("no patch was applied")
	}
}

func TestSharedPatchesApply(t *testing.T) {
	const root = "../../shared/catalogs"
	if _, err := os.Stat(root); err != nil {
		t.Skip("the shared catalogs are not here")
	}
	files := os.DirFS(root)
	patched, all := 0, 0
	for _, pattern := range []string{"live/*.json", "formats/*/*.json", "formats/*.json"} {
		names, _ := fs.Glob(files, pattern)
		for _, name := range names {
			all++
			if patchFiles(t, files, name) > 0 {
				patched++
			}
		}
	}
	t.Logf("%d of %d dumps were patched", patched, all)
	if patched*2 < all {
		t.Errorf("only %d of %d dumps can be patched", patched, all)
	}
}

// patchFiles makes random edits of what a dump holds, and returns how many patches
// were applied.
func patchFiles(t *testing.T, files fs.FS, name string) (applied int) {
	t.Helper()
	load := func(files fs.FS) (loaders.Result, error) {
		return loaders.Load(context.Background(), []loaders.Source{{Path: name}}, loaders.Options{FS: files, Rules: engine.Documented()})
	}
	r, err := load(files)
	if err != nil {
		return 0
	}
	reg := engine.Register(r.Catalog)
	rnd := rand.New(rand.NewPCG(5, uint64(len(name))))
	for range 3 {
		edits := patchableEdits(rnd, reg, 1+rnd.IntN(5))
		changed := fstest.MapFS{}
		for _, p := range reg.Patches(edits) {
			raw, err := fs.ReadFile(files, p.File)
			if err != nil {
				t.Fatal(err)
			}
			doc, err := py.Parse(raw)
			if err != nil { // written as YAML, TOML or lines
				return applied
			}
			for _, op := range p.Ops {
				if doc, err = applied1(doc, op.(py.Object)); err != nil {
					t.Fatalf("%s: %s: %v", p.File, py.Compact(op), err)
				}
			}
			changed[p.File] = &fstest.MapFile{Data: []byte(py.Compact(doc))}
			applied++
		}
		after, err := load(overlaid{files, changed})
		if err != nil && after.Report.Tools > 0 {
			t.Fatal(err)
		}
		if got, want := toolTexts(after.Catalog), toolTexts(r.Catalog.With(edits)); !slices.Equal(got, want) {
			t.Fatalf("%s, edits %+v:\ngot  %s\nwant %s", name, edits, firstOther(got, want), firstOther(want, got))
		}
	}
	return applied
}

// patchableEdits makes edits of tools that are registered, those that a patch can
// hold.
func patchableEdits(rnd *rand.Rand, reg *engine.Registry, n int) []engine.Edit {
	var edits []engine.Edit
	for i := range n {
		e := reg.Entries[rnd.IntN(len(reg.Entries))]
		edit := engine.Edit{Toolset: e.Toolset, Tool: e.Tool.Name()}
		set := func(key string, v py.Value) { edit.Set = edit.Set.With(key, v) }
		switch rnd.IntN(5) {
		case 0:
			edit.Hidden = true
		case 1:
			set("name", fmt.Sprint(e.Tool.Name(), "_", i)) // an agent's names say whose tools they are
		case 2:
			set("parameters", py.Object{{Key: "type", Value: "object"}, {Key: "properties", Value: py.Object{{Key: "a/b~c", Value: py.Object{{Key: "type", Value: "string"}}}}}})
			fallthrough
		default:
			set("description", "Was: "+e.Tool.Function.Text("description")+" \u202e\x1b")
		}
		patches := reg.Patches([]engine.Edit{edit})
		if len(patches) == 1 && len(patches[0].Left) == 0 {
			edits = append(edits, edit)
		}
	}
	return engine.Merged(edits)
}

// applied1 returns a document with an operation of RFC 6902 done, the slow way: the
// whole document is built anew.
func applied1(doc py.Value, op py.Object) (py.Value, error) {
	value, _ := op.Get("value")
	var keys []string
	if p := op.Text("path"); p != "" {
		for _, k := range strings.Split(p, "/")[1:] {
			keys = append(keys, strings.ReplaceAll(strings.ReplaceAll(k, "~1", "/"), "~0", "~"))
		}
	}
	return changedAt(doc, keys, func(was py.Value, there bool) (py.Value, bool, error) {
		switch op.Text("op") {
		case "test":
			if !there || py.Compact(was) != py.Compact(value) {
				return nil, false, fmt.Errorf("%s is there", py.Compact(was))
			}
			return was, true, nil
		case "add":
			return value, true, nil
		case "replace":
			if there {
				return value, true, nil
			}
		case "remove":
			if there {
				return nil, false, nil
			}
		}
		return nil, false, fmt.Errorf("nothing is there")
	})
}

// changedAt returns a value with what is at the end of keys changed; keep false takes
// it out.
func changedAt(v py.Value, keys []string, change func(was py.Value, there bool) (now py.Value, keep bool, err error)) (py.Value, error) {
	if len(keys) == 0 {
		now, _, err := change(v, true)
		return now, err
	}
	last := len(keys) == 1
	switch v := v.(type) {
	case py.Object:
		was, there := v.Get(keys[0])
		if !last {
			now, err := changedAt(was, keys[1:], change)
			return v.With(keys[0], now), err
		}
		now, keep, err := change(was, there)
		if !keep {
			return v.Without(keys[0]), err
		}
		return v.With(keys[0], now), err
	case py.List:
		i, err := strconv.Atoi(keys[0])
		if err != nil || i < 0 || i >= len(v) {
			return nil, fmt.Errorf("no item %q of %d", keys[0], len(v))
		}
		out := slices.Clone(v)
		if !last {
			out[i], err = changedAt(v[i], keys[1:], change)
			return out, err
		}
		now, keep, err := change(v[i], true)
		if !keep {
			return slices.Delete(out, i, i+1), err
		}
		out[i] = now
		return out, err
	}
	return nil, fmt.Errorf("no keys in %s", py.Compact(v))
}

// overlaid are files of which some have changed.
type overlaid struct {
	fs.FS
	changed fstest.MapFS
}

func (o overlaid) Open(name string) (fs.File, error) {
	if _, ok := o.changed[path.Clean(name)]; ok {
		return o.changed.Open(path.Clean(name))
	}
	return o.FS.Open(name)
}

// toolTexts are the tools of a catalog as texts.
func toolTexts(c engine.Catalog) []string {
	var out []string
	add := func(toolset string, tools []engine.Tool) {
		for _, t := range tools {
			out = append(out, toolset+" "+py.Compact(t.Function))
		}
	}
	add("core", c.Core)
	for _, s := range c.Toolsets {
		add(s.Name, s.Tools)
	}
	for _, s := range c.Servers {
		add(s.Toolset(), s.Tools)
	}
	slices.Sort(out) // of a map of agents' tools the toolsets may come in another order
	return out
}

// firstOther is the first text that another list does not have.
func firstOther(list, other []string) string {
	for _, s := range list {
		if !slices.Contains(other, s) {
			return s
		}
	}
	return "(nothing)"
}
