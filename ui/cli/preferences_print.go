package cli

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"findable/engine"
	"findable/engine/py"
	"findable/themes"
	"findable/ui"
)

// aside makes a command about the app itself, which takes no dumps. It prints the
// preferences, or is their JSON: what comes behind the schema and before the notes.
func (r *run) aside(use, short, long string, print func(preferences), shape func(preferences) py.Object) *cobra.Command {
	c := r.command(use+" [FLAGS]", short, long, "  findable "+use+"\n  findable "+use+" --json", func(_ context.Context, args []string) error {
		if len(args) > 0 {
			return fmt.Errorf("findable %s takes no dumps; leave out %s", use, args[0])
		}
		p, err := readPreferences(r.preferences)
		if err != nil {
			return err
		}
		r.warnPreferences(p)
		if r.json {
			head := py.Object{{Key: "schema", Value: "findable." + use + "/1"}, {Key: "folder", Value: textOrNull(p.folder)}}
			r.printJSON(append(append(head, shape(p)...), py.Member{Key: "notes", Value: notesJSON(p.notes)}))
			return nil
		}
		print(p)
		return nil
	})
	r.preferencesFlag(c)
	return c
}

func (r *run) warnPreferences(p preferences) {
	for _, n := range p.notes {
		r.tell("warning: " + noteText(n))
	}
}

func (r *run) keys() *cobra.Command {
	return r.aside("keys", "Print the keys of the app, as a keys.yaml to change",
		"Print each action of the app with its present keys, as YAML that can be saved as keys.yaml in\nthe folder of preferences and changed.", r.printKeys, keysJSON)
}

func (r *run) printKeys(p preferences) {
	g := r.glyphs()
	r.line("# The keys that findable has now. Of these lines, keep in keys.yaml those that you change; it\n# belongs in %s", r.folderText(p))
	r.line("# A key is a character or a name: space, enter, f5, ctrl+r, alt+x, shift+left. An action has one,\n# a list of them, or none: []. In one pane a key does one thing.")
	r.line("# ctrl+c always quits, esc always goes back. Text fields, help and the palette have their own keys.")
	quote := strconv.Quote
	if g.ASCII {
		quote = strconv.QuoteToASCII
	}
	where := ""
	for _, x := range p.keys.Actions() {
		if x.Where != where {
			where = x.Where
			r.line("\n# %s", where)
		}
		r.line("%-36s # %s", x.ID+": "+yamlKeys(x.Keys, quote), g.Clean(x.Title))
	}
}

func keysJSON(p preferences) py.Object {
	actions := py.List{}
	for _, x := range p.keys.Actions() {
		keys := py.List{}
		for _, k := range x.Keys {
			keys = append(keys, k)
		}
		actions = append(actions, py.Object{{Key: "id", Value: x.ID}, {Key: "keys", Value: keys}, {Key: "where", Value: x.Where}, {Key: "title", Value: x.Title}})
	}
	return py.Object{{Key: "actions", Value: actions}}
}

// folderText says where the files of preferences belong.
func (r *run) folderText(p preferences) string {
	return r.glyphs().Clean(cmp.Or(p.folder, "the folder that --preferences names"))
}

// plainKey matches the keys that YAML takes without quotes.
var plainKey = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+]*$`)

// yamlKeys writes keys as YAML.
func yamlKeys(keys []string, quote func(string) string) string {
	words := make([]string, len(keys))
	for i, k := range keys {
		if words[i] = k; !plainKey.MatchString(k) {
			words[i] = quote(k)
		}
	}
	if len(words) == 1 {
		return words[0]
	}
	return "[" + strings.Join(words, ", ") + "]"
}

func (r *run) listThemes() *cobra.Command {
	return r.aside("themes", "List the themes, shipped and your own",
		"List the themes that --theme takes, with what each is for.", r.printThemes, themesJSON)
}

// A listedTheme is a theme as it is listed: whose it is, and what it is for.
type listedTheme struct{ name, from, about string }

// listThemes lists the themes that can be chosen.
func (p *preferences) listThemes() []listedTheme {
	var all []listedTheme
	for _, name := range p.themeNames() {
		x := listedTheme{name, "findable", "dark or light, by the terminal's background"}
		if at := slices.IndexFunc(p.themes, func(t *themes.Theme) bool { return t.Name == name }); at >= 0 {
			x = listedTheme{name, "you", p.themes[at].About}
		} else if t, err := themes.Named(name, true); err == nil && name != themes.Auto {
			x.about = t.About
		}
		all = append(all, x)
	}
	return all
}

// begins is the theme that the app begins with.
func (p *preferences) begins() string { return cmp.Or(p.flags["theme"], themes.Default) }

func (r *run) printThemes(p preferences) {
	g, rows := r.glyphs(), [][]string{{"theme", "from", "about"}}
	for _, x := range p.listThemes() {
		rows = append(rows, []string{g.Clean(x.name), x.from, g.Clean(x.about)})
	}
	r.printTable([]bool{false, false, false}, rows)
	r.line("\nThe app begins with %s. --theme NAME or FILE.yaml begins with another, t goes round them.", g.Clean(p.begins()))
	r.line("Your own are themes/NAME.yaml, and theme: NAME in findable.yaml begins with one. Both belong in\n%s", r.folderText(p))
}

func themesJSON(p preferences) py.Object {
	all := py.List{}
	for _, x := range p.listThemes() {
		all = append(all, py.Object{{Key: "name", Value: x.name}, {Key: "from", Value: x.from}, {Key: "about", Value: x.about}})
	}
	return py.Object{{Key: "begins", Value: p.begins()}, {Key: "themes", Value: all}}
}

func (r *run) listPreferences() *cobra.Command {
	return r.aside("preferences", "Print the preferences of the app, as a findable.yaml to change",
		`Print each setting of findable.yaml with what it is at present and what it may be, as YAML that
can be saved in the folder of preferences and changed. A variable goes before the file, a flag
before both. The file is about the app's looks: what the app and the commands count and find
comes from dumps, variables and flags alone, so that it is the same on every machine.`, r.printPreferences, preferencesJSON)
}

// A preference is a setting of findable.yaml.
type preference struct {
	key, value, about string
	flag              string // which goes before it
}

// list lists the settings with their present values.
func (p *preferences) list() []preference {
	mouse := "true"
	if p.flags["no-mouse"] == "true" {
		mouse = "false"
	}
	return []preference{
		{"theme", p.begins(), "the theme that the app begins with; findable themes lists them, your own are themes/NAME.yaml", "theme"},
		{"mouse", mouse, "false leaves the mouse to the terminal, to select text with", "no-mouse"},
		{"ascii", cmp.Or(p.flags["ascii"], "false"), "true draws nothing but ASCII, for terminals and fonts without lines and bars", "ascii"},
	}
}

func (r *run) printPreferences(p preferences) {
	r.line("# The preferences that findable has now. Of these lines, keep in findable.yaml those that you\n# change; it belongs in %s", r.folderText(p))
	r.line("# A variable goes before the file, a flag before both. Keys are in keys.yaml: findable keys.")
	quote := strconv.Quote
	if r.glyphs().ASCII {
		quote = strconv.QuoteToASCII
	}
	for _, x := range p.list() {
		value := x.value
		if !plainKey.MatchString(strings.ReplaceAll(value, "-", "")) {
			value = quote(value)
		}
		r.line("\n# %s\n# (%s, --%s)\n%s: %s", x.about, variable(x.flag), x.flag, x.key, value)
	}
}

func preferencesJSON(p preferences) py.Object {
	all := py.List{}
	for _, x := range p.list() {
		value := py.Value(x.value)
		if x.key != "theme" {
			value = x.value == "true"
		}
		all = append(all, py.Object{{Key: "key", Value: x.key}, {Key: "value", Value: value}, {Key: "about", Value: x.about},
			{Key: "variable", Value: variable(x.flag)}, {Key: "flag", Value: x.flag}})
	}
	return py.Object{{Key: "settings", Value: all}}
}

// notesJSON are notes for programs.
func notesJSON(notes []ui.Note) py.List {
	list := py.List{}
	for _, n := range notes {
		list = append(list, py.Object{
			{Key: "kind", Value: n.Kind}, {Key: "file", Value: strings.ToValidUTF8(n.File, "\uFFFD")},
			{Key: "path", Value: n.Path}, {Key: "text", Value: n.Text},
		})
	}
	return list
}

// noticesJSON are corrections for programs.
func noticesJSON(notices []engine.Notice) py.List {
	list := py.List{}
	for _, n := range notices {
		list = append(list, py.Object{
			{Key: "key", Value: n.Key}, {Key: "given", Value: n.Given}, {Key: "used", Value: n.Used}, {Key: "why", Value: n.Why},
		})
	}
	return list
}
