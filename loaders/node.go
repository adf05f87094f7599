package loaders

import (
	"strconv"
	"strings"

	"findable/engine/py"
)

// A node is a value in a file: where it stands, and the server or the agent's
// toolset that a shape around it has named, "" when none has.
type node struct {
	value   py.Value
	path    string
	server  string
	toolset string
	said    *said // of the message around it, in a log
}

// key returns the value under a key of n, an object.
func (n node) key(k string) node {
	o, _ := n.value.(py.Object)
	v, _ := o.Get(k)
	return n.at(v, pathKey(k))
}

// item returns an item of n, a list.
func (n node) item(i int) node { return n.at(n.value.(py.List)[i], "["+strconv.Itoa(i)+"]") }

// maxPath is how many bytes of a path are written down. People stay far below.
const maxPath = 4 << 10

// cutPath stands for the rest of a path.
const cutPath = "…"

// at returns a value that is one step further.
func (n node) at(v py.Value, step string) node {
	n.value = v
	if len(n.path)+len(step) <= maxPath {
		n.path += step
	} else if !strings.HasSuffix(n.path, cutPath) {
		n.path += cutPath
	}
	return n
}

// items returns the items of n, none where it is no list.
func items(n node) []node {
	rows, _ := n.value.(py.List)
	all := make([]node, len(rows))
	for i := range all {
		all[i] = n.item(i)
	}
	return all
}

// children returns the values of n, an object, in its order. Asking for each key by
// itself would look through all of them each time.
func children(n node) []node {
	o, _ := n.value.(py.Object)
	all := make([]node, len(o))
	for i, m := range o {
		all[i] = n.at(m.Value, pathKey(m.Key))
	}
	return all
}

// pathKey returns a key as a step of a JSON path. It is whole and as it stands in the
// file; who shows it makes it fit to be shown.
func pathKey(k string) string {
	for i, c := range k {
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return `["` + keyEscapes.Replace(k) + `"]`
		}
	}
	if k == "" {
		return `[""]`
	}
	return "." + k
}

var keyEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
