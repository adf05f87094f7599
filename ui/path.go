package ui

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"findable/themes"
	"findable/ui/style"
)

// A pathField is a line in which the name of a file is typed, with completion.
type pathField struct {
	label string
	field *field
	// near are the names that what is typed may become, after a completion that was
	// not the only one.
	near []string
}

func newPathField(label, path string) *pathField {
	return &pathField{label: label, field: newField(path)}
}

// path is the file that is named, with ~ for the user's folder.
func (p *pathField) path() string { return homePath(strings.TrimSpace(p.field.text())) }

// homePath puts the user's folder in the place of ~, which no shell does here.
func homePath(path string) string {
	rest, ok := strings.CutPrefix(path, "~")
	if !ok || rest != "" && !os.IsPathSeparator(rest[0]) {
		return path
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return path
	}
	return home + rest
}

// key edits the name; tab completes it.
func (p *pathField) key(msg tea.KeyMsg) {
	if msg.Type != tea.KeyTab {
		p.near = nil
		p.field.update(msg)
		return
	}
	text, names := completed(p.field.text())
	p.field.set(text)
	if p.near = names; len(names) == 1 {
		p.near = nil
	}
}

// completed completes a path as far as it is certain, and returns the names that it
// may be. Hidden files are offered to those who begin with the dot.
func completed(path string) (string, []string) {
	at := strings.LastIndexFunc(path, func(r rune) bool { return r < 0x80 && os.IsPathSeparator(byte(r)) }) + 1
	folder, begun := path[:at], path[at:]
	from := homePath(folder)
	if from == "" {
		from = "."
	}
	entries, err := os.ReadDir(from)
	if err != nil {
		return path, nil
	}
	var names []string
	for _, e := range entries {
		name := e.Name()
		if !strings.HasPrefix(name, begun) || begun == "" && name[0] == '.' {
			continue
		}
		if info, err := os.Stat(filepath.Join(from, name)); err == nil && info.IsDir() { // links to folders too
			name += "/"
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return path, nil
	}
	return folder + commonPrefix(names), names
}

// commonPrefix is what all names begin with, in whole characters.
func commonPrefix(names []string) string {
	first, last := []rune(slices.Min(names)), []rune(slices.Max(names))
	n := 0
	for n < len(first) && n < len(last) && first[n] == last[n] {
		n++
	}
	return string(first[:n])
}

// lines are the field, and below it what it may be completed to.
func (p *pathField) lines(s *scene) []string {
	label := " " + p.label + " "
	segs := append([]style.Seg{{Role: themes.Heading, Text: label}}, p.field.segs(s, s.w-len(label)-1)...)
	near := s.Glyphs.Cut(s.clean(strings.Join(p.near, "  ")), max(s.w-2, 0))
	return []string{s.Row(s.w, style.Off, segs...), s.Row(s.w, style.Off, style.In(themes.Muted, " "+near))}
}
