//go:build unix

package ui

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
	"github.com/muesli/termenv"
	"golang.org/x/term"

	"findable/themes"
	"findable/ui/cell"
	"findable/ui/style"
	"findable/ui/uitest"
)

// painted is what a terminal of w × h cells shows of a view, with its colours.
func painted(view string, w, h int) string {
	screen := vt.NewEmulator(w, h)
	_, _ = screen.WriteString(strings.ReplaceAll(view, "\n", "\r\n"))
	return rendered(screen)
}

// rendered is what is seen on a screen: the colour that a blank cell has for text is
// not.
func rendered(screen *vt.Emulator) string {
	const boldFaintItalic = 1 | 2 | 4
	for y := range screen.Height() {
		for x := range screen.Width() {
			if c := screen.CellAt(x, y); c.Content == " " {
				c.Style.Fg, c.Style.Attrs = nil, c.Style.Attrs&^boldFaintItalic
			}
		}
	}
	return screen.Render()
}

// A twin is a session and the same app in this process, which says what the
// terminal of the session has to show.
type twin struct {
	*session
	driver *uitest.Driver
	from   int // where in the output the terminal begins to read
}

func startTwin(t *testing.T, where string, profile termenv.Profile, g *cell.Glyphs, changes ...func(*exec.Cmd)) *twin {
	t.Helper()
	theme, err := themes.Named(themes.Default, true)
	if err != nil {
		t.Fatal(err)
	}
	clock := uitest.NewClock()
	a := New(sample(t, where), inputs(), style.New(theme, profile, g), clock)
	a.loader = fixed{Loaded{a.src, a.start}}
	x := &twin{newSession(t, where, changes...), uitest.NewDriver(t, a, clock, 120, 36), 0}
	x.check()
	return x
}

// check waits until the terminal shows what the twin does.
func (x *twin) check() {
	x.t.Helper()
	want := painted(x.driver.View(), x.screen.Width(), x.screen.Height())
	x.awaitThat("this frame:\n"+want+"\nbut", x.written(), func(string) bool { return rendered(x.shows()) == want })
}

// forget goes on with an empty terminal: what it shows was drawn after this.
func (x *twin) forget() {
	x.from = x.written()
	x.screen, x.fed = vt.NewEmulator(x.screen.Width(), x.screen.Height()), x.from
}

// size changes the size of the terminal.
func (x *twin) size(w, h int) {
	x.t.Helper()
	x.resize(w, h)
	x.driver.Resize(w, h)
	x.check()
}

// keyBytes are the bytes of keys that are not their names.
var keyBytes = map[string]string{"tab": "\t", "enter": "\r", "down": "\x1b[B", "esc": "\x1b", "space": " ",
	"backspace": "\x7f", "shift+tab": "\x1b[Z", "ctrl+d": "\x04", "ctrl+u": "\x15", "ctrl+r": "\x12", "f2": "\x1bOQ"}

// follow presses keys, and checks after each.
func (x *twin) follow(keys ...string) {
	x.t.Helper()
	for _, key := range keys {
		x.driver.Press(key)
		if bytes, ok := keyBytes[key]; ok {
			x.press(bytes)
		} else {
			x.press(key)
		}
		x.check()
	}
}

func (x *twin) quit() {
	x.t.Helper()
	x.press("q")
	x.end(0)
}

// TestHangUp ends the app as closing the window of its terminal does, and where no
// signal comes with that.
func TestHangUp(t *testing.T) {
	foreign := func(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
	for name, changes := range map[string][]func(*exec.Cmd){"its terminal": nil, "another one": {foreign}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startSession(t, "small", changes...)
			s.tty.Close()
			// The signal and the end of the input race: it has ended as asked, or says why.
			if code, told := s.ended(), s.stderr.String(); code == 2 != strings.Contains(told, errGone.Error()) || code != 0 && code != 2 {
				t.Errorf("exit code %d, stderr %q", code, told)
			}
		})
	}
}

// TestClosedInput starts the app where standard input gives nothing: the keys then
// come from the terminal all the same, or it says that there is none.
func TestClosedInput(t *testing.T) {
	null := func(c *exec.Cmd) { c.Stdin = nil }
	pipe := func(c *exec.Cmd) {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { r.Close() })
		w.Close()
		c.Stdin = r
	}
	for name, change := range map[string]func(*exec.Cmd){"null": null, "closed pipe": pipe} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := startTwin(t, "small", termenv.TrueColor, cell.Unicode, change)
			x.follow("j")
			x.quit()
		})
	}
	t.Run("no terminal", func(t *testing.T) {
		t.Parallel()
		s := newSession(t, "small", null, func(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setsid: true} })
		if code := s.ended(); code != 2 || !strings.Contains(s.stderr.String(), "/dev/tty") {
			t.Errorf("exit code %d, stderr %q", code, s.stderr.String())
		}
		if s.text() != "" || s.settings() != fmt.Sprint(s.before) {
			t.Errorf("the terminal was sent %q, its settings are %v, were %v", s.text(), s.settings(), s.before)
		}
	})
}

// TestClosedOutput takes away the terminal that shows the app, and leaves the one that
// its keys come from: it ends with the next frame, and that terminal is as it was.
func TestClosedOutput(t *testing.T) {
	t.Parallel()
	var screen, shown *os.File
	s := newSession(t, "small", func(c *exec.Cmd) {
		var err error
		if screen, shown, err = pty.Open(); err != nil {
			t.Fatal(err)
		}
		if err := pty.Setsize(shown, &pty.Winsize{Cols: 120, Rows: 36}); err != nil {
			t.Fatal(err)
		}
		c.Stdout, c.SysProcAttr.Ctty = shown, 0
	})
	shown.Close()
	output := make([]byte, 1<<16)
	for all := ""; !strings.Contains(all, "TIER 1"); {
		n, err := screen.Read(output)
		if err != nil {
			t.Fatal(err, s.stderr.String())
		}
		all += string(output[:n])
	}
	screen.Close()
	s.press("j")
	if code, told := s.ended(), s.stderr.String(); code != 2 || !strings.Contains(told, errGone.Error()) || strings.Contains(told, "goroutine") {
		t.Errorf("exit code %d, stderr %q", code, told)
	}
	if s.settings() != fmt.Sprint(s.before) {
		t.Errorf("the settings of the terminal with the keys are %v, were %v", s.settings(), s.before)
	}
}

// TestSuspend suspends the app to a shell with job control and fetches it back.
func TestSuspend(t *testing.T) {
	t.Parallel()
	x := startTwin(t, "small", termenv.TrueColor, cell.Unicode, func(c *exec.Cmd) {
		c.Path, c.Args = "/bin/sh", []string{"sh", "-mc", `"$0"; echo suspended; read line; fg; echo status $?`, os.Args[0]}
	})
	x.follow("j", "j")
	raw := x.settings()
	x.press("\x1a")
	x.await("suspended")
	x.isGivenBack()
	x.forget()
	x.press("\n")
	for _, mode := range []string{"\x1b[?1049h", "\x1b[?25l", "\x1b[?2004h", "\x1b[?1002h", "\x1b[?1006h"} {
		x.awaitFrom(x.from, mode)
	}
	x.check()
	if x.settings() != raw {
		t.Errorf("back from the shell the settings are %v, were %v", x.settings(), raw)
	}
	x.follow("k")
	x.press("q")
	x.await("status 0")
	x.end(0)
}

// TestStoppedFromOutside stops the app with a signal that it cannot see, sets the
// terminal as a shell does, and lets it go on.
func TestStoppedFromOutside(t *testing.T) {
	t.Parallel()
	x := startTwin(t, "small", termenv.TrueColor, cell.Unicode)
	x.follow("j", "j")
	raw := x.settings()
	for range 2 {
		x.signal(syscall.SIGSTOP)
		if err := term.Restore(int(x.slave.Fd()), x.before); err != nil {
			t.Fatal(err)
		}
		x.forget()
		x.signal(syscall.SIGCONT)
		for _, mode := range []string{"\x1b[?1049h", "\x1b[?1002h", "\x1b[?1006h"} {
			x.awaitFrom(x.from, mode)
		}
		x.check()
		if x.settings() != raw {
			t.Errorf("going on the settings are %v, were %v", x.settings(), raw)
		}
		x.follow("k")
	}
	x.quit()
}

func (s *session) signal(sig syscall.Signal) {
	s.t.Helper()
	if err := s.cmd.Process.Signal(sig); err != nil {
		s.t.Fatal(err)
	}
}

// TestSuspendWithoutShell suspends the app where it is all there is: the system
// does not stop it, and it comes back by itself.
func TestSuspendWithoutShell(t *testing.T) {
	t.Parallel()
	x := startTwin(t, "small", termenv.TrueColor, cell.Unicode)
	x.forget()
	x.press("\x1a")
	for _, mode := range []string{"\x1b[?1049l", "\x1b[?1049h", "\x1b[?1002h", "there is no shell to go back to"} {
		x.awaitFrom(x.from, mode)
	}
	x.quit()
}

// TestResizeStorm changes the size faster than it can be drawn.
func TestResizeStorm(t *testing.T) {
	t.Parallel()
	x := startTwin(t, "small", termenv.TrueColor, cell.Unicode)
	x.follow("j", "j")
	for i := range 200 {
		x.resize(1+i*37%250, 1+i*11%70)
		time.Sleep(time.Millisecond)
	}
	x.size(113, 33)
	x.quit()
}

// TestQuietTerminal reads all that a terminal is sent that never answers: it is
// asked nothing, cleared no more than it must be, and left alone while nothing
// happens.
func TestQuietTerminal(t *testing.T) {
	t.Parallel()
	const clear = "\x1b[2J"
	x := startTwin(t, "small", termenv.TrueColor, cell.Unicode)
	x.follow("tab", "j", "2", "1", "/", "x", "y", "enter", "?", "down")
	time.Sleep(100 * time.Millisecond) // the last frame may end with what does not show
	settled := x.written()
	woken := x.wakings()
	time.Sleep(2 * time.Second)
	if idle := x.since(settled); idle != "" {
		t.Errorf("with nothing to do the app wrote %q", idle)
	}
	if n := x.wakings() - woken; n > someThreads {
		t.Errorf("with nothing to do the app's threads went to sleep %d times in two seconds", n)
	}
	x.follow("esc")
	if n := strings.Count(x.text(), clear); n != 1 {
		t.Errorf("the screen was cleared %d times, want once, before the first frame", n)
	}
	x.forget()
	x.press("\x0c") // ctrl+l
	x.check()
	if n := strings.Count(x.since(x.from), clear); n != 1 {
		t.Errorf("ctrl+l clears the screen %d times", n)
	}
	x.quit()
	for _, question := range questions {
		if strings.Contains(x.text(), question) {
			t.Errorf("the terminal was asked %q", question)
		}
	}
}

// someThreads is how often the threads of an app that wakes once a second may go to
// sleep in two of them: a few each time, and more where memory is tidied up. Bubble
// Tea's own ticker makes it a thousand.
const someThreads = 150

// wakings is how often the app's threads have gone to sleep, 0 where the system does
// not say.
func (s *session) wakings() (n int) {
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/status", s.cmd.Process.Pid))
	for _, name := range files {
		status, _ := os.ReadFile(name)
		if _, rest, ok := strings.Cut(string(status), "\nvoluntary_ctxt_switches:"); ok {
			times, _ := strconv.Atoi(strings.Fields(rest)[0])
			n += times
		}
	}
	return n
}

// questions are sequences that terminals answer: about colours, the cursor, modes,
// keyboards, and what they are.
var questions = []string{"\x1b]10;?", "\x1b]11;?", "\x1b]12;?", "\x1b]4;", "\x1b[6n", "\x1b[?6n", "\x1b[5n", "\x1b[c", "\x1b[0c",
	"\x1b[>c", "\x1b[>0c", "\x1b[>q", "\x1b[>0q", "\x1b[?u", "$p", "\x1bP$q", "\x1bP+q"}

// TestNoColour looks for colours and attributes where there must be none.
func TestNoColour(t *testing.T) {
	sgr := regexp.MustCompile(`\x1b\[[0-9;:]*m`)
	for _, tt := range []struct {
		variable string
		profile  termenv.Profile
		glyphs   *cell.Glyphs
	}{
		{"NO_COLOR=1", termenv.Ascii, cell.Unicode},
		{"TERM=dumb", termenv.Ascii, cell.ASCII},
		{"COLORTERM=", termenv.ANSI256, cell.Unicode},
	} {
		t.Run(tt.variable, func(t *testing.T) {
			t.Parallel()
			x := startTwin(t, "small", tt.profile, tt.glyphs, func(c *exec.Cmd) { c.Env = append(c.Env, tt.variable) })
			x.follow("j", "tab", "/", "x", "enter", "2", "?", "esc")
			x.quit()
			if colour := tt.profile != termenv.Ascii; sgr.MatchString(x.text()) != colour {
				t.Errorf("the terminal was sent colours: %v", !colour)
			}
		})
	}
}
