package loaders

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestFormatsTable checks that the table of formats tells of each row of formats.md,
// of every type and every file.
func TestFormatsTable(t *testing.T) {
	raw, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	table := string(raw[strings.Index(string(raw), "# Formats"):])
	const rows = 43
	for row := range rows {
		if !strings.Contains(table, "\n//\t"+strconv.Itoa(row+1)+" ") {
			t.Errorf("row %d is missing", row+1)
		}
	}
	var types []string
	for _, f := range formats {
		types = append(types, fmt.Sprintf("%T", f))
	}
	for _, f := range tables {
		types = append(types, fmt.Sprintf("%T", f))
	}
	for _, f := range entries {
		types = append(types, fmt.Sprintf("%T", f))
	}
	for _, s := range syntaxes[1:] { // JSON needs no line, nor does YAML
		types = append(types, fmt.Sprintf("%T", s))
	}
	for _, name := range types {
		if name = strings.TrimPrefix(name, "loaders."); name != "yamlSyntax" && !regexp.MustCompile(`\b`+name+`\b`).MatchString(table) {
			t.Errorf("%s is missing", name)
		}
	}
	files, err := filepath.Glob("format_*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !strings.HasSuffix(file, "_test.go") && !strings.Contains(table, file) {
			t.Errorf("%s is missing", file)
		}
	}
	for _, file := range regexp.MustCompile(`\w+\.go`).FindAllString(table, -1) {
		if _, err := os.Stat(file); err != nil {
			t.Errorf("%v", err)
		}
	}
}

// TestFormatNames checks that no two types go by one name.
func TestFormatNames(t *testing.T) {
	met := map[string]string{geminiTool.name: ""} // a group of Gemini's is called as its tools
	check := func(name string, of any) {
		if by, again := met[name]; name == "" || again && by != fmt.Sprintf("%T", of) && by != "" {
			t.Errorf("%T and %s are both called %q", of, by, name)
		}
		met[name] = fmt.Sprintf("%T", of)
	}
	for _, f := range formats {
		check(f.name(), f)
	}
	for _, f := range tables {
		check(f.name(), f)
	}
}
