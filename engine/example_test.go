package engine_test

import (
	"fmt"

	"findable/engine"
	"findable/engine/py"
)

// The whole way through, from the tools of one server to what the model reads.
func Example() {
	tool := func(name, description string) engine.Tool {
		return engine.Tool{Function: py.Object{{Key: "name", Value: name}, {Key: "description", Value: description}}}
	}
	catalog := engine.Catalog{
		Core: []engine.Tool{tool("terminal", "Run a command.")},
		Servers: []engine.Server{{Name: "tracker", Tools: []engine.Tool{
			tool("create_issue", "Open a new issue in a project."),
			tool("list_issues", "List the issues of a project."),
		}}},
	}
	section, _ := py.Parse([]byte(`{"search_default_limit": 3, "listing_max_tokens": 100}`))

	rules := engine.Documented()
	config, notices := engine.ReadConfig(section, rules)
	for _, n := range notices {
		fmt.Printf("%s: %s given, %s used: %s\n", n.Key, n.Given, n.Used, n.Why)
	}
	registry := engine.Register(catalog)
	session := registry.Session(rules, engine.Scope{}, config.Defer)
	assembly := session.Assemble(config, 200000)
	fmt.Printf("tier %d, %s listing\n%s\n", assembly.Tier, assembly.Listing.Form, assembly.Listing.Text())
	for _, hit := range session.Index.Search("create issue", 5).Hits {
		fmt.Printf("%.2f %s\n", hit.Score, hit.Entry.Name)
	}
	fmt.Println(session.ToolSearch(config, py.Object{{Key: "queries", Value: py.List{"new issue"}}, {Key: "limit", Value: py.Int(1)}}).Text)

	// Output:
	// listing_max_tokens: 100 given, 200 used: outside 200 to 60000
	// tier 1, full listing
	// Deferred tool catalog (call schemas via `tool_describe`, invoke via `tool_call`):
	// tracker tools (2):
	// - mcp__tracker__create_issue: Open a new issue in a project.
	// - mcp__tracker__list_issues: List the issues of a project.
	// 0.93 mcp__tracker__create_issue
	// 0.26 mcp__tracker__list_issues
	// {"queries": ["new issue"], "total_available": 2, "results": [{"query": "new issue", "matches": ["mcp__tracker__create_issue"]}], "tools": {"mcp__tracker__create_issue": {"source": "mcp", "source_name": "mcp-tracker", "description": "Open a new issue in a project.", "required": []}}}
}
