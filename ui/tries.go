package ui

import (
	"fmt"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

// setBase holds all tries against the one under the cursor.
func (a *App) setBase() {
	e := &a.evaluation
	e.base = min(a.tries.list.cursor, len(e.tries)-1)
	a.say(fmt.Sprintf("tries are held against %d %s", e.tries[e.base].Number, e.tries[e.base].Name))
}

// toTry goes back to the inputs of the try under the cursor.
func (a *App) toTry() {
	e := &a.evaluation
	t := e.tries[min(a.tries.list.cursor, len(e.tries)-1)]
	to := t.inputs
	to.Query, to.Target, to.Use = a.in.Query, a.in.Target, a.in.Use
	a.change(fmt.Sprintf("as in try %d", t.Number), "", to)
}

func noTries(a *App) string {
	if len(a.evaluation.tries) == 0 {
		return "nothing has been measured"
	}
	return ""
}

// newTryName asks for a name of the try under the cursor.
func newTryName(a *App) *chooser {
	i := min(a.tries.list.cursor, len(a.evaluation.tries)-1)
	name := newField(a.evaluation.tries[i].Name)
	name.fresh = true
	return &chooser{title: "Name of this try", foot: "numbers stay as they are", filter: name, choices: func(name string) []choice {
		name = strings.TrimSpace(name)
		if name == "" {
			return []choice{{title: "a name", disabled: "type one"}}
		}
		return []choice{{title: "call it " + name, run: func(a *App) tea.Cmd {
			a.evaluation.tries[i].Name = name
			a.evaluation.revision++
			return nil
		}}}
	}}
}

// dropTry forgets the try under the cursor.
func (a *App) dropTry() {
	e := &a.evaluation
	t := e.tries[min(a.tries.list.cursor, len(e.tries)-1)]
	e.drop(min(a.tries.list.cursor, len(e.tries)-1))
	a.say("try " + a.clean(t.title()) + " is forgotten")
}

func undroppable(a *App) string {
	e := &a.evaluation
	switch i := min(a.tries.list.cursor, len(e.tries)-1); {
	case len(e.tries) == 0:
		return "nothing has been measured"
	case i == e.now:
		return "it is what is set now"
	case i == e.base:
		return "the others are held against it"
	}
	return ""
}

func (t *try) title() string { return strconv.Itoa(t.Number) + " " + t.Name }
