package uitest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files of the tests anew")

// Golden compares a frame with the file testdata/name of the package under test,
// or writes that file when the test runs with -update. Lines in the file end
// where their text ends, so that editors leave it alone.
func Golden(t testing.TB, name, frame string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	got := trimmed(frame) + "\n"
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; go test -update writes it", err)
	}
	if got == string(want) {
		return
	}
	was, is := strings.Split(string(want), "\n"), strings.Split(got, "\n")
	var diff strings.Builder
	for i := range max(len(was), len(is)) {
		if a, b := line(was, i), line(is, i); a != b {
			fmt.Fprintf(&diff, "line %d\n- %s\n+ %s\n", i+1, a, b)
		}
	}
	t.Errorf("%s has changed; when it should have, go test -update:\n%s", path, diff.String())
}

func line(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// Spelled writes out the escapes of a frame: a golden file of it is plain text, in
// which a changed colour can be read.
func Spelled(frame string) string { return strings.ReplaceAll(frame, "\x1b", "␛") }
