package profiles

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unicode"

	"findable/engine"
	"findable/engine/py"
)

// hostile are names and texts that no server should have.
var hostile = []string{"", " ", "\x00", "\xff\xfe", ":", "a:b:c", "__", "*?[", `"<&>\`, "\u202e\u0301", "查询代码库", "İ", strings.Repeat("x", 200)}

// randomCatalog makes servers of few words, so that tools are alike and alike scores
// come about, with hostile names among them.
func randomCatalog(r *rand.Rand) engine.Catalog {
	words := []string{"open", "gate", "water", "beds", "the", "list_all", "x"}
	text := func(n int) string {
		var parts []string
		for range r.IntN(n + 1) {
			if r.IntN(12) == 0 {
				parts = append(parts, hostile[r.IntN(len(hostile))])
			} else {
				parts = append(parts, words[r.IntN(len(words))])
			}
		}
		return strings.Join(parts, []string{" ", "_", "-"}[r.IntN(3)])
	}
	var c engine.Catalog
	for i := range 1 + r.IntN(4) {
		s := engine.Server{Name: fmt.Sprint(text(1), i)}
		for range r.IntN(12) {
			tool := aTool(text(3), text(8), text(2)+": "+text(5), "p"+text(2))
			if r.IntN(4) == 0 {
				tool.Function = tool.Function.Without("parameters", "description")
			}
			tool.Raw = py.Object{{Key: "outputSchema", Value: py.Object{{Key: "type", Value: text(1)}}}}
			s.Tools = append(s.Tools, tool)
		}
		c.Servers = append(c.Servers, s)
	}
	return c
}

// TestProperties checks on random catalogs that fewer hits are the first of more, that
// another engine of the same catalog answers the same, and that scores fall.
func TestProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 60 {
		c := randomCatalog(r)
		queries := append([]string{"open gate", "water the beds", "list_all", "gate gate open", "list_", "the", "x"}, hostile...)
		for _, p := range All() {
			e, again := p.New(c), p.New(c)
			for _, q := range queries {
				all, err := e.Search(q, 1000)
				same, _ := again.Search(q, 1000)
				if !reflect.DeepEqual(all, same) {
					t.Fatalf("%s %q: two engines differ", p.Key, q)
				}
				for _, n := range []int{-1, 0, 1, 3, 7} {
					few, _ := e.Search(q, n)
					if want := all.Hits[:max(0, min(n, len(all.Hits)))]; len(few.Hits) != len(want) || len(want) > 0 && !reflect.DeepEqual(few.Hits, want) {
						t.Fatalf("%s %q: the first %d are %v of %v", p.Key, q, n, few.Hits, all.Hits)
					}
				}
				if err != nil {
					continue
				}
				seen := map[int]bool{}
				for i, h := range all.Hits {
					if seen[h.Place] || h.Place >= e.Names().Len() || math.IsNaN(h.Score) || p.Scored && (h.Score <= 0 || i > 0 && h.Score > all.Hits[i-1].Score) {
						t.Fatalf("%s %q: %v", p.Key, q, all.Hits)
					}
					seen[h.Place] = true
				}
			}
		}
	}
}

func TestLongQueries(t *testing.T) {
	c := randomCatalog(rand.New(rand.NewPCG(7, 8)))
	for _, p := range All() {
		e := p.New(c)
		endless, most := strings.Repeat("gate ", 100_000), strings.Repeat("gate ", MaxQuery/5)
		long, err := e.Search(endless, 5)
		if p.Key == "fastmcp-regex" {
			if err == nil {
				t.Error("a pattern of any length")
			}
			continue
		}
		short, _ := e.Search(most, 5)
		if err != nil || !e.Cut(endless) || e.Cut(most) || !reflect.DeepEqual(long.Hits, short.Hits) {
			t.Errorf("%s: %v, cut %t", p.Key, err, e.Cut(endless))
		}
	}
	for _, p := range All() {
		if r, _ := p.New(engine.Catalog{}).Search("gate", 5); len(r.Hits) > 0 {
			t.Errorf("%s finds something in nothing", p.Key)
		}
	}
}

// levenshtein is the distance as it is defined.
func levenshtein(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range b {
			cost := diagonal
			if x != y {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

func TestDistance(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	text := func(most int) string {
		out := make([]rune, r.IntN(most+1))
		for i := range out {
			out[i] = []rune("abc_ é查")[r.IntN(7)]
		}
		return string(out)
	}
	for i := range 3000 {
		query := text([]int{5, 64, 130, 300}[i%4]) + "a"
		e := newEdits(query)
		for range 3 {
			other := text(200)
			if got, want := e.to(other), levenshtein([]rune(query), []rune(other)); got != want {
				t.Fatalf("%q to %q: %d, want %d", query, other, got, want)
			}
		}
	}
}

// FuzzPieces: pieces stand in the text in order and do not overlap, none is empty, and
// no letter or digit of ASCII is lost.
func FuzzPieces(f *testing.F) {
	for _, s := range append([]string{"create_issue, a.b 1.5", "צ'x\"ב", "カタ_ー1查\u0301", "a\n\u0301"}, hostile...) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		rest := s
		eachPiece(s, func(piece string) {
			before, after, found := strings.Cut(rest, piece)
			if piece == "" || !found || strings.IndexFunc(before, func(r rune) bool { return r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r)) }) >= 0 {
				t.Fatalf("%q comes after %q of %q", piece, s[:len(s)-len(rest)], s)
			}
			rest = after
		})
		bleveWords(s, func(string) {})
	})
}

// FuzzSearch: no tool and no query make a profile panic.
func FuzzSearch(f *testing.F) {
	for _, s := range hostile {
		f.Add(s, "open_gate", s)
		f.Add("open_gate", s, "gate")
	}
	f.Fuzz(func(t *testing.T, name, text, query string) {
		c := catalogOf(name, aTool(name, text, text+": "+name), aTool(text, name))
		for _, p := range All() {
			if r, err := p.New(c).Search(query, 1); len(r.Hits) > 1 || err != nil && len(r.Hits) > 0 {
				t.Errorf("%s: %v %v", p.Key, r, err)
			}
		}
	})
}
