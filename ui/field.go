package ui

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"findable/themes"
	"findable/ui/cell"
	"findable/ui/style"
)

// A field is a line of text being edited. The editing is the text input's, the
// drawing ours: cells are exact and the caret does not blink.
type field struct {
	input textinput.Model
	// fresh says that the text was put there to be replaced: the first character
	// typed takes its place.
	fresh bool
}

// fieldLimit is how many characters a field takes: a search, and a frame with what
// it found, must follow every key.
const fieldLimit = 4000

func newField(text string) *field {
	f := &field{input: textinput.New()}
	f.input.Focus()
	f.set(text)
	return f
}

// set puts a text in, whole: what was there before it was edited is not cut.
func (f *field) set(text string) {
	f.input.CharLimit = max(fieldLimit, utf8.RuneCountInString(text))
	f.input.SetValue(text)
	f.input.CursorEnd()
}

// full reports whether a field takes no more.
func (f *field) full() bool { return utf8.RuneCountInString(f.text()) >= f.input.CharLimit }

func (f *field) text() string { return f.input.Value() }

// edits reports whether a key is text or changes a text.
func (f *field) edits(msg tea.KeyMsg) bool {
	k := f.input.KeyMap
	return msg.Type == tea.KeyRunes && !msg.Alt || msg.Type == tea.KeySpace && !msg.Alt ||
		key.Matches(msg, k.CharacterForward, k.CharacterBackward, k.WordForward, k.WordBackward, k.DeleteWordBackward, k.DeleteWordForward,
			k.DeleteAfterCursor, k.DeleteBeforeCursor, k.DeleteCharacterBackward, k.DeleteCharacterForward, k.LineStart, k.LineEnd, k.Paste)
}

func (f *field) update(msg tea.KeyMsg) {
	if msg.Type == tea.KeyRunes {
		// Fast typing arrives as one message, and what it spells may be the name of
		// a key: "end" and "up" are text here, as pasted text is.
		msg.Paste = msg.Paste || len(msg.Runes) > 1
		if f.fresh {
			f.set("")
		}
	}
	f.fresh = false
	if key.Matches(msg, f.input.KeyMap.DeleteWordForward) && f.lastWord() {
		msg = tea.KeyMsg{Type: tea.KeyCtrlK} // the text input would look beyond the end
	}
	f.input, _ = f.input.Update(msg) // its command only makes a caret blink
}

// lastWord reports whether nothing but space follows the character under the caret.
func (f *field) lastWord() bool {
	runes := []rune(f.text())
	return strings.TrimSpace(string(runes[min(f.input.Position()+1, len(runes)):])) == ""
}

// segs draws the text in w cells with the caret in view.
func (f *field) segs(s *scene, w int) []style.Seg {
	runes := []rune(f.input.Value())
	at := min(f.input.Position(), len(runes))
	before, after := s.clean(string(runes[:at])), s.clean(string(runes[at:]))
	before = cutFront(before, w-1)
	under, rest := " ", ""
	if after != "" {
		r := []rune(after)
		under, rest = string(r[0]), string(r[1:])
	}
	caret := under
	if under == " " {
		caret = s.Glyphs.Caret
	}
	return []style.Seg{{Role: themes.Accent, Text: before}, {Role: themes.Caret, Text: caret}, {Role: themes.Accent, Text: rest}}
}

// cutFront keeps the end of a clean text: at most w cells.
func cutFront(s string, w int) string {
	for over := cell.Width(s) - w; s != "" && over > 0; over = cell.Width(s) - w {
		for range max(over/2, 1) { // no character takes more than two cells
			_, n := utf8.DecodeRuneInString(s)
			s = s[n:]
		}
	}
	return s
}

// state is what a field's drawing depends on.
func (f *field) state() fieldState {
	if f == nil {
		return fieldState{at: -1}
	}
	return fieldState{f.text(), f.input.Position()}
}

type fieldState struct {
	text string
	at   int
}
