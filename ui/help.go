package ui

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"findable/ui/cell"
)

// newHelp lists every action: the focused pane's first, then those that work
// everywhere, then those of other panes.
func newHelp(a *App) *chooser {
	var rows []choice
	here := a.focus()
	add := func(heading string, take func(x action) bool) {
		for _, x := range a.actions {
			if take(x) {
				rows = append(rows, choice{key: a.keyNames(x), title: x.title, heading: heading, disabled: x.reason(a), run: x.run})
			}
		}
	}
	add("this pane", func(x action) bool { return x.local(here) })
	add("everywhere", func(x action) bool { return !x.local(here) && x.worksIn(here) })
	for i := range rows {
		if rows[i].disabled != "" {
			rows[i].heading = ""
		}
	}
	for _, x := range a.actions {
		if !x.worksIn(here) {
			var places []string
			for _, s := range x.scopes {
				places = append(places, string(s))
			}
			rows = append(rows, choice{key: a.keyNames(x), title: x.title, disabled: "in " + strings.Join(places, ", ")})
		}
	}
	return &chooser{title: "Help " + a.styles.Glyphs.Middle + " " + string(here) + " pane", foot: "type to filter, enter runs, esc closes",
		filter: newField(""), choices: func(filter string) []choice { return filtered(rows, filter) }}
}

func (a *App) keyNames(x action) string {
	names := make([]string, len(x.keys))
	for i, k := range x.keys {
		names[i] = a.keyName(k)
	}
	return strings.Join(names, " ")
}

// filtered keeps the rows that hold every word of the filter.
func filtered(rows []choice, filter string) []choice {
	words := strings.Fields(strings.ToLower(filter))
	var out []choice
next:
	for _, r := range rows {
		text := strings.ToLower(r.title + " " + r.key + " " + r.note + " " + r.heading)
		for _, w := range words {
			if !strings.Contains(text, w) {
				continue next
			}
		}
		out = append(out, r)
	}
	return out
}

// newPalette offers every action by name, every knob with its value, and setting
// a knob: "context 128k".
func newPalette(a *App) *chooser {
	var rows []choice
	for _, x := range a.actions {
		if x.worksIn(a.focus()) {
			rows = append(rows, choice{key: a.keyNames(x), title: x.title, disabled: x.reason(a), run: x.run})
		}
	}
	for i, k := range knobs {
		rows = append(rows, choice{title: "set " + k.key, note: "now " + k.show(a.in), run: func(a *App) tea.Cmd {
			a.toKnob(i)
			if k.reason(a.in) == "" {
				a.typeValue()
			}
			return nil
		}})
	}
	return &chooser{title: "Palette", foot: "words filter; a knob and a value set it: context 128k", filter: newField(""),
		choices: func(filter string) []choice { return append(settings(a, filter), filtered(rows, filter)...) }}
}

// reason says why a knob can't be typed into.
func (k knob) reason(in Inputs) string {
	if k.key == "defer" {
		return k.idleNow(in)
	}
	return ""
}

// settings reads the filter as a knob's name, or the beginning of one, and a value.
func settings(a *App, filter string) []choice {
	name, value, ok := strings.Cut(strings.TrimSpace(strings.TrimPrefix(filter, "set ")), " ")
	if !ok || name == "" {
		return nil
	}
	var out []choice
	for i, k := range knobs {
		if !strings.Contains(k.key, strings.ToLower(name)) || k.reason(a.in) != "" {
			continue
		}
		to := a.in
		row := choice{title: fmt.Sprintf("set %s to %s", k.key, value), note: "now " + k.show(a.in)}
		if err := k.parse(&to, strings.TrimSpace(value)); err != nil {
			row.disabled = "takes " + err.Error()
		} else {
			row.title = fmt.Sprintf("set %s to %s", k.key, k.show(to))
			row.run = func(a *App) tea.Cmd {
				a.toKnob(i)
				a.setKnob(k, to, "")
				return nil
			}
		}
		out = append(out, row)
	}
	return out
}

// toKnob shows a knob: the config pane with the cursor on it.
func (a *App) toKnob(i int) {
	a.show(views[0].view)
	a.setFocus("config")
	a.config.list.cursor = i
}

// plural counts things in words.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return cell.Number(n) + " " + many
}
