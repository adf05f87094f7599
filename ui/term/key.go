package term

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

// Key returns the message of a key by its Bubble Tea name, such as enter, ctrl+r or
// alt+x. A name that is none of a special key is what was typed.
func Key(name string) tea.KeyMsg {
	text, alt := strings.CutPrefix(name, "alt+")
	if text == "space" {
		text = " "
	}
	if text == " " {
		return tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}, Alt: alt}
	}
	if t, ok := special[text]; ok {
		return tea.KeyMsg{Type: t, Alt: alt}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Alt: alt}
}

// special maps the names of keys to their types. Types run from KeyF20, the
// lowest, to KeyDEL.
var special = func() map[string]tea.KeyType {
	names := map[string]tea.KeyType{}
	for t := tea.KeyF20; t <= 127; t++ {
		if name := (tea.Key{Type: t}).String(); len(name) > 1 && t != tea.KeyRunes {
			names[name] = t
		}
	}
	return names
}()
