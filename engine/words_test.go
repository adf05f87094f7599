package engine

import (
	"strconv"
	"strings"
	"testing"
)

func TestNumber(t *testing.T) {
	for n, want := range map[int]string{0: "0", 7: "7", 999: "999", 1000: "1,000", 12345: "12,345", 1234567: "1,234,567",
		-1: "-1", -999: "-999", -1000: "-1,000", -123456: "-123,456"} {
		if got := Number(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
	for n := -2_000_000; n < 2_000_000; n += 617 {
		if plain := strings.ReplaceAll(Number(n), ",", ""); plain != strconv.Itoa(n) {
			t.Fatalf("%d is written as %s", n, Number(n))
		}
	}
}

func TestPlural(t *testing.T) {
	for n, want := range map[int]string{0: "0 tools", 1: "1 tool", 2: "2 tools", 1000: "1,000 tools"} {
		if got := Plural(n, "tool", "tools"); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestClip(t *testing.T) {
	for _, c := range []struct {
		text  string
		limit int
		want  string
	}{
		{"", 0, ""}, {"a", 0, "…"}, {"abc", 3, "abc"}, {"abcd", 3, "abc…"}, {"日本語", 3, "日本語"}, {"日本語", 2, "日本…"},
		{"a\xff\xfe", 3, "a\xff\xfe"}, {"a\xff\xfe", 2, "a\xff…"},
	} {
		if got := Clip(c.text, c.limit, "…"); got != c.want {
			t.Errorf("%q at %d: %q, want %q", c.text, c.limit, got, c.want)
		}
	}
}
