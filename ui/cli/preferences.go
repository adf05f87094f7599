package cli

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"gopkg.in/yaml.v3"

	"findable/themes"
	"findable/ui"
)

// preferences are what a user wants of the app in every run, as it stands in the
// files of a folder. What is wrong with a file is noted; it never keeps the app
// from starting.
type preferences struct {
	folder string            // "" where there is none
	flags  map[string]string // defaults of flags: findable.yaml
	keys   ui.Keys           // keys.yaml
	themes []*themes.Theme   // themes/*.yaml
	broken map[string]error  // what is wrong with themes, by name
	notes  []ui.Note
}

// noPreferences stands for no folder.
const noPreferences = "none"

// readPreferences reads the preferences in a folder, "" for the usual one, which
// need not be there.
func readPreferences(folder string) (preferences, error) {
	p := preferences{folder: folder, flags: map[string]string{}, broken: map[string]error{}}
	switch folder {
	case noPreferences:
		p.folder = ""
		return p, nil
	case "":
		config, err := configFolder()
		if err != nil { // nowhere is home
			return p, nil
		}
		p.folder = filepath.Join(config, "findable")
	default:
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			return p, fmt.Errorf("--preferences %s: there is no such folder; give one, or %s to do without", folder, noPreferences)
		}
	}
	p.readThemes()
	p.readFlags()
	p.readKeys()
	return p, nil
}

// configFolder is the folder of the user's configurations: $XDG_CONFIG_HOME on every
// system where it is set, else the system's own.
func configFolder() (string, error) {
	if xdg := os.Getenv("XDG_CONFIG_HOME"); filepath.IsAbs(xdg) {
		return xdg, nil
	}
	return os.UserConfigDir()
}

// note keeps what is wrong at a line of a file; line 0 stands for the file.
func (p *preferences) note(kind, file string, line int, path, text string) {
	if line > 0 {
		file += ":" + strconv.Itoa(line)
	}
	p.notes = append(p.notes, ui.Note{Kind: kind, File: file, Path: path, Text: text})
}

// read returns a file of the folder, nil when it is not there.
func (p *preferences) read(kind, file string) []byte {
	data, err := os.ReadFile(file)
	if err == nil {
		return data
	}
	if !errors.Is(err, os.ErrNotExist) {
		p.note(kind, file, 0, "", "cannot be read: "+bare(err).Error())
	}
	return nil
}

// bare is the cause of a file's error, without the file's name.
func bare(err error) error {
	var fault *os.PathError
	if errors.As(err, &fault) {
		return fault.Err
	}
	return err
}

// A setting is a key of a file with its value.
type setting struct {
	key   string
	line  int
	value *yaml.Node
}

// settings reads a file that is a mapping.
func (p *preferences) settings(kind, file string) []setting {
	var doc yaml.Node
	if err := yaml.Unmarshal(p.read(kind, file), &doc); err != nil {
		cause, line := strings.TrimPrefix(err.Error(), "yaml: "), 1
		if place, rest, ok := strings.Cut(cause, ": "); ok {
			if _, err := fmt.Sscanf(place, "line %d", &line); err == nil {
				cause = rest
			}
		}
		p.note(kind, file, line, "", "not YAML, here or on the next line: "+cause+"; a sign wants quotes around it")
		return nil
	}
	if len(doc.Content) == 0 {
		return nil
	}
	top := doc.Content[0]
	if top.Kind != yaml.MappingNode {
		p.note(kind, file, top.Line, "", "lines of the form NAME: VALUE are wanted")
		return nil
	}
	var all []setting
	for i := 0; i < len(top.Content); i += 2 {
		s := setting{top.Content[i].Value, top.Content[i].Line, top.Content[i+1]}
		if at := slices.IndexFunc(all, func(t setting) bool { return t.key == s.key }); at >= 0 {
			p.note(kind, file, s.line, s.key, fmt.Sprintf("is there twice; line %d counts", all[at].line))
			continue
		}
		all = append(all, s)
	}
	return all
}

// readKeys reads keys.yaml: a key or a list of keys for each action.
func (p *preferences) readKeys() {
	file := filepath.Join(p.folder, "keys.yaml")
	var wishes []ui.Binding
	for _, s := range p.settings("keys", file) {
		keys := []*yaml.Node{s.value}
		if s.value.Kind == yaml.SequenceNode {
			keys = s.value.Content
		}
		wish := ui.Binding{Action: s.key, Line: s.line}
		for _, k := range keys {
			wish.Keys = append(wish.Keys, k.Value)
		}
		if slices.ContainsFunc(keys, func(k *yaml.Node) bool { return k.Kind != yaml.ScalarNode }) {
			p.note("keys", file, s.line, s.key, "a key or a list of keys is wanted; it keeps its default keys")
			continue
		}
		wishes = append(wishes, wish)
	}
	keys, notes := ui.NewKeys(file, wishes)
	p.keys, p.notes = keys, append(p.notes, notes...)
}

// readFlags reads findable.yaml.
func (p *preferences) readFlags() {
	const kind = "preferences"
	file := filepath.Join(p.folder, "findable.yaml")
	for _, s := range p.settings(kind, file) {
		var on bool
		switch s.key {
		case "theme":
			name := s.value.Value
			if slices.Contains(p.themeNames(), name) {
				p.flags["theme"] = name
			} else if p.broken[name] == nil { // or that is noted already
				p.note(kind, file, s.line, s.key, fmt.Sprintf("no theme is called %q; there are %s", name, strings.Join(p.themeNames(), ", ")))
			}
		case "ascii", "mouse":
			if err := s.value.Decode(&on); err != nil {
				p.note(kind, file, s.line, s.key, fmt.Sprintf("true or false is wanted, not %q", s.value.Value))
				continue
			}
			if s.key == "mouse" {
				p.flags["no-mouse"] = strconv.FormatBool(!on)
			} else {
				p.flags["ascii"] = strconv.FormatBool(on)
			}
		default:
			p.note(kind, file, s.line, s.key, "there is no such preference; there are theme, mouse and ascii")
		}
	}
}

// readThemes reads the user's themes. One that is broken is noted and left out.
func (p *preferences) readThemes() {
	const kind = "theme"
	folder := filepath.Join(p.folder, "themes")
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		p.note(kind, folder, 0, "", "cannot be read: "+bare(err).Error())
	}
	for _, e := range entries {
		file := filepath.Join(folder, e.Name())
		if !isThemeFile(file) {
			continue
		}
		data := p.read(kind, file)
		if data == nil {
			continue
		}
		t, err := themes.Parse(file, data)
		switch {
		case err != nil:
			p.broken[strings.TrimSuffix(e.Name(), filepath.Ext(file))] = err
			for _, fault := range faults(err) {
				place, text, _ := strings.Cut(strings.TrimPrefix(fault, "theme "+file), ": ")
				p.note(kind, file+place, 0, "", text)
			}
		case t.Name == themes.Auto:
			p.note(kind, file, 0, "", "auto chooses between dark and light and cannot be a theme; rename the file")
		default:
			p.themes = append(p.themes, t)
		}
	}
}

func isThemeFile(name string) bool {
	ext := filepath.Ext(name)
	return ext == ".yaml" || ext == ".yml"
}

// faults are the parts of a joined error, each on one line.
func faults(err error) []string {
	parts := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		parts = joined.Unwrap()
	}
	var lines []string
	for _, e := range parts {
		lines = append(lines, strings.Join(strings.Fields(e.Error()), " "))
	}
	return lines
}

// themeNames are the names that a theme can be chosen by.
func (p *preferences) themeNames() []string {
	names := themes.Names()
	for _, t := range p.themes {
		names = append(names, t.Name)
	}
	slices.Sort(names)
	return append(slices.Compact(names), themes.Auto)
}

// completeThemes tells the shell the names of the themes; after it come files.
func completeThemes(c *cobra.Command, folder *string) {
	names := func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		p, _ := readPreferences(*folder) // without the folder the shipped ones are left
		return p.themeNames(), cobra.ShellCompDirectiveDefault
	}
	if err := c.RegisterFlagCompletionFunc("theme", names); err != nil {
		panic(err) // the flag was defined a moment ago
	}
}

// prefer reads the preferences for the app and gives the flags that were not set
// their defaults from it.
func (r *run) prefer(fs *pflag.FlagSet) (preferences, error) {
	p, err := readPreferences(r.preferences)
	if err != nil {
		return p, err
	}
	for _, name := range slices.Sorted(maps.Keys(p.flags)) {
		if fs.Changed(name) {
			continue
		}
		if err := fs.Set(name, p.flags[name]); err != nil {
			return p, err
		}
	}
	return p, r.openTheme(&p)
}

// openTheme reads the file that --theme names, or checks the name.
func (r *run) openTheme(p *preferences) error {
	switch {
	case isThemeFile(r.theme):
		data, err := os.ReadFile(r.theme)
		if err != nil {
			return fmt.Errorf("--theme: %w; give a theme's file or name", err)
		}
		t, err := themes.Parse(r.theme, data)
		if err != nil {
			return err
		}
		t.Name = r.theme // by which it can be asked for again
		p.themes = append(p.themes, t)
	case p.broken[r.theme] != nil && !slices.Contains(themes.Names(), r.theme):
		return p.broken[r.theme]
	case r.theme != "" && !slices.Contains(p.themeNames(), r.theme):
		return fmt.Errorf("invalid argument %q for \"--theme\" flag: write one of %s, or the name of a theme's file such as mine.yaml",
			r.theme, strings.Join(p.themeNames(), ", "))
	}
	return nil
}
