package engine

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// A candidate is a listing that the degradation may choose, written out.
type candidate struct {
	form      Form
	text      string
	tokens    int
	collapsed []string
}

// candidates writes out, in the words of engine.md, section 6, everything that is
// tried, in order: the slow and obvious way.
func candidates(deferred []*Entry) []candidate {
	byLabel := map[string][]string{} // lines "name" and "name: short", by what they are sorted
	lines := map[string][]string{}
	var labels []string
	for _, e := range deferred {
		if byLabel[e.Label] == nil {
			labels = append(labels, e.Label)
		}
		byLabel[e.Label] = append(byLabel[e.Label], e.Name)
		line := "- " + e.Name
		if e.Short != "" {
			line += ": " + e.Short
		}
		lines[e.Label] = append(lines[e.Label], line)
	}
	slices.Sort(labels)
	head := func(l string) string { return fmt.Sprintf("%s tools (%d):\n", l, len(byLabel[l])) }
	block := map[string]string{}
	write := func() string {
		all := []string{"Deferred tool catalog (call schemas via `tool_describe`, invoke via `tool_call`):"}
		for _, l := range labels {
			all = append(all, block[l])
		}
		return strings.Join(all, "\n")
	}
	for _, l := range labels {
		block[l] = head(l) + strings.Join(lines[l], "\n")
	}
	try := func(form Form, collapsed []string) candidate {
		text := write()
		return candidate{form, text, int(math.Ceil(float64(utf8.RuneCountInString(text)) / 4)), collapsed}
	}
	tried := []candidate{try(Full, nil)}
	for _, l := range labels {
		block[l] = head(l) + strings.Join(byLabel[l], ", ")
	}
	tried = append(tried, try(Names, nil))
	order := slices.Clone(labels)
	slices.SortStableFunc(order, func(a, b string) int {
		return utf8.RuneCountInString(block[b]) - utf8.RuneCountInString(block[a])
	})
	for i, l := range order {
		block[l] = fmt.Sprintf("%s (%d tools — names not listed; discover via `tool_search`)", l, len(byLabel[l]))
		form := Mixed
		if i == len(order)-1 {
			form = Groups
		}
		tried = append(tried, try(form, order[:i+1]))
	}
	return tried
}

// choose returns the first candidate that fits.
func choose(tried []candidate, budget int) candidate {
	for _, c := range tried {
		if c.tokens <= budget {
			return c
		}
	}
	return candidate{form: None}
}

// TestSweepRealCatalogs compares ladder, map and plan with brute force: at every
// boundary, one below and one above it, and at 1,000 random budgets of each real
// catalog, byte for byte.
func TestSweepRealCatalogs(t *testing.T) {
	if testing.Short() {
		t.Skip("every real catalog is left out with -short")
	}
	r := rand.New(rand.NewPCG(7, 7))
	for _, row := range jsonLines(t, readShared(t, "parity/real.jsonl")) {
		rules := Documented()
		s := Register(Catalog{Servers: readSet(t, row.Text("set"))}).Session(rules, Scope{}, nil)
		rungs, tried := s.Ladder(DefaultConfig(rules)), candidates(s.Deferred)
		check := func(budget int) {
			want := choose(tried, budget)
			// All of a context that is as long as the budget is the budget.
			cell := s.Sweep([]Config{{ThresholdPct: 100, ListingMaxTokens: math.MaxInt}}, []int{budget})[0][0].Rung
			if budget == 0 {
				cell = rungs[RungAt(rungs, 0)] // a context of 0 is unknown
			}
			if cell.Form != want.form || cell.Tokens != want.tokens || !slices.Equal(cell.Collapsed, want.collapsed) {
				t.Fatalf("%s, budget %d: cell %+v, want %s with %v collapsed", row.Text("set"), budget, cell, want.form, want.collapsed)
			}
			if PlanListing(s.Groups, budget).Text() != want.text {
				t.Fatalf("%s, budget %d: the text planned is another", row.Text("set"), budget)
			}
		}
		for _, rung := range rungs {
			for _, budget := range []int{rung.From - 1, rung.From, rung.From + 1} {
				check(max(budget, 0))
			}
		}
		for range 1000 {
			check(r.IntN(rungs[len(rungs)-1].From + 100))
		}
		checkSweep(t, s, sweptColumns(DefaultConfig(rules)))
	}
}

// sweptColumns are all columns of a map with both knobs of the budget.
func sweptColumns(c Config) []Config {
	var columns []Config
	for _, percent := range SweepPercents() {
		for _, limit := range SweepCaps() {
			c.ThresholdPct, c.ListingMaxTokens = percent, limit
			columns = append(columns, c)
		}
	}
	return columns
}

// checkSweep compares every cell of a map with the assembly that it stands for.
func checkSweep(t *testing.T, s *Session, columns []Config) {
	t.Helper()
	contexts := append([]int{0}, SweepContexts()...)
	for i, row := range s.Sweep(columns, contexts) {
		for j, cell := range row {
			a := s.Assemble(columns[j], contexts[i])
			if cell.Budget != a.Budget || cell.Rung.Form != a.Listing.Form || cell.Rung.Tier != a.Tier || cell.Rung.Tokens != a.Listing.Tokens {
				t.Fatalf("%+v at %d: cell %+v, assembly tier %d, %s of %d tokens", columns[j], contexts[i], cell, a.Tier, a.Listing.Form, a.Listing.Tokens)
			}
		}
	}
}

// TestRecordedRungs holds the ladder against the recorded listings.
func TestRecordedRungs(t *testing.T) {
	checked := 0
	for _, row := range jsonLines(t, readShared(t, "parity/real.jsonl")) {
		for _, rules := range Generations() {
			registry := Register(Catalog{Servers: readSet(t, row.Text("set"))})
			rungs := registry.Session(rules, Scope{}, rules.DefaultDefer).Ladder(DefaultConfig(rules))
			for _, l := range list(at(row, rules.Name, "listings")) {
				rung := rungs[RungAt(rungs, integer(at(l, 0)))]
				if checked++; string(rung.Form) != str(at(l, 1)) || rung.Tokens != Tokens(integer(at(l, 2))) {
					t.Errorf("%s %s at %d: %s of %d tokens, the record has %s of %d characters", row.Text("set"), rules.Name,
						integer(at(l, 0)), rung.Form, rung.Tokens, str(at(l, 1)), integer(at(l, 2)))
				}
			}
		}
	}
	if t.Logf("%d listings", checked); checked == 0 {
		t.Error("no listing was checked")
	}
}

// TestSweepAssembles compares every cell of a map with the assembly that it stands
// for, whatever is switched.
func TestSweepAssembles(t *testing.T) {
	s := benchSession(madeCatalog(600))
	none := Register(Catalog{}).Session(Documented(), Scope{}, nil)
	columns := sweptColumns(DefaultConfig(s.Rules))
	off, unlisted := columns[3], columns[3]
	off.Enabled, unlisted.Listing = Off, Off
	columns = append(columns, off, unlisted)
	for _, s := range []*Session{s, none} {
		checkSweep(t, s, columns)
	}
}

// TestReaching checks that the knobs returned reach the budget, that they are in
// their ranges, and that they are left alone where that is possible.
func TestReaching(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	reached := 0
	for range 20_000 {
		c := Config{ThresholdPct: math.Round(r.Float64()*1000) / 10, ListingMaxTokens: MinListingMaxTokens + r.IntN(MaxListingMaxTokens-MinListingMaxTokens+1)}
		context := []int{0, 8000, 131_072, 200_000, 1_000_000}[r.IntN(5)]
		from := r.IntN(1 << r.IntN(17))
		below := from + 1 + r.IntN(1<<r.IntN(12))
		before := NewBudget(c, context).Tokens
		got, ok := c.Reaching(from, below, context)
		b := NewBudget(got, context).Tokens
		inside := from <= b && b < below && got.ListingMaxTokens <= MaxListingMaxTokens &&
			MinThresholdPct <= got.ThresholdPct && got.ThresholdPct <= MaxThresholdPct
		switch {
		case ok != inside:
			t.Fatalf("%+v to %d..%d of %d: %+v gives %d, reported %v", c, from, below, context, got, b, ok)
		case from <= before && before < below && (got.ThresholdPct != c.ThresholdPct || got.ListingMaxTokens != c.ListingMaxTokens):
			t.Fatalf("%+v is at %d already and became %+v", c, before, got)
		case !ok && context > 0 && from <= context && MinListingMaxTokens <= from && from <= MaxListingMaxTokens:
			t.Fatalf("%+v to %d..%d of %d: not reached", c, from, below, context)
		}
		if ok {
			reached++
		}
	}
	if t.Logf("%d of 20,000 reached", reached); reached < 5000 {
		t.Error("too few to say anything")
	}
}

func TestReachingExamples(t *testing.T) {
	start := Config{ThresholdPct: 5, ListingMaxTokens: 4000}
	for _, x := range []struct {
		from, below, context int
		percent              float64
		limit                int
		ok                   bool
	}{
		{1136, 5000, 200_000, 5, 4000, true},      // there already
		{5000, 9000, 200_000, 5, 5000, true},      // the cap rises
		{12_000, 13_000, 200_000, 6, 12000, true}, // both legs rise
		{632, 1136, 200_000, 5, 632, true},        // the cap falls
		{38, 46, 200_000, 0.02, 4000, true},       // lower than the cap may go
		{0, 38, 200_000, 0, 4000, true},
		{70_000, 80_000, 2_000_000, 5, 70000, false}, // above the cap's range
		{11_000, 12_000, 0, 0, 11000, false},         // an unknown context gives 10,000
	} {
		got, ok := start.Reaching(x.from, x.below, x.context)
		if ok != x.ok || ok && (got.ThresholdPct != x.percent || got.ListingMaxTokens != x.limit) {
			t.Errorf("%d to %d of %d: %v %+v, want %v %+v", x.from, x.below, x.context, ok, got, x.ok, x)
		}
	}
}

// The ladder has 5 ms at 3,300 tools, the map 50 ms.
func BenchmarkLadder(b *testing.B) {
	for _, s := range sweptSessions() {
		c := DefaultConfig(s.Rules)
		b.Run(fmt.Sprintf("%d groups", len(s.Groups)), func(b *testing.B) {
			for b.Loop() {
				s.Ladder(c)
			}
			b.ReportMetric(float64(len(s.Deferred)), "tools")
		})
	}
}

// sweptSessions have 3,300 tools each, in few groups and in many.
func sweptSessions() []*Session {
	c := madeCatalog(3300)
	return []*Session{benchSession(c), benchSession(splitCatalog(c, 100))}
}

func BenchmarkSweep(b *testing.B) {
	for _, s := range sweptSessions() {
		columns := make([]Config, len(SweepPercents()))
		for i, percent := range SweepPercents() {
			columns[i] = DefaultConfig(s.Rules)
			columns[i].ThresholdPct = percent
		}
		b.Run(fmt.Sprintf("%d groups", len(s.Groups)), func(b *testing.B) {
			for b.Loop() {
				s.Sweep(columns, SweepContexts())
			}
		})
	}
}

// splitCatalog spreads a catalog's tools over n servers.
func splitCatalog(c Catalog, n int) Catalog {
	var all []Tool
	for _, s := range c.Servers {
		all = append(all, s.Tools...)
	}
	var out Catalog
	for i := range n {
		out.Servers = append(out.Servers, Server{Name: fmt.Sprintf("s%d", i), Tools: all[i*len(all)/n : (i+1)*len(all)/n]})
	}
	return out
}
