package term_test

import (
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

func TestGo(t *testing.T) {
	got := make(chan tea.Msg, 1)
	term.Go(func(m tea.Msg) { got <- m }, func() { explode() })
	if p, ok := (<-got).(term.PanicMsg); !ok || p.Value != "boom" {
		t.Errorf("got %v", p)
	}
	done := make(chan bool)
	term.Go(func(tea.Msg) { t.Error("a message without a panic") }, func() { close(done) })
	<-done
}

func TestSystemClock(t *testing.T) {
	var c term.Clock = term.System{}
	before := c.Now()
	at, ok := c.After(time.Millisecond, func(at time.Time) tea.Msg { return at })().(time.Time)
	if !ok || at.Before(before) {
		t.Errorf("the clock gave %v after %v", at, before)
	}
}
