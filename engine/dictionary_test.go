package engine

import (
	"slices"
	"testing"
)

// TestDictionary goes from every term to its tools and from every tool to its
// terms: both ways hold the same pairs.
func TestDictionary(t *testing.T) {
	s := benchSession(madeCatalog(300))
	x := s.Index
	type pair struct{ term, tool string }
	var there, back []pair
	dictionary := x.Dictionary()
	for i, u := range dictionary {
		tools := x.Tools(u.Term)
		if len(tools) != u.DF || x.DocumentFrequency(u.Term) != u.DF || u.DF == 0 || u.TF != 0 {
			t.Errorf("%+v is in %d tools", u, len(tools))
		}
		if want := x.idf(int32(u.DF)); u.IDF != want {
			t.Errorf("%s: idf %v, want %v", u.Term, u.IDF, want)
		}
		if before := dictionary[max(i-1, 0)]; before.DF < u.DF || before.DF == u.DF && before.Term > u.Term {
			t.Errorf("%s stands behind %s", u.Term, before.Term)
		}
		for _, e := range tools {
			there = append(there, pair{u.Term, e.Name})
		}
	}
	if len(dictionary) != x.terms {
		t.Errorf("%d terms, want %d", len(dictionary), x.terms)
	}
	for doc := range x.Size() {
		e, total := x.Entry(doc), 0
		for _, u := range x.TermsOf(doc) {
			back = append(back, pair{u.Term, e.Name})
			total += u.TF
		}
		if total != e.doc.length() {
			t.Errorf("%s: terms %d times, want %d", e.Name, total, e.doc.length())
		}
	}
	order := func(a, b pair) int { return slices.Compare([]string{a.term, a.tool}, []string{b.term, b.tool}) }
	slices.SortFunc(there, order)
	slices.SortFunc(back, order)
	if !slices.Equal(there, back) {
		t.Errorf("%d pairs from terms to tools, %d back", len(there), len(back))
	}
	if x.Tools("nowhere") != nil {
		t.Error("a term that no tool has has tools")
	}
}

// TestDictionaryOutOfScope: terms that only tools out of scope have are in no list.
func TestDictionaryOutOfScope(t *testing.T) {
	r := Register(madeCatalog(10))
	narrow := r.Session(Documented(), Scope{Enable: []string{"none"}}, nil).Index
	if n := len(narrow.Dictionary()); n != 0 {
		t.Errorf("%d terms of no tool", n)
	}
	if len(narrow.Tools("issu")) != 0 {
		t.Error("tools out of scope have terms")
	}
}
