package ui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"findable/ui/layout"
)

// A tickMsg shows how far the work beside the app has come.
type tickMsg struct{}

// tick lets the next beat show how far work has come, as long as some goes on.
func (a *App) tick() tea.Cmd {
	if a.ticking || a.repairing.stop == nil && a.auditing.stop == nil {
		return nil
	}
	a.ticking = true
	return a.clock.After(beat, func(time.Time) tea.Msg { return tickMsg{} })
}

func (a *App) onTick() {
	a.ticking = false
	a.repairing.look()
	a.auditing.look()
}

// stopWork stops what is being worked out for the view, and reports whether there
// was anything.
func (a *App) stopWork() bool {
	switch {
	case a.view == layout.Audit && a.auditing.stop != nil:
		a.auditing.halt()
	case a.view == layout.Why && a.repairing.stop != nil:
		a.repairing.halt()
	default:
		return false
	}
	return true
}
