package engine

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestDocTells checks that the package's story names every package below it, and no
// file that is not there.
func TestDocTells(t *testing.T) {
	raw, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	doc := string(raw)
	below, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range below {
		if e.IsDir() && e.Name() != "testdata" && !regexp.MustCompile(`\b`+e.Name()+`\b`).MatchString(doc[strings.Index(doc, "Below it"):]) {
			t.Errorf("the package %s is missing", e.Name())
		}
	}
	for _, pattern := range regexp.MustCompile(`[\w*]+\.go\b`).FindAllString(doc, -1) {
		if files, err := filepath.Glob(pattern); err != nil || len(files) == 0 {
			t.Errorf("there is no %s", pattern)
		}
	}
}
