package ui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"findable/themes"
	"findable/ui/layout"
	"findable/ui/style"
)

// A filter narrows the rows of a pane by words while they are typed.
type filter struct {
	field  *field
	typing bool
}

// words are what every row has to have, in small letters.
func (f *filter) words() []string { return strings.Fields(strings.ToLower(f.text())) }

func (f *filter) text() string {
	if f.field == nil {
		return ""
	}
	return f.field.text()
}

// height is how many rows the filter takes: none while it is empty.
func (f *filter) height() int {
	if !f.typing && f.text() == "" {
		return 0
	}
	return 1
}

// line is the row in which the filter stands.
func (f *filter) line(s *scene) []string {
	if f.height() == 0 {
		return nil
	}
	prompt := style.In(themes.Muted, " filter "+s.Glyphs.After+" ")
	if f.typing && s.focus {
		return []string{s.Row(s.w, style.Off, append([]style.Seg{prompt}, f.field.segs(s, max(s.w-11, 2))...)...)}
	}
	return []string{s.Row(s.w, style.Off, prompt, style.In(themes.Accent, s.clean(f.text())))}
}

func (f *filter) state() filterState { return filterState{f.field.state(), f.typing} }

type filterState struct {
	field  fieldState
	typing bool
}

// holds reports whether a text in small letters has all words.
func holds(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// paneFilter is the filter of the focused pane, nil where it has none.
func (a *App) paneFilter() *filter {
	switch a.focus() {
	case layout.Findings:
		return &a.findings.filter
	case layout.Dictionary:
		return &a.dictionary.filter
	}
	return nil
}

// filtering is the filter that is being typed, nil when there is none.
func (a *App) filtering() *filter {
	if f := a.paneFilter(); f != nil && f.typing {
		return f
	}
	return nil
}

func (a *App) startFilter() {
	f := a.paneFilter()
	if f.field == nil {
		f.field = newField("")
	}
	f.typing = true
}

// stopFiltering leaves the fields as they are.
func (a *App) stopFiltering() { a.findings.filter.typing, a.dictionary.filter.typing = false, false }

// filterKey edits the filter; esc empties it, enter keeps it.
func (a *App) filterKey(msg tea.KeyMsg) {
	f := a.filtering()
	switch {
	case msg.Type == tea.KeyEsc:
		f.field.set("")
		f.typing = false
	case msg.Type == tea.KeyEnter, msg.Type == tea.KeyTab, msg.Type == tea.KeyShiftTab:
		f.typing = false
	case f.field.edits(msg):
		f.field.update(msg)
	default: // look through the rows without leaving the field
		s := a.scene(a.focus())
		a.pane().move(s, a.moved(msg, s.h))
	}
}

// stepBack goes a step back in the panes of the Audit view: it empties the filter,
// or goes to where a list was opened from.
func (a *App) stepBack() bool {
	switch f := a.paneFilter(); {
	case f != nil && f.text() != "":
		f.field.set("")
	case a.focus() == layout.Dictionary && len(a.dictionary.trail) > 0:
		a.dictionary.back()
	default:
		return false
	}
	return true
}
