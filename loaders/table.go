package loaders

import "findable/engine/py"

// A table is a shape of which a file holds many, one after another or in an
// array. Its rows are read together, since only together they say what there is.
type table interface {
	// name is what a report calls it.
	name() string
	// holds reports whether a value is a row of it, by a look at its top.
	holds(row py.Value) bool
	// read takes a run of rows, one at least, as a format takes a value.
	read(r *reading, rows []node)
}

// tables are tried in this order, before the formats.
var tables = []table{protocolLog{}, networkLog{}, appInfo{}, bridgeReply{}, registryRow{}, toolRet{}, cases{}}

// tableOf returns the table that a value is a row of, nil for none.
func tableOf(v py.Value) table {
	for _, t := range tables {
		if t.holds(v) {
			return t
		}
	}
	return nil
}

// values takes what stands one after another.
func (r *reading) values(nodes []node) {
	for len(nodes) > 0 {
		n := 1
		if t := tableOf(nodes[0].value); t == nil {
			r.value(nodes[0])
		} else {
			for n < len(nodes) && t.holds(nodes[n].value) {
				n++
			}
			r.saw(t.name())
			t.read(r, nodes[:n])
		}
		nodes = nodes[n:]
	}
}

// items returns the items of n, a list.
func items(n node) []node {
	all := make([]node, len(n.value.(py.List)))
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
		all[i] = node{m.Value, n.path + pathKey(m.Key), n.server, n.toolset, n.said}
	}
	return all
}

// first returns the first item of the list under a key, as an object.
func first(o py.Object, key string) py.Object {
	if rows := listAt(o, key); len(rows) > 0 {
		row, _ := rows[0].(py.Object)
		return row
	}
	return nil
}
