package uitest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// model counts keys, draws a frame of its size, and knows a few tricks.
type model struct {
	w, h  int
	keys  []string
	clock interface {
		After(time.Duration, func(time.Time) tea.Msg) tea.Cmd
	}
}

type note string

func (m model) Init() tea.Cmd { return say("init") }

func say(s string) tea.Cmd { return func() tea.Msg { return note(s) } }

func (m model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.w, m.h = msg.Width, msg.Height
	case note:
		m.keys = append(m.keys, string(msg))
	case tea.KeyMsg:
		switch msg.String() {
		case "q":
			return m, tea.Quit
		case "b":
			return m, tea.Batch(say("b1"), tea.Sequence(say("b2"), tea.Batch(say("b3"), say("b4"))), say("b5"))
		case "t":
			return m, tea.Batch(
				m.clock.After(2*time.Second, func(time.Time) tea.Msg { return note("late") }),
				m.clock.After(time.Second, func(at time.Time) tea.Msg { return note("early " + at.Format("05")) }))
		case "s":
			return m, func() tea.Msg { return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("s")} }
		}
		m.keys = append(m.keys, msg.String())
	}
	return m, nil
}

func (m model) View() string {
	if m.w < 1 || m.h < 1 {
		return ""
	}
	lines := make([]string, m.h)
	for i := range lines {
		lines[i] = fmt.Sprintf("%-*.*s", m.w, m.w, fmt.Sprintf("%d %s", i, strings.Join(m.keys, " ")))
	}
	return "\x1b[1m" + strings.Join(lines, "\n") + "\x1b[0m"
}

func TestDriver(t *testing.T) {
	c := NewClock()
	d := NewDriver(t, model{clock: c}, c, 40, 3)
	d.Press("j", "enter", "shift+right", "ctrl+r", "space", "alt+x")
	d.Type("hé")
	d.Press("b", "t")
	want := "0 init j enter shift+right ctrl+r   alt+x h é b1 b2 b3 b4 b5"
	d.Resize(80, 3)
	if err := CheckFrame(d.View(), 80, 3); err != nil {
		t.Error(err)
	}
	if got := strings.TrimRight(strings.Split(d.Screen(), "\n")[0], " "); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	d.Advance(999 * time.Millisecond)
	if strings.Contains(d.Screen(), "early") {
		t.Error("the clock ran ahead")
	}
	d.Advance(2 * time.Second)
	if !strings.Contains(d.Screen(), "b5 early 01 late") {
		t.Errorf("the alarms did not go off in order:\n%s", d.Screen())
	}
	d.Press("q", "x")
	if !d.Quit || slices.Contains(d.Model.(model).keys, "x") {
		t.Error("the model did not quit at once")
	}
}

// recorder is a test that only notes that it failed.
type recorder struct {
	testing.TB
	failed string
}

func (r *recorder) Helper() {}
func (r *recorder) Fatalf(format string, args ...any) {
	r.failed = fmt.Sprintf(format, args...)
	panic(r)
}

func TestStorm(t *testing.T) {
	r := &recorder{}
	defer func() {
		if recover() != r || !strings.Contains(r.failed, "10000 messages") {
			t.Errorf("a storm of messages was not noticed: %s", r.failed)
		}
	}()
	d := NewDriver(r, model{}, NewClock(), 10, 1)
	d.Press("s")
}

func TestCheckFrame(t *testing.T) {
	for _, c := range []struct {
		view, want string
	}{
		{"abc\ndef", ""},
		{"\x1b[1;38;2;1;2;3mabc\x1b[0m\nde│", ""},
		{"abc", "1 lines, want 2"},
		{"abc\nde", "line 1 is 2 cells, want 3"},
		{"abc\n⚠️d", "line 1 is 2 cells by code points"},
		{"abc\ndef\a", "can't be seen"},
		{"abc\nde\u009bf", "can't be seen"},
		{"abc\nde\u202ef", "can't be seen"},
		{"\x1b]52;c;eA==\aabc\ndef", "not a colour"},
		{"\x1b[2Jabc\ndef", "not a colour"},
	} {
		err := CheckFrame(c.view, 3, 2)
		if got := fmt.Sprint(err); c.want == "" && err != nil || !strings.Contains(got, c.want) && c.want != "" {
			t.Errorf("CheckFrame(%q) = %v, want %q", c.view, err, c.want)
		}
	}
}

// TestWidths checks what the quick way of measuring relies on.
func TestWidths(t *testing.T) {
	for r := rune(' '); r <= 0x259F; r++ {
		if s := string(r); r < 0x7f || r >= 0x2500 {
			if ansi.StringWidth(s) != 1 || ansi.StringWidthWc(s) != 1 {
				t.Errorf("%U is not one cell", r)
			}
		}
	}
}

func TestSizes(t *testing.T) {
	sizes := Sizes([]int{40, 110}, []int{10}, 5)
	if n := len(sizes); n != 12+2*9+5 {
		t.Errorf("%d sizes", n)
	}
	for _, want := range [][2]int{{39, 9}, {111, 11}, {110, 10}, {1, 1}} {
		if !slices.Contains(sizes, want) {
			t.Errorf("%v is not among the sizes", want)
		}
	}
}

func TestTerminal(t *testing.T) {
	x := NewTerminal(t, model{}, 30, 4)
	x.Settle()
	x.Write("jk")
	x.WaitFor("the keys", func(s string) bool { return strings.Contains(s, "init jk") })
	for _, size := range [][2]int{{20, 3}, {60, 10}, {1, 1}, {30, 4}} {
		x.Resize(size[0], size[1])
		if n := strings.Count(x.Settle(), "\n") + 1; n != size[1] {
			t.Errorf("%d lines at %v", n, size)
		}
	}
	if bytes, writes := x.Traffic(); bytes == 0 || writes == 0 {
		t.Error("nothing was written")
	}
	x.Write("q")
	if m, err := x.Wait(); err != nil || len(m.(model).keys) == 0 {
		t.Errorf("ended with %v, %v", m, err)
	}
}
