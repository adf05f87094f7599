package loaders

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"findable/engine/py"
)

// What no format knows is not dropped: a value of none is looked through for one
// that is (inside), a list of tools beside what a format reads is taken (beside),
// and what is left then is noted, wherever it stands (sweep).

// inside takes what stands somewhere in a value of no format and tells by itself
// that it holds tools or servers. It reports whether there was any.
func (r *reading) inside(n node) (found bool) {
	for child := range containers(n) {
		if r.done[identity(child.value)] != 0 {
			continue
		}
		if opens(child.value) {
			found = true
			r.value(child)
		} else if r.inside(child) {
			found = true
		}
	}
	return found
}

// opensInside reports whether inside would take anything of a value.
func opensInside(v py.Value) bool {
	switch v := v.(type) {
	case py.Object:
		for _, m := range v {
			if holdsOthers(m.Value) && (opens(m.Value) || opensInside(m.Value)) {
				return true
			}
		}
	case py.List:
		for _, item := range v {
			if holdsOthers(item) && (opens(item) || opensInside(item)) {
				return true
			}
		}
	}
	return false
}

// opens reports whether a value tells by itself that it holds tools or servers,
// wherever it stands.
func opens(v py.Value) bool {
	o, _ := v.(py.Object)
	return tells(v) || slices.ContainsFunc(o, func(m py.Member) bool { return tells(m.Value) }) || namesServers(o)
}

// tells reports whether a value is a list of tools that tell what they are, or has one
// or a map of them where results have it, or is a document of an API.
func tells(v py.Value) bool {
	switch v := v.(type) {
	case py.List:
		return tellsTools(v)
	case py.Object:
		return listsTools(v.List("tools")) || isToolMap(v.Object("tools")) || listsTools(v.Object("result").List("tools")) || (openAPI{}).holds(v)
	}
	return false
}

// containers goes through the lists and objects among the values of n, one at a
// time: there may be millions.
func containers(n node) iter.Seq[node] {
	return func(yield func(node) bool) {
		switch v := n.value.(type) {
		case py.Object:
			for _, m := range v {
				if holdsOthers(m.Value) && !yield(n.at(m.Value, pathKey(m.Key))) {
					return
				}
			}
		case py.List:
			for i, item := range v {
				if holdsOthers(item) && !yield(n.item(i)) {
					return
				}
			}
		}
	}
}

// beside takes the tools of a value that its format has not looked for.
func (r *reading) beside(n node) {
	tools := n.key("tools")
	switch v := tools.value.(type) {
	case py.List:
		if r.done[identity(v)] == 0 && listsTools(v) {
			r.tools(tools, "")
		}
	case py.Object:
		if isToolMap(v) && r.done[identity(v)] == 0 {
			toolMap{}.read(r, tools)
		}
	}
}

// nested notes tools inside a tool.
func (r *reading) nested(n node) {
	o, _ := n.value.(py.Object)
	v, has := o.Get("tools")
	if !has {
		return
	}
	names := r.left(o.List("tools"), true)
	if members, _ := v.(py.Object); isToolMap(members) {
		for _, m := range members {
			names = append(names, quoted(m.Key))
		}
	}
	if len(names) > 0 {
		r.note(Skipped, n.key("tools").path, "%d tool%s inside another; give them as a file of their own: %s", len(names), plural(len(names)), few(names))
	}
}

// done is what is left to look for in a list or an object.
type done byte

const (
	taken done = iota + 1 // its tools are taken, or notes tell why not
	shut                  // nothing in it is a tool
)

// took says of a tool, a list or a map of them that its tools are taken or noted.
func (r *reading) took(v py.Value) { r.did(v, taken) }

// shut says of a value that what looks like tools in it are none.
func (r *reading) shut(v py.Value) { r.did(v, shut) }

func (r *reading) did(v py.Value, what done) {
	if r.done == nil {
		r.done = map[any]done{}
	}
	if id := identity(v); id != nil {
		r.done[id] = what
	}
}

// inText returns the JSON values in a text, none where it does not begin with one.
func (r *reading) inText(n node) []node {
	s, _ := n.value.(string)
	if head := strings.TrimLeft(s, blanks); head == "" || head[0] != '{' && head[0] != '[' {
		return nil
	}
	if r.reader == nil {
		r.reader = &py.Reader{MaxValues: MaxValues}
	}
	t := &text{body: s, reader: r.reader}
	docs, _ := jsonSyntax{}.read(t)
	if t.over != nil {
		r.once(Failed, n.path, t.over.Text)
	}
	all := make([]node, len(docs))
	for i, d := range docs {
		all[i] = n
		all[i].value = d.value
	}
	r.roots = append(r.roots, all...)
	return all
}

// textKeys are where logs and data sets keep requests and tools, maybe as the text of
// JSON.
var textKeys = append([]string{"tools", "functions", "result"}, logKeys...)

// unfolded returns n with values in place of the texts that hold them, down to so
// many levels of records in a log.
func (r *reading) unfolded(n node, depth int) node {
	o, _ := n.value.(py.Object)
	for _, key := range textKeys {
		v, _ := o.Get(key)
		switch v.(type) {
		case string:
			if inner := r.inText(n.key(key)); len(inner) == 1 && holdsOthers(inner[0].value) {
				o = o.With(key, inner[0].value)
			}
		case py.Object:
			if depth == 0 {
				continue
			}
			if inner := r.unfolded(n.key(key), depth-1); identity(inner.value) != identity(v) {
				o = o.With(key, inner.value)
			}
		}
	}
	if o != nil {
		n.value = o
	}
	return n
}

// identity tells a list or an object from others with the same values. It is nil for
// anything else, and for what is empty.
func identity(v py.Value) any {
	switch v := v.(type) {
	case py.Object:
		if len(v) > 0 {
			return &v[0]
		}
	case py.List:
		if len(v) > 0 {
			return &v[0]
		}
	}
	return nil
}

// sweepAll ends with the values of a file: what nothing has dealt with is noted. When
// there is nothing else in the file, it is taken.
func (r *reading) sweepAll(n int, root func(int) node) {
	if r.gains() == 0 {
		for i := range n {
			r.inside(root(i))
		}
	}
	take := r.gains() == 0
	for i := range n {
		r.sweep(root(i), take)
	}
	for _, n := range r.roots {
		r.sweep(n, take)
	}
	r.done, r.roots = nil, nil
}

// sweep takes or notes the tools in a value that nothing has dealt with.
func (r *reading) sweep(n node, take bool) {
	is := r.done[identity(n.value)]
	o, _ := n.value.(py.Object)
	rows, _ := n.value.(py.List)
	switch {
	case is == shut:
		return
	case is == 0 && r.astray(n, o, rows, take):
		is = taken
	}
	if isTool(o) || is == 0 && (openAPI{}).holds(o) {
		return
	}
	for child := range containers(n) {
		if rows != nil && isTool(child.value) || o != nil && is == taken && keyedTool(child.value) {
			continue
		}
		r.sweep(child, take)
	}
}

// astray takes or notes the tools that a value is itself or holds in its top.
func (r *reading) astray(n node, o py.Object, rows py.List, take bool) bool {
	names := r.left(rows, strings.HasSuffix(n.path, ".tools"))
	what := ""
	switch {
	case len(names) > 0:
		what = fmt.Sprintf("%d tool%s", len(names), plural(len(names)))
	case isTool(o) && (o.Has("inputSchema") || o.Has("input_schema")):
		what, names = "1 tool", []string{quoted(nameOf(o))}
	case isToolMap(o):
		what = fmt.Sprintf("%d tool%s by name", len(o), plural(len(o)))
		for _, m := range o {
			names = append(names, quoted(m.Key))
		}
	case (openAPI{}).holds(o):
		what, names = "an OpenAPI document", []string{quoted(o.Object("info").Text("title"))}
	default:
		return false
	}
	if take {
		r.value(n)
	} else {
		r.note(Skipped, n.path, "%s where no tools are looked for: %s; give them as a file of their own", what, few(names))
	}
	return true
}

// left returns the names of the tools in a list that nothing has dealt with. Where the
// list is called tools, a name does for one.
func (r *reading) left(rows py.List, named bool) (names []string) {
	for _, v := range rows {
		if r.done[identity(v)] == 0 && (isTool(v) || named && nameOf(v) != "" && noTool(v) == "") {
			names = append(names, quoted(nameOf(v)))
		}
	}
	return names
}

// isToolMap reports whether an object holds nothing but tools under their names.
func isToolMap(o py.Object) bool {
	return len(o) > 0 && !slices.ContainsFunc(o, func(m py.Member) bool { return !keyedTool(m.Value) })
}
