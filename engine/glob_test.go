package engine

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestGlob(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"get_*", "get_issue", true}, {"get_*", "get_", true}, {"get_*", "forget_it", false}, {"*", "", true}, {"", "", true}, {"", "a", false},
		{"*issue*", "create_issue_2", true}, {"a*b*c", "aXbXbXc", true}, {"a*b*c", "aXbXbX", false}, {"**", "x", true},
		{"?", "a", true}, {"?", "", false}, {"?", "天", true}, {"??", "天", false}, {"?", "\n", true},
		{"[abc]", "b", true}, {"[abc]", "d", false}, {"[a-c]x", "bx", true}, {"[!a-c]", "d", true}, {"[!a-c]", "b", false},
		{"[]]", "]", true}, {"[!]]", "]", false}, {"[!]]", "a", true}, {"[]-a]", "^", true},
		{"[a-]", "-", true}, {"[-a]", "-", true}, {"[--0]", ".", true}, {"[a-c-e]", "-", true}, {"[a-c-e]", "d", false}, {"[a-c-e]", "e", true},
		{"[z-a]", "m", false}, {"[!z-a]", "m", true}, {"[!]", "[!]", true}, {"[", "[", true}, {"[a", "[a", true}, {"[a", "a", false}, {"x[", "x[", true},
		{"[*]", "*", true}, {"[*]", "a", false}, {"[?]", "?", true}, {"[\\]", "\\", true}, {"\\*", "\\x", true}, {"\\*", "*", false},
		{"Get", "get", false}, {"[^a]", "^", true}, {"[^a]", "a", true}, {"[[]x", "[x", true}, {"[天-明]", "日", true},
	} {
		if got := globMatch([]rune(c.pattern), []rune(c.name)); got != c.want {
			t.Errorf("%q on %q: %v", c.pattern, c.name, got)
		}
		if got := slowGlob([]rune(c.pattern), []rune(c.name)); got != c.want {
			t.Errorf("the slow match of %q on %q: %v", c.pattern, c.name, got)
		}
	}
}

// slowGlob tries every length of every star.
func slowGlob(pattern, name []rune) bool {
	if len(pattern) == 0 {
		return len(name) == 0
	}
	if pattern[0] == '*' {
		return slowGlob(pattern[1:], name) || len(name) > 0 && slowGlob(pattern, name[1:])
	}
	if len(name) == 0 {
		return false
	}
	if pattern[0] == '?' {
		return slowGlob(pattern[1:], name[1:])
	}
	if set, rest, ok := slowSet(pattern); ok {
		return set(name[0]) && slowGlob(rest, name[1:])
	}
	return pattern[0] == name[0] && slowGlob(pattern[1:], name[1:])
}

// slowSet reads a [set]: its first character, after a !, is never the closing
// bracket, and a - between two characters is a range.
func slowSet(pattern []rune) (set func(rune) bool, rest []rune, ok bool) {
	if pattern[0] != '[' {
		return nil, nil, false
	}
	inside := string(pattern[1:])
	inside, not := strings.CutPrefix(inside, "!")
	_, first := utf8.DecodeRuneInString(inside)
	end := strings.Index(inside[first:], "]")
	if end < 0 {
		return nil, nil, false
	}
	members := []rune(inside[:first+end])
	set = func(r rune) bool {
		for m := members; len(m) > 0; {
			if len(m) > 2 && m[1] == '-' {
				if m[0] <= r && r <= m[2] {
					return !not
				}
				m = m[3:]
				continue
			}
			if m[0] == r {
				return !not
			}
			m = m[1:]
		}
		return not
	}
	return set, []rune(inside[first+end+1:]), true
}

func FuzzGlob(f *testing.F) {
	for _, seed := range [][2]string{{"get_*", "get_x"}, {"[!a-c]?*", "dx"}, {"[]-a]", "]"}, {"a*b*c", "abbc"}, {"[", "["}, {"[!]", "!"}} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, pattern, name string) {
		if len(pattern) > 12 || len(name) > 12 || !utf8.ValidString(pattern) || !utf8.ValidString(name) {
			t.Skip("the slow match takes too long")
		}
		if got, want := globMatch([]rune(pattern), []rune(name)), slowGlob([]rune(pattern), []rune(name)); got != want {
			t.Fatalf("%q on %q: %v, want %v", pattern, name, got, want)
		}
	})
}
