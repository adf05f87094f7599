package whatif

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"findable/engine"
	"findable/engine/eval"
	"findable/engine/py"
)

func words(w WhatIf, s string) []string {
	var out []string
	w.EachWord(s, func(word string, _, _ int) { out = append(out, w.Term(word)) })
	return out
}

func byKey(t testing.TB, key string) WhatIf {
	for _, w := range All() {
		if w.Key == key {
			return w
		}
	}
	t.Fatalf("no %s", key)
	return WhatIf{}
}

func TestWords(t *testing.T) {
	for _, c := range []struct{ key, text, want string }{
		{"unicode-words", "École creations, naïve_x2 Ж2", "école creation naïve x2 ж2"},
		{"unicode-words", "查询代码库 issues", "查询代码库 issu"},
		{"unicode-words", "e\u0301a½", "e\u0301a½"},
		{"cjk-bigrams", "查询代码库 issues", "查询 询代 代码 码库 issu"},
		{"cjk-bigrams", "用createIssue的API", "用 createissu 的 api"},
		{"cjk-bigrams", "カート 한국어 é", "カー ート 한국 국어 é"},
		{"camel-case", "createIssues for HTTPServer v2API IDs A", "creat issu for http server v2 api i ds a"},
		{"camel-case", "GET_userID", "get user id"},
	} {
		got := strings.Join(words(byKey(t, c.key), c.text), " ")
		if got != c.want {
			t.Errorf("%s of %q: %q, want %q", c.key, c.text, got, c.want)
		}
	}
}

func tool(name, description string, parameters py.Value) engine.Tool {
	return engine.Tool{Function: py.Object{{Key: "name", Value: name}, {Key: "description", Value: description}, {Key: "parameters", Value: parameters}}}
}

func parameter(name, description string) py.Object {
	return py.Object{{Key: "type", Value: "object"}, {Key: "properties", Value: py.Object{
		{Key: name, Value: py.Object{{Key: "type", Value: "string"}, {Key: "description", Value: description}}}}}}
}

// TestFinds asks for what the reference loses: it finds nothing, the what-if does.
func TestFinds(t *testing.T) {
	session := engine.Register(engine.Catalog{Servers: []engine.Server{{Name: "shop", Tools: []engine.Tool{
		tool("openGate", "Lets people in.", parameter("plate", "Licence number of the lorry.")),
		tool("sad", "Поливает сад.", py.Object{}),
		tool("zh", "查询代码库", py.Object{}),
	}}}}).Session(engine.Latest(), engine.Scope{}, nil)
	for key, c := range map[string]struct{ query, finds string }{
		"unicode-words":          {"Сад", "mcp__shop__sad"},
		"cjk-bigrams":            {"代码", "mcp__shop__zh"},
		"camel-case":             {"open gate", "mcp__shop__openGate"},
		"parameter-descriptions": {"lorry", "mcp__shop__openGate"},
	} {
		if hits := session.Index.Search(c.query, 5).Hits; len(hits) > 0 {
			t.Errorf("the reference finds %s by %q", hits[0].Entry.Name, c.query)
		}
		other := session.Analysed(byKey(t, key).Analyser)
		hits := other.Index.Search(c.query, 5).Hits
		if len(hits) != 1 || hits[0].Entry.Name != c.finds {
			t.Errorf("%s finds %v by %q", key, hits, c.query)
		} else if e := other.Index.Explain(c.query, hits[0].Doc); e.Score != hits[0].Score {
			t.Errorf("%s explains %v as %v", key, hits[0].Score, e.Score)
		}
		measured := eval.NewSession(other, engine.DefaultConfig(engine.Latest()))
		if got, _ := measured.Rank(c.query, 5); len(got) != 1 || measured.Names().Tool(got[0]).Full != c.finds {
			t.Errorf("measured, %s finds %v", key, got)
		}
		if session.Index == other.Index || session.Index.Search("people", 5).Matched != 1 {
			t.Error("the session itself has changed")
		}
	}
}

// FuzzWords: whatever the text, words are where they say, in order, not empty, and
// in lower case.
func FuzzWords(f *testing.F) {
	for _, s := range []string{"createIssue HTTPServer", "查询代码库", "e\u0301 İ ΑΣ", "\xff\xc3(", "カート한국어a"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, w := range All() {
			last := 0
			w.EachWord(s, func(word string, start, end int) {
				if word == "" || start < last && w.Key != "cjk-bigrams" || start >= end || end > len(s) ||
					word != strings.ToLower(s[start:end]) || utf8.ValidString(s) && !utf8.ValidString(word) {
					t.Fatalf("%s: %q at %d to %d of %q", w.Key, word, start, end, s)
				}
				last = end
			})
		}
	})
}

func TestKeysAreDistinct(t *testing.T) {
	var keys []string
	for _, w := range All() {
		keys = append(keys, w.Key)
		if w.Title == "" || w.Loses == "" || !strings.Contains(w.Title, "what-if") {
			t.Errorf("%s does not say what it is", w.Key)
		}
	}
	slices.Sort(keys)
	if len(slices.Compact(keys)) != len(All()) {
		t.Error("a key twice")
	}
}
