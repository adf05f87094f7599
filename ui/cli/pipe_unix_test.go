//go:build unix

package cli

import (
	"bytes"
	"os"
	"os/exec"
	"testing"
)

// TestNobodyReads runs commands whose output goes into a pipe that is closed, as after
// `| head`: they end quietly. The app says what it needs instead.
func TestNobodyReads(t *testing.T) {
	for _, tt := range []struct {
		args   []string
		status int
		told   string
	}{
		{[]string{"dump", "--sample", "default"}, statusFine, ""},
		{[]string{"listing", "--sample", "default"}, statusFine, ""},
		{[]string{"report", "--json"}, statusFine, ""},
		{[]string{"--print", "tune"}, statusFine, ""},
		{[]string{"help"}, statusFine, ""},
		{nil, statusFailed, "findable: the app needs a terminal and the output is none; --print VIEW prints what it would show\n"},
	} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		cmd := exec.Command("findable", tt.args...)
		var faults bytes.Buffer
		cmd.Stdout, cmd.Stderr = w, &faults
		_ = cmd.Run() // its status is looked at
		w.Close()
		if code := cmd.ProcessState.ExitCode(); code != tt.status || faults.String() != tt.told {
			t.Errorf("findable %v ends with %d and says %q", tt.args, code, faults.String())
		}
	}
}
