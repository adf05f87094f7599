package ui

import (
	"math/rand/v2"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"findable/ui/cell"
	"findable/ui/term"
	"findable/ui/uitest"
)

// TestFieldTakesAnyKeys edits texts at random, most of all at their ends: where a
// word is deleted of which only the last letter is left.
func TestFieldTakesAnyKeys(t *testing.T) {
	keys := []string{"a", " ", "é", "left", "right", "home", "end", "alt+b", "alt+f", "alt+d", "ctrl+w", "ctrl+k", "ctrl+u", "ctrl+h", "delete", "alt+delete"}
	s := &scene{Styles: plainStyles(t, cell.Unicode)}
	for seed := range uint64(40) {
		rnd := rand.New(rand.NewPCG(seed, 8))
		f := newField("create an issue  ")
		for range 200 {
			f.update(term.Key(keys[rnd.IntN(len(keys))]))
			if at := f.input.Position(); at < 0 || at > len([]rune(f.text())) {
				t.Fatalf("the caret of %q is at %d", f.text(), at)
			}
			f.segs(s, rnd.IntN(30))
		}
	}
	f := newField("an issue")
	for _, c := range [][2]string{{"left", "an issu"}, {"alt+b", "an "}} {
		f.update(term.Key(c[0]))
		if f.update(term.Key("alt+d")); f.text() != c[1] {
			t.Errorf("what is left is %q, want %q", f.text(), c[1])
		}
	}
}

func TestCutFront(t *testing.T) {
	for _, c := range []struct {
		text string
		w    int
		want string
	}{{"abc", 5, "abc"}, {"abc", 3, "abc"}, {"abcdef", 2, "ef"}, {"abc", 0, ""}, {"天気天気", 4, "天気"}, {"天気天気", 3, "気"}, {"", 3, ""}} {
		if got := cutFront(c.text, c.w); got != c.want {
			t.Errorf("%q in %d cells is %q, want %q", c.text, c.w, got, c.want)
		}
	}
	long := strings.Repeat("天 a", 1000)
	if got := cutFront(long, 77); cell.Width(got) > 77 || cell.Width(got) < 75 || !strings.HasSuffix(long, got) {
		t.Errorf("of a long text %q is left", got)
	}
}

// TestPastedBook pastes what no query is: the field takes the beginning and says
// so, and the panes name a few of its words.
func TestPastedBook(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	var words []string
	for i := range 20_000 {
		words = append(words, "zzq"+strings.Repeat("x", i%5)+string(rune('a'+i%26))+string(rune('a'+i/26%26)))
	}
	d.Press("/", "ctrl+u")
	d.Send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(strings.Join(words, " ")), Paste: true})
	if n := len(a.in.Query); n != fieldLimit {
		t.Errorf("the query has %d characters", n)
	}
	wantOnScreen(t, d, "the query takes 4,000 characters", "0 matches: no tool has the term zzqaa", " more.")
	a.say("")
	d.Press("left", "backspace")
	if a.message != "" {
		t.Errorf("taking a character away says %q", a.message)
	}
	if err := uitest.CheckFrame(d.View(), 120, 36); err != nil {
		t.Error(err)
	}
}
