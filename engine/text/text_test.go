package text

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const alphanumerics = "abcdefghijklmnopqrstuvwxyz0123456789"

type span struct {
	word       string
	start, end int
}

func spans(s string) []span {
	var all []span
	EachWord(s, func(word string, start, end int) { all = append(all, span{word, start, end}) })
	return all
}

// slowSpans is the definition of a word as a regular expression.
func slowSpans(s string) []span {
	var all []span
	for _, at := range regexp.MustCompile(`[A-Za-z0-9]+`).FindAllStringIndex(s, -1) {
		all = append(all, span{strings.ToLower(s[at[0]:at[1]]), at[0], at[1]})
	}
	return all
}

func TestEachWord(t *testing.T) {
	tests := []struct {
		text string
		want []span
	}{
		{"", nil},
		{" \t\n", nil},
		{"!!!", nil},
		{"天気 📧", nil},
		{"a", []span{{"a", 0, 1}}},
		{"Create GitHub-Issue_v2.1", []span{{"create", 0, 6}, {"github", 7, 13}, {"issue", 14, 19}, {"v2", 20, 22}, {"1", 23, 24}}},
		{"createIssue", []span{{"createissue", 0, 11}}},
		{"don't", []span{{"don", 0, 3}, {"t", 4, 5}}},
		{"1,000.50 USD", []span{{"1", 0, 1}, {"000", 2, 5}, {"50", 6, 8}, {"usd", 9, 12}}},
		{"naïve café", []span{{"na", 0, 2}, {"ve", 4, 6}, {"caf", 7, 10}}},
		{"ﬁle ２３", []span{{"le", 3, 5}}},
		{"K\u212aelvin", []span{{"k", 0, 1}, {"elvin", 4, 9}}},    // the Kelvin sign lower-cases to k
		{"\u017ftop \u0130d", []span{{"top", 2, 5}, {"d", 8, 9}}}, // ſ upper-cases to S, İ lower-cases to i and a dot
		{"x\u00a0y", []span{{"x", 0, 1}, {"y", 3, 4}}},
		{"e\u0301a", []span{{"e", 0, 1}, {"a", 3, 4}}}, // a combining accent parts words too
		{"a\x00b\x80C\xff", []span{{"a", 0, 1}, {"b", 2, 3}, {"c", 4, 5}}},
		{"\x11\x19", nil}, // control characters one bit away from digits
		{"@AZ[`az{/09:", []span{{"az", 1, 3}, {"az", 5, 7}, {"09", 9, 11}}},
	}
	for _, tt := range tests {
		if got := spans(tt.text); !slices.Equal(got, tt.want) {
			t.Errorf("EachWord(%q) = %v, want %v", tt.text, got, tt.want)
		}
	}
}

func TestTokens(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"", nil},
		{"天気", nil},
		{"Creating ISSUES, creating issues!", []string{"creat", "issu", "creat", "issu"}},
		{"created creation createIssue", []string{"creat", "creation", "createissu"}},
		{"the s3 bucket2 of 2", []string{"the", "s3", "bucket2", "of", "2"}},
	}
	for _, tt := range tests {
		if got := Tokens(tt.text); !slices.Equal(got, tt.want) {
			t.Errorf("Tokens(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
}

// checkWords tests what is true of the words of every text.
func checkWords(t *testing.T, s string) {
	t.Helper()
	got := spans(s)
	if want := slowSpans(s); !slices.Equal(got, want) {
		t.Errorf("EachWord(%q) = %v, want %v", s, got, want)
	}
	var read strings.Builder
	for _, w := range got {
		if w.word == "" || strings.Trim(w.word, alphanumerics) != "" || strings.ToLower(s[w.start:w.end]) != w.word {
			t.Errorf("EachWord(%q): %q at %d:%d", s, w.word, w.start, w.end)
		}
		read.WriteString(s[w.start:w.end])
	}
	kept := strings.Map(func(r rune) rune {
		if strings.ContainsRune(alphanumerics+"ABCDEFGHIJKLMNOPQRSTUVWXYZ", r) {
			return r
		}
		return -1
	}, s)
	if read.String() != kept {
		t.Errorf("EachWord(%q) reads %q of %q", s, read.String(), kept)
	}
}

func TestEachWordProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	pieces := []string{"a", "Z", "issue", "GET", "9", "_", "-", " ", "é", "\u212a", "ſ", "İ", "２", "天", "📧", "\xff", "\xe2\x84", "\x00"}
	for range 2000 {
		var b strings.Builder
		for range r.IntN(20) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		checkWords(t, b.String())
	}
}

func TestEachWordAllocatesNothing(t *testing.T) {
	words := 0
	count := func(string, int, int) { words++ }
	if n := testing.AllocsPerRun(10, func() { EachWord(description, count) }); n != 0 {
		t.Errorf("%v allocations for lower-case text", n)
	}
	if words == 0 {
		t.Error("no words")
	}
}

func FuzzEachWord(f *testing.F) {
	for _, s := range []string{"", description, "Create GitHub-Issue_v2.1", "naïve café", "K\u212aelvin ſtop", "ﬁle ２３", "a\x00b\xffC\xe2\x84"} {
		f.Add(s)
	}
	f.Fuzz(checkWords)
}

const description = "list the issues of a repository, newest first; filter by state (open, closed or all), by label, " +
	"assignee, milestone and time of the last change, and return one page of up to 100 issues with the cursor of the next."

func BenchmarkEachWord(b *testing.B) {
	for name, s := range map[string]string{"lower": description, "mixed": strings.ReplaceAll(description, " i", " I")} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(s)))
			words := 0
			for b.Loop() {
				EachWord(s, func(string, int, int) { words++ })
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(words), "ns/word")
		})
	}
}
