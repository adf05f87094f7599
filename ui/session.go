package ui

import "findable/ui/layout"

// Kept is what a session file keeps of the app besides the inputs.
type Kept struct {
	// A is the state that was kept to hold what follows against, nil for none.
	A *Inputs
	// Dump is another dump that takes the place of A, nil for none.
	Dump *Loaded
	// View names the view that was shown: tune, listing, why, map and so on; "" and
	// what is no view stand for the first.
	View string
}

// A State is how things stand in the app: what a session file holds and brings
// back.
type State struct {
	Inputs Inputs
	Kept
}

// state is how things stand now.
func (a *App) state() State {
	st := State{Inputs: a.in}
	switch side := a.comparing.a; {
	case side == nil:
	case side.dump != "":
		st.Dump = a.src.Kept.Dump
	default:
		st.A = &side.inputs
	}
	for _, v := range views {
		if v.view == a.view {
			st.View = v.word()
		}
	}
	return st
}

// reopen brings back what a session file has kept.
func (a *App) reopen(k Kept) {
	switch {
	case k.Dump != nil:
		a.comparing.a = a.sideOf(k.Dump.Source, k.Dump.Start)
		a.comparing.a.dump = k.Dump.Source.Name
		a.focused[layout.Compare] = layout.Changes
		a.comparing.pins++
	case k.A != nil:
		a.comparing.a = a.sideOf(a.src, *k.A)
		a.comparing.pins++
	}
	for _, v := range views {
		if v.word() == k.View {
			a.view = v.view
		}
	}
}
