package ui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"
)

// A study is something that takes longer to learn than a key may: it is worked out
// beside the app, once for what it depends on.
type study[K comparable, V any] struct {
	of       K // what result is for
	result   V
	known    bool
	going    K // what is being worked out
	busy     bool
	stop     context.CancelFunc
	revision int // counts results
}

// A studiedMsg brings the result of a study.
type studiedMsg struct{ take func(a *App) }

// want begins to work something out where it is neither known nor being worked out.
// What is being worked out for something else is stopped.
func (t *study[K, V]) want(a *App, of K, work func(context.Context) (V, error)) tea.Cmd {
	if t.has(of) {
		return nil
	}
	t.forget()
	if t.known && t.of == of {
		return nil
	}
	ctx, stop := context.WithCancel(a.ctx)
	t.busy, t.going, t.stop = true, of, stop
	return func() tea.Msg {
		defer stop()
		v, err := work(ctx)
		return studiedMsg{func(a *App) {
			if !t.busy || t.going != of {
				a.dropped++
				return
			}
			t.busy = false
			if err == nil {
				t.of, t.result, t.known = of, v, true
				t.revision++
			}
		}}
	}
}

// has reports whether something is known, or being worked out, and nothing else is.
func (t *study[K, V]) has(of K) bool {
	if t.busy {
		return t.going == of
	}
	return t.known && t.of == of
}

// ready reports whether the result is known, and no other is being worked out.
func (t *study[K, V]) ready() bool { return t.known && !t.busy }

// forget stops what is being worked out.
func (t *study[K, V]) forget() {
	if t.busy {
		t.stop()
		t.busy = false
	}
}
