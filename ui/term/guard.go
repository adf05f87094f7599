package term

import (
	"fmt"
	"reflect"
	"runtime/debug"

	tea "github.com/charmbracelet/bubbletea"
)

// A PanicMsg says that a command or goroutine has panicked. The app quits on it
// and prints it to stderr once the terminal is given back.
type PanicMsg struct {
	// Value is what was panicked with, Stack where.
	Value any
	Stack []byte
}

// Error makes a PanicMsg usable as the error that ended the app.
func (m PanicMsg) Error() string { return fmt.Sprintf("panic: %v\n\n%s", m.Value, m.Stack) }

// Guard wraps a command so that a panic in it becomes a PanicMsg. Bubble Tea
// would survive it too, but its report would vanish with the screen. Commands
// that come out of the command, in a batch or a sequence, are guarded as well.
func Guard(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer func() {
			if v := recover(); v != nil {
				msg = PanicMsg{v, debug.Stack()}
			}
		}()
		return guardAll(cmd())
	}
}

// guardAll guards the commands in a message. Bubble Tea does not export the type
// of a sequence, so it is known by being a slice of commands.
func guardAll(msg tea.Msg) tea.Msg {
	v := reflect.ValueOf(msg)
	if !v.IsValid() || v.Kind() != reflect.Slice || v.Type().Elem() != reflect.TypeFor[tea.Cmd]() {
		return msg
	}
	guarded := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
	for i := range v.Len() {
		guarded.Index(i).Set(reflect.ValueOf(Guard(v.Index(i).Interface().(tea.Cmd))))
	}
	return guarded.Interface()
}

// Caught is f, but a panic in it is told to fail. All goroutines beside the app run
// such functions: a panic in another one would leave the terminal in raw mode.
func Caught(fail func(PanicMsg), f func()) func() {
	return func() {
		defer func() {
			if v := recover(); v != nil {
				fail(PanicMsg{v, debug.Stack()})
			}
		}()
		f()
	}
}
