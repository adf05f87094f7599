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
