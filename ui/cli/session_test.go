package cli

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"findable/engine"
	"findable/engine/cost"
	"findable/engine/py"
	"findable/loaders"
	"findable/ui"
)

// anyText is a text that YAML and JSON can take for something else.
func anyText(rnd *rand.Rand) string {
	texts := []string{"", "on", "no", "~", "null", "1e3", "0x10", "- a", "a: b", "# c", " padded ", "two\nlines", "é 天気 🙂", `"quoted"`, "'", "{x}", "[", "&a", "*a", "%", "@", "!t",
		"tab\there", "\x01", "create an issue; send it", "---", "1:30", "\u2028", "trailing\n", "a #b", "\u0085", "\ufeffx", "cr\rlf\r\n"}
	return texts[rnd.IntN(len(texts))]
}

func anyInputs(rnd *rand.Rand) ui.Inputs {
	yes := func() bool { return rnd.IntN(2) == 0 }
	modes := []engine.Mode{engine.Auto, engine.On, engine.Off}
	in := ui.Inputs{Generation: generationNames()[rnd.IntN(2)], Config: engine.DefaultConfig(engine.Documented()), Context: []int{0, 200000, 8192, 1}[rnd.IntN(4)]}
	c := &in.Config
	if yes() {
		c.Enabled, c.Listing = modes[rnd.IntN(3)], modes[rnd.IntN(3)]
	}
	if yes() {
		c.ThresholdPct = []float64{0, 100, 2.5, rnd.Float64() * 100, 1e-7}[rnd.IntN(5)]
	}
	if yes() {
		c.MaxSearchLimit = 1 + rnd.IntN(50)
		c.SearchDefaultLimit = 1 + rnd.IntN(c.MaxSearchLimit)
		c.ListingMaxTokens = 200 + rnd.IntN(59801)
	}
	if yes() {
		c.Defer = slices.Clone([]string{"rake", "on", "a: b", "# c"}[:rnd.IntN(5)])
	}
	for range rnd.IntN(3) {
		in.Scope.Disable = append(in.Scope.Disable, anyText(rnd))
	}
	if yes() {
		in.Scope.Enable = []string{"mcp-shed", anyText(rnd)}
	}
	in.Query, in.Target = anyText(rnd), anyText(rnd)
	if yes() {
		in.Use = cost.DefaultUse()
		in.Use.Turns, in.Use.Tools, in.Use.Found, in.Use.CacheRead = 1+rnd.IntN(1000), rnd.IntN(200), 0.05+0.95*rnd.Float64(), rnd.Float64()
	}
	for range rnd.IntN(3) {
		e := engine.Edit{Toolset: "mcp-shed", Tool: []string{"rake", "hoe", "gone"}[rnd.IntN(3)], Pinned: yes(), Hidden: yes()}
		if yes() {
			e.Set = py.Object{{Key: "description", Value: anyText(rnd)}}
		}
		if yes() {
			raw := []string{`{"type":"object","maximum":1e3}`, `{}`, `{"z":[1.50,null,{"a":"\ud83d\ude42\ud800"}],"a":-0}`, `{"type":"object","properties":{"n":{"type":"string","description":"on"}}}`}
			v, err := py.Parse([]byte(raw[rnd.IntN(len(raw))]))
			if err != nil {
				panic(err)
			}
			e.Set = e.Set.With("parameters", v)
		}
		if len(e.Set) > 0 || e.Pinned || e.Hidden {
			in.Edits = append(in.Edits, e)
		}
	}
	if in.Edits = engine.Merged(in.Edits); len(in.Edits) == 0 {
		in.Edits = nil
	}
	return in
}

// reopened saves a state and opens the file again.
func reopened(t *testing.T, r *run, dumps []string, file string, st ui.State) (ui.Loaded, string) {
	t.Helper()
	s, err := r.open(context.Background(), dumps)
	if err != nil {
		t.Fatal(err)
	}
	text, _, err := r.sessionText(s, dumps, file, st)
	if err != nil {
		t.Fatal(err)
	}
	if err := loaders.SaveText(file, text, true); err != nil {
		t.Fatal(err)
	}
	again := &run{}
	again.generation = engine.Documented().Name
	l, err := (&loader{run: again, dumps: []string{file}}).Load(context.Background(), ui.Ask{}, func(ui.Progress) {})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return l, text
}

// TestSessionBringsBack saves states at random, with tools in files and without, and
// opens them again: everything is as it was.
func TestSessionBringsBack(t *testing.T) {
	dir := t.TempDir()
	dump := filepath.Join(dir, "shed.json")
	if err := os.WriteFile(dump, []byte(`{"tools":[{"name":"rake","description":"Rakes."},{"name":"hoe"}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "below"), 0o700); err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(4, 5))
	for i := range 200 {
		st := ui.State{Inputs: anyInputs(rnd), Kept: ui.Kept{View: []string{"tune", "why", "compare"}[rnd.IntN(3)]}}
		if rnd.IntN(2) == 0 {
			a := anyInputs(rnd)
			st.A = &a
		}
		r := &run{}
		r.generation = engine.Documented().Name
		dumps := []string{dump}
		if i%4 == 0 {
			r.sample, dumps = "small", nil
		}
		file := filepath.Join(dir, []string{"one.yaml", "below/two.yaml"}[i%2])
		l, text := reopened(t, r, dumps, file, st)
		if !reflect.DeepEqual(l.Start, st.Inputs) {
			t.Fatalf("opened again it is\n%+v, saved was\n%+v\n%s", l.Start, st.Inputs, text)
		}
		if !reflect.DeepEqual(l.Source.Kept, st.Kept) {
			t.Fatalf("opened again it keeps\n%+v, saved was\n%+v\n%s", l.Source.Kept.A, st.A, text)
		}
		// What was opened is saved over itself, and nothing changes.
		second := &run{}
		second.generation = engine.Documented().Name
		if _, again := reopened(t, second, []string{file}, file, st); again != text && dumps != nil { // a sample's tools stand a tool a line
			t.Fatalf("saved again it is\n%s, not\n%s", again, text)
		}
	}
}

// TestSessionKeepsWords saves over a session that was written by hand: its comments,
// its tools and what else stands in it stay, and paths lead to the same files from
// elsewhere.
func TestSessionKeepsWords(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"dumps/shed.json": `{"tools":[{"name":"rake"}]}`, "dumps/beds.json": `{"tools":[{"name":"water"}]}`, "loose.json": `{"tools":[{"name":"loose"}]}`,
		"by-hand.yaml": "# Ours.\nfindable: session/1\ncore: all # of them\nservers:\n  shed: dumps/shed.json # tools\n  beds: {tools: dumps/beds.json, enabled: on}\n" +
			"scopes:\n  few: {enable: [shed]}\nconfig:\n  tools:\n    tool_search:\n      listing: on # seen\napp:\n  queries: [rake leaves]\n  other: 1\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"by-hand.yaml", "elsewhere/new.yaml"} {
		r := &run{}
		r.generation = engine.Documented().Name
		dumps := []string{filepath.Join(dir, "loose.json"), filepath.Join(dir, "by-hand.yaml")}
		s, err := r.open(context.Background(), dumps)
		if err != nil {
			t.Fatal(err)
		}
		st := ui.State{Inputs: s.inputs}
		st.Inputs.Query = "water"
		path := filepath.Join(dir, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		l, text := reopened(t, r, dumps, path, st)
		for _, want := range []string{"# Ours.", "core: all # of them", "# tools", "few: {enable: [shed]}", "listing: on # seen", "query: water", "other: 1", "queries:", "loose.json"} {
			if !strings.Contains(text, want) && !(want == "# tools" && file != "by-hand.yaml") { // a path that has moved is written anew
				t.Errorf("%s lacks %q:\n%s", file, want, text)
			}
		}
		if !reflect.DeepEqual(l.Start, st.Inputs) {
			t.Errorf("%s is opened as %+v, want %+v", file, l.Start, st.Inputs)
		}
		before, after := names(s.source.Registry), names(l.Source.Registry)
		if before != after || len(l.Source.Notes) > len(s.source.Notes) {
			t.Errorf("%s has the tools %s, want %s; notes %v", file, after, before, l.Source.Notes)
		}
	}
}

func names(r *engine.Registry) string {
	var all []string
	for _, e := range r.Entries {
		all = append(all, e.Name)
	}
	return strings.Join(all, " ")
}

// TestSessionWithoutItsDumps tells which dump has moved and opens the rest.
func TestSessionWithoutItsDumps(t *testing.T) {
	dir := t.TempDir()
	text := `{"findable": "session/1", "dumps": ["here.json", "gone.json", 5, "-"], "app": {"generation": "next", "edits": 5, "scope": {"disable": [1]}, "a": []}}`
	for name, text := range map[string]string{"here.json": `{"tools":[{"name":"rake"}]}`, "s.json": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := &run{}
	r.generation = engine.Documented().Name
	s, err := r.open(context.Background(), []string{filepath.Join(dir, "s.json")})
	if err != nil {
		t.Fatal(err)
	}
	all := fmt.Sprint(s.source.Notes)
	for _, want := range []string{"gone.json  there is no such file", "$.dumps[2] the path of a dump is wanted here, or NAME=PATH, not 5", "$.dumps[3]", `no generation "next"`, "edits is no list",
		"a list of names", "side A"} {
		if !strings.Contains(all, want) {
			t.Errorf("no note %q in %s", want, all)
		}
	}
	if names(s.source.Registry) != "mcp__here__rake" {
		t.Error(names(s.source.Registry))
	}
}

// TestSessionKeepsOld saves that the dumps are held against an older one, and opens
// that again.
func TestSessionKeepsOld(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{"new.json": `{"tools":[{"name":"rake"},{"name":"hoe"}]}`, "past/old.json": `{"tools":[{"name":"rake"}]}`} {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := &run{}
	r.generation, r.old = engine.Documented().Name, "past/old.json"
	l := &loader{run: r, dumps: []string{"new.json"}}
	loaded, err := l.Load(context.Background(), ui.Ask{}, func(ui.Progress) {})
	if err != nil {
		t.Fatal(err)
	}
	old := loaded.Source.Kept.Dump
	if old == nil || old.Source.Name != "old.json" || loaded.Source.Kept.View != "compare" {
		t.Fatalf("%+v", loaded.Source.Kept)
	}
	if d := engine.Diff(old.Source.Registry, loaded.Source.Registry); len(d.Added) != 1 || len(d.Removed) != 0 {
		t.Errorf("read under another name: %+v", d)
	}
	st := ui.State{Inputs: loaded.Start, Kept: loaded.Source.Kept}
	again, text := reopened(t, r, []string{"new.json"}, "past/mine.yaml", st)
	if !strings.Contains(text, "old: old.json") || again.Source.Kept.Dump == nil || len(again.Source.Kept.Dump.Source.Registry.Entries) != 1 {
		t.Errorf("%+v\n%s", again.Source.Kept, text)
	}
	st.Dump = nil
	if _, text := reopened(t, r, []string{"new.json"}, "past/mine.yaml", st); strings.Contains(text, "old") {
		t.Errorf("what is not A any more is kept:\n%s", text)
	}
	if again, err := l.Load(context.Background(), ui.Ask{}, func(ui.Progress) {}); err != nil || again.Source.Kept.Dump != old {
		t.Errorf("read again: %v", err)
	}
}
