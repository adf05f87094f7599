package ui

import (
	"math/rand/v2"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"findable/ui/cell"
	"findable/ui/term"
	"findable/ui/uitest"
)

// onTerminal runs the app on a sample in front of an emulated terminal.
func onTerminal(t *testing.T, name string) *uitest.Terminal {
	t.Helper()
	a := New(sample(t, name), inputs(), plainStyles(t, cell.Unicode), uitest.NewClock())
	a.clipboard = func(string) (string, error) { return "", nil }
	a.saveIn = t.TempDir()
	return uitest.NewTerminal(t, a, 120, 36)
}

// TestTerminalFollowsTheView walks at random and looks, again and again, whether
// what was painted, line by line, is the view.
func TestTerminalFollowsTheView(t *testing.T) {
	const steps, look, resize = 1000, 5, 45
	for seed, name := range []string{"default", "awkward"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := onTerminal(t, name)
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
	x := onTerminal(t, "default")
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
	x := onTerminal(t, "small")
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

// TestUnchangedViewAllocatesNothing shows that a frame is handed out as it is.
func TestUnchangedViewAllocatesNothing(t *testing.T) {
	_, a := start(t, "default", 200, 50)
	if n := testing.AllocsPerRun(100, func() { _ = a.View() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
