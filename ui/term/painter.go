package term

import (
	"bytes"
	"io"
	"regexp"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// FramesPerSecond is what Bubble Tea's own renderer is to be set to when a Painter
// has taken over from it: as seldom as it can look for frames, which it gets none of.
// At its best it looks 120 times a second, which shows a key 4 ms late on average,
// and wakes the machine for nothing all day.
const FramesPerSecond = 1

// shortest is the least time from frame to frame; of those that come faster the last
// one is shown.
const shortest = time.Second / 120

// A Painter shows the frames of a model on a terminal as soon as they are made, and
// hands on what else Bubble Tea writes to it.
type Painter struct {
	out  io.Writer
	wake chan struct{} // there is something to show

	mu     sync.Mutex // guards what follows
	screen Screen
	frame  string
	open   bool // the other screen, which frames are shown on
}

// NewPainter makes the painter of a terminal. Each frame is one Write.
func NewPainter(out io.Writer) *Painter { return &Painter{out: out, wake: make(chan struct{}, 1)} }

// Model is a model that gives its frames to the painter, and none to Bubble Tea.
func (p *Painter) Model(m tea.Model) tea.Model { return painted{m, p} }

// Paint shows frames until done is closed, or until one can't be written: the error
// says why.
func (p *Painter) Paint(done <-chan struct{}) error {
	for {
		select {
		case <-done:
			return nil
		case <-p.wake:
			if err := p.show(); err != nil {
				return err
			}
			time.Sleep(shortest)
		}
	}
}

func (p *Painter) show() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.open || p.frame == "" {
		return nil
	}
	seq := p.screen.Sequence(p.frame)
	if len(seq) == 0 {
		return nil
	}
	_, err := p.out.Write(seq)
	return err
}

// take takes a frame. anew says that the terminal may show anything by now.
func (p *Painter) take(frame string, anew bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.frame == frame && !anew {
		return
	}
	if p.frame = frame; anew {
		p.screen.Forget()
	}
	p.stir()
}

func (p *Painter) stir() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// controls are what Bubble Tea writes besides frames: modes of the cursor, of mouse,
// focus and paste, the other screen, and clearing.
var controls = regexp.MustCompile(`^(\r|\x1b\[(H|2J|2K|\?(25|1002|1003|1004|1006|1049|2004)[hl]))*$`)

// Write hands on what Bubble Tea writes, but for the frame of nothing that it takes
// the model's view for.
func (p *Painter) Write(b []byte) (int, error) {
	if !controls.Match(b) {
		return len(b), nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case bytes.Contains(b, []byte("\x1b[?1049")):
		p.open = bytes.Contains(b, []byte("\x1b[?1049h"))
		fallthrough
	case bytes.Contains(b, []byte("\x1b[2")): // erased
		p.screen.Forget()
		p.stir()
	}
	return p.out.Write(b)
}

// painted is a model whose frames go to a painter.
type painted struct {
	tea.Model
	p *Painter
}

// Update gives the painter the frame that follows a message.
func (m painted) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	next, cmd := m.Model.Update(msg)
	_, resized := msg.(tea.WindowSizeMsg)
	m.p.take(next.View(), resized)
	return painted{next, m.p}, cmd
}

// View is nothing: Bubble Tea has nothing to draw.
func (m painted) View() string { return "" }
