package term_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"go.uber.org/goleak"

	"findable/ui/term"
	"findable/ui/uitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func explode() tea.Msg { panic("boom") }

// model runs a command and notes what comes of it.
type model struct {
	cmd  tea.Cmd
	seen *[]tea.Msg
}

func (m model) Init() tea.Cmd { return m.cmd }
func (m model) View() string  { return "" }
func (m model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	*m.seen = append(*m.seen, msg)
	return m, nil
}

func TestGuard(t *testing.T) {
	fine := func() tea.Msg { return "fine" }
	for _, c := range []struct {
		name string
		cmd  tea.Cmd
		want int // panics
	}{
		{"none", nil, 0},
		{"fine", fine, 0},
		{"panic", explode, 1},
		{"batch", tea.Batch(explode, fine, explode), 2},
		{"sequence", tea.Sequence(fine, explode), 1},
		{"nested", tea.Batch(fine, tea.Sequence(fine, tea.Batch(explode, fine)), explode), 2},
		{"nothing", func() tea.Msg { return nil }, 0},
	} {
		var seen []tea.Msg
		clock := uitest.NewClock()
		uitest.NewDriver(t, model{term.Guard(c.cmd), &seen}, clock, 1, 1)
		n := 0
		for _, msg := range seen {
			if p, ok := msg.(term.PanicMsg); ok {
				n++
				if p.Value != "boom" || !strings.Contains(string(p.Stack), "explode") || !strings.HasPrefix(p.Error(), "panic: boom\n") {
					t.Errorf("%s: %v", c.name, p)
				}
			}
		}
		if n != c.want {
			t.Errorf("%s: %d panics came through, want %d", c.name, n, c.want)
		}
	}
	if term.Guard(nil) != nil {
		t.Error("no command became one")
	}
}

// TestGuardInProgram checks that Bubble Tea still knows a guarded sequence.
func TestGuardInProgram(t *testing.T) {
	var seen []tea.Msg
	m := model{term.Guard(tea.Sequence(func() tea.Msg { return "first" }, explode, tea.Quit)), &seen}
	x := uitest.NewTerminal(t, m, 20, 2)
	if _, err := x.Wait(); err != nil {
		t.Fatal(err)
	}
	var order []string
	for _, msg := range seen {
		switch msg := msg.(type) {
		case string:
			order = append(order, msg)
		case term.PanicMsg:
			order = append(order, "panic")
		}
	}
	if got := strings.Join(order, " "); got != "first panic" {
		t.Errorf("got %q", got)
	}
}

func TestCaught(t *testing.T) {
	var got []any
	fail := func(m term.PanicMsg) { got = append(got, m.Value, strings.Contains(string(m.Stack), "explode")) }
	ran := false
	term.Caught(fail, func() { ran = true })()
	term.Caught(fail, func() { explode() })()
	if !ran || !slices.Equal(got, []any{"boom", true}) {
		t.Errorf("ran %v, got %v", ran, got)
	}
}

func TestSystemClock(t *testing.T) {
	var c term.Clock = term.System{}
	before := c.Now()
	at, ok := c.After(time.Millisecond, func(at time.Time) tea.Msg { return at })().(time.Time)
	if !ok || at.Before(before) {
		t.Errorf("the clock gave %v after %v", at, before)
	}
}
