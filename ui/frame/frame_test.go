package frame

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"findable/themes"
	"findable/ui/cell"
	"findable/ui/layout"
	"findable/ui/style"
	"findable/ui/uitest"
)

// styles returns the styles of a shipped theme.
func styles(t testing.TB, theme string, p termenv.Profile, g *cell.Glyphs) *style.Styles {
	t.Helper()
	th, err := themes.Named(theme, true)
	if err != nil {
		t.Fatal(err)
	}
	return style.New(th, p, g)
}

// plain returns styles without colour.
func plain(t testing.TB, g *cell.Glyphs) *style.Styles {
	return styles(t, "mono", termenv.Ascii, g)
}

func TestBox(t *testing.T) {
	lines := []string{" one", " a line that is too long", " three", " four"}
	for _, c := range []struct {
		name   string
		box    Box
		glyphs *cell.Glyphs
		want   string
	}{
		{"light", Box{Title: "Hits", Key: "h", Foot: "limit 5", FootRight: "1-3/9", W: 24, H: 5}, cell.Unicode, `
┌─ Hits ─────────── h ─┐
│ one                  │
│ a line that is too l…│
│ three                │
└─ limit 5 ──── 1-3/9 ─┘`},
		{"heavy", Box{Title: "Hits", Focus: true, W: 14, H: 6}, cell.Unicode, `
┏━ Hits ━━━━━┓
┃ one        ┃
┃ a line tha…┃
┃ three      ┃
┃ four       ┃
┗━━━━━━━━━━━━┛`},
		{"ASCII", Box{Title: "Query", Key: "/", Focus: true, W: 26, H: 3}, cell.ASCII, `
+= Query  *focus* === / =+
| one                    |
+========================+`},
		{"title cut before the key", Box{Title: "Explain #1", Key: "e", W: 16, H: 2}, cell.Unicode, `
┌─ Explai…  e ─┐
└──────────────┘`},
		{"no room for the key", Box{Title: "Hits", Key: "long key", W: 12, H: 2}, cell.Unicode, `
┌─ Hits ───┐
└──────────┘`},
		{"blank below", Box{W: 8, H: 7}, cell.Unicode, `
┌──────┐
│ one  │
│ a li…│
│ three│
│ four │
│      │
└──────┘`},
		{"too small for a border", Box{Title: "Hits", W: 3, H: 1}, cell.Unicode, `
 o…`},
	} {
		if got := "\n" + strings.Join(c.box.Draw(plain(t, c.glyphs), lines), "\n"); got != c.want {
			t.Errorf("%s: got%s\nwant%s", c.name, got, c.want)
		}
	}
}

// TestBoxExact checks that a box has its cells whatever its size and content.
func TestBoxExact(t *testing.T) {
	lines := []string{"", "short", strings.Repeat("long ", 40), "検索検索検索検索", "\x1b[31mcolour that is longer than the box\x1b[0m"}
	for _, s := range []*style.Styles{
		styles(t, themes.Dark, termenv.TrueColor, cell.Unicode), plain(t, cell.ASCII),
	} {
		for w := 1; w < 40; w++ {
			for h := 1; h < 9; h++ {
				for _, b := range []Box{
					{W: w, H: h},
					{W: w, H: h, Title: "A title", Key: "k", Foot: "the foot", FootRight: "1-2/3", Focus: true},
					{W: w, H: h, Title: "検索検索", Foot: "検", FootRight: "検索"},
				} {
					if err := uitest.CheckFrame(strings.Join(b.Draw(s, lines), "\n"), w, h); err != nil {
						t.Fatalf("%+v: %v", b, err)
					}
				}
			}
		}
	}
	if Plain(plain(t, cell.Unicode), 5, 0, lines) != nil {
		t.Error("no lines asked for, some given")
	}
}

func TestJoin(t *testing.T) {
	s := plain(t, cell.Unicode)
	got := Join(s, 12, 4,
		Piece{layout.Rect{X: 7, Y: 1, W: 9, H: 9}, []string{"right", "too long", "r3", "r4"}},
		Piece{layout.Rect{X: 0, Y: 0, W: 12, H: 1}, []string{"title"}},
		Piece{layout.Rect{X: 1, Y: 1, W: 4, H: 2}, []string{"left", "left two", "left three"}},
		Piece{layout.Rect{X: 3, Y: 2, W: 4, H: 1}, []string{"over"}})
	want := "title       \n left  right\n lef…  too …\n       r3   "
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestJoinExact composes what the layout gives at many sizes.
func TestJoinExact(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	s := styles(t, "high-contrast", termenv.TrueColor, cell.Unicode)
	for range 200 {
		w, h := 1+r.IntN(200), 1+r.IntN(60)
		rects := layout.Compute(layout.Args{W: w, H: h, View: layout.View(r.IntN(2))})
		pieces := []Piece{{rects.Title, []string{"title"}}, {rects.Notice, []string{"too small"}}}
		for _, p := range rects.Panes {
			pieces = append(pieces, Piece{p.Rect, Box{Title: string(p.Pane), W: p.Rect.W, H: p.Rect.H}.Draw(s, nil)})
		}
		if err := uitest.CheckFrame(Join(s, w, h, pieces...), w, h); err != nil {
			t.Fatalf("%d×%d: %v", w, h, err)
		}
	}
}

func TestOver(t *testing.T) {
	s := plain(t, cell.Unicode)
	screen := "\x1b[31mred red red\x1b[0m\n検索検索検 \nplain plain"
	for _, c := range []struct {
		rect layout.Rect
		want string
	}{
		{layout.Rect{X: 3, Y: 0, W: 4, H: 3}, "redabcd red\n検 e    検 \nplafgh…lain"},
		{layout.Rect{X: 8, Y: 1, W: 9, H: 1}, "red red red\n検索検索abc\nplain plain"},
		{layout.Rect{X: -2, Y: 2, W: 4, H: 1}, "red red red\n検索検索検 \nabain plain"},
		{layout.Rect{X: 20, Y: 0, W: 4, H: 1}, "red red red\n検索検索検 \nplain plain"},
		{layout.Rect{}, "red red red\n検索検索検 \nplain plain"},
	} {
		lines := []string{"abcd", "e", "fghijklmn"}
		if c.rect.W != 4 || c.rect.H != 3 {
			lines = []string{"abc"}
		}
		if c.rect.X < 0 {
			lines = []string{"ab"}
		}
		got := Over(s, 11, 3, Piece{c.rect, lines}, Piece{layout.Rect{W: 11, H: 3}, strings.Split(screen, "\n")})
		if err := uitest.CheckFrame(got, 11, 3); err != nil {
			t.Errorf("%+v: %v", c.rect, err)
		}
		if plain := ansi.Strip(got); plain != c.want {
			t.Errorf("%+v: got\n%s\nwant\n%s", c.rect, plain, c.want)
		}
	}
}

// TestOverColours checks that the colours of the screen neither leak into what
// lies over it nor are lost behind it.
func TestOverColours(t *testing.T) {
	got := Over(plain(t, cell.Unicode), 11, 1, Piece{layout.Rect{X: 4, W: 3, H: 1}, []string{"box"}},
		Piece{layout.Rect{W: 11, H: 1}, []string{"\x1b[31mred red red\x1b[0m"}})
	if want := "\x1b[31mred \x1b[0mbox\x1b[31m red\x1b[0m"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
