package loaders

import (
	"cmp"
	"strings"

	"findable/engine/py"
)

// mcpjamSnapshot is what MCPJam exports of a server: {kind: server-snapshot, target,
// initInfo, capabilities, tools, resources, prompts}; before there were versions it
// had no kind.
type mcpjamSnapshot struct{}

func (mcpjamSnapshot) name() string { return "MCPJam snapshot" }

func (mcpjamSnapshot) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	return toolsResult{}.holds(v) && (o.Text("kind") == "server-snapshot" || o.Has("initInfo"))
}

// MCPJam renames parts of the answer to initialize.
func (mcpjamSnapshot) read(r *reading, n node) {
	o := n.value.(py.Object)
	info := o.Object("initInfo")
	for _, renamed := range [][2]string{{"serverInfo", "serverVersion"}, {"capabilities", "serverCapabilities"}} {
		if v := field(info, renamed[1]); v != nil && !info.Has(renamed[0]) {
			info = info.With(renamed[0], v)
		}
	}
	if v := field(o, "capabilities"); v != nil {
		info = info.With("capabilities", v)
	}
	tools := n.key("tools")
	if c := initialized(info); c.Name != "" {
		c.Source = mcpjamSnapshot{}.name()
		c.Initialized = info.Has("capabilities")
		if target := cmp.Or(o.Text("target"), o.Object("target").Text("url")); strings.HasPrefix(target, "http") {
			c.Launch = &Launch{URL: target}
		}
		tools.server = c.Name
		r.card(n, c)
	}
	r.tools(tools, "")
}
