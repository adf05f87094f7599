package ui

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
)

// Keys are those that a user gave to actions, by the action's id. An action that
// is not in it has its default keys.
type Keys map[string][]string

// A Binding is the wish that keys take the place of an action's own, as it stands
// in a file. Without keys the action has none: the palette still runs it.
type Binding struct {
	// Action is the action's id.
	Action string
	// Keys are named as Bubble Tea names them, "ctrl+r", "shift+left", "G", or in
	// other usual ways: "^r", "Shift-Left", "shift+g", "space".
	Keys []string
	// Line is where it stands in the file, from 1.
	Line int
}

// An ActionKeys is an action with the keys it has.
type ActionKeys struct {
	// ID names the action in a Binding, Title says what it does, and Where in
	// which panes: "everywhere", or "in config, hits".
	ID, Title, Where string
	// Keys can be read back in a Binding. ctrl+c, which always quits, is left out.
	Keys []string
}

// quitKey always quits, backKey always goes a step back.
const quitKey, backKey = "ctrl+c", "esc"

// NewKeys checks wishes from a file, no two for one action. In one pane a key may
// do one thing only, and help or the palette keeps a key. Where that is not so, or
// an action or a key is unknown, a note says it and the action has its default
// keys.
func NewKeys(file string, wishes []Binding) (Keys, []Note) {
	c := keyCheck{file: file, actions: registry(), keys: Keys{}, lines: map[string]int{}}
	for _, w := range wishes {
		c.take(w)
	}
	for c.clash() || c.lost() { // an action that is back at its default keys may clash with others
	}
	return c.keys, c.notes
}

// bind returns the actions with the keys they have now.
func (k Keys) bind(actions []action) []action {
	out := slices.Clone(actions)
	for i := range out {
		x := &out[i]
		x.keys = k.of(actions[i])
		if len(x.keys) == 0 {
			x.hint = ""
		}
		if x.pair == "" || x.hint == "" {
			continue
		}
		opposite := actions[slices.IndexFunc(actions, func(y action) bool { return len(shared(*x, y)) > 0 && slices.Contains(y.keys, x.pair) })]
		x.pair = ""
		// The hint writes shift once for both.
		if keys := k.of(opposite); len(keys) > 0 && strings.HasPrefix(keys[0], "shift+") == strings.HasPrefix(x.keys[0], "shift+") {
			x.pair = keys[0]
		}
	}
	return out
}

// rebind takes over a user's keys, and says again what names them.
func (a *App) rebind(k Keys) {
	a.actions, a.head = k.bind(registry()), head{}
	a.query.key, a.targets.key, a.prompt.key = a.keyOf("query"), a.keyOf("target"), a.keyOf("prompt")
	a.greet()
}

// keyOf is how the first key of an action is written for people, "" where it has
// none.
func (a *App) keyOf(id string) string {
	for _, x := range a.actions {
		if x.id == id && len(x.keys) > 0 {
			return a.keyName(x.keys[0])
		}
	}
	return ""
}

// has reports whether a key is one of an action's.
func (a *App) has(id, key string) bool {
	return slices.ContainsFunc(a.actions, func(x action) bool { return x.id == id && slices.Contains(x.keys, key) })
}

// told puts keys in the places of actions: "{notes} shows them". The palette runs
// those without a key.
func (a *App) told(text string) string {
	for _, x := range a.actions {
		if place := "{" + x.id + "}"; strings.Contains(text, place) {
			text = strings.ReplaceAll(text, place, cmp.Or(a.keyOf(x.id), "the palette"))
		}
	}
	return text
}

// of returns the keys of an action.
func (k Keys) of(x action) []string {
	keys, given := k[x.id]
	if !given {
		return x.keys
	}
	if x.id == "quit" {
		return append(slices.Clone(keys), quitKey)
	}
	return keys
}

// Actions lists every action with its keys, those that work everywhere first.
func (k Keys) Actions() []ActionKeys {
	var out []ActionKeys
	for _, x := range registry() {
		row := ActionKeys{ID: x.id, Title: x.title, Where: places(x.scopes)}
		for _, key := range k.of(x) {
			if key != quitKey {
				row.Keys = append(row.Keys, spelt(key))
			}
		}
		out = append(out, row)
	}
	first := map[string]int{}
	for i, row := range out {
		if _, seen := first[row.Where]; !seen {
			first[row.Where] = i
		}
	}
	slices.SortStableFunc(out, func(a, b ActionKeys) int { return cmp.Compare(first[a.Where], first[b.Where]) })
	return out
}

// A keyCheck takes wishes over, or notes why not.
type keyCheck struct {
	file    string
	actions []action
	keys    Keys
	lines   map[string]int // of the wishes taken over, by action
	notes   []Note
}

func (c *keyCheck) note(line int, id, text string) {
	c.notes = append(c.notes, Note{Kind: "keys", File: c.file + ":" + strconv.Itoa(line), Path: id, Text: text})
}

func (c *keyCheck) take(w Binding) {
	at := slices.IndexFunc(c.actions, func(x action) bool { return x.id == w.Action })
	if at < 0 {
		c.note(w.Line, w.Action, "there is no such action; the nearest is "+c.nearest(w.Action)+", and findable keys lists all")
		return
	}
	keys := []string{}
	for _, name := range w.Keys {
		key, err := keyNamed(name)
		switch {
		case key == quitKey && w.Action == "quit": // is its key anyway
		case err != nil:
			c.note(w.Line, w.Action, err.Error()+"; "+keeps(c.actions[at]))
			return
		case !slices.Contains(keys, key):
			keys = append(keys, key)
		}
	}
	c.keys[w.Action], c.lines[w.Action] = keys, w.Line
}

// clash drops the wishes that give two actions one key in one pane, and reports
// whether there were any. Default keys do not clash.
func (c *keyCheck) clash() bool {
	var drop []string
	for i, x := range c.actions {
		for _, y := range c.actions[:i] {
			where := shared(x, y)
			for _, key := range c.keys.of(x) {
				if len(where) == 0 || !slices.Contains(c.keys.of(y), key) {
					continue
				}
				drop = append(drop, c.quarrel(x, y, spelt(key), places(where))...)
			}
		}
	}
	were := len(c.keys)
	for _, id := range drop {
		delete(c.keys, id)
	}
	return len(c.keys) < were // what two actions have by default is the registry's fault, not a wish's
}

// quarrel notes that two actions have one key, and returns those whose keys were
// given.
func (c *keyCheck) quarrel(x, y action, key, where string) []string {
	_, first := c.keys[x.id]
	_, second := c.keys[y.id]
	if !first || second && c.lines[x.id] < c.lines[y.id] { // say it of the one that comes last
		x, y = y, x
	}
	line := c.lines[x.id]
	if first && second {
		c.note(line, x.id, fmt.Sprintf("the key %s is given to %s too, on line %d, and both work %s; %s, %s",
			key, y.id, c.lines[y.id], where, keeps(x), keeps(y)))
		return []string{x.id, y.id}
	}
	c.note(line, x.id, fmt.Sprintf("the key %s is that of %s too, and both work %s; %s", key, y.id, where, keeps(x)))
	return []string{x.id}
}

// lost drops the wishes after which no key shows what there is, and reports
// whether there were any.
func (c *keyCheck) lost() bool {
	help, palette := c.keys["help"], c.keys["palette"]
	if help == nil || palette == nil || len(help)+len(palette) > 0 {
		return false
	}
	delete(c.keys, "help")
	delete(c.keys, "palette")
	c.note(max(c.lines["help"], c.lines["palette"]), "help, palette", "one of the two must keep a key, or nothing shows what there is; both keep their default keys")
	return true
}

// keeps says which keys an action has in spite of a wish.
func keeps(x action) string {
	names := make([]string, len(x.keys))
	for i, key := range x.keys {
		names[i] = spelt(key)
	}
	return x.id + " keeps " + strings.Join(names, ", ")
}

// shared are the scopes in which both actions work.
func shared(x, y action) []scope {
	if x.id == y.id {
		return nil
	}
	if slices.Contains(x.scopes, everywhere) {
		x, y = y, x
	}
	if slices.Contains(y.scopes, everywhere) {
		return x.scopes
	}
	return slices.DeleteFunc(slices.Clone(x.scopes), func(s scope) bool { return !slices.Contains(y.scopes, s) })
}

func places(scopes []scope) string {
	if slices.Contains(scopes, everywhere) {
		return "everywhere"
	}
	names := make([]string, len(scopes))
	for i, s := range scopes {
		names[i] = string(s)
	}
	return "in " + strings.Join(names, ", ")
}

// spelt is how a key is written in a file.
func spelt(key string) string {
	if strings.HasSuffix(key, " ") {
		return key[:len(key)-1] + "space"
	}
	return key
}

// namedKeys are the keys that a terminal sends and Bubble Tea has a name for.
var namedKeys = func() map[string]bool {
	names := map[string]bool{}
	for t := tea.KeyF20; t <= tea.KeyBackspace; t++ { // the lowest and the highest
		if t != tea.KeyRunes {
			names[tea.Key{Type: t}.String()] = true
		}
	}
	delete(names, "") // the types of printable characters
	return names
}()

// otherNames are usual names of keys that are called otherwise here.
var otherNames = map[string]string{
	"space": " ", "ctrl+ ": "ctrl+@", "return": "enter", "escape": backKey, "pageup": "pgup", "pagedown": "pgdown", "del": "delete", "ins": "insert",
	"←": "left", "→": "right", "↑": "up", "↓": "down",
}

// sentAs are the chords that a terminal can't tell from a key.
var sentAs = map[string]string{"ctrl+i": "tab", "ctrl+m": "enter", "ctrl+[": backKey}

// keyNamed returns Bubble Tea's name of a key.
func keyNamed(name string) (string, error) {
	alt, ctrl, shift, base := modifiers(name)
	if other, ok := otherNames[strings.ToLower(base)]; ok {
		base = other
	}
	r, size := utf8.DecodeRuneInString(base)
	single := base != "" && size == len(base)
	switch {
	case !single || ctrl != "":
		base = strings.ToLower(base)
	case shift != "" && unicode.IsUpper(unicode.ToUpper(r)):
		base, shift = strings.ToUpper(base), ""
	}
	key := ctrl + shift + base
	if other, ok := otherNames[key]; ok { // ctrl and space
		key = other
	}
	switch {
	case base == "":
		return "", errors.New(`no key is given: write [] for none, and quotes around a sign such as "#"`)
	case key == quitKey:
		return key, errors.New(quitKey + " always quits")
	case key == backKey:
		return "", errors.New(backKey + " always goes a step back")
	case sentAs[key] != "":
		return "", fmt.Errorf("a terminal sends %s as %s", key, sentAs[key])
	case namedKeys[key], single && ctrl+shift == "" && r != utf8.RuneError && unicode.IsPrint(r) && !unicode.IsMark(r):
		return alt + key, nil
	}
	return "", fmt.Errorf("no terminal sends a key %q: write one character, or a name such as space, enter, f5, ctrl+r, alt+x or shift+left", name)
}

// modifiers splits off what is held down with a key.
func modifiers(name string) (alt, ctrl, shift, base string) {
	for {
		switch word, rest := heldDown(name); word {
		case "alt":
			alt, name = "alt+", rest
		case "^", "ctrl":
			ctrl, name = "ctrl+", rest
		case "shift":
			shift, name = "shift+", rest
		default:
			return alt, ctrl, shift, name
		}
	}
}

// heldDown splits off the first key that is held down: ^x, ctrl+x, Ctrl-x.
func heldDown(name string) (word, rest string) {
	if len(name) > 1 && name[0] == '^' {
		return "^", name[1:]
	}
	if i := strings.IndexAny(name, "+-"); i > 0 && i+1 < len(name) {
		return strings.ToLower(name[:i]), name[i+1:]
	}
	return "", name
}

// nearest returns the action's id at the fewest edits of letters.
func (c *keyCheck) nearest(id string) string {
	return slices.MinFunc(c.actions, func(x, y action) int {
		return cmp.Compare(engine.Edits(id, x.id, len(id)), engine.Edits(id, y.id, len(id)))
	}).id
}
