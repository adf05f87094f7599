package live

import (
	"reflect"
	"strings"
	"testing"

	"findable/loaders"
)

func TestParseTarget(t *testing.T) {
	command := func(words ...string) loaders.Launch {
		return loaders.Launch{Command: words[0], Args: words[1:]}
	}
	for text, want := range map[string]Target{
		"npx -y @scope/server --a=b":       {"", command("npx", "-y", "@scope/server", "--a=b")},
		"gh=npx -y server":                 {"gh", command("npx", "-y", "server")},
		"npx server a=b":                   {"", command("npx", "server", "a=b")},
		"./a=b c":                          {"", command("./a=b", "c")},
		" x  'a b'\t\"c \\\" \\n\" d\\ e ": {"", command("x", "a b", `c " \n`, "d e")},
		`x '' ""`:                          {"", command("x", "", "")},
		`x a'b'"c"`:                        {"", command("x", "abc")},
		`x '$HOME' ${KEY} *`:               {"", command("x", "$HOME", "${KEY}", "*")},
		"https://host/mcp?a=b":             {"", loaders.Launch{URL: "https://host/mcp?a=b"}},
		"h=http://localhost:1/mcp":         {"h", loaders.Launch{URL: "http://localhost:1/mcp"}},
	} {
		got, err := ParseTarget(text)
		if err != nil || got.Name != want.Name || got.URL != want.URL || got.Command != want.Command || strings.Join(got.Args, "|") != strings.Join(want.Args, "|") {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		"":                   "neither a command nor an address",
		"x=":                 "neither a command nor an address",
		"x 'y":               "a quote ' that is not closed",
		`x \`:                "a backslash at the end, with nothing behind it",
		"ws://host":          "an address begins with http:// or https://, not with ws://",
		"https://host/ mcp ": "an address has no spaces in it",
	} {
		if _, err := ParseTarget(text); err == nil || err.Error() != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// FuzzSplit checks that words that are quoted come back as they were.
func FuzzSplit(f *testing.F) {
	f.Add("a b", "c'd")
	f.Add("\\", "\"")
	f.Add("", "\t\n é")
	f.Fuzz(func(t *testing.T, a, b string) {
		_, _ = split(a + b)
		want := []string{strings.ToValidUTF8(a, "?"), strings.ToValidUTF8(b, "?")}
		quote := func(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
		got, err := split(quote(want[0]) + " " + quote(want[1]))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q becomes %q, %v", want, got, err)
		}
	})
}

func TestExpand(t *testing.T) {
	known := map[string]string{"A": "alpha-value", "EMPTY": "", "MY_ID": "idididid"}
	lookup := func(name string) (string, bool) { v, ok := known[name]; return v, ok }
	l := loaders.Launch{Command: "${A}/bin", Args: []string{"$A", "x$A", "${env:A}", "{env:A}", "${B:-b c}", "${EMPTY:-d}", "${EMPTY}", "${input:my-id}", "$$", "${}", "${A%x}"},
		Env: []loaders.Setting{{Name: "E", Value: "literal"}}, Headers: []loaders.Setting{{Name: "H", Value: "Bearer ${A}"}}, URL: "http://${A}", Dir: "${A}"}
	got, secrets, err := expand(l, lookup)
	want := loaders.Launch{Command: "alpha-value/bin", Args: []string{"alpha-value", "x$A", "alpha-value", "alpha-value", "b c", "d", "", "idididid", "$$", "${}", "${A%x}"},
		Env: []loaders.Setting{{Name: "E", Value: "literal"}}, Headers: []loaders.Setting{{Name: "H", Value: "Bearer alpha-value"}}, URL: "http://alpha-value", Dir: "alpha-value"}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	if l.Args[0] != "$A" || l.Env[0].Value != "literal" {
		t.Error("the launch itself was changed")
	}
	if text := secrets.Replace("got Bearer alpha-value and alpha-value, literal"); text != "got *** and ***, ***" {
		t.Errorf("masked: %s", text)
	}
}
