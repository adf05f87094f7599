package ui

import (
	"path/filepath"
	"slices"
	"time"

	"findable/engine"
	"findable/ui/cell"
	"findable/ui/layout"
)

// greet says on the status line what matters most on loading.
func (a *App) greet() {
	if a.src.Demo {
		a.message = a.told("New here? {tour} takes you round.")
	}
	if len(a.src.Registry.Entries) == 0 && len(a.src.Cards) > 0 {
		a.message = engine.Plural(len(a.src.Cards), "server is", "servers are") + a.told(" named and no tools are loaded: {connect} connects to the one under the cursor")
		a.focused[layout.Tune] = layout.Servers
	}
	if failed := failures(a.notes); len(failed) > 0 {
		a.message = "not loaded: " + failed[0].Text
		if file := failed[0].File; file != "" {
			a.message = "not loaded: " + filepath.Base(file) + ": " + failed[0].Text
		}
		if n := len(failed); n > 1 {
			a.message = cell.Number(n) + " files " + a.message
		}
	}
}

// failures are the notes on files that could not be used.
func failures(notes []Note) []Note {
	return slices.DeleteFunc(slices.Clone(notes), func(n Note) bool { return n.Kind != failed })
}

// messageTime is how long a message stays.
const messageTime = 8 * time.Second

// An expiredMsg ends a message, unless another one has taken its place.
type expiredMsg struct{ id int }

// say shows a message on the status line.
func (a *App) say(text string) {
	a.message = text
	a.messageID++
	if text == "" {
		return
	}
	if len(a.said) == remembers {
		a.said = slices.Delete(a.said, 0, 1)
	}
	a.said = append(a.said, saying{a.clock.Now(), text})
}

// A saying is a message that was shown.
type saying struct {
	at   time.Time
	text string
}

// remembers is how many of the last messages can be read again.
const remembers = 50
