package cell

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

func TestClean(t *testing.T) {
	for _, c := range []struct {
		name, in, unicode, ascii string
		hidden                   int
	}{
		{"nothing", "", "", "", 0},
		{"plain", "create_issue", "create_issue", "create_issue", 0},
		{"tab and line breaks", "a\tb\r\n\r\n\tc\u2028d", "a b c d", "a b c d", 0},
		{"spaces stay", " a  b ", " a  b ", " a  b ", 0},
		{"escape", "\x1b[2Jx", "␛[2Jx", "^[[2Jx", 1},
		{"clipboard", "\x1b]52;c;eA==\a", "␛]52;c;eA==␇", "^[]52;c;eA==^G", 2},
		{"nul and del", "\x00\x7f", "␀␡", "^@^?", 2},
		{"vertical tab", "a\vb\fc", "a␋b␌c", "a^Kb^Lc", 2},
		{"C1", "a\u009b2Jb\u0085", "a\uFFFD2Jb\uFFFD", "a?2Jb?", 2},
		{"invalid UTF-8", "a\xffb\x9b", "a\uFFFDb\uFFFD", "a?b?", 2},
		{"a written U+FFFD", "a\uFFFDb", "a\uFFFDb", "a?b", 0},
		{"bidi", "ab\u202ecd\u2066", "ab\uFFFDcd\uFFFD", "ab?cd?", 2},
		{"zero width", "a\u200bb\u200cc\ufeffd\u00ade", "a\uFFFDb\uFFFDc\uFFFDd\uFFFDe", "a?b?c?d?e", 4},
		{"tags", "x\U000E0041\U000E0042", "x\uFFFD\uFFFD", "x??", 2},
		{"private use", "\ue000\U000f0000", "\uFFFD\uFFFD", "??", 2},
		{"unassigned", "\u0378\U0010ffff", "\uFFFD\uFFFD", "??", 2},
		{"fillers", "a\u3164b\u115fc", "a\uFFFDb\uFFFDc", "a?b?c", 2},
		{"other scripts", "Größe 検索 поиск", "Größe 検索 поиск", "Gr??e ?? ?????", 0},
		{"combining mark", "e\u0301", "e\u0301", "?", 0},
		{"lone mark", "\u0301e", "\uFFFDe", "?e", 0},
		{"mark on a control", "\n\u0301", " \u0301", "?", 0},
		{"pile of marks", "e" + strings.Repeat("\u0301", 40) + "f", "\uFFFDf", "?f", 0},
		{"emoji variant", "⚠️ ok", "⚠ ok", "? ok", 0},
		{"odd variants", "a\ufe00b\ufe0f\ufe0fc\U000E0101", "a\uFFFDb\uFFFD\uFFFDc\uFFFD", "a?b??c?", 4},
		{"keycap and letter", "1\ufe0f\u20e3 \u2139\ufe0f", "1\u20e3 \u2139", "? ?", 0},
		{"family", "👨\u200d👩\u200d👧", "👨👩👧", "???", 0},
		{"joiner elsewhere", "a\u200db+\u200dc", "a\uFFFDb+\uFFFDc", "a?b+?c", 2},
		{"flag", "🇩🇪!", "\uFFFD!", "?!", 0},
		{"right to left", "שלום", "שלום", "????", 0},
		{"hindi", "हिन्दी", "हिन्दी", "??", 0},
	} {
		if got := Unicode.Clean(c.in); got != c.unicode {
			t.Errorf("%s: Clean(%q) = %q, want %q", c.name, c.in, got, c.unicode)
		}
		if got := ASCII.Clean(c.in); got != c.ascii {
			t.Errorf("%s: in ASCII Clean(%q) = %q, want %q", c.name, c.in, got, c.ascii)
		}
		if got := Hidden(c.in); got != c.hidden {
			t.Errorf("%s: Hidden(%q) = %d, want %d", c.name, c.in, got, c.hidden)
		}
		checkClean(t, c.in)
	}
}

func TestCleanLines(t *testing.T) {
	got := Unicode.CleanLines("a\r\nb\tc\n\nd\re\x1bf\u2028g\u2029")
	want := []string{"a", "b c", "", "d", "e␛f", "g", ""}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := ASCII.CleanLines(""); len(got) != 1 {
		t.Errorf("no text gives %d lines", len(got))
	}
}

// checkClean checks what must hold for every text.
func checkClean(t *testing.T, s string) {
	t.Helper()
	for _, g := range []*Glyphs{Unicode, ASCII} {
		c := g.Clean(s)
		if !utf8.ValidString(c) {
			t.Errorf("Clean(%q) = %q is not UTF-8", s, c)
		}
		for _, r := range c {
			if unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp, unicode.Variation_Selector) {
				t.Errorf("Clean(%q) = %q holds %U", s, c, r)
			}
			if g.ASCII && r > '~' {
				t.Errorf("Clean(%q) = %q is not ASCII", s, c)
			}
		}
		if ansi.Strip(c) != c {
			t.Errorf("Clean(%q) = %q holds a sequence", s, c)
		}
		if a, b := ansi.StringWidth(c), ansi.StringWidthWc(c); a != b || a != Width(c) {
			t.Errorf("Clean(%q) = %q is %d cells by clusters, %d by code points, %d by Width", s, c, a, b, Width(c))
		}
		if again := g.Clean(c); again != c {
			t.Errorf("Clean(%q) = %q, and again %q", s, c, again)
		}
		if Hidden(c) != 0 {
			t.Errorf("Clean(%q) = %q still hides %d", s, c, Hidden(c))
		}
		checkFits(t, g, c)
	}
}

// checkFits checks that every way of cutting clean text gives what it says.
func checkFits(t *testing.T, g *Glyphs, c string) {
	t.Helper()
	whole := Width(c)
	for _, w := range []int{-1, 0, 1, 2, 3, 5, 8, whole - 1, whole, whole + 3} {
		for name, got := range map[string]string{"Cut": g.Cut(c, w), "CutMiddle": g.CutMiddle(c, w)} {
			if n := ansi.StringWidth(got); n > max(0, w) || n != ansi.StringWidthWc(got) {
				t.Errorf("%s(%q, %d) = %q takes %d cells, %d by code points", name, c, w, got, n, ansi.StringWidthWc(got))
			}
			if whole <= w && got != c {
				t.Errorf("%s(%q, %d) = %q changes what fits", name, c, w, got)
			}
		}
		for name, got := range map[string]string{"Fit": g.Fit(c, w), "FitLeft": g.FitLeft(c, w), "FitMiddle": g.FitMiddle(c, w)} {
			if n := ansi.StringWidth(got); n != max(0, w) {
				t.Errorf("%s(%q, %d) = %q takes %d cells", name, c, w, got, n)
			}
		}
		checkWrap(t, c, w)
	}
}

func checkWrap(t *testing.T, c string, w int) {
	t.Helper()
	lines := Wrap(c, w)
	if (len(lines) == 0) != (w < 1) {
		t.Errorf("Wrap(%q, %d) gives %d lines", c, w, len(lines))
	}
	for _, l := range lines {
		if Width(l) > w {
			t.Errorf("Wrap(%q, %d) has the line %q of %d cells", c, w, l, Width(l))
		}
	}
	if w > 1 {
		squeeze := strings.NewReplacer(" ", "").Replace
		if got := squeeze(strings.Join(lines, "")); got != squeeze(c) {
			t.Errorf("Wrap(%q, %d) = %q lost something", c, w, lines)
		}
	}
}

var hostile = []string{
	"", "plain text", "tab\tand\nbreak", "\x1b[31mred\x1b[0m", "\x1b]52;c;eA==\a", "\u009b2J", "\xff\xfe\x80",
	"a\u202eb\u2066c", "zero\u200bwidth\u200d", "\U000E0041\U000E0042", "\ue000", "⚠️ 🇩🇪 1️⃣ 👍🏽 👨\u200d👩\u200d👧",
	"e\u0301\u0301\u0301", "\u0301", "\u0600a", "\u0d4ex", "\u1112\u1161\u11ab", "हिन्दी กำ", "検索する", "ﷺ", "\u3164",
	"─│┌█▒░ ●★✓", strings.Repeat("\u0301", 50), "🇩\u200d🇪🇫", "\ufe0f\ufe0f", "\r\n\r", "mcp__github__create_issue_comment",
	"\U00011f02a\U000111c2\u0301", "👩🏽\u200d🚀", "\u2028\u2029\u0085", " \u0301 \u0301", "🏽", "\u0d4e", "\xe2\x960", "\x1c\xe2",
}

func FuzzClean(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Fuzz(checkClean)
}

// FuzzWidth compares Width with the slow way on any bytes.
func FuzzWidth(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
		f.Add("\x1b[1;38;5;12m" + s + "\x1b[0m│")
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := Width(s), ansi.StringWidth(s); got != want {
			t.Errorf("Width(%q) = %d, want %d", s, got, want)
		}
	})
}
