//go:build unix

package term

import (
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// Suspend gives the terminal back and stops the program until a shell continues
// it; then the message of f comes. Where there is no shell that would, as in a
// container or a window of its own, the system does not stop the program, and f
// gets an error. Bubble Tea's own command would then wait for ever, deaf to keys
// and signals.
func Suspend(f func(error) tea.Msg) tea.Cmd { return tea.Exec(stop{}, f) }

// Continued calls f whenever the program goes on after it was stopped, until end is
// called. Who stops it from outside leaves the terminal to a shell, which takes it
// for itself.
func Continued(f func()) (end func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGCONT)
	go func() {
		for range signals {
			f()
		}
	}()
	return func() {
		signal.Stop(signals)
		close(signals)
	}
}

// Retake makes the terminal the program's again and draws it anew; then the message
// of f comes.
func Retake(f func(error) tea.Msg) tea.Cmd { return tea.Exec(nothing{}, f) }

// nothing is what runs between giving the terminal back and taking it again.
type nothing struct{}

func (nothing) Run() error          { return nil }
func (nothing) SetStdin(io.Reader)  {}
func (nothing) SetStdout(io.Writer) {}
func (nothing) SetStderr(io.Writer) {}

// stop is what runs while the terminal is given back.
type stop struct{}

func (stop) Run() error {
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	if err := syscall.Kill(0, syscall.SIGTSTP); err != nil {
		return err
	}
	// A stopped program comes back to one wait that is over; the signal needs the next.
	for range 10 {
		select {
		case <-continued:
			return nil
		case <-time.After(20 * time.Millisecond):
		}
	}
	return errors.New("there is no shell to go back to")
}

func (stop) SetStdin(io.Reader)  {}
func (stop) SetStdout(io.Writer) {}
func (stop) SetStderr(io.Writer) {}
