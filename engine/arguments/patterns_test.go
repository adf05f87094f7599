package arguments

import (
	"slices"
	"testing"
)

// The answers are those of Python 3.11's re.search.
func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		pattern     string
		fit, misfit []string
	}{
		{`b`, []string{"abc"}, []string{"", "B"}},
		{`^a$`, []string{"a", "a\n"}, []string{"a\n\n", "ba"}},
		{`^a\Z`, []string{"a"}, []string{"a\n"}},
		{`(?m)^b$`, []string{"a\nb\nc"}, []string{"ab"}},
		{`(?i)straße`, []string{"STRAßE"}, []string{"STRASSE"}},
		{`^.$`, []string{"😀", "é"}, []string{"\n", "ab"}},
		{`(?s)^.$`, []string{"\n"}, nil},
		{`^\d+$`, []string{"12", "٣"}, []string{"½"}},
		{`^\w+$`, []string{"aé_½"}, []string{"a-b"}},
		{`^\W$`, []string{"-"}, []string{"é"}},
		{`^\s$`, []string{"\u00a0", "\x1c", "\u3000"}, []string{"a"}},
		{`^[\S]$`, []string{"a", "\u200b"}, []string{"\u2003", "\u0085"}},
		{`^[^\s@]+@x$`, []string{"a@x"}, []string{"a b@x"}},
		{`^[\w.-]+$`, []string{"a.b-c"}, []string{"a b"}},
		{`^[]a]+$`, []string{"a]"}, []string{"b"}},
		{`^[[:alpha:]]$`, []string{":]", "a]"}, []string{"b"}},
		{`^[a-c-e]$`, []string{"b", "-", "e"}, []string{"d"}},
		{`^\x41\u00e9\U0001F600\/\-$`, []string{"Aé😀/-"}, []string{"A"}},
		{`^a{2}$`, []string{"aa"}, []string{"a{2}"}},
		{`^a{,2}$`, []string{"", "aa"}, []string{"aaa"}},
		{`^a{x}b{}$`, []string{"a{x}b{}"}, []string{"a"}},
		{`^(?P<n>a)(?:b|(?i:c))$`, []string{"ab", "aC"}, []string{"AC"}},
		{`^(?!\s*$).+`, []string{"a", " a"}, []string{"", "  ", " \n"}},
		{`^(?=.*\d)(?!.*x)[a-z0-9]{3,}$`, []string{"ab1"}, []string{"abc", "ax1", "a1"}},
		{`^(?!a|b)`, []string{"c", ""}, []string{"ab", "b"}},
	} {
		p := compilePattern(c.pattern)
		if p == nil {
			t.Errorf("%s does not compile", c.pattern)
			continue
		}
		for _, text := range slices.Concat(c.fit, c.misfit) {
			if want := slices.Contains(c.fit, text); p.matches(text) != want {
				t.Errorf("%s in %q: %v, want %v", c.pattern, text, !want, want)
			}
		}
	}
}

// Python refuses the first ones; Go has no way to tell the others.
func TestPatternsLeftAlone(t *testing.T) {
	for _, pattern := range []string{
		`(`, `)`, `[`, `a)`, `*a`, `a**`, `^*`, `\b+`, `[b-a]`, `[\w-a]`, `[a-\d]`, `\p{L}`, `\z`, `\Qa\E`, `\xZ1`, `\u{41}`,
		`(?<n>a)`, `(?P<1>a)`, `a(?i)b`, `[\Z]`, `\`, `a{3,2}`,

		`a(?=b)`, `(?=a)`, `^(?!a)b|c`, `(?<=a)b`, `(a)\1`, `(?P<n>a)(?P=n)`, `a++`, `(?>a)`, `(?#c)`, `(?x)a`, `[\W]`, `a{1001}`, `\101`,
	} {
		if compilePattern(pattern) != nil {
			t.Errorf("%s compiles", pattern)
		}
	}
}
