package re

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
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
		{`^[\W_]+$`, []string{"_-", "]["}, []string{"é", "a"}},
		{`(?i)(?s)A.b`, []string{"a\nB"}, []string{"ab"}},
		{`(?i)a(?-i:b)(?:c|(d))`, []string{"Abc", "abD"}, []string{"aBc"}},
		{`(?<=list_)\w+`, []string{"list_a"}, []string{"list_", "lista"}},
		{`(?i)(?<=(?:a|b)\d{2})c$`, []string{"xB12C"}, []string{"b1c", "b12cd"}},
		{`^(?P<größe>a{01})$`, []string{"a"}, []string{"aa"}},
	} {
		p, err := Compile(c.pattern)
		if err != nil {
			t.Errorf("%s: %v", c.pattern, err)
			continue
		}
		for _, text := range slices.Concat(c.fit, c.misfit) {
			if want := slices.Contains(c.fit, text); p.Search(text) != want {
				t.Errorf("%s in %q: %v, want %v", c.pattern, text, !want, want)
			}
		}
	}
}

// Python 3.11 refuses the first ones; Go has no way to tell the others.
func TestPatternsLeftAlone(t *testing.T) {
	for fault, patterns := range map[error][]string{
		ErrRefused: {
			`(`, `)`, `[`, `a)`, `*a`, `?`, `{2}`, `a|*`, `a**`, `a{2}{3}`, `a*?+`, `^*`, `\b+`, `[b-a]`, `[\w-a]`, `[a-\d]`, `\p{L}`,
			`\z`, `\Qa\E`, `\xZ1`, `\u{41}`, `(?<n>a)`, `(?P<1>a)`, `(?P<n>a)(?P<n>b)`, `(?P=n)`, `\1`, `(a)\2`, `[\8]`, `\N`,
			`a(?i)b`, `(?-:a)`, `(?L)a`, `[\Z]`, `[\B]`, `\`, `a{3,2}`, `^(?=a`, `(?P>n)`, `[]`, `(?<=a+)b`, `(?<=a|bc)d`,
			`(?<=a`,
		},
		ErrBeyond: {
			`a(?=b)`, `(?=a)`, `^(?!a)b|c`, `a(?<=a)b`, `(?<=a)b|c`, `(?<=a)*b`, `(?<!a)b`, `(a)\1`, `(?P<n>a)(?P=n)`, `(a)?(?(1)b|c)`, `a++`, `a*+`, `a?+`,
			`a{2}+`, `(?>a)`, `(?#c)`, `(?x)a`, `(?i)(?a)\w`, `(?x:a)`, `(?m:^a)`, `a{1001}`, `(a{500}){3}`, `\101`, `\0`, `[\1]`,
			`\N{EM DASH}`,
		},
	} {
		for _, pattern := range patterns {
			if _, err := Compile(pattern); err != fault {
				t.Errorf("%s: %v, want %v", pattern, err, fault)
			}
		}
	}
	if _, err := Compile(strings.Repeat("a", MaxSize+1)); err != ErrBeyond {
		t.Error("a pattern of any length")
	}
}

func TestLiteral(t *testing.T) {
	for pattern, want := range map[string]string{
		`create_issue`: "CREATE_ISSUE", `(?i)take a (screen)+shot?`: "TAKE A ", `issue|pull`: "", `a?`: "",
	} {
		p, err := Compile(pattern)
		if err != nil || p.Literal() != want {
			t.Errorf("%s: %q, %v, want %q", pattern, p.Literal(), err, want)
		}
	}
	if Fold("Kelvin \u212aſ") != Fold("kELVIN ks") {
		t.Error("letters of one fold differ")
	}
}

// FuzzPatterns: no pattern and no text make it panic, and a pattern that tests
// nothing but plain characters finds them.
func FuzzPatterns(f *testing.F) {
	for _, pattern := range []string{`^(?!\s*$).+`, `[\w.-]+@[^\s@]{1,64}$`, `(?i)a|b`, `\u0041{,3}`, `[]-a]`, `a{`, `(?P<é>x)`, `[\W_]`} {
		f.Add(pattern, "a")
	}
	f.Fuzz(func(t *testing.T, source, text string) {
		if !utf8.ValidString(source) || !utf8.ValidString(text) {
			t.Skip("no text")
		}
		if p, err := Compile(source); err == nil && p.Size()*len(text) < 1_000_000 {
			if p.Search(text) && !strings.Contains(Fold(text), p.Literal()) {
				t.Errorf("%q is found in %q, which lacks %q", source, text, p.Literal())
			}
		} else if err != nil && err != ErrRefused && err != ErrBeyond {
			t.Errorf("%q: %v", source, err)
		}
		plain := ""
		for _, r := range source {
			plain += quote(r)
		}
		p, err := Compile(plain)
		if err != nil && utf8.RuneCountInString(plain) <= MaxSize/2 {
			t.Errorf("%q: %v", plain, err)
		}
		if err == nil && !p.Search(text+source) {
			t.Errorf("%q is not found in %q", plain, text+source)
		}
	})
}
