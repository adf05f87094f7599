package loaders

import (
	"cmp"
	"maps"
	"net/url"
	"slices"
	"strings"

	"findable/engine/py"
)

// protocolLog is an entry of the protocol log that the MCP Inspector exports:
// {timestamp, direction, message, response}.
type protocolLog struct{}

func (protocolLog) name() string { return "MCP Inspector protocol log" }

func (protocolLog) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	return o.Text("direction") != "" && o.Has("message")
}

func (protocolLog) read(r *reading, rows []node) {
	all := make([]exchange, len(rows))
	for i, n := range rows {
		o := n.value.(py.Object)
		message := n.key("message")
		e := exchange{when: o.Text("timestamp"), method: objectOf(message.value).Text("method"), path: n.path}
		if e.method == "" { // an answer whose request was not logged
			e.answers = append(e.answers, message)
		}
		if response := n.key("response"); response.value != nil {
			e.answers = append(e.answers, response)
		}
		all[i] = e
	}
	r.exchanges(all)
}

// networkLog is an entry of the network log that the MCP Inspector exports: {method,
// url, requestBody, responseBody}. The bodies are texts that hold JSON or events.
type networkLog struct{}

func (networkLog) name() string { return "MCP Inspector network log" }

func (networkLog) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	return o.Text("url") != "" && o.Text("method") != "" && (o.Has("requestBody") || o.Has("responseBody") || o.Has("requestHeaders"))
}

func (networkLog) read(r *reading, rows []node) {
	all := make([]exchange, len(rows))
	for i, n := range rows {
		o := n.value.(py.Object)
		e := exchange{when: o.Text("timestamp"), address: o.Text("url"), path: n.path}
		for _, m := range r.messages(n.key("requestBody")) {
			e.method = cmp.Or(e.method, objectOf(m.value).Text("method"))
		}
		e.answers = r.messages(n.key("responseBody"))
		if len(e.answers) == 0 && e.method == "tools/list" {
			r.note(Skipped, n.path, "the answer to tools/list is not in the log, or cut off; export it again")
		}
		all[i] = e
	}
	r.exchanges(all)
}

// messages returns the JSON-RPC messages in a body.
func (r *reading) messages(body node) (all []node) {
	text, _ := body.value.(string)
	for _, part := range append([]string{text}, eventData(text)...) {
		for _, n := range r.inText(body.at(part, "")) {
			if _, batch := n.value.(py.List); batch {
				all = append(all, items(n)...)
			} else {
				all = append(all, n)
			}
		}
	}
	return all
}

// eventData returns the data of each server-sent event in a text.
func eventData(text string) (all []string) {
	var data []string
	for line := range strings.Lines(text + "\n\n") {
		line = strings.TrimRight(line, "\r\n")
		if rest, ok := strings.CutPrefix(line, "data:"); ok {
			data = append(data, strings.TrimPrefix(rest, " "))
		} else if line == "" && data != nil {
			all, data = append(all, strings.Join(data, "\n")), nil
		}
	}
	return all
}

// An exchange is a message to a server and what came back.
type exchange struct {
	when    string // as the log writes it, in one form throughout
	address string // of the server, "" where the log has none
	method  string
	path    string
	answers []node
}

// A conversation is what a log tells of one server.
type conversation struct {
	info     node     // its initialize answer
	listings [][]node // its tools/list answers, those of one listing together
	open     bool     // whether the last listing goes on
}

// exchanges takes the tools out of a log. Of several listings of one server the
// last complete one counts, as it is what the server had at the end.
func (r *reading) exchanges(all []exchange) {
	slices.SortStableFunc(all, func(a, b exchange) int { return cmp.Compare(a.when, b.when) })
	byAddress := map[string]*conversation{}
	var order []string
	other := map[string]int{} // by method
	for _, e := range all {
		c := byAddress[e.address]
		if c == nil {
			c = &conversation{}
			byAddress[e.address] = c
		}
		found := false
		for _, a := range e.answers {
			found = r.answer(c, e, a) || found
		}
		if !found {
			other[cmp.Or(e.method, "others")]++
		} else if !slices.Contains(order, e.address) {
			order = append(order, e.address)
		}
	}
	before := len(r.lists) + len(r.cards)
	for _, address := range order {
		c := byAddress[address]
		host := ""
		if u, err := url.Parse(address); err == nil && len(order) > 1 {
			host = u.Host
		}
		r.conversation(c, host)
	}
	if len(r.lists)+len(r.cards) == before {
		r.note(Skipped, all[0].path, "a log of the MCP Inspector without an answer to tools/list; list the tools there and export it again")
	} else if n := len(all); len(other) > 0 {
		r.note(Skipped, all[0].path, "of %d exchanges with servers those for %s hold no tools", n, strings.Join(slices.Sorted(maps.Keys(other)), ", "))
	}
}

// answer keeps an answer that tells of a server or its tools.
func (r *reading) answer(c *conversation, e exchange, a node) bool {
	if fault := a.key("error"); fault.value != nil && (e.method == "tools/list" || e.method == "initialize") {
		r.note(Skipped, fault.path, "the server answered %s with an error: %s", e.method, quoted(objectOf(fault.value).Text("message")))
		return true
	}
	result := a.key("result")
	o := objectOf(result.value)
	switch {
	case toolsResult{}.holds(result.value):
		if !c.open {
			c.listings = append(c.listings, nil)
		}
		last := len(c.listings) - 1
		c.listings[last] = append(c.listings[last], result)
		c.open = o.Text("nextCursor") != ""
	case o.Has("serverInfo"):
		c.info, c.open = result, false
	default:
		return false
	}
	return true
}

// conversation takes what was kept of one server; host is its name where nothing
// else tells it from others.
func (r *reading) conversation(c *conversation, host string) {
	name := host
	if info := objectOf(c.info.value); info != nil {
		card := initialized(info)
		card.Source = "MCP Inspector log"
		if card.Name != "" {
			name = card.Name
			r.card(c.info, card)
		}
	}
	counts := len(c.listings) - 1
	if counts > 0 && c.open { // the last one was not finished
		counts--
	}
	for i, pages := range c.listings {
		for _, page := range pages {
			r.took(page.key("tools").value)
		}
		if i != counts {
			kind, says := Folded, "repeats"
			if !sameListing(pages, c.listings[counts]) {
				kind, says = Skipped, "says something else than"
			}
			r.note(kind, pages[0].path, "a listing that %s the one at %s, which counts", says, c.listings[counts][0].path)
			continue
		}
		for _, page := range pages {
			page.server = name
			r.tools(page.key("tools"), page.value.(py.Object).Text("nextCursor"))
		}
	}
}

func sameListing(a, b []node) bool {
	return slices.EqualFunc(a, b, func(a, b node) bool { return py.Compact(a.key("tools").value) == py.Compact(b.key("tools").value) })
}

// appInfo is a line of the Inspector's command line about a tool's app: {toolName,
// hasApp}. It is all that is known of the tool.
type appInfo struct{}

func (appInfo) name() string { return "MCP Inspector app info" }

func (appInfo) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	return o.Text("toolName") != "" && o.Has("hasApp") || !o.Has("result") && o.Object("appInfo").Text("toolName") != ""
}

func (appInfo) read(r *reading, rows []node) {
	l := list{path: rows[0].path}
	for _, n := range rows {
		name := cmp.Or(n.value.(py.Object).Text("toolName"), objectOf(n.key("appInfo").value).Text("toolName"))
		l.tools = append(l.tools, namedTool(name, n.value, r.origin(n.path)))
	}
	r.lists = append(r.lists, l)
	r.note(Partial, l.path, "app info tells the names of tools and no more; dump the server with tools/list to search it")
}

// failedRun is what the Inspector's command line writes when it gets no answer:
// {error: {code, message}}, and what other gateways write too.
type failedRun struct{}

func (failedRun) name() string { return "failed run" }

func (failedRun) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	return !o.Has("jsonrpc") && !o.Has("result") && o.Object("error").Text("message") != ""
}

func (failedRun) read(r *reading, n node) {
	e := n.key("error")
	r.note(Skipped, e.path, "an error in place of tools: %s; mend the cause and dump the server again", quoted(objectOf(e.value).Text("message")))
}
