package themes

import (
	"math"
	"os"
	"slices"
	"strings"
	"testing"
)

// kind is what contrast a role needs.
type kind int

const (
	words kind = iota // text: 4.5 to 1
	shape             // bars and lines that tell something: 3 to 1
	quiet             // the empty part beside a shape: none
	under             // a row's background, checked with what lies on it
)

func (r Role) kind() kind {
	switch r {
	case Border, FocusBorder, Bar, BarBelow, Limit, GaugeFilled, GaugeOver, Track, Knob, Caret:
		return shape
	case GaugeEmpty, Rest:
		return quiet
	case Selection, Resting:
		return under
	}
	return words
}

// contrast is the ratio of WCAG 2: (L1 + 0.05) / (L2 + 0.05) of the relative
// luminances.
func contrast(a, b string) float64 {
	l, m := luminance(a), luminance(b)
	return (max(l, m) + 0.05) / (min(l, m) + 0.05)
}

func luminance(colour string) float64 {
	r, g, b, ok := RGB(colour)
	if !ok {
		return math.NaN()
	}
	linear := func(c uint8) float64 {
		f := float64(c) / 255
		if f <= 0.04045 {
			return f / 12.92
		}
		return math.Pow((f+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

// TestContrast checks each theme on the background it declares. A theme that
// declares none uses the terminal's own colours, whose contrast is the
// terminal's: it must name no colour beyond the sixteen.
func TestContrast(t *testing.T) {
	for _, name := range Names() {
		theme := named(t, name)
		for r, look := range theme.Looks {
			r := Role(r)
			if theme.Background == "" {
				if strings.HasPrefix(look.Fg+look.Bg, "#") || len(look.Fg) > 2 || len(look.Bg) > 2 {
					t.Errorf("%s: %s is painted in %+v and the theme declares no background", name, r, look)
				}
				continue
			}
			if look.Faint || look.Reverse {
				t.Errorf("%s: nobody knows the contrast of %s, which is faint or reverse", name, r)
			}
			if look.Fg == "" && r.kind() != under {
				t.Errorf("%s: %s has no colour", name, r)
				continue
			}
			need := map[kind]float64{words: 4.5, shape: 3}[r.kind()]
			if name == "high-contrast" && r.kind() == words {
				need = 7
			}
			ground := theme.Background
			if look.Bg != "" {
				ground = look.Bg
			}
			if got := contrast(look.Fg, ground); got < need {
				t.Errorf("%s: %s has a contrast of %.2f, want %.1f", name, r, got, need)
			}
			for _, row := range []Role{Selection, Resting} {
				sel := theme.Looks[row]
				if r == Border || r == FocusBorder || sel.Fg == "" && look.Bg != "" {
					continue // never on a row, or keeps its own background there
				}
				fg := look.Fg
				if sel.Fg != "" {
					fg = sel.Fg
				}
				if got := contrast(fg, sel.Bg); r.kind() == words && got < 4.5 || r.kind() == shape && got < 3 {
					t.Errorf("%s: %s on %s has a contrast of %.2f", name, r, row, got)
				}
			}
		}
	}
}

func named(t *testing.T, name string) *Theme {
	t.Helper()
	theme, err := Named(name, true)
	if err != nil {
		t.Fatal(err)
	}
	return theme
}

// TestShipped checks that the shipped themes are there and define every role
// themselves, or name their base.
func TestShipped(t *testing.T) {
	for _, name := range []string{Default, Dark, Light} {
		if !slices.Contains(Names(), name) {
			t.Errorf("the theme %s, which the app falls back on, is not among %q", name, Names())
		}
	}
	for _, name := range Names() {
		theme := named(t, name)
		if theme.Name != name || theme.About == "" {
			t.Errorf("%s calls itself %q, about %q", name, theme.Name, theme.About)
		}
		data, err := os.ReadFile(name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		for r := range Roles {
			if !strings.Contains(string(data), "\n  "+r.String()+":") && !strings.Contains(string(data), "\nbase: ") {
				t.Errorf("%s lacks the role %s", name, r)
			}
		}
	}
}

func TestAuto(t *testing.T) {
	for dark, want := range map[bool]string{true: Dark, false: Light} {
		if theme, err := Named(Auto, dark); err != nil || theme.Name != want {
			t.Errorf("auto with dark %v gives %v, %v", dark, theme, err)
		}
	}
	if theme := named(t, ""); theme.Name != Default {
		t.Errorf("no name gives %s", theme.Name)
	}
	if _, err := Named("../secret", true); err == nil || !strings.Contains(err.Error(), "high-contrast") {
		t.Errorf("an unknown name gives %v", err)
	}
}

func TestParse(t *testing.T) {
	theme, err := Parse("dir/mine.yaml", []byte(`
about: mine
base: dark
roles:
  text: "#ABCDEF bold"
  muted: 244 faint
  bar: bright-blue on black underline
  border: default
  selection: "on #102030"
`))
	if err != nil {
		t.Fatal(err)
	}
	dark := named(t, Dark)
	for _, c := range []struct {
		role Role
		want Look
	}{
		{Text, Look{Fg: "#abcdef", Bold: true}},
		{Muted, Look{Fg: "244", Faint: true}},
		{Bar, Look{Fg: "12", Bg: "0", Underline: true}},
		{Border, Look{}},
		{Selection, Look{Bg: "#102030"}},
		{Good, dark.Looks[Good]},
	} {
		if got := theme.Looks[c.role]; got != c.want {
			t.Errorf("%s is %+v, want %+v", c.role, got, c.want)
		}
	}
	if theme.Name != "mine" || theme.Background != dark.Background {
		t.Errorf("the theme is %q on %q", theme.Name, theme.Background)
	}
	if none, err := Parse("empty.yaml", []byte("about: nothing\n")); err != nil || none.Looks != named(t, Default).Looks {
		t.Errorf("a theme without roles is not the default: %v", err)
	}
}

// TestErrors checks that what is wrong is named with file, line, role and fix.
func TestErrors(t *testing.T) {
	for _, c := range []struct {
		name, file string
		want       []string
	}{
		{"unknown key", "colors: {}", []string{"mine.yaml", "line 1", "colors", "the keys about, base, background and roles"}},
		{"unknown role", "roles:\n  txt: red", []string{"mine.yaml:2", `"txt"`, "the roles are text, muted"}},
		{"twice", "roles:\n  text: red\n  text: blue", []string{"mine.yaml", "text"}},
		{"bad colour", "roles:\n  text: reddish", []string{"mine.yaml:2", "role text", `"reddish"`, "bright-"}},
		{"no quotes", "roles:\n  text: #ff0000", []string{"mine.yaml:2", "role text", "quotes"}},
		{"no quotes behind on", "roles:\n  text: on #ff0000", []string{"mine.yaml:2", "role text", "quotes"}},
		{"palette", "roles:\n  text: 256", []string{"role text", `"256"`, "0 to 255"}},
		{"order", "roles:\n  text: bold red", []string{"role text", "red must come first"}},
		{"two colours", "roles:\n  text: red blue", []string{"role text", "blue must come first"}},
		{"list", "roles:\n  text: [red]", []string{"mine.yaml:2", "role text", "one line of text"}},
		{"roles", "roles: [text]", []string{"mine.yaml:1", "mapping"}},
		{"base", "base: drak", []string{"mine.yaml", "base", `"drak"`, "dark"}},
		{"own base", "base: mine", []string{"mine.yaml", "own base"}},
		{"background", "background: black", []string{"mine.yaml", "background", "#1a1b26"}},
		{"all of them", "background: x\nroles:\n  a: red\n  b: red", []string{"background", `"a"`, `"b"`}},
		{"not YAML", "{", []string{"mine.yaml"}},
		{"nothing", "", []string{"mine.yaml"}},
	} {
		_, err := Parse("mine.yaml", []byte(c.file))
		if err == nil {
			t.Errorf("%s: no error", c.name)
			continue
		}
		for _, w := range c.want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%s: the error lacks %q: %v", c.name, w, err)
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, name := range Names() {
		data, _ := os.ReadFile(name + ".yaml")
		f.Add(data)
	}
	f.Add([]byte("base: mine\nroles:\n  text: on on on"))
	f.Fuzz(func(t *testing.T, data []byte) {
		theme, err := Parse("mine.yaml", data)
		if (theme == nil) != (err != nil) {
			t.Errorf("theme %v and error %v", theme, err)
		}
	})
}
