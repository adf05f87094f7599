package loaders

import (
	"maps"
	"slices"

	"findable/engine"
	"findable/engine/py"
)

// A talk is what the JSON-RPC messages of one file have said so far.
type talk struct {
	asked    map[askKey][]request
	speakers map[string]*speaker // by session
	servers  map[string]*listings
	mixed    *int // the list of all tools whose server cannot be told, nil without
	dropped  map[int]bool
	// What holds no tools, by sort.
	requests, notifications, answers, errors, strange sorted
}

type askKey struct{ session, id string }

// A request waits for its answer.
type request struct {
	method string
	side   side
	// known says that there was one; next that it asked for a page after the first.
	known, next bool
}

// A speaker is the server at the other end of a session.
type speaker struct {
	names []string // of the servers that have introduced themselves since the last list
	bare  []string // of those among them that said they have no tools
	last  string   // the server whose list came last
}

// listings are what one server has listed, as indices of reading.lists.
type listings struct {
	done, open []int // the last listing that ended, and the one that goes on
	given      []int // those given up for a newer listing
	again      int   // how many listings they were
	path       string
	named      bool // it has introduced itself
}

// sorted counts messages of one sort by what they are.
type sorted struct {
	count int
	path  string // of the first
	kinds []string
}

func (s *sorted) add(path, kind string) {
	if s.count++; s.count == 1 {
		s.path = path
	}
	const kept = 100
	if len(s.kinds) < kept && !slices.Contains(s.kinds, kind) {
		s.kinds = append(s.kinds, kind)
	}
}

// session is what tells servers apart: the shape around a message, else the log.
func (t *talk) session(n node) string {
	if n.server != "" {
		return n.server
	}
	return n.said.sessionOf()
}

// ask takes note of a request or a notification.
func (t *talk) ask(n node, o py.Object, method string) {
	id, asks := o.Get("id")
	if !asks || id == nil {
		t.notifications.add(n.path, method)
		return
	}
	t.requests.add(n.path, method)
	if t.asked == nil {
		t.asked = map[askKey][]request{}
	}
	k := askKey{t.session(n), py.Compact(id)}
	next := field(field(o, "params"), "cursor")
	t.asked[k] = append(t.asked[k], request{method, n.said.sideOf(), true, next != nil})
}

// answered returns the request that a message answers, and closes it: the last of
// its id that went the other way, rather one that the result fits. Both ends
// count their ids for themselves.
func (t *talk) answered(n node, o py.Object, result py.Value) request {
	id, _ := o.Get("id")
	k := askKey{t.session(n), py.Compact(id)}
	open := t.asked[k]
	fits := methodOf(result)
	best := -1
	for i, r := range open {
		if r.side != sideUnknown && r.side == n.said.sideOf() {
			continue
		}
		if best < 0 || r.method == fits || open[best].method != fits {
			best = i
		}
	}
	if best < 0 {
		return request{}
	}
	found := open[best]
	t.asked[k] = slices.Delete(open, best, best+1)
	return found
}

func (t *talk) speaker(n node) *speaker {
	session := t.session(n)
	s := t.speakers[session]
	if s == nil {
		if t.speakers == nil {
			t.speakers = map[string]*speaker{}
		}
		s = &speaker{last: session}
		t.speakers[session] = s
	}
	return s
}

// introduced takes note of a server that introduces itself, and reports whether
// it is a new one.
func (t *talk) introduced(n node, name string, capabilities py.Object) bool {
	s := t.speaker(n)
	of := &s.names
	if len(capabilities) > 0 && !capabilities.Has("tools") {
		of = &s.bare
	}
	if !slices.Contains(*of, name) {
		*of = append(*of, name)
	}
	l := t.listings(name)
	again := l.named
	l.named = true
	return !again
}

// listings returns what a server has listed.
func (t *talk) listings(server string) *listings {
	if t.servers == nil {
		t.servers = map[string]*listings{}
	}
	if t.servers[server] == nil {
		t.servers[server] = &listings{}
	}
	return t.servers[server]
}

// list takes a list of tools for the server that has introduced itself. When more
// than one has since the last list, nothing tells whose it is.
func (t *talk) list(r *reading, n node, req request) {
	s := t.speaker(n)
	if len(s.names) == 0 {
		s.names = s.bare
	}
	mixed := len(s.names) > 1
	switch {
	case mixed:
		s.last = ""
	case len(s.names) == 1:
		s.last, s.names = s.names[0], nil
	}
	s.bare = nil
	if n.server == "" {
		n.server = s.last
	}
	before := len(r.lists)
	r.value(n)
	switch {
	case len(r.lists) != before+1:
	case mixed:
		t.mix(r, before)
	case s.last != "" || req.known:
		t.listed(r, s.last, before, req)
	}
}

// mix puts the lists together of which nothing tells whose they are.
func (t *talk) mix(r *reading, index int) {
	if t.mixed == nil {
		t.mixed = &index
		return
	}
	into, from := &r.lists[*t.mixed], r.lists[index]
	into.tools, into.next = append(into.tools, from.tools...), from.next
	r.lists = r.lists[:index]
}

// listed takes note of a page of a server that has introduced itself. A listing
// from the first page on is given up for a newer one of the same tools: in the
// log of a client every start lists them again.
func (t *talk) listed(r *reading, server string, index int, req request) {
	l := t.listings(server)
	if len(l.open) > 0 && req.known && !req.next && t.overlap(r, l.open, index) {
		t.drop(l, l.open)
		l.open = nil
	}
	l.open = append(l.open, index)
	l.path = r.lists[index].path
	if r.lists[index].next != "" {
		return
	}
	if len(l.done) > 0 && t.overlap(r, l.done, l.open...) {
		t.drop(l, l.done)
	}
	l.done, l.open = l.open, nil
}

// drop gives up a listing.
func (t *talk) drop(l *listings, lists []int) {
	if t.dropped == nil {
		t.dropped = map[int]bool{}
	}
	for _, i := range lists {
		t.dropped[i] = true
	}
	l.given = append(l.given, lists...)
	l.again++
}

// gone notes the tools that only a listing had which was given up.
func (t *talk) gone(r *reading, l *listings) {
	kept := map[string]bool{}
	for _, i := range slices.Concat(l.done, l.open) {
		if !t.dropped[i] {
			for _, tool := range r.lists[i].tools {
				kept[tool.Name()] = true
			}
		}
	}
	for _, i := range l.given {
		var names []string
		for _, tool := range r.lists[i].tools {
			if name := tool.Name(); !kept[name] {
				kept[name] = true
				names = append(names, quoted(name))
			}
		}
		if len(names) > 0 {
			r.note(Skipped, r.lists[i].path, "an earlier list of the tools of one server has %d more than its last: %s", len(names), few(names))
		}
	}
}

// overlap reports whether two listings have a tool in common, or one has none.
func (t *talk) overlap(r *reading, a []int, b ...int) bool {
	names := map[string]bool{}
	for _, i := range a {
		for _, tool := range r.lists[i].tools {
			names[tool.Name()] = true
		}
	}
	tools := 0
	for _, i := range b {
		tools += len(r.lists[i].tools)
		if slices.ContainsFunc(r.lists[i].tools, func(tool engine.Tool) bool { return names[tool.Name()] }) {
			return true
		}
	}
	return len(names) == 0 || tools == 0
}

// endTalk closes the file: listings that were given up go, and what held no tools
// is noted, a note for each sort.
func (r *reading) endTalk() {
	t := &r.talk
	for _, name := range slices.Sorted(maps.Keys(t.servers)) {
		l := t.servers[name]
		if len(l.open) > 0 && len(l.done) > 0 && t.overlap(r, l.done, l.open...) {
			t.drop(l, l.open)
		}
		if l.again > 0 {
			r.note(Folded, l.path, "%d lists of the tools of one server; the last full one is taken", l.again+1)
			t.gone(r, l)
		}
	}
	if t.mixed != nil {
		r.note(Joined, r.lists[*t.mixed].path, "several servers speak in this file and nothing tells whose this list is, so tools may be mixed; record each server by itself")
	}
	kept := r.lists[:0]
	for i, l := range r.lists {
		if !t.dropped[i] {
			kept = append(kept, l)
		}
	}
	r.lists = kept
	for _, s := range []struct {
		of        sorted
		one, many string
	}{
		{t.requests, "request, which holds no tools", "requests, which hold no tools"},
		{t.notifications, "notification, which holds no tools", "notifications, which hold no tools"},
		{t.answers, "answer to another request", "answers to other requests"},
		{t.errors, "error in answer to another request", "errors in answer to other requests"},
		{t.strange, "answer to a request that is not here", "answers to requests that are not here"},
	} {
		what := s.many
		if s.of.count == 1 {
			what = s.one
		}
		if s.of.count > 0 {
			r.note(Aside, s.of.path, "%d %s: %s", s.of.count, what, few(s.of.kinds))
		}
	}
	r.talk = talk{}
}
