package eval

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"findable/engine"
	"findable/engine/py"
	"findable/engine/text"
)

// office is a small catalog of two servers.
func office(rules engine.Rules) *engine.Session {
	tool := func(name, description string) engine.Tool {
		f := py.Object{{Key: "name", Value: name}, {Key: "description", Value: description}}
		return engine.Tool{Function: f}
	}
	c := engine.Catalog{Servers: []engine.Server{
		{Name: "tracker", Tools: []engine.Tool{tool("create_issue", "Open a new ticket. At once."), tool("list_issues", "All tickets of a project."),
			tool("closeIssue", ""), tool("add_label", "Put a label on a ticket.")}},
		{Name: "post", Tools: []engine.Tool{tool("send_mail", "Deliver a letter."), tool("delete_mail", "Throw a letter away.")}},
	}}
	return engine.Register(c).Session(rules, engine.Scope{}, rules.DefaultDefer)
}

// TestQueries checks the keyword queries for sentences that latest finds nothing for.
func TestQueries(t *testing.T) {
	session := office(engine.Latest())
	lens := NewLens(session)
	for sentence, want := range map[string]struct{ query, service, action, tool string }{
		"Could you please open a new issue in the tracker for this crash?": {"tracker create issue", "tracker", "create", "create_issue"},
		"Show me all the issues that we have":                              {"list issues", "", "list", "list_issues"},
		"Please remove that mail from Bob":                                 {"delete mail", "", "delete", "delete_mail"},
		"I want the issue closed":                                          {"closeissue", "", "", "closeIssue"},
		"Throw away the letter":                                            {"throw letter", "", "", "delete_mail"},
	} {
		if hits := session.Index.Search(sentence, 5).Hits; len(hits) > 0 {
			t.Errorf("%q finds something as it stands", sentence)
		}
		queries := lens.Queries(sentence)
		at := slices.IndexFunc(queries, func(k Keywords) bool { return k.Query == want.query })
		if at < 0 {
			t.Errorf("%q: %+v, want %q", sentence, queries, want.query)
			continue
		}
		k := queries[at]
		if k.Service != want.service || k.Action != want.action || session.Index.Entry(k.Hits[0]).Bare() != want.tool {
			t.Errorf("%q: %+v finds %s, want %+v", sentence, k, session.Index.Entry(k.Hits[0]).Name, want)
		}
	}
	for _, nothing := range []string{"", "the of and", "Zoe's giraffe", "页面"} {
		if got := lens.Queries(nothing); got != nil {
			t.Errorf("%q: %+v", nothing, got)
		}
	}
}

// TestQueryProperties checks on random sentences of the catalog's words that no query
// has a word that no tool has, that all find something, and that they differ.
func TestQueryProperties(t *testing.T) {
	session := office(engine.Latest())
	lens := NewLens(session)
	words := strings.Fields("please could you open create list issue issues ticket letter mail delete remove the a tracker post away label crash zebra Zoe new all send and in from")
	r := rand.New(rand.NewPCG(5, 6))
	for range 3000 {
		var said []string
		for range 1 + r.IntN(9) {
			said = append(said, words[r.IntN(len(words))])
		}
		queries := lens.Queries(strings.Join(said, " "))
		if len(queries) > MaxKeywords {
			t.Fatalf("%d queries", len(queries))
		}
		for i, k := range queries {
			for _, term := range text.Tokens(k.Query) {
				if session.Index.DocumentFrequency(term) == 0 {
					t.Fatalf("%q of %q holds a word of no tool", k.Query, said)
				}
			}
			if len(k.Hits) == 0 || len(k.Hits) > Depth {
				t.Fatalf("%q finds %d", k.Query, len(k.Hits))
			}
			for _, other := range queries[:i] {
				if sameWords(other.Query, k.Query) {
					t.Fatalf("%q twice", k.Query)
				}
			}
		}
	}
}

func TestKeyworded(t *testing.T) {
	rules := engine.Latest()
	plain := NewSession(office(rules), engine.DefaultConfig(rules))
	keyworded := NewKeyworded(plain)
	cases := []Case{{Query: "Could you please send a quick mail to my friend Zoe?", Expect: []Want{{"send_mail", 1}}}, {Query: "Zoe", Expect: []Want{{"send_mail", 1}}}}
	before, err := Run(context.Background(), plain, cases, nil)
	if err != nil {
		t.Fatal(err)
	}
	after, err := Run(context.Background(), keyworded, cases, nil)
	if err != nil {
		t.Fatal(err)
	}
	if before[0].Rank() != 0 || after[0].Rank() != 1 || after[0].ReplyTokens == 0 || after[0].ReplyTokens == before[0].ReplyTokens {
		t.Errorf("%+v\n%+v", before[0], after[0])
	}
	if after[1].Rank() != 0 || after[1].ReplyTokens != before[1].ReplyTokens {
		t.Errorf("nothing to reword: %+v", after[1])
	}
	if hits, _ := keyworded.Rank(cases[0].Query, 1); len(hits) != 1 {
		t.Errorf("%d hits, want 1", len(hits))
	}
	if plain.Description(plain.Names().Find("closeIssue")[0]) == "" {
		t.Error("a tool that says nothing")
	}
}

// FuzzQueries checks that no sentence makes the lens panic.
func FuzzQueries(f *testing.F) {
	f.Add("open an issue")
	f.Add("createIssue's \x80 ISSUE")
	session := office(engine.Latest())
	lens := NewLens(session)
	f.Fuzz(func(t *testing.T, sentence string) {
		for _, k := range lens.Queries(sentence) {
			if len(k.Hits) == 0 {
				t.Errorf("%q finds nothing", k.Query)
			}
		}
		ScriptOf(sentence)
		firstSentence(sentence)
	})
}

// TestLensLifts checks that the lens lifts latest on every labelled set.
func TestLensLifts(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	for _, set := range []string{"azure-mcp", "bfcl", "livemcpbench", "metatool", "sealtools"} {
		registry, cases := labelled(t, set)
		rules := engine.Latest()
		s := NewSession(registry.Session(rules, engine.Scope{}, rules.DefaultDefer), engine.DefaultConfig(rules))
		plain, err := Run(context.Background(), rankOnly{s}, cases, nil)
		if err != nil {
			t.Fatal(err)
		}
		worded, err := Run(context.Background(), rankOnly{NewKeyworded(s)}, cases, nil)
		if err != nil {
			t.Fatal(err)
		}
		c := Compare(NewTry(1, "as it stands", 5, plain), NewTry(2, "in keywords", 5, worded))
		at := slices.IndexFunc(c.Differences, func(d Difference) bool { return d.Measure.Name == "recall@5" })
		if d := c.Differences[at]; d.Low <= 0 {
			t.Errorf("%s: recall@5 from %.3f to %.3f", set, d.Before, d.After)
		} else {
			t.Logf("%s: recall@5 from %.3f to %.3f (%.3f to %.3f more)", set, d.Before, d.After, d.Low, d.High)
		}
	}
}
