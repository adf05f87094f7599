package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"findable/ui/cell"
	"findable/ui/layout"
	"findable/ui/term"
)

// route hands a message to what takes it, and reports whether the screen may look
// different then.
func (a *App) route(msg tea.Msg) (cmd tea.Cmd, changed bool) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		a.resize(msg.Width, msg.Height)
	case tea.KeyMsg:
		cmd = a.onKey(msg)
	case tea.MouseMsg:
		a.onMouse(msg)
	case resumedMsg:
		cmd = a.onResumed(msg)
	case continuedMsg:
		cmd = a.onContinued()
	case copiedMsg:
		a.onCopied(msg)
	case editedMsg:
		cmd = a.onEdited(msg)
	case savedMsg:
		a.onSaved(msg)
	case tickMsg:
		a.onTick()
	case walkMsg:
		cmd = a.onWalk(msg)
	case expiredMsg:
		if msg.id != a.messageID {
			return nil, false
		}
		a.message = ""
	case term.PanicMsg:
		a.panicked = &msg
		return tea.Quit, false
	default:
		return a.takeResult(msg)
	}
	return cmd, true
}

// takeResult hands on what a job beside the app has brought. What was wanted for
// other inputs than the present ones is dropped there.
func (a *App) takeResult(msg tea.Msg) (cmd tea.Cmd, changed bool) {
	switch msg := msg.(type) {
	case loadedMsg:
		a.onLoaded(msg)
	case beatMsg:
		cmd = a.onBeat(msg)
	case changedMsg:
		cmd = a.onChanged(msg)
	case repairedMsg:
		a.onRepaired(msg)
	case auditedMsg:
		a.onAudited(msg)
	case triedMsg:
		cmd = a.onTried(msg)
	case evaluatedMsg:
		a.onEvaluated(msg)
	case casesMsg:
		a.onCases(msg)
	case analysedMsg:
		a.onAnalysed(msg)
	case askedMsg:
		cmd = a.onAsked(msg)
	case executedMsg:
		cmd = a.onExecuted(msg)
	case begunMsg:
		cmd = a.onBegun(msg)
	case replayedMsg:
		a.onReplayed(msg)
	case studiedMsg:
		msg.take(a)
	case advisedMsg, advisingMsg, chartSavedMsg:
		cmd = a.onAdvice(msg)
	case doneMsg:
		cmd = msg(a)
	case servingMsg:
		cmd = a.onServing(msg)
	case arrivedMsg:
		cmd = a.onArrived(msg)
	default:
		return nil, false
	}
	return cmd, true
}

// onKey sends a key to the overlay, the text field or the actions, in this order.
func (a *App) onKey(msg tea.KeyMsg) tea.Cmd {
	if msg.Type == tea.KeyCtrlC {
		return tea.Quit
	}
	if a.messageID == 0 { // the greeting goes a while after the first key
		a.messageID++
	}
	if msg.Type == tea.KeyRunes && len(msg.Runes) > 1 && !msg.Paste && !a.writing() { // fast typing arrives as one message
		var cmds []tea.Cmd
		for _, r := range msg.Runes {
			cmds = append(cmds, a.onKey(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: msg.Alt}))
		}
		return tea.Batch(cmds...)
	}
	switch {
	case a.rects().Mode == layout.TooSmall:
		return a.smallKey(msg)
	case a.overlay != nil:
		return a.overlay.key(a, msg)
	case a.turning().typing != nil:
		a.typeKey(msg)
		return nil
	case a.filtering() != nil:
		a.filterKey(msg)
		return nil
	case a.focus() == layout.Query:
		return a.queryKey(msg)
	case a.focus() == layout.Prompt:
		return a.promptKey(msg)
	case msg.Paste: // pasted text never runs actions
		a.say(a.told("pasted text is taken in the query box only: press {query} first"))
		return nil
	case msg.Type == tea.KeyEsc:
		a.escape()
		return nil
	}
	if x, ok := a.find(msg.String()); ok {
		if !merges(x.id) && x.marks != selection {
			a.history.close()
		}
		return a.do(x)
	}
	return nil
}

// smallKey takes a key where there is room for the notice or for help: what a key
// does can't be seen, so none changes anything.
func (a *App) smallKey(msg tea.KeyMsg) tea.Cmd {
	switch key := msg.String(); {
	case a.helping() && msg.Type != tea.KeyEnter:
		return a.overlay.key(a, msg)
	case a.overlay != nil || a.focus() == layout.Query || a.focus() == layout.Prompt:
	case a.has("quit", key):
		return tea.Quit
	case a.has("help", key):
		a.open(newHelp(a))
	}
	return nil
}

// helping reports whether help is open.
func (a *App) helping() bool {
	c, ok := a.overlay.(*chooser)
	return ok && c.toggle == "help"
}

// writing reports whether letters are text.
func (a *App) writing() bool {
	switch o := a.overlay.(type) {
	case *chooser, *editForm, *sessionForm:
		return true
	case *takeaway:
		return o.path != nil
	case overlay:
		return false
	}
	return a.turning().typing != nil || a.filtering() != nil || a.focus() == layout.Query || a.focus() == layout.Prompt
}

// merges reports whether repeats of an action are one step of the history.
func merges(id string) bool {
	return id == "lower" || id == "raise" || id == "lower-much" || id == "raise-much"
}

// escape goes one step back: it stops what is being loaded, leaves the zoom, or goes
// from the explanation to its hit.
func (a *App) escape() {
	switch {
	case a.job != nil:
		a.stopLoading()
	case a.play.running != nil && a.view == layout.Play:
		a.stopRunning()
	case a.stopWork(), a.stepBack():
	case a.zoom:
		a.zoom = false
	case a.focus() == layout.Explain:
		a.setFocus(layout.Hits)
	}
}

// typeKey edits the value being typed.
func (a *App) typeKey(msg tea.KeyMsg) {
	switch msg.Type {
	case tea.KeyEsc:
		a.stopTyping()
	case tea.KeyEnter:
		a.takeValue()
	case tea.KeyTab, tea.KeyShiftTab:
		a.takeValue()
	default:
		p := a.turning()
		p.fault = ""
		p.typing.update(msg)
	}
}

// queryKey edits the query; typing searches at once. A key that is no text and
// edits none does what it does elsewhere.
func (a *App) queryKey(msg tea.KeyMsg) tea.Cmd {
	switch {
	case msg.Type == tea.KeyEsc:
		a.leaveQuery()
		return nil
	case msg.Type == tea.KeyEnter:
		a.leaveQuery()
		if a.view == layout.Tune {
			a.setFocus(layout.Hits)
		}
		return nil
	case !a.query.field.edits(msg):
		if x, ok := a.find(msg.String()); ok {
			return a.do(x)
		}
		s := a.scene(layout.Hits) // look through the hits without leaving the field
		a.hits.move(s, a.moved(msg, s.h))
		return nil
	}
	a.query.field.update(msg)
	if typed := msg.Type == tea.KeyRunes || msg.Type == tea.KeySpace; typed && a.query.field.full() {
		a.say("the query takes " + cell.Number(fieldLimit) + " characters: what is beyond them is left out")
	}
	if text := a.query.field.text(); text != a.in.Query {
		a.setTyped(text)
	}
	return nil
}

// onMouse focuses and selects what was clicked, and scrolls what is under the
// wheel.
func (a *App) onMouse(msg tea.MouseMsg) {
	if a.overlay != nil {
		a.overlay.mouse(a, msg)
		return
	}
	rects := a.rects()
	if a.dragging {
		place, seen := rects.Find(a.focus())
		if a.dragging = seen && msg.Action == tea.MouseActionMotion; a.dragging {
			a.dragKnob(a.sceneAt(place), msg.X-place.Inner().X)
		}
		return
	}
	place, ok := rects.At(msg.X, msg.Y)
	if !ok {
		if msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft && rects.Views.Contains(msg.X, msg.Y) {
			a.clickViews(msg.X - rects.Views.X)
		}
		return
	}
	p, s := a.panes[place.Pane], a.sceneAt(place)
	inner := place.Inner()
	switch {
	case msg.Button == tea.MouseButtonWheelUp:
		p.wheel(s, -wheelRows)
	case msg.Button == tea.MouseButtonWheelDown:
		p.wheel(s, wheelRows)
	case pressed(msg):
		a.setFocus(place.Pane)
		if inner.Contains(msg.X, msg.Y) {
			a.marking(selection, func() tea.Cmd { a.clickPane(p, s, msg.X-inner.X, msg.Y-inner.Y); return nil })
		}
	}
}

// wheelRows is how far one notch of the wheel scrolls.
const wheelRows = 3

func (a *App) clickPane(p pane, s *scene, x, y int) {
	p.click(s, x, y)
	c := a.turning()
	if p != pane(c) {
		return
	}
	from, w, ok := sliderCells(s, c.selected())
	a.dragging = ok && y == c.list.cursor-c.list.top && x >= from && x < from+w
	if a.dragging {
		a.dragKnob(s, x)
	}
}

// dragKnob moves the selected slider to a column of its pane. Beyond its ends it
// stays at them, so that the mouse need not be held straight.
func (a *App) dragKnob(s *scene, x int) {
	k := a.turning().selected()
	from, w, ok := sliderCells(s, k)
	if !ok {
		return
	}
	to := a.in
	k.at(&to, cell.SliderAt(x-from, w))
	a.setKnob(k, to, "turn "+k.key)
}

func (a *App) clickViews(x int) {
	at := 0
	for i, tab := range a.viewTabs(a.rects()) {
		w := cell.Width(tab.Text)
		if x >= at && x < at+w {
			a.show(views[i].view)
			return
		}
		at += w
	}
}
