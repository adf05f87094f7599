package loaders

import "findable/engine/py"

// liveMCPBench is an entry of LiveMCPBench's catalogue: {name, description, config:
// {mcpServers}, tools: {server: {server_name, tools}}}.
type liveMCPBench struct{}

func (liveMCPBench) name() string { return "LiveMCPBench entry" }

func (liveMCPBench) holds(v py.Value) bool {
	servers, ok := field(v, "tools").(py.Object)
	return ok && (len(servers) > 0 && (toolsResult{}).holds(servers[0].Value) || objectOf(field(field(v, "config"), "mcpServers")) != nil)
}

func (liveMCPBench) read(r *reading, n node) {
	o := n.value.(py.Object)
	configs, servers := n.key("config").key("mcpServers"), n.key("tools")
	launch, told := map[string]*Launch{}, map[string]bool{}
	for _, m := range objectOf(configs.value) {
		launch[m.Key] = launchOf(objectOf(m.Value))
	}
	card := func(n node, server string) {
		told[server] = true
		r.card(n, Card{Name: server, Title: o.Text("name"), Description: o.Text("description"), Source: liveMCPBench{}.name(), Launch: launch[server]})
	}
	entries := children(servers)
	for i, m := range servers.value.(py.Object) {
		entry := entries[i]
		card(entry, m.Key)
		if tools := entry.key("tools"); isList(tools.value) {
			tools.server = m.Key
			r.tools(tools, "")
		} else {
			r.note(Skipped, entry.path, "no tools of the server %s: %s", quoted(m.Key), describe(m.Value))
		}
	}
	for _, m := range objectOf(configs.value) {
		if !told[m.Key] {
			card(configs, m.Key)
		}
	}
}
