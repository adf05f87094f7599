package eval

import (
	"math"
	"slices"
	"testing"

	"findable/engine"
)

// asked judges rankings of the garden's tools.
func asked(c Case, hits ...int) Outcome { return Judge(c, garden, hits) }

func TestKnown(t *testing.T) {
	cases := []Case{{Query: "a", Expect: wants(1, 0, 0, 1)}, {Query: "b", Expect: wants(0, 0, 0, 1)}, {Query: "c", Expect: wants(0, 2)}}
	known := Known(cases, garden)
	if len(known) != 2 || len(known[0].Expect) != 1 || known[1].Query != "c" || len(cases[0].Expect) != 2 {
		t.Errorf("%+v, of %+v", known, cases)
	}
}

func TestWorst(t *testing.T) {
	outcomes := []Outcome{asked(Case{Expect: wants(1)}, 0), asked(Case{Expect: wants(1)}, 1, 2, 3, 0), asked(Case{Expect: wants(1)}),
		asked(Case{Expect: wants(1, 1)}, 0), asked(Case{Expect: wants(1)}, 1, 0)}
	if got, want := Worst(outcomes, 3), []int{2, 1, 3, 4, 0}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestByServer parts a case of two servers, and keeps one whole of which any tool is
// enough.
func TestByServer(t *testing.T) {
	both := Case{Query: "both", Expect: []Want{{"water.all", 1}, {"rainFall", 2}, {"nowhere", 1}}}
	any := both
	any.Any = true
	groups := ByServer([]Outcome{asked(both, 1, 0, 3), asked(any, 3), asked(Case{Expect: []Want{{"open_gate", 1}}}, 2)}, garden)
	names := []string{}
	for _, g := range groups {
		names = append(names, g.Server)
	}
	if !slices.Equal(names, []string{"beds", "my-beds", "shed"}) {
		t.Fatalf("servers %v", names)
	}
	beds, shed := groups[1].Outcomes, groups[2].Outcomes
	if len(beds) != 2 || beds[0].Recall(5) != 1 || beds[0].Rank() != 3 || len(beds[0].Case.Expect) != 1 || len(beds[1].Case.Expect) != 3 {
		t.Errorf("my-beds: %+v", beds)
	}
	// open_gate of either server will do, so the case counts for both.
	if len(shed) != 3 || shed[0].Rank() != 1 || shed[0].Recall(1) != 1 || shed[1].Recall(5) != 1 || shed[2].Rank() != 1 {
		t.Errorf("shed: %+v", shed)
	}
}

func TestNeeds(t *testing.T) {
	one, two := Case{Query: "a", Expect: wants(1, 1)}, Case{Query: "b", Expect: []Want{{"water.all", 1}, {"mcp__shed__open_gate", 1}}}
	needs := Needs([]Outcome{asked(one, 2, 0, 1), asked(Case{Expect: wants(1)}), asked(two, 3), asked(one, 0, 1)})
	if len(needs) != 1 || len(needs[0].Outcomes) != 3 || needs[0].Found(5) != 2 || needs[0].Found(2) != 1 {
		t.Fatalf("%+v", needs)
	}
	if best, worst := needs[0].Ranks(); best != 1 || worst != 0 {
		t.Errorf("ranks %d and %d", best, worst)
	}
	if best, worst := (Need{[]Outcome{asked(one, 2, 0), asked(one, 0)}}).Ranks(); best != 1 || worst != 2 {
		t.Errorf("ranks %d and %d", best, worst)
	}
}

// TestCompare works a comparison by hand: of five cases one is better, one worse
// though its first tool stays, one the same, one broken, and one alone in each.
func TestCompare(t *testing.T) {
	c := func(query string, grades ...int) Case { return Case{Query: query, Expect: wants(grades...)} }
	before := NewTry(1, "before", 5, []Outcome{asked(c("up", 1), 1, 0), asked(c("down", 1, 2), 0, 1), asked(c("same", 1), 0),
		asked(c("lost", 1), 2, 0), asked(c("old", 1), 0)})
	after := NewTry(2, "after", 5, []Outcome{asked(c("lost", 1), 2), asked(c("up", 1), 0), asked(c("down", 1, 2), 0, 2, 1), asked(c("same", 1), 0),
		asked(c("new", 1), 0)})
	got := Compare(before, after)
	if got.Better != 1 || got.Worse != 2 || got.Same != 1 || got.Alone != 2 || len(got.Changes) != 4 {
		t.Fatalf("%d better, %d worse, %d same, %d alone", got.Better, got.Worse, got.Same, got.Alone)
	}
	broken := got.Broken()
	if len(broken) != 1 || broken[0].After.Case.Query != "lost" || broken[0].Recall != -1 || broken[0].Verdict != -1 {
		t.Errorf("broken %+v", broken)
	}
	want := map[string][2]float64{ // means of lost, up, down, same
		"hit@1": {0.5, 0.75}, "recall@limit": {1, 0.75}, "recall@5": {1, 0.75}, "mrr@25": {0.75, 0.75}, "zero_hit": {0, 0},
	}
	for _, d := range got.Differences {
		if w, ok := want[d.Measure.Name]; ok && (math.Abs(d.Before-w[0])+math.Abs(d.After-w[1]) > 1e-12) {
			t.Errorf("%s from %v to %v, want %v", d.Measure.Name, d.Before, d.After, w)
		}
		if change := d.After - d.Before; d.Low > change || d.High < change {
			t.Errorf("%s changes by %v, outside %v to %v", d.Measure.Name, change, d.Low, d.High)
		}
	}
	same := Compare(before, before)
	if same.Same != 5 || len(same.Broken()) > 0 || same.Differences[0].Low != 0 || same.Differences[0].High != 0 {
		t.Errorf("with itself: %+v", same)
	}
	narrow := NewTry(3, "a lower limit", 1, before.Outcomes)
	if got := Compare(before, narrow); len(got.Broken()) != 3 { // up, down and lost have tools at rank 2
		t.Errorf("%d broken by a lower limit", len(got.Broken()))
	}
}

// TestEqualCases checks that several equal cases meet one another in order.
func TestEqualCases(t *testing.T) {
	one := Case{Query: "a", Expect: wants(1)}
	got := Compare(NewTry(1, "", 5, []Outcome{asked(one, 0), asked(one)}), NewTry(2, "", 5, []Outcome{asked(one, 0), asked(one), asked(one)}))
	if got.Same != 2 || got.Alone != 1 {
		t.Errorf("%+v", got)
	}
}

func TestScriptOf(t *testing.T) {
	for text, want := range map[string]Script{
		"": NoScript, "123 !": NoScript, "create an issue": Latin, "naïve café": Latin, "查 an issue": Latin, "创建新的 issue": "Han",
		"ページを検索": "Japanese", "カタカナ": "Japanese", "페이지 검색": "Hangul", "поиск страниц": "Cyrillic", "ابحث": "Arabic", "αναζήτηση": "Greek",
		"ᏣᎳᎩ": "other", "search 搜索页面": "Han",
	} {
		if got := ScriptOf(text); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}

func TestLanguages(t *testing.T) {
	says := []string{"opens the gate", "浇水", "opens", "雨量"}
	text := func(place int) string { return says[place] }
	outcomes := []Outcome{
		asked(Case{Query: "open", Expect: wants(1, 1)}, 0),                                // Latin to Latin found, to Han not
		asked(Case{Query: "浇水", Expect: wants(0, 1)}, 1),                                  // Han to Han
		asked(Case{Query: "雨", Expect: wants(0, 0, 1)}, 0, 1, 2, 3),                       // found, but below the limit
		asked(Case{Query: "either", Expect: wants(1, 1), Any: true}, 1),                   // the one found counts
		asked(Case{Query: "neither", Expect: []Want{{"nowhere", 1}, {"rainFall", 1}}}, 0), // of one that is known
		asked(Case{Query: "neither", Expect: wants(1, 1), Any: true}),                     // both count where none is found
	}
	want := []LanguageCell{{"Han", "Han", 2, 1}, {"Latin", "Han", 4, 1}, {"Latin", "Latin", 2, 1}}
	if got := Languages(outcomes, garden, text, 3); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestFirstSentence(t *testing.T) {
	for text, want := range map[string]string{"": "", "One. Two.": "One", "v1.2 of it": "v1.2 of it", " 检索页面。第二": "检索页面", "a\nb": "a", "Ends.": "Ends.", "Why? So": "Why"} {
		if got := firstSentence(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestSelfRetrieval(t *testing.T) {
	session := office(engine.Documented())
	cases := SelfRetrieval(session)
	if len(cases) != session.Index.Size() || cases[0].Query == "" {
		t.Fatalf("%+v", cases)
	}
	byName := map[string]string{}
	for _, c := range cases {
		byName[c.Expect[0].Name] = c.Query
	}
	if byName["mcp__tracker__create_issue"] != "Open a new ticket" || byName["mcp__tracker__closeIssue"] != "MCP tool closeIssue from tracker" {
		t.Errorf("%v", byName)
	}
}
