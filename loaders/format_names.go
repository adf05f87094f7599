package loaders

import (
	"slices"
	"strings"

	"findable/engine"
	"findable/engine/py"
)

// nameMap is the simplest catalogue of all, a map from tools' names to their
// descriptions, such as MetaTool's plugin_des.json.
type nameMap struct{}

func (nameMap) name() string { return "map of descriptions" }

// holds wants names without blanks and descriptions of several words, since many
// things are maps from text to text.
func (nameMap) holds(v py.Value) bool {
	const fewest, words = 2, 2
	o, _ := v.(py.Object)
	wordy := 0
	for _, m := range o {
		text, ok := m.Value.(string)
		if !ok || m.Key == "" || strings.ContainsFunc(m.Key, py.IsSpace) || slices.Contains(notNames, m.Key) {
			return false
		}
		if len(strings.Fields(text)) >= words {
			wordy++
		}
	}
	return len(o) >= fewest && wordy*5 >= len(o)*4
}

// notNames are keys of records and messages, which are texts too.
var notNames = []string{"name", "title", "description", "type", "id", "version", "url", "query", "error", "message", "detail", "text", "content", "role"}

func (nameMap) read(r *reading, n node) {
	l := list{path: n.path, server: n.server}
	at := children(n)
	for i, m := range n.value.(py.Object) {
		l.tools = append(l.tools, engine.Tool{Function: py.Object{{Key: "name", Value: m.Key}, {Key: "description", Value: m.Value}},
			Raw: m.Value, Origin: r.origin(at[i].path)})
	}
	r.lists = append(r.lists, l)
	r.note(Partial, n.path, "a map from names to texts, taken for %d tools and their descriptions; it has no parameters", len(l.tools))
}
