package term

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
)

// A pair is two terminals: one is sent whole frames, the other what a Screen makes
// of them.
type pair struct {
	t          testing.TB
	all, short *vt.Emulator
	screen     Screen
	w, h       int
}

func emulator(t testing.TB, w, h int) *vt.Emulator {
	e := vt.NewEmulator(w, h)
	go func() { _, _ = io.Copy(io.Discard, e) }() // its answers have to be read
	t.Cleanup(func() { _ = e.InputPipe().(io.Closer).Close() })
	return e
}

// newPair makes terminals with further cells to the right, for what they take to be
// wider.
func newPair(t testing.TB, w, h, margin int) *pair {
	return &pair{t: t, all: emulator(t, w+margin, h), short: emulator(t, w+margin, h), w: w, h: h}
}

// show sends a view, compares the terminals cell by cell, and returns what was sent.
func (x *pair) show(view []string) string {
	x.t.Helper()
	sent := string(x.screen.Sequence(strings.Join(view, "\n")))
	_, _ = x.short.WriteString(sent)
	for y, l := range view {
		_, _ = x.all.WriteString(ansi.CursorPosition(1, y+1) + l)
	}
	for row := range len(view) {
		for col := range x.all.Width() {
			if got, want := x.short.CellAt(col, row), x.all.CellAt(col, row); blank(x.all, col, row) && blank(x.short, col, row) {
				continue
			} else if !got.Equal(want) {
				x.t.Fatalf("row %d, column %d is %+v, should be %+v; sent %q", row+1, col+1, got, want, sent)
			}
		}
	}
	return sent
}

// blank reports whether nothing is seen in a cell: it has no background, line or
// reversed colours, whatever colour a text would have there.
func blank(e *vt.Emulator, x, y int) bool {
	const boldFaintItalic = 1 | 2 | 4
	c := e.CellAt(x, y)
	return c.Content == " " && c.Style.Bg == nil && c.Style.Underline == 0 && c.Style.Attrs&^boldFaintItalic == 0
}

func (x *pair) resize(w, h, margin int) {
	x.w, x.h = w, h
	x.all.Resize(w+margin, h)
	x.short.Resize(w+margin, h)
	x.screen.Forget()
}

// spoil has something else written on the terminals.
func (x *pair) spoil() {
	for _, e := range []*vt.Emulator{x.all, x.short} {
		_, _ = e.WriteString("\x1b[H$ \x1b[1mls\x1b[m\r\n\x1b[44mfiles\x1b[m")
	}
	x.screen.Forget()
}

// words are what lines are made of: plain, wide, combined, and what terminals
// measure differently.
var words = []string{"create", "an issue", "│", "━━━▏", " ", "          ", "▸ ●", "naïve", "天気", "プレビュー", "e\u0301", "\u0301", "👩‍👩‍👧",
	"🇳🇴", "☎\ufe0f", "1\ufe0f\u20e3", "\ufffd", "\u200b", "\u00a0", "\u00ad", "ﷺ", "한", "ก็", "★ ✓"}

var styles = []string{"", "", "", "\x1b[1m", "\x1b[32;44m", "\x1b[4;30;43m", "\x1b[38;5;208m", "\x1b[1;38;2;255;128;128;48;2;0;0;0m", "\x1b[7m\x1b[2m", "\x1b[4:3m"}

// randomLine fills w cells.
func randomLine(rnd *rand.Rand, w int, plain bool) string {
	var b strings.Builder
	for ansi.StringWidth(b.String()) < w {
		style := styles[rnd.IntN(len(styles))]
		word := words[rnd.IntN(len(words))]
		if plain {
			word = words[rnd.IntN(7)]
		}
		if rnd.IntN(8) == 0 {
			word = strings.Repeat(" ", rnd.IntN(30))
		}
		b.WriteString(style + word)
		if style != "" {
			b.WriteString([]string{"\x1b[0m", "\x1b[0m\x1b[0m"}[rnd.IntN(2)])
		}
	}
	l := ansi.Truncate(b.String(), w, "")
	return l + strings.Repeat(" ", max(w-ansi.StringWidth(l), 0))
}

// TestScreenWalk changes a screen at random, some lines in some places or all of
// it, its size, and what the terminal shows without it.
func TestScreenWalk(t *testing.T) {
	for seed := range uint64(8) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			rnd := rand.New(rand.NewPCG(seed, 20))
			margin, plain := 100*int(seed%2), seed%2 == 0
			x := newPair(t, 40, 10, margin)
			var view []string
			for range 300 {
				switch rnd.IntN(40) {
				case 0:
					x.resize(1+rnd.IntN(70), 1+rnd.IntN(14), margin)
					view = nil
				case 1:
					x.spoil()
				}
				for len(view) < x.h {
					view = append(view, randomLine(rnd, x.w, plain))
				}
				for range rnd.IntN(5) {
					i := rnd.IntN(x.h)
					l := randomLine(rnd, x.w, plain)
					if from := rnd.IntN(x.w); plain && rnd.IntN(3) > 0 { // only a part changes
						to := from + rnd.IntN(x.w-from+1)
						l = ansi.Cut(view[i], 0, from) + ansi.Cut(l, from, to) + ansi.Cut(view[i], to, x.w)
					}
					view[i] = l
				}
				x.show(view)
				if sent := x.show(view); sent != "" {
					t.Fatalf("for the same frame %q was sent", sent)
				}
			}
		})
	}
}

// TestScreenSends holds what is sent for a change.
func TestScreenSends(t *testing.T) {
	const red, blue, bold, inverse = "\x1b[31m", "\x1b[34m", "\x1b[1m", "\x1b[7m"
	gap := strings.Repeat(" ", 20)
	for _, tt := range []struct{ name, before, after, want string }{
		{"one cell", "some words", "some cords", "\x1b[2;6Hc"},
		{"the first", "some words", "dome words", "\x1b[2;1Hd"},
		{"two that are close", "some words", "dome cords", "\x1b[2;1Hdome c"},
		{"two that are far apart", "some words and as many more", "dome words and as many mere", "\x1b[2;1Hd\x1b[23Ce"},
		{"two with blank cells between", "a   b", "c   d", "\x1b[2;1Hc   d"},
		{"a style", "some words", "some " + red + "words\x1b[0m", "\x1b[2;6H" + red + "words\x1b[m"},
		{"a style that ends", "some " + red + "words\x1b[0m", "some words", "\x1b[2;6Hwords"},
		{"within a style", red + "some words\x1b[0m more", red + "some cords\x1b[0m more", "\x1b[2;6H" + red + "c\x1b[m"},
		{"a style within a style", "some words", bold + "so" + red + "me\x1b[0m words", "\x1b[2;1H" + bold + "so" + red + "me\x1b[m"},
		{"one colour after the other", "some words", red + "some\x1b[0m " + blue + "words\x1b[0m", "\x1b[2;1H" + red + "some " + blue + "words\x1b[m"},
		{"a colour after bold", "some words", bold + "some\x1b[0m " + red + "words\x1b[0m", "\x1b[2;1H" + bold + "some \x1b[;31mwords\x1b[m"},
		{"a few blank cells", "some words", "some     s", "\x1b[2;6H    "},
		{"many", "some words for you and me too", "some" + gap + "  too", "\x1b[2;6H\x1b[20X"},
		{"more after them", "some words for you and me too", "some" + gap + "  two", "\x1b[2;6H\x1b[20X\x1b[22Cw"},
		{"the colour of blank cells", "some" + gap, "some" + red + gap + "\x1b[0m", ""},
		{"blank cells that are seen", "some" + gap, "some" + inverse + gap + "\x1b[0m", "\x1b[2;5H" + inverse + gap + "\x1b[m"},
		{"left of a wide character", "some words 天気", "some cords 天気", "\x1b[2;6Hc"},
		{"right of a wide character", "some 天気 words", "some 天気 cords", "\x1b[2;5H 天気 cords" + strings.Repeat(" ", 25)},
	} {
		x := newPair(t, 40, 3, 0)
		fill := func(l string) string { return l + strings.Repeat(" ", x.w-ansi.StringWidth(l)) }
		x.show([]string{fill("top"), fill(tt.before), fill("bottom")})
		if tt.want != "" {
			tt.want += "\x1b[3;H"
		}
		if got := x.show([]string{fill("top"), fill(tt.after), fill("bottom")}); got != tt.want {
			t.Errorf("%s: sent %q, want %q", tt.name, got, tt.want)
		}
	}
}

// fixedView is a model whose frame is its text.
type fixedView string

func (fixedView) Init() tea.Cmd { return nil }
func (v fixedView) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if text, ok := msg.(string); ok {
		return fixedView(text), nil
	}
	return v, nil
}
func (v fixedView) View() string { return string(v) }

// TestPainter goes through what Bubble Tea writes around frames.
func TestPainter(t *testing.T) {
	const enter, leave = "\x1b[?1049h", "\x1b[?1049l"
	all := "\x1b[Hone\x1b[2;1Htwo\x1b[2;H"
	var out bytes.Buffer
	p := NewPainter(&out)
	m := p.Model(fixedView("one\ntwo"))
	if m.View() != "" {
		t.Error("Bubble Tea is given a frame too")
	}
	for _, step := range []struct {
		name string
		do   func()
		want string
	}{
		{"before the other screen", func() { m.Update(nil) }, ""},
		{"the other screen", func() { _, _ = p.Write([]byte(enter)) }, enter + all},
		{"nothing new", func() { m.Update(nil) }, ""},
		{"something new", func() { m.Update("one\ntoo") }, "\x1b[2;2Ho\x1b[2;H"},
		{"back", func() { m.Update(nil) }, "\x1b[2;2Hw\x1b[2;H"},
		{"a mode", func() { _, _ = p.Write([]byte("\x1b[?1002h")) }, "\x1b[?1002h"},
		{"a frame of Bubble Tea", func() { _, _ = p.Write([]byte("\x1b[H\r \x1b[K\x1b[1;H")) }, ""},
		{"a size", func() { m.Update(tea.WindowSizeMsg{}) }, all},
		{"a cleared screen", func() { _, _ = p.Write([]byte("\x1b[2J")) }, "\x1b[2J" + all},
		{"the end", func() { _, _ = p.Write([]byte(leave)); m.Update("too\nlate") }, leave},
	} {
		out.Reset()
		step.do()
		p.show()
		if out.String() != step.want {
			t.Errorf("%s: %q was written, want %q", step.name, out.String(), step.want)
		}
	}
}

// TestSingle checks that what counts as one cell wide is.
func TestSingle(t *testing.T) {
	n := 0
	for r := rune(0); r < 0x20000; r++ {
		if single(r) {
			n++
			if ansi.StringWidth(string(r)) != 1 || ansi.StringWidthWc(string(r)) != 1 {
				t.Errorf("%U is %d cells wide", r, ansi.StringWidth(string(r)))
			}
		}
	}
	if n < 95+94+0xa0 {
		t.Errorf("only %d characters are", n)
	}
}

// FuzzScreen shows views that have a byte 0xff between them. Their lines are made as
// wide as the screen.
func FuzzScreen(f *testing.F) {
	for _, seed := range []string{
		"one\ntwo\nthree\xffone\ntwo!\nthree\xffone\ntwo!\nthree",
		"\x1b[31mone\x1b[0m\n天気\ne\u0301\xff\x1b[31mtwo\x1b[0m\n天 \ne\xffone\ntwo",
		"one\ntwo\xffone\n\x1b[1mtwo\x1b[0m\xff\x1b[7mone\x1b[0m\nthree\xffa",
		"a          b\xffa\x1b[4m          \x1b[0mb\xffc          \x1b[38;5;7;1md",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, views string) {
		if len(views) > 250 {
			t.Skip()
		}
		const w, h = 40, 6
		x := newPair(t, w, h, 300)
		for text := range strings.SplitSeq(views, "\xff") {
			view := make([]string, h)
			for i, l := range strings.Split(text, "\n") {
				if i < h {
					view[i] = drawable(l)
				}
			}
			for i, l := range view {
				if n := ansi.StringWidth(l); n > w {
					t.Skip()
				} else {
					view[i] = l + strings.Repeat(" ", w-n)
				}
			}
			x.show(view)
		}
	})
}

// drawable keeps of a line what a frame may have: text, and colours that end with it.
func drawable(l string) string {
	var b strings.Builder
	for i := 0; i < len(l); {
		if n := sgr([]byte(l[i:])); n > 0 {
			b.WriteString(l[i : i+n])
			i += n
			continue
		}
		if r := l[i]; r >= ' ' && r < 0x7f {
			b.WriteByte(r)
		}
		i++
	}
	return b.String() + "\x1b[0m"
}

// BenchmarkScreen makes the sequence for frames in which every line has changed.
func BenchmarkScreen(b *testing.B) {
	rnd := rand.New(rand.NewPCG(1, 21))
	var frames []string
	for range 20 {
		view := make([]string, 50)
		for i := range view {
			view[i] = randomLine(rnd, 200, true)
		}
		frames = append(frames, strings.Join(view, "\n"))
	}
	var s Screen
	b.ReportAllocs()
	b.SetBytes(int64(len(frames[1])))
	for i := 0; b.Loop(); i++ {
		s.Sequence(frames[i%20])
	}
}
