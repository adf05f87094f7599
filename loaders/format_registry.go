package loaders

import (
	"cmp"
	"slices"

	"findable/engine/py"
)

// registryRow is a server as a registry tells of it. The official one has {server:
// {name, packages, remotes}, _meta}, or that server.json by itself, Smithery
// {qualifiedName, displayName, connections, tools}, Glama {namespace, slug, name,
// tools}, PulseMCP {name, source_code_url, package_registry}. Few tell the tools.
type registryRow struct{}

func (registryRow) name() string { return "registry record" }

func (registryRow) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	return registrySource(o) != ""
}

// registrySource says which registry a record is from, "" for none.
func registrySource(o py.Object) string {
	server := o.Object("server")
	switch {
	case len(o) == 0:
	case o.Text("qualifiedName") != "":
		return "Smithery registry"
	case server.Text("name") != "" && (isServerJSON(server) || o.Has("_meta") || len(o) == 1), isServerJSON(o):
		return "MCP registry"
	case o.Text("name") != "" && o.Has("namespace") && o.Has("slug"):
		return "Glama registry"
	case o.Text("name") != "" && (o.Has("source_code_url") || o.Has("package_registry")):
		return "PulseMCP registry"
	}
	return ""
}

// isServerJSON reports whether a record is one of the official registry.
func isServerJSON(o py.Object) bool {
	return o.Text("name") != "" && !o.Has("tools") && (first(o, "packages") != nil || first(o, "remotes").Text("url") != "")
}

func (registryRow) read(r *reading, rows []node) {
	at := map[string]int{} // card by name
	older := 0
	for _, n := range rows {
		latest := false
		for _, m := range objectOf(n.key("_meta").value) {
			latest = latest || isTrue(m.Value, "isLatest", false)
		}
		source := registrySource(n.value.(py.Object))
		if server := n.key("server"); objectOf(server.value) != nil {
			n = server
		}
		c := registryCard(n.value.(py.Object), cmp.Or(source, registryRow{}.name()))
		if c.Name == "" {
			r.note(Skipped, n.path, "a server without a name: %s", describe(n.value))
			continue
		}
		if tools := n.key("tools"); len(n.value.(py.Object).List("tools")) > 0 {
			tools.server = c.Name
			r.tools(tools, "")
		}
		i, again := at[c.Name]
		switch {
		case !again:
			at[c.Name] = len(r.cards)
			r.card(n, c)
		case latest:
			older++
			c.Origin = r.cards[i].Origin
			c.Origin.Path = n.path
			r.cards[i] = c
		default:
			older++
		}
	}
	if older > 0 {
		r.note(Ignored, rows[0].path, "%d more record%s of servers that are named already, as for other versions of them", older, plural(older))
	}
}

func registryCard(o py.Object, source string) Card {
	c := Card{
		Name:        cmp.Or(o.Text("qualifiedName"), o.Text("name")),
		Title:       cmp.Or(o.Text("title"), o.Text("displayName")),
		Description: cmp.Or(o.Text("description"), o.Text("short_description"), o.Text("EXPERIMENTAL_ai_generated_description")),
		Source:      source,
	}
	for _, v := range slices.Concat(o.List("packages"), o.List("remotes"), o.List("connections")) {
		if c.Launch = registryLaunch(objectOf(v)); c.Launch != nil {
			return c
		}
	}
	if address := o.Text("deploymentUrl"); address != "" { // Smithery
		c.Launch = &Launch{URL: address}
	}
	return c
}

// registryList is {servers: […]} of such servers, or of any that are named and have
// neither tools nor a way to reach them.
type registryList struct{}

func (registryList) name() string { return "registry list" }

func (registryList) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	rows := o.List("servers")
	if registrySource(first(o, "servers")) != "" {
		return true
	}
	for _, row := range rows {
		if (toolsResult{}).holds(row) || launches(row) || serverName(objectOf(row)) == "" {
			return false
		}
	}
	return len(rows) > 0
}

func (registryList) read(r *reading, n node) {
	o := n.value.(py.Object)
	registryRow{}.read(r, items(n.key("servers")))
	if next := cmp.Or(o.Object("metadata").Text("nextCursor"), o.Object("metadata").Text("next_cursor"), o.Text("next")); next != "" ||
		isTrue(field(o, "pageInfo"), "hasNextPage", false) {
		r.note(Partial, n.path, "one page of a registry's list, which goes on")
	}
}
