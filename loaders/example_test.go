package loaders_test

import (
	"context"
	"fmt"
	"testing/fstest"

	"findable/engine"
	"findable/loaders"
)

// Two dumps become one catalog; what was passed over is told.
func ExampleLoad() {
	files := fstest.MapFS{
		"github.json": {Data: []byte(`{"tools": [{"name": "create_issue", "inputSchema": {"type": "object"}}, {"description": "nameless"}]}`)},
		"agent.json":  {Data: []byte(`[{"type": "function", "function": {"name": "mcp__slack__post", "parameters": {"type": "object"}}}]`)},
	}
	result, err := loaders.Load(context.Background(), []loaders.Source{{Path: "github.json"}, {Path: "agent.json"}},
		loaders.Options{Rules: engine.Documented(), FS: files})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d tools of %d servers\n", result.Report.Tools, result.Report.Servers)
	for _, f := range result.Report.Files {
		fmt.Printf("%s: %s\n", f.File, f.Format)
	}
	for _, n := range result.Report.Notes {
		fmt.Printf("%s: %s\n", n.Kind, n)
	}

	// Output:
	// 2 tools of 2 servers
	// github.json: tools/list result, MCP tools
	// agent.json: array, OpenAI chat tools
	// skipped: github.json: $.tools[1]: a tool without a name: an object with the keys "description"
}
