package loaders

import (
	"cmp"

	"findable/engine"
	"findable/engine/py"
)

// smitheryCrawl is a record of Toucan's crawl of Smithery: {labels, metadata:
// {server_name, remote_server_response: {url, tools}, server_info_crawled}}.
type smitheryCrawl struct{}

func (smitheryCrawl) name() string { return "Smithery crawl" }

func (smitheryCrawl) holds(v py.Value) bool {
	o := objectOf(field(v, "metadata"))
	return o.Has("remote_server_response") || o.Has("server_info_crawled")
}

func (smitheryCrawl) read(r *reading, n node) {
	n = n.key("metadata")
	reply, crawled := n.key("remote_server_response"), n.key("server_info_crawled")
	info := objectOf(crawled.value)
	title := cmp.Or(objectOf(n.value).Text("server_name"), info.Text("name"))
	// The crawl has a server's qualified name under author.
	c := Card{Name: cmp.Or(info.Text("author"), title), Title: title, Description: info.Text("overview"), Source: smitheryCrawl{}.name()}
	if address := cmp.Or(objectOf(reply.value).Text("url"), info.Text("python_sdk_url")); address != "" {
		c.Launch = &Launch{URL: address}
	}
	if c.Name == "" {
		r.note(Skipped, n.path, "a server without a name: %s", describe(n.value))
		return
	}
	r.card(n, c)
	for _, from := range []node{reply, crawled} {
		if tools := from.key("tools"); len(objectOf(from.value).List("tools")) > 0 {
			tools.server = c.Name
			r.tools(tools, "")
			r.restOf(r.lists[len(r.lists)-1].tools, crawled.key("tools"))
			return
		}
	}
}

// restOf notes what a second list of the same tools, which tells less of them, has
// besides.
func (r *reading) restOf(tools []engine.Tool, n node) {
	r.took(n.value)
	names := map[string]bool{}
	for _, t := range tools {
		names[t.Name()] = true
	}
	var more []string
	for _, row := range items(n) {
		r.nested(row)
		if name := nameOf(row.value); !names[name] {
			more = append(more, quoted(name))
		}
	}
	if len(more) > 0 {
		r.note(Skipped, n.path, "%d tool%s that the server itself did not list: %s", len(more), plural(len(more)), few(more))
	}
}
