package engine

import (
	"strings"
	"testing"
)

func TestShortDescription(t *testing.T) {
	ten := "123456789 " // ten characters, the last one a space
	for _, c := range []struct{ shows, description, want string }{
		{"nothing", "", ""},
		{"only blanks", " \n\u3000", ""},
		{"one sentence", "Open an issue.", "Open an issue."},
		{"the first of two", "Open an issue! Or close it.", "Open an issue!"},
		{"no sentence end", "Open an issue", "Open an issue"},
		{"a point inside a word or a number is none", "See v1.2 of api.example.com? Yes.", "See v1.2 of api.example.com?"},
		{"nor one before a quote", `Say "yes." Then go.`, `Say "yes." Then go.`},
		{"blanks are folded first", "  Open\n\tan \u00a0issue .\u2028Next.", "Open an issue ."},
		{"e.g. ends no sentence", "Things, e.g. this. More.", "Things, e.g. this."},
		{"i.e. neither", "One, i.e. this. More.", "One, i.e. this."},
		{"etc. never does", "This, that etc. And more! Yes.", "This, that etc. And more!"},
		{"not even at the end", "This, that etc.", "This, that etc."},
		{"e.g! neither", "Such, e.g! this. More.", "Such, e.g! this."},
		{"capitals do", "E.g. this. More.", "E.g."},
		{"a longer word does", "Fetc. This.", "Fetc."},
		{"an underscore belongs to the word", "_etc. This.", "_etc."},
		{"a bracket does not", "(etc. this). More.", "(etc. this)."},
		{"Mr. does", "Mr. Smith calls.", "Mr."},
		{"an ideographic point does not", "天気。 次。", "天気。 次。"},
		{"three points", "Wait... Then go.", "Wait..."},
		{"sixty characters stay", strings.Repeat(ten, 5) + "1234567890", strings.Repeat(ten, 5) + "1234567890"},
		{"sixty-one are cut at the last space", strings.Repeat(ten, 5) + "12345678901", strings.Repeat(ten, 4) + "123456789…"},
		{"also where the cut falls on a word's end", strings.Repeat(ten, 5) + "1234567890 x", strings.Repeat(ten, 4) + "123456789…"},
		{"and commas, semicolons, colons go with the blanks", strings.Repeat(ten, 4) + "123456 ,;: " + strings.Repeat("y", 20), strings.Repeat(ten, 4) + "123456…"},
		{"a word of sixty-one", strings.Repeat("天", 61), strings.Repeat("天", 60) + "…"},
		{"a sentence is cut before its length is looked at", "Short. " + strings.Repeat("long ", 30), "Short."},
	} {
		if got := ShortDescription(c.description); got != c.want {
			t.Errorf("%s: %q, want %q", c.shows, got, c.want)
		}
		if got := slowShort(c.description); got != c.want {
			t.Errorf("%s, slowly: %q, want %q", c.shows, got, c.want)
		}
	}
}
