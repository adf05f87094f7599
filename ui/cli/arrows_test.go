package cli

import (
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// arrows says which parts of the program each part may import. A part is a
// top-level directory with all below it, ui/cli apart from ui.
var arrows = map[string][]string{
	"":                {"ui/cli"},
	"ui/cli":          {"ui", "loaders", "engine", "themes", "sample-catalogs"},
	"ui":              {"engine", "themes"},
	"loaders":         {"engine"},
	"engine":          {},
	"themes":          {},
	"sample-catalogs": {},
}

// TestArrows checks the imports of every package against the arrows. Tests may
// import what they like.
func TestArrows(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "findable/...").Output()
	if err != nil {
		t.Fatal("go list: ", err)
	}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		from, ours := part(words[0])
		allowed, known := arrows[from]
		if !ours || !known {
			t.Errorf("%s is no part of the program that the arrows know", words[0])
			continue
		}
		for _, imported := range words[1:] {
			to, ours := part(imported)
			if ours && to != from && !slices.Contains(allowed, to) {
				t.Errorf("%s imports %s", words[0], imported)
			}
			if strings.HasPrefix(imported, "github.com/charmbracelet/") && from != "ui" && from != "ui/cli" {
				t.Errorf("%s imports %s: only the screen does", words[0], imported)
			}
		}
		if name := path.Base(words[0]); slices.Contains([]string{"util", "utils", "common", "helpers"}, name) {
			t.Errorf("%s: a name that says nothing", words[0])
		}
	}
}

// part returns the part of the program that a package is in, and whether it is
// one of ours.
func part(pkg string) (name string, ours bool) {
	if pkg == "findable" {
		return "", true
	}
	rest, ours := strings.CutPrefix(pkg, "findable/")
	if rest == "ui/cli" || strings.HasPrefix(rest, "ui/cli/") {
		return "ui/cli", ours
	}
	if !ours {
		return rest, ours
	}
	name, _, _ = strings.Cut(rest, "/")
	return name, true
}
