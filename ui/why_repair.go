package ui

import (
	"context"
	"slices"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine/eval"
	"findable/engine/why"
	"findable/ui/layout"
)

// A repairing is the search for repairs of one answer: one that goes on, was
// stopped, or has ended.
type repairing struct {
	of    repaired
	stop  context.CancelFunc // nil when none goes on
	run   *repairRun         // the one that goes on, or went on last
	found []tried            // as far as has been looked
	done  bool
	looks int // counts what has come in
}

// repaired is what repairs depend on: the revision of the answer, and the cases that
// each is held against.
type repaired struct{ revision, cases int }

// A repairRun holds what has been found, put there from its own goroutine.
type repairRun struct{ found atomic.Pointer[[]tried] }

// A tried is a change that helps, and what it does to the cases.
type tried struct {
	why.Repair
	// effect is nil until it has been measured, where there are no cases, and where
	// only the query is another: cases have their own.
	effect *eval.Comparison
}

// A repairedMsg says that a run has ended.
type repairedMsg struct {
	run *repairRun
	err error // of one that was stopped
}

// repair begins to look for repairs where they are looked at and not known yet.
func (a *App) repair() tea.Cmd {
	w := &a.repairing
	of := repaired{a.d.revision, a.evaluation.asked}
	if w.of == of {
		return nil
	}
	if w.stop != nil { // what is being repaired is not what is asked any more
		w.halt()
	}
	if a.view != layout.Why || a.in.Target == "" {
		return nil
	}
	ctx, stop := context.WithCancel(a.ctx)
	run := &repairRun{}
	*w = repairing{of: of, stop: stop, run: run, looks: w.looks + 1}
	answer, cases := a.d.answer(a.src, a.in), a.evaluation.cases
	return func() tea.Msg {
		defer stop()
		return repairedMsg{run, run.work(ctx, answer, cases)}
	}
}

// work finds the repairs first, and then measures what each does to the cases. The
// error is that of a context that ends.
func (r *repairRun) work(ctx context.Context, x *answer, cases []eval.Case) error {
	var found []tried
	tell := func() { // a copy, since this one goes on changing
		now := slices.Clone(found)
		r.found.Store(&now)
	}
	for repair := range x.world.Repairs(ctx, x.journey) {
		found = append(found, tried{Repair: repair})
		tell()
	}
	for i := range found {
		if len(cases) == 0 || found[i].Kind == why.QueryRepair {
			continue
		}
		effect, err := found[i].Effect(ctx, x.world, cases)
		if err != nil {
			return err
		}
		found[i].effect = &effect
		tell()
	}
	return ctx.Err()
}

// onRepaired takes over what a run has found, unless another question has been asked
// by now or the run was stopped.
func (a *App) onRepaired(msg repairedMsg) {
	w := &a.repairing
	if msg.run != w.run || w.stop == nil || msg.err != nil {
		a.dropped++
		return
	}
	w.look()
	w.stop, w.done = nil, true
}

// look takes over what the run has found so far.
func (w *repairing) look() {
	if w.stop == nil {
		return
	}
	if found := w.run.found.Load(); found != nil {
		w.found = *found
	}
	w.looks++
}

// halt stops the run. What it has found stays.
func (w *repairing) halt() {
	w.stop()
	w.look()
	w.stop = nil
}

// measured counts the repairs whose effect on the cases is known.
func (w *repairing) measured() int {
	n := 0
	for _, t := range w.found {
		if t.effect != nil || t.Kind == why.QueryRepair {
			n++
		}
	}
	return n
}
