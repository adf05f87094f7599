package uitest

import (
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"

	"findable/ui/term"
)

// patience is how long a Terminal waits before it fails the test. It is no
// measure of speed: no test that passes waits that long.
const patience = 30 * time.Second

// A Terminal is a real program in front of an emulated terminal: bytes go in,
// and cells can be read.
type Terminal struct {
	// Program is the program under test.
	Program *tea.Program

	t     testing.TB
	input *io.PipeWriter
	done  chan struct{}
	probe *probe
	err   error

	mu      sync.Mutex // guards what follows
	screen  *vt.Emulator
	written int
	writes  int
}

// NewTerminal starts a model on a terminal of w × h cells and ends it with the
// test.
func NewTerminal(t testing.TB, m tea.Model, w, h int, options ...tea.ProgramOption) *Terminal {
	t.Helper()
	in, input := io.Pipe()
	x := &Terminal{t: t, input: input, done: make(chan struct{}), probe: &probe{m}, screen: vt.NewEmulator(w, h)}
	painter := term.NewPainter(output{x})
	// What the terminal answers has to be read, or its writer would wait for ever.
	go func() { _, _ = io.Copy(io.Discard, x.screen) }()
	options = append([]tea.ProgramOption{
		tea.WithInput(in), tea.WithOutput(painter), tea.WithAltScreen(), tea.WithoutSignals(), tea.WithFPS(term.FramesPerSecond),
	}, options...)
	x.Program = tea.NewProgram(painter.Model(x.probe), options...)
	ended, painted := make(chan struct{}), make(chan struct{})
	go func() { defer close(painted); _ = painter.Paint(ended) }()
	go func() {
		defer close(x.done)
		_, x.err = x.Program.Run()
		close(ended)
		<-painted
		_ = in.Close()
		// Closing the screen itself would race with the one who reads its answers.
		_ = x.screen.InputPipe().(io.Closer).Close()
	}()
	x.Program.Send(tea.WindowSizeMsg{Width: w, Height: h})
	t.Cleanup(x.Kill)
	return x
}

// Write types bytes, as a terminal sends them.
func (x *Terminal) Write(text string) {
	x.t.Helper()
	if _, err := io.WriteString(x.input, text); err != nil {
		x.t.Fatalf("the program reads no more input: %v", err)
	}
}

// Resize gives the terminal w × h cells and tells the program.
func (x *Terminal) Resize(w, h int) {
	x.mu.Lock()
	x.screen.Resize(w, h)
	x.mu.Unlock()
	x.Program.Send(tea.WindowSizeMsg{Width: w, Height: h})
}

// Screen returns the lines the terminal shows, without colours and without
// spaces at their ends.
func (x *Terminal) Screen() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return trimmed(x.screen.String())
}

// Traffic returns how many bytes the program has written so far, in how many
// writes.
func (x *Terminal) Traffic() (bytes, writes int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.written, x.writes
}

// WaitFor waits until the screen satisfies ok and returns it.
func (x *Terminal) WaitFor(what string, ok func(screen string) bool) string {
	x.t.Helper()
	for start := time.Now(); ; time.Sleep(time.Millisecond) {
		s := x.Screen()
		if ok(s) {
			return s
		}
		if time.Since(start) > patience {
			x.t.Fatalf("waited in vain for %s; the screen:\n%s", what, s)
		}
	}
}

// Settle waits until the program has handled all that it was sent so far and the
// terminal shows the model's view, cell by cell. It returns the screen. What was
// written with Write may arrive after it: wait for its effect first.
func (x *Terminal) Settle() string {
	x.t.Helper()
	var want string
	return x.WaitFor("the terminal to show the view", func(s string) bool {
		if s == want && want != "" {
			return true
		}
		want = trimmed(ansi.Strip(x.view()))
		return s == want
	})
}

// view asks the model for its view from within the program.
func (x *Terminal) view() string {
	x.t.Helper()
	reply := make(chan string, 1)
	go x.Program.Send(viewMsg{reply})
	select {
	case v := <-reply:
		return v
	case <-x.done:
		x.t.Fatalf("the program has ended: %v", x.err)
	case <-time.After(patience):
		x.t.Fatal("the program handles no messages")
	}
	return ""
}

// Wait waits for the end of the program and returns its model and error.
func (x *Terminal) Wait() (tea.Model, error) {
	x.t.Helper()
	select {
	case <-x.done:
	case <-time.After(patience):
		x.t.Fatalf("the program does not end; the screen:\n%s", x.Screen())
	}
	return x.probe.Model, x.err
}

// Kill ends the program and waits for its end.
func (x *Terminal) Kill() {
	x.Program.Kill()
	_ = x.input.CloseWithError(errors.New("killed"))
	<-x.done
}

// output is the program's side of the terminal.
type output struct{ x *Terminal }

func (o output) Write(p []byte) (int, error) {
	o.x.mu.Lock()
	defer o.x.mu.Unlock()
	o.x.written += len(p)
	o.x.writes++
	return o.x.screen.Write(p)
}

// A probe wraps a model to look at it from within the program.
type probe struct{ tea.Model }

type viewMsg struct{ reply chan string }

func (p *probe) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if v, ok := msg.(viewMsg); ok {
		v.reply <- p.View()
		return p, nil
	}
	var cmd tea.Cmd
	p.Model, cmd = p.Model.Update(msg)
	return p, cmd
}

func trimmed(screen string) string {
	lines := strings.Split(strings.ReplaceAll(screen, "\r\n", "\n"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return strings.Join(lines, "\n")
}
