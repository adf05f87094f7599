package loaders

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"

	"findable/engine/py"
)

func TestLaunchString(t *testing.T) {
	for _, c := range []struct {
		words string
		want  string
	}{
		{"npx -y @modelcontextprotocol/server-github", ""},
		{"uvx --from git+https://github.com/geobio/PubMed-MCP-Server.git python -m pubmed_server", ""},
		{"uvx mcp-server-fetch==2025.4.7 pkg[cli]==1.2", ""},
		{"docker run -i --rm -e API_KEY -v /home/me/data:/data mcp/perplexity-ask", ""},
		{"npx mongodb-mcp-server@0.2.0 --connectionString ${MONGODB_CONNECTION_STRING}", ""},
		{"uvx mcp-server-twelve-data==0.2.5 -k ${KEY}", ""},
		{`C:\node\npx.cmd -y server --port 8080`, ""},
		{"server --api-key abc --verbose", "server --api-key *** --verbose"},
		{"server --token=abc --mode=fast --header X-Key:abc", "server --token=*** --mode=fast --header ***"},
		{"docker run -e GITHUB_TOKEN=abc -e DEBUG=${DEBUG} image", "docker run -e GITHUB_TOKEN=*** -e DEBUG=${DEBUG} image"},
		{"env KEY=abc npx -y x", "env KEY=*** npx -y x"},
		{"server Authorization: Bearer abc tail", "server Authorization: *** *** tail"},
		{"server Bearer abc", "server Bearer ***"},
		{"server postgres://me:abc@db.example:5432/main", "server postgres://***@db.example:5432/main"},
		{"server postgres://me:a/c@db.example/main", "server postgres://***"},
		{"server https://x.example/mcp?key=abc&mode=${MODE}#abc", "server https://x.example/mcp?key=***&mode=${MODE}#***"},
		{"server https://${USER}:abc@x.example/", "server https://${USER}***@x.example/"},
		{"server --url=https://x.example/?abc", "server --url=https://x.example/?***"},
		{"server https://hooks.example/s/NjQ0YmE3OWQ4ZmE5NGI/mcp", "server https://hooks.example/s/***/mcp"},
		{"server sk-abcdef ghp_abcdef 3f2a9c4e8b7d6a5f4e3d2c1b", "server *** *** ***"},
		{"server --config {\"key\":\"abc\"}", "server --config ***"},
		{"server jdbc:sqlserver://host;user=sa;password=abc", "server jdbc:sqlserver://***"},
		{"server --key ${KEY:-abc} -Dpassword=abc", "server --key *** -Dpassword=***"},
		{"server --key $KEY --token ab$KEY", "server --key $KEY --token ***"},
	} {
		words := strings.Split(c.words, " ")
		want := c.want
		if want == "" {
			want = c.words
		}
		if got := (&Launch{Command: words[0], Args: words[1:]}).String(); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		if got := (&Launch{Command: c.words}).String(); got != want {
			t.Errorf("in one word: got  %s\nwant %s", got, want)
		}
	}
	l := &Launch{Command: "mcp-remote", Args: []string{"https://x", "--header", "Authorization: Bearer ${TOKEN}", "sh -c abc", "/my files"}}
	if got, want := l.String(), "mcp-remote https://x --header Authorization: Bearer ${TOKEN} *** ***"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := (&Launch{Command: strings.Repeat("long ", 100)}).String(); len([]rune(got)) != maxLaunch+1 {
		t.Errorf("%d characters", len([]rune(got)))
	}
}

// spots are the places of a configuration in which a secret may stand, for %s.
var spots = []string{
	`"env":{"API_KEY":"%s"},"command":"x"`,
	`"environment":{"API_KEY":"%s"},"command":["x"]`,
	`"command":{"path":"x","args":["--token","%s"],"env":{"K":"%s"}}`,
	`"command":"x","args":["--api-key","%s"]`,
	`"command":"x","args":["--token=%s"]`,
	`"command":"x","args":["-e","KEY=%s"]`,
	`"command":"x","args":["--env=KEY=%s"]`,
	`"command":"x","args":["--header","Authorization: Bearer %s"]`,
	`"command":"x","args":["Authorization: Bearer %s"]`,
	`"command":"x","args":["Bearer %s"]`,
	`"command":"x","args":["Bearer","%s"]`,
	`"command":"x","args":["sh","-c","KEY=%s x --password %s"]`,
	`"command":"KEY=%s x --password %s"`,
	`"command":["x","--secret","%s"]`,
	`"command":"x","args":["--config","{\"apiKey\":\"%s\"}"]`,
	`"command":"x","args":["-k","%s","-u","me:%s"]`,
	`"command":"x","args":["https://me:%s@host/p?key=%s"]`,
	`"command":"x","args":["postgres://me:%s@host/db"]`,
	`"command":"x","args":["--dsn","%s"]`,
	`"command":"x","args":["sk-%s","ghp_%s"]`,
	`"url":"https://%s@host/mcp"`,
	`"url":"https://host/mcp?api_key=%s&b=%s#%s"`,
	`"url":"https://host/mcp?%s"`,
	`"httpUrl":"https://me:%s@host"`,
	`"url":"https://host","headers":{"Authorization":"Bearer %s","X-Api-Key":"%s"}`,
	`"url":"https://host","headers":["X-Api-Key: %s"]`,
	`"url":"https://host","http_headers":{"X":"%s"}`,
	`"url":"https://host","authorization_token":"%s"`,
	`"source":"extension","settings":{"token":"%s"}`,
	`"command":"x","enabled":"%s","disabled":"%s"`,
	`"command":"x","tools":"%s"`,
	`"command":"x","oauth":{"clientSecret":"%s"},"auth":"%s"`,
}

// configs are configurations around such an entry.
var configs = []string{
	`{"mcpServers":{"a":{%s}},"rest":"%[2]s"}`, `{"mcpServers":{"a":{%s},"//":"%[2]s","b":["%[2]s"],"c":7}}`,
	`{"mcpServers":[{"name":"a",%s},{%[1]s},"%[2]s"]}`, `{"servers":{"a":{%s},"b":{"command":"b"}}}`, `{"mcp":{"servers":{"a":{%s},"b":{"url":"b"}}}}`,
	`{"context_servers":{"a":{%s}}}`, `{"mcp_servers":{"a":{%s}},"tools":{"tool_search":"%[2]s"},"api_key":"%[2]s"}`,
	`{"mcp":{"a":{%s},"b":{"url":"b"}}}`, `{"projects":{"p":{"mcpServers":{"a":{%s},"b":{"url":"b"}}}}}`,
	`[{"mcpServers":{"a":{%s}}}]`,
}

// checkHidden loads a configuration with a secret in a spot and fails when the
// secret is in anything that may be shown.
func checkHidden(t *testing.T, config, spot, secret string) {
	t.Helper()
	quotedSecret := py.Compact(secret)
	quotedSecret = quotedSecret[1 : len(quotedSecret)-1]
	entry := strings.ReplaceAll(spot, "%s", quotedSecret)
	text := strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(config, "%[1]s", entry), "%[2]s", quotedSecret), "%s", entry)
	if _, err := py.Parse([]byte(text)); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	dump := `{"tools":[{"name":"t","inputSchema":{}}]}`
	fsys := fstest.MapFS{"f": {Data: []byte(text)}, "a.json": {Data: []byte(dump)}, "a-mcp.json": {Data: []byte(dump)}}
	agent := &reading{file: "c", ledger: newLedger()}
	v, _ := py.Parse([]byte("{" + entry + "}"))
	agent.configured(node{value: py.Object{{Key: "a", Value: v}}, path: "$.mcp_servers"}, "agent configuration")
	for _, sources := range [][]Source{{{Path: "f"}}, {{Path: "f"}, {Path: "a.json"}}, {{Path: "f", Name: "given"}, {Path: "a-mcp.json"}}} {
		res, err := Load(context.Background(), sources, Options{FS: fsys, Cards: agent.cards})
		shown := append(res.Report.Notes, agent.ledger.all()...)
		display := fmt.Sprint(err, shown, res.Report.Files)
		for _, c := range res.Cards {
			display += fmt.Sprint(c.Name, c.Title, c.Description, c.Instructions, c.Source, c.Origin)
			if c.Launch != nil {
				display += fmt.Sprint(c.Launch)
			}
		}
		if strings.Contains(display, secret) {
			t.Fatalf("the secret %q of %s is shown:\n%s", secret, text, display)
		}
	}
}

// TestSecretsStayHidden puts random secrets into every spot where a configuration
// may have one.
func TestSecretsStayHidden(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	alphabets := []string{"abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789", "0123456789abcdef",
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-", "abcXYZ019+/=", "aZ0é文!*()'~;,.:"}
	for _, config := range configs {
		for _, spot := range spots {
			for _, alphabet := range alphabets {
				letters := []rune(alphabet)
				secret := make([]rune, 10+random.IntN(30))
				for i := range secret {
					secret[i] = letters[random.IntN(len(letters))]
				}
				if strings.Contains(alphabet, "/") && strings.Contains(spot, "://") {
					continue // would have to be escaped in an address
				}
				checkHidden(t, config, spot, string(secret))
			}
		}
	}
}

func FuzzSecretsStayHidden(f *testing.F) {
	for i := range spots {
		f.Add(uint8(i%len(configs)), uint8(i), "hunter2hunter2")
	}
	f.Add(uint8(0), uint8(4), "${A:-hunter2hunter2}")
	f.Fuzz(func(t *testing.T, config, spot uint8, secret string) {
		if len(secret) < 8 || len(secret) > 100 || strings.ContainsAny(secret, "${}%*\\ \t\n\r/@?#&") || strings.ContainsFunc(secret, func(r rune) bool { return r < ' ' || r == '\uFFFD' || r == '\u007f' }) {
			return
		}
		for _, word := range []string{"command", "bearer", "basic", "configuration", "mcpServers", "tools/list"} {
			if strings.Contains(word, strings.ToLower(secret)) {
				return // is in every sentence
			}
		}
		checkHidden(t, configs[int(config)%len(configs)], spots[int(spot)%len(spots)], secret)
	})
}
