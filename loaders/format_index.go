package loaders

import "findable/engine/py"

// serverIndex is a map from servers' names to what each answered to initialize, with
// where it came from: {airbnb: {package, version, args, initialize: {serverInfo,
// capabilities, instructions}}}.
type serverIndex struct{}

func (serverIndex) name() string { return "index of servers" }

func (serverIndex) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	return len(o) > 0 && objectOf(field(o[0].Value, "initialize")) != nil
}

func (serverIndex) read(r *reading, n node) {
	entries := children(n)
	for i, m := range n.value.(py.Object) {
		entry := entries[i]
		answer := objectOf(entry.key("initialize").value)
		if answer == nil {
			r.note(Skipped, entry.path, "no answer to initialize: %s", describe(m.Value))
			continue
		}
		c := initialized(answer)
		c.Name, c.Source = m.Key, serverIndex{}.name()
		r.card(entry, c)
		entry.server = c.Name
		r.beside(entry)
	}
}
