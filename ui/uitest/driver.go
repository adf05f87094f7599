package uitest

import (
	"reflect"
	"slices"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"findable/ui/term"
)

// storm is the number of messages in one step beyond which a model is taken to
// be talking to itself.
const storm = 10000

// A Driver runs a model in the goroutine of the test: every message given to it
// is handled, with all that follows from it, before the call returns. Commands
// run one after the other, so one that waits must get its time from Clock.
type Driver struct {
	// Model is the model as it stands.
	Model tea.Model
	// Quit says that the model has quit. What comes later is ignored.
	Quit bool
	// Clock is the clock to give to the model.
	Clock *Clock

	t testing.TB
}

// NewDriver starts a model: its Init, then a window of w × h cells. The clock
// must be the one that the model got.
func NewDriver(t testing.TB, m tea.Model, c *Clock, w, h int) *Driver {
	t.Helper()
	d := &Driver{Model: m, Clock: c, t: t}
	d.run(nil, []tea.Cmd{m.Init()})
	d.Resize(w, h)
	return d
}

// Send gives messages to the model.
func (d *Driver) Send(msgs ...tea.Msg) {
	d.t.Helper()
	d.run(msgs, nil)
}

// run handles messages, and commands when there is no message left.
func (d *Driver) run(msgs []tea.Msg, cmds []tea.Cmd) {
	d.t.Helper()
	for step := 0; len(msgs)+len(cmds) > 0 && !d.Quit; step++ {
		if step == storm {
			d.t.Fatalf("%d messages and commands in one step, the last %#v", storm, msgs)
		}
		if len(msgs) == 0 {
			if cmds[0] != nil {
				msgs = append(msgs, cmds[0]())
			}
			cmds = cmds[1:]
			continue
		}
		msg := msgs[0]
		msgs = msgs[1:]
		switch msg := msg.(type) {
		case nil:
		case tea.QuitMsg:
			d.Quit = true
		case alarm:
			d.Clock.set(msg)
		default:
			if batch, ok := commands(msg); ok {
				cmds = slices.Concat(batch, cmds)
				continue
			}
			var cmd tea.Cmd
			d.Model, cmd = d.Model.Update(msg)
			cmds = append(cmds, cmd)
		}
	}
}

// commands returns the commands of a batch or a sequence, whose type Bubble Tea
// does not export.
func commands(msg tea.Msg) ([]tea.Cmd, bool) {
	v := reflect.ValueOf(msg)
	if v.Kind() != reflect.Slice || !v.CanConvert(reflect.TypeFor[[]tea.Cmd]()) {
		return nil, false
	}
	return v.Convert(reflect.TypeFor[[]tea.Cmd]()).Interface().([]tea.Cmd), true
}

// Press presses keys by their Bubble Tea names: "j", "enter", "ctrl+r",
// "shift+right", "alt+x", "space".
func (d *Driver) Press(keys ...string) {
	d.t.Helper()
	for _, k := range keys {
		d.Send(term.Key(k))
	}
}

// Type types text, one message a character.
func (d *Driver) Type(text string) {
	d.t.Helper()
	for _, r := range text {
		d.Send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
	}
}

// Resize gives the model a window of w × h cells.
func (d *Driver) Resize(w, h int) {
	d.t.Helper()
	d.Send(tea.WindowSizeMsg{Width: w, Height: h})
}

// View returns the frame, Screen the frame without colours.
func (d *Driver) View() string { return d.Model.View() }

// Screen returns the frame without colours.
func (d *Driver) Screen() string { return ansi.Strip(d.Model.View()) }

// Advance turns the clock on by wait and gives the model the messages that fall
// due, in the order of their times.
func (d *Driver) Advance(wait time.Duration) {
	d.t.Helper()
	end := d.Clock.now.Add(wait)
	for {
		a, ok := d.Clock.next(end)
		if !ok {
			break
		}
		d.Clock.now = a.at
		d.Send(a.msg(a.at))
	}
	d.Clock.now = end
}

// A Clock stands still until the driver turns it on.
type Clock struct {
	now    time.Time
	alarms []alarm
}

// An alarm is the message of a command that waits.
type alarm struct {
	at  time.Time
	msg func(time.Time) tea.Msg
}

// NewClock returns a clock that stands at 12:00:00 UTC on 1 January 2026.
func NewClock() *Clock { return &Clock{now: time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)} }

// Now returns the time at which the clock stands.
func (c *Clock) Now() time.Time { return c.now }

// After returns a command whose message comes once the clock has been turned on
// by d.
func (c *Clock) After(d time.Duration, f func(time.Time) tea.Msg) tea.Cmd {
	return func() tea.Msg { return alarm{c.now.Add(d), f} }
}

// set keeps an alarm, behind those of the same time.
func (c *Clock) set(a alarm) {
	i := len(c.alarms)
	for i > 0 && c.alarms[i-1].at.After(a.at) {
		i--
	}
	c.alarms = slices.Insert(c.alarms, i, a)
}

// next takes the first alarm that is due by end.
func (c *Clock) next(end time.Time) (alarm, bool) {
	if len(c.alarms) == 0 || c.alarms[0].at.After(end) {
		return alarm{}, false
	}
	a := c.alarms[0]
	c.alarms = c.alarms[1:]
	return a, true
}
