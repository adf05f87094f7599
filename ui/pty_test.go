//go:build unix

package ui

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/creack/pty"
	"golang.org/x/term"

	"findable/ui/cell"
	uiterm "findable/ui/term"
)

// asApp makes the test binary be the app, with a key that panics.
const asApp = "FINDABLE_TEST_APP"

func TestMain(m *testing.M) {
	where := os.Getenv(asApp)
	if where == "" {
		os.Exit(m.Run())
	}
	t := &testing.T{}
	a := New(sample(t, "small"), inputs(), plainStyles(t, cell.Unicode), uiterm.System{})
	a.actions = append(a.actions, action{id: "panic", title: "Panic", scopes: general, keys: []string{"P"}, run: func(*App) tea.Cmd {
		if where == "update" {
			panic("a test panics in update")
		}
		return func() tea.Msg { panic("a test panics in a command") }
	}})
	if err := run(context.Background(), a, Options{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(0)
}

// A session is the app on a terminal of its own.
type session struct {
	t      *testing.T
	tty    *os.File
	cmd    *exec.Cmd
	before *term.State
	stderr bytes.Buffer
	mu     sync.Mutex
	output bytes.Buffer
	done   chan error
}

func startSession(t *testing.T, where string) *session {
	t.Helper()
	ptmx, tty, err := pty.Open()
	if err != nil {
		t.Skipf("no pseudo terminal here: %v", err)
	}
	if err := pty.Setsize(ptmx, &pty.Winsize{Rows: 36, Cols: 120}); err != nil {
		t.Fatal(err)
	}
	s := &session{t: t, tty: ptmx, done: make(chan error, 1)}
	if s.before, err = term.GetState(int(tty.Fd())); err != nil {
		t.Fatal(err)
	}
	s.cmd = exec.Command(os.Args[0])
	// On an interrupt Bubble Tea closes its reader while it reads, which the race
	// detector would make the exit code of. Our own code is watched in the tests
	// that run in this process.
	s.cmd.Env = append(os.Environ(), asApp+"="+where, "TERM=xterm-256color", "GORACE=exitcode=0")
	s.cmd.Stdin, s.cmd.Stdout, s.cmd.Stderr = tty, tty, &s.stderr
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go s.read()
	go func() { s.done <- s.cmd.Wait() }()
	t.Cleanup(func() { s.cmd.Process.Kill(); tty.Close(); ptmx.Close() })
	s.await("TIER 1")
	return s
}

func (s *session) read() {
	buf := make([]byte, 1<<16)
	for {
		n, err := s.tty.Read(buf)
		s.mu.Lock()
		s.output.Write(buf[:n])
		s.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (s *session) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.output.String()
}

// patience is how long a test waits before it calls something hung.
const patience = 20 * time.Second

func (s *session) await(text string) {
	s.t.Helper()
	for end := time.Now().Add(patience); !strings.Contains(s.text(), text); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			s.t.Fatalf("the terminal never showed %q:\n%s\n%s", text, s.text(), s.stderr.String())
		}
	}
}

// end waits for the app's end and checks that the terminal is as it was.
func (s *session) end(code int) {
	s.t.Helper()
	select {
	case <-s.done:
	case <-time.After(patience):
		s.t.Fatal("the app does not end")
	}
	if got := s.cmd.ProcessState.ExitCode(); got != code {
		s.t.Errorf("exit code %d, want %d\n%s", got, code, s.stderr.String())
	}
	s.await("\x1b[?1049l") // back from the alternate screen
	for _, reset := range []string{"\x1b[?25h", "\x1b[?1002l", "\x1b[?1006l", "\x1b[?2004l"} {
		if !strings.Contains(s.text(), reset) {
			s.t.Errorf("the terminal was never sent %q", reset)
		}
	}
	if after, err := term.GetState(int(s.tty.Fd())); err != nil || fmt.Sprint(after) != fmt.Sprint(s.before) {
		s.t.Errorf("the terminal's settings are %v, were %v (%v)", after, s.before, err)
	}
}

func TestTerminalIsGivenBack(t *testing.T) {
	for _, tt := range []struct {
		name, where string
		do          func(s *session)
		code        int
		cause       string
	}{
		{"quit", "update", func(s *session) { io.WriteString(s.tty, "q") }, 0, ""},
		{"ctrl-c", "update", func(s *session) { io.WriteString(s.tty, "\x03") }, 0, ""},
		{"panic in Update", "update", func(s *session) { io.WriteString(s.tty, "P") }, 2, "a test panics in update"},
		{"panic in a command", "command", func(s *session) { io.WriteString(s.tty, "P") }, 2, "a test panics in a command"},
		{"SIGTERM", "update", func(s *session) { s.cmd.Process.Signal(syscall.SIGTERM) }, 0, ""},
		{"SIGINT", "update", func(s *session) { s.cmd.Process.Signal(syscall.SIGINT) }, 0, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := startSession(t, tt.where)
			tt.do(s)
			s.end(tt.code)
			if !strings.Contains(s.stderr.String(), tt.cause) {
				t.Errorf("stderr does not name the cause %q:\n%s", tt.cause, s.stderr.String())
			}
			if tt.code != 0 && !strings.Contains(s.stderr.String(), "goroutine") {
				t.Errorf("stderr has no stack:\n%s", s.stderr.String())
			}
		})
	}
}
