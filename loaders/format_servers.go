package loaders

import "findable/engine/py"

// serverList is {servers: […]}, each with its name and tools, or {servers:
// {name: …}}, a map as serverMap reads it.
type serverList struct{}

func (serverList) name() string { return "server list" }

func (serverList) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	for _, row := range o.List("servers") {
		if (toolsResult{}).holds(row) {
			return true
		}
	}
	return serverMap{}.holds(o.Object("servers"))
}

func (serverList) read(r *reading, n node) {
	servers := n.key("servers")
	rows, ok := servers.value.(py.List)
	if !ok {
		serverMap{}.read(r, servers)
		return
	}
	for i := range rows {
		row := servers.item(i)
		if o, _ := row.value.(py.Object); !(toolsResult{}).holds(row.value) && serverName(o) != "" {
			r.lists = append(r.lists, list{path: row.path, server: serverName(o)})
			continue
		}
		r.value(row)
	}
}
