//go:build unix

package cli

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestInterrupt checks that ctrl-c while a server is awaited ends the server too.
func TestInterrupt(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pid")
	cmd := exec.Command("findable", "report", "--connect", "mcp-garden silent "+file)
	var faults bytes.Buffer
	cmd.Stderr = &faults
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	pid := 0
	for deadline := time.Now().Add(patience); pid == 0; time.Sleep(5 * time.Millisecond) {
		raw, _ := os.ReadFile(file)
		if pid, _ = strconv.Atoi(string(raw)); time.Now().After(deadline) {
			_ = cmd.Process.Kill()
			t.Fatal("the server was not started: ", faults.String())
		}
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	err := cmd.Wait()
	if cmd.ProcessState.ExitCode() != statusFailed || !strings.Contains(faults.String(), "findable: interrupted\n") {
		t.Errorf("%v: %s", err, faults.String())
	}
	for deadline := time.Now().Add(patience); !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the server is still there")
		}
	}
}
