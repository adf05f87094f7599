//go:build unix

package ui

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
	"go.uber.org/goleak"
	"golang.org/x/term"

	"findable/ui/cell"
	uiterm "findable/ui/term"
)

// asApp makes the test binary be the app: with a key that panics in "update", in a
// "command" or "beside" the app, or else just as it is, on the sample of that name.
const asApp = "FINDABLE_TEST_APP"

func TestMain(m *testing.M) {
	where := os.Getenv(asApp)
	if where == "" {
		goleak.VerifyTestMain(m)
	}
	if err := beApp(&testing.T{}, where); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(0)
}

func beApp(t *testing.T, where string) error {
	if l, ok := slowLoaders[where]; ok {
		return Run(context.Background(), l(t), Options{})
	}
	if where != "update" && where != "command" && where != "beside" {
		return Run(context.Background(), fixed{Loaded{sample(t, where), inputs()}}, Options{})
	}
	ctx, stop := context.WithCancelCause(context.Background())
	a := New(sample(t, "small"), inputs(), plainStyles(t, cell.Unicode), uiterm.System{})
	a.actions = append(a.actions, action{id: "panic", title: "Panic", scopes: general, keys: []string{"P"}, run: func(*App) tea.Cmd {
		switch where {
		case "update":
			panic("a test panics in update")
		case "beside":
			go uiterm.Caught(func(m uiterm.PanicMsg) { stop(m) }, func() { panic("a test panics beside the app") })()
			return nil
		}
		return func() tea.Msg { panic("a test panics in a command") }
	}})
	if err := run(ctx, a, Options{}); err != nil {
		return err
	}
	return context.Cause(ctx)
}

// A session is the app on a terminal of its own.
type session struct {
	t testing.TB
	// tty is the terminal's side, which shows and types; slave is the app's.
	tty, slave *os.File
	cmd        *exec.Cmd
	before     *term.State
	stderr     bytes.Buffer
	mu         sync.Mutex
	output     bytes.Buffer
	arrived    chan struct{} // there is more output
	done       chan error
	// screen is what the terminal shows after so many bytes of output.
	screen *vt.Emulator
	fed    int
}

// startSession starts the app and waits for its first frame. The changes are made
// to the command before it is started.
func startSession(t testing.TB, where string, changes ...func(*exec.Cmd)) *session {
	t.Helper()
	s := newSession(t, where, changes...)
	s.await("TIER 1")
	return s
}

func newSession(t testing.TB, where string, changes ...func(*exec.Cmd)) *session {
	t.Helper()
	ptmx, tty, err := pty.Open()
	if err != nil {
		t.Skipf("no pseudo terminal here: %v", err)
	}
	s := &session{t: t, tty: ptmx, slave: tty, arrived: make(chan struct{}, 1), done: make(chan error, 1), screen: vt.NewEmulator(120, 36)}
	s.resize(120, 36)
	if s.before, err = term.GetState(int(tty.Fd())); err != nil {
		t.Fatal(err)
	}
	// Fd has made the file block, and one that is being read would not close.
	if err := syscall.SetNonblock(int(ptmx.Fd()), true); err != nil {
		t.Fatal(err)
	}
	s.cmd = exec.Command(os.Args[0])
	// When it is told to end, Bubble Tea closes its reader while it reads, which the race
	// detector would make the exit code of and write beside what the app says. Our own
	// code is watched in the tests that run in this process.
	s.cmd.Env = append(os.Environ(), asApp+"="+where, "TERM=xterm-256color", "COLORTERM=truecolor", "LC_ALL=C.UTF-8",
		"CI=", "NO_COLOR=", "GORACE=exitcode=0 log_path="+filepath.Join(t.TempDir(), "race"))
	s.cmd.Stdin, s.cmd.Stdout, s.cmd.Stderr = tty, tty, &s.stderr
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 1}
	for _, change := range changes {
		change(s.cmd)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go s.read()
	go func() { s.done <- s.cmd.Wait() }()
	t.Cleanup(func() { s.cmd.Process.Kill(); tty.Close(); ptmx.Close() })
	return s
}

func (s *session) read() {
	buf := make([]byte, 1<<16)
	for {
		n, err := s.tty.Read(buf)
		s.mu.Lock()
		s.output.Write(buf[:n])
		s.mu.Unlock()
		select {
		case s.arrived <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// text is all the output so far, since what came after so many bytes.
func (s *session) text() string { return s.since(0) }

func (s *session) since(n int) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return string(s.output.Bytes()[n:])
}

// written is how many bytes of output there are.
func (s *session) written() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.output.Len()
}

// shows brings the screen up to date and returns it.
func (s *session) shows() *vt.Emulator {
	output := s.since(s.fed)
	s.fed += len(output)
	_, _ = s.screen.WriteString(output)
	return s.screen
}

func (s *session) press(keys string) {
	s.t.Helper()
	if _, err := io.WriteString(s.tty, keys); err != nil {
		s.t.Fatal(err)
	}
}

func (s *session) resize(w, h int) {
	s.t.Helper()
	s.shows().Resize(w, h)
	if err := pty.Setsize(s.slave, &pty.Winsize{Cols: uint16(w), Rows: uint16(h)}); err != nil {
		s.t.Fatal(err)
	}
}

// settings are those of the terminal.
func (s *session) settings() string {
	s.t.Helper()
	state, err := term.GetState(int(s.slave.Fd()))
	if err != nil {
		s.t.Fatal(err)
	}
	return fmt.Sprint(state)
}

// patience is how long a test waits before it calls something hung.
const patience = 20 * time.Second

// awaitThat waits until the output from a byte on satisfies ok.
func (s *session) awaitThat(what string, from int, ok func(output string) bool) {
	s.t.Helper()
	for late := time.After(patience); !ok(s.since(from)); {
		select {
		case <-s.arrived:
		case <-late:
			s.t.Fatalf("the terminal never showed %s:\n%s\n%s", what, s.text(), s.stderr.String())
		}
	}
}

func (s *session) await(text string) {
	s.t.Helper()
	s.awaitFrom(0, text)
}

// awaitFrom waits until the output from a byte on or the screen has the text. Of a
// text on the screen the output may have had no more than what was not there yet.
func (s *session) awaitFrom(from int, text string) {
	s.t.Helper()
	s.awaitThat(strconv.Quote(text), from, func(output string) bool {
		return strings.Contains(output, text) || strings.Contains(s.shows().String(), text)
	})
}

// ended waits for the app's end and returns its exit code.
func (s *session) ended() int {
	s.t.Helper()
	select {
	case <-s.done:
	case <-time.After(patience):
		s.cmd.Process.Signal(syscall.SIGQUIT) // for the goroutines
		<-s.done
		s.t.Fatalf("the app does not end\n%s", s.stderr.String())
	}
	return s.cmd.ProcessState.ExitCode()
}

// end waits for the app's end and checks that the terminal is as it was.
func (s *session) end(code int) {
	s.t.Helper()
	if got := s.ended(); got != code {
		s.t.Errorf("exit code %d, want %d\n%s", got, code, s.stderr.String())
	}
	s.await("\x1b[?1049l") // back from the alternate screen
	s.isGivenBack()
}

// isGivenBack checks that the terminal is as it was.
func (s *session) isGivenBack() {
	s.t.Helper()
	for _, reset := range []string{"\x1b[?1049l", "\x1b[?25h", "\x1b[?1002l", "\x1b[?1006l", "\x1b[?2004l"} {
		if !strings.Contains(s.text(), reset) {
			s.t.Errorf("the terminal was never sent %q", reset)
		}
	}
	if after := s.settings(); after != fmt.Sprint(s.before) {
		s.t.Errorf("the terminal's settings are %v, were %v", after, s.before)
	}
}

func TestTerminalIsGivenBack(t *testing.T) {
	for _, tt := range []struct {
		name, where string
		do          func(s *session)
		code        int
		cause       string
	}{
		{"quit", "update", func(s *session) { s.press("q") }, 0, ""},
		{"ctrl-c", "update", func(s *session) { s.press("\x03") }, 0, ""},
		{"panic in Update", "update", func(s *session) { s.press("P") }, 2, "a test panics in update"},
		{"panic in a command", "command", func(s *session) { s.press("P") }, 2, "a test panics in a command"},
		{"panic beside the app", "beside", func(s *session) { s.press("P") }, 2, "a test panics beside the app"},
		{"SIGTERM", "update", func(s *session) { s.cmd.Process.Signal(syscall.SIGTERM) }, 0, ""},
		{"SIGHUP", "update", func(s *session) { s.cmd.Process.Signal(syscall.SIGHUP) }, 0, ""},
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
			if n := strings.Count(s.stderr.String(), "[running]"); tt.code != 0 && n != 1 {
				t.Errorf("stderr has %d stacks:\n%s", n, s.stderr.String())
			}
		})
	}
}
