package loaders

import (
	"bytes"
	"context"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"findable/engine"
	"findable/engine/py"
	shipped "findable/sample-catalogs"
)

// roundTrip writes what was loaded, loads that, and checks that it is the same.
func roundTrip(t testing.TB, name string, res Result, rules engine.Rules) {
	t.Helper()
	set := Settings{}
	if res.Session != nil {
		set = res.Session.Settings
	}
	var file bytes.Buffer
	left, err := WriteSession(&file, res, set, rules)
	if err != nil || len(left) > 0 {
		t.Errorf("%s: %v, left out %v", name, err, left)
	}
	again, err := Load(context.Background(), []Source{{Path: "-"}}, Options{Rules: rules, Stdin: bytes.NewReader(file.Bytes())})
	if err != nil {
		t.Fatalf("%s: %v\n%.2000s", name, err, file.String())
	}
	sameCatalog(t, name, res.Catalog, again.Catalog)
	if old, back := definitions(res.Catalog), definitions(again.Catalog); !slices.Equal(old, back) {
		t.Errorf("%s: other definitions", name)
	}
	if again.Report.Tools != res.Report.Tools || again.Report.Servers != res.Report.Servers {
		t.Errorf("%s: %d tools of %d servers, want %d of %d", name, again.Report.Tools, again.Report.Servers, res.Report.Tools, res.Report.Servers)
	}
	if old := res.Session; old != nil && (!reflect.DeepEqual(old.Settings, again.Session.Settings) || old.AllCore != again.Session.AllCore ||
		!reflect.DeepEqual(old.Scopes, again.Session.Scopes) || !reflect.DeepEqual(old.App, again.Session.App)) {
		t.Errorf("%s: session %+v, want %+v", name, again.Session, old)
	}
	var second bytes.Buffer
	if _, err := WriteSession(&second, again, set, rules); err != nil || !bytes.Equal(file.Bytes(), second.Bytes()) {
		t.Errorf("%s: written again it is another file: %v", name, err)
	}
	for _, n := range again.Report.Notes {
		if n.Kind == Failed || n.Kind == Skipped || n.Kind == Ignored {
			t.Errorf("%s: note %s", name, n)
		}
	}
}

// sameCatalog compares all but origins, and records that are no tool of a session
// file as they stand.
func sameCatalog(t testing.TB, name string, old, back engine.Catalog) {
	t.Helper()
	tools := func(of string, old, back []engine.Tool) {
		if len(old) != len(back) {
			t.Errorf("%s: %s has %d tools, want %d", name, of, len(back), len(old))
			return
		}
		for i := range old {
			if py.Compact(old[i].Function) != py.Compact(back[i].Function) {
				t.Errorf("%s: %s has\n%s, want\n%s", name, of, py.Compact(back[i].Function), py.Compact(old[i].Function))
			}
			if readsAs(old[i].Raw, old[i].Function) && py.Compact(old[i].Raw) != py.Compact(back[i].Raw) {
				t.Errorf("%s: %s has another record of %s", name, of, old[i].Name())
			}
		}
	}
	tools("the core", old.Core, back.Core)
	if len(old.Toolsets) != len(back.Toolsets) || len(old.Servers) != len(back.Servers) {
		t.Fatalf("%s: %d toolsets and %d servers, want %d and %d", name, len(back.Toolsets), len(back.Servers), len(old.Toolsets), len(old.Servers))
	}
	for i, s := range old.Toolsets {
		tools("the toolset "+s.Name, s.Tools, back.Toolsets[i].Tools)
		if back.Toolsets[i].Name != s.Name {
			t.Errorf("%s: the toolset %s became %s", name, s.Name, back.Toolsets[i].Name)
		}
	}
	for i, s := range old.Servers {
		b := back.Servers[i]
		tools("the server "+s.Name, s.Tools, b.Tools)
		s.Tools, b.Tools = nil, nil
		if !reflect.DeepEqual(s, b) {
			t.Errorf("%s: server %+v, want %+v", name, b, s)
		}
	}
}

func definitions(c engine.Catalog) []string {
	var all []string
	for _, e := range engine.Register(c).Entries {
		all = append(all, e.Toolset+" "+e.Definition())
	}
	return all
}

func TestRoundTripSamples(t *testing.T) {
	for _, s := range shipped.All() {
		for _, rules := range engine.Generations() {
			res, err := Load(context.Background(), []Source{{Path: s.File}}, Options{FS: shipped.FS(), Rules: rules})
			if err != nil {
				t.Fatal(err)
			}
			roundTrip(t, s.Name+", "+rules.Name, res, rules)
		}
	}
}

// TestRoundTripFiles takes each file of the tests' own, and every shared one.
func TestRoundTripFiles(t *testing.T) {
	for _, root := range []string{"testdata", catalogs} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || strings.Contains(path, "fuzz") {
				return nil
			}
			res, err := load(t, path)
			if err == nil {
				roundTrip(t, path, res, engine.Documented())
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}

func TestRoundTripSession(t *testing.T) {
	res, err := loadSession(gardenSession, Source{Path: "elsewhere/loose"})
	if err != nil {
		t.Fatal(err)
	}
	roundTrip(t, "session", res, engine.Documented())
}

// TestRoundTripGenerated takes catalogs that no file gives, with all the words
// there are.
func TestRoundTripGenerated(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	yes := func() bool { return rnd.IntN(2) == 0 }
	names := func() []string {
		switch rnd.IntN(4) {
		case 0:
			return []string{"a*", "[b]?", "é\"\\"}
		case 1:
			return []string{""} // admits nothing
		}
		return nil
	}
	schemas := []string{`{}`, `null`, `[1.50, 1e400, -0]`, `{"z":{"a":[{"b":null}]},"a":"<\u2028&>\u0000"}`, `NaN`}
	for range 200 {
		var text strings.Builder
		for range rnd.IntN(4) {
			text.WriteString(`{"name":"t` + string(rune('a'+rnd.IntN(3))) + `","extra":1.0,"inputSchema":` + schemas[rnd.IntN(len(schemas))] + `,"description":"d"}` + "\n")
		}
		text.WriteString(`{"name":"last","description":null}`)
		res, err := Load(context.Background(), []Source{{Path: "-"}}, Options{Stdin: strings.NewReader(`{"tools":[` + strings.ReplaceAll(text.String(), "\n", ",") + "]}")})
		if err != nil {
			t.Fatal(err)
		}
		tools := res.Catalog.Servers[0].Tools
		c := engine.Catalog{Core: tools[:rnd.IntN(len(tools))]}
		for _, name := range []string{"weather", "desktop_ui", "mcp-x", "project", "é=/"}[:rnd.IntN(6)] {
			c.Toolsets = append(c.Toolsets, engine.Toolset{Name: name, Tools: tools[rnd.IntN(len(tools)):]})
		}
		for _, name := range []string{"s", "a b", "", "ß\n"}[:rnd.IntN(5)] {
			s := engine.Server{Name: name, Tools: tools, Disabled: yes(), Parallel: yes(), Resources: yes(), Prompts: yes(),
				OmitResources: yes(), OmitPrompts: yes(), Include: names()}
			if list := names(); len(list) > 1 {
				s.Exclude = list
			}
			c.Servers = append(c.Servers, s)
		}
		if c.Size() == 0 {
			continue
		}
		res.Catalog = c
		res.Report.Tools, res.Report.Servers = c.Size(), len(c.Servers)
		for _, s := range c.Toolsets {
			if strings.HasPrefix(s.Name, "mcp-") {
				res.Report.Servers++
			}
		}
		roundTrip(t, "generated", res, engine.Latest())
	}
}

// TestTooDeep checks that one tool that a session file cannot hold does not cost
// the others.
func TestTooDeep(t *testing.T) {
	nested := func(n int) string {
		return `{"name":"deep","inputSchema":` + strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n) + "}"
	}
	for n, want := range map[int]int{maxToolDepth - 1: 0, maxToolDepth: 1} {
		fsys := fstest.MapFS{"d.json": {Data: []byte("[" + nested(n) + `,{"name":"flat","inputSchema":{}}]`)}}
		res, err := Load(context.Background(), []Source{{Path: "d.json"}}, Options{FS: fsys})
		if err != nil {
			t.Fatal(err)
		}
		var file bytes.Buffer
		left, err := WriteSession(&file, res, Settings{}, engine.Documented())
		if err != nil || len(left) != want || want == 1 && left[0].Text != `"deep" is nested more than 996 deep and left out` {
			t.Errorf("%d deep: %v, left out %v", n, err, left)
		}
		again, err := Load(context.Background(), []Source{{Path: "-"}}, Options{Stdin: &file})
		if err != nil || again.Report.Tools != 2-want {
			t.Errorf("%d deep: %v, %d tools", n, err, again.Report.Tools)
		}
	}
}

// TestNamesThatAreNoText checks that servers named after files whose names are no
// text stay apart.
func TestNamesThatAreNoText(t *testing.T) {
	tool := []byte(`[{"name":"a","inputSchema":{}}]`)
	dir := t.TempDir()
	var sources []Source
	for _, name := range []string{"x\xff.json", "x\xfe.json"} {
		if os.WriteFile(filepath.Join(dir, name), tool, 0o600) != nil {
			t.Skip("no such names on this system")
		}
		sources = append(sources, Source{Path: filepath.Join(dir, name)})
	}
	res, err := Load(context.Background(), sources, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if _, err := WriteSession(&file, res, Settings{}, engine.Documented()); err != nil {
		t.Fatal(err)
	}
	again, err := Load(context.Background(), []Source{{Path: "-"}}, Options{Stdin: &file})
	if err != nil || len(again.Catalog.Servers) != 2 {
		t.Errorf("%v, %d servers", err, len(again.Catalog.Servers))
	}
}

// FuzzRoundTrip checks that whatever loads is written as a session file that loads
// to the same.
func FuzzRoundTrip(f *testing.F) {
	files, err := filepath.Glob("testdata/*.*")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Add([]byte(gardenSession))
	f.Add([]byte("findable: session/1\ncore: [all]\nplugins: {'': [x, all]}\nservers: {'': {tools: [], include: [''], capabilities: {prompts: {}}}}\ncontext: 0\napp: .nan"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		res, err := Load(context.Background(), []Source{{Path: "-"}}, Options{Rules: engine.Latest(), Stdin: bytes.NewReader(raw)})
		if err == nil {
			roundTrip(t, "fuzz", res, engine.Latest())
		}
	})
}
