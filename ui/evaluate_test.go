package ui

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"findable/engine"
	"findable/engine/eval"
	"findable/ui/cell"
	"findable/ui/layout"
	"findable/ui/uitest"
)

// withCases is a sample with a case for each of its first tools: the words of the
// tool's name, and one case whose tool is not there.
func withCases(t *testing.T, name string, w, h int) (*uitest.Driver, *App) {
	t.Helper()
	src := sample(t, name)
	for _, e := range src.Registry.Entries {
		if e.Server != nil && len(src.Cases) < 12 {
			src.Cases = append(src.Cases, eval.Case{Query: strings.ReplaceAll(e.Bare(), "_", " ") + " please", Expect: []eval.Want{{Name: e.Name, Grade: 1}}})
		}
	}
	src.Cases = append(src.Cases, eval.Case{Query: "rotate the key", Expect: []eval.Want{{Name: "vault_rotate", Grade: 1}}, Note: "of another server"})
	clock := uitest.NewClock()
	a := New(src, inputs(), plainStyles(t, cell.Unicode), clock)
	a.clipboard = func(string) (string, error) { return "", nil }
	return uitest.NewDriver(t, a, clock, w, h), a
}

// TestEvaluation measures the cases at once, and again with every change that
// matters to them, against the base.
func TestEvaluation(t *testing.T) {
	d, a := withCases(t, "small", 120, 36)
	d.Press("5")
	wantOnScreen(t, d, "recall@limit", "13 queries", "not loaded: 1", "rotate the key", "NOT LOADED", "of another server")
	first := a.evaluation.current()
	to := a.in
	to.Generation = "latest"
	a.change("generation", "", to)
	d.Press("j")
	if n := len(a.evaluation.tries); n != 2 || a.evaluation.now != 1 {
		t.Fatalf("%d tries, now %d", n, a.evaluation.now)
	}
	// The figures are those of the long way round.
	for _, try := range a.evaluation.tries {
		s := a.src.registry(try.inputs.Generation).Session(try.inputs.Rules(), try.inputs.Scope, try.inputs.Effective().Defer)
		outcomes, err := eval.Run(context.Background(), eval.NewSession(s, try.inputs.Effective()), a.src.Cases, nil)
		if err != nil {
			t.Fatal(err)
		}
		if want := eval.Measured(outcomes, try.Limit); want != try.Measures {
			t.Errorf("try %d: %+v, want %+v", try.Number, try.Measures, want)
		}
	}
	diff := a.evaluation.comparison.Differences[0]
	if got := a.evaluation.current().Measures.Hit1 - first.Measures.Hit1; math.Abs(diff.After-diff.Before-got) > 1e-12 || a.evaluation.comparison.Worse == 0 {
		t.Errorf("hit@1 differs by %v, the comparison says %v", got, diff)
	}
	wantOnScreen(t, d, "worse", "now: ", "base: as loaded", "breaks")
	// Back to the base: no further try, and nothing is different.
	d.Press("u")
	if n := len(a.evaluation.tries); n != 2 || a.evaluation.now != 0 {
		t.Errorf("%d tries, now %d", n, a.evaluation.now)
	}
	// A knob of the listing measures nothing anew.
	was := a.evaluation.revision
	to = a.in
	to.Config.ListingMaxTokens = 500
	a.change("cap", "", to)
	d.Press("j")
	if a.evaluation.revision != was {
		t.Error("the listing's cap has measured the cases again")
	}
	// The limit does.
	to.Config.SearchDefaultLimit = 1
	a.change("limit", "", to)
	d.Press("j")
	if n := len(a.evaluation.tries); n != 3 || a.evaluation.current().Limit != 1 {
		t.Errorf("%d tries, limit %d", n, a.evaluation.current().Limit)
	}
}

// TestTries goes back to a try, and holds the others against another base.
func TestTries(t *testing.T) {
	d, a := withCases(t, "small", 120, 36)
	d.Press("5", "v")
	if a.in.Generation != "latest" {
		t.Fatalf("generation %s", a.in.Generation)
	}
	a.setFocus(layout.Tries)
	d.Press("G", "b", "g", "enter")
	if a.in.Generation != "documented" || a.evaluation.base != 1 || a.evaluation.now != 0 || a.evaluation.comparison.Better == 0 {
		t.Errorf("generation %s, base %d, now %d, %d better", a.in.Generation, a.evaluation.base, a.evaluation.now, a.evaluation.comparison.Better)
	}
}

// TestMakeCase makes a case of a hit.
func TestMakeCase(t *testing.T) {
	d, a := start(t, "small", 120, 36)
	d.Press("5")
	wantOnScreen(t, d, "There are no cases")
	d.Press("1", "/")
	d.Type("create an issue")
	d.Press("enter", "j", "m")
	want := a.selectedTool().Name
	if len(a.evaluation.cases) != 1 || a.evaluation.cases[0].Expect[0].Name != want || !strings.Contains(a.message, "--cases") {
		t.Fatalf("cases %+v, message %q", a.evaluation.cases, a.message)
	}
	d.Press("5")
	wantOnScreen(t, d, "1 query", "create an issue", "rank 2")
	var saved []eval.Case
	a.src.AddCase = func(c eval.Case) (string, func() error, error) {
		saved = append(saved, c)
		return "cases.yaml", func() error { saved = saved[:len(saved)-1]; return nil }, nil
	}
	d.Press("1", "m")
	if len(saved) != 1 || !strings.Contains(a.message, "added to cases.yaml") {
		t.Errorf("saved %v, message %q", saved, a.message)
	}
	d.Press("u")
	if len(saved) != 0 || len(a.evaluation.cases) != 1 || !strings.Contains(a.message, "undid the case") {
		t.Errorf("undone: saved %v, %d cases, message %q", saved, len(a.evaluation.cases), a.message)
	}
	d.Press("ctrl+r")
	if len(saved) != 1 || len(a.evaluation.cases) != 2 {
		t.Errorf("done again: saved %v, %d cases", saved, len(a.evaluation.cases))
	}
}

// TestCaseKeys goes from a case to its search and to its journey, and filters.
func TestCaseKeys(t *testing.T) {
	d, a := withCases(t, "small", 120, 36)
	d.Press("5", "w")
	if a.view != layout.Why || a.in.Query != "rotate the key" || a.in.Target != "vault_rotate" {
		t.Errorf("view %d, query %q, target %q", a.view, a.in.Query, a.in.Target)
	}
	d.Press("5", "j", "j", "enter")
	if a.view != layout.Tune || a.in.Query == "rotate the key" {
		t.Errorf("view %d, query %q", a.view, a.in.Query)
	}
	d.Press("5", "f")
	wantOnScreen(t, d, "shown: failing")
	d.Press("f")
	wantOnScreen(t, d, "No case is changed.")
}

// TestStaleEvaluation drops an outcome that something newer has overtaken.
func TestStaleEvaluation(t *testing.T) {
	d, a := withCases(t, "small", 120, 36)
	was := a.evaluation.revision
	d.Send(evaluatedMsg{of: measured{limit: 3}})
	if a.evaluation.revision != was || a.dropped != 1 {
		t.Errorf("revision %d, was %d; %d dropped", a.evaluation.revision, was, a.dropped)
	}
}

// TestEvalFrames draws the view at all sizes, with cases and without.
func TestEvalFrames(t *testing.T) {
	for _, cases := range []bool{true, false} {
		d, a := withCases(t, "awkward", 120, 36)
		if !cases {
			d, a = start(t, "awkward", 120, 36)
		}
		d.Press("v", "5")
		for _, key := range []string{"j", "tab", "tab", "tab"} {
			d.Press(key)
			for w := 1; w < 220; w += 13 {
				for h := 1; h < 60; h += 7 {
					d.Resize(w, h)
					if err := uitest.CheckFrame(a.View(), w, h); err != nil {
						t.Fatal(err)
					}
				}
			}
			d.Resize(120, 36)
		}
	}
}

// TestUndoneBeforeMeasured drops the outcome of a change that was undone while it
// was still being measured.
func TestUndoneBeforeMeasured(t *testing.T) {
	_, a := withCases(t, "small", 120, 36)
	before, to := a.in, a.in
	to.Config.SearchDefaultLimit = 1
	a.change("limit", "", to)
	measuring := a.evaluate()
	if measuring == nil {
		t.Fatal("nothing is measured")
	}
	a.undo()
	if a.evaluate() != nil || !a.in.Equal(before) {
		t.Fatalf("inputs %+v", a.in)
	}
	a.Update(measuring())
	if got := a.evaluation.current(); len(a.evaluation.tries) != 1 || got.Limit != before.Config.SearchDefaultLimit || a.dropped != 1 {
		t.Errorf("%d tries, now limit %d, %d dropped", len(a.evaluation.tries), got.Limit, a.dropped)
	}
}

// TestManyTries keeps the base when the oldest tries go.
func TestManyTries(t *testing.T) {
	d, a := withCases(t, "small", 120, 36)
	d.Press("5", "v")
	a.setFocus(layout.Tries)
	d.Press("G", "b")
	base := a.evaluation.tries[a.evaluation.base].Number
	for i := range mostTries + 5 {
		to := a.in
		to.Context = 1000 + i // measures nothing; the limit does
		to.Config.SearchDefaultLimit = 1 + i%20
		a.change("limit", "", to)
		d.Press("j", "k")
	}
	if got := a.evaluation.tries[a.evaluation.base].Number; got != base || len(a.evaluation.tries) != mostTries {
		t.Errorf("the base was try %d and is %d, of %d", base, got, len(a.evaluation.tries))
	}
}

// TestGroups turns the pages of the cases: by server, by need and by script, where the
// what-ifs are marked as not the reference.
func TestGroups(t *testing.T) {
	d, a := withCases(t, "small", 120, 36)
	twice := a.src.Cases[0]
	twice.Query = "xyzzy"
	a.evaluation.cases = append(a.evaluation.cases, twice)
	a.evaluation.asked++
	d.Press("5", "right")
	wantOnScreen(t, d, "Servers", "[servers]", "worst first", "a reply")
	servers := a.evaluation.groups.servers
	for i := range servers[1:] {
		if servers[i].RecallLimit > servers[i+1].RecallLimit {
			t.Errorf("%s before %s", servers[i].Server, servers[i+1].Server)
		}
	}
	d.Press("right")
	wantOnScreen(t, d, "[needs]", "1/2", "none", "xyzzy")
	d.Press("enter")
	if a.in.Query != "xyzzy" {
		t.Errorf("searches for %q, not for the worst wording", a.in.Query)
	}
	d.Press("5", "right")
	wantOnScreen(t, d, "[scripts]", "camel*", "NOT the reference", "the reference loses")
	if n := len(a.evaluation.analysis.under); n != 4 {
		t.Fatalf("%d what-ifs", n)
	}
	under := a.evaluation.analysis.revision
	d.Press("1", "5")
	if a.evaluation.analysis.revision != under {
		t.Error("what is known is measured again")
	}
	for w := 1; w < 200; w += 13 {
		for h := 1; h < 60; h += 7 {
			d.Resize(w, h)
			if err := uitest.CheckFrame(a.View(), w, h); err != nil {
				t.Fatal(err)
			}
		}
	}
	d.Resize(120, 36)
	d.Press("right")
	wantOnScreen(t, d, "[queries]")
}

// TestEffect reads in the message about a change what it does to the cases.
func TestEffect(t *testing.T) {
	d, a := withCases(t, "small", 120, 36)
	d.Press("j")
	a.switchGeneration()
	d.Press("k")
	if !strings.Contains(a.message, "generation documented → latest · recall@limit ") || !strings.Contains(a.message, "breaks ") {
		t.Errorf("message %q", a.message)
	}
	d.Press("u")
	if !strings.Contains(a.message, "recall@limit ") {
		t.Errorf("undone: %q", a.message)
	}
	named := a.evaluation.named.cases
	to := a.in
	to.Config.ListingMaxTokens = 60
	a.change("listing_max_tokens 60", "", to)
	d.Press("j")
	if named == 0 || a.evaluation.named.cases == named || !strings.Contains(a.message, "listing_max_tokens 60 · cases named in the listing ") {
		t.Errorf("named %d, then %d, message %q", named, a.evaluation.named.cases, a.message)
	}
}

// TestTryNames names a try and forgets another.
func TestTryNames(t *testing.T) {
	d, a := withCases(t, "small", 120, 36)
	for range 2 {
		a.switchGeneration()
		d.Press("j")
		to := a.in
		to.Config.SearchDefaultLimit++
		a.change("limit", "", to)
		d.Press("k")
	}
	if n := len(a.evaluation.tries); n != 5 {
		t.Fatalf("%d tries", n)
	}
	d.Press("5", "tab", "tab", "tab")
	if a.focus() != layout.Tries {
		d.Press("tab")
	}
	d.Press("g", "x")
	if len(a.evaluation.tries) != 5 {
		t.Error("the base is forgotten")
	}
	d.Press("j", "e")
	d.Type("mine")
	d.Press("enter")
	wantOnScreen(t, d, "mine")
	d.Press("x")
	if e := &a.evaluation; len(e.tries) != 4 || e.now != 3 || e.current().Number != 5 || !strings.Contains(a.message, "2 mine") {
		t.Errorf("%d tries, now %d, message %q", len(e.tries), e.now, a.message)
	}
}

// TestLoadCases completes a path, loads the cases of a file in place of those there
// are, and keeps those made here.
func TestLoadCases(t *testing.T) {
	d, a := withCases(t, "small", 120, 36)
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "sets"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "sets", "mine.yaml"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	asked := ""
	a.src.LoadCases = func(_ context.Context, file string) (LoadedCases, error) {
		if asked = file; strings.HasSuffix(file, "bad.yaml") {
			return LoadedCases{}, errors.New("bad.yaml line 1: no case")
		}
		return LoadedCases{Cases: a.src.Cases[:2], Notes: []Note{{Kind: "skipped", Text: "a row"}}}, nil
	}
	d.Press("5", "o")
	d.Type(dir + string(filepath.Separator) + "se")
	d.Press("tab")
	wantOnScreen(t, d, "mine.yaml")
	d.Press("enter")
	if asked != filepath.Join(dir, "sets", "mine.yaml") || len(a.evaluation.cases) != 2 || !strings.Contains(a.message, "2 cases of") {
		t.Errorf("asked %q, %d cases, message %q", asked, len(a.evaluation.cases), a.message)
	}
	d.Send(casesMsg{file: "bad.yaml", err: errors.New("bad.yaml line 1: no case")})
	if len(a.evaluation.cases) != 2 || !strings.Contains(a.message, "bad.yaml line 1") {
		t.Errorf("%d cases, message %q", len(a.evaluation.cases), a.message)
	}
}

// TestOwnWords asks for every tool by its own words, and no longer.
func TestOwnWords(t *testing.T) {
	d, a := start(t, "small", 120, 36)
	d.Press("5", "s")
	n := len(a.d.session.Deferred)
	wantOnScreen(t, d, engine.Plural(n, "query", "queries"), "self-retrieval")
	d.Press("s")
	if len(a.evaluation.cases) != 0 {
		t.Errorf("%d cases stay", len(a.evaluation.cases))
	}
	wantOnScreen(t, d, "There are no cases")
}
