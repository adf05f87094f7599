package ui

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/engine/py"
	"findable/ui/cell"
	"findable/ui/layout"
	"findable/ui/term"
	"findable/ui/uitest"
)

// onIssue runs the app with the cursor on github's create_issue, the second hit.
func onIssue(t *testing.T, w, h int) (*uitest.Driver, *App) {
	t.Helper()
	d, a := start(t, "default", w, h)
	d.Press("/")
	d.Type("create an issue")
	d.Press("enter", "j")
	if e := a.subject(); e == nil || e.Name != "mcp__github__create_issue" {
		t.Fatalf("the cursor is on %v", e)
	}
	return d, a
}

func edited(a *App, toolset, tool string) py.Object {
	return a.d.session.Registry.Edited(toolset, tool).Tool.Function
}

// TestEdit edits a tool from every pane in which that can be done, as one step that
// can be undone.
func TestEdit(t *testing.T) {
	for name, way := range map[string][]string{
		"hits": {}, "explain": {"enter"}, "servers": {"tab", "j", "right", "j", "j", "j", "j"}, "inspector": {"i"}, "why": {"w"}, "journey": {"w", "shift+tab"},
	} {
		d, a := onIssue(t, 120, 36)
		d.Press(way...)
		e := a.subject()
		if e == nil {
			t.Fatalf("%s: the cursor is on no tool:\n%s", name, d.Screen())
		}
		was := e.Description()
		before := a.in
		d.Press("e")
		d.Type("Raises a ticket. ")
		wantOnScreen(t, d, "Edit "+e.Name, "Raises a ticket. ")
		d.Press("ctrl+s")
		if got := edited(a, e.Toolset, e.Tool.LoadedName()).Text("description"); got != "Raises a ticket. "+was || a.overlay != nil {
			t.Errorf("%s: the description is %q, was %q", name, got, was)
		}
		wantOnScreen(t, d, "● 1 what-if", "what-if on "+e.Tool.Name()+": description")
		d.Press("u")
		if !a.in.Equal(before) {
			t.Errorf("%s: not undone: %+v", name, a.in.Edits)
		}
	}
}

// TestEditName renames the target, which stays the target, and takes enter in the
// one line.
func TestEditName(t *testing.T) {
	d, a := onIssue(t, 120, 36)
	d.Press("w", "e", "shift+tab", "end")
	d.Type("_now")
	d.Press("enter")
	if a.in.Target != "mcp__github__create_issue_now" || a.d.session.Registry.Edited("mcp-github", "create_issue").Name != a.in.Target {
		t.Fatalf("target %q, edits %+v", a.in.Target, a.in.Edits)
	}
	d.Press("e", "shift+tab", "ctrl+u")
	d.Type("create_issue")
	d.Press("enter")
	if a.in.Target != "mcp__github__create_issue" || len(a.in.Edits) > 0 {
		t.Errorf("what is as it was loaded is an edit: %+v, target %q", a.in.Edits, a.in.Target)
	}
	d.Press("e", "shift+tab", "ctrl+u", "enter")
	wantOnScreen(t, d, "✗ name: a tool must have a name")
	d.Type("list_issues")
	wantOnScreen(t, d, "another tool has this name")
}

// TestEditParameters says where JSON is broken, goes there, and loses nothing.
func TestEditParameters(t *testing.T) {
	d, a := onIssue(t, 80, 24)
	d.Press("e", "tab", "down", "down", "down", "end", "backspace")
	d.Type(" oops")
	f := a.overlay.(*editForm)
	typed := f.boxes[2].text()
	wantOnScreen(t, d, "✗ parameters: line 4, column 15: no value begins here")
	d.Press("tab", "ctrl+s")
	if a.overlay != overlay(f) || f.focus != 2 || f.boxes[2].line != 3 || f.boxes[2].text() != typed || len(a.in.Edits) > 0 {
		t.Fatalf("focus %d, line %d, edits %v", f.focus, f.boxes[2].line, a.in.Edits)
	}
	for text, want := range map[string]string{"": "write {} for none", "[1]": "an object is wanted", "{\"é\": x}": "line 1, column 7"} {
		b := f.boxes[2]
		b.splice(0, 0, len(b.lines)-1, len(b.lines[len(b.lines)-1].text), "")
		d.Send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text + " "), Paste: true})
		wantOnScreen(t, d, want)
	}
	d.Press("ctrl+home", "ctrl+k")
	d.Send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("{\r  \"type\": \"object\"\r}"), Paste: true})
	d.Press("ctrl+s")
	if got, _ := edited(a, "mcp-github", "create_issue").Get("parameters"); py.Compact(got) != `{"type":"object"}` {
		t.Errorf("parameters are %s", py.Compact(got))
	}
}

// TestLeavingTheForm asks only where something would be lost.
func TestLeavingTheForm(t *testing.T) {
	d, a := onIssue(t, 80, 24)
	if d.Press("e", "esc"); a.overlay != nil {
		t.Error("nothing was changed, and it asks")
	}
	d.Press("e", "x", "backspace", "esc")
	if a.overlay != nil {
		t.Error("all is as it was, and it asks")
	}
	d.Press("e", "x", "esc")
	wantOnScreen(t, d, "Leave it and lose what is changed?")
	d.Press("esc")
	if f, ok := a.overlay.(*editForm); !ok || !strings.HasPrefix(f.boxes[1].text(), "x") {
		t.Fatal("what was typed is lost")
	}
	d.Send(tea.MouseMsg{Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
	wantOnScreen(t, d, "Leave it and lose what is changed?")
	if d.Press("y"); a.overlay != nil || len(a.in.Edits) > 0 {
		t.Error("y does not leave it")
	}
}

// TestFigures checks that what the form foretells is what comes.
func TestFigures(t *testing.T) {
	d, a := onIssue(t, 120, 36)
	for _, text := range []string{"Issue. ", "Nothing to see. ", "create an issue create an issue ", strings.Repeat("long ", 2000)} {
		d.Press("e")
		d.Send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true})
		foretold := a.overlay.(*editForm).after
		turn := a.d.assembly.TurnTokens
		d.Press("ctrl+s")
		now := standingOf(a.d.session, a.d.assembly, toolKey{"mcp-github", "create_issue"}, a.d.queries)
		if foretold != now || a.d.session.Index.Search("create an issue", 5000).Hits[now.rank-1].Entry.Name != "mcp__github__create_issue" {
			t.Errorf("%.20q: foretold %+v, it is %+v, a turn was %d tokens", text, foretold, now, turn)
		}
		d.Press("u")
	}
}

// TestLateFigures drops the figures of a form that is closed, and begins anew where
// the text has changed meanwhile.
func TestLateFigures(t *testing.T) {
	_, a := onIssue(t, 80, 24)
	a.openEdit(a.subject())
	f := a.overlay.(*editForm)
	first := f.key(a, term.Key("a"))
	if second := f.key(a, term.Key("b")); first == nil || second != nil {
		t.Fatal("a second try goes on beside the first")
	}
	if next := a.onTried(first().(triedMsg)); next == nil || f.tried == f.version() {
		t.Error("what has changed since is not tried")
	}
	late := f.try(a)
	a.close()
	was := a.dropped
	if late != nil || a.onTried(triedMsg{form: f}) != nil || a.dropped != was+1 {
		t.Error("figures of a closed form are taken")
	}
}

// TestHostileTool edits a tool whose texts are full of what can't be seen: it is
// shown cleaned, and what is not edited stays as it was to the byte.
func TestHostileTool(t *testing.T) {
	description := strings.Join(hostile, " | ") + strings.Repeat("漢字 and words \x1b[31m", 2500)
	schema := py.Object{{Key: "type", Value: "object"}, {Key: "properties", Value: py.Object{{Key: "\x1b]0;owned\a", Value: py.Object{
		{Key: "description", Value: description}, {Key: "n", Value: py.Number("1.50")}}}}}}
	tool := engine.Tool{Function: py.Object{{Key: "name", Value: "evil\n\u202ename"}, {Key: "description", Value: description}, {Key: "parameters", Value: schema}}}
	src := Source{Name: "evil", Registry: engine.Register(engine.Catalog{Servers: []engine.Server{{Name: "s\x1b[2J", Tools: []engine.Tool{tool}}}})}
	for _, g := range []*cell.Glyphs{cell.Unicode, cell.ASCII} {
		for _, size := range [][2]int{{40, 12}, {80, 24}, {120, 36}} {
			clock := uitest.NewClock()
			a := New(src, inputs(), plainStyles(t, g), clock)
			a.clipboard = func(string) (string, error) { return "", nil }
			d := uitest.NewDriver(t, a, clock, size[0], size[1])
			a.show(layout.Why)
			a.target(src.Registry.Entries[0].Name)
			check := func() {
				t.Helper()
				if err := uitest.CheckFrame(d.View(), size[0], size[1]); err != nil {
					t.Fatalf("%v: %v", size, err)
				}
			}
			d.Press("e")
			f := a.overlay.(*editForm)
			for _, key := range []string{"ctrl+end", "left", "left", "ctrl+left", "up", "pgup", "tab", "down", "end", "tab", "end", "left", "left", "left", "left", "left", "tab", "ctrl+end"} {
				d.Press(key)
				check()
			}
			if set, fault := f.set(); len(set) > 0 || fault != nil {
				t.Fatalf("nothing is edited, and it is %v %v", set, fault)
			}
			d.Type("!")
			d.Press("ctrl+s")
			check()
			now := edited(a, "mcp-s\x1b[2J", tool.Name())
			if now.Text("description") != description+"!" || now.Text("name") != tool.Name() || !reflect.DeepEqual(now[2].Value, py.Value(schema)) {
				t.Fatal("texts are not as they were")
			}
			d.Press("U")
			check()
			for _, key := range []string{"j", "y", "Y", "enter", "esc", "U", "D"} {
				d.Press(key)
				check()
			}
			if strings.ContainsAny(d.Screen(), "\x1b\a\u202e\u200b") {
				t.Error("a control character is on the screen")
			}
		}
	}
}

// editor makes a script the user's editor: it runs sh commands on the file $1.
func editor(t *testing.T, a *App, script string) (files *[]string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the editor is a shell script")
	}
	path := filepath.Join(t.TempDir(), "editor")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("VISUAL", "")
	t.Setenv("EDITOR", path+" --wait")
	files = new([]string)
	a.exec = func(c *exec.Cmd, done tea.ExecCallback) tea.Cmd {
		file := c.Args[len(c.Args)-1]
		info, err := os.Stat(file)
		if err != nil || info.Mode().Perm() != 0o600 || c.Args[1] != "--wait" {
			t.Errorf("%v, %v, run as %q", info, err, c.Args)
		}
		*files = append(*files, file)
		return func() tea.Msg { return done(c.Run()) }
	}
	return files
}

func TestEditOutside(t *testing.T) {
	d, a := onIssue(t, 80, 24)
	files := editor(t, a, `sed -i 's/Open an issue/Open a ticket/; s/"owner"/"holder"/' "$2"`)
	d.Press("E")
	now := edited(a, "mcp-github", "create_issue")
	if !strings.HasPrefix(now.Text("description"), "Open a ticket") || !strings.Contains(py.Compact(now), `"holder"`) || len(a.history.past) == 0 {
		t.Fatalf("%s", py.Compact(now))
	}
	wantOnScreen(t, d, "● 2 what-ifs", "what-if on create_issue: description, parameters")
	d.Press("u")
	if len(a.in.Edits) > 0 {
		t.Error("it is more than one step")
	}
	editor(t, a, `exit 3`)
	d.Press("E")
	wantOnScreen(t, d, "not edited: exit status 3")
	editor(t, a, `true`)
	d.Press("E")
	wantOnScreen(t, d, "nothing is changed")
	for _, f := range *files {
		if _, err := os.Stat(f); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s is still there", f)
		}
	}
}

// TestBrokenOutside gives what can't be read back to the editor as it was left.
func TestBrokenOutside(t *testing.T) {
	d, a := onIssue(t, 80, 24)
	editor(t, a, `if grep -q '^broken' "$2"; then echo '{"description": "Mended."}' > "$2"; else echo broken > "$2"; fi`)
	d.Press("E")
	wantOnScreen(t, d, "Not taken: create_issue", "line 1, column 1", "enter edits it again")
	d.Press("enter")
	if now := edited(a, "mcp-github", "create_issue"); now.Text("description") != "Mended." || a.overlay != nil {
		t.Errorf("%s", py.Compact(now))
	}
	for text, want := range map[string]string{`[]`: "an object is wanted", `{"title": 1}`: `"title" is no part`, `{"name": ""}`: "must have a name", `{"description": 3}`: "a text is wanted", `{"parameters": []}`: "an object is wanted"} {
		editor(t, a, "echo '"+text+"' > \"$2\"")
		d.Press("E")
		wantOnScreen(t, d, want)
		if d.Press("esc"); a.overlay != nil {
			t.Errorf("%s: esc does not leave it", text)
		}
	}
}
