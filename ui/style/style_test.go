package style

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"findable/themes"
	"findable/ui/cell"
)

// styles returns the styles of a shipped theme.
func styles(t testing.TB, theme string, p termenv.Profile, g *cell.Glyphs) *Styles {
	t.Helper()
	th, err := themes.Named(theme, true)
	if err != nil {
		t.Fatal(err)
	}
	return New(th, p, g)
}

// made returns the styles of a theme that has just these looks.
func made(p termenv.Profile, looks map[themes.Role]themes.Look) *Styles {
	t := &themes.Theme{}
	for r, l := range looks {
		t.Looks[r] = l
	}
	return New(t, p, cell.Unicode)
}

func TestPaint(t *testing.T) {
	looks := map[themes.Role]themes.Look{
		themes.Good:  {Fg: "2"},
		themes.Bad:   {Fg: "#ff8080", Bg: "#000000", Bold: true},
		themes.Key:   {Underline: true, Reverse: true, Faint: true},
		themes.Match: {Fg: "208"},
	}
	for _, c := range []struct {
		profile termenv.Profile
		role    themes.Role
		want    string
	}{
		{termenv.TrueColor, themes.Text, "x"},
		{termenv.TrueColor, themes.Good, "\x1b[32mx\x1b[0m"},
		{termenv.TrueColor, themes.Bad, "\x1b[1;38;2;255;128;128;48;2;0;0;0mx\x1b[0m"},
		{termenv.ANSI256, themes.Bad, "\x1b[1;38;5;210;48;5;16mx\x1b[0m"},
		{termenv.ANSI, themes.Bad, "\x1b[1;91;40mx\x1b[0m"},
		{termenv.ANSI256, themes.Match, "\x1b[38;5;208mx\x1b[0m"},
		{termenv.TrueColor, themes.Key, "\x1b[2;4;7mx\x1b[0m"},
		{termenv.Ascii, themes.Bad, "x"},
		{termenv.Ascii, themes.Key, "x"},
	} {
		s := made(c.profile, looks)
		if got := s.Paint(c.role, "x"); got != c.want {
			t.Errorf("%s in profile %v is %q, want %q", c.role, c.profile, got, c.want)
		}
		var b strings.Builder
		s.Write(&b, c.role, "x")
		if b.String() != c.want {
			t.Errorf("%s in profile %v is written %q, want %q", c.role, c.profile, b.String(), c.want)
		}
		if got := s.Paint(c.role, ""); got != "" {
			t.Errorf("nothing painted is %q", got)
		}
	}
}

func TestRow(t *testing.T) {
	segs := []Seg{{Role: themes.Text, Text: "a "}, {Role: themes.Good, Text: "b"}, {Role: themes.Match, Text: "c"}}
	ground := map[themes.Role]themes.Look{
		themes.Good: {Fg: "2"}, themes.Match: {Fg: "0", Bg: "3"}, themes.Selection: {Bg: "4"}, themes.Resting: {Underline: true},
	}
	reversed := map[themes.Role]themes.Look{
		themes.Good: {Fg: "2", Faint: true}, themes.Match: {Fg: "0", Bg: "3", Bold: true}, themes.Selection: {Reverse: true},
	}
	for _, c := range []struct {
		name  string
		looks map[themes.Role]themes.Look
		w     int
		mark  Mark
		want  string
	}{
		{"off", ground, 6, Off, "a \x1b[32mb\x1b[0m\x1b[30;43mc\x1b[0m  "},
		{"keeps colours", ground, 5, Selected, "\x1b[44ma \x1b[0m\x1b[32;44mb\x1b[0m\x1b[30;43mc\x1b[0m\x1b[44m \x1b[0m"},
		{"resting", ground, 4, Resting, "\x1b[4ma \x1b[0m\x1b[4;32mb\x1b[0m\x1b[4;30;43mc\x1b[0m"},
		{"decides colours", reversed, 5, Selected, "\x1b[7ma \x1b[0m\x1b[7mb\x1b[0m\x1b[1;7mc\x1b[0m\x1b[7m \x1b[0m"},
		{"cut", ground, 3, Off, "a \x1b[32mb\x1b[0m"},
		{"none", ground, 0, Selected, ""},
	} {
		if got := made(termenv.ANSI, c.looks).Row(c.w, c.mark, segs...); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
	if got := made(termenv.Ascii, ground).Row(6, Selected, Seg{Role: themes.Text, Text: "abcdefgh"}); got != "abcde…" {
		t.Errorf("without colour a long row is %q", got)
	}
}

// TestThemes checks every role of every theme in every profile: painting changes
// nothing but colour, and rows take exactly their cells.
func TestThemes(t *testing.T) {
	for _, name := range themes.Names() {
		for _, p := range []termenv.Profile{termenv.TrueColor, termenv.ANSI256, termenv.ANSI, termenv.Ascii} {
			s := styles(t, name, p, cell.Unicode)
			for r := range themes.Roles {
				painted := s.Paint(r, "text")
				if ansi.Strip(painted) != "text" {
					t.Errorf("%s: %s paints %q", name, r, painted)
				}
				if p == termenv.Ascii && painted != "text" {
					t.Errorf("%s: %s paints %q without colour", name, r, painted)
				}
				for _, m := range []Mark{Off, Selected, Resting} {
					row := s.Row(20, m, Seg{Role: r, Text: "検索"}, Seg{Role: themes.Text, Text: " tail"})
					if n := ansi.StringWidth(row); n != 20 {
						t.Errorf("%s: a row of %s has %d cells", name, r, n)
					}
					if m != Off && p != termenv.Ascii && strings.Contains(row, "\x1b[0m ") {
						t.Errorf("%s: the mark of a row of %s has a hole: %q", name, r, row)
					}
				}
			}
			if p == termenv.TrueColor && s.Row(9, Selected) == s.Row(9, Resting) {
				t.Errorf("%s: a resting selection looks like one with the focus", name)
			}
		}
	}
}

// TestWriteAllocates checks that painting into a builder costs no memory.
func TestWriteAllocates(t *testing.T) {
	s := styles(t, themes.Dark, termenv.TrueColor, cell.Unicode)
	var b strings.Builder
	b.Grow(1 << 20)
	if n := testing.AllocsPerRun(100, func() { s.Write(&b, themes.Bad, "text") }); n != 0 {
		t.Errorf("Write allocates %v times", n)
	}
	if n := testing.AllocsPerRun(100, func() {
		_ = s.Row(60, Selected, Seg{Role: themes.Text, Text: " 1 "}, Seg{Role: themes.Bar, Text: "████"}, Seg{Role: themes.Match, Text: "create_issue"})
	}); n > 1 {
		t.Errorf("Row allocates %v times, want 1", n)
	}
}

func BenchmarkRow(b *testing.B) {
	s := styles(b, themes.Dark, termenv.TrueColor, cell.Unicode)
	b.ReportAllocs()
	for b.Loop() {
		_ = s.Row(76, Selected, Seg{Role: themes.Text, Text: " ▸1 15.283  "}, Seg{Role: themes.Bar, Text: "████████████████████████"},
			Seg{Role: themes.Text, Text: "  "}, Seg{Role: themes.Match, Text: "create_issue"}, Seg{Role: themes.Muted, Text: "          github"})
	}
}

func BenchmarkNew(b *testing.B) {
	th, err := themes.Named(themes.Dark, true)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		New(th, termenv.TrueColor, cell.Unicode)
	}
}
