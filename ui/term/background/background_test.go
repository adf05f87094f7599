package background_test

import (
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	_ "github.com/charmbracelet/bubbletea"
	"github.com/creack/pty"

	_ "findable/ui/term/background"
)

// TestSilent starts this test's own program, which holds Bubble Tea, on a
// terminal that never answers, and checks that the terminal is not asked for its
// colours or its cursor.
func TestSilent(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "CI=", "NO_COLOR=")
	tty, err := pty.Start(cmd)
	if err != nil {
		t.Skipf("no pseudo terminal here: %v", err)
	}
	// A terminal whose program has ended gives an error on Linux instead of its end.
	out, _ := io.ReadAll(tty)
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	if i := strings.IndexByte(string(out), '\x1b'); i >= 0 {
		t.Errorf("the terminal was asked something: %q", out[i:])
	}
}
