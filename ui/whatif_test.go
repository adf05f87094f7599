package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"findable/engine"
	"findable/engine/py"
	"findable/ui/cell"
	"findable/ui/layout"
	"findable/ui/uitest"
)

// TestPinAndHide pins and hides a tool from the hits, and undoes both by the same
// key.
func TestPinAndHide(t *testing.T) {
	d, a := onIssue(t, 120, 36)
	find := func() *engine.Entry { return a.d.session.Registry.Edited("mcp-github", "create_issue") }
	d.Press("i", "p")
	if e := find(); !e.Tool.Pinned || a.d.session.Class(e) != engine.ClassPinned {
		t.Fatal("p does not pin")
	}
	wantOnScreen(t, d, "● 1 what-if", "what-if    ● pinned: in sight", "class      pinned: never deferred")
	d.Press("x")
	if find() != nil || a.d.whatIfs.count() != 1 {
		t.Fatalf("x does not hide: %+v", a.in.Edits)
	}
	wantOnScreen(t, d, "what-if    ● removed", "create_issue removed")
	d.Press("x")
	if len(a.in.Edits) > 0 || find() == nil {
		t.Errorf("x again does not undo it: %+v", a.in.Edits)
	}
	d.Press("p", "p", "esc")
	if len(a.in.Edits) > 0 {
		t.Errorf("p again does not undo it: %+v", a.in.Edits)
	}
}

// toServer puts the cursor of the servers pane on a server.
func toServer(t *testing.T, d *uitest.Driver, a *App, label string) {
	t.Helper()
	for a.focus() != layout.Servers {
		d.Press("tab")
	}
	d.Press("g")
	for range 40 {
		if r, _ := a.servers.current(); r.origin.label == label && r.entry == nil {
			return
		}
		d.Press("j")
	}
	t.Fatalf("no server %s:\n%s", label, d.Screen())
}

// row returns the line of the screen that holds a text.
func row(d *uitest.Driver, text string) string {
	for _, l := range strings.Split(d.Screen(), "\n") {
		if strings.Contains(l, text) {
			return l
		}
	}
	return ""
}

// TestWholeServer pins and hides a server and tools of it. What is removed stays in
// the pane, to be brought back.
func TestWholeServer(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	toServer(t, d, a, "slack")
	d.Press("p")
	if l := row(d, "slack"); !strings.Contains(l, "slack ● 1") || !strings.Contains(l, "pinned") {
		t.Errorf("the row is %q", l)
	}
	d.Press("right", "j", "p")
	wantOnScreen(t, d, "its server is pinned; p on that undoes it", "pinned")
	d.Press("e")
	d.Type("Now. ")
	d.Press("ctrl+s", "j", "x")
	if l := row(d, "slack"); !strings.Contains(l, "slack ● 3") || !strings.Contains(l, "12 pinned") {
		t.Errorf("the row is %q", l)
	}
	if l := row(d, "▸  "); !strings.Contains(l, "removed") {
		t.Errorf("the tool's row is %q", l)
	}
	if got := len(a.d.session.Registry.Entries); got != len(a.src.Registry.Entries)-1 {
		t.Errorf("%d tools are there", got)
	}
	d.Press("left", "x")
	if l := row(d, "slack"); !strings.Contains(l, "removed") {
		t.Errorf("the row is %q", l)
	}
	wantOnScreen(t, d, "● 3 what-ifs", "5 servers")
	d.Press("x")
	if l := row(d, "slack"); !strings.Contains(l, "slack ● 2") || strings.Contains(l, "removed") {
		t.Errorf("brought back, the row is %q", l)
	}
	d.Press("U", "D", "esc", "p", "p")
	if len(a.in.Edits) > 0 {
		t.Errorf("p on the row does not undo it: %+v", a.in.Edits)
	}
}

// TestUntouchable says why, where a tool can't be pinned.
func TestUntouchable(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	toServer(t, d, a, "core")
	d.Press("right", "j", "p")
	wantOnScreen(t, d, "it is never deferred anyway")
	d.Press("U")
	wantOnScreen(t, d, "no tool is changed")
	if a.overlay != nil {
		t.Error("a list of nothing opens")
	}
}

// threeEdits makes three what-ifs on two tools.
func threeEdits(t *testing.T, d *uitest.Driver) {
	t.Helper()
	d.Press("e")
	d.Type("Files a ticket. ")
	d.Press("ctrl+s", "p", "g", "j", "x")
	wantOnScreen(t, d, "● 3 what-ifs")
}

// TestWhatIfList undoes single changes and all, each in one step.
func TestWhatIfList(t *testing.T) {
	d, a := onIssue(t, 120, 36)
	threeEdits(t, d)
	before := a.in
	d.Press("U")
	wantOnScreen(t, d, "What-ifs · the dump stays as it is", "3 changes", "description", "pinned", "removed", "Open an issue in a reposito… → Files a ticket.",
		"before  Open an issue", "after   Files a ticket.")
	d.Press("d")
	if e := a.d.whatIfs.byTool[toolKey{"mcp-github", "create_issue"}]; len(e.Set) > 0 || !e.Pinned || a.d.whatIfs.count() != 2 {
		t.Errorf("%+v", a.in.Edits)
	}
	d.Press("u")
	if !a.in.Equal(before) || a.overlay == nil {
		t.Error("u above the list does not undo")
	}
	d.Press("j", "x", "delete")
	wantOnScreen(t, d, "● 1 what-if", "1 change")
	d.Press("enter")
	if f, ok := a.overlay.(*editForm); !ok || f.subject.tool != "create_issue" {
		t.Fatal("enter does not open the form")
	}
	d.Press("esc", "U", "D")
	wantOnScreen(t, d, "Every tool is as it was loaded", "0 changes")
	if len(a.in.Edits) > 0 || strings.Contains(d.Screen(), "what-if ") {
		t.Errorf("%+v", a.in.Edits)
	}
	d.Press("x", "enter", "y", "s", "U")
	if a.overlay != nil {
		t.Error("U does not close the list")
	}
}

// TestEditsStay: what was loaded is the same, whatever is edited, and what sets knobs
// leaves edits alone.
func TestEditsStay(t *testing.T) {
	d, a := onIssue(t, 120, 36)
	before := py.Compact(a.src.Registry.Edited("mcp-github", "create_issue").Function)
	threeEdits(t, d)
	for a.focus() != layout.Config {
		d.Press("tab")
	}
	d.Press("j", "j", "j", "right", "0")
	if a.d.whatIfs.count() != 3 || a.in.Query == "" {
		t.Errorf("all knobs as loaded leaves %+v", a.in.Edits)
	}
	if after := py.Compact(a.src.Registry.Edited("mcp-github", "create_issue").Function); after != before {
		t.Error("what was loaded has changed")
	}
	a.src.Registry = engine.Register(engine.Catalog{Servers: []engine.Server{{Name: "other"}}})
	a.d.ready = false
	a.set(a.in)
	d.Press("U")
	wantOnScreen(t, d, "no such tool is loaded now")
}

// TestHeaderSaysWhatIfs shows that there are what-ifs at every size.
func TestHeaderSaysWhatIfs(t *testing.T) {
	d, _ := onIssue(t, 120, 36)
	threeEdits(t, d)
	for _, size := range uitest.Sizes([]int{layout.MinWidth, layout.TabsWidth, layout.FullWidth}, []int{layout.MinHeight, layout.TabsHeight, layout.FullHeight}, 60) {
		d.Resize(size[0], size[1])
		if layout.ModeOf(size[0], size[1]) > layout.TooSmall && !strings.Contains(strings.Split(d.Screen(), "\n")[0], "● 3 what-ifs") {
			t.Errorf("%v: %s", size, strings.Split(d.Screen(), "\n")[0])
		}
	}
}

// TestCopies copies the what-ifs as Markdown and as a patch, with the texts as they
// are.
func TestCopies(t *testing.T) {
	d, a := onIssue(t, 120, 36)
	var copied string
	a.clipboard = func(text string) (string, error) { copied = text; return "", nil }
	threeEdits(t, d)
	d.Press("U", "y")
	for _, want := range []string{"## `github`", "### `create_issue`", "In `github.json`", "Query `create an issue`: rank 2 → in sight without a search.", "Files a ticket.", "## `linear`", "Removed: not offered"} {
		if !strings.Contains(copied, want) {
			t.Errorf("no %q in\n%s", want, copied)
		}
	}
	if strings.Contains(copied, "dumps/") {
		t.Error("the Markdown tells a path")
	}
	wantOnScreen(t, d, "the what-ifs in Markdown (")
	d.Press("Y")
	wantOnScreen(t, d, "2 files have a patch each; s saves them all")
	d.Press("G", "d", "Y")
	if !strings.Contains(copied, `"path": "/tools/`) || !strings.Contains(copied, `"op": "test"`) {
		t.Errorf("the patch is\n%s", copied)
	}
	wantOnScreen(t, d, "the JSON Patch for github.json, without pins, which no dump can say, (")
	d.Press("g", "d", "Y")
	wantOnScreen(t, d, "no file can be patched")
}

// TestSave writes what-ifs into a folder that was not there, and reads them again.
func TestSave(t *testing.T) {
	d, a := onIssue(t, 120, 36)
	a.saveIn = t.TempDir()
	threeEdits(t, d)
	d.Press("U", "s")
	wantOnScreen(t, d, "4 files in the folder")
	d.Press("s")
	for _, folder := range []string{"findable-what-ifs", "findable-what-ifs-2"} {
		raw, err := os.ReadFile(filepath.Join(a.saveIn, folder, "what-ifs.json"))
		if err != nil {
			t.Fatal(err)
		}
		v, err := py.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		edits, unknown, err := a.src.Registry.ReadEdits(v)
		if got := (Inputs{Edits: edits}); err != nil || len(unknown) > 0 || !got.Equal(Inputs{Edits: engine.Merged(a.in.Edits)}) {
			t.Errorf("%+v, %v, %v", edits, unknown, err)
		}
		for _, name := range []string{"what-ifs.md", "github.patch.json", "linear.patch.json"} {
			if _, err := os.Stat(filepath.Join(a.saveIn, folder, name)); err != nil {
				t.Error(err)
			}
		}
	}
	a.saveIn = filepath.Join(a.saveIn, "not there")
	d.Press("s")
	wantOnScreen(t, d, "not saved: ")
}

// TestWhatIfFrames draws the overlays of what-ifs at every kind of size: a frame is
// always exactly the screen.
func TestWhatIfFrames(t *testing.T) {
	sizes := uitest.Sizes([]int{layout.MinWidth, layout.TabsWidth, layout.FullWidth}, []int{layout.MinHeight, layout.TabsHeight, layout.FullHeight}, 40)
	for _, name := range []string{"default", "awkward", "small"} {
		for _, g := range []*cell.Glyphs{cell.Unicode, cell.ASCII} {
			clock := uitest.NewClock()
			a := New(sample(t, name), inputs(), plainStyles(t, g), clock)
			a.clipboard = func(string) (string, error) { return "", nil }
			d := uitest.NewDriver(t, a, clock, 120, 36)
			states := [][]string{{"/", "create an issue", "enter", "e"}, {"Words 漢字 "}, {"tab", "{ oops"}, {"esc"}, {"n", "backspace", "tab", "ctrl+end", " again"}, {"ctrl+s"},
				{"esc", "y", "p", "j", "x", "U"}, {"j"}, {"G", "j"}, {"D"}, {"u", "esc", "i"}, {"p"}, {"esc", "tab", "tab", "right", "x"}}
			for _, keys := range states {
				d.Press(keys...)
				for _, size := range sizes {
					d.Resize(size[0], size[1])
					if err := uitest.CheckFrame(d.View(), size[0], size[1]); err != nil {
						t.Fatalf("%s, %v at %v, ASCII %v: %v", name, keys, size, g.ASCII, err)
					}
				}
				d.Resize(120, 36)
			}
		}
	}
}

// TestGoldenWhatIfs holds the two overlays to files.
func TestGoldenWhatIfs(t *testing.T) {
	d, _ := onIssue(t, 80, 24)
	threeEdits(t, d)
	d.Press("U")
	uitest.Golden(t, "what-ifs-80x24.txt", d.Screen())
	d.Press("enter", "tab", "tab", "tab", "tab", "ctrl+end", " Now.")
	uitest.Golden(t, "edit-80x24.txt", d.Screen())
}

func TestContrast(t *testing.T) {
	for _, c := range []struct {
		before, after string
		n             int
		a, b          string
	}{
		{"one two", "one three", 20, "one two", "one three"},
		{strings.Repeat("same ", 20) + "old end", strings.Repeat("same ", 20) + "new end", 12, "…old end", "…new end"},
		{"漢字漢字漢字漢字漢字a", "漢字漢字漢字漢字漢字b", 6, "…漢字漢字漢…", "…漢字漢字漢…"},
		{"abc", "", 9, "abc", ""},
		{"", "", 3, "", ""},
	} {
		if a, b := contrast(c.before, c.after, c.n); c.n != 6 && (a != c.a || b != c.b) || !strings.HasPrefix(strings.ToValidUTF8(a, "?"), a) {
			t.Errorf("%q and %q: %q and %q", c.before, c.after, a, b)
		}
	}
}

// TestGeneratedTool says why a tool that the agent makes itself can't be edited.
func TestGeneratedTool(t *testing.T) {
	src := Source{Name: "shed", Registry: engine.Register(engine.Catalog{Servers: []engine.Server{{Name: "shed", Resources: true}}})}
	clock := uitest.NewClock()
	a := New(src, inputs(), plainStyles(t, cell.Unicode), clock)
	d := uitest.NewDriver(t, a, clock, 120, 36)
	toServer(t, d, a, "shed")
	d.Press("right", "j", "e")
	wantOnScreen(t, d, "the agent makes this tool itself")
	d.Press("p", "x", "g", "p")
	if len(a.in.Edits) != 1 || a.in.Edits[0].Tool != "" {
		t.Errorf("%+v", a.in.Edits)
	}
	if row(d, "shed ● 1") == "" || len(a.d.session.Deferred) > 0 {
		t.Errorf("its tools are deferred:\n%s", d.Screen())
	}
}
