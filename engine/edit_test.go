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

func BenchmarkWith(b *testing.B) {
	r := Register(Catalog{Servers: readSet(b, "mixed/cloudflare-sdk+github-mcp-server+linear+playwright+filesystem+stripe")})
	e := r.Entries[len(r.Entries)/2]
	edits := []Edit{{Toolset: e.Toolset, Tool: e.Tool.Name(), Set: py.Object{{Key: "description", Value: "Something else."}}}}
	for b.Loop() {
		r.With(edits)
	}
}
