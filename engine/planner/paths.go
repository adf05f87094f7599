package planner

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"findable/engine/py"
)

// fileTools are the built-ins whose calls are held apart by their paths.
var fileTools = []string{"read_file", "search_files", "write_file", "patch"}

func isFileTool(name string) bool { return slices.Contains(fileTools, name) }

// Writes reports whether a built-in of that name changes files.
func Writes(name string) bool { return name == "write_file" || name == "patch" }

// patchHeader matches the lines of a patch that name files.
var patchHeader = regexp.MustCompile(`^\*\*\*\s*(Update|Add|Delete|Move) File:\s*(.*)$`)

// paths returns the absolute paths that a call of a file tool needs, none when it
// names none.
func (f Folders) paths(tool string, args py.Object) []reservation {
	var named []string
	given := py.Strip(args.Text("path"))
	switch {
	case tool == "patch" && args.Text("mode") == "patch":
		named = patchPaths(args.Text("patch"))
	case given != "":
		named = []string{given}
	case tool == "search_files":
		named = []string{"."}
	}
	var out []reservation
	for _, n := range named {
		out = append(out, reservation{path: f.absolute(n), writes: Writes(tool)})
	}
	return out
}

// patchPaths returns the files that a patch names in its headers.
func patchPaths(text string) []string {
	var named []string
	for line := range strings.Lines(text) {
		m := patchHeader.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if m == nil {
			continue
		}
		names := []string{m[2]}
		if m[1] == "Move" {
			names = strings.SplitN(m[2], "->", 2)
		}
		for _, n := range names {
			if n = py.Strip(n); n != "" {
				named = append(named, n)
			}
		}
	}
	return named
}

func (f Folders) absolute(name string) string {
	switch {
	case name == "~" || strings.HasPrefix(name, "~/"):
		name = f.Home + name[1:]
	case !strings.HasPrefix(name, "/"):
		name = f.Working + "/" + name
	}
	return path.Clean("/" + name)
}

// overlap reports whether one path is the other or stands above it.
func overlap(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return a == b || a == "/" || strings.HasPrefix(b, a+"/")
}
