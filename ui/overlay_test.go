package ui

import (
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"findable/ui/layout"
	"findable/ui/uitest"
)

// cursorOf is the row that a chooser's cursor is on.
func cursorOf(a *App) int { return a.overlay.(*chooser).list.cursor }

// TestOwnKeysInOverlays checks that keys work above the panes as they do in them.
func TestOwnKeysInOverlays(t *testing.T) {
	d, a := startWith(t, "down f7 ß", "up f8", "page-down f9", "view-listing f5", "view-tune f6", "help f1 ?", "quit f10", "next-pane f11", "notes n")
	wantOnScreen(t, d, "[f6 Tune]", "f5 Listing")
	d.Press("f1", "f7", "f7", "f8")
	if cursorOf(a) != 1 {
		t.Errorf("in help the cursor is on row %d", cursorOf(a))
	}
	d.Press("f9")
	if cursorOf(a) < 10 {
		t.Errorf("a page further is row %d", cursorOf(a))
	}
	d.Press("ß")
	if c := a.overlay.(*chooser); c.filter.text() != "ß" || c.list.cursor != 0 {
		t.Errorf("a letter is text in a filter, which is %q", c.filter.text())
	}
	d.Press("?")
	if a.overlay.(*chooser).filter.text() != "ß?" {
		t.Error("in a text ? is a letter")
	}
	d.Press("f1")
	if a.overlay != nil {
		t.Error("f1 does not close help")
	}
	d.Press("n", "f5")
	if a.overlay != nil || a.view != layout.Listing {
		t.Errorf("above the notes f5 gives view %d", a.view)
	}
	d.Press("n", "f1")
	if c, ok := a.overlay.(*chooser); !ok || c.toggle != "help" {
		t.Error("above the notes f1 does not open help")
	}
	d.Press("esc", "f6", "T", "f7")
	if o := a.overlay.(*tour); o.at != 1 {
		t.Errorf("f7 leads to stop %d", o.at)
	}
	d.Press("f11", "f8")
	if o := a.overlay.(*tour); o.at != 1 {
		t.Errorf("on and back is stop %d", o.at)
	}
	d.Press("esc", ":")
	if d.Press("f10"); !d.Quit {
		t.Error("f10 does not quit the palette")
	}
}

// TestArrowsAlwaysMove checks the keys that stay where moving has no other ones.
func TestArrowsAlwaysMove(t *testing.T) {
	d, a := startWith(t, "down n", "up", "page-down", "first f8", "last f9")
	d.Press("?", "down", "down", "up", "pgdown")
	if cursorOf(a) < 10 {
		t.Errorf("the cursor is on row %d", cursorOf(a))
	}
	d.Press("n")
	if a.overlay.(*chooser).filter.text() != "n" {
		t.Error("n is a letter here")
	}
}

// TestQueryKeys checks which keys the query takes for itself.
func TestQueryKeys(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	d.Press("/", "create an issue")
	d.Press("ctrl+u", "ctrl+d", "home", "end", "left", "7", "q", "?", "space")
	if a.in.Query != "7q? " || a.focus() != layout.Query {
		t.Errorf("the query is %q", a.in.Query)
	}
	d.Press("ctrl+p")
	if c, ok := a.overlay.(*chooser); !ok || c.toggle != "palette" {
		t.Error("ctrl+p does not open the palette")
	}
	d.Press("ctrl+p", "tab")
	if a.overlay != nil || a.focus() != layout.Hits {
		t.Errorf("tab leads to %s", a.focus())
	}
	d.Press("u", "/", "ctrl+r")
	if a.in.Query != "7q? " || a.query.field.text() != "7q? " {
		t.Errorf("redone in the query it is %q", a.in.Query)
	}
}

func TestFastKeysAndPasteInReaders(t *testing.T) {
	d, a := start(t, "default", 80, 24)
	d.Press("/", "create an issue", "enter", "i")
	d.Send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("jjj")})
	if top := a.overlay.(*reader).list.top; top != 3 {
		t.Errorf("jjj scrolls by %d", top)
	}
	d.Send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("q"), Paste: true}, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("2"), Paste: true})
	if d.Quit || a.overlay == nil {
		t.Error("what was pasted ran an action")
	}
	d.Press("G", "g", "space")
	if top := a.overlay.(*reader).list.top; top < 10 {
		t.Errorf("space scrolls to line %d", top)
	}
}

// TestHintsTellTheTruth presses every key of the line of keys: none does nothing.
func TestHintsTellTheTruth(t *testing.T) {
	names := map[string]string{"↑↓": "down", "←→": "right", "⇧←→": "shift+right", "→": "right", "←": "left", "letters": "x", "type": "7"}
	for _, keys := range [][]string{nil, {"tab"}, {"/", "create an issue", "enter"}, {"/", "create an issue"}, {"2"}, {"2", "tab"}, {"enter"},
		{"j", "j", "j", "enter"}, {"?"}, {":", "set"}, {"!"}, {"T"}, {"T", "enter"}, {"/", "create an issue", "enter", "i"},
		{"/", "create an issue", "enter", "r"}, {"/", "zzqx", "enter"}} {
		for _, hint := range strings.Split(strings.TrimSpace(hintOf(t, keys)), "   ") {
			key, _, _ := strings.Cut(hint, " ")
			if name, ok := names[key]; ok {
				key = name
			}
			d, a := start(t, "awkward", 120, 36)
			copied := false
			a.clipboard = func(string) (string, error) { copied = true; return "", nil }
			d.Press(keys...)
			before, marks := d.View(), a.marks()
			if d.Press(key); d.View() == before && a.marks() == marks && !d.Quit && !copied && !(key == "left" && slices.Contains(keys, "T")) {
				t.Errorf("after %v the key %q of the hint %q does nothing", keys, key, hint)
			}
			if strings.Contains(a.message, "nothing") {
				t.Errorf("after %v the key %q of the hint %q says %q", keys, key, hint, a.message)
			}
		}
	}
}

func hintOf(t *testing.T, keys []string) string {
	d, _ := start(t, "awkward", 120, 36)
	d.Press(keys...)
	return hintLine(d)
}

// TestTourFits reads the whole tour on the smallest screen.
func TestTourFits(t *testing.T) {
	for _, size := range [][2]int{{layout.MinWidth, layout.MinHeight}, {40, 12}, {80, 24}} {
		d, a := start(t, "default", size[0], size[1])
		d.Press("T")
		seen := map[int]string{}
		for range 40 {
			o, ok := a.overlay.(*tour)
			if !ok {
				break
			}
			lines, _ := o.page(a, o.rect(a, a.rects()))
			seen[o.at] += " " + strings.Join(lines, " ")
			if err := uitest.CheckFrame(d.View(), size[0], size[1]); err != nil {
				t.Fatal(err)
			}
			d.Press("enter")
		}
		for i, s := range stops {
			if got, want := strings.Join(strings.Fields(seen[i]), " "), a.told(s.text); got != want {
				t.Errorf("at %v stop %d says %q, want %q", size, i, got, want)
			}
		}
	}
}
