package ui

import (
	"context"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/engine/play"
	"findable/engine/py"
	"findable/ui/term"
)

// callTime is how long a running server may take for a call: an agent's default
// (engine.md, section 10).
const callTime = 300 * time.Second

// A running is the part of a message's calls that is being made.
type running struct {
	turn *play.Turn
	stop context.CancelFunc
	next int // the segment to go on with
}

// An executedMsg brings what tools have answered, by the place of the call.
type executedMsg struct {
	of      *running
	answers map[int]executed
}

type executed struct {
	text  string
	err   error
	began bool
}

// toggleLive lets approved calls be made, or only checked.
func (a *App) toggleLive() {
	p := &a.play
	p.live = !p.live
	p.revision++
	if p.live {
		a.say("calls are really made now where a server runs, each after approval")
	} else {
		a.say("calls are only checked")
	}
}

// runTurn makes the calls of a turn that are ready, segment by segment from one on:
// those of a parallel one at the same time, others one by one. Those whose server does
// not run are answered as ever.
func (a *App) runTurn(t *play.Turn, from int) {
	for i := from; i < len(t.Plan.Segments); i++ {
		segment := t.Plan.Segments[i]
		var asked []int
		for _, call := range segment.Calls {
			x := t.Passages[call]
			switch {
			case !x.Ready, len(asked) > 0 && !segment.Parallel:
			case a.src.Play.Runs != nil && a.src.Play.Runs(x.Entry):
				asked = append(asked, call)
			default:
				x.Run(a.ctx, a.play.game.Pretend)
			}
		}
		if len(asked) > 0 {
			a.execute(t, i, asked)
			return
		}
	}
	a.play.running = nil
	a.play.game.End(t)
	a.play.revision++
}

// execute makes calls of one segment at the same time. The stations are passed when the
// answers are there: only then does anything change.
func (a *App) execute(t *play.Turn, segment int, calls []int) {
	ctx, stop := context.WithCancel(a.ctx)
	r := &running{t, stop, segment}
	a.play.running = r
	a.play.revision++
	run := a.src.Play.Execute
	type job struct {
		entry *engine.Entry
		args  py.Object
	}
	jobs := make([]job, len(calls))
	for i, call := range calls {
		jobs[i] = job{t.Passages[call].Entry, t.Passages[call].Repaired}
	}
	a.play.pending = func() tea.Msg {
		defer stop()
		done := make([]executed, len(calls))
		one := func(i int) {
			limited, end := context.WithTimeout(ctx, callTime)
			defer end()
			if done[i].began = limited.Err() == nil; done[i].began {
				done[i].text, done[i].err = run(limited, jobs[i].entry, jobs[i].args)
			}
			if cause := limited.Err(); cause != nil && (done[i].err != nil || !done[i].began) {
				done[i].err = cause // what broke it off, whatever its server made of that
			}
		}
		var all sync.WaitGroup
		crashes := make(chan term.PanicMsg, len(calls))
		for i := range calls {
			all.Go(term.Caught(func(m term.PanicMsg) { crashes <- m }, func() { one(i) }))
		}
		all.Wait()
		if len(crashes) > 0 {
			return <-crashes
		}
		answers := map[int]executed{}
		for i, call := range calls {
			answers[call] = done[i]
		}
		return executedMsg{r, answers}
	}
}

// onExecuted takes the answers through the stations that are left, and goes on with
// the next segment.
func (a *App) onExecuted(msg executedMsg) tea.Cmd {
	if msg.of != a.play.running {
		a.dropped++
		return nil
	}
	stopped, t := false, msg.of.turn
	for call, answer := range msg.answers {
		stopped = stopped || answer.err == context.Canceled
		if !answer.began {
			continue
		}
		t.Passages[call].Run(a.ctx, func(context.Context, *engine.Entry, py.Object) (string, error) {
			return answer.text, answer.err
		})
	}
	if stopped { // what has not begun does not
		a.play.game.Interrupt(t, t.Ready()...)
	}
	a.runTurn(t, msg.of.next)
	return a.afterStep()
}

// stopRunning stops the calls that are being made.
func (a *App) stopRunning() {
	if r := a.play.running; r != nil {
		r.stop()
		a.say("stopping the calls; what a server has done already stays done")
	}
}

// sent takes what is to be done beside the app.
func (p *playing) sent() tea.Cmd {
	cmd := p.pending
	p.pending = nil
	return cmd
}
