package loaders

import "testing"

// exportSamples are what tools for testing MCP servers write.
var exportSamples = []sketch{
	{"protocol log", `[
		{"id":"1","timestamp":"2026-01-01T00:00:01Z","direction":"request","message":{"jsonrpc":"2.0","id":0,"method":"initialize"},
		 "response":{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"1","capabilities":{"tools":{},"resources":{},"prompts":null},"serverInfo":{"name":"garden","title":"The Garden"},"instructions":"Water at dusk."}}},
		{"id":"2","timestamp":"2026-01-01T00:00:02Z","direction":"notification","message":{"method":"notifications/initialized"}},
		{"id":"3","timestamp":"2026-01-01T00:00:03Z","direction":"request","message":{"id":1,"method":"tools/list"},"response":{"id":1,"result":{"tools":[{"name":"open_gate","inputSchema":{}}],"nextCursor":"b"}}},
		{"id":"4","timestamp":"2026-01-01T00:00:04Z","direction":"request","message":{"id":2,"method":"tools/list","params":{"cursor":"b"}},"response":{"id":2,"result":{"tools":[{"name":"water","inputSchema":{}}]}}}]`,
		lines("server garden: open_gate water", "skipped $[0]", "utility_tools $[0].response.result", "card garden (The Garden) +initialized +instructions")},
	{"listed again, the other way round in the file", `[
		{"timestamp":"2","direction":"request","message":{"method":"tools/list"},"response":{"result":{"tools":[{"name":"rain","inputSchema":{}}]}}},
		{"timestamp":"1","direction":"request","message":{"method":"tools/list"},"response":{"result":{"tools":[{"name":"open_gate","inputSchema":{}}]}}}]`,
		lines("server f: rain", "skipped $[1].response.result")},
	{"listed again the same", `[
		{"timestamp":"1","direction":"request","message":{"method":"tools/list"},"response":{"result":{"tools":[{"name":"rain","inputSchema":{}}]}}},
		{"timestamp":"2","direction":"request","message":{"method":"tools/list"},"response":{"result":{"tools":[{"name":"rain","inputSchema":{}}]}}}]`,
		lines("server f: rain", "folded $[0].response.result")},
	{"the last listing unfinished", `[
		{"direction":"request","message":{"method":"tools/list"},"response":{"result":{"tools":[{"name":"rain","inputSchema":{}}]}}},
		{"direction":"request","message":{"method":"tools/list"},"response":{"result":{"tools":[{"name":"hail","inputSchema":{}}],"nextCursor":"x"}}}]`,
		lines("server f: rain", "skipped $[1].response.result")},
	{"an answer without its request, an error", `[
		{"direction":"response","message":{"id":1,"result":{"tools":[{"name":"rain","inputSchema":{}}]}}},
		{"direction":"request","message":{"method":"tools/list"},"response":{"error":{"message":"no"}}}]`,
		lines("server f: rain", "skipped $[1].response.error")},
	{"a log without a listing", `[{"direction":"request","message":{"method":"ping"},"response":{"result":{}}}]`, lines("error $[0]")},
	{"one entry a line", `{"direction":"request","message":{"method":"tools/list"},"response":{"result":{"tools":[{"name":"rain","inputSchema":{}}],"nextCursor":"x"}}}
		{"direction":"request","message":{"method":"tools/list"},"response":{"result":{"tools":[{"name":"hail","inputSchema":{}}]}}}`,
		lines("server f: rain hail")},
	{"network log", `[
		{"id":"1","timestamp":"1","method":"POST","url":"http://h/mcp","requestHeaders":{},"requestBody":"{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\"}","responseBody":"event: message\ndata: {\"id\":0,\"result\":{\"serverInfo\":{\"name\":\"garden\"},\ndata: \"capabilities\":{}}}\n\n","category":"transport"},
		{"id":"2","timestamp":"2","method":"GET","url":"http://h/login","requestHeaders":{},"category":"auth"},
		{"id":"3","timestamp":"3","method":"POST","url":"http://h/mcp","requestBody":"{\"id\":1,\"method\":\"tools/list\"}","responseBody":"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[{\"name\":\"open_gate\",\"inputSchema\":{}}]}}"}]`,
		lines("server garden: open_gate", "skipped $[0]", "card garden (garden) +initialized")},
	{"network log of two servers, in events and a batch", `[
		{"method":"GET","url":"http://a:1/sse","requestHeaders":{},"responseBody":"data: {\"id\":1,\"result\":{\"tools\":[{\"name\":\"rain\",\"inputSchema\":{}}]}}\r\n\r\n: ping\n\ndata: {\"id\":2,\"result\":{}}"},
		{"method":"POST","url":"http://b/mcp","requestBody":"[{\"id\":1,\"method\":\"tools/list\"}]","responseBody":"[{\"id\":1,\"result\":{\"tools\":[{\"name\":\"hail\",\"inputSchema\":{}}]}}]"},
		{"method":"POST","url":"http://b/mcp","requestBody":"{\"id\":1,\"method\":\"tools/list\"}","responseBody":"{\"id\":1,\"res"}]`,
		lines("server a:1: rain", "server b: hail", "skipped $[2]", "skipped $[0]")},
	{"app info", "{\"toolName\":\"open_gate\",\"hasApp\":true}\n{\"toolName\":\"water\",\"hasApp\":false}\n", lines("server f: open_gate water", "partial line 1, $")},
	{"app info in JSON", `{"appInfo":{"toolName":"open_gate","hasApp":true}}`, lines("server f: open_gate", "partial $")},
	{"a result with app info", `{"result":{"tools":[{"name":"rain","inputSchema":{}}]},"appInfo":{"toolName":"rain","hasApp":true}}`, lines("server f: rain")},
	{"a failed run", `{"error":{"code":"connect_failed","message":"no server"}}`, lines("error $.error")},
	{"MCPJam's list", `{"tools":[{"name":"rain","inputSchema":{}}],"toolsMetadata":{"rain":{}},"tokenCount":12}`, lines("server f: rain")},
	{"MCPJam snapshot", `{"kind":"server-snapshot","schemaVersion":1,"target":"https://h/mcp",
		"initInfo":{"protocolVersion":"1","serverVersion":{"name":"garden","title":"The Garden"},"serverCapabilities":{"prompts":{}},"instructions":"i"},
		"capabilities":null,"tools":[{"name":"rain","inputSchema":{}}],"toolsMetadata":{},"resources":[],"prompts":[{"name":"p"}]}`,
		lines("server garden: rain", "utility_tools $", "card garden (The Garden): https://h/mcp +initialized +instructions")},
	{"MCPJam snapshot without an answer", `{"target":"npx x","exportedAt":"now","initInfo":null,"tools":[{"name":"rain","inputSchema":{}}]}`, lines("server f: rain")},
	{"index of initialize answers", `{"garden":{"package":"g","args":[],"initialize":{"capabilities":{"tools":{},"resources":{}},"serverInfo":{"name":"x","title":"X"}}},"shed":{}}`,
		lines("skipped $.shed", "no_tools ", "card garden (X) +initialized")},
}

func TestExports(t *testing.T) { checkSamples(t, exportSamples) }
