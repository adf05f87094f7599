package ui

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
)

// advice words the what-ifs for the servers' authors. It tries each server's by
// themselves, so it belongs into a command.
func (a *App) advice() func() string {
	loaded, session, edits, queries := a.src.registry(a.in.Generation), a.d.session, a.in.Edits, a.d.queries
	return func() string { return loaded.Markdown(session, edits, queries) }
}

func (a *App) patches() []engine.Patch {
	return a.src.registry(a.in.Generation).Patches(a.in.Edits)
}

// copyMarkdown copies the what-ifs as words for the servers' authors.
func (a *App) copyMarkdown() tea.Cmd {
	if len(a.in.Edits) == 0 {
		return a.copy("", "")
	}
	words, clipboard := a.advice(), a.clipboard
	return func() tea.Msg {
		text := words()
		file, err := clipboard(text)
		return copiedMsg{copied("the what-ifs in Markdown", text), file, err}
	}
}

// copyPatch copies the what-ifs as a JSON Patch. Of several files only one can be
// patched by one patch, so then they are saved instead.
func (a *App) copyPatch() tea.Cmd {
	patches := a.patches()
	whole := 0
	var text, file string
	for _, p := range patches {
		if len(p.Ops) > 0 {
			whole++
			text, file = jsonText(p.Ops)+"\n", filepath.Base(p.File)
		}
	}
	switch {
	case whole > 1:
		a.say(fmt.Sprintf("%d files have a patch each; s saves them all", whole))
		return nil
	case whole == 0:
		a.say("no file can be patched: " + cmp.Or(strings.Join(left(patches), "; "), "a dump can't say pinned"))
		return nil
	}
	what := "the JSON Patch for " + a.clean(file)
	if out := left(patches); len(out) > 0 {
		what += " without " + a.clean(strings.Join(out, "; "))
	}
	if slices.ContainsFunc(a.in.Edits, func(e engine.Edit) bool { return e.Pinned }) {
		what += ", without pins, which no dump can say,"
	}
	return a.copy(what, text)
}

// left are the edits that no patch can hold.
func left(patches []engine.Patch) []string {
	var out []string
	for _, p := range patches {
		out = append(out, p.Left...)
	}
	return out
}

// A savedMsg tells what became of saving.
type savedMsg struct {
	folder string
	files  int
	left   []string
	err    error
}

// saveWhatIfs writes the what-ifs into a folder of their own: to load again, as
// Markdown, and a patch for each file.
func (a *App) saveWhatIfs() tea.Cmd {
	if len(a.in.Edits) == 0 {
		return nil
	}
	words, patches, kept := a.advice(), a.patches(), jsonText(engine.EditsValue(a.in.Edits))+"\n"
	in := a.saveIn
	return func() tea.Msg {
		files := []savedFile{{"what-ifs.json", kept}, {"what-ifs.md", words()}}
		taken := map[string]bool{}
		for _, p := range patches {
			if len(p.Ops) == 0 {
				continue
			}
			base := strings.TrimSuffix(filepath.Base(p.File), filepath.Ext(p.File))
			name := base + ".patch.json"
			for n := 2; taken[name]; n++ {
				name = fmt.Sprintf("%s-%d.patch.json", base, n)
			}
			taken[name] = true
			files = append(files, savedFile{name, jsonText(p.Ops) + "\n"})
		}
		folder, err := saveFiles(in, files)
		return savedMsg{folder, len(files), left(patches), err}
	}
}

// A savedFile is a file to be written.
type savedFile struct{ name, text string }

// saveFiles writes files into a folder that was not there before.
func saveFiles(in string, files []savedFile) (folder string, err error) {
	const most = 1000 // folders tried
	for n := 1; ; n++ {
		folder = filepath.Join(in, "findable-what-ifs")
		if n > 1 {
			folder += fmt.Sprintf("-%d", n)
		}
		if err = os.Mkdir(folder, 0o755); err == nil {
			break
		}
		if !os.IsExist(err) || n == most {
			return "", err
		}
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(folder, f.name), []byte(f.text), 0o644); err != nil {
			return folder, err
		}
	}
	return folder, nil
}

func (a *App) onSaved(msg savedMsg) {
	if msg.err != nil {
		a.say("not saved: " + msg.err.Error())
		return
	}
	a.taken.Edits = a.in.Edits
	text := fmt.Sprintf("%s in the folder %s; --edits loads what-ifs.json again", engine.Plural(msg.files, "file", "files"), msg.folder)
	if n := len(msg.left); n > 0 {
		text += fmt.Sprintf(" (%s in no patch: %s)", engine.Plural(n, "change is", "changes are"), msg.left[0])
	}
	a.say(text)
}
