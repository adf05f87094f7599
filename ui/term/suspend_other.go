//go:build !unix

package term

import tea "github.com/charmbracelet/bubbletea"

// Suspend does nothing where the system cannot.
func Suspend(func(error) tea.Msg) tea.Cmd { return nil }

// Continued calls nothing where nothing is stopped.
func Continued(func()) (end func()) { return func() {} }

// Retake does nothing either.
func Retake(func(error) tea.Msg) tea.Cmd { return nil }
