package uitest

import (
	"os"
	"strings"
	"testing"
)

// Readme holds the README at a path to what edit makes of its text: with -update that is
// written, else a difference is an error.
func Readme(t testing.TB, path string, edit func(text string) string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := edit(string(text))
	switch {
	case want == string(text):
	case *update:
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		is, made := strings.Split(string(text), "\n"), strings.Split(want, "\n")
		for i := range is {
			if line(made, i) != is[i] {
				t.Errorf("line %d of the README is stale; go test -p 1 ./ui/... -run Readme -update mends it\nis   %s\nwant %s", i+1, is[i], line(made, i))
				return
			}
		}
	}
}

// Between puts a part between the marks of its name in the README.
func Between(t testing.TB, text, name, part string) string {
	t.Helper()
	open, close := "<!-- "+name+" -->\n", "<!-- /"+name+" -->"
	before, rest, ok := strings.Cut(text, open)
	_, after, closed := strings.Cut(rest, close)
	if !ok || !closed {
		t.Fatalf("the README has no marks for %s", name)
	}
	return before + open + part + close + after
}
