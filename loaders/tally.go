package loaders

import (
	"crypto/sha256"
	"reflect"

	"findable/engine/py"
)

// A tally counts what a file holds many times over, so that a log of a thousand
// requests to a model gives a handful of notes.
type tally struct {
	noted    map[string]bool // causes given once for the whole file
	repeated int             // records whose cause was given already
	searches int             // results of tool searches
	found    int             // tools that they name
	at       string          // path of the first
}

// once notes a cause where it first occurs in a file and counts it from then on.
func (r *reading) once(k Kind, path, cause string) {
	if r.tally.noted[cause] {
		r.tally.repeated++
		return
	}
	if r.tally.noted == nil {
		r.tally.noted = map[string]bool{}
	}
	r.tally.noted[cause] = true
	r.note(k, path, "%s", cause)
}

// observed counts a result of a tool search that names tools.
func (r *reading) observed(path string, tools int) {
	if r.tally.searches == 0 {
		r.tally.at = path
	}
	r.tally.searches++
	r.tally.found += tools
}

// close ends a reading: what the file repeats is folded, and what was counted is
// noted.
func (r *reading) close() {
	tools, cards := r.foldTools(), r.foldCards()
	if n := tools + cards + r.tally.repeated; n > 0 {
		r.note(Folded, "", "%d record%s, %d of them tools, repeat%s word for word what stands before; each counts once", n, plural(n), tools, verbEnding(n))
	}
	r.deferrals()
	if t := r.tally; t.searches > 0 {
		r.note(Observed, t.at, "%d result%s of a tool search as an agent saw them, naming %d tool%s in all; they are no catalog, "+
			"so open the dump that was searched beside them", t.searches, plural(t.searches), t.found, plural(t.found))
	}
}

// foldTools leaves out the tools of later lists that are equal to those of
// earlier ones and belong to the same owner, and says how many. Within one list
// a repeat stays, since it is a finding; so does one with a server's name that
// no request to a model gave, and a single tool.
func (r *reading) foldTools() (folded int) {
	foldable := 0
	for _, l := range r.lists {
		if l.folds() {
			foldable++
		}
	}
	if foldable < 2 {
		return 0
	}
	type key struct {
		owner string
		sum   [sha256.Size]byte
	}
	met := map[key]bool{}
	var text []byte
	kept := r.lists[:0]
	for _, l := range r.lists {
		if !l.folds() {
			kept = append(kept, l)
			continue
		}
		var keys []key
		tools := l.tools[:0]
		for _, t := range l.tools {
			text = py.AppendCompact(text[:0], t.Function)
			k := key{l.server + "\x00" + l.toolset, sha256.Sum256(text)}
			keys = append(keys, k)
			if met[k] {
				folded++
			} else {
				tools = append(tools, t)
			}
		}
		for _, k := range keys {
			met[k] = true
		}
		if empty := len(l.tools) > 0 && len(tools) == 0; !empty {
			l.tools = tools
			kept = append(kept, l)
		}
	}
	r.lists = kept
	return folded
}

// folds reports whether a list is one that requests to a model repeat.
func (l list) folds() bool { return (l.agent || l.repeats) && !l.lone }

// foldCards makes one of the cards that requests to a model give of one server, as
// far as they do not differ, and says how many were repeats.
func (r *reading) foldCards() (folded int) {
	byName := map[string][]int{} // indices in kept
	kept := r.cards[:0]
next:
	for _, c := range r.cards {
		if c.Source == requestSource {
			for _, i := range byName[c.Name] {
				if same, ok := mergeCards(kept[i], c); ok {
					if reflect.DeepEqual(same, kept[i]) {
						folded++
					}
					kept[i] = same
					continue next
				}
			}
			byName[c.Name] = append(byName[c.Name], len(kept))
		}
		kept = append(kept, c)
	}
	r.cards = kept
	return folded
}

// mergeCards returns what two cards say together, ok is false when they differ.
// A request says in one place how to reach a server and in another which of its
// tools count.
func mergeCards(a, b Card) (c Card, ok bool) {
	c = a
	switch {
	case a.Launch == nil:
		c.Launch = b.Launch
	case b.Launch != nil && !reflect.DeepEqual(a.Launch, b.Launch):
		return a, false
	}
	switch {
	case a.Words == nil:
		c.Words = b.Words
	case b.Words != nil && !reflect.DeepEqual(a.Words, b.Words):
		return a, false
	}
	if a.Description == "" {
		c.Description = b.Description
	}
	return c, b.Description == "" || b.Description == c.Description
}

// deferrals notes the marks by which an agent defers single tools. They do not
// count, since which tools are deferred follows from the rules of the agent that
// findable stands for; they stay in the records.
func (r *reading) deferrals() {
	deferred, all, at := 0, 0, ""
	for _, l := range r.lists {
		if !l.agent {
			continue
		}
		for _, t := range l.tools {
			all++
			on, marked := deferral(t.Raw)
			if on {
				deferred++
			}
			if marked && at == "" {
				at = t.Origin.Path
			}
		}
	}
	if at != "" {
		r.note(Ignored, at, "defer_loading is on for %d of %d tool%s, which does not count: the agent's own rules say which are deferred",
			deferred, all, plural(all))
	}
}

// deferral returns the mark that a tool's record has, on itself or on the function
// inside.
func deferral(raw py.Value) (on, marked bool) {
	for _, v := range []py.Value{raw, field(raw, "function")} {
		for _, key := range []string{"defer_loading", "deferLoading"} {
			if on, marked = field(v, key).(bool); marked {
				return on, true
			}
		}
	}
	return false, false
}
