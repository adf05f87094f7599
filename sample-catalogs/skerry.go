package samples

import "strings"

// skerryTables name the resources of Skerry, a cloud platform of our invention,
// one table for each family of products.
var skerryTables = []string{
	"skerry-compute.txt", "skerry-storage.txt", "skerry-network.txt", "skerry-data.txt",
	"skerry-security.txt", "skerry-operations.txt", "skerry-business.txt",
}

// skerry returns every operation of the platform as a tool, flat, as a server
// made from an API description offers them: dns_zones_records_create.
func skerry() []tool {
	g := newGrammar()
	var tools []tool
	for _, table := range skerryTables {
		for _, r := range g.resources(table) {
			prefix := strings.Join(r.path, "_") + "_"
			if r.path[0] != r.group { // secrets_rotate, not secrets_secrets_rotate
				prefix = r.group + "_" + prefix
			}
			for _, a := range r.actions {
				tools = append(tools, g.tool(prefix+a.verb, r, a))
			}
		}
	}
	return tools
}
