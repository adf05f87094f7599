package ui

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
)

// A casesMsg brings the cases of a file.
type casesMsg struct {
	file   string
	loaded LoadedCases
	err    error
}

// newCaseFiles asks for a file of cases: typing gives its path, tab completes it.
func newCaseFiles(a *App) *chooser {
	return &chooser{title: "Load cases from a file", foot: "{query, expect} in YAML, JSON, JSONL; CSV query,tool; golden sets", toggle: "load-cases", filter: newField(""),
		choices: func(path string) []choice { return caseFiles(a.ctx, a.src.LoadCases, path) }}
}

// caseFiles are the files and folders that a path may become: folders first, then
// what may be cases. What is typed is itself a choice where it is a file.
func caseFiles(ctx context.Context, load func(context.Context, string) (LoadedCases, error), path string) []choice {
	const most = 200 // entries of a folder
	folder, prefix := filepath.Split(home(path))
	in := folder
	if in == "" {
		in = "."
	}
	entries, err := os.ReadDir(in)
	if err != nil {
		return []choice{{title: path, disabled: "no such folder"}}
	}
	var folders, files []choice
	for _, entry := range entries[:min(len(entries), most)] {
		name := entry.Name()
		if !strings.HasPrefix(strings.ToLower(name), strings.ToLower(prefix)) || prefix == "" && strings.HasPrefix(name, ".") {
			continue
		}
		file := folder + name
		switch {
		case isFolder(file, entry):
			inside := file + string(filepath.Separator)
			folders = append(folders, choice{title: inside, note: "folder", complete: inside, run: func(a *App) tea.Cmd {
				c := newCaseFiles(a)
				c.filter.set(inside)
				a.open(c)
				return nil
			}})
		case mayBeCases(name):
			files = append(files, choice{title: file, complete: file, run: func(*App) tea.Cmd {
				return func() tea.Msg {
					loaded, err := load(ctx, file)
					return casesMsg{file, loaded, err}
				}
			}})
		}
	}
	return slices.Concat(files, folders)
}

// home puts the home folder in the place of a leading ~.
func home(path string) string {
	if rest, ok := strings.CutPrefix(path, "~"+string(filepath.Separator)); ok {
		if dir, err := os.UserHomeDir(); err == nil {
			return filepath.Join(dir, rest) + map[bool]string{true: string(filepath.Separator)}[strings.HasSuffix(rest, string(filepath.Separator)) || rest == ""]
		}
	}
	return path
}

func isFolder(file string, entry os.DirEntry) bool {
	if entry.Type()&os.ModeSymlink == 0 {
		return entry.IsDir()
	}
	info, err := os.Stat(file)
	return err == nil && info.IsDir()
}

// mayBeCases reports whether a file has the ending of one that cases are kept in.
func mayBeCases(name string) bool {
	return slices.Contains([]string{".yaml", ".yml", ".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".txt"}, strings.ToLower(filepath.Ext(name)))
}

// onCases takes over the cases of a file in the place of those of the last one.
func (a *App) onCases(msg casesMsg) {
	if msg.err != nil {
		a.say("no cases: " + a.clean(msg.err.Error()))
		return
	}
	a.src.Cases, a.src.AddCase = msg.loaded.Cases, msg.loaded.AddCase
	a.src.Notes = slices.Concat(a.src.Notes, msg.loaded.Notes)
	a.notes = a.src.AllNotes()
	a.reloadCases(msg.loaded.Cases)
	text := engine.Plural(len(msg.loaded.Cases), "case", "cases") + " of " + a.clean(msg.file)
	if n := len(msg.loaded.Notes); n > 0 {
		text += a.told(", " + engine.Plural(n, "note", "notes") + " ({notes})")
	}
	a.say(text)
}

func noCaseFiles(a *App) string {
	if a.src.LoadCases == nil {
		return "no file can be read here"
	}
	return ""
}
