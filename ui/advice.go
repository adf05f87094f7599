package ui

import (
	"context"
	"fmt"
	"math"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/engine/advice"
	"findable/ui/cell"
)

// An advising is the advice that was worked out last, or is being worked out.
type advising struct {
	of, going advisedFor
	stop      context.CancelFunc
	progress  *atomic.Int64 // cases asked, in thousandths
	done      *advice.Advice
	revision  int // counts results
}

// advisedFor is what advice depends on.
type advisedFor struct {
	session    *engine.Session
	assemblies int
	cases      int
}

// An advisedMsg brings advice.
type advisedMsg struct {
	of     advisedFor
	advice advice.Advice
	err    error
}

// An advisingMsg draws the progress of what is being worked out anew.
type advisingMsg struct{ of advisedFor }

// adviceLooks reports whether advice is being looked at.
func (a *App) adviceLooks() bool {
	switch o := a.overlay.(type) {
	case *adviceView:
		return true
	case *chartView:
		return o.current().id == frontChart
	}
	return false
}

// advise begins to work advice out where it is looked at and not known, and stops
// where nobody looks any more.
func (a *App) advise() tea.Cmd {
	w := &a.advising
	of := advisedFor{a.d.session, a.d.assemblies, a.evaluation.asked}
	looks := a.adviceLooks() && a.ctx.Err() == nil
	if looks && (of == w.going || of == w.of) {
		return nil
	}
	if w.stop != nil {
		w.stop()
		w.going, w.stop = advisedFor{}, nil
	}
	if !looks {
		return nil
	}
	ctx, stop := context.WithCancel(a.ctx)
	progress := &atomic.Int64{}
	w.going, w.stop, w.progress, w.done, w.of = of, stop, progress, nil, advisedFor{}
	q := advice.Question{Session: a.d.session, Config: a.d.config, Context: a.in.Context, Cases: a.evaluation.cases}
	work := func() tea.Msg {
		defer stop()
		found, err := advice.Advise(ctx, q, func(done, of int) { progress.Store(int64(done * 1000 / of)) })
		return advisedMsg{of, found, err}
	}
	return tea.Batch(work, a.adviceBeat(of))
}

func (a *App) adviceBeat(of advisedFor) tea.Cmd {
	return a.clock.After(beat, func(time.Time) tea.Msg { return advisingMsg{of} })
}

// onAdvice handles the messages about advice and charts.
func (a *App) onAdvice(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case advisedMsg:
		a.onAdvised(msg)
	case advisingMsg:
		return a.onAdvising(msg)
	case chartSavedMsg:
		a.onChartSaved(msg)
	}
	return nil
}

// onAdvising goes on to draw the progress while there is some.
func (a *App) onAdvising(msg advisingMsg) tea.Cmd {
	if msg.of != a.advising.going {
		return nil
	}
	return a.adviceBeat(msg.of)
}

// onAdvised takes advice over, unless something else is wanted by now.
func (a *App) onAdvised(msg advisedMsg) {
	w := &a.advising
	if msg.of != w.going {
		a.dropped++
		return
	}
	w.going, w.stop = advisedFor{}, nil
	if msg.err != nil {
		return
	}
	w.of, w.done = msg.of, &msg.advice
	w.revision++
	if o, ok := a.overlay.(*adviceView); ok {
		o.begin(w.done)
	}
}

// takePoint sets the knobs to a point, in one step, and says why.
func (a *App) takePoint(w *advice.Advice, point int) {
	p, now := w.Points[point], w.Points[w.Present]
	moved := p.Moved(now.Config)
	if moved == "" {
		a.say("these are the knobs as they are now")
		return
	}
	to, c := a.in, p.Config
	to.Config.Enabled, to.Config.ThresholdPct, to.Config.Listing = c.Enabled, c.ThresholdPct, c.Listing
	to.Config.ListingMaxTokens, to.Config.SearchDefaultLimit = c.ListingMaxTokens, c.SearchDefaultLimit
	why := fmt.Sprintf("%s tok a turn, was %s; %s within reach, was %s", whole(p.Tokens(p.Chosen)), whole(now.Tokens(now.Chosen)),
		percentage(p.Chosen.Reach), percentage(now.Chosen.Reach))
	if w.Checked > 0 {
		why += fmt.Sprintf(", on the other half %s, was %s", percentage(p.Checked.Reach), percentage(now.Checked.Reach))
	}
	a.close()
	a.change("advice, "+moved+" ("+why+")", "", to)
}

// whole writes tokens as a whole number.
func whole(tokens float64) string { return cell.Number(int(math.Round(tokens))) }
