package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"findable/engine"
	"findable/engine/py"
	"findable/ui"
)

// TestEdits begins the app with what-ifs: saved ones, and a patch for the dump.
func TestEdits(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	dump := write("shed.json", `{"tools":[{"name":"rake","description":"Rakes."},{"name":"hoe","description":"Hoes."}]}`)
	saved := write("saved.json", py.Compact(engine.EditsValue([]engine.Edit{{Toolset: "mcp-shed", Tool: "hoe", Pinned: true}, {Toolset: "mcp-shed", Tool: "axe", Hidden: true}})))
	patch := write("patch.json", `[{"op":"test","path":"/tools/0/name","value":"rake"},{"op":"replace","path":"/tools/0/description","value":"Gathers leaves."}]`)
	load := func(edits string) (ui.Loaded, error) {
		r := &run{}
		r.generation, r.edits = "documented", edits
		return (&loader{run: r, dumps: []string{dump}}).Load(context.Background(), ui.Ask{}, func(ui.Progress) {})
	}
	l, err := load(saved)
	if err != nil || len(l.Start.Edits) != 2 || !l.Start.Edits[0].Pinned {
		t.Fatalf("%+v, %v", l.Start.Edits, err)
	}
	if n := l.Source.Notes; len(n) == 0 || !strings.Contains(n[len(n)-1].Text, `"axe" of mcp-shed`) {
		t.Errorf("notes %v", n)
	}
	if text := l.Source.Report(l.Start); !strings.Contains(text, "2 what-ifs") || !strings.Contains(text, "1 visible, 1 deferred") {
		t.Errorf("the report is\n%s", text)
	}
	l, err = load(patch)
	if err != nil || len(l.Start.Edits) != 1 || l.Start.Edits[0].Set.Text("description") != "Gathers leaves." {
		t.Fatalf("%+v, %v", l.Start.Edits, err)
	}
	for name, want := range map[string]string{write("broken.json", "{"): "line 1", write("other.json", `{"tools":[]}`): "edits/1", filepath.Join(dir, "none.json"): "none.json"} {
		if _, err := load(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
