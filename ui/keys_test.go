package ui

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"findable/themes"
	"findable/ui/cell"
	"findable/ui/uitest"
)

func TestKeyNames(t *testing.T) {
	for name, want := range map[string]string{
		"g": "g", "G": "G", "?": "?", "-": "-", "+": "+", "^": "^", "ö": "ö", "о": "о", " ": " ",
		"space": " ", "Space": " ", "enter": "enter", "Return": "enter", "TAB": "tab", "PageUp": "pgup", "pgdown": "pgdown",
		"del": "delete", "F5": "f5", "→": "right", "backspace": "backspace",
		"ctrl+r": "ctrl+r", "Ctrl-R": "ctrl+r", "^r": "ctrl+r", "^R": "ctrl+r", "^^": "ctrl+^", "ctrl+space": "ctrl+@",
		"shift+left": "shift+left", "Shift-Tab": "shift+tab", "shift+g": "G", "shift+ö": "Ö",
		"shift+ctrl+home": "ctrl+shift+home", "alt+x": "alt+x", "alt+X": "alt+X", "alt+enter": "alt+enter", "alt+space": "alt+ ",
		"alt+-": "alt+-", "alt+ctrl+r": "alt+ctrl+r", "^alt+r": "alt+ctrl+r",
	} {
		if got, err := keyNamed(name); got != want || err != nil {
			t.Errorf("%q is the key %q, %v, want %q", name, got, err, want)
		}
	}
	for name, want := range map[string]string{
		"": "no key is given", "gg": "no terminal sends", "ctrl+1": "no terminal sends", "shift+1": "no terminal sends",
		"ctrl+enter": "no terminal sends", "f21": "no terminal sends", "runes": "no terminal sends", "super+x": "no terminal sends",
		"ctrl+": "no terminal sends", "\t": "no terminal sends", "\u0301": "no terminal sends", "\xff": "no terminal sends",
		"esc": "esc always goes", "Escape": "esc always goes", "alt+esc": "esc always goes",
		"ctrl+c": "ctrl+c always quits", "alt+^c": "ctrl+c always quits",
		"ctrl+i": "sends ctrl+i as tab", "ctrl+m": "sends ctrl+m as enter", "^[": "sends ctrl+[ as esc",
	} {
		if got, err := keyNamed(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is the key %q, %v, want an error with %q", name, got, err, want)
		}
	}
}

// wishes reads lines of the form "action key key".
func wishes(lines ...string) []Binding {
	var out []Binding
	for i, l := range lines {
		words := strings.Fields(l)
		out = append(out, Binding{words[0], words[1:], i + 1})
	}
	return out
}

func TestNewKeys(t *testing.T) {
	for _, c := range []struct {
		name   string
		wishes []string
		keys   string   // of the actions that were given others
		notes  []string // "line action: part of the text"
	}{
		{"one key", []string{"undo z"}, "undo[z]", nil},
		{"several, one of them twice", []string{"undo z Z ^z z", "fold-all", "suspend"}, "fold-all[] suspend[] undo[z Z ctrl+z]", nil},
		{"swapped", []string{"sort o", "only s"}, "only[s] sort[o]", nil},
		{"one key in two panes", []string{"sort ö", "limit-here ö"}, "limit-here[ö] sort[ö]", nil},
		{"quit has ctrl+c anyway", []string{"quit ö ctrl+c"}, "quit[ö]", nil},
		{"quit by ctrl+c only", []string{"quit"}, "quit[]", nil},
		{"no help", []string{"help"}, "help[]", nil},
		{"no such action", []string{"rendo z"}, "", []string{"1 rendo: there is no such action; the nearest is redo"}},
		{"no such key", []string{"undo z zz"}, "", []string{`1 undo: no terminal sends a key "zz"`}},
		{"a default's key", []string{"sort u"}, "", []string{"1 sort: the key u is that of undo too, and both work in servers; sort keeps s"}},
		{"a default's key, everywhere", []string{"undo j"}, "",
			[]string{"1 undo: the key j is that of down too, and both work in config, servers, hits,"}},
		{"both given", []string{"only ö", "sort ö"}, "", []string{"2 sort: the key ö is given to only too, on line 1, and both work in servers; sort keeps s, only keeps o"}},
		{"both given, the other way round", []string{"sort ö", "only ö"}, "", []string{"2 only: the key ö is given to sort too, on line 1,"}},
		{"one fault leads to another", []string{"only oo", "sort o"}, "",
			[]string{`1 only: no terminal sends a key "oo"`, "2 sort: the key o is that of only too"}},
		{"neither help nor palette", []string{"help", "palette", "undo ?"}, "",
			[]string{"3 undo: the key ? is that of help too", "2 help, palette: one of the two must keep a key"}},
	} {
		keys, notes := NewKeys("k.yaml", wishes(c.wishes...))
		var got []string
		for id, list := range keys {
			got = append(got, id+fmt.Sprint(list))
		}
		slices.Sort(got)
		if strings.Join(got, " ") != c.keys {
			t.Errorf("%s: the keys are %v, want %s", c.name, got, c.keys)
		}
		if len(notes) != len(c.notes) {
			t.Errorf("%s: the notes are %v", c.name, notes)
			continue
		}
		for _, want := range c.notes {
			if !slices.ContainsFunc(notes, func(n Note) bool {
				return n.Kind == "keys" && strings.HasPrefix(strings.TrimPrefix(n.File, "k.yaml:")+" "+n.Path+": "+n.Text, want)
			}) {
				t.Errorf("%s: no note %q: %v", c.name, want, notes)
			}
		}
	}
}

// TestDefaultKeys checks that what is listed can be read back: all default keys
// are allowed, and nothing changes.
func TestDefaultKeys(t *testing.T) {
	var all []Binding
	for i, x := range (Keys)(nil).Actions() {
		if x.Title == "" || x.Where == "" {
			t.Errorf("%+v", x)
		}
		all = append(all, Binding{x.ID, x.Keys, i + 1})
	}
	keys, notes := NewKeys("k.yaml", all)
	if len(all) != len(registry()) || len(notes) > 0 {
		t.Fatalf("%d actions, notes %v", len(all), notes)
	}
	for _, k := range []Keys{nil, keys} {
		for i, x := range k.bind(registry()) {
			if want := registry()[i]; !slices.Equal(x.keys, want.keys) || x.pair != want.pair || x.hint != want.hint {
				t.Errorf("%s has the keys %q, pair %q, hint %q", x.id, x.keys, x.pair, x.hint)
			}
		}
	}
}

// TestAnyWishes checks that whatever is wished, one key does one thing in a pane,
// and help and the way out are there.
func TestAnyWishes(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 3))
	names := strings.Fields("a b j ? : q u s o enter space tab ctrl+r f5 left shift+left zz esc")
	for range 300 {
		var wishes []Binding
		for i, x := range registry() {
			if rnd.IntN(3) == 0 {
				continue
			}
			w := Binding{Action: x.id, Line: i + 1}
			for range rnd.IntN(3) {
				w.Keys = append(w.Keys, names[rnd.IntN(len(names))])
			}
			wishes = append(wishes, w)
		}
		keys, notes := NewKeys("k.yaml", wishes)
		if len(keys)+len(notes) < len(wishes)/2 {
			t.Errorf("%d wishes became %d keys and %d notes", len(wishes), len(keys), len(notes))
		}
		a := &App{actions: keys.bind(registry())}
		shown := 0
		for i, x := range a.actions {
			if x.id == "help" || x.id == "palette" {
				shown += len(x.keys)
			}
			if x.id == "quit" && !slices.Contains(x.keys, "ctrl+c") {
				t.Errorf("ctrl+c does not quit: %q", x.keys)
			}
			for _, y := range a.actions[:i] {
				for _, k := range x.keys {
					if where := shared(x, y); len(where) > 0 && slices.Contains(y.keys, k) {
						t.Errorf("the key %q is that of %s and %s in %q", k, x.id, y.id, where)
					}
				}
			}
		}
		if shown == 0 {
			t.Error("neither help nor the palette has a key")
		}
	}
}

func FuzzKeyNamed(f *testing.F) {
	for _, s := range []string{"^r", "ctrl+space", "alt+shift+x", "Shift-Tab", "K", "İ+x", "^-", "++", "--"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		key, err := keyNamed(name)
		if err != nil {
			return
		}
		if again, err := keyNamed(spelt(key)); again != key || err != nil {
			t.Errorf("%q is the key %q, which is the key %q, %v", name, key, again, err)
		}
	})
}

// startWith runs the app with keys of a user's own.
func startWith(t *testing.T, lines ...string) (*uitest.Driver, *App) {
	t.Helper()
	keys, notes := NewKeys("k.yaml", wishes(lines...))
	if len(notes) > 0 {
		t.Fatal(notes)
	}
	clock := uitest.NewClock()
	a := New(sample(t, "small"), inputs(), plainStyles(t, cell.Unicode), clock)
	a.rebind(keys)
	return uitest.NewDriver(t, a, clock, 160, 40), a
}

// hintLine is the last line of the screen.
func hintLine(d *uitest.Driver) string {
	s := d.Screen()
	return s[strings.LastIndex(s, "\n")+1:]
}

func TestOwnKeysWork(t *testing.T) {
	d, a := startWith(t, "zoom f5", "next-pane N", "raise +", "lower -", "reply", "quit ö")
	d.Press("F", "tab", "q")
	if a.zoom || a.focus() != "config" || d.Quit {
		t.Error("the default keys still work")
	}
	before := a.in.Config.ThresholdPct
	d.Press("j", "j", "j", "+")
	if a.in.Config.ThresholdPct <= before {
		t.Errorf("+ leaves threshold_pct at %g", a.in.Config.ThresholdPct)
	}
	d.Press("-", "right", "r")
	if a.in.Config.ThresholdPct != before || a.overlay != nil {
		t.Errorf("threshold_pct is %g, the overlay %v", a.in.Config.ThresholdPct, a.overlay)
	}
	for _, hint := range []string{"-+ adjust", "N pane", "f5 zoom", "⇧←→ 10 steps"} {
		if !strings.Contains(hintLine(d), hint) {
			t.Errorf("the hints lack %q: %s", hint, hintLine(d))
		}
	}
	if strings.Contains(hintLine(d), "reply") {
		t.Errorf("an action without a key is in the hints: %s", hintLine(d))
	}
	d.Press("f5")
	if !a.zoom {
		t.Error("the new key does nothing")
	}
	if !strings.HasSuffix(strings.TrimSpace(hintLine(d)), "? help   ö quit") {
		t.Errorf("the hints end otherwise: %s", hintLine(d))
	}
	d.Press("f5", "N", "?")
	d.Type("whole screen")
	wantOnScreen(t, d, "f5             Give the focused pane the whole screen")
	d.Press("esc", "ö")
	if !d.Quit {
		t.Error("ö does not quit")
	}
}

// TestUnboundActionsRun checks that the palette runs an action without a key.
func TestUnboundActionsRun(t *testing.T) {
	d, a := startWith(t, "zoom", "raise")
	d.Press(":")
	d.Type("whole screen")
	d.Press("enter")
	if !a.zoom {
		t.Error("the palette does not run it")
	}
	if strings.Contains(hintLine(d), "adjust") || strings.Contains(hintLine(d), "zoom") {
		t.Error(hintLine(d))
	}
}

func TestPairsAsWritten(t *testing.T) {
	_, a := start(t, "small", 80, 24)
	for _, c := range []struct{ one, other, unicode, ascii string }{
		{"left", "right", "←→", "<-/->"}, {"shift+left", "right", "⇧←→", "S-<-/->"}, {"up", "down", "↑↓", "up/down"},
		{"-", "+", "-+", "-+"}, {"pgup", "pgdown", "pgup/pgdown", "pgup/pgdown"}, {"ctrl+a", "x", "^ax", "^ax"},
	} {
		a.styles = plainStyles(t, cell.Unicode)
		if got := a.keyPair(c.one, c.other); got != c.unicode {
			t.Errorf("%s and %s are %q, want %q", c.one, c.other, got, c.unicode)
		}
		a.styles = plainStyles(t, cell.ASCII)
		if got := a.keyPair(c.one, c.other); got != c.ascii {
			t.Errorf("%s and %s are %q in ASCII, want %q", c.one, c.other, got, c.ascii)
		}
	}
}

func TestPairsOfKeys(t *testing.T) {
	for lines, want := range map[string]string{
		"raise >;lower <":                  "<",
		"lower <":                          "<",
		"lower":                            "",
		"raise ctrl+right;lower ctrl+left": "ctrl+left",
		"raise shift+up;lower shift+down":  "shift+down",
		"raise shift+up;lower <":           "", // shift is written once and would count for both
		"raise left;lower right":           "right",
	} {
		keys, notes := NewKeys("k.yaml", wishes(strings.Split(lines, ";")...))
		if len(notes) > 0 {
			t.Errorf("%s: %v", lines, notes)
		}
		for _, x := range keys.bind(registry()) {
			if x.id == "raise" && x.pair != want {
				t.Errorf("%s: the pair is %q", lines, x.pair)
			}
		}
	}
}

func TestOwnThemes(t *testing.T) {
	own := func(name, about string) *themes.Theme { return &themes.Theme{Name: name, About: about} }
	mine := []*themes.Theme{own("dark", "my dark"), own("zebra", "stripes")}
	for _, c := range []struct {
		name  string
		dark  bool
		about string
	}{
		{"zebra", true, "stripes"}, {"dark", false, "my dark"}, {themes.Auto, true, "my dark"}, {themes.Auto, false, "for light backgrounds"},
		{"mono", true, "no colours"},
	} {
		if got, err := themeNamed(c.name, mine, c.dark); err != nil || !strings.HasPrefix(got.About, c.about) {
			t.Errorf("%s, %v: %v, %v", c.name, c.dark, got, err)
		}
	}
	if _, err := themeNamed("stripes", mine, true); err == nil {
		t.Error("there is no theme stripes")
	}

	d, a := start(t, "small", 160, 40)
	a.themes = mine
	seen := map[string]string{}
	for range len(themes.Names()) + 1 {
		d.Press("t")
		seen[a.styles.Theme.Name] = a.styles.Theme.About
	}
	if len(seen) != len(themes.Names())+1 || seen["zebra"] != "stripes" || seen["dark"] != "my dark" {
		t.Errorf("t goes round %v", seen)
	}
	if a.styles.Theme.Name != themes.Default {
		t.Errorf("and ends at %s", a.styles.Theme.Name)
	}
}

// TestTextsNameOwnKeys checks that what the app says names the keys there are.
func TestTextsNameOwnKeys(t *testing.T) {
	d, a := startWith(t, "notes n", "query f3", "mouse f4", "inspect I", "copy c", "down ß", "quit ö", "help f1", "limit-here")
	wantOnScreen(t, d, "f3 ─┐", "press f3 and type", "f1 help   ö quit")
	d.Press("f4")
	wantOnScreen(t, d, "f4 takes it back")
	d.Press("T", "enter", "enter", "enter")
	wantOnScreen(t, d, "I shows a tool", "the palette moves", "limit here")
	d.Press("ö")
	if a.overlay != nil || d.Quit {
		t.Error("ö does not leave the tour")
	}
	d.Press("n")
	wantOnScreen(t, d, "esc closes   f1 help   ö quit")
	d.Press("j", "!")
	if a.overlay == nil {
		t.Error("! closes the notes")
	}
	d.Press("n")
	if a.overlay != nil {
		t.Error("n does not close the notes")
	}
	d.Resize(10, 3)
	if d.Press("q"); d.Quit {
		t.Error("q quits")
	}
	if d.Press("ö"); !d.Quit {
		t.Error("ö does not quit a screen that is too small")
	}
}
