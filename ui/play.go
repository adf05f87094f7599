package ui

import (
	"errors"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/engine/pipeline"
	"findable/engine/planner"
	"findable/engine/play"
	"findable/engine/replay"
	"findable/ui/layout"
)

// A Playground is what the Play view has besides the catalog.
type Playground struct {
	// Rules decide on calls, Results stand for the answers of tools.
	Rules   []pipeline.Rule
	Results []play.Recorded
	// Walkthroughs can be watched; Start names the one that the app begins with, ""
	// for none.
	Walkthroughs []play.Walkthrough
	Start        string
	// Log is the conversation of an agent, to be gone through; Scopes are what a
	// session may be narrowed to.
	Log    []replay.Event
	Scopes []Preset
	// Runs reports whether a running server can be asked to run a tool, and Execute
	// asks it, until the context ends; nil where no server runs.
	Runs    func(e *engine.Entry) bool
	Execute pipeline.Execute
}

// A Preset is a scope with a name, such as that of a sub-agent.
type Preset struct {
	Name string
	engine.Scope
}

// A playing is the conversation in the Play view.
type playing struct {
	game  *play.Game
	of    playingOf
	items []talkItem
	field *field
	fault string // why what is written is no call
	past  []string
	at    int // in past, where the prompt shows one of them
	// offered are completions for the text before; offer is the one put in, -1 for none.
	offered  play.Completions
	offer    int
	outer    bool // the bridge is shown
	revision int  // counts what the panes show
	folded   map[talkKey]bool
	approved approvals
	walk     *walking
	log      *replay.Report
	logOf    *engine.Session
	live     bool // calls are really made where a server runs
	running  *running
	begins   bool    // a long message passes the stations
	pending  tea.Cmd // makes the calls that are to be made
}

// playingOf is what the game was last told of.
type playingOf struct {
	session    *engine.Session
	assemblies int
}

// A talkItem is a message of the model, or something said by a walkthrough.
type talkItem struct {
	turn *play.Turn
	say  string
	end  bool // what a walkthrough comes to
}

// A talkKey is a call of an item.
type talkKey struct{ item, call int }

// playgame returns the conversation, on the session as it is now.
func (a *App) playgame() *play.Game {
	p := &a.play
	now := playingOf{a.d.session, a.d.assemblies}
	if p.game == nil {
		p.game = play.NewGame(a.d.session, a.d.config, a.d.assembly)
		p.folded = map[talkKey]bool{}
	} else if p.of != now {
		p.game.Follow(a.d.session, a.d.config, a.d.assembly)
	}
	p.of = now
	p.game.Policy, p.game.Results = pipeline.Policy{Rules: a.src.Play.Rules, Approved: p.approved.names(a.d.session), Wary: p.live}, a.src.Play.Results
	if p.walk != nil && !p.live {
		p.game.Results = slices.Concat(p.walk.of.Results, a.src.Play.Results)
		p.game.Policy.Rules = slices.Concat(a.src.Play.Rules, p.walk.of.Rules)
	}
	return p.game
}

// newTalk begins another conversation.
func (a *App) newTalk() {
	p := &a.play
	a.stopRunning()
	p.game, p.items, p.walk, p.running, p.begins = nil, nil, nil, nil, false
	p.revision++
	a.talk.list = list{}
	a.playgame()
}

// mostNow is how many calls of a message pass the stations at once: ten queries each,
// over some thousands of tools, take 4 ms. More are a job beside the app.
const mostNow = 16

// A begunMsg brings a message's calls, as far as they go.
type begunMsg struct {
	of   *play.Game
	turn *play.Turn
}

// playCalls passes a message's calls through the stations, as far as they go.
func (a *App) playCalls(text string, calls []planner.Call) {
	game := a.playgame()
	begin := game.Prepare(text, calls)
	if len(calls) <= mostNow {
		a.takeTurn(begin())
		return
	}
	a.play.begins = true
	a.play.revision++
	a.play.pending = func() tea.Msg { return begunMsg{game, begin()} }
}

func (a *App) takeTurn(t *play.Turn) {
	a.play.game.Take(t)
	a.play.items = append(a.play.items, talkItem{turn: t})
	a.talk.follow = true
	a.goOn(t)
}

func (a *App) onBegun(msg begunMsg) tea.Cmd {
	if msg.of != a.play.game {
		a.dropped++
		return nil
	}
	a.play.begins = false
	a.takeTurn(msg.turn)
	return a.afterStep()
}

// goOn takes a turn on: to the next question, or to its end.
func (a *App) goOn(t *play.Turn) {
	a.play.revision++
	if w := a.play.walk; w != nil && w.auto && !a.play.live { // what is really made the user alone approves
		w.answer(t)
	}
	if p := t.Asks(); p != nil {
		a.open(&approval{turn: t, passage: p})
		return
	}
	a.playgame()
	if a.play.live {
		a.runTurn(t, 0)
		return
	}
	a.play.game.Settle(t)
}

// busy reports whether a message is on its way: another one waits for its end.
func (a *App) busy() bool { return a.play.running != nil || a.play.begins }

const busyWords = "calls are running: esc in the conversation stops them"

// submit plays what is written at the prompt.
func (a *App) submit() {
	p := &a.play
	text := strings.TrimSpace(p.field.text())
	calls, err := play.Read(a.d.session, text)
	if err == nil && a.busy() {
		err = errors.New(busyWords)
	}
	if err != nil {
		p.fault = err.Error()
		return
	}
	p.past = append(slices.DeleteFunc(p.past, func(s string) bool { return s == text }), text)
	p.at = len(p.past)
	a.write("")
	a.playCalls(text, calls)
}

// write puts a text at the prompt.
func (a *App) write(text string) {
	p := &a.play
	p.field.set(text)
	p.fault = ""
	a.offer()
}

// offer looks for what may be written next.
func (a *App) offer() {
	p := &a.play
	p.offered, p.offer = play.Complete(a.d.session, p.field.text()), -1
}

// promptKey edits the prompt. A key that is no text and edits none does what it does
// elsewhere.
func (a *App) promptKey(msg tea.KeyMsg) tea.Cmd {
	p := &a.play
	switch {
	case msg.Type == tea.KeyEsc:
		a.setFocus(layout.Talk)
	case msg.Type == tea.KeyEnter && p.field.text() == "" && p.walk != nil:
		return a.step()
	case msg.Type == tea.KeyEnter:
		a.submit()
	case msg.Type == tea.KeyTab && p.field.text() != "" && len(p.offered.List) > 0:
		a.complete(1)
	case msg.Type == tea.KeyShiftTab && p.offer >= 0:
		a.complete(-1)
	case msg.Type == tea.KeyUp:
		a.recall(-1)
	case msg.Type == tea.KeyDown:
		a.recall(1)
	case p.field.edits(msg):
		p.field.update(msg)
		p.fault = ""
		a.offer()
	default:
		if x, ok := a.find(msg.String()); ok {
			return a.do(x)
		}
	}
	return nil
}

// complete writes what all completions begin with, and after that one after the
// other.
func (a *App) complete(by int) {
	p := &a.play
	text, c := p.field.text(), p.offered
	if p.offer < 0 {
		if common := c.Common(); len(common) > len(text)-c.From && strings.HasPrefix(strings.ToLower(common), strings.ToLower(text[c.From:])) {
			a.write(text[:c.From] + common)
			return
		}
	}
	n := len(c.List)
	at := (p.offer + by + n) % n
	if p.offer < 0 {
		at = 0
	}
	p.field.set(text[:c.From] + c.List[at].Text)
	p.offer = at
	if n == 1 {
		a.offer()
	}
}

// recall shows what was written before, or after.
func (a *App) recall(by int) {
	p := &a.play
	if at := p.at + by; at >= 0 && at <= len(p.past) {
		p.at = at
		text := ""
		if at < len(p.past) {
			text = p.past[at]
		}
		a.write(text)
	}
}

// playedTool is the tool of the call under the cursor, nil when there is none.
func (a *App) playedTool() *engine.Entry {
	if p := a.talk.passage(); p != nil {
		return p.Entry
	}
	return nil
}

// playWhy goes to the journey of the tool under the cursor, with the search before it.
func (a *App) playWhy() {
	e := a.playedTool()
	item, _ := a.talk.current()
	if query := a.play.searchBefore(item); query != "" {
		a.setQuery(query)
	}
	a.target(e.Name)
	a.show(layout.Why)
}

// searchBefore is the last search up to an item, as the query box writes it.
func (p *playing) searchBefore(item int) string {
	for i := min(item, len(p.items)-1); i >= 0; i-- {
		if p.items[i].turn == nil {
			continue
		}
		for _, x := range p.items[i].turn.Passages {
			if len(x.Reply.Results) > 0 {
				queries := make([]string, len(x.Reply.Results))
				for j, r := range x.Reply.Results {
					queries[j] = r.Query
				}
				return strings.Join(queries, "; ")
			}
		}
	}
	return ""
}

// promptHints are the keys of the prompt, each with what it does.
func (a *App) promptHints() [][2]string {
	p := &a.play
	hints := [][2]string{{backKey, "leave"}, {"enter", "make the call"}}
	if p.walk != nil && p.field.text() == "" {
		hints[1][1] = "next step"
	}
	if len(p.offered.List) > 0 {
		hints = append(hints, [2]string{"tab", "completes"})
	}
	if len(p.past) > 0 {
		hints = append(hints, [2]string{a.keyPair("up", "down"), "what was written before"})
	}
	return append(hints, [2]string{";", "another call"})
}
