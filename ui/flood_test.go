package ui

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"go.uber.org/goleak"

	"findable/ui/cell"
	"findable/ui/term"
	"findable/ui/uitest"
)

// onTerminal runs the app on a sample in front of an emulated terminal. One that does
// not quit takes any keys: those of the palette may lead to what ends it.
func onTerminal(t *testing.T, name string, quits bool) *uitest.Terminal {
	t.Helper()
	a := New(sample(t, name), inputs(), plainStyles(t, cell.Unicode), uitest.NewClock())
	a.clipboard = func(string) (string, error) { return "", nil }
	a.saveIn = t.TempDir()
	for i := range a.actions {
		if a.actions[i].id == "quit" && !quits {
			a.actions[i].run = func(*App) tea.Cmd { return nil }
		}
	}
	var stop context.CancelFunc
	a.ctx, stop = context.WithCancel(context.Background()) // as Run does
	x := uitest.NewTerminal(t, a, 120, 36)
	t.Cleanup(func() {
		x.Kill()
		stop()
		if a.panicked != nil {
			t.Error(a.panicked)
		}
	})
	return x
}

// TestTerminalFollowsTheView walks at random and looks, again and again, whether
// what was painted, line by line, is the view.
func TestTerminalFollowsTheView(t *testing.T) {
	const steps, look, resize = 1000, 5, 45
	for seed, name := range []string{"default", "awkward"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := onTerminal(t, name, false)
			rnd := rand.New(rand.NewPCG(uint64(seed), 10))
			for step := range steps {
				key := walk[rnd.IntN(len(walk))]
				x.Program.Send(term.Key(key))
				if step%resize == 0 {
					x.Resize(1+rnd.IntN(220), 1+rnd.IntN(60))
				}
				if step%look == 0 {
					x.Settle()
				}
			}
			x.Settle()
		})
	}
}

// TestFlood sends keys and sizes from all sides at once. What comes of them is
// open, but the terminal shows it, and the race detector has nothing to say.
func TestFlood(t *testing.T) {
	t.Parallel()
	x := onTerminal(t, "default", false)
	var senders sync.WaitGroup
	for sender := range uint64(4) {
		senders.Go(func() {
			rnd := rand.New(rand.NewPCG(sender, 11))
			for range 250 {
				x.Program.Send(term.Key(walk[rnd.IntN(len(walk))]))
			}
		})
		senders.Go(func() {
			rnd := rand.New(rand.NewPCG(sender, 12))
			for range 250 {
				x.Resize(1+rnd.IntN(220), 1+rnd.IntN(60))
			}
		})
	}
	senders.Wait()
	x.Resize(120, 36)
	x.Settle()
}

// TestNothingRunsOn quits and looks for goroutines that were left behind.
func TestNothingRunsOn(t *testing.T) {
	before := goleak.IgnoreCurrent()
	x := onTerminal(t, "small", true)
	for _, key := range []string{"/", "issue", "enter", "y", "u", "f2", "f2", "?", "esc"} {
		x.Program.Send(term.Key(key))
	}
	x.Settle()
	x.Program.Send(term.Key("q"))
	if _, err := x.Wait(); err != nil {
		t.Error(err)
	}
	goleak.VerifyNone(t, before)
}

// TestWorkEndsWithTheApp ends the app while changes are tried that would help a query,
// tools are audited, settings are weighed and tokens are counted.
func TestWorkEndsWithTheApp(t *testing.T) {
	before := goleak.IgnoreCurrent()
	for _, keys := range [][]string{{"3", "enter"}, {"7"}, {"O"}, {"8"}, {"5", "s"}} {
		clock := uitest.NewClock()
		a := New(sample(t, "default"), inputs(), plainStyles(t, cell.Unicode), clock)
		var stop context.CancelFunc
		a.ctx, stop = context.WithCancel(context.Background())
		x := uitest.NewTerminal(t, a, 120, 36)
		for _, key := range keys {
			x.Program.Send(term.Key(key))
		}
		x.Program.Send(term.Key("ctrl+c"))
		if _, err := x.Wait(); err != nil {
			t.Error(err)
		}
		stop()
		goleak.VerifyNone(t, before)
		x.Kill()
	}
}

// TestUnchangedViewAllocatesNothing shows that a frame is handed out as it is.
func TestUnchangedViewAllocatesNothing(t *testing.T) {
	_, a := start(t, "default", 200, 50)
	if n := testing.AllocsPerRun(100, func() { _ = a.View() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
