package engine

import (
	"math"
	"strings"
	"sync"
	"testing"

	"findable/engine/py"
)

func TestSearches(t *testing.T) {
	eachCase(t, "searches.json", func(t *testing.T, c py.Object, rules Rules) {
		s := testSession(c, rules)
		r := replayer{t: t}
		documents := object(at(c, "documents"))
		if len(documents) != len(s.Deferred) {
			t.Errorf("%d tools, the case gives the documents of %d", len(s.Deferred), len(documents))
		}
		distinct := map[string]bool{}
		for _, m := range documents {
			for _, term := range strings.Fields(str(m.Value)) {
				distinct[term] = true
			}
			if e, ok := s.Registry.Lookup(m.Key); ok {
				r.equal("document of "+m.Key, strings.Join(stringsOf(terms(s.Registry, e)), " "), str(m.Value))
			} else {
				t.Errorf("%s is not registered", m.Key)
			}
		}
		if s.Index.terms != len(distinct) {
			t.Errorf("%d terms, want %d", s.Index.terms, len(distinct))
		}
		for _, row := range list(at(c, "queries")) {
			want, ok := object(row).Get(rules.Name)
			if !ok && object(row).Has("hits") {
				want, ok = row, true
			}
			if ok {
				checkQuery(t, s, object(row), object(want))
			}
		}
	})
}

func checkQuery(t *testing.T, s *Session, row, want py.Object) {
	t.Helper()
	limit := 25
	if l, ok := row.Get("limit"); ok {
		limit = integer(l)
	}
	query := row.Text("query")
	got := s.Index.Search(query, limit)
	r := replayer{t: t}
	var names []string
	for _, h := range got.Hits {
		names = append(names, h.Entry.Name)
	}
	r.equal(row.Text("shows")+": hits", strings.Join(names, " "), strings.Join(stringsOf(at(want, "hits")), " "))
	if got.Matched != integer(at(want, "matched")) || got.Fallback != (at(want, "fallback") == true) {
		t.Errorf("%s: matched %d, fallback %v", row.Text("shows"), got.Matched, got.Fallback)
	}
	for i, score := range list(at(want, "scores")) {
		if i >= len(got.Hits) {
			break
		}
		if score == nil != got.Hits[i].Exact() {
			t.Errorf("%s: %s has the score %v", row.Text("shows"), names[i], got.Hits[i].Score)
		} else if score != nil {
			r.close(row.Text("shows")+": score of "+names[i], got.Hits[i].Score, score)
		}
	}
	if !s.Rules.Gate {
		if got.Gate != -1 {
			t.Errorf("%s: a gate at %d", row.Text("shows"), got.Gate)
		}
		return
	}
	if gate, ok := want.Get("gate"); ok {
		r.equal(row.Text("shows")+": gate", got.Tokens[got.Gate].Term, str(gate))
	}
	if required, ok := want.Get("required"); ok && got.Required != integer(required) {
		t.Errorf("%s: %d terms required, want %s", row.Text("shows"), got.Required, required)
	}
}

// TestExplainTells checks one tool's arithmetic term by term.
func TestExplainTells(t *testing.T) {
	s := Register(Catalog{Servers: []Server{{Name: "crm", Tools: []Tool{
		testTool(parseJSON(t, []byte(`{"name":"add_person","description":"Add a person to the CRM.","parameters":{"type":"object","properties":{"person_id":{}}}}`))),
		testTool("drop")}}}}).Session(Documented(), Scope{}, nil)
	x := s.Index.Explain("crm Persons unknown crm", 0)
	if x.Entry.Name != "mcp__crm__add_person" || x.N != 2 || x.Length != 11 || x.Average != 9 {
		t.Errorf("%s: N %d, length %d, average %v", x.Entry.Name, x.N, x.Length, x.Average)
	}
	want := []struct {
		word, term string
		tf         [fieldCount]int
		df         int
	}{
		{"crm", "crm", [fieldCount]int{NameField: 1, DescriptionField: 1}, 2},
		{"persons", "person", [fieldCount]int{NameField: 1, DescriptionField: 1, ParameterField: 1}, 1},
		{"unknown", "unknown", [fieldCount]int{}, 0},
		{"crm", "crm", [fieldCount]int{NameField: 1, DescriptionField: 1}, 2},
	}
	if len(x.Terms) != len(want) {
		t.Fatalf("%d terms, want %d", len(x.Terms), len(want))
	}
	norm := 1.5 * (0.25 + 0.75*11/9.0)
	for i, w := range want {
		c := x.Terms[i]
		idf := math.Log(1 + (2-float64(w.df)+0.5)/(float64(w.df)+0.5))
		tf := float64(c.Frequency())
		if c.Word != w.word || c.Term != w.term || c.TF != w.tf || c.DF != w.df || !sameScore(c.IDF, idf) || !sameScore(c.Value, idf*(tf*2.5/(tf+norm))) {
			t.Errorf("term %d: %+v, want %+v", i, c, w)
		}
	}
}

// TestParallelSearch runs many searches on one index at once; with the race
// detector on it also shows that they share nothing they write to.
func TestParallelSearch(t *testing.T) {
	registry := Register(madeCatalog(600))
	queries := []string{"create issue", "list dns zone records", "rotate secret", "mcp", "workspace number 17 invoice create",
		"mcp__service_0__create_issue_channel_0", "天気", "the a of number"}
	for _, rules := range Generations() {
		s := registry.Session(rules, Scope{}, nil)
		config := DefaultConfig(rules)
		reply := func(q string) string {
			return s.ToolSearch(config, py.Object{{Key: "queries", Value: py.List{q}}, {Key: "limit", Value: py.Int(25)}}).Text
		}
		var want []string
		for _, q := range queries {
			want = append(want, reply(q))
		}
		var group sync.WaitGroup
		for worker := range 8 {
			group.Go(func() {
				for i := range 10 * len(queries) {
					n := (i*(worker+1) + worker) % len(queries)
					if got := reply(queries[n]); got != want[n] {
						t.Errorf("%s: %q answers otherwise when others search too", rules.Name, queries[n])
						return
					}
				}
			})
		}
		group.Wait()
	}
}

// TestRank checks that the rank of each tool is its place in the whole ranking.
func TestRank(t *testing.T) {
	for _, rules := range Generations() {
		s := Register(editCatalog()).Session(rules, Scope{}, rules.DefaultDefer)
		for _, q := range []string{"open the gate", "gate bed 1", "mcp__garden_0__mow_3", "garden_", "", "zzz", "rake the bed", "to"} {
			place := map[int]int{}
			for i, h := range s.Index.Search(q, s.Index.Size()).Hits {
				place[h.Doc] = i + 1
			}
			for doc := range s.Index.Size() {
				if got := s.Index.Rank(q, doc); got != place[doc] {
					t.Errorf("%s, %q: %s ranks %d, want %d", rules.Name, q, s.Index.Entry(doc).Name, got, place[doc])
				}
				if s.Index.Doc(s.Index.Entry(doc)) != doc {
					t.Errorf("document %d is not found", doc)
				}
			}
		}
	}
}

// TestLettersOfTheReference: case is ignored as Python does it, where İ is an i and a
// dot, so that it is not found in a name with a plain i.
func TestLettersOfTheReference(t *testing.T) {
	tool := func(name string) Tool {
		return Tool{Function: py.Object{{Key: "name", Value: name}, {Key: "description", Value: "zebra"}}}
	}
	s := Register(Catalog{Toolsets: []Toolset{{Name: "p", Tools: []Tool{tool("create_issue"), tool("İx")}}}}).Session(Documented(), Scope{}, nil)
	for query, want := range map[string]string{"İssue": "", "ssue": "create_issue", "i\u0307X": "İx", "ix": ""} {
		got := ""
		if r := s.Index.Search(query, 5); len(r.Hits) > 0 {
			got = r.Hits[0].Entry.Name
		}
		if got != want {
			t.Errorf("%q finds %q, want %q", query, got, want)
		}
	}
}
