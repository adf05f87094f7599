package loaders

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"findable/engine"
	"findable/engine/py"
)

func TestReadAgentConfig(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config.yaml")
	read := func(text string) (AgentConfig, error) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return ReadAgentConfig(context.Background(), file)
	}
	entry := func(name string, launch *Launch, words *engine.Server) Card {
		return Card{Name: name, Source: "agent configuration", Origin: engine.Origin{File: file, Path: "$.mcp_servers." + name},
			Launch: launch, Words: words, configured: true}
	}
	for _, c := range []struct {
		text string
		want AgentConfig
	}{
		{"# nothing\n", AgentConfig{}},
		{"", AgentConfig{}},
		{" \n\n", AgentConfig{}},
		{"tools: {tool_search: null}", AgentConfig{Settings: Settings{HasToolSearch: true}}},
		{"tools: {tool_search: off}\nmodel: {context_length: 65536}", AgentConfig{Settings: Settings{ToolSearch: false, HasToolSearch: true, Context: 65536, HasContext: true}}},
		{"tools: {tool_search: {enabled: on, max_search_limit: 3.5}}", AgentConfig{Settings: Settings{HasToolSearch: true,
			ToolSearch: py.Object{{Key: "enabled", Value: true}, {Key: "max_search_limit", Value: py.Number("3.5")}}}}},
		{"model: {context_length: 0}", AgentConfig{}},
		{"model: {context_length: '1000'}", AgentConfig{}},
		{"model: {context_length: true}", AgentConfig{}},
		{"model: name\ntools: []", AgentConfig{}},
		{`
mcp_servers:
  github: {command: x, enabled: "no", supports_parallel_tool_calls: " ON ", tools: {include: [a, 'b*', ''], exclude: c}}
  docs: {url: y, enabled: 0, tools: {resources: off, prompts: "0"}}
  plain:
`, AgentConfig{
			Servers: []Card{
				entry("github", &Launch{Command: "x", Args: []string{}}, &engine.Server{Name: "github", Disabled: true, Parallel: true,
					Include: []string{"a", "b*"}, Exclude: []string{"c"}}),
				entry("docs", &Launch{URL: "y"}, &engine.Server{Name: "docs", OmitResources: true, OmitPrompts: true}),
				entry("plain", nil, nil),
			},
			Notes: []Note{{Odd, file, "$.mcp_servers.docs.enabled", "neither yes nor no, so the default counts"}}, // the number 0 is no word
		}},
	} {
		if got, err := read(c.text); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v\ngot  %+v\nwant %+v", c.text, err, got, c.want)
		}
	}
	for text, want := range map[string]string{
		"[1]":       file + ": no configuration: a mapping is wanted, not a list of 1",
		"a: [":      file + ": line 1: neither JSON nor YAML: did not find expected node content; mend it or dump the server again",
		"a: \xff\n": file + ": line 1, column 4 (byte 3): byte 0xff is not UTF-8; save the file as UTF-8",
	} {
		_, err := read(text)
		var fault *Error
		if !errors.As(err, &fault) || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	for name, want := range map[string]string{
		filepath.Dir(file): filepath.Dir(file) + ": is a folder; give the config.yaml in it",
		"nowhere.yaml":     "nowhere.yaml: there is no such file or folder; check the path",
	} {
		if _, err := ReadAgentConfig(context.Background(), name); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
