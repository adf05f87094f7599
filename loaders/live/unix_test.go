//go:build unix

package live

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"findable/loaders"
)

// TestGrandchild checks that nothing is left of a server that heeds neither the end
// of its input nor a signal, nor of what it has started.
func TestGrandchild(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pids")
	c := &Client{Grace: 20 * time.Millisecond}
	want(t, connect(t, c, Target{Launch: stdio("has a child", loaders.Setting{Name: "PID_FILE", Value: file})}).Listed(), 3, 7, "")
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var pids [2]int
	if _, err := fmt.Sscan(string(raw), &pids[0], &pids[1]); err != nil {
		t.Fatal(err)
	}
	for _, pid := range pids {
		gone(t, pid)
	}
}

// gone waits until a process is no more, or a zombie that its new parent has still
// to reap.
func gone(t *testing.T, pid int) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			return
		}
		stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if _, after, ok := strings.Cut(string(stat), ") "); ok && strings.HasPrefix(after, "Z") {
			return
		}
	}
	t.Errorf("the process %d is still there", pid)
}

// TestRefreshDead asks a program again that has ended: it is gone, and what it has
// listed before is no answer.
func TestRefreshDead(t *testing.T) {
	s := connect(t, &Client{Watch: true}, Target{Name: "g", Launch: stdio("garden")})
	if s.Gone() || s.Listed().Err != nil {
		t.Fatalf("gone %v, %v", s.Gone(), s.Listed().Err)
	}
	if err := s.program.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-s.program.ended
	if !s.Gone() {
		t.Error("it is not gone")
	}
	want(t, s.Refresh(context.Background(), nil), 0, 0, "was ended by killed")
}
