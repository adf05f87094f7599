package ui

import (
	"context"
	"os/exec"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"findable/themes"
	"findable/ui/layout"
	"findable/ui/style"
	"findable/ui/term"
)

// App is the one Bubble Tea model. It routes messages to actions and panes, and
// holds the inputs, what follows from them, and the frame drawn last.
type App struct {
	// What was loaded, what the user has set, and what follows from both.
	src       Source
	notes     []Note
	in, start Inputs
	taken     Inputs // what was last written, copied or saved of them
	saveIn    string // the folder that what-ifs are saved in, "" for the working one
	history   history
	d         derived
	connected []string // servers that the user has allowed to be started or called
	samples   []Sample
	sample    string // the one that is open in the place of what the app was started with

	// The ways to the keys, the terminal and the world.
	actions []action
	styles  *style.Styles
	themes  []*themes.Theme // the user's own
	clock   term.Clock
	// clipboard takes a text, and names the file it had to put it in instead.
	clipboard func(text string) (file string, err error)
	// exec gives the terminal to another program.
	exec      func(c *exec.Cmd, done tea.ExecCallback) tea.Cmd
	mouseOff  bool
	dragging  bool // the selected knob's slider
	suspended bool // by the user, until the program goes on
	panicked  *term.PanicMsg

	// The screen.
	w, h    int
	view    layout.View
	focused map[layout.View]layout.Pane // the focus of each view
	back    layout.Pane                 // where esc goes from the query
	zoom    bool
	overlay overlay
	below   overlay  // comes back when the overlay is closed
	recent  []string // what was run from help and palette, the last first
	panes   map[layout.Pane]pane
	drawn   map[layout.Pane]drawn
	head    head
	stage   scene // of the pane that is being drawn
	frame   string

	// The panes that actions reach for, view by view: addPanes makes them.
	config     *configPane
	servers    *serversPane
	query      *queryPane
	hits       *hitsPane
	bridge     *bridgePane
	targets    *targetPane
	repairs    *repairsPane
	maps       *mapPane
	ladder     *ladderPane
	cases      *casesPane
	tries      *triesPane
	findings   *findingsPane
	dictionary *dictionaryPane
	use        *configPane // the knobs of a session's cost
	ways       *waysPane
	caches     *cachePane
	talk       *talkPane
	prompt     *promptPane

	// What goes on beside the app, and what has come of it.
	ctx        context.Context
	loader     Loader
	pending    tea.Cmd // delivers what was being loaded when the app started
	job        *job    // of loading, nil when nothing is being loaded
	jobs       int     // begun so far
	dropped    int     // results that came too late
	ticking    bool    // a tickMsg is on its way
	repairing  repairing
	auditing   auditing
	evaluation evaluation
	comparing  comparing
	play       playing
	costing    costing
	advising   advising
	arriving   arriving

	// What is said in the status line.
	message   string
	messageID int      // of the message shown
	timed     int      // of the last one whose time has begun to run
	said      []saying // the last one last
}

// New makes the app for a source. The inputs are what was loaded: undo and the
// marks of edited values go back to them.
func New(src Source, start Inputs, styles *style.Styles, clock term.Clock) *App {
	a := &App{src: src, in: start, start: start, styles: styles, clock: clock, ctx: context.Background(), exec: tea.ExecProcess}
	a.evaluation.cases = src.Cases
	a.addPanes()
	a.d.update(src, start)
	a.notes = src.AllNotes()
	a.rebind(nil)
	a.startNamed(src.Play.Start)
	return a
}

// Init begins to listen for changes of what was loaded, or waits for what is still
// being loaded.
func (a *App) Init() tea.Cmd { return term.Guard(tea.Batch(a.await(), a.pending)) }

// Update routes a message, begins the jobs that are wanted now, and draws the frame.
// Search, assembly and explanation run here, so nothing on the screen is ever older
// than the last key.
func (a *App) Update(msg tea.Msg) (same tea.Model, cmd tea.Cmd) {
	defer func() {
		// Quitting gives the terminal back before the cause is shown; Bubble Tea's
		// own report would be wiped away with the screen.
		if v := recover(); v != nil {
			a.panicked = &term.PanicMsg{Value: v, Stack: debug.Stack()}
			same, cmd = a, tea.Quit // Bubble Tea views what it is given once more
		}
	}()
	cmd, changed := a.route(msg)
	if !changed {
		return a, cmd
	}
	a.countNamed()
	if id := a.messageID; id != a.timed {
		a.timed = id
		cmd = tea.Batch(cmd, a.clock.After(messageTime, func(time.Time) tea.Msg { return expiredMsg{id} }))
	}
	for _, job := range [...]tea.Cmd{a.repair(), a.evaluate(), a.fareInA(), a.reckon(), a.advise(), a.analyse(), a.play.sent(), a.audit(), a.tick()} {
		if job != nil { // a view waits for what its job brings
			cmd = tea.Batch(cmd, job)
		}
	}
	a.showServed()
	a.frame = a.draw()
	return a, term.Guard(cmd)
}

// resize takes over the size. A first screen that shows one pane at a time begins
// with the hits, not with the knobs.
func (a *App) resize(w, h int) {
	if first := a.w == 0; first && layout.ModeOf(w, h) < layout.Full {
		if a.focus() == layout.Config {
			a.setFocus(layout.Hits)
		}
		a.focused[layout.Why] = layout.Journey
	}
	a.w, a.h = w, h
	a.keepFocus()
}

// keepFocus leaves a pane that is in no form of the screen as it is now for one that
// is, and that takes no letters for text.
func (a *App) keepFocus() {
	order := a.rects().Order
	if slices.Contains(order, a.focus()) {
		return
	}
	if i := slices.IndexFunc(order, func(p layout.Pane) bool { return p != layout.Query && p != layout.Prompt }); i >= 0 {
		a.setFocus(order[i])
	}
}

// View returns the frame that Update has drawn.
func (a *App) View() string { return a.frame }

func (a *App) clean(text string) string { return a.styles.Glyphs.Clean(text) }

// focus is the pane that gets the keys.
func (a *App) focus() layout.Pane { return a.focused[a.view] }

func (a *App) setFocus(p layout.Pane) {
	if a.focus() != p {
		a.history.close()
		a.stopTyping()
	}
	a.focused[a.view] = p
}

func (a *App) pane() pane { return a.panes[a.focus()] }

// rects lays out the screen as it is.
func (a *App) rects() layout.Rects {
	return layout.Compute(layout.Args{W: a.w, H: a.h, View: a.view, Focus: a.focus(), Zoom: a.zoom})
}

// scene is what a pane sees at its present place; a pane that is not on the
// screen gets the body's size.
func (a *App) scene(p layout.Pane) *scene {
	r := a.rects()
	place, ok := r.Find(p)
	if !ok {
		place = layout.Place{Pane: p, Rect: r.Body(), Framed: r.Mode.Framed()}
	}
	return a.sceneAt(place)
}

func (a *App) sceneAt(place layout.Place) *scene {
	s := new(scene)
	a.stageAt(s, place)
	return s
}

// stageAt makes s what a pane sees at a place.
func (a *App) stageAt(s *scene, place layout.Place) {
	inner := place.Inner()
	*s = scene{Styles: a.styles, src: a.src, in: a.in, start: a.start, d: &a.d,
		focus: place.Pane == a.focus() && !a.covered(), w: inner.W, h: inner.H}
}

// covered reports whether an overlay has the keys of the panes. The tour only
// speaks of the one with the focus.
func (a *App) covered() bool {
	_, guided := a.overlay.(*tour)
	return a.overlay != nil && !guided
}

// cycle moves the focus along the panes of the view.
func (a *App) cycle(by int) {
	order := a.rects().Order
	for i, p := range order {
		if p == a.focus() {
			a.setFocus(order[(i+by+len(order))%len(order)])
			return
		}
	}
	if len(order) > 0 {
		a.setFocus(order[0])
	}
}

func (a *App) show(v layout.View) {
	a.history.close()
	a.stopTyping()
	a.view = v
	a.keepFocus()
}

// focusQuery goes to the query from anywhere; esc goes back.
func (a *App) focusQuery() {
	if a.view == layout.Listing || a.view == layout.Audit || a.view == layout.Play {
		a.show(layout.Tune)
	}
	if a.focus() != layout.Query {
		a.back = a.focus()
	}
	a.zoom = false
	a.setFocus(layout.Query)
}

// leaveQuery puts the focus on the hits, which is where the answer is.
func (a *App) leaveQuery() {
	to := a.back
	if to == "" || to == layout.Config || to == layout.Query {
		to = layout.Hits
	}
	if a.view == layout.Why {
		to = layout.Journey
	}
	a.setFocus(to)
}

func (a *App) setQuery(text string) {
	a.query.field.set(text)
	a.setTyped(text)
}

// setTyped searches for the text of the box, which has it already.
func (a *App) setTyped(text string) {
	to := a.in
	to.Query = text
	a.history.record("the query "+strconv.Quote(a.clean(strings.TrimSpace(text))), "query", a.in, a.marks())
	a.set(to)
	a.hits.build(a.scene(layout.Hits))
	a.hits.first()
}

// typeValue opens the field of the selected knob.
func (a *App) typeValue() {
	p := a.turning()
	k := p.selected()
	text := k.show(a.in)
	if k.key == "defer" {
		text = strings.Join(a.in.Effective().Defer, ", ")
	}
	p.typing, p.fault = newField(strings.TrimSuffix(text, " %")), ""
	p.typing.fresh = true
}

func (a *App) stopTyping() {
	p := a.turning()
	p.typing, p.fault = nil, ""
	a.stopFiltering()
}

// takeValue ends typing: a value that does not parse stays in the field with the
// reason.
func (a *App) takeValue() {
	p, to := a.turning(), a.in
	k := p.selected()
	if err := k.parse(&to, p.typing.text()); err != nil {
		p.fault = k.key + " takes " + err.Error()
		return
	}
	a.stopTyping()
	a.setKnob(k, to, "")
}
