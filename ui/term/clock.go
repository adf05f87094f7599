package term

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// A Clock tells the time and waits. The app has no other source of time, so
// that tests can turn the hands.
type Clock interface {
	// Now returns the time.
	Now() time.Time
	// After returns a command that waits for d and then returns the message of f.
	After(d time.Duration, f func(time.Time) tea.Msg) tea.Cmd
}

// System is the clock of the system.
type System struct{}

// Now returns the time.
func (System) Now() time.Time { return time.Now() }

// After waits for d.
func (System) After(d time.Duration, f func(time.Time) tea.Msg) tea.Cmd { return tea.Tick(d, f) }
