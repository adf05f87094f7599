package cli

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// TestReadmeGates runs the commands of the CI workflow and of the pre-commit hook that
// the README shows, in a repository with two commits.
func TestReadmeGates(t *testing.T) {
	for _, tool := range []string{"sh", "git"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("there is no ", tool, ": ", err)
		}
	}
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	var commands []string
	for _, block := range yamlBlock.FindAllStringSubmatch(string(text), -1) {
		var v any
		if err := yaml.Unmarshal([]byte(block[1]), &v); err != nil {
			t.Fatalf("%v in\n%s", err, block[1])
		}
		commands = append(commands, commandsIn(v)...)
	}
	all := strings.Join(commands, "\n")
	for _, gate := range []string{"findable eval ", "findable audit ", "findable diff "} {
		if !strings.Contains(all, gate) {
			t.Errorf("no example runs %s", gate)
		}
	}
	folder := filepath.Join(t.TempDir(), "project")
	for _, name := range []string{"queries.yaml", "dumps/github.json", "dumps/slack.json"} {
		path := filepath.Join(folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(exampleFiles[name]), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	inShell := func(line string) {
		t.Helper()
		c := exec.Command("sh", "-c", line)
		c.Dir = folder
		c.Env = append(os.Environ(), "GITHUB_STEP_SUMMARY=summary.md", "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example")
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", line, err, out)
		}
	}
	inShell("git init -q && git add . && git commit -qm one && git commit -qm two --allow-empty")
	for _, line := range commands {
		inShell(line)
	}
	if summary, err := os.ReadFile(filepath.Join(folder, "summary.md")); err != nil || !strings.Contains(string(summary), "## Advice") {
		t.Errorf("the summary of the job is %q, %v", summary, err)
	}
}

var yamlBlock = regexp.MustCompile("(?s)```yaml\n(.*?)```\n")

// commandsIn are the commands that a workflow or a hook runs, in order.
func commandsIn(v any) []string {
	var all []string
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			all = append(all, commandsIn(x)...)
		}
	case map[string]any:
		for key, x := range v {
			if line, is := x.(string); is && (key == "run" || key == "entry") {
				all = append(all, line)
			}
			all = append(all, commandsIn(x)...)
		}
	}
	return all
}
