package term

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
)

// A pair is two terminals: one is sent everything, the other what Shortened makes
// of it.
type pair struct {
	t          testing.TB
	all, short *vt.Emulator
	screen     Screen
	sent       int      // bytes of the last write that were left
	w, h       int      // as Bubble Tea knows them
	margin     int      // cells to the right for what the terminals take to be wider
	before     []string // Bubble Tea's last frame, nil when it is to repaint
}

func newPair(t testing.TB, w, h, margin int) *pair {
	x := &pair{t: t, all: vt.NewEmulator(w+margin, h), short: vt.NewEmulator(w+margin, h), w: w, h: h, margin: margin}
	for _, e := range []*vt.Emulator{x.all, x.short} {
		go func() { _, _ = io.Copy(io.Discard, e) }() // its answers have to be read
		t.Cleanup(func() { _ = e.InputPipe().(io.Closer).Close() })
	}
	return x
}

// write sends one write and compares the terminals, cell by cell.
func (x *pair) write(p []byte) {
	x.t.Helper()
	short := x.screen.Shortened(p)
	x.sent = len(short)
	_, _ = x.all.Write(unerased(p))
	_, _ = x.short.Write(short)
	if x.all.CursorPosition() != x.short.CursorPosition() || x.all.CursorHidden() != x.short.CursorHidden() {
		x.t.Fatalf("the cursor is at %v, should be at %v; shortened %q from %q", x.short.CursorPosition(), x.all.CursorPosition(), short, p)
	}
	for row := range x.all.Height() {
		for col := range x.all.Width() {
			if got, want := x.short.CellAt(col, row), x.all.CellAt(col, row); !got.Equal(want) {
				x.t.Fatalf("row %d, column %d is %+v, should be %+v; shortened %q from %q", row+1, col+1, got, want, short, p)
			}
		}
	}
}

// frame is what Bubble Tea writes for a view on the other screen.
func (x *pair) frame(view []string) []byte {
	p := []byte(ansi.CursorHomePosition)
	for i, l := range view {
		if i >= len(x.before) || x.before[i] != l {
			if i == 0 && x.before == nil {
				p = append(p, '\r')
			}
			l = ansi.Truncate(l, x.w, "")
			p = append(p, l...)
			if ansi.StringWidth(l) < x.w {
				p = append(p, ansi.EraseLineRight...)
			}
			if i < len(view)-1 {
				p = append(p, '\r')
			}
		}
		if i < len(view)-1 {
			p = append(p, '\n')
		}
	}
	if len(x.before) > len(view) {
		p = append(p, ansi.EraseScreenBelow...)
	}
	x.before = slices.Clone(view)
	return append(p, ansi.CursorPosition(0, len(view))...)
}

func (x *pair) show(view []string) {
	x.t.Helper()
	x.write(x.frame(view))
}

func (x *pair) resize(w, h int) {
	x.w, x.h, x.before = w, h, nil
	x.all.Resize(w+x.margin, h)
	x.short.Resize(w+x.margin, h)
}

func (x *pair) clear() {
	x.t.Helper()
	x.write([]byte(ansi.EraseEntireScreen))
	x.write([]byte(ansi.CursorHomePosition))
	x.before = nil
}

// suspend leaves the other screen, has a shell write on it, and comes back.
func (x *pair) suspend() {
	x.t.Helper()
	for _, seq := range []string{"\x1b[2K", "\r", "\x1b[?2004l", "\x1b[?25h", "\x1b[?1002l", "\x1b[?1006l", "\x1b[?1049l"} {
		x.write([]byte(seq))
	}
	for _, e := range []*vt.Emulator{x.all, x.short} {
		_, _ = e.WriteString("$ \x1b[1mls\x1b[m\r\n")
	}
	for _, seq := range []string{"\x1b[?25l", "\x1b[?1049h", "\x1b[2J", "\x1b[H", "\x1b[?25l", "\x1b[?2004h", "\x1b[?1002h", "\x1b[?1006h"} {
		x.write([]byte(seq))
	}
	x.before = nil
}

// words are what lines are made of: plain, wide, combined, and what terminals
// measure differently.
var words = []string{"create", "an issue", "│", "━━━▏", " ", "          ", "▸ ●", "naïve", "天気", "プレビュー", "e\u0301", "\u0301", "👩‍👩‍👧",
	"🇳🇴", "☎\ufe0f", "1\ufe0f\u20e3", "\ufffd", "\u200b", "\u00a0", "\u00ad", "ﷺ", "한", "ก็", "★ ✓"}

var styles = []string{"", "", "", "\x1b[1m", "\x1b[32;44m", "\x1b[4;30;43m", "\x1b[38;5;208m", "\x1b[1;38;2;255;128;128;48;2;0;0;0m", "\x1b[7m\x1b[2m", "\x1b[4:3m"}

// randomLine fills w cells, or about as many as it likes.
func randomLine(rnd *rand.Rand, w int, plain bool) string {
	var b strings.Builder
	for ansi.StringWidth(b.String()) < w {
		style := styles[rnd.IntN(len(styles))]
		word := words[rnd.IntN(len(words))]
		if plain {
			word = words[rnd.IntN(7)]
		}
		b.WriteString(style + word)
		if style != "" {
			b.WriteString([]string{"\x1b[0m", "\x1b[0m\x1b[0m"}[rnd.IntN(2)])
		}
		if rnd.IntN(40) == 0 {
			break
		}
	}
	l := ansi.Truncate(b.String(), w, "")
	if rnd.IntN(20) > 0 {
		l += strings.Repeat(" ", max(w-ansi.StringWidth(l), 0))
	}
	return l
}

// TestScreenWalk changes a screen at random, some lines in some places or all of
// it, its size, and what terminals go through.
func TestScreenWalk(t *testing.T) {
	for seed := range uint64(8) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			rnd := rand.New(rand.NewPCG(seed, 20))
			x := newPair(t, 40, 10, 100*int(seed%2))
			var view []string
			for range 300 {
				what := rnd.IntN(40)
				switch {
				case what == 0:
					x.resize(1+rnd.IntN(70), 1+rnd.IntN(14))
				case what == 1:
					x.clear()
				case what == 2:
					x.suspend()
				case what == 3:
					x.write([]byte("\x1b[?1002l"))
				}
				if x.before == nil {
					view = nil
				}
				for len(view) < x.h {
					view = append(view, randomLine(rnd, x.w, seed%2 == 0))
				}
				for range rnd.IntN(5) {
					i := rnd.IntN(x.h)
					l := randomLine(rnd, x.w, seed%2 == 0)
					if from := rnd.IntN(x.w); rnd.IntN(3) > 0 { // only a part changes
						to := from + rnd.IntN(x.w-from+1)
						l = ansi.Cut(view[i], 0, from) + ansi.Cut(l, from, to) + ansi.Cut(view[i], to, x.w)
					}
					view[i] = l
				}
				if n := rnd.IntN(40); n < len(view) && n > 0 {
					x.show(view[:n])
					view = view[:n]
				} else {
					x.show(view)
				}
			}
			if x.screen.lost {
				t.Error("something was not understood")
			}
		})
	}
}

// TestScreenSends holds what is sent for a change.
func TestScreenSends(t *testing.T) {
	const red, bold = "\x1b[31m", "\x1b[1m"
	for _, tt := range []struct{ name, before, after, want string }{
		{"nothing", "some words", "some words", ""},
		{"one cell", "some words", "some cords", "\x1b[2;6Hc"},
		{"the first", "some words", "dome words", "\x1b[2;1Hd"},
		{"two that are close", "some words", "dome cords", "\x1b[2;1Hdome c"},
		{"two that are far apart", "some words and as many more", "dome words and as many mere", "\x1b[2;1Hd\x1b[2;25He"},
		{"a style", "some words", "some " + red + "words\x1b[0m", "\x1b[2;6H" + red + "words\x1b[m"},
		{"a style that ends", "some " + red + "words\x1b[0m", "some words", "\x1b[2;6Hwords"},
		{"within a style", red + "some words\x1b[0m more", red + "some cords\x1b[0m more", "\x1b[2;6H" + red + "c\x1b[m"},
		{"a style within a style", "some words", bold + "so" + red + "me\x1b[0m words", "\x1b[2;1H" + bold + "so" + red + "me\x1b[m"},
		{"longer", "some", "some words", "\x1b[2;4He words\x1b[K"},
		{"left of a wide character", "some words 天気", "some cords 天気", "\x1b[2;6Hc"},
		{"right of a wide character", "some 天気 words", "some 天気 cords", "\x1b[2;5H 天気 cords\x1b[K"},
		{"a combined character", "cafe\u0301", "cafe", "\x1b[2;4He\x1b[K"},
	} {
		x := newPair(t, 40, 3, 0)
		fill := func(l string) string { return l + strings.Repeat(" ", x.w-ansi.StringWidth(l)) }
		full := !strings.HasSuffix(tt.want, "\x1b[K")
		if full {
			tt.before, tt.after = fill(tt.before), fill(tt.after)
		}
		x.show([]string{fill("top"), tt.before, fill("bottom")})
		p := x.frame([]string{fill("top"), tt.after, fill("bottom")})
		if got := string(x.screen.Shortened(p)); got != tt.want+"\x1b[3;H" {
			t.Errorf("%s: sent %q, want %q", tt.name, got, tt.want+"\x1b[3;H")
		}
	}
}

// TestScreenForgets writes the same screen again after what may have changed it:
// all of it must be sent.
func TestScreenForgets(t *testing.T) {
	view := []string{"one       ", "two       ", "three     "}
	for name, change := range map[string]func(*pair){
		"resize":  func(x *pair) { x.resize(10, 3) },
		"clear":   (*pair).clear,
		"suspend": (*pair).suspend,
	} {
		x := newPair(t, 10, 3, 0)
		x.show(view)
		change(x)
		if x.show(view); x.sent < 30 {
			t.Errorf("after a %s %d bytes were sent", name, x.sent)
		}
		if x.show(append([]string{"one!      "}, view[1:]...)); x.sent > 15 {
			t.Errorf("after a %s and a frame %d bytes were sent for a character", name, x.sent)
		}
	}
}

// TestScreenPassesOn shows that what is not understood, and all after it, passes
// as it is.
func TestScreenPassesOn(t *testing.T) {
	view := []string{"one       ", "two       ", "three     "}
	for _, strange := range []string{"\x1b[4h", "\x1b[2;3r", "\x1b(0", "\x1b[31m", "text", "\x1b]8;;http://a.b\x07", "\x1b[2;3r\x1b[2L",
		"\x1b[H\ttab\r\n\x1b[2;H", "\x1b[Hone\n\n\x1b[3;H", "\x1b[H\x1b[31mred\r\n\n\x1b[3;H", "\x1b[H\x9b4h\r\n\x1b[2;H", "\x1b[H\xc2\x9b\r\n\x1b[2;H",
		"\x1b[H\x1b[1@one\r\n\n\x1b[3;H", "\x1b[Hone\r\n\n\x1b[4;H", "\x1b[Hon\x1b[Ke\r\n\n\x1b[3;H", "\x1b[Hone\r\x1b[H", "\x1b[H\x1b[31"} {
		x := newPair(t, 10, 3, 0)
		x.show(view)
		for range 2 {
			if got := string(x.screen.Shortened([]byte(strange))); got != strange {
				t.Errorf("%q became %q", strange, got)
			}
			strange = "\x1b[Hone!\r\n\n\x1b[3;H"
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

// FuzzScreen sends writes with 0xff between them. One that begins with = is a view
// that Bubble Tea was given.
func FuzzScreen(f *testing.F) {
	for _, seed := range []string{
		"=one\ntwo\nthree\xff=one\ntwo!\nthree\xff=one\ntwo!\nthree",
		"=\x1b[31mone\x1b[0m\n天気\ne\u0301\xff=\x1b[31mtwo\x1b[0m\n天 \ne\xff\x1b[2J\xff\x1b[H\xff=one\ntwo",
		"\x1b[?1049h\xff=one\ntwo\xff=one\n\x1b[1mtwo\xff=one\n\x1b[0mthree\xff\x1b[?1049l\xff=a",
		"=one\ntwo\xff\x1b[4h\xff=one\nsome\xff=two\nsome",
		"=one\ntwo\xff\x1b]52;c;eA==\xff\x07\xff=one\nthree\xff\x1b[H\xff\x1b[",
		"\x1b[H\rone\r\ntwo\x1b[K\r\n\x1b[3;H\xff\x1b[H\nthree\x1b[K\r\n\x1b[3;H\xff\x1b[H\n\n!\x1b[J\x1b[3;H",
		"=\ta\nb\xff=c\nb", "=a\x1b]8;;x\x07b\nc\xff=a\nd",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, stream []byte) {
		if len(stream) > 250 {
			t.Skip()
		}
		x := newPair(t, 260, bytes.Count(stream, []byte("\n"))+2, 0)
		for p := range bytes.SplitSeq(stream, []byte("\xff")) {
			if view, ok := bytes.CutPrefix(p, []byte("=")); ok {
				x.show(strings.Split(string(view), "\n"))
			} else {
				x.write(p)
			}
		}
	})
}

// BenchmarkScreen shortens frames in which every line has changed.
func BenchmarkScreen(b *testing.B) {
	rnd := rand.New(rand.NewPCG(1, 21))
	x := newPair(b, 200, 50, 0)
	view := make([]string, 50)
	var frames [][]byte
	for range 20 {
		for i := 1; i < len(view); i++ {
			view[i] = randomLine(rnd, 200, true)
		}
		frames = append(frames, x.frame(view))
	}
	b.ReportAllocs()
	b.SetBytes(int64(len(frames[1])))
	for i := 0; b.Loop(); i++ {
		x.screen.Shortened(frames[1+i%19])
	}
}
