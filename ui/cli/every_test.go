package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// wants are the flags without which a command does nothing.
var wants = map[string][]string{
	"search": {"-q", "open an issue"}, "explain": {"-q", "open an issue"}, "why": {"-q", "open an issue", "--tool", "create_issue"}, "eval": {"--cases", "queries.yaml"},
	"quality": {"--cases", "queries.yaml"}, "advise": {"--cases", "queries.yaml"}, "chart ranks": {"--cases", "queries.yaml"}, "chart front": {"--cases", "queries.yaml"},
	"play": {"-c", "search open an issue"}, "replay": {"--transcript", "agent.jsonl"},
}

// dumpless are the commands that read no dump, and serve, which waits for a client.
var dumpless = []string{"serve", "demo", "config", "config print", "config check", "config write", "keys", "themes", "preferences", "schema", "man", "version", "chart"}

// A commandCall is a command with what it wants, but its dumps.
type commandCall struct {
	name string
	args []string
}

// everyCommand lists the commands of the tree, those that read dumps or all.
func everyCommand(t *testing.T, dumps bool) []commandCall {
	t.Helper()
	var all []commandCall
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			name := strings.TrimPrefix(sub.CommandPath(), "findable ")
			if sub.IsAvailableCommand() && !(dumps && slices.Contains(dumpless, name)) {
				all = append(all, commandCall{name, append(strings.Fields(name), wants[name]...)})
			}
			visit(sub)
		}
	}
	visit((&run{}).root())
	if len(all) < 15 {
		t.Fatalf("only %d commands", len(all))
	}
	return all
}

// inFolder returns a folder with the files of the examples and some bad ones.
func inFolder(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	files := map[string]string{"empty.json": `{"tools": []}`, "cut.json": `{"tools": [{"name"`}
	for name, text := range exampleFiles {
		if !strings.Contains(name, "/") {
			files[name] = text
		}
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// runIn runs findable in a folder and returns its status, output and complaints.
func runIn(t *testing.T, folder, stdin string, args ...string) (int, string, string) {
	t.Helper()
	c := exec.Command("findable", args...)
	c.Dir, c.Stdin = folder, strings.NewReader(stdin)
	var out, fault bytes.Buffer
	c.Stdout, c.Stderr = &out, &fault
	if err := c.Run(); c.ProcessState == nil {
		t.Fatal(err)
	}
	return c.ProcessState.ExitCode(), out.String(), fault.String()
}

// Every command reads a file and standard input, and says of what it cannot read or
// does not know in one line where that is, with status 2 and nothing on stdout.
func TestEveryCommandReads(t *testing.T) {
	folder := inFolder(t)
	for _, c := range everyCommand(t, true) {
		t.Run(c.name, func(t *testing.T) {
			dumps := func(name string) []string {
				if c.name == "diff" {
					return append(slices.Clone(c.args), "github.json", name)
				}
				return append(slices.Clone(c.args), name)
			}
			for name, stdin := range map[string]string{"github.json": "", "-": githubExample, "hub=-": githubExample} {
				status, out, fault := runIn(t, folder, stdin, dumps(name)...)
				if status == statusFailed || out == "" || fault != "" {
					t.Errorf("%s: status %d, %d bytes, stderr %q", name, status, len(out), fault)
				}
				if strings.Contains(out, "\x1b") {
					t.Errorf("%s: colours in a pipe", name)
				}
			}
			for _, bad := range []struct{ name, stdin, says string }{
				{"missing.json", "", "missing.json: there is no such file or folder; check the path"}, {"cut.json", "", "cut.json: line 1"}, {"empty.json", "", "empty.json"},
				{"-", "", "standard input: is empty"}, {"--frob", "", "unknown flag: --frob; findable " + c.name + " --help lists the flags"},
				{"--set=listings=on", "", "there is no key"}, {"--generation=new", "", "write one of documented, latest"}, {"--config=missing.yaml", "", "missing.yaml"},
			} {
				args := dumps(bad.name)
				if strings.HasPrefix(bad.name, "--") {
					args = append(dumps("github.json"), bad.name)
				}
				status, out, fault := runIn(t, folder, bad.stdin, args...)
				if status != statusFailed || out != "" || !strings.Contains(fault, bad.says) || strings.Count(fault, "\n") != 1 {
					t.Errorf("%s: status %d, stdout %q, stderr %q", bad.name, status, out, fault)
				}
			}
		})
	}
}

// A command whose reader has gone says nothing about that, and it is no failure.
func TestEveryCommandIsQuietWhenThePipeCloses(t *testing.T) {
	folder := inFolder(t)
	for _, c := range everyCommand(t, false) {
		if c.name == "serve" || c.name == "config" || c.name == "chart" || strings.HasPrefix(c.name, "config ") {
			continue
		}
		args := c.args
		if !slices.Contains(dumpless, c.name) && c.name != "diff" {
			args = append(slices.Clone(args), "github.json")
		} else if c.name == "diff" {
			args = append(slices.Clone(args), "github.json", "github.json")
		}
		t.Run(c.name, func(t *testing.T) { quietOn(t, folder, args) })
	}
	t.Run("print", func(t *testing.T) { quietOn(t, folder, []string{"--print", "tune", "github.json"}) })
	t.Run("much", func(t *testing.T) { quietOn(t, folder, []string{"definitions"}) })
}

func quietOn(t *testing.T, folder string, args []string) {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	read.Close()
	c := exec.Command("findable", args...)
	var fault bytes.Buffer
	c.Dir, c.Stdout, c.Stderr = folder, write, &fault
	err = c.Run()
	write.Close()
	if err != nil || fault.Len() > 0 {
		t.Errorf("%v, stderr %q", err, fault.String())
	}
}
