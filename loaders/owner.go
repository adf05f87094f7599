package loaders

import (
	"cmp"
	"slices"
	"strings"

	"findable/engine"
)

// owners builds the catalog: every list of tools gets its owner here.
type owners struct {
	catalog  engine.Catalog
	servers  map[string]*served // by name
	toolsets map[string]int     // index in catalog.Toolsets by name
}

// served is what is known of a server while its lists come in.
type served struct {
	index int    // in catalog.Servers
	at    list   // the list that came last
	file  string // and its file
}

func newOwners() *owners {
	return &owners{servers: map[string]*served{}, toolsets: map[string]int{}}
}

// server returns the server of that name, new when it is not there yet.
func (o *owners) server(name string) (*engine.Server, *served) {
	s := o.servers[name]
	if s == nil {
		s = &served{index: len(o.catalog.Servers)}
		o.servers[name] = s
		o.catalog.Servers = append(o.catalog.Servers, engine.Server{Name: name})
	}
	return &o.catalog.Servers[s.index], s
}

func (o *owners) toolset(name string) *engine.Toolset {
	i, ok := o.toolsets[name]
	if !ok {
		i = len(o.catalog.Toolsets)
		o.toolsets[name] = i
		o.catalog.Toolsets = append(o.catalog.Toolsets, engine.Toolset{Name: name})
	}
	return &o.catalog.Toolsets[i]
}

// place gives the lists of a file to their owners. given is the NAME of
// NAME=PATH or "", own the name that follows from the file.
func (l *loader) place(r *reading, given, own string) {
	named := r.servers()
	bare := slices.ContainsFunc(r.lists, func(s list) bool { return s.server == "" })
	rename := given != "" && len(named) == 1 && !bare
	if given != "" && !rename && len(named) > 0 {
		r.note(Ignored, "", "the name %q is not used for the %d server%s that the file names itself", given, len(named), plural(len(named)))
	}
	if given != "" && len(r.lists) == 0 {
		r.note(Ignored, "", "the name %q is not used for a file that only names servers", given)
	}
	if given != "" {
		own = given
	}
	for _, c := range r.cards {
		if rename && c.Name == named[0] {
			c.Name = own
		}
		c.Name = cmp.Or(c.Name, own) // a card without a name is about the file's own server
		l.cards = append(l.cards, c)
	}
	report := l.fileReport(r)
	for _, s := range r.lists {
		switch {
		case s.agent:
			l.placeAgent(r, s, cmp.Or(s.toolset, own), report)
		case s.server == "" || rename:
			l.placeServer(r, s, own, report)
		default:
			l.placeServer(r, s, s.server, report)
		}
	}
	l.reports = append(l.reports, report.FileReport)
}

// servers returns the names that the shape gives, once each.
func (r *reading) servers() []string {
	var names []string
	met := map[string]bool{"": true}
	for _, s := range r.lists {
		if !met[s.server] {
			met[s.server] = true
			names = append(names, s.server)
		}
	}
	return names
}

// A fileReport counts while a file's lists are placed.
type fileReport struct {
	FileReport
	names map[string]bool // servers met
}

func (l *loader) fileReport(r *reading) *fileReport {
	return &fileReport{FileReport{File: r.file, Format: strings.Join(r.formats, ", ")}, map[string]bool{}}
}

func (f *fileReport) count(server string, tools int) {
	f.Tools += tools
	if server != "" && !f.names[server] {
		f.names[server] = true
		f.Servers++
	}
}

// placeServer gives a list to a server. A list after one with a nextCursor is
// its next page, one after a complete list is noted.
func (l *loader) placeServer(r *reading, s list, name string, report *fileReport) {
	server, state := l.owners.server(name)
	if state.file != "" && state.at.next == "" && !(s.lone && state.at.lone) {
		r.note(Joined, s.path, "a second list for the server %s, after that of %s; their tools are put together (NAME=PATH keeps them apart)", quoted(name), Note{File: state.file, Path: state.at.path})
	}
	server.Tools = append(server.Tools, s.tools...)
	report.count(engine.MCPToolset(name), len(s.tools))
	s.tools = nil
	state.at, state.file = s, r.file
}

// placeAgent sorts an agent's list by its names. They are final and the
// definitions prepared, so neither may be prepared again. A server's tool goes
// under its full name into the toolset that the server has at the engine,
// mcp-<server>, and not to an engine.Server: that would sanitise the name again,
// which changes the hyphens that other agents keep, and repair the schema again,
// which cuts a required key whose property the sanitiser has renamed and folds
// an anyOf of bare type words. (Of 18,996 real tools a second repair changes
// none.) Sanitising twice changes nothing.
func (l *loader) placeAgent(r *reading, s list, own string, report *fileReport) {
	bridge, rest := 0, 0
	for _, t := range s.tools {
		name := t.Name()
		server, isMCP := serverOf(name)
		switch {
		case slices.Contains(engine.BridgeNames(), name):
			l.bridge = append(l.bridge, t)
			bridge++
			continue
		case slices.Contains(l.opt.Rules.Core, name):
			l.owners.catalog.Core = append(l.owners.catalog.Core, t)
			report.count("", 1)
			continue
		case isMCP:
			report.count(engine.MCPToolset(server), 1)
			own := l.owners.toolset(engine.MCPToolset(server))
			own.Tools = append(own.Tools, t)
			continue
		}
		report.count("", 1)
		rest++
		set := l.owners.toolset(own)
		set.Tools = append(set.Tools, t)
	}
	if rest > 0 && slices.Contains(l.opt.Rules.GUIToolsets, own) {
		r.note(Odd, s.path, "the toolset %s has the name of a GUI toolset in generation %s, so its tools are never deferred", quoted(own), l.opt.Rules.Name)
	}
	if bridge > 0 {
		r.note(Bridge, s.path, "%d bridge tool%s: this list was taken from an agent with tool search on, so its deferred tools are not in it", bridge, plural(bridge))
	}
}

// serverOf returns the server in a full name mcp__server__tool: what stands
// before the first "__", as the parts cannot be told apart otherwise.
func serverOf(name string) (string, bool) {
	rest, ok := strings.CutPrefix(name, "mcp__")
	server, tool, cut := strings.Cut(rest, "__")
	return server, ok && cut && server != "" && tool != ""
}

// result closes the load: what can only be said of whole servers is noted.
func (l *loader) result() Result {
	o := l.owners
	for _, s := range o.catalog.Servers {
		state := o.servers[s.Name]
		if state.at.next != "" {
			l.ledger.add(Note{Unfinished, state.file, state.at.path,
				"the last page still has a nextCursor: the server " + quoted(s.Name) + " has more tools than this dump; dump all pages"})
		}
		if len(s.Tools) == 0 {
			l.ledger.add(Note{NoTools, state.file, state.at.path, "the server " + quoted(s.Name) + " carries no tools"})
		}
		l.duplicates(s.Tools, "the server "+quoted(s.Name))
	}
	l.duplicates(o.catalog.Core, "the core")
	l.pair()
	res := Result{Cards: l.cards, Catalog: o.catalog, Session: l.session, Bridge: l.bridge}
	res.Report.Servers = len(o.catalog.Servers)
	for _, c := range l.cards {
		if c.Tools == 0 {
			res.Report.Unresolved++
		}
	}
	for _, t := range o.catalog.Toolsets {
		l.duplicates(t.Tools, "the toolset "+quoted(t.Name))
		if _, is := engine.MCPServer(t.Name); is {
			res.Report.Servers++
		}
	}
	res.Report.Tools = o.catalog.Size()
	res.Report.Skipped = l.ledger.count[Skipped]
	res.Report.Duplicates = l.ledger.count[Duplicate]
	res.Report.Files = l.reports
	res.Report.Notes = l.ledger.all()
	return res
}

// duplicates notes the tools whose name another tool of the group has already.
func (l *loader) duplicates(tools []engine.Tool, of string) {
	first := make(map[string]engine.Origin, len(tools))
	for _, t := range tools {
		at, taken := first[t.Name()]
		if !taken {
			first[t.Name()] = t.Origin
			continue
		}
		l.ledger.add(Note{Duplicate, t.Origin.File, t.Origin.Path, quoted(t.Name()) + " is in " + of + " already, from " +
			Note{File: at.File, Path: at.Path}.String() + "; the first is kept"})
	}
}
