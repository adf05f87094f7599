package engine

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"findable/engine/py"
)

// readSet reads one of the record's sets: a dump, or several together.
func readSet(t testing.TB, set string) []Server {
	t.Helper()
	kind, name, _ := strings.Cut(set, "/")
	switch kind {
	case "all-live":
		files, _ := filepath.Glob(filepath.Join(shared, "catalogs/live/*.json"))
		if len(files) == 0 {
			t.Skip("the shared catalogs are not here")
		}
		var servers []Server
		for _, f := range files {
			if base := strings.TrimSuffix(filepath.Base(f), ".json"); base != "index" {
				servers = append(servers, readSet(t, "live/"+base)...)
			}
		}
		return servers
	case "mixed":
		var servers []Server
		for _, part := range strings.Split(name, "+") {
			dir := "live/"
			if _, err := os.Stat(filepath.Join(shared, "catalogs/live", part+".json")); err != nil {
				dir = "flat/"
			}
			servers = append(servers, readSet(t, dir+part)...)
		}
		return servers
	case "labelled":
		set += ".catalog"
	}
	v := parseJSON(t, readShared(t, "catalogs/"+set+".json"))
	if r := at(v, "result"); r != nil {
		v = r
	}
	if servers := list(at(v, "servers")); servers != nil {
		var out []Server
		for _, s := range servers {
			out = append(out, Server{Name: str(at(s, "name")), Tools: mcpTools(at(s, "tools"))})
		}
		return out
	}
	return []Server{{Name: strings.TrimSuffix(name, ".catalog"), Tools: mcpTools(at(v, "tools"))}}
}

// TestRecordedDefinitions checks size and digest of every prepared definition.
func TestRecordedDefinitions(t *testing.T) {
	rows := strings.Split(strings.TrimSpace(string(readShared(t, "parity/definitions.tsv"))), "\n")[1:]
	registries, checked, bad := map[string]*Registry{}, 0, 0
	for _, row := range rows {
		f := strings.Split(row, "\t")
		set, name := f[0], f[1]
		if registries[set] == nil {
			registries[set] = Register(Catalog{Servers: readSet(t, set)})
		}
		e, ok := registries[set].Lookup(name)
		got := ""
		if ok {
			got = fmt.Sprintf("%d\t%s", e.Characters, digest(e.Definition()))
		}
		checked++
		if want := f[2] + "\t" + f[3]; got != want {
			if bad++; bad <= 20 {
				t.Errorf("%s %s: %s, want %s", set, name, got, want)
			}
		}
	}
	if t.Logf("%d definitions checked, %d differ", checked, bad); checked != 19788 {
		t.Errorf("checked %d definitions, want the recorded 19,788", checked)
	}
}

// TestRecordedPreparations compares the readable side of the same: raw tools and
// what became of them.
func TestRecordedPreparations(t *testing.T) {
	for _, row := range jsonLines(t, readShared(t, "parity/prepared.jsonl")) {
		server := row.Text("server")
		raw, _ := row.Get("raw")
		r := Register(Catalog{Servers: []Server{{Name: server, Tools: []Tool{mcpTool(raw)}}}})
		want, _ := row.Get("prepared")
		if got := r.Entries[0].Definition(); got != py.Compact(want) {
			t.Errorf("%s %s\n got %s\nwant %s", server, at(raw, "name"), got, py.Compact(want))
		}
	}
}

// TestRecordedSets replays real.jsonl: counts, listings, rankings and replies of
// the real catalogs, both generations.
func TestRecordedSets(t *testing.T) {
	for _, row := range jsonLines(t, readShared(t, "parity/real.jsonl")) {
		set := row.Text("set")
		t.Run(set, func(t *testing.T) {
			c := Catalog{Servers: readSet(t, set)}
			for _, name := range list(at(row, "core")) {
				c.Core = append(c.Core, Tool{Function: py.Object{{Key: "name", Value: name}}})
			}
			registry := Register(c)
			queries := list(at(row, "documented", "search"))
			for _, rules := range Generations() {
				want := object(at(row, rules.Name))
				checkSet(t, registry.Session(rules, Scope{}, rules.DefaultDefer), want, queries)
			}
		})
	}
}

func checkSet(t *testing.T, s *Session, want py.Object, queries py.List) {
	t.Helper()
	equal := func(what string, got any, want py.Value) {
		t.Helper()
		if g := fmt.Sprint(got); g != py.Str(want) {
			t.Errorf("%s %s: %s, want %s", s.Rules.Name, what, g, py.Str(want))
		}
	}
	config := DefaultConfig(s.Rules)
	equal("deferrable", len(s.Deferred), at(want, "deferrable"))
	equal("visible", len(s.Visible), at(want, "visible"))
	equal("schema tokens", s.Assemble(config, 0).SchemaTokens, at(want, "tokens"))
	equal("order", digest(strings.Join(entryNames(s.Deferred), "\n")), at(want, "order"))
	equal("terms", s.Index.terms, at(want, "terms"))
	if got := s.Index.average; got != at(want, "avg_len").(py.Number).Float() {
		t.Errorf("average length %v, want %v", got, at(want, "avg_len"))
	}
	notes := []string{}
	for _, n := range s.Registry.Notes {
		notes = append(notes, n.String())
	}
	if got, want := strings.Join(notes, "\n"), strings.Join(stringsOf(at(want, "notes")), "\n"); got != want {
		t.Errorf("notes\n got %s\nwant %s", got, want)
	}
	for _, l := range list(at(want, "listings")) {
		c := config
		c.ThresholdPct, c.ListingMaxTokens = 100, MaxListingMaxTokens
		a := s.Assemble(c, integer(at(l, 0)))
		got := py.List{py.Int(a.Budget.Tokens), string(a.Listing.Form), py.Int(a.Listing.Characters), ""}
		if a.Listing.Form != None {
			got[3] = digest(a.Listing.Text())
		}
		equal("listing", py.Compact(got), py.Compact(l))
	}
	for i, w := range list(at(want, "search")) {
		if w == "same" {
			checkNames(t, s, str(at(queries[i], 0)), at(queries[i], 1))
			continue
		}
		checkNames(t, s, str(at(w, 0)), at(w, 1))
		checkScores(t, s, str(at(w, 0)), list(at(w, 2)))
	}
	var five py.List
	for _, q := range queries[:min(5, len(queries))] {
		five = append(five, at(q, 0))
	}
	reply := s.ToolSearch(config, py.Object{{Key: "queries", Value: five}})
	equal("reply", digest(maskWords(reply)), at(want, "reply"))
}

func checkNames(t *testing.T, s *Session, query string, want py.Value) {
	t.Helper()
	var got []string
	for _, h := range s.Index.Search(query, 25).Hits {
		got = append(got, h.Entry.Name)
	}
	if !slices.Equal(got, stringsOf(want)) && len(got)+len(list(want)) > 0 {
		t.Errorf("%s %q\n got %v\nwant %v", s.Rules.Name, query, got, stringsOf(want))
	}
}

func checkScores(t *testing.T, s *Session, query string, want py.List) {
	t.Helper()
	r := s.Index.Search(query, 10)
	for i, w := range want {
		got := math.NaN()
		if i < len(r.Hits) {
			got = r.Hits[i].Score
		}
		switch w := w.(type) {
		case string:
			if !math.IsInf(got, 1) {
				t.Errorf("%s %q hit %d: %v, want exact", s.Rules.Name, query, i+1, got)
			}
		case py.Number:
			if got != w.Float() { // to the last bit, though the records allow 1e-12
				t.Errorf("%s %q hit %d: %v, want %v", s.Rules.Name, query, i+1, got, w)
			}
		}
	}
}
