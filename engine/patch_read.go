package engine

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"findable/engine/py"
)

// editsVersion is the value of `findable` in a file of what-ifs.
const editsVersion = "edits/1"

// EditsValue returns what-ifs as a value to keep in a file, which ReadEdits reads.
// Unlike a patch it holds all of them, whatever they were loaded from.
func EditsValue(edits []Edit) py.Object {
	rows := py.List{}
	for _, e := range Merged(edits) {
		row := py.Object{{Key: "toolset", Value: e.Toolset}}
		if e.Tool != "" {
			row = append(row, py.Member{Key: "tool", Value: e.Tool})
		}
		if len(e.Set) > 0 {
			row = append(row, py.Member{Key: "set", Value: e.Set})
		}
		if e.Pinned {
			row = append(row, py.Member{Key: "pinned", Value: true})
		}
		if e.Hidden {
			row = append(row, py.Member{Key: "hidden", Value: true})
		}
		rows = append(rows, row)
	}
	return py.Object{{Key: "findable", Value: editsVersion}, {Key: "edits", Value: rows}}
}

// ReadEdits reads what-ifs: a value of EditsValue, or a JSON Patch for one of the
// files that the registry was loaded from, as Patches writes it. unknown names those
// of tools that were not loaded; they are among edits all the same.
func (r *Registry) ReadEdits(v py.Value) (edits []Edit, unknown []string, err error) {
	switch v := v.(type) {
	case py.List:
		edits, err = r.readPatch(v)
	case py.Object:
		edits, err = readEditsValue(v)
	default:
		err = errors.New("neither saved what-ifs nor a JSON Patch")
	}
	if err != nil {
		return nil, nil, err
	}
	known := map[[2]string]bool{}
	for toolset, t := range r.catalog.all() {
		known[[2]string{toolset, ""}], known[[2]string{toolset, t.Name()}] = true, true
	}
	for _, e := range edits {
		if !known[[2]string{e.Toolset, e.Tool}] {
			unknown = append(unknown, fmt.Sprintf("%q of %s", e.Tool, e.Toolset))
		}
	}
	return edits, unknown, nil
}

func readEditsValue(o py.Object) ([]Edit, error) {
	if version := o.Text("findable"); version != editsVersion {
		return nil, fmt.Errorf("findable is %q, and %q is read", version, editsVersion)
	}
	rows, _ := o.Get("edits")
	list, ok := rows.(py.List)
	if !ok {
		return nil, errors.New("edits is no list")
	}
	var edits []Edit
	for i, v := range list {
		row, ok := v.(py.Object)
		if !ok {
			return nil, fmt.Errorf("edits[%d] is no object", i)
		}
		e := Edit{Toolset: row.Text("toolset"), Tool: row.Text("tool")}
		e.Pinned, e.Hidden = truth(row, "pinned"), truth(row, "hidden")
		for _, m := range row.Object("set") {
			if err := e.set(m.Key, m.Value); err != nil {
				return nil, fmt.Errorf("edits[%d]: %w", i, err)
			}
		}
		edits = append(edits, e)
	}
	return edits, nil
}

func truth(o py.Object, key string) bool {
	v, _ := o.Get(key)
	yes, _ := v.(bool)
	return yes
}

// set adds a member to Set, if a tool can have it.
func (e *Edit) set(key string, v py.Value) error {
	name, text := v.(string)
	switch {
	case !slices.Contains([]string{"name", "description", "parameters"}, key):
		return fmt.Errorf("%q is no part of a tool that can be edited", key)
	case key == "name" && (!text || name == ""):
		return errors.New("a name is a text, and not empty")
	}
	e.Set = e.Set.With(key, v)
	return nil
}

// readPatch reads a patch for the one file that it fits. Of several that it fits,
// none is chosen.
func (r *Registry) readPatch(ops py.List) ([]Edit, error) {
	byFile := map[string]*patchReader{}
	var files []string
	for toolset, t := range r.catalog.all() {
		at, why := recordAt(t)
		if why != "" {
			continue
		}
		p := byFile[t.Origin.File]
		if p == nil {
			p = &patchReader{members: map[string]member{}}
			byFile[t.Origin.File], files = p, append(files, t.Origin.File)
		}
		p.know(toolset, t, at)
	}
	var found []Edit
	var fits []string
	fault := errors.New("no file was loaded that a JSON Patch can be for")
	for _, file := range files {
		edits, err := byFile[file].read(ops)
		if err != nil {
			fault = err
			continue
		}
		found, fits = edits, append(fits, file)
	}
	switch len(fits) {
	case 0:
		return nil, fmt.Errorf("the patch fits no file that was loaded: %w", fault)
	case 1:
		return found, nil
	}
	return nil, fmt.Errorf("the patch fits several of the files that were loaded, %q and %q first", fits[0], fits[1])
}

// A member is what a pointer into a file leads to.
type member struct {
	toolset string
	tool    Tool
	key     string // of Tool.Function; "" for the whole record
}

// A patchReader knows the tools of one file by pointers.
type patchReader struct{ members map[string]member }

func (p *patchReader) know(toolset string, t Tool, at recordPlace) {
	for _, key := range []string{"name", "description", "parameters"} {
		if place := at.of(key); place != "" {
			p.members[place] = member{toolset, t, key}
		}
	}
	if _, taken := p.members[at.record]; !taken {
		p.members[at.record] = member{toolset, t, ""}
	}
}

// read turns operations into edits. Places are those in the file as it was loaded,
// so once a list has lost an item nothing but removals may follow.
func (p *patchReader) read(ops py.List) ([]Edit, error) {
	var edits []Edit
	removing := ""
	for i, v := range ops {
		o, _ := v.(py.Object)
		op, path := o.Text("op"), o.Text("path")
		m, ok := p.members[path]
		if !ok {
			return nil, fmt.Errorf("operation %d: %s leads to no tool's name, description or parameters", i, strconv.Quote(path))
		}
		value, _ := o.Get("value")
		e := Edit{Toolset: m.toolset, Tool: m.tool.Name()}
		switch {
		case removing != "" && (op != "remove" || comparePointers(path, removing) >= 0):
			return nil, fmt.Errorf("operation %d: removals are read last, those behind before those in front", i)
		case op == "test":
			if was, _ := m.tool.Function.Get(m.key); m.key == "" || !reflect.DeepEqual(was, value) {
				return nil, fmt.Errorf("operation %d: %s is not as the patch wants it", i, strconv.Quote(path))
			}
			continue
		case op == "remove" && m.key == "":
			removing, e.Hidden = path, true
		case (op == "replace" || op == "add") && m.key != "":
			if err := e.set(m.key, value); err != nil {
				return nil, fmt.Errorf("operation %d: %w", i, err)
			}
		default:
			return nil, fmt.Errorf("operation %d: %q cannot be a what-if there", i, op)
		}
		edits = append(edits, e)
	}
	return Merged(edits), nil
}
