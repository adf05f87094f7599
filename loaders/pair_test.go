package loaders

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"findable/engine"
)

// TestPair checks which server a card is about, what its words do, and what is
// noted. The configuration c comes as --config would give it, f as a dump.
func TestPair(t *testing.T) {
	tool := func(name string) string { return `{"name":"` + name + `","inputSchema":{}}` }
	dump := `{"tools":[` + tool("get") + `,` + tool("set") + `]}`
	for name, c := range map[string]struct{ config, file, dumps, cards, servers, notes string }{
		"exact": {file: `{"mcpServers":{"hub":{"command":"x"},"other":{"command":"y"}}}`, dumps: "hub.json",
			cards: lines("hub 2", "other 0"), servers: lines("hub: get set"),
			notes: lines("no_tools: f: names 1 server without tools: other; dump each with tools/list, or connect")},
		"plain name": {file: `{"mcpServers":{"My-Hub":{"command":"x","disabled":true}}}`, dumps: "my_hub.json",
			cards: lines("My-Hub 2"), servers: lines("my_hub: off"),
			notes: lines(`pairing: f: $.mcpServers["My-Hub"]: taken for the server "my_hub", which keeps its name; My-Hub=PATH gives its dump this one`)},
		"exact before plain": {file: `{"mcpServers":{"my_hub":{"command":"x","excludeTools":["set"]}}}`, dumps: "my-hub.json my_hub.json",
			cards: lines("my_hub 2"), servers: lines("my-hub: get set", "my_hub: get")},
		"two that match": {file: `{"mcpServers":{"myhub":{"command":"x","disabled":true}}}`, dumps: "my-hub.json my_hub.json",
			cards: lines("myhub 0"), servers: lines("my-hub: get set", "my_hub: get set"),
			notes: lines(`pairing: f: $.mcpServers.myhub: "myhub" may be each of the servers "my-hub", "my_hub", so it is taken for none; give the dump of the right one as myhub=PATH`)},
		"nearly": {file: `{"mcpServers":{"hub":{"command":"x"}}}`, dumps: "hub-mcp-server.json",
			cards: lines("hub 0"), servers: lines("hub-mcp-server: get set"),
			notes: lines(`pairing: f: $.mcpServers.hub: "hub" may be the server "hub-mcp-server"; then give its dump as hub=hub-mcp-server.json`,
				"no_tools: f: names 1 server without tools: hub; dump each with tools/list, or connect")},
		"nearly two": {file: `{"mcpServers":{"hub":{"command":"x"}}}`, dumps: "hub-mcp.json the-hub.json",
			cards: lines("hub 0"), servers: lines("hub-mcp: get set", "the-hub: get set"),
			notes: lines(`pairing: f: $.mcpServers.hub: "hub" may be one of the servers "hub-mcp", "the-hub"; then give its dump as hub=PATH`,
				"no_tools: f: names 1 server without tools: hub; dump each with tools/list, or connect")},
		"nearly, of several": {file: `{"mcpServers":{"hub":{"command":"x"}}}`, dumps: "many.json",
			cards: lines("hub 0"), servers: lines("hub-ref: get", "wiki: set"),
			notes: lines(`pairing: f: $.mcpServers.hub: "hub" may be the server "hub-ref" of many.json; then give the two one name`,
				"no_tools: f: names 1 server without tools: hub; dump each with tools/list, or connect")},
		"an agent's": {file: `{"mcpServers":{"hub":{"command":"x","includeTools":["get"]}}}`, dumps: "agent.json",
			cards: lines("hub 1"), servers: lines("mcp-hub: mcp__hub__get")},
		"words": {config: `{"hub":{"enabled":"no"},"wiki":{"tools":{"include":["g*","gone"],"exclude":["set"],"resources":"off","prompts":false},"supports_parallel_tool_calls":"yes"}}`,
			dumps: "hub.json wiki.json", cards: lines("hub 2", "wiki 2"), servers: lines("hub: off", "wiki: get parallel no resources no prompts"),
			notes: lines(`pairing: c: $.mcp_servers.wiki: its include list has "gone", which none of the 2 tools of "wiki" is called`)},
		"the configuration counts first": {config: `{"hub":{"tools":{"exclude":"set"}}}`, file: `{"mcpServers":{"hub":{"command":"x","disabled":true}}}`, dumps: "hub.json",
			cards: lines("hub 2", "hub 2"), servers: lines("hub: get"),
			notes: lines(`pairing: f: $.mcpServers.hub: what it says of "hub" does not count, since c: $.mcp_servers.hub says otherwise`)},
		"the same words": {config: `{"hub":{"enabled":false}}`, file: `{"mcpServers":{"hub":{"command":"x","disabled":true}}}`, dumps: "hub.json",
			cards: lines("hub 2", "hub 2"), servers: lines("hub: off")},
		"a session's": {config: `{"hub":{"tools":{"include":"get"}}}`, dumps: "session.yaml",
			cards: lines("hub 2"), servers: lines("hub: get", "wiki: set"),
			notes: lines(`pairing: c: $.mcp_servers: does not name the server "wiki", so an agent with this configuration would not have the tools`)},
		"not named": {config: `{"hub":{}}`, dumps: "hub.json wiki.json my_hub.json", cards: lines("hub 2"), servers: lines("hub: get set", "wiki: get set", "my_hub: get set"),
			notes: lines(`pairing: c: $.mcp_servers: does not name the servers "wiki", "my_hub", so an agent with this configuration would not have the tools`)},
	} {
		t.Run(name, func(t *testing.T) {
			fsys := fstest.MapFS{
				"many.json":    {Data: []byte(`{"servers":{"hub-ref":{"tools":[` + tool("get") + `]},"wiki":[` + tool("set") + `]}}`)},
				"agent.json":   {Data: []byte(`[{"type":"function","function":{"name":"mcp__hub__get","parameters":{}}}]`)},
				"session.yaml": {Data: []byte("findable: session/1\nservers: {hub: {tools: hub.json, exclude: [get]}, wiki: {tools: wiki.json, include: [set]}}")},
				"f":            {Data: []byte(c.file)},
			}
			for _, name := range []string{"hub.json", "wiki.json", "my-hub.json", "my_hub.json", "hub-mcp-server.json", "hub-mcp.json", "the-hub.json"} {
				fsys[name] = &fstest.MapFile{Data: []byte(dump)}
			}
			var sources []Source
			if c.file != "" {
				sources = append(sources, Source{Path: "f"})
			}
			for name := range strings.FieldsSeq(c.dumps) {
				sources = append(sources, Source{Path: name})
			}
			opt := Options{FS: fsys}
			if c.config != "" {
				opt.Cards = agentCards(t, c.config)
			}
			res, err := Load(context.Background(), sources, opt)
			if err != nil {
				t.Fatal(err)
			}
			var cards, notes strings.Builder
			for _, card := range res.Cards {
				cards.WriteString(card.Name + " " + string(rune('0'+card.Tools)) + "\n")
			}
			for _, n := range res.Report.Notes {
				notes.WriteString(string(n.Kind) + ": " + n.String() + "\n")
			}
			if cards.String() != c.cards || notes.String() != c.notes || offered(res.Catalog) != c.servers {
				t.Errorf("got\n%s%s%swant\n%s%s%s", cards.String(), offered(res.Catalog), notes.String(), c.cards, c.servers, c.notes)
			}
			consistent(t, res)
		})
	}
}

// agentCards reads what stands under mcp_servers.
func agentCards(t *testing.T, text string) []Card {
	t.Helper()
	v, err := documents([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	r := &reading{file: "c", ledger: newLedger()}
	r.configured(node{value: v[0].value, path: "$.mcp_servers"}, "agent configuration")
	return r.cards
}

// offered says which tools of each server an agent would have.
func offered(c engine.Catalog) string {
	var b strings.Builder
	for _, s := range c.Servers {
		b.WriteString(s.Name + ":")
		if s.Disabled {
			b.WriteString(" off")
		}
		for _, tool := range s.Tools {
			if !s.Disabled && s.Admits(tool.Name()) {
				b.WriteString(" " + tool.Name())
			}
		}
		if s.Parallel {
			b.WriteString(" parallel")
		}
		if s.OmitResources {
			b.WriteString(" no resources")
		}
		if s.OmitPrompts {
			b.WriteString(" no prompts")
		}
		b.WriteByte('\n')
	}
	for _, set := range c.Toolsets {
		b.WriteString(set.Name + ":")
		for _, tool := range set.Tools {
			b.WriteString(" " + tool.Name())
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestUtilityTools(t *testing.T) {
	fsys := fstest.MapFS{"hub.json": {Data: []byte(`{"tools":[{"name":"get","inputSchema":{}}]}`)}}
	for _, c := range []struct {
		card Card
		note string
	}{
		{Card{Name: "hub", Initialized: true, Resources: true, Prompts: true}, `an agent connected to "hub" adds list_resources, read_resource, list_prompts, get_prompt, which a dump does not show, so they are left out`},
		{Card{Name: "hub", Initialized: true, Prompts: true}, `an agent connected to "hub" adds list_prompts, get_prompt, which a dump does not show, so they are left out`},
		{Card{Name: "hub", Initialized: true}, ""},
		{Card{Name: "hub", Resources: true}, ""},
		{Card{Name: "hub", Initialized: true, Resources: true, Words: &engine.Server{OmitResources: true}}, ""},
	} {
		res, err := Load(context.Background(), []Source{{Path: "hub.json"}}, Options{FS: fsys, Cards: []Card{c.card}})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, n := range res.Report.Notes {
			got += n.Text
		}
		if got != c.note {
			t.Errorf("%+v: %s, want %s", c.card, got, c.note)
		}
	}
}

func TestResembles(t *testing.T) {
	for pair, want := range map[string]bool{
		"github github-mcp-server": true, "github mcp-server-github": true, "brave-search brave-search-ref": true, "GitHub my github": true,
		"filesystem filesytem": true, "github gitlab": false, "slack linear": false, "mcp server": false, "a b": false, "google-maps google-calendar": false,
		"fs gs": false,
	} {
		a, b, _ := strings.Cut(pair, " ")
		if resemble(nameWords(a), nameWords(b)) != want || resemble(nameWords(b), nameWords(a)) != want {
			t.Errorf("%s: %v", pair, !want)
		}
	}
}
