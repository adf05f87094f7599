package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"findable/ui/term"
)

// A resumedMsg says that the app is back from the shell, or never got there.
type resumedMsg struct{ err error }

// A continuedMsg says that the program goes on after it was stopped, by itself or
// from outside.
type continuedMsg struct{}

func resumed(err error) tea.Msg { return resumedMsg{err} }

// suspend leaves the terminal to the shell.
func (a *App) suspend() tea.Cmd {
	a.suspended = true
	return term.Suspend(resumed)
}

func (a *App) onResumed(msg resumedMsg) tea.Cmd {
	if msg.err != nil {
		a.suspended = false
		a.say("not suspended: " + msg.err.Error())
	}
	if a.mouseOff {
		return nil
	}
	return tea.EnableMouseCellMotion // which was given up, and Bubble Tea does not take it back
}

// onContinued takes the terminal again, unless what has suspended the app does.
func (a *App) onContinued() tea.Cmd {
	if a.suspended {
		a.suspended = false
		return nil
	}
	return term.Retake(resumed)
}
