package ui

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/ui/cell"
	"findable/ui/layout"
)

// A copiedMsg tells what became of a copy.
type copiedMsg struct {
	what, file string
	err        error
}

// copy gives a text to the clipboard as it is, uncleaned: what is copied is the
// original, what is shown is the cleaned text.
func (a *App) copy(what, text string) tea.Cmd {
	if text == "" {
		a.say("nothing to copy here")
		return nil
	}
	what = copied(what, text)
	return func() tea.Msg {
		file, err := a.clipboard(text)
		return copiedMsg{what, file, err}
	}
}

// copied says what is copied, and how much.
func copied(what, text string) string {
	return fmt.Sprintf("%s (%s characters)", what, cell.Number(len([]rune(text))))
}

func (a *App) onCopied(msg copiedMsg) {
	switch {
	case msg.err != nil:
		a.say("not copied: " + msg.err.Error())
	case msg.file != "":
		a.say("too much for the terminal's clipboard: " + msg.what + " is in the file " + msg.file)
	default:
		a.say("sent to the terminal's clipboard: " + msg.what)
	}
}

// copyName copies the name of what the cursor is on, or the listing in the panes
// that show it.
func (a *App) copyName() tea.Cmd {
	if e := a.subject(); e != nil {
		return a.copy("the name "+a.clean(e.Name), e.Name)
	}
	switch a.focus() {
	case layout.Text, layout.Preview, layout.Budget, layout.Bridge:
		return a.copy("the listing", a.d.assembly.Listing.Text())
	case layout.Servers:
		if r, ok := a.servers.current(); ok {
			return a.copy("the name "+a.clean(r.origin.label), r.origin.label)
		}
	}
	return nil
}

// uncopiable says why there is nothing to copy.
func uncopiable(a *App) string {
	switch a.focus() {
	case layout.Text, layout.Preview, layout.Budget, layout.Bridge:
		if a.d.assembly.Listing.Tokens > 0 {
			return ""
		}
	case layout.Servers:
		if _, ok := a.servers.current(); ok {
			return ""
		}
	}
	if a.subject() == nil {
		return "there is nothing to copy here"
	}
	return ""
}

// copyJSON copies the definition of the tool the cursor is on.
func (a *App) copyJSON() tea.Cmd {
	if e := a.subject(); e != nil {
		return a.copy("the definition of "+a.clean(e.Name), e.Definition())
	}
	return nil
}

// selectedTool is the tool that the focused pane's cursor is on, nil when it is on
// none.
func (a *App) selectedTool() *engine.Entry {
	switch a.focus() {
	case layout.Servers:
		if r, ok := a.servers.current(); ok {
			return r.entry
		}
	case layout.Hits, layout.Explain:
		if r, ok := a.hits.current(); ok {
			return r.hit.Entry
		}
	case layout.Findings, layout.Finding, layout.Dictionary:
		return a.auditedTool()
	}
	return nil
}
