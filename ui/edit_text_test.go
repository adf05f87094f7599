package ui

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"findable/ui/cell"
	"findable/ui/term"
	"findable/ui/uitest"
)

// hostile are texts that would drive a terminal, hide something or upset widths.
var hostile = []string{
	"plain text", "\x1b]52;c;ZXZpbA==\a\x1b[2J\x1b[31mred", "\u202eright to left\u202c", "zero\u200bwidth\ufeff", "tags\U000e0041\U000e0042",
	"c1\u009b31m", "del\x7f nul\x00", "wide 漢字 かな 한국어", "e\u0301\u0301\u0301 👨‍👩‍👧 🇩🇪🇫🇷", "tab\there\r\nline", "bad \xff\xfe utf8 \ufffd", "",
	"\n\n", strings.Repeat("word ", 40), strings.Repeat("x", 300), "\ufe0f\u200d", "a\u0300", "पर्यावरण", "\u1100\u1161\u11a8",
}

// TestTextBox does at random to a box what a plain text with a caret has done to it
// too: the text and the caret are the same, and rows are exact.
func TestTextBox(t *testing.T) {
	rnd := rand.New(rand.NewPCG(11, 12))
	keys := []string{"left", "right", "home", "end", "ctrl+home", "ctrl+end", "backspace", "delete", "ctrl+w", "alt+d", "ctrl+u", "ctrl+k",
		"ctrl+left", "alt+f", "up", "down", "pgup", "pgdown", "enter", "space", "a", "漢", "\u0301", "\x1b", "\u200b", "two words", "a\nb"}
	for round := range 150 {
		start := hostile[rnd.IntN(len(hostile))]
		b := newTextBox(start, round%5 == 0)
		if b.text() != start {
			t.Fatalf("%q is taken as %q", start, b.text())
		}
		g := []*cell.Glyphs{cell.Unicode, cell.ASCII}[round%2]
		s := &scene{Styles: plainStyles(t, g)}
		for range 60 {
			before, at := b.text(), b.offset()
			key := keys[rnd.IntN(len(keys))]
			b.key(term.Key(key), 5)
			checkSplice(t, key, before, at, b)
			w, h := 1+rnd.IntN(40), 1+rnd.IntN(8)
			rows := b.draw(s, w, h, true)
			if err := uitest.CheckFrame(strings.Join(rows, "\n"), w, h); err != nil {
				t.Fatalf("%q in %d × %d: %v", b.text(), w, h, err)
			}
			checkRows(t, b)
		}
	}
}

// offset is the caret's byte in the whole text.
func (b *textBox) offset() int {
	n := b.at
	for _, l := range b.lines[:b.line] {
		n += len(l.text) + 1
	}
	return n
}

// checkSplice holds what a key did to what it may do: text goes in at the caret, or
// goes from between the caret and where it is now, or nothing but the caret moves.
func checkSplice(t *testing.T, key, before string, at int, b *textBox) {
	t.Helper()
	after, now := b.text(), b.offset()
	switch {
	case after == before:
	case len(after) > len(before):
		put := after[at : at+len(after)-len(before)]
		if before[:at]+put+before[at:] != after || now != at+len(put) {
			t.Fatalf("%q made %q of %q, the caret at %d and then %d", key, after, before, at, now)
		}
	default:
		if cut := len(before) - len(after); before[:now]+before[now+cut:] != after || now != at && now+cut != at {
			t.Fatalf("%q made %q of %q, the caret at %d and then %d", key, after, before, at, now)
		}
	}
	if now > len(after) || utf8.ValidString(after) && !utf8.ValidString(after[:now]) {
		t.Fatalf("%q leaves the caret at %d of %q", key, now, after)
	}
}

// checkRows checks that the rows of a line are its text, and narrow enough.
func checkRows(t *testing.T, b *textBox) {
	t.Helper()
	for _, l := range b.lines {
		text := ""
		for i := range l.rows {
			row, from := l.row(i)
			if from != len(text) {
				t.Fatalf("row %d of %q begins at %d", i, l.text, from)
			}
			text += row
			if w := cells(b.glyphs, row); w > max(b.w-1, 1) && !oneGlyph(row) {
				t.Fatalf("row %q is %d cells, %d are there", row, w, b.w)
			}
		}
		if text != l.text {
			t.Fatalf("%q has the rows %q", l.text, text)
		}
	}
}

func oneGlyph(row string) bool {
	n, _ := glyphOf(cell.Unicode, row)
	return n == len(row)
}

// TestUpAndDown moves by rows as they are seen, and keeps to a cell.
func TestUpAndDown(t *testing.T) {
	b := newTextBox("one two three four\nx\nlong enough to see", false)
	s := &scene{Styles: plainStyles(t, cell.Unicode)}
	b.draw(s, 11, 9, true) // rows of ten cells: "one two ", "three four"
	for i, step := range []struct{ key, before string }{
		{"end", "one two three four"}, {"down", "one two three four\nx"}, {"down", "one two three four\nx\nlong"}, {"up", "one two three four\nx"},
		{"up", "one two three four"}, {"up", "one two"}, {"home", ""}, {"down", "one two "}, {"pgdown", "one two three four\nx\n"},
	} {
		b.key(term.Key(step.key), 2)
		b.draw(s, 11, 9, true)
		if got := b.text()[:b.offset()]; i > 0 && got != step.before {
			t.Errorf("%d: %s leads behind %q, want %q", i, step.key, got, step.before)
		}
	}
}

func TestPastedLineBreaks(t *testing.T) {
	for _, oneLine := range []bool{false, true} {
		b := newTextBox("", oneLine)
		b.insert("a\r\nb\rc\nd")
		if want := map[bool]string{false: "a\nb\nc\nd", true: "a b c d"}[oneLine]; b.text() != want {
			t.Errorf("%q, want %q", b.text(), want)
		}
	}
}

func BenchmarkTextBox(b *testing.B) {
	for name, text := range map[string]string{"ascii": strings.Repeat("plain words ", 3400), "wide": strings.Repeat("漢字 かな ", 6700)} {
		b.Run(name, func(b *testing.B) {
			s := &scene{Styles: plainStyles(b, cell.Unicode)}
			box := newTextBox(text, false)
			box.to(0, len(text)/2)
			for b.Loop() {
				box.insert("x")
				box.draw(s, 76, 10, true)
			}
		})
	}
}

// BenchmarkEditForm types into the form of a tool among 3,400: the key itself, and
// the try that goes on beside it.
func BenchmarkEditForm(b *testing.B) {
	d, a := start(b, "default", 120, 36)
	d.Press("/", "create an issue", "enter", "e")
	f := a.overlay.(*editForm)
	var cmd tea.Cmd
	b.Run("key", func(b *testing.B) {
		for b.Loop() {
			f.trying = true
			a.Update(term.Key("x"))
		}
	})
	b.Run("try", func(b *testing.B) {
		for b.Loop() {
			f.trying = false
			f.boxes[1].insert("x")
			if cmd = f.try(a); cmd != nil {
				cmd()
			}
		}
	})
}
