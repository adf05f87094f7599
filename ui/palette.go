package ui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"findable/themes"
	"findable/ui/layout"
	"findable/ui/style"
)

// newPalette offers every action by name, every knob with its value, every
// theme and every sample; "context 128k" sets a knob. What was run last comes first.
func newPalette(a *App) *chooser {
	actions, moves := a.actionChoices()
	rows := slices.Concat(actions, a.knobChoices(), a.themeChoices(), a.sampleChoices(), moves)
	return &chooser{title: "Palette", foot: "or set a knob: context 128k", toggle: "palette", filter: newField(""),
		choices: func(filter string) []choice {
			if strings.TrimSpace(filter) == "" {
				return a.recentFirst(rows)
			}
			return append(a.settings(filter), filtered(rows, filter)...)
		}}
}

// thisPane says that an action is one of the focused pane.
const thisPane = "this pane"

// actionChoices are all actions: those of the focused pane and of every pane, then
// those of others. What only moves is kept apart.
func (a *App) actionChoices() (rows, moves []choice) {
	var elsewhere []choice
	for _, x := range a.actions {
		row := choice{id: x.id, key: a.keyNames(x), title: x.title, run: func(a *App) tea.Cmd { return a.runIn(x) }}
		switch {
		case !x.worksIn(a.focus()):
			row.where = "in " + x.where()
			elsewhere = append(elsewhere, row)
			continue
		case x.local(a.focus()):
			row.where = thisPane
		}
		if row.disabled = x.reason(a); x.by != nil {
			moves = append(moves, row)
		} else {
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(x, y choice) int { return strings.Compare(y.where, x.where) }) // this pane's first
	return append(rows, elsewhere...), moves
}

// knobChoices are the knobs with their values, and their words where they have
// some.
func (a *App) knobChoices() []choice {
	var rows []choice
	for i, k := range allKnobs {
		row := choice{id: "set " + k.key, title: "set " + k.key, note: "now " + k.show(a.in), complete: k.key + " ",
			run: func(a *App) tea.Cmd { a.typeKnob(i); return nil }}
		if k.step != nil || k.choices != nil {
			row.key = strings.TrimSpace(a.keyOf("lower") + " " + a.keyOf("raise"))
		}
		rows = append(rows, row)
		if k.choices == nil {
			continue
		}
		for _, word := range k.choices() {
			if set, ok := a.setting(i, word); ok && word != k.show(a.in) {
				if k.key == "generation" {
					set.key = a.keyOf("generation")
				}
				rows = append(rows, set)
			}
		}
	}
	return rows
}

// typeKnob shows a knob and begins to type its value.
func (a *App) typeKnob(i int) {
	a.toKnob(i)
	if why := allKnobs[i].reason(a.in); why != "" {
		a.say(allKnobs[i].key + ": " + why)
		return
	}
	a.typeValue()
}

// reason says why a knob can't be typed into.
func (k knob) reason(in Inputs) string {
	if k.key == "defer" {
		return k.idleNow(in)
	}
	return ""
}

// toKnob shows a knob: its pane with the cursor on it.
func (a *App) toKnob(i int) {
	if i >= len(knobs) {
		a.show(layout.Cost)
		a.setFocus(layout.Use)
		a.use.list.cursor = i - len(knobs)
		return
	}
	a.show(layout.Tune)
	a.setFocus(layout.Config)
	a.config.list.cursor = i
}

// settings reads a filter as a knob's name, or a part of one, and a value. What
// can be set comes first, and of that the knob of exactly that name.
func (a *App) settings(filter string) []choice {
	name, value, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(filter, "set ")), " ")
	name, value = strings.ToLower(name), strings.TrimSpace(value)
	var rows []choice
	for i, k := range allKnobs {
		switch {
		case value == "" && name == k.key:
			rows = append(rows, choice{title: "set " + k.key + " to " + a.styles.Glyphs.Ellipsis, note: k.span,
				run: func(a *App) tea.Cmd { a.typeKnob(i); return nil }})
		case value != "" && strings.Contains(k.key, name):
			if row, ok := a.setting(i, value); ok {
				rows = append(rows, row)
			}
		}
	}
	rank := func(c choice) int {
		switch {
		case c.disabled != "":
			return 2
		case !strings.HasPrefix(c.id, name+" "):
			return 1
		}
		return 0
	}
	slices.SortStableFunc(rows, func(a, b choice) int { return cmp.Compare(rank(a), rank(b)) })
	return rows
}

// setting is the choice to set a knob to a typed value; there is none for a knob
// that can't be set now.
func (a *App) setting(i int, value string) (choice, bool) {
	k, to := allKnobs[i], a.in
	if k.reason(a.in) != "" {
		return choice{}, false
	}
	row := choice{id: k.key + " " + value, title: fmt.Sprintf("set %s to %s", k.key, value), note: "now " + k.show(a.in)}
	if err := k.parse(&to, value); err != nil {
		row.disabled = "takes " + err.Error()
		return row, true
	}
	row.title = fmt.Sprintf("set %s to %s", k.key, k.show(to))
	row.run = func(a *App) tea.Cmd {
		a.toKnob(i)
		a.setKnob(k, to, "")
		return nil
	}
	return row, true
}

// themeChoices are the themes; the cursor tries them on.
func (a *App) themeChoices() []choice {
	var rows []choice
	for _, name := range a.themeNames() {
		row := choice{id: "theme " + name, key: a.keyOf("theme"), title: "theme " + name, theme: name,
			run: func(a *App) tea.Cmd { a.useTheme(name); return nil }}
		if theme, err := themeNamed(name, a.themes, true); err == nil {
			row.note = theme.About
		}
		rows = append(rows, row)
	}
	return rows
}

// sampleChoices open the samples, and what was open before the first of them.
func (a *App) sampleChoices() []choice {
	var rows []choice
	for _, s := range a.samples {
		row := choice{id: "sample " + s.Name, title: "sample " + s.Name, note: s.About, run: func(a *App) tea.Cmd { return a.openSample(s.Name) }}
		if a.src.Name == row.title {
			row.disabled = "it is open"
		}
		rows = append(rows, row)
	}
	if a.sample != "" {
		rows = append(rows, choice{id: "first", title: "leave the sample", note: "back to what the app was started with",
			run: func(a *App) tea.Cmd { return a.openSample("") }})
	}
	return rows
}

// themeNames are the names of the themes, shipped and the user's own.
func (a *App) themeNames() []string {
	names := themes.Names()
	for _, t := range a.themes {
		names = append(names, t.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// look returns how the app looks in a theme.
func (a *App) look(name string) (*style.Styles, error) {
	theme, err := themeNamed(name, a.themes, true)
	if err != nil {
		return nil, err
	}
	return style.New(theme, a.styles.Profile, a.styles.Glyphs), nil
}

func (a *App) useTheme(name string) {
	look, err := a.look(name)
	if err != nil {
		a.say(err.Error())
		return
	}
	a.styles = look
	a.say("theme " + name + ": " + look.Theme.About + "; --theme " + name + " begins with it")
}

// remembered is how many choices the palette puts first.
const remembered = 5

// remember notes that a choice was run.
func (a *App) remember(id string) {
	if id == "" || id == "palette" {
		return
	}
	a.recent = slices.Insert(slices.DeleteFunc(a.recent, func(r string) bool { return r == id }), 0, id)
	a.recent = a.recent[:min(len(a.recent), remembered)]
}

// recentFirst puts the choices that were run last before the others.
func (a *App) recentFirst(rows []choice) []choice {
	var first []choice
	for _, id := range a.recent {
		all := rows
		if knob, _, ok := strings.Cut(id, " "); ok && knob != "set" {
			all = append(a.settings(id), rows...)
		}
		if i := slices.IndexFunc(all, func(c choice) bool { return c.id == id }); i >= 0 {
			row := all[i]
			row.where, row.note = "recent", ""
			first = append(first, row)
			rows = slices.DeleteFunc(slices.Clone(rows), func(c choice) bool { return c.id == id })
		}
	}
	return append(first, rows...)
}
