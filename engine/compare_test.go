package engine

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"findable/engine/py"
)

// randomWorlds makes two worlds of one catalog, of which edits, scope, knobs or
// generation may differ.
func randomWorlds(r *rand.Rand) (World, World) {
	registry := Register(editCatalog())
	world := func(registry *Registry, scope Scope, rules Rules, c Config) World {
		return NewWorld(registry.Session(rules, scope, c.Defer), c, 200_000)
	}
	rules, scope, c := Documented(), Scope{}, DefaultConfig(Documented())
	before := world(registry, scope, rules, c)
	switch r.IntN(6) {
	case 0:
		registry = registry.With(randomEdits(r, registry, 1+r.IntN(3)))
	case 1:
		scope.Disable = []string{fmt.Sprintf("garden-%d", r.IntN(3))}
	case 2:
		c.ThresholdPct = r.Float64() / 10
	case 3:
		c.Enabled, c.SearchDefaultLimit = []Mode{On, Off}[r.IntN(2)], 1+r.IntN(6)
	case 4:
		rules = Latest()
		c = DefaultConfig(rules)
	case 5:
		c.Listing = Off
	}
	return before, world(registry, scope, rules, c)
}

// TestCompareRandomWorlds compares what is said of two worlds with the slow and
// obvious: their texts side by side.
func TestCompareRandomWorlds(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	queries := []string{"open the gate", " mow bed 1 ", "zebra", "mcp__garden_0__water_2"}
	empty := 0
	for range 400 {
		before, after := randomWorlds(r)
		c := Compare(before, after, queries)
		checkLoss(t, c)
		checkMoves(t, c)
		checkQueries(t, c, queries)
		checkGroups(t, c)
		if c.Empty() {
			empty++
		}
		if back := Compare(after, before, queries); back.Empty() != c.Empty() || len(back.Moves) != len(c.Moves) {
			t.Fatalf("there %+v, back %+v", c.Moves, back.Moves)
		}
	}
	if t.Logf("%d of 400 are the same", empty); empty == 0 || empty == 400 {
		t.Error("the worlds are no test")
	}
}

func sentText(w World) string {
	var text strings.Builder
	for _, b := range w.Session.Blocks(w.Assembly) {
		text.WriteString(b.Text + "\n")
	}
	return text.String()
}

func checkLoss(t *testing.T, c Comparison) {
	t.Helper()
	was, now := sentText(c.Before), sentText(c.After)
	if c.Cache.Empty() != (was == now) {
		t.Fatalf("empty is %v, but the texts are the same: %v", c.Cache.Empty(), was == now)
	}
	kept, all := 0, true
	for i, b := range c.Cache.Now {
		if all = all && i < len(c.Cache.Was) && c.Cache.Was[i].Digest == b.Digest; all {
			kept++
		}
	}
	characters, visible := 0, len(c.After.Session.sent(c.After.Assembly))
	for _, e := range c.After.Session.sent(c.After.Assembly)[:min(kept, visible)] {
		characters += e.Characters
	}
	again := c.After.Assembly.TurnTokens - Tokens(characters)
	if was == now {
		again = 0
	}
	if c.Cache.Again != again || c.Cache.Total != c.After.Assembly.TurnTokens {
		t.Fatalf("%d of %d tokens again, want %d of %d: %s", c.Cache.Again, c.Cache.Total, again, c.After.Assembly.TurnTokens, c.Cache)
	}
	if was == now {
		return
	}
	i := 0
	for i < len(was) && i < len(now) && was[i] == now[i] {
		i++
	}
	// A block that follows, or is gone, differs from its first byte on, and so where
	// the other side ends.
	if c.Cache.Offset != min(i, len(was), len(now)) {
		t.Fatalf("first difference at %d, want %d: %s", c.Cache.Offset, i, c.Cache)
	}
	rest := now[c.Cache.Offset-c.Cache.Column:]
	if !strings.HasPrefix(rest, c.Cache.NowLine) || c.Cache.NowLine != "" && !strings.HasPrefix(was[c.Cache.Offset-c.Cache.Column:], c.Cache.WasLine) {
		t.Fatalf("line %q does not stand at %d - %d", c.Cache.NowLine, c.Cache.Offset, c.Cache.Column)
	}
}

func checkMoves(t *testing.T, c Comparison) {
	t.Helper()
	sight := func(w World, name string) Sight {
		e, ok := w.Session.Registry.Lookup(name)
		listing := "\n" + w.Assembly.Listing.Text() + "\n"
		switch _, deferred := w.Session.Deferrable(name); {
		case !ok || !w.Session.Scope.Contains(e.Toolset):
			return Absent
		case !deferred || !w.Assembly.Active:
			return Loaded
		case strings.Contains(listing, "\n- "+name+": ") || strings.Contains(listing, "\n- "+name+"\n"):
			return Described
		case strings.Contains(listing, "\n"+name+",") || strings.Contains(listing, "\n"+name+"\n") ||
			strings.Contains(listing, ", "+name+",") || strings.Contains(listing, ", "+name+"\n"):
			return Named
		}
		return Unlisted
	}
	var want []Move
	names := map[string]bool{}
	for _, w := range []World{c.Before, c.After} {
		for _, e := range w.Session.Registry.Entries {
			names[e.Name] = true
		}
	}
	for name := range names {
		if m := (Move{name, sight(c.Before, name), sight(c.After, name)}); m.From != m.To {
			want = append(want, m)
		}
	}
	slices.SortFunc(want, func(a, b Move) int { return strings.Compare(a.Tool, b.Tool) })
	if !slices.Equal(c.Moves, want) {
		t.Fatalf("moves\n got %v\nwant %v", c.Moves, want)
	}
	sum := 0
	for _, n := range c.Moved() {
		sum += n
	}
	if sum != len(c.Moves) {
		t.Fatalf("%d moves counted, there are %d", sum, len(c.Moves))
	}
}

func checkQueries(t *testing.T, c Comparison, queries []string) {
	t.Helper()
	found := 0
	for _, q := range queries {
		was, now := hitNames(c.Before, q), hitNames(c.After, q)
		if slices.Equal(was, now) {
			continue
		}
		if found >= len(c.Queries) || c.Queries[found].Query != q {
			t.Fatalf("the change of %q is missing: %v, %v", q, was, now)
		}
		for _, m := range c.Queries[found].Moves {
			for _, side := range []struct {
				rank  int
				world World
				hits  []string
			}{{m.Before, c.Before, was}, {m.After, c.After, now}} {
				if i := slices.Index(side.hits, m.Tool); i >= 0 && side.rank != i+1 || i < 0 && side.rank > 0 && side.rank <= len(side.hits) {
					t.Fatalf("%q: %+v, hits %v", q, m, side.hits)
				}
			}
		}
		found++
	}
	if found != len(c.Queries) || c.Asked != len(queries) {
		t.Fatalf("%d changes of %d, want %d", len(c.Queries), c.Asked, found)
	}
}

// hitNames asks the way a model does.
func hitNames(w World, query string) []string {
	reply := w.Session.ToolSearch(w.Config, py.Object{{Key: "queries", Value: py.List{query}}})
	var names []string
	for _, h := range reply.Results[0].Hits {
		names = append(names, h.Entry.Name)
	}
	return names
}

func checkGroups(t *testing.T, c Comparison) {
	t.Helper()
	delta := 0
	for _, g := range c.Groups {
		if g.Before == g.After {
			t.Fatalf("%+v has not changed", g)
		}
		delta += g.After.Tokens - g.Before.Tokens
	}
	head := func(a Assembly) int { first, _ := a.Listing.Parts(); return first }
	if want := c.After.Assembly.Listing.Tokens - head(c.After.Assembly) - c.Before.Assembly.Listing.Tokens + head(c.Before.Assembly); delta != want {
		t.Fatalf("the groups differ by %d tokens, the listings by %d", delta, want)
	}
}

// TestInvalidatedExample follows one change by hand.
func TestInvalidatedExample(t *testing.T) {
	registry := Register(editCatalog())
	world := func(r *Registry) World {
		return NewWorld(r.Session(Documented(), Scope{}, nil), DefaultConfig(Documented()), 200_000)
	}
	edited := registry.With([]Edit{{Toolset: "mcp-garden-1", Tool: "mow_3", Set: py.Object{{Key: "description", Value: "To mow the lawn."}}}})
	l := Compare(world(registry), world(edited), nil).Cache
	if l.Block != "tool_search" || l.WasLine != "- mcp__garden_1__mow_3: To mow the gate or bed 1." || l.NowLine != "- mcp__garden_1__mow_3: To mow the lawn." ||
		l.Column != len("- mcp__garden_1__mow_3: To mow the ") {
		t.Errorf("%+v", l)
	}
	kept := Tokens(registry.Entries[len(registry.Entries)-1].Characters) // terminal
	if want := world(edited).Assembly.TurnTokens - kept; l.Again != want {
		t.Errorf("%d tokens again, want %d", l.Again, want)
	}
	if got := Compare(world(registry), world(registry), nil).Cache.String(); !strings.HasPrefix(got, "nothing changes") {
		t.Error(got)
	}
	if got := l.String(); !strings.Contains(got, "tool_search") || !strings.Contains(got, "To mow the lawn.") {
		t.Error(got)
	}
}

func TestKeyChanges(t *testing.T) {
	entry := func(text string) *Entry { return &Entry{Function: parseJSON(t, []byte(text)).(py.Object)} }
	for _, x := range []struct {
		before, after string
		want          []string
	}{
		{`{"name":"a","description":"x"}`, `{"name":"a","description":"x"}`, nil},
		{`{"name":"a","description":"x"}`, `{"name":"a","description":"y"}`, []string{`description: "x" -> "y"`}},
		{`{"p":{"a":1,"b":[1,2]}}`, `{"p":{"b":[1,3],"c":{}}}`, []string{"p.b: [1,2] -> [1,3]", "p.c: + {}", "p.a: - 1"}},
		{`{"p":[{"a":1},{"b":2}]}`, `{"p":[{"a":2}]}`, []string{"p.0.a: 1 -> 2", `p.1: - {"b":2}`}},
		{`{"p":{"a":1,"b":2}}`, `{"p":{"b":2,"a":1}}`, []string{`p: {"a":1,"b":2} -> {"b":2,"a":1}`}},
		{`{"p":1}`, `{"p":1.0}`, []string{"p: 1 -> 1.0"}},
		{`{"p":null}`, `{"p":{"a":1}}`, []string{`p: null -> {"a":1}`}},
	} {
		var got []string
		for _, c := range KeyChanges(entry(x.before), entry(x.after)) {
			switch {
			case c.Added:
				got = append(got, c.Path+": + "+py.Compact(c.After))
			case c.Removed:
				got = append(got, c.Path+": - "+py.Compact(c.Before))
			default:
				got = append(got, c.Path+": "+py.Compact(c.Before)+" -> "+py.Compact(c.After))
			}
		}
		if !reflect.DeepEqual(got, x.want) {
			t.Errorf("%s to %s\n got %v\nwant %v", x.before, x.after, got, x.want)
		}
	}
}

// The A/B view compares at every key.
func BenchmarkCompare(b *testing.B) {
	registry := Register(benchCatalog(b))
	c := DefaultConfig(Documented())
	before := NewWorld(registry.Session(Documented(), Scope{}, nil), c, 200_000)
	e := registry.Entries[len(registry.Entries)/2]
	edited := registry.With([]Edit{{Toolset: e.Toolset, Tool: e.Tool.Name(), Set: py.Object{{Key: "description", Value: "Something else."}}}})
	c.ListingMaxTokens = 40_000
	for name, r := range map[string]*Registry{"knob": registry, "edit": edited} {
		after := NewWorld(r.Session(Documented(), Scope{}, nil), c, 1_000_000)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Compare(before, after, []string{"create a new issue"})
			}
		})
	}
}
