//go:build unix

package ui

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
)

const clearScreen = "\x1b[2J"

// shown is what a terminal of w × h cells shows after it was sent the output.
func shown(output string, w, h int) string {
	screen := vt.NewEmulator(w, h)
	_, _ = screen.WriteString(output)
	return withoutTrailing(screen.String())
}

// view is what the app shows of a sample, in a terminal of w × h cells that was
// 120 × 36 at first, after some keys.
func view(t *testing.T, sample string, w, h int, keys ...string) string {
	t.Helper()
	d, _ := start(t, sample, 120, 36)
	d.Press(keys...)
	d.Resize(w, h)
	return withoutTrailing(d.Screen())
}

// withoutTrailing leaves out the spaces at the ends of lines.
func withoutTrailing(screen string) string {
	return trailing.ReplaceAllString(strings.ReplaceAll(screen, "\r\n", "\n"), "")
}

var trailing = regexp.MustCompile(`(?m) +$`)

// awaitScreen waits until the terminal shows a screen.
func (s *session) awaitScreen(want string, w, h int) {
	s.t.Helper()
	end := time.Now().Add(patience)
	for got := ""; got != want; time.Sleep(10 * time.Millisecond) {
		if got = shown(s.text(), w, h); time.Now().After(end) {
			s.t.Fatalf("the terminal shows\n%s\nwant\n%s", got, want)
		}
	}
}

// TestHangUp ends the app as closing the window of its terminal does, and in ways
// in which no signal comes with it.
func TestHangUp(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*exec.Cmd)
		do     func(*session)
	}{
		{"SIGHUP", func(*exec.Cmd) {}, func(s *session) { s.cmd.Process.Signal(syscall.SIGHUP) }},
		{"terminal gone", func(*exec.Cmd) {}, func(s *session) { s.tty.Close() }},
		{"terminal of another session gone", func(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }, func(s *session) { s.tty.Close() }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := startSession(t, "small", tt.change)
			tt.do(s)
			if tt.name == "SIGHUP" {
				s.end(0)
			} else if code := s.ended(); code != 0 && code != 2 {
				t.Errorf("exit code %d\n%s", code, s.stderr.String())
			}
			t.Logf("%v %q", s.cmd.ProcessState, s.stderr.String())
		})
	}
}

// TestClosedInput starts the app where standard input gives nothing: the keys then
// come from the terminal all the same, or it says that there is none.
func TestClosedInput(t *testing.T) {
	pipe := func(c *exec.Cmd) {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { r.Close() })
		w.Close()
		c.Stdin = r
	}
	null := func(c *exec.Cmd) { c.Stdin = nil }
	for name, change := range map[string]func(*exec.Cmd){"null": null, "closed pipe": pipe} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startSession(t, "small", change)
			s.press("q")
			s.end(0)
		})
	}
	t.Run("no terminal", func(t *testing.T) {
		t.Parallel()
		s := newSession(t, "small", null, func(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setsid: true} })
		if code := s.ended(); code != 2 || !strings.Contains(s.stderr.String(), "/dev/tty") {
			t.Errorf("exit code %d, stderr %q", code, s.stderr.String())
		}
		if s.text() != "" || s.settings() != fmt.Sprint(s.before) {
			t.Errorf("the terminal was sent %q", s.text())
		}
	})
}

// TestSuspend suspends the app to a shell with job control and fetches it back.
func TestSuspend(t *testing.T) {
	t.Parallel()
	s := startSession(t, "small", func(c *exec.Cmd) {
		c.Path, c.Args = "/bin/sh", []string{"sh", "-mc", `"$0"; echo suspended; read line; fg; echo status $?`, os.Args[0]}
	})
	s.press("jj")
	want := view(t, "small", 120, 36, "j", "j")
	s.awaitScreen(want, 120, 36)
	raw := s.settings()
	s.press("\x1a")
	s.await("suspended")
	if s.settings() != fmt.Sprint(s.before) {
		t.Errorf("the shell gets the settings %v, want %v", s.settings(), s.before)
	}
	for _, reset := range []string{"\x1b[?1049l", "\x1b[?25h", "\x1b[?1002l", "\x1b[?1006l", "\x1b[?2004l"} {
		if !strings.Contains(s.text(), reset) {
			t.Errorf("the shell's terminal was never sent %q", reset)
		}
	}
	before := len(s.text())
	s.press("\n")
	s.await("\x1b[?1049h")
	// Nothing that was on the screen before may be needed.
	end := time.Now().Add(patience)
	for got := ""; got != want; time.Sleep(10 * time.Millisecond) {
		_, after, _ := strings.Cut(s.text()[before:], "\x1b[?1049h")
		if got = shown(after, 120, 36); time.Now().After(end) {
			t.Fatalf("back from the shell the terminal shows\n%s\nwant\n%s", got, want)
		}
	}
	if s.settings() != raw {
		t.Errorf("back from the shell the settings are %v, were %v", s.settings(), raw)
	}
	s.awaitThat("the modes again", func(output string) bool {
		for _, set := range []string{"\x1b[?25l", "\x1b[?2004h", "\x1b[?1002h", "\x1b[?1006h"} {
			if !strings.Contains(output[before:], set) {
				return false
			}
		}
		return true
	})
	s.press("q")
	s.await("status 0")
	s.end(0)
}

// TestResizeStorm changes the size faster than it can be drawn.
func TestResizeStorm(t *testing.T) {
	t.Parallel()
	s := startSession(t, "small")
	s.press("jj")
	s.awaitScreen(view(t, "small", 120, 36, "j", "j"), 120, 36)
	for i := range 200 {
		s.resize(1+(i*37)%250, 1+(i*11)%70)
		time.Sleep(time.Millisecond)
	}
	s.resize(113, 33)
	s.awaitScreen(view(t, "small", 113, 33, "j", "j"), 113, 33)
	s.press("q")
	s.end(0)
}

// TestQuietTerminal reads all that a terminal is sent that never answers: it is
// asked nothing, cleared no more than it must be, and left alone when nothing
// happens.
func TestQuietTerminal(t *testing.T) {
	t.Parallel()
	s := startSession(t, "small")
	keys := []string{"\t", "j", "2", "1", "/", "x", "\r", "?", "\x1b[B", "\x1b"}
	for _, key := range keys {
		s.press(key)
		s.settle()
	}
	before := s.text()
	time.Sleep(time.Second)
	if idle := s.text()[len(before):]; idle != "" {
		t.Errorf("with nothing to do the app wrote %q", idle)
	}
	if n := strings.Count(before, clearScreen); n != 1 {
		t.Errorf("the screen was cleared %d times, want once, before the first frame", n)
	}
	s.press("\x0c")
	s.awaitThat("the screen drawn anew", func(output string) bool { return strings.Contains(output[len(before):], clearScreen) })
	s.settle()
	_, anew, _ := strings.Cut(s.text()[len(before):], clearScreen)
	if got, want := shown(anew, 120, 36), shown(before, 120, 36); got != want {
		t.Errorf("drawn anew the screen is\n%s\nwas\n%s", got, want)
	}
	s.press("q")
	s.end(0)
	for _, question := range questions {
		if strings.Contains(s.text(), question) {
			t.Errorf("the terminal was asked %q", question)
		}
	}
}

// questions are sequences that a terminal answers: about its colours, its
// cursor, its modes and what it is.
var questions = []string{"\x1b]10;?", "\x1b]11;?", "\x1b]12;?", "\x1b]4;", "\x1b[6n", "\x1b[?6n", "\x1b[5n", "\x1b[c", "\x1b[0c",
	"\x1b[>c", "\x1b[>0c", "\x1b[>q", "\x1b[?u", "$p"}

// settle waits until the app has been quiet for a while.
func (s *session) settle() {
	for seen := -1; seen != len(s.text()); time.Sleep(100 * time.Millisecond) {
		seen = len(s.text())
	}
}

// TestNoColour looks for colours and attributes where there must be none.
func TestNoColour(t *testing.T) {
	for _, tt := range []struct {
		variable string
		colour   bool
	}{{"NO_COLOR=1", false}, {"TERM=dumb", false}, {"TERM=xterm-256color", true}} {
		t.Run(tt.variable, func(t *testing.T) {
			t.Parallel()
			s := startSession(t, "small", func(c *exec.Cmd) { c.Env = append(c.Env, tt.variable) })
			for _, key := range []string{"j", "\t", "/", "x", "\r", "?", "\x1b"} {
				s.press(key)
				s.settle()
			}
			s.press("q")
			s.end(0)
			if sgr.MatchString(s.text()) != tt.colour {
				t.Errorf("the terminal was sent colours: %v", !tt.colour)
			}
		})
	}
}

var sgr = regexp.MustCompile(`\x1b\[[0-9;:]*m`)
