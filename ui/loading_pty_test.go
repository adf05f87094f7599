//go:build unix

package ui

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

// slow takes its time before it gives what it has.
type slow struct {
	fixed
	wait time.Duration
	err  error
}

func (s slow) Load(ctx context.Context, _ Ask, tell func(Progress)) (Loaded, error) {
	tell(Progress{Now: "big.json", Done: 1e6, Total: 4e6})
	select {
	case <-time.After(s.wait):
		return s.loaded, s.err
	case <-ctx.Done():
		return Loaded{}, ctx.Err()
	}
}

var slowLoaders = map[string]func(*testing.T) Loader{
	"slow":         func(t *testing.T) Loader { return slow{fixed{Loaded{sample(t, "small"), inputs()}}, 3 * quiet, nil} },
	"slow to fail": func(*testing.T) Loader { return slow{wait: 2 * quiet, err: errors.New("big.json: is cut short")} },
	"failing":      func(*testing.T) Loader { return slow{err: errors.New("big.json: is cut short")} },
	"endless":      func(*testing.T) Loader { return slow{wait: time.Hour} },
}

// TestSlowLoad shows what is being loaded once that has taken a while.
func TestSlowLoad(t *testing.T) {
	t.Parallel()
	s := newSession(t, "slow")
	s.await("big.json")
	s.await("TIER 1")
	s.press("q")
	s.end(0)
}

// TestFailedLoad says on the terminal why nothing was loaded, and again on stderr
// when the app has quit.
func TestFailedLoad(t *testing.T) {
	t.Parallel()
	s := newSession(t, "slow to fail")
	s.await("Nothing is loaded")
	s.press("q")
	s.end(2)
	if !strings.Contains(s.stderr.String(), "big.json: is cut short") {
		t.Errorf("stderr %q", s.stderr.String())
	}
	s = newSession(t, "failing")
	if code := s.ended(); code != 2 || s.text() != "" || !strings.Contains(s.stderr.String(), "big.json: is cut short") {
		t.Errorf("exit code %d, the terminal was sent %q, stderr %q", code, s.text(), s.stderr.String())
	}
}

// TestQuitWhileLoading ends a load that would go on for ever.
func TestQuitWhileLoading(t *testing.T) {
	t.Parallel()
	s := newSession(t, "endless")
	s.await("big.json")
	s.press("q")
	s.end(0)
}
