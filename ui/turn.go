package ui

func idleDefer(a *App) string {
	if k := a.turning().selected(); k.key == "defer" {
		return k.idle(a.in)
	}
	return ""
}

func (a *App) turn(k knob, by int) {
	to := a.in
	k.turn(&to, by)
	a.setKnob(k, to, "turn "+k.key)
}

// setKnob changes the inputs; a knob that stays where it is says why, if it has no
// effect anyway.
func (a *App) setKnob(k knob, to Inputs, kind string) {
	if why := k.idleNow(a.in); why != "" && to.Equal(a.in) {
		a.say(k.key + ": " + why)
	}
	a.change(k.key+" "+k.show(a.in)+" "+a.styles.Glyphs.Right+" "+k.show(to), kind, to)
}

func (k knob) idleNow(in Inputs) string {
	if k.idle == nil {
		return ""
	}
	return k.idle(in)
}

func (a *App) reset(k knob) {
	to := a.in
	k.reset(&to)
	a.setKnob(k, to, "")
}

func (a *App) resetAll() {
	to := a.in
	for _, k := range a.turning().knobs {
		k.reset(&to)
	}
	a.change("all knobs to their defaults", "", to)
}

func (a *App) asLoaded() {
	to := a.start
	to.Query, to.Target, to.Scope, to.Edits, to.Use = a.in.Query, a.in.Target, a.in.Scope, a.in.Edits, a.in.Use
	if a.turning() == a.use {
		to = a.in
		to.Use = a.start.Use
	}
	a.change("all knobs as loaded", "", to)
}

func (a *App) switchGeneration() {
	for _, k := range knobs {
		if k.key == "generation" {
			to := a.in
			k.turn(&to, 1)
			if to.Equal(a.in) {
				k.turn(&to, -1)
			}
			a.setKnob(k, to, "")
		}
	}
}
