package ui

import (
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine/eval"
	"findable/engine/whatif"
)

// An analysis is how the cases would fare if the reference read texts in other ways:
// what-ifs, not the reference. It is made only when it is looked at.
type analysis struct {
	done, going measured
	stop        context.CancelFunc
	under       []analysed // one each of whatif.All
	revision    int        // counts results
}

// An analysed is the cases under one what-if.
type analysed struct {
	whatif.WhatIf
	measures eval.Measures
	cells    []eval.LanguageCell
}

// cell returns the counts for the same two scripts.
func (x analysed) cell(c eval.LanguageCell) (eval.LanguageCell, bool) {
	i := slices.IndexFunc(x.cells, func(other eval.LanguageCell) bool { return other.Query == c.Query && other.Tool == c.Tool })
	if i < 0 {
		return c, false
	}
	return x.cells[i], true
}

// share is how much of what is wanted in two scripts is found.
func (x analysed) share(c eval.LanguageCell) float64 {
	other, ok := x.cell(c)
	if !ok {
		return 0
	}
	return float64(other.Found) / float64(other.Wanted)
}

// An analysedMsg brings the cases under all what-ifs.
type analysedMsg struct {
	of    measured
	under []analysed
	err   error
}

// analyse begins to measure the cases under the what-ifs, where the page of the
// scripts shows them and they are not known.
func (a *App) analyse() tea.Cmd {
	e, x := &a.evaluation, &a.evaluation.analysis
	of := e.done
	of.base = 0 // does not matter here
	if a.cases.page != scriptsPage || e.current() == nil || of == x.going || of == x.done {
		return nil
	}
	if x.stop != nil {
		x.stop()
	}
	ctx, stop := context.WithCancel(a.ctx)
	x.going, x.stop = of, stop
	config, cases := e.current().inputs.Effective(), e.cases
	return func() tea.Msg {
		defer stop()
		msg := analysedMsg{of: of}
		for _, w := range whatif.All() {
			other := eval.NewSession(of.session.Analysed(w.Analyser), config)
			outcomes, err := eval.Run(ctx, other, cases, nil)
			if err != nil {
				msg.err = err
				return msg
			}
			msg.under = append(msg.under, analysed{w, eval.Measured(outcomes, of.limit), eval.Languages(outcomes, other.Names(), other.Description, of.limit)})
		}
		return msg
	}
}

// onAnalysed takes over a result, unless another one is being waited for by now.
func (a *App) onAnalysed(msg analysedMsg) {
	x := &a.evaluation.analysis
	if msg.of != x.going {
		a.dropped++
		return
	}
	x.going = measured{}
	if msg.err == nil {
		x.done, x.under = msg.of, msg.under
		x.revision++
	}
}
