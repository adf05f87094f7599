package loaders

import (
	"fmt"

	"findable/engine/py"
)

// foreign says what a value is that holds no tools or is of a format that is
// not read, "" when it looks like nothing known.
func foreign(v py.Value) string {
	if l, ok := v.(py.List); ok && len(l) > 0 {
		first, _ := l[0].(py.Object)
		if first.Has("message") && first.Has("direction") {
			return "an export of the MCP Inspector's history, which is not read; save the tools/list answers alone"
		}
		return ""
	}
	o, _ := v.(py.Object)
	if n := configured(o); n > 0 {
		fix := "dump each server with tools/list and open the dumps"
		if o.Has("mcp_servers") {
			fix += "; an agent's config.yaml belongs behind --config"
		}
		return fmt.Sprintf("a client configuration: it names %d server%s but holds no tools; %s", n, plural(n), fix)
	}
	servers, _ := o.Get("servers")
	rows, _ := servers.(py.List)
	switch {
	case o.Has("openapi") || o.Has("swagger"):
		return "an OpenAPI document, which is not read; make a tool of each operation first"
	case o.Has("functionDeclarations") || o.Has("function_declarations"):
		return "Gemini function declarations, which are not read; write them as OpenAI or MCP tools"
	case o.Has("toolSpec") || o.Has("toolConfig"):
		return "tools for Bedrock Converse, which are not read; write them as Anthropic or MCP tools"
	case o.Has("registry"):
		return "a Docker MCP catalogue: it names servers but holds no tools; dump each server with tools/list"
	case len(rows) > 0:
		return fmt.Sprintf("a list of %d server%s without tools, as a registry gives it; dump each server with tools/list",
			len(rows), plural(len(rows)))
	case o.Has("protocolVersion") || o.Has("serverInfo"):
		return "an initialize answer, which holds no tools"
	case o.Has("jsonrpc") && o.Has("method"):
		return "a JSON-RPC request or notification, which holds no tools"
	}
	return ""
}

// configured counts the servers that a client's configuration says how to reach.
func configured(o py.Object) int {
	for _, key := range []string{"mcpServers", "mcp_servers", "context_servers", "servers"} {
		v, _ := o.Get(key)
		servers, ok := v.(py.Object)
		if !ok {
			continue
		}
		n := 0
		for _, m := range servers {
			if s, ok := m.Value.(py.Object); ok && (s.Has("command") || s.Has("url") || s.Has("httpUrl") || s.Has("type")) {
				n++
			}
		}
		if n > 0 {
			return n
		}
	}
	return 0
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}
