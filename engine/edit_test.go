package engine

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"findable/engine/py"
)

// randomEdits makes edits of a registry's tools.
func randomEdits(r *rand.Rand, reg *Registry, n int) []Edit {
	var edits []Edit
	for range n {
		e := reg.Entries[r.IntN(len(reg.Entries))]
		edit := Edit{Toolset: e.Toolset, Tool: e.Tool.Name()}
		switch r.IntN(5) {
		case 0:
			edit.Set = py.Object{{Key: "description", Value: "Sends brandnewword to the gardener."}}
		case 1:
			other := reg.Entries[r.IntN(len(reg.Entries))] // may clash
			edit.Set = py.Object{{Key: "name", Value: other.Tool.Name()}}
		case 2:
			edit.Set = py.Object{{Key: "parameters", Value: py.Object{{Key: "type", Value: "object"},
				{Key: "properties", Value: py.Object{{Key: "bed", Value: py.Object{{Key: "type", Value: "string"}}}}}}}}
		case 3:
			edit.Pinned = true
		case 4:
			edit.Hidden = true
		}
		edits = append(edits, edit)
	}
	return edits
}

// TestWithEqualsRegister checks that taking entries over gives what registering the
// edited catalog from nothing gives, and changes nothing of the registry before.
func TestWithEqualsRegister(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	catalog := editCatalog()
	for range 40 {
		before := Register(catalog)
		now := before
		for range 1 + r.IntN(3) {
			edits := randomEdits(r, before, 1+r.IntN(4))
			now = now.With(edits) // of an edited one too: edits are those of what was loaded
			want := Register(catalog.With(edits))
			if !reflect.DeepEqual(entryTexts(now), entryTexts(want)) || !reflect.DeepEqual(now.Notes, want.Notes) {
				t.Fatalf("edits %+v\ngot  %v\nwant %v", edits, entryTexts(now), entryTexts(want))
			}
			for _, rules := range Generations() {
				a, b := now.Session(rules, Scope{}, rules.DefaultDefer), want.Session(rules, Scope{}, rules.DefaultDefer)
				for _, q := range []string{"open the gate", "brandnewword gardener", "water bed"} {
					if got, want := hitTexts(a.Index.Search(q, 50)), hitTexts(b.Index.Search(q, 50)); !slices.Equal(got, want) {
						t.Fatalf("%s: %v, want %v", q, got, want)
					}
				}
				a.Index.Nearest("brandnewwords", 3)
			}
		}
		if fresh := Register(catalog); !reflect.DeepEqual(entryTexts(before), entryTexts(fresh)) {
			t.Fatal("the registry before has changed")
		}
		if near := before.Session(Documented(), Scope{}, nil).Index.Nearest("brandnewwords", 3); len(near) > 0 {
			t.Fatalf("the registry before has the words of an edit: %v", near)
		}
	}
}

func editCatalog() Catalog {
	var c Catalog
	for s := range 3 {
		server := Server{Name: fmt.Sprintf("garden-%d", s), Resources: s == 1}
		for i, verb := range []string{"open", "close", "water", "mow", "plant"} {
			server.Tools = append(server.Tools, Tool{Function: py.Object{{Key: "name", Value: fmt.Sprintf("%s_%d", verb, i)},
				{Key: "description", Value: fmt.Sprintf("To %s the gate or bed %d.", verb, s)}}})
		}
		c.Servers = append(c.Servers, server)
	}
	c.Toolsets = []Toolset{{Name: "shed", Tools: []Tool{{Function: py.Object{{Key: "name", Value: "rake"}}}}}}
	c.Core = []Tool{{Function: py.Object{{Key: "name", Value: "terminal"}}}}
	return c
}

func entryTexts(r *Registry) []string {
	var out []string
	for _, e := range r.Entries {
		out = append(out, fmt.Sprintf("%s %s %v %d %s", e.Toolset, e.Label, e.Tool.Pinned, e.Characters, e.Definition()))
	}
	return out
}

func hitTexts(r Result) []string {
	var out []string
	for _, h := range r.Hits {
		out = append(out, fmt.Sprint(h.Entry.Name, h.Score))
	}
	return out
}

// TestPinned keeps a tool in sight and out of the index.
func TestPinned(t *testing.T) {
	r := Register(editCatalog()).With([]Edit{{Toolset: "mcp-garden-0", Tool: "mow_3", Pinned: true}})
	s := r.Session(Documented(), Scope{}, nil)
	e, ok := r.Lookup("mcp__garden_0__mow_3")
	if !ok || s.Class(e) != ClassPinned || !slices.Contains(s.Visible, e) || slices.Contains(s.Deferred, e) {
		t.Errorf("%v, class %s", ok, s.Class(e))
	}
}

// TestWholeToolset pins a server with what an agent generates for it, and takes one
// away.
func TestWholeToolset(t *testing.T) {
	r := Register(editCatalog())
	edits := []Edit{{Toolset: "mcp-garden-1", Pinned: true}, {Toolset: "mcp-garden-0", Hidden: true}, {Toolset: "mcp-garden-2", Tool: "mow_3", Hidden: true}}
	s := r.With(edits).Session(Documented(), Scope{}, nil)
	var visible, deferred []string
	for _, e := range s.Visible {
		if e.Server != nil {
			visible = append(visible, e.Bare())
		}
	}
	for _, e := range s.Deferred {
		if e.Server != nil {
			deferred = append(deferred, e.Toolset+" "+e.Bare())
		}
	}
	if want := []string{"close_1", "list_resources", "mow_3", "open_0", "plant_4", "read_resource", "water_2"}; !slices.Equal(visible, want) {
		t.Errorf("visible %q, want %q", visible, want)
	}
	if want := []string{"mcp-garden-2 close_1", "mcp-garden-2 open_0", "mcp-garden-2 plant_4", "mcp-garden-2 water_2"}; !slices.Equal(deferred, want) {
		t.Errorf("deferred %q, want %q", deferred, want)
	}
	if back := r.With(edits).With([]Edit{{Toolset: "shed", Tool: "rake", Pinned: true}}); len(back.Entries) != len(r.Entries) {
		t.Errorf("%d tools, and %d were loaded", len(back.Entries), len(r.Entries))
	}
}

// TestLoadedName renames a tool: edits and look-ups go by the name it was loaded
// with.
func TestLoadedName(t *testing.T) {
	name := func(n string) py.Object { return py.Object{{Key: "name", Value: n}} }
	r := Register(editCatalog())
	edits := Merged([]Edit{{Toolset: "shed", Tool: "rake", Set: name("hoe")}, {Toolset: "shed", Tool: "rake"}, {Toolset: "shed", Tool: "rake", Set: name("spade"), Pinned: true}})
	if len(edits) != 1 || edits[0].Set.Text("name") != "spade" || !edits[0].Pinned {
		t.Fatalf("%+v", edits)
	}
	now := r.With(edits)
	e := now.Edited("shed", "rake")
	if e == nil || e.Name != "spade" || e.Tool.LoadedName() != "rake" || now.Edited("shed", "spade") != nil {
		t.Errorf("%+v", e)
	}
	if loaded, ok := now.Loaded("shed", "rake"); !ok || loaded.Name() != "rake" {
		t.Errorf("%+v", loaded)
	}
	if _, ok := now.Loaded("shed", "spade"); ok {
		t.Error("what was loaded has a name of an edit")
	}
}

func BenchmarkWith(b *testing.B) {
	r := Register(Catalog{Servers: readSet(b, "mixed/cloudflare-sdk+github-mcp-server+linear+playwright+filesystem+stripe")})
	e := r.Entries[len(r.Entries)/2]
	edits := []Edit{{Toolset: e.Toolset, Tool: e.Tool.Name(), Set: py.Object{{Key: "description", Value: "Something else."}}}}
	for b.Loop() {
		r.With(edits)
	}
}
