package loaders

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"findable/engine"
	"findable/engine/py"
)

// cardLines writes down what may be shown of cards, one a line.
func cardLines(cards []Card) string {
	var b strings.Builder
	for _, c := range cards {
		fmt.Fprintf(&b, "%s | %s | %s", c.Name, c.Source, c.Origin.Path)
		if c.Launch != nil {
			fmt.Fprintf(&b, " | %s", c.Launch)
		}
		if w := c.Words; w != nil {
			fmt.Fprintf(&b, " | off %v include %q exclude %q", w.Disabled, w.Include, w.Exclude)
		}
		if c.Tools > 0 {
			fmt.Fprintf(&b, " | %d tools", c.Tools)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// clientFiles are configurations of clients and agents, and what becomes of them.
var clientFiles = map[string]struct{ text, want, notes string }{
	"Claude": {`{"mcpServers":{"_comment":"keep in step","gh":{"command":"npx","args":["-y","@scope/gh@1.2.3"],"env":{"TOKEN":"x","URL":"y"},"cwd":"/tmp"},
			"web":{"url":"https://web.example/mcp","headers":{"Authorization":"Bearer x"},"disabled":true}},"NOTE TO SELF":"x"}`,
		lines(`gh | client configuration | $.mcpServers.gh | npx -y @scope/gh@1.2.3 with TOKEN, URL`,
			`web | client configuration | $.mcpServers.web | https://web.example/mcp with the header Authorization | off true include [] exclude []`),
		lines("skipped $.mcpServers._comment", "ignored $", "no_tools ")},
	"none": {`{"mcpServers":{}}`, "", lines("error $")},
	"types": {`{"mcpServers":{"a":{"type":"sse","url":"http://a/sse"},"b":{"type":"streamable-http","url":"http://b"},"c":{"httpUrl":"http://c","url":"http://other"},
			"d":{"serverUrl":"http://d"},"e":{"type":"stdio","command":"e"},"f":{"type":"http"}}}`,
		lines("a | client configuration | $.mcpServers.a | http://a/sse over SSE", "b | client configuration | $.mcpServers.b | http://b",
			"c | client configuration | $.mcpServers.c | http://c", "d | client configuration | $.mcpServers.d | http://d",
			"e | client configuration | $.mcpServers.e | e", "f | client configuration | $.mcpServers.f"), lines("no_tools ")},
	"Gemini": {`{"name":"x","mcpServers":{"g":{"command":"g","trust":true,"includeTools":["a","b","c"],"excludeTools":["b"]},
			"h":{"command":"h","includeTools":["a"],"excludeTools":["a"]}},"mcp":{"allowed":["g"]}}`,
		lines(`g | client configuration | $.mcpServers.g | g | off false include ["a" "c"] exclude ["b"]`,
			`h | client configuration | $.mcpServers.h | h | off false include [""] exclude ["a"]`), lines("ignored $", "no_tools ")},
	"VS Code": {`{"inputs":[{"type":"promptString","id":"k"}],"servers":{"p":{"type":"stdio","command":"p","env":{"K":"${input:k}"}},"q":{"type":"http","url":"https://q?key=${input:k}"}}}`,
		lines("p | editor configuration | $.servers.p | p with K", "q | editor configuration | $.servers.q | https://q?key=${input:k}"), lines("no_tools ")},
	"VS Code's settings": {`{"editor.fontSize":12,"mcp":{"servers":{"p":{"command":"p"}}}}`,
		lines("p | editor configuration | $.mcp.servers.p | p"), lines("ignored $", "no_tools ")},
	"Zed": {`{"theme":"One","context_servers":{"a":{"command":{"path":"a","args":["run"],"env":{"K":"v"}},"settings":{}},"b":{"source":"custom","command":"b","args":["x"]},
			"c":{"source":"extension","enabled":false,"settings":{"token":"secret"}}}}`,
		lines("a | editor configuration | $.context_servers.a | a run with K", "b | editor configuration | $.context_servers.b | b x",
			"c | editor configuration | $.context_servers.c | off true include [] exclude []"), lines("ignored $", "no_tools ")},
	"mcphost": {"mcpServers:\n  fs:\n    type: local\n    command: [npx, '-y', fs, /tmp]\n    environment: {DEBUG: 1}\n    allowedTools: [read_file]\n  " +
		"net:\n    type: remote\n    url: https://net.example/mcp\n    headers: ['Authorization: Bearer x', 'X-Trace: y']\n    excludedTools: [drop]\n",
		lines(`fs | client configuration | $.mcpServers.fs | npx -y fs /tmp with DEBUG | off false include ["read_file"] exclude []`,
			`net | client configuration | $.mcpServers.net | https://net.example/mcp with the header Authorization, X-Trace | off false include [] exclude ["drop"]`),
		lines("no_tools ")},
	"opencode": {`{"$schema":"x","mcp":{"a":{"type":"local","command":["bun","x","a"],"enabled":false},"b":{"type":"remote","url":"https://b"}}}`,
		lines("a | client configuration | $.mcp.a | bun x a | off true include [] exclude []", "b | client configuration | $.mcp.b | https://b"), lines("no_tools ")},
	"Continue": {"name: mine\nmcpServers:\n- name: a\n  command: a\n- command: b\n",
		lines("a | client configuration | $.mcpServers[0] | a"), lines("skipped $.mcpServers[1]", "no_tools ")},
	"Claude Code": {`{"mcpServers":{"a":{"command":"a"}},"projects":{"/home/me":{"mcpServers":{"b":{"command":"b"}}},"/tmp":{"mcpServers":{}}}}`,
		lines("a | client configuration | $.mcpServers.a | a", `b | client configuration | $.projects["/home/me"].mcpServers.b | b`), lines("no_tools ")},
	"Copilot": {`{"mcpServers":{"a":{"command":"a","tools":["*"]},"b":{"command":"b","tools":["x","y"]}}}`,
		lines("a | client configuration | $.mcpServers.a | a", `b | client configuration | $.mcpServers.b | b | off false include ["x" "y"] exclude []`), lines("no_tools ")},
	"Codex": {"mcp_servers: {a: {command: a, args: [x], env: {K: v}, enabled_tools: [t, u], disabled_tools: [u]}, b: {url: 'https://b', bearer_token_env_var: TOKEN, " +
		"http_headers: {X-A: '1'}, env_http_headers: {X-B: VAR}}}",
		lines(`a | agent configuration | $.mcp_servers.a | a x with K | off false include ["t"] exclude ["u"]`,
			"b | agent configuration | $.mcp_servers.b | https://b with the header X-A, X-B, Authorization"), lines("no_tools ")},
	"Hermes": {"model: {default: x}\nmcp_servers:\n  a: {command: a, enabled: 'no', tools: {include: t, exclude: [u], prompts: false}}\n  b:\ntools: {tool_search: {enabled: on}}\n",
		lines(`a | agent configuration | $.mcp_servers.a | a | off true include ["t"] exclude ["u"]`, "b | agent configuration | $.mcp_servers.b"),
		lines("ignored $", "ignored $.tools.tool_search", "no_tools ")},
	"Anthropic's API": {`{"model":"m","mcp_servers":[{"type":"url","url":"https://a","name":"a","authorization_token":"x"}],"tools":[{"name":"t","input_schema":{}}]}`,
		lines("a | request to a model | $.mcp_servers[0] | https://a with the header Authorization"), lines("toolset f: t", "no_tools ")},
	"tools too": {`{"servers":{"a":{"url":"https://a","tools":[{"name":"t","inputSchema":{}}]},"b":{"command":"b"}}}`,
		lines("a | editor configuration | $.servers.a | https://a | 1 tools", "b | editor configuration | $.servers.b | b"), lines("server a: t", "no_tools ")},
}

func TestClientConfigs(t *testing.T) {
	for name, c := range clientFiles {
		t.Run(name, func(t *testing.T) {
			res, err := Load(context.Background(), []Source{{Path: "f"}}, Options{FS: fstest.MapFS{"f": {Data: []byte(c.text)}}})
			if got := cardLines(res.Cards); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
			if got := summary(res); got != c.notes {
				t.Errorf("notes\n%swant\n%s%v", got, c.notes, res.Report.Notes)
			}
			if (err == nil) != (res.Report.Tools > 0) {
				t.Errorf("%d tools, %v", res.Report.Tools, err)
			}
			consistent(t, res)
		})
	}
}

// TestNotConfigs checks that what resembles a configuration is none.
func TestNotConfigs(t *testing.T) {
	for _, text := range []string{
		`{"servers":[{"url":"https://api.example"}],"openapi":"3.1.0"}`,
		`{"servers":{"a":[{"name":"t","inputSchema":{}}]}}`,
		`{"mcp":{"enabled":true}}`, `{"projects":{"x":1}}`, `{"servers":{}}`, `{"mcpServers":1}`, `[]`, `1`,
	} {
		v, err := py.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if (clientConfig{}).holds(v) {
			t.Errorf("%s is taken for a configuration", text)
		}
	}
}

// TestSharedConfigs loads the configurations that were found in the wild. Their
// servers are counted as they stand in the text.
func TestSharedConfigs(t *testing.T) {
	for name, c := range map[string]struct {
		mark    string // stands once in each server's entry
		ignored int
	}{
		"claude-desktop-config.json": {`"command":`, 1},
		"vscode-mcp.json":            {`"type": "s`, 0},
		"gemini-extension.json":      {`"httpUrl":`, 0},
		"hermes-config.yaml":         {"\n  ", 1},
	} {
		text := read(t, name)
		want := strings.Count(text, c.mark)
		if name == "hermes-config.yaml" { // keys that are indented by two
			want = 0
			text, _, _ = strings.Cut(text, "\ntools:")
			for line := range strings.Lines(text) {
				if strings.HasPrefix(line, "  ") && !strings.HasPrefix(line, "   ") {
					want++
				}
			}
		}
		res, err := load(t, catalogs+"formats/"+name)
		if err == nil || len(res.Cards) != want || res.Report.Unresolved != want || res.Report.Tools != 0 {
			t.Errorf("%s: %v, %d cards, want %d", name, err, len(res.Cards), want)
		}
		ignored := 0
		for _, n := range res.Report.Notes {
			if n.Kind == Ignored {
				ignored++
			}
		}
		if ignored != c.ignored || len(res.Report.Notes) != ignored+1 {
			t.Errorf("%s: notes %v", name, res.Report.Notes)
		}
		for _, card := range res.Cards {
			if card.Launch == nil || card.Launch.String() == "" {
				t.Errorf("%s: %s cannot be reached", name, card.Name)
			}
		}
	}
	// Zed's settings without their comments and last commas: what reading those is
	// like is another test's affair.
	zed := regexp.MustCompile(`(?m)^\s*//.*$`).ReplaceAllString(read(t, "zed-settings.jsonc"), "")
	zed = regexp.MustCompile(`,(\s*[}\]])`).ReplaceAllString(zed, "$1")
	res, err := Load(context.Background(), []Source{{Path: "f"}}, Options{FS: fstest.MapFS{"f": {Data: []byte(zed)}}})
	if err == nil || len(res.Cards) != strings.Count(zed, `"command":`) || len(res.Report.Notes) != 2 {
		t.Errorf("Zed: %v, %v", err, res.Report.Notes)
	}
	res, err = load(t, catalogs+"formats/hermes-config.yaml", "github="+catalogs+"live/github-ref.json", "stripe="+catalogs+"live/stripe.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range res.Catalog.Servers {
		if s.Name == "github" && len(s.Include) != 3 || s.Name == "stripe" && len(s.Exclude) != 2 {
			t.Errorf("the words about %s do not count: %+v", s.Name, s.Include)
		}
	}
	registered := engine.Register(res.Catalog)
	for name, want := range map[string]bool{"mcp__github__list_issues": true, "mcp__github__fork_repository": false} {
		if _, ok := registered.Lookup(name); ok != want {
			t.Errorf("%s is registered: %v", name, ok)
		}
	}
}
