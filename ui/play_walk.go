package ui

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/engine/play"
	"findable/ui/cell"
	"findable/ui/layout"
)

// A walking is a walkthrough that is being watched.
type walking struct {
	of   play.Walkthrough
	at   int // steps that were played
	auto bool
	beat int // of the timer that counts
}

// A walkMsg is the time for the next step.
type walkMsg struct {
	walk *walking
	beat int
}

// walkPause is how long a step stands before the next one comes by itself.
const walkPause = 4 * time.Second

func noWalk(a *App) string {
	if a.play.walk == nil {
		return "no walkthrough is being watched"
	}
	return ""
}

// chooseWalk offers the walkthroughs.
func (a *App) chooseWalk() {
	var rows []choice
	for _, w := range a.src.Play.Walkthroughs {
		rows = append(rows, choice{key: w.Name, title: w.Title, run: func(a *App) tea.Cmd { return a.startWalk(w) }})
	}
	a.open(&chooser{title: "Which walkthrough?", foot: "nothing is run: its answers are recorded", filter: newField(""),
		choices: func(filter string) []choice { return filtered(rows, filter) }})
}

// startNamed begins with a walkthrough by its name.
func (a *App) startNamed(name string) {
	i := slices.IndexFunc(a.src.Play.Walkthroughs, func(w play.Walkthrough) bool { return w.Name == name })
	if i >= 0 {
		a.startWalk(a.src.Play.Walkthroughs[i])
	}
}

// startWalk begins a walkthrough with its first step.
func (a *App) startWalk(w play.Walkthrough) tea.Cmd {
	a.newTalk()
	a.play.live = false
	a.play.walk = &walking{of: w}
	a.message = a.told("{walk-next} plays the next step, {walk-auto} lets them come by themselves")
	a.showPlay()
	a.setFocus(layout.Talk)
	if w.About != "" {
		a.tellStep(w.About)
	}
	return nil
}

func (a *App) tellStep(text string) {
	a.play.items = append(a.play.items, talkItem{say: text})
	a.play.revision++
	a.talk.follow = true
}

// step plays the next step.
func (a *App) step() tea.Cmd {
	w := a.play.walk
	if a.busy() {
		a.say(busyWords)
		return nil
	}
	w.beat++
	if w.at == len(w.of.Steps) {
		a.say(a.told("the walkthrough has ended: {walkthrough} chooses another, {prompt} goes on by hand"))
		return nil
	}
	step := w.of.Steps[w.at]
	w.at++
	if step.Say != "" {
		a.tellStep(step.Say)
	}
	if step.Call != "" {
		calls, err := play.Read(a.d.session, step.Call)
		if err != nil {
			a.tellStep("this step cannot be played: " + err.Error())
			return nil
		}
		a.playCalls(step.Call, calls)
	}
	if a.overlay == nil {
		return a.afterStep()
	}
	return nil
}

// afterStep ends a walkthrough after its last step, or waits for the next one where
// they come by themselves.
func (a *App) afterStep() tea.Cmd {
	w := a.play.walk
	if w == nil || a.overlay != nil || a.busy() {
		return nil
	}
	if w.at == len(w.of.Steps) {
		a.tellStep(savedWords(a.play.game.Meter))
		a.play.items[len(a.play.items)-1].end = true
		w.auto = false
		return nil
	}
	if !w.auto {
		return nil
	}
	w.beat++
	beat := w.beat
	return a.clock.After(walkPause, func(time.Time) tea.Msg { return walkMsg{w, beat} })
}

// savedWords says what a conversation has saved.
func savedWords(m play.Meter) string {
	saved := m.Saved()
	text := "saved " + cell.Number(saved) + " tokens"
	if saved < 0 {
		text = "cost " + cell.Number(-saved) + " tokens more"
	}
	if m.Eager.Sent > 0 {
		text += " (" + strconv.Itoa(max(saved, -saved)*100/m.Eager.Sent) + " %)"
	}
	return fmt.Sprintf("The bridge %s: it sent %s in %s, and every tool loaded at once %s in %s.", text,
		cell.Number(m.Bridge.Sent), engine.Plural(m.Bridge.Requests, "request", "requests"), cell.Number(m.Eager.Sent), engine.Plural(m.Eager.Requests, "request", "requests"))
}

// answer answers for the user what a step asks, where steps come by themselves.
func (w *walking) answer(t *play.Turn) {
	for p := t.Asks(); p != nil; p = t.Asks() {
		if w.of.Steps[w.at-1].Refuse {
			p.Refuse()
		} else {
			p.Approve()
		}
	}
}

// onWalk plays the next step when its time has come.
func (a *App) onWalk(msg walkMsg) tea.Cmd {
	if w := a.play.walk; w != msg.walk || w.beat != msg.beat || !w.auto || a.overlay != nil {
		return nil
	}
	return a.step()
}

// autoWalk lets the steps come by themselves, or stops that.
func (a *App) autoWalk() tea.Cmd {
	w := a.play.walk
	w.auto = !w.auto
	if !w.auto {
		a.say("the walkthrough waits for you")
		return nil
	}
	return a.step()
}
