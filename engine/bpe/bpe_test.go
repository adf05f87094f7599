package bpe

import (
	"os"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"
)

// TestPublishedCounts compares with counts that the makers of the vocabulary, or
// its libraries, have published: OpenAI's cookbook "How to count tokens with
// tiktoken" and the tests of tiktoken's ports.
func TestPublishedCounts(t *testing.T) {
	for _, x := range []struct {
		text string
		want int
	}{
		{"", 0},
		{"hello world", 2},
		{"tiktoken is great!", 6},
		{"antidisestablishmentarianism", 6},
		{"2 + 2 = 4", 7},
		{"お誕生日おめでとう", 8},
		{"hello   world", 3},
		{"supercalifragilistic", 6},
		{"We know what we are, but know not what we may be.", 14},
	} {
		if got := Count(x.text); got != x.want {
			t.Errorf("%q has %d tokens, want %d", x.text, got, x.want)
		}
	}
}

// TestTallyAddsUp checks that the parts add up, whatever the texts hold.
func TestTallyAddsUp(t *testing.T) {
	for _, texts := range [][]string{
		{}, {""}, {"hello world"}, {"创建一个新的问题", "Créer un ticket"}, {"お誕生日おめでとう"}, {"дом и сад", "مرحبا بالعالم", "שלום", "हिन्दी"},
		{`{"name":"create_issue","description":"Opens an issue — 打开问题。"}`}, {"🎉🎉 party 👩‍👩‍👧"}, {"\xff\xfe broken"}, {"broken \x9d\xff\r"}, {strings.Repeat("鱻", 50)},
	} {
		characters, tokens := 0, 0
		for _, text := range texts {
			characters, tokens = characters+utf8.RuneCountInString(text), tokens+Count(text)
		}
		for _, p := range Tally(texts...) {
			characters, tokens = characters-p.Characters, tokens-p.Tokens
		}
		if characters != 0 || tokens != 0 {
			t.Errorf("%q: %d characters and %d tokens are in no part", texts, characters, tokens)
		}
	}
}

func TestTallyScripts(t *testing.T) {
	for text, want := range map[string]Script{
		"hello": Latin, "naïveté": Latin, "创建": CJK, "한국어": CJK, "。": CJK, "дом": Cyrillic, "مرحبا": Arabic, "हिन्दी": Other, "שלום": Other, "1234": Signs, "{}": Signs, "🎉": Signs,
	} {
		parts := Tally(text)
		if len(parts) != 1 || parts[0].Script != want || parts[0].Tokens != Count(text) {
			t.Errorf("%q: %+v, want all of it %s", text, parts, want)
		}
	}
	// A space before a word is of the word's token; its own part is left without tokens.
	parts := Tally("red дом")
	if len(parts) != 3 || parts[2] != (Part{Script: Signs, Characters: 1}) {
		t.Errorf("%+v", parts)
	}
}

// TestCountTogether counts in several goroutines, as an app and its commands do.
func TestCountTogether(t *testing.T) {
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 50 {
				if n := Count("We know what we are, but know not what we may be."); n != 14 {
					t.Errorf("%d tokens", n)
				}
			}
		})
	}
	wait.Wait()
}

func BenchmarkCount(b *testing.B) {
	text, err := os.ReadFile("../../../shared/catalogs/live/github-mcp-server.json")
	if err != nil {
		b.Skip("the real catalogs are not here: ", err)
	}
	Count("") // unpack the vocabulary
	b.SetBytes(int64(len(text)))
	b.ResetTimer()
	for b.Loop() {
		Count(string(text))
	}
}
