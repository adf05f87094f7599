package loaders

import (
	"slices"

	"findable/engine/py"
)

// codexLine is a line of a session that OpenAI's Codex keeps, a rollout: {timestamp,
// type, payload}. The payload of some is a turn of the conversation; the first line
// has the tools that a program around Codex gave it, compactions have turns again.
type codexLine struct{}

func (codexLine) name() string { return "Codex rollout" }

// codexTypes are those of lines that are known.
var codexTypes = []string{"session_meta", "response_item", "turn_context", "event_msg", "compacted", "world_state"}

func (codexLine) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	return o.Object("payload") != nil && slices.Contains(codexTypes, o.Text("type"))
}

func (codexLine) read(r *reading, rows []node) {
	before := r.gains()
	for _, n := range rows {
		payload := n.key("payload")
		r.turn(payload)
		for _, key := range []string{"dynamic_tools", "dynamicTools"} {
			if tools := payload.key(key); len(objectOf(payload.value).List(key)) > 0 {
				at := len(r.lists)
				r.requestList(tools)
				for i := range r.lists[at:] {
					r.lists[at+i].agent = true
				}
			}
		}
		for _, turn := range items(payload.key("replacement_history")) {
			r.turn(turn)
		}
	}
	if r.gains() == before {
		r.once(Skipped, rows[0].path, "a session of Codex that lists no tools; dump the servers that its config.toml names")
	}
}
