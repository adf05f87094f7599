package cli

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// The files that the examples in the helps name.
var exampleFiles = map[string]string{
	"github.json":         githubExample,
	"dumps/github.json":   githubExample,
	"dumps/slack.json":    slackExample,
	"slack.json":          slackExample,
	"linear.json":         `{"tools": [{"name": "list_cycles", "description": "List the cycles of a team.", "inputSchema": {}}]}`,
	"yesterday/chat.json": slackExample,
	"today/chat.json":     strings.Replace(slackExample, "Post a message", "Send a message", 1),
	"old.json":            githubExample,
	"new.json":            githubExample,
	"monday.json":         githubExample,
	"tuesday.json":        strings.Replace(githubExample, "Create", "Open", 1),
	"questions.txt":       "create an issue\nsend a message\n",
	"queries.yaml":        "- query: create an issue\n  expect: create_issue\n- query: post message\n  expect: post_message\n",
	"topics.tsv":          "1\tcreate an issue\n2\tpost a message\n",
	"qrels.txt":           "1 0 create_issue 1\n2 0 post_message 1\n",
	"config.yaml":         "tools:\n  tool_search:\n    listing_max_tokens: 2000 # enough\n",
	"agent.jsonl":         `{"name": "tool_search", "arguments": {"queries": ["open an issue"]}}` + "\n" + `{"name": "tool_call", "arguments": {"name": "mcp__github__create_issue"}}`,
	".hermes/config.yaml": "tools:\n  tool_search:\n    listing_max_tokens: 2000\n",
}

const githubExample = `{"tools": [{"name": "create_issue", "description": "Create an issue in a repository.", "inputSchema": {}},
{"name": "list_issues", "description": "List issues of repositories.", "inputSchema": {}}]}`

const slackExample = `{"tools": [{"name": "post_message", "description": "Post a message to a channel.", "inputSchema": {}}]}`

// Every example of every help runs as it stands and does not end in a fault. Those
// that open the app, wait for a client or start a server of somebody else are left out.
func TestExamples(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no sh to run the examples in")
	}
	r := &run{}
	ran := 0
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			visit(sub)
		}
		for line := range strings.Lines(c.Example) {
			line = strings.TrimSpace(line)
			if opensApp(c, line) || c.Name() == "serve" || strings.Contains(line, "npx") || strings.Contains(line, "claude_desktop") {
				continue
			}
			if c.Runnable() && !strings.HasPrefix(line, "findable") {
				t.Errorf("%s: the example %q is no command", c.CommandPath(), line)
			}
			ran++
			t.Run(line, func(t *testing.T) { runExample(t, line) })
		}
	}
	visit(r.root())
	if ran < 30 {
		t.Errorf("%d examples were run", ran)
	}
}

// opensApp tells an example of the root that names no command.
func opensApp(c *cobra.Command, line string) bool {
	if c.HasParent() {
		return false
	}
	words := strings.Fields(line)
	sub, _, err := c.Find(words[1:])
	return err != nil || sub == c
}

func runExample(t *testing.T, line string) {
	folder := t.TempDir()
	for name, text := range exampleFiles {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	line, _, _ = strings.Cut(line, " | ") // jq may not be there
	c := exec.CommandContext(context.Background(), "sh", "-c", line)
	c.Dir = folder
	c.Env = append(os.Environ(), "HOME="+folder, "GORACE=atexit_sleep_ms=0")
	var out, fault bytes.Buffer
	c.Stdout, c.Stderr, c.Stdin = &out, &fault, strings.NewReader("y\n")
	if err := c.Run(); err != nil && c.ProcessState.ExitCode() != statusGate {
		t.Errorf("%v: %s", err, fault.String())
	}
	if out.Len() == 0 && !strings.Contains(line, ">") {
		t.Errorf("nothing is printed; stderr: %s", fault.String())
	}
}
