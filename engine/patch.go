package engine

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"findable/engine/py"
)

// A Patch holds what-ifs as a JSON Patch (RFC 6902) for one file of the user's. It
// applies to the document that the file holds, and each change is behind a test that
// the tool is still there.
type Patch struct {
	// File is the file's name as the user gave it.
	File string
	// Ops are the operations: tests first, removals last.
	Ops py.List
	// Left tells of the edits that no patch of the file can hold, and why.
	Left []string
}

// Patches returns what-ifs as patches of the files that the tools were loaded from,
// in the order in which the tools were loaded. A dump cannot say that a tool is
// pinned, so that is left out.
func (r *Registry) Patches(edits []Edit) []Patch {
	bySubject := map[[2]string]Edit{}
	for _, e := range Merged(edits) {
		bySubject[[2]string{e.Toolset, e.Tool}] = e
	}
	var out []*patchWriter
	byFile := map[string]*patchWriter{}
	for toolset, t := range r.catalog.all() {
		e := bySubject[[2]string{toolset, t.Name()}]
		e.Hidden = e.Hidden || bySubject[[2]string{toolset, ""}].Hidden
		if len(e.Set) == 0 && !e.Hidden {
			continue
		}
		w := byFile[t.Origin.File]
		if w == nil {
			w = &patchWriter{file: t.Origin.File}
			byFile[w.file], out = w, append(out, w)
		}
		w.edit(t, e)
	}
	patches := make([]Patch, len(out))
	for i, w := range out {
		patches[i] = w.patch()
	}
	return patches
}

// A patchWriter gathers the operations on one file.
type patchWriter struct {
	file           string
	tests, changes py.List
	removals       []string // pointers
	left           []string
}

func operation(op, path string, value ...py.Value) py.Object {
	o := py.Object{{Key: "op", Value: op}, {Key: "path", Value: path}}
	if len(value) > 0 {
		o = append(o, py.Member{Key: "value", Value: value[0]})
	}
	return o
}

func (w *patchWriter) leave(t Tool, why string) {
	w.left = append(w.left, strconv.Quote(t.Name())+" at "+cmp.Or(t.Origin.Path, "an unknown place")+": "+why)
}

// edit adds the operations of one tool's edit.
func (w *patchWriter) edit(t Tool, e Edit) {
	at, why := recordAt(t)
	switch {
	case why != "":
		w.leave(t, why)
		return
	case e.Hidden && at.record == "":
		w.leave(t, "it is all that the file holds, so it cannot be taken out")
		return
	}
	if at.name != "" {
		w.tests = append(w.tests, operation("test", at.name, t.Name()))
	}
	if e.Hidden {
		if !slices.Contains(w.removals, at.record) {
			w.removals = append(w.removals, at.record)
		}
		return
	}
	for _, m := range e.Set {
		place := at.of(m.Key)
		if place == "" {
			w.leave(t, "its "+m.Key+" stands there in another form; change it by hand")
			continue
		}
		op := "replace"
		if !t.Function.Has(m.Key) {
			op = "add"
		}
		w.changes = append(w.changes, operation(op, place, m.Value))
	}
}

// patch puts the operations in an order in which no pointer changes its meaning
// before it is used: of a list the last items are removed first.
func (w *patchWriter) patch() Patch {
	slices.SortFunc(w.removals, func(a, b string) int { return comparePointers(b, a) })
	ops := slices.Concat(w.tests, w.changes)
	for _, at := range w.removals {
		ops = append(ops, operation("remove", at))
	}
	return Patch{w.file, ops, w.left}
}

// comparePointers orders pointers by their parts, numbers by their size.
func comparePointers(a, b string) int {
	return slices.CompareFunc(strings.Split(a, "/"), strings.Split(b, "/"), func(x, y string) int {
		n, xIsNumber := strconv.Atoi(x)
		m, yIsNumber := strconv.Atoi(y)
		if xIsNumber == nil && yIsNumber == nil {
			return cmp.Compare(n, m)
		}
		return cmp.Compare(x, y)
	})
}
