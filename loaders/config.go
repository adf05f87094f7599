package loaders

import (
	"context"
	"strings"

	"findable/engine/py"
)

// Settings are what a session file or an agent's config.yaml sets.
type Settings struct {
	// ToolSearch is the value of tools.tool_search, for engine.ReadConfig.
	// HasToolSearch tells a null from an absent one.
	ToolSearch    py.Value
	HasToolSearch bool
	// Context is the context length in tokens, 0 for unknown; it counts only
	// with HasContext.
	Context    int
	HasContext bool
}

// An AgentConfig is what findable reads in a Hermes config.yaml.
type AgentConfig struct {
	// Settings has model.context_length for its context, if that is a positive int.
	Settings
	// Servers holds the entries of mcp_servers, with the words of engine.md, section
	// 10, where they have any. They are for Options.Cards.
	Servers []Card
	// Notes tells of entries that could not be used.
	Notes []Note
}

// ReadAgentConfig reads a Hermes config.yaml. The error is an *Error.
func ReadAgentConfig(ctx context.Context, name string) (AgentConfig, error) {
	raw, folder, err := newPool(MaxYAMLBytes).file(ctx, disk{}, name)
	if err != nil {
		return AgentConfig{}, err
	}
	if folder {
		return AgentConfig{}, &Error{name, "", "is a folder; give the config.yaml in it"}
	}
	if strings.Trim(raw, blanks) == "" { // an empty file sets nothing, as one of comments does
		return AgentConfig{}, nil
	}
	docs, err := documents([]byte(raw))
	if err != nil {
		err.File = name
		return AgentConfig{}, err
	}
	if len(docs) == 0 || docs[0].value == nil { // nothing but comments
		return AgentConfig{}, nil
	}
	root, ok := docs[0].value.(py.Object)
	if !ok {
		return AgentConfig{}, &Error{name, "", "no configuration: a mapping is wanted, not " + describe(docs[0].value)}
	}
	var c AgentConfig
	c.ToolSearch, c.HasToolSearch = toolSearch(root)
	model, _ := root.Get("model")
	if length, ok := field(model, "context_length").(py.Number); ok && length.IsInt() {
		if n, _ := py.ToInt(length); n > 0 {
			c.Context, c.HasContext = n, true
		}
	}
	r := &reading{file: name, ledger: newLedger()}
	r.configured(node{value: root, path: "$"}.key("mcp_servers"), "agent configuration")
	c.Servers, c.Notes = r.cards, r.ledger.all()
	return c, nil
}

// toolSearch returns the value of tools.tool_search of a configuration and
// whether it is there.
func toolSearch(config py.Value) (py.Value, bool) {
	tools, _ := field(config, "tools").(py.Object)
	return tools.Get("tool_search")
}
