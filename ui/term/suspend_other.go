//go:build !unix

package term

import tea "github.com/charmbracelet/bubbletea"

// Suspend does nothing where the system cannot.
func Suspend(func(error) tea.Msg) tea.Cmd { return nil }
