package ui

import (
	"findable/engine"
)

// Kept is what a session file keeps of the app besides the inputs.
type Kept struct {
	// A is the state that was kept to hold what follows against, nil for none.
	A *Inputs
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
	if side := a.comparing.a; side != nil {
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
	if k.A != nil {
		a.comparing.a = &side{inputs: *k.A, world: a.src.world(*k.A)}
		a.comparing.pins++
	}
	for _, v := range views {
		if v.word() == k.View {
			a.view = v.view
		}
	}
}

// world is the session that some inputs make, with its settings.
func (s Source) world(in Inputs) engine.World {
	session := s.registry(in.Generation).With(in.Edits).Session(in.Rules(), in.Scope, in.Effective().Defer)
	return engine.NewWorld(session, in.Effective(), in.Context)
}
