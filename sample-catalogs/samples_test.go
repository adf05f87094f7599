package samples

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"gopkg.in/yaml.v3"
)

// A session is what these tests read of a session file.
type session struct {
	Findable string
	App      struct{ Queries []string }
	Core     any
	Servers  map[string]any
}

func readSession(t *testing.T, file string) session {
	t.Helper()
	content, err := fs.ReadFile(FS(), file)
	if err != nil {
		t.Fatal(err)
	}
	var s session
	if err := yaml.Unmarshal(content, &s); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return s
}

// dumps returns the dump of each server that names one.
func (s session) dumps() map[string]string {
	found := map[string]string{}
	for name, server := range s.Servers {
		if words, ok := server.(map[string]any); ok {
			server = words["tools"]
		}
		if file, ok := server.(string); ok {
			found[name] = file
		}
	}
	return found
}

func readDump(t *testing.T, file string) []map[string]any {
	t.Helper()
	content, err := fs.ReadFile(FS(), file)
	if err != nil {
		t.Fatal(err)
	}
	var result struct{ Tools []map[string]any }
	if err := json.Unmarshal(content, &result); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return result.Tools
}

func TestFileSystem(t *testing.T) {
	expected := []string{"dumps/linear.json", "generated/skerry.json", "generated/oversized.json", "generated/fleet/people-directory.json"}
	for _, s := range All() {
		expected = append(expected, s.File)
	}
	if err := fstest.TestFS(FS(), expected...); err != nil {
		t.Error(err)
	}
}

func TestSessions(t *testing.T) {
	if names := Names(); len(names) != len(All()) || names[0] != "default" {
		t.Errorf("names are %q", names)
	}
	for _, s := range All() {
		got := readSession(t, s.File)
		if got.Findable != "session/1" {
			t.Errorf("%s: findable is %q", s.File, got.Findable)
		}
		if n := len(got.App.Queries); n < 2 || n > 3 {
			t.Errorf("%s: %d queries", s.File, n)
		}
		if s.Title == "" || s.About == "" || strings.HasSuffix(s.About, ".") {
			t.Errorf("%s: title %q, about %q", s.File, s.Title, s.About)
		}
	}
}

// TestReferences checks that no session names a dump that is not there, and
// that no dump is there for nothing.
func TestReferences(t *testing.T) {
	unused := map[string]bool{}
	err := fs.WalkDir(FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if path.Ext(name) == ".json" {
			unused[name] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range All() {
		for server, file := range readSession(t, s.File).dumps() {
			if _, err := fs.Stat(FS(), file); err != nil {
				t.Errorf("%s: server %s: %v", s.File, server, err)
			}
			delete(unused, file)
		}
	}
	for name := range unused {
		t.Errorf("no session refers to %s", name)
	}
}

func TestCounts(t *testing.T) {
	for _, want := range []struct {
		file           string
		servers, tools int // of the dumps
		about          string
	}{
		{"default.yaml", 6, 3319 + 20 + 26 + 12 + 10 + 9, "3,319 tools"},
		{"small.yaml", 3, 31, "31 tools"},
		{"core-only.yaml", 0, 0, "tier 0"},
		{"over-budget.yaml", 308, 1455, "308 servers"},
	} {
		dumps := readSession(t, want.file).dumps()
		tools := 0
		for _, file := range dumps {
			tools += len(readDump(t, file))
		}
		if len(dumps) != want.servers || tools != want.tools {
			t.Errorf("%s: %d servers with %d tools, not %d with %d", want.file, len(dumps), tools, want.servers, want.tools)
		}
		if i := slices.IndexFunc(All(), func(s Sample) bool { return s.File == want.file }); !strings.Contains(All()[i].About, want.about) {
			t.Errorf("%s is about %q, which lacks %q", want.file, All()[i].About, want.about)
		}
	}
}

// TestDigests holds the generated catalogs still: users compare figures over
// versions of findable. After a change that is meant, the new digests go here.
func TestDigests(t *testing.T) {
	hash := sha256.New()
	for _, team := range fleet(newGrammar()) {
		hash.Write(dump(team.tools(newGrammar())))
	}
	fleetDigest := hex.EncodeToString(hash.Sum(nil))
	for _, c := range []struct{ what, got, want string }{
		{"skerry", digest(dump(skerry())), "3d72940e9fe32c87746b3a028ab26a12f9ea12bb233979c973552edf9488194c"},
		{"fleet", fleetDigest, "9f31dbe94a82440a6d0d30fbf5631a51c1a74e45a412b398faa56fce7c381c2a"},
		{"oversized", digest(dump(oversized())), "62a13407827ccdca65da03ca24ee05e3bd0718695a66ae53afaeee8a3987a548"},
	} {
		if c.got != c.want {
			t.Errorf("the digest of %s is %s, not %s", c.what, c.got, c.want)
		}
	}
}

func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

func TestGenerationRepeats(t *testing.T) {
	if !bytes.Equal(dump(skerry()), dump(skerry())) {
		t.Error("two runs of the generator differ")
	}
}

// TestGeneratedTools checks what every generated tool owes its readers.
func TestGeneratedTools(t *testing.T) {
	g := newGrammar()
	checkTools(t, "skerry", skerry())
	for _, team := range fleet(g) {
		tools := team.tools(g)
		checkTools(t, team.name, tools)
		if len(tools) < 2 {
			t.Errorf("%s has %d tools", team.name, len(tools))
		}
	}
}

func checkTools(t *testing.T, server string, tools []tool) {
	t.Helper()
	met := map[string]bool{}
	for _, tool := range tools {
		if full := "mcp__" + server + "__" + tool.Name; met[tool.Name] || len(full) > 64 {
			t.Errorf("%s: repeated or too long", full)
		}
		met[tool.Name] = true
		if strings.Trim(tool.Name, "abcdefghijklmnopqrstuvwxyz_") != "" {
			t.Errorf("%s: a character that no SDK would use", tool.Name)
		}
		if d := tool.Description; !strings.HasSuffix(d, ".") || strings.ContainsAny(d, "{}|") || strings.Contains(d, "  ") {
			t.Errorf("%s: description %q", tool.Name, d)
		}
		keys := map[string]bool{}
		for _, f := range tool.InputSchema.Properties {
			if keys[f.name] || f.name == "" {
				t.Errorf("%s: parameter %q twice or without a name", tool.Name, f.name)
			}
			keys[f.name] = true
		}
	}
}

// TestOversized checks that each tool is as much too large as it says.
func TestOversized(t *testing.T) {
	tools := map[string]tool{}
	for _, tool := range oversized() {
		tools[tool.Name] = tool
	}
	if n := strings.Count(tools["read_changelog"].Description, "\n") + 1; n != 4000 {
		t.Errorf("the change log has %d lines", n)
	}
	longest := slices.MaxFunc(strings.Fields(tools["split_word"].Description), func(a, b string) int { return len(a) - len(b) })
	if len(strings.TrimSuffix(longest, ".")) != 10_000 {
		t.Errorf("the word has %d characters", len(longest))
	}
	if n := len(tools["configure_everything"].InputSchema.Properties); n != 200 {
		t.Errorf("%d parameters", n)
	}
	if name := slices.MaxFunc(slices.Collect(maps.Keys(tools)), func(a, b string) int { return len(a) - len(b) }); len(name) < 300 {
		t.Errorf("the longest name has %d characters", len(name))
	}
	depth := strings.Count(string(encode(tools["nest_deeply"].InputSchema)), `"inner"`)
	if depth != 64 {
		t.Errorf("the schema is %d deep", depth)
	}
}

// TestCoreAgrees checks that sessions which define the same built-in tool
// define it alike.
func TestCoreAgrees(t *testing.T) {
	first := map[string]any{}
	for _, s := range All() {
		rows, _ := readSession(t, s.File).Core.([]any)
		for _, row := range rows {
			definition, ok := row.(map[string]any)
			if !ok {
				continue // only the name
			}
			name := definition["name"].(string)
			if first[name] == nil {
				first[name] = definition
			}
			if !reflect.DeepEqual(first[name], any(definition)) {
				t.Errorf("%s defines %s in its own way", s.File, name)
			}
		}
	}
}

// TestPlainFiles checks what must not be in the files as they are committed:
// paths of somebody's machine, and hostile text that is not written as escapes.
func TestPlainFiles(t *testing.T) {
	err := fs.WalkDir(FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(FS(), name)
		for _, path := range []string{"/home/", "/root/", "/tmp/", "/Users/", `C:\`} {
			if bytes.Contains(content, []byte(path)) {
				t.Errorf("%s holds the path %s", name, path)
			}
		}
		for _, b := range content {
			if b < ' ' && b != '\n' || b == 0x7f || b > 0x7f && name == "dumps/hostile.json" {
				t.Errorf("%s holds the byte %#x", name, b)
				break
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func BenchmarkSkerry(b *testing.B) {
	for b.Loop() {
		dump(skerry())
	}
}

func BenchmarkFleet(b *testing.B) {
	for b.Loop() {
		g := newGrammar()
		for _, team := range fleet(g) {
			dump(team.tools(g))
		}
	}
}
