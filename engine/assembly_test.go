package engine

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"findable/engine/py"
)

// bridgeTable is engine.md's table of the bridge's sizes, kept apart from Rules.
var bridgeTable = map[string]map[Form]int{
	"documented": {None: 1042, Full: 1241, Names: 1241, Mixed: 1370, Groups: 1304, "describe": 476, "call": 499},
	"latest":     {None: 1423, Full: 1622, Names: 1622, Mixed: 1751, Groups: 1685, "describe": 476, "call": 958},
}

// tierCatalog has two visible tools and twelve deferred ones whose listing
// passes through every form.
func tierCatalog() Catalog {
	c := Catalog{Core: []Tool{testTool("web_search"), testTool("terminal")}}
	for _, name := range []string{"aa", "bb"} {
		s := Server{Name: name}
		for _, tool := range []string{"alpha", "bravo", "charlie", "delta", "echo", "foxtrot"} {
			s.Tools = append(s.Tools, Tool{Function: py.Object{{Key: "name", Value: "record_" + tool}, {Key: "description", Value: `Read the "` + tool + `" record.`}}})
		}
		c.Servers = append(c.Servers, s)
	}
	return c
}

func TestTiers(t *testing.T) {
	registry := Register(tierCatalog())
	for _, rules := range Generations() {
		s := registry.Session(rules, Scope{}, rules.DefaultDefer)
		none := registry.Session(rules, Scope{Enable: []string{CoreToolset}}, rules.DefaultDefer)
		names := PlanListing(s.Groups, 1<<30).Trail[0].Tokens - 1
		mixed := 0
		for budget := names; mixed == 0; budget-- {
			if PlanListing(s.Groups, budget).Form == Mixed {
				mixed = budget
			}
		}
		groups := PlanListing(s.Groups, 0).Trail[3].Tokens
		for _, c := range []struct {
			shows           string
			session         *Session
			enabled         Mode
			listing         Mode
			context         int
			form            Form
			tier, threshold int
			reason          TierReason
		}{
			{"nothing deferrable", none, Auto, Auto, 1000, None, 0, 0, NothingDeferrable},
			{"nothing deferrable comes first", none, Off, Off, 1000, None, 0, 0, NothingDeferrable},
			{"switched off", s, Off, Auto, 100000, None, 0, 100000, SwitchedOff},
			{"switched off, context unknown", s, Off, Auto, 0, None, 0, 0, SwitchedOff},
			{"on is auto", s, On, On, 100000, Full, 1, 60000, FullFits},
			{"full", s, Auto, Auto, 100000, Full, 1, 60000, FullFits},
			{"context unknown", s, Auto, Auto, 0, Full, 1, 10000, FullFits},
			{"names", s, Auto, Auto, names, Names, 1, names, NamesFit},
			{"mixed", s, Auto, Auto, mixed, Mixed, 1, mixed, MixedFits},
			{"groups", s, Auto, Auto, groups, Groups, 2, groups, OnlyGroupsFit},
			{"not even the groups", s, Auto, Auto, groups - 1, None, 2, groups - 1, NothingFits},
			{"listing off", s, Auto, Off, 100000, None, 2, 60000, ListingOff},
		} {
			config := DefaultConfig(rules)
			config.ThresholdPct, config.ListingMaxTokens, config.Enabled, config.Listing = 100, MaxListingMaxTokens, c.enabled, c.listing
			a := c.session.Assemble(config, c.context)
			if a.Tier != c.tier || a.Listing.Form != c.form || a.Reason != c.reason || a.Threshold != c.threshold || a.Active != (c.tier > 0) {
				t.Errorf("%s, %s: tier %d, form %s, threshold %d, %q; want %d, %s, %d, %q", rules.Name, c.shows,
					a.Tier, a.Listing.Form, a.Threshold, a.Reason, c.tier, c.form, c.threshold, c.reason)
			}
			checkGauges(t, c.session, a)
		}
	}
}

// checkGauges holds an assembly's figures against the definitions and the table.
func checkGauges(t *testing.T, s *Session, a Assembly) {
	t.Helper()
	sizes := func(entries []*Entry) (n int) {
		for _, e := range entries {
			n += utf8.RuneCountInString(e.Definition())
		}
		return n
	}
	visible, deferred := sizes(s.Visible), sizes(s.Deferred)
	tokens := func(n int) int { return (n + 3) / 4 }
	bridge := [3]int{}
	if a.Active {
		table := bridgeTable[s.Rules.Name]
		text := a.Listing.Text()
		escapes := strings.Count(text, "\n") + strings.Count(text, `"`) + strings.Count(text, `\`)
		digits := len(py.Int(len(s.Deferred)))
		bridge = [3]int{table[a.Listing.Form] + digits + utf8.RuneCountInString(text) + escapes, table["describe"], table["call"]}
	}
	all := bridge[0] + bridge[1] + bridge[2]
	turn := visible + all
	if !a.Active {
		turn = visible + deferred
	}
	if a.Bridge != bridge || a.BridgeTokens != tokens(all) || a.TurnTokens != tokens(turn) ||
		a.SchemaTokens != tokens(deferred) || a.VisibleTokens != tokens(visible) || a.EagerTokens != tokens(visible+deferred) ||
		a.Visible != len(s.Visible) || a.Deferred != len(s.Deferred) {
		t.Errorf("%s, form %s: %+v; want a bridge of %v, %d tokens a turn", s.Rules.Name, a.Listing.Form, a, bridge, tokens(turn))
	}
	parts := a.BridgeParts()
	listing, static := a.BridgeSplit()
	if parts[0]+parts[1]+parts[2] != a.BridgeTokens || listing+static != a.BridgeTokens || slices.Min(parts[:]) < 0 || listing < 0 || static < 0 {
		t.Errorf("the parts %v and the split %d + %d do not add up to %d", parts, listing, static, a.BridgeTokens)
	}
	if a.Listing.Form == None && listing != 0 {
		t.Errorf("no listing takes %d tokens", listing)
	}
}

// TestBridgeDefinitions checks the structure that the model gets; the wording is
// findable's own and free.
func TestBridgeDefinitions(t *testing.T) {
	registry := Register(tierCatalog())
	for _, rules := range Generations() {
		s := registry.Session(rules, Scope{}, nil)
		config := DefaultConfig(rules)
		if config.Enabled = Off; s.Bridge(s.Assemble(config, 0)) != nil {
			t.Errorf("%s: a bridge although tool search is off", rules.Name)
		}
		config.Enabled = Auto
		a := s.Assemble(config, 0)
		bridge := s.Bridge(a)
		if len(bridge) != 3 {
			t.Fatalf("%d bridge tools", len(bridge))
		}
		call, required := "name:string arguments:object", `["name","arguments"]`
		if rules.Name == "latest" {
			call, required = "calls:array", `["calls"]`
		}
		for i, want := range []struct{ name, properties, required string }{
			{"tool_search", "queries:array limit:integer", `["queries"]`}, {"tool_describe", "names:array", `["names"]`}, {"tool_call", call, required},
		} {
			f, _ := bridge[i].Get("function")
			var properties []string
			for _, m := range object(at(f, "parameters", "properties")) {
				properties = append(properties, m.Key+":"+str(at(m.Value, "type")))
			}
			if at(bridge[i], "type") != "function" || at(f, "name") != want.name || strings.Join(properties, " ") != want.properties ||
				py.Compact(at(f, "parameters", "required")) != want.required || str(at(f, "description")) == "" {
				t.Errorf("%s: %s", rules.Name, py.Compact(bridge[i]))
			}
		}
		description := str(at(bridge[0], "function", "description"))
		if !strings.Contains(description, "12") || !strings.HasSuffix(description, "\n\n"+a.Listing.Text()) {
			t.Errorf("%s: the description of tool_search is\n%s", rules.Name, description)
		}
		config.Listing = Off
		off := str(at(s.Bridge(s.Assemble(config, 0))[0], "function", "description"))
		if strings.Contains(off, "\n") || !strings.HasPrefix(description, off) {
			t.Errorf("%s: without a listing there should be no paragraph behind the first: %q", rules.Name, off)
		}
	}
}

// TestPrefixKept checks what a prompt cache keeps when tools or settings change.
func TestPrefixKept(t *testing.T) {
	c := tierCatalog()
	c.Toolsets = []Toolset{{Name: "desktop_ui", Tools: []Tool{testTool("a_first"), testTool("z_last")}}}
	registry := Register(c)
	rules := Documented()
	config := DefaultConfig(rules)
	whole := registry.Session(rules, Scope{}, nil)
	a := whole.Assemble(config, 0)
	check := func(shows string, t2 *Session, b Assembly, want int) {
		t.Helper()
		if kept, total := PrefixKept(whole, a, t2, b); kept != want || total != b.TurnTokens {
			t.Errorf("%s: kept %d of %d, want %d of %d", shows, kept, total, want, b.TurnTokens)
		}
	}
	check("the same", whole, a, a.TurnTokens)
	again := Register(c).Session(rules, Scope{}, nil)
	check("the same tools registered anew", again, again.Assemble(config, 0), a.TurnTokens)
	check("another limit in the same text", whole, whole.Assemble(config, 1000000), a.TurnTokens)
	config.Listing = Off
	unlisted := whole.Assemble(config, 0)
	check("another bridge behind the same visible tools", whole, unlisted, a.VisibleTokens)
	server := registry.Session(rules, Scope{Disable: []string{"aa"}}, nil)
	if kept, _ := PrefixKept(whole, unlisted, server, server.Assemble(config, 0)); kept != a.VisibleTokens {
		t.Errorf("without a listing the number of deferred tools still changes the bridge: kept %d, want %d", kept, a.VisibleTokens)
	}
	config.Listing = Auto
	check("a server out of scope", server, server.Assemble(config, 0), a.VisibleTokens)
	surface := registry.Session(rules, Scope{Disable: []string{"desktop_ui"}}, nil)
	check("the first visible tool gone", surface, surface.Assemble(config, 0), 0)
	config.Enabled = Off
	first, _ := registry.Lookup("a_first")
	check("switched off: deferred tools stand between the visible ones", whole, whole.Assemble(config, 0), Tokens(first.Characters))
	same := whole.Assemble(config, 0)
	if kept, total := PrefixKept(whole, same, whole, same); kept != total || total != same.EagerTokens {
		t.Errorf("the same, switched off: kept %d of %d", kept, total)
	}
}

// TestAssembleRandom holds every figure against the table on random catalogs,
// and what a cache keeps within its bounds.
func TestAssembleRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 60 {
		registry := Register(randomCatalog(rng))
		var before *Session
		var last Assembly
		for _, rules := range Generations() {
			for range 4 {
				s := registry.Session(rules, Scope{Disable: []string{"tracker", "crm", "x", "core"}[:rng.IntN(4)]}, rules.DefaultDefer)
				config := DefaultConfig(rules)
				config.Enabled, config.Listing = []Mode{Auto, On, Off}[rng.IntN(3)], []Mode{Auto, Off}[rng.IntN(2)]
				a := s.Assemble(config, rng.IntN(40000))
				checkGauges(t, s, a)
				checkListing(t, a.Listing, a.Budget.Tokens)
				if kept, total := PrefixKept(s, a, s, a); kept != total || total != a.TurnTokens {
					t.Fatalf("the same: kept %d of %d", kept, total)
				}
				if before != nil {
					if kept, total := PrefixKept(before, last, s, a); kept < 0 || kept > total {
						t.Fatalf("kept %d of %d", kept, total)
					}
				}
				before, last = s, a
			}
		}
	}
}
