package loaders

import (
	"slices"

	"findable/engine"
	"findable/engine/py"
)

// A talk is what the JSON-RPC messages of one file have said so far.
type talk struct {
	asked    map[askKey][]request
	speakers map[string]*speaker // by session
	servers  map[string]*listings
	mixed    string // where a list is whose server cannot be told, "" for nowhere
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
	last  string   // the server whose list came last, or that came first
}

// listings are what one server has listed, as indices of reading.lists.
type listings struct {
	done, open []int // the last listing that ended, and the one that goes on
	again      int   // how many were given up for a newer one
	path       string
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
	return n.said.session
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
	t.asked[k] = append(t.asked[k], request{method, n.said.side, true, next != nil})
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
		if r.side != sideUnknown && r.side == n.said.side {
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
	if (len(capabilities) == 0 || capabilities.Has("tools")) && !slices.Contains(s.names, name) {
		s.names = append(s.names, name)
	}
	if t.servers[name] != nil {
		return false
	}
	if t.servers == nil {
		t.servers = map[string]*listings{}
	}
	t.servers[name] = &listings{}
	return true
}

// list takes a list of tools for the server that has introduced itself. When more
// than one has since the last list, nothing tells whose it is.
func (t *talk) list(r *reading, n node, req request) {
	s := t.speaker(n)
	switch len(s.names) {
	case 0:
	case 1:
		s.last, s.names = s.names[0], nil
	default:
		if t.mixed == "" {
			t.mixed = n.path
		}
		s.last = ""
	}
	if n.server == "" {
		n.server = s.last
	}
	before := len(r.lists)
	r.value(n)
	if l := t.servers[s.last]; l != nil && len(r.lists) == before+1 {
		t.listed(r, l, before, req)
	}
}

// listed takes note of a page of a server that has introduced itself. A listing
// from the first page on is given up for a newer one of the same tools: in the
// log of a client every start lists them again.
func (t *talk) listed(r *reading, l *listings, index int, req request) {
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
	l.again++
}

// overlap reports whether two listings have a tool in common.
func (t *talk) overlap(r *reading, a []int, b ...int) bool {
	names := map[string]bool{}
	for _, i := range a {
		for _, tool := range r.lists[i].tools {
			names[tool.Name()] = true
		}
	}
	for _, i := range b {
		if slices.ContainsFunc(r.lists[i].tools, func(tool engine.Tool) bool { return names[tool.Name()] }) {
			return true
		}
	}
	return false
}

// endTalk closes the file: listings that were given up go, and what held no tools
// is noted, a note for each sort.
func (r *reading) endTalk() {
	t := &r.talk
	for _, name := range sortedNames(t.servers) {
		l := t.servers[name]
		if len(l.open) > 0 && len(l.done) > 0 && t.overlap(r, l.done, l.open...) {
			t.drop(l, l.open)
		}
		if l.again > 0 {
			r.note(Aside, l.path, "the server %s listed its tools %d times; the last full list is taken", quoted(name), l.again+1)
		}
	}
	kept := r.lists[:0]
	for i, l := range r.lists {
		if !t.dropped[i] {
			kept = append(kept, l)
		}
	}
	r.lists = kept
	if t.mixed != "" {
		r.note(Joined, t.mixed, "several servers speak in this file and nothing tells whose this list is, so tools may be mixed; record each server by itself")
	}
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
			r.note(Aside, s.of.path, "%d %s: %s", s.of.count, what, some(s.of.kinds))
		}
	}
	r.talk = talk{}
}

func sortedNames(m map[string]*listings) []string {
	var names []string
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
