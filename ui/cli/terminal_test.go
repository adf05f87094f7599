package cli

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
)

// patience is how long these tests wait before they fail. It is no measure of
// speed: no test that passes waits that long.
const patience = 30 * time.Second

// TestTerminalJSON runs a command on a terminal: JSON then has escapes in place of
// what the terminal could act on, and is the same value.
func TestTerminalJSON(t *testing.T) {
	dump := filepath.Join(t.TempDir(), "bad.json")
	if err := os.WriteFile(dump, []byte("[{\"name\":\"x\",\"description\":\"\u009b31m\u202ered\"}]"), 0o600); err != nil {
		t.Fatal(err)
	}
	got := onTerminal(t, exec.Command("findable", "definitions", "bad="+dump))
	if !strings.Contains(got, `"description":"\u009b31m\u202ered"`) {
		t.Errorf("%q", got)
	}
}

// onTerminal returns what a command writes to a terminal.
func onTerminal(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	screen, err := pty.Start(cmd)
	if err != nil {
		t.Skip("no pseudo-terminal: ", err)
	}
	defer screen.Close()
	var out bytes.Buffer
	_, _ = io.Copy(&out, screen) // Linux ends it with an error
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v: %q", err, out.String())
	}
	return out.String()
}

// A tmux is a session with a server of its own.
type tmux struct {
	t      *testing.T
	socket string
}

func (x tmux) run(args ...string) string {
	x.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-S", x.socket, "-f", os.DevNull}, args...)...).CombinedOutput()
	if err != nil {
		x.t.Fatalf("tmux %v: %v: %s", args, err, out)
	}
	return string(out)
}

// waitFor waits until the screen has a text.
func (x tmux) waitFor(text string) {
	x.t.Helper()
	for start := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		screen := x.run("capture-pane", "-p")
		if strings.Contains(screen, text) {
			return
		}
		if time.Since(start) > patience {
			x.t.Fatalf("waited in vain for %q; the screen:\n%s", text, screen)
		}
	}
}

// TestSmoke opens the default sample in a real terminal, searches, and quits.
func TestSmoke(t *testing.T) {
	for name, start := range map[string]string{
		"keys":           "findable --preferences none",
		"standard input": "findable definitions --sample small | sed 's/^/[/;s/$/]/;q' | findable --preferences none -",
	} {
		t.Run(name, func(t *testing.T) { smoke(t, start) })
	}
}

func smoke(t *testing.T, start string) {
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("tmux is not here: ", err)
	}
	// The path of a socket may have some hundred bytes, so not t.TempDir.
	dir, err := os.MkdirTemp("", "findable")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	x := tmux{t, filepath.Join(dir, "s")}
	x.run("new-session", "-d", "-x", "120", "-y", "36", "-e", "PATH="+os.Getenv("PATH"), "-e", "LC_ALL=C.UTF-8", "sh")
	defer x.run("kill-server")
	x.run("send-keys", "-l", start+"; echo ended with $?")
	x.run("send-keys", "Enter")
	x.waitFor(" on · by size") // a header is there while the tools are still being loaded
	x.run("send-keys", "/")
	x.run("send-keys", "-l", "answer invitation")
	x.waitFor("answer invitation")
	x.waitFor("Explain #1 mcp__")
	x.run("send-keys", "Escape")
	// A key that follows at once would be read as alt and the key.
	time.Sleep(200 * time.Millisecond)
	x.run("send-keys", "q")
	x.waitFor("ended with 0")
}
