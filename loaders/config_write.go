package loaders

import (
	"os"
	"reflect"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"findable/engine"
	"findable/engine/py"
)

// ConfigYAML writes values of tools.tool_search as a piece of config.yaml.
func ConfigYAML(section py.Object) string {
	if len(section) == 0 {
		return "tools:\n  tool_search: {}\n"
	}
	return "tools:\n  tool_search:\n" + settingLines(section, "    ", "\n")
}

// A ConfigEdit is a Hermes config.yaml with another tools.tool_search.
type ConfigEdit struct {
	// File is the name as the user gave it.
	File string
	// Old and New are the whole texts; they are the same where nothing is to do.
	Old, New string
}

// EditConfig reads a config.yaml and puts the knobs into its text, without writing
// it. Keys that are there get the value, and where it is the default too, so that a
// comment beside it stays; others are added where they differ from the default.
// Nothing else changes, not a byte. A text written in a way that this cannot be done
// to (flow style over several lines, anchors, merged or repeated keys, several documents) is an *Error.
func EditConfig(name string, c engine.Config, rules engine.Rules, pinned bool) (*ConfigEdit, error) {
	old, err := os.ReadFile(name)
	if err != nil {
		return nil, openError(name, err)
	}
	text, fault := withSection(string(old), c, rules, pinned)
	if fault != nil {
		fault.File = name
		return nil, fault
	}
	return &ConfigEdit{name, string(old), text}, nil
}

// Write puts the new text in the place of the old one, which it keeps in the file
// that it names, and which is as readable as the other: there may be secrets in it.
// The file is replaced at once or not at all, and not if it has changed since it was
// read.
func (e *ConfigEdit) Write() (backup string, err error) {
	name := linkEnd(e.File)
	info, err := os.Stat(name)
	if err != nil {
		return "", openError(e.File, err)
	}
	now, err := os.ReadFile(name)
	if err != nil {
		return "", openError(e.File, err)
	}
	if string(now) != e.Old {
		return "", &Error{e.File, "", "has changed since it was read and is left as it is; try again"}
	}
	backup = e.Backup()
	if err := makeLike(backup, info.Mode().Perm()); err != nil {
		return "", openError(backup, err)
	}
	if err := replaceFile(backup, e.Old); err != nil {
		return "", err
	}
	return backup, replaceFile(name, e.New)
}

// Backup is the file that Write keeps the old text in.
func (e *ConfigEdit) Backup() string { return linkEnd(e.File) + ".bak" }

// settingLines writes settings a line each, names of a list below their key.
func settingLines(section py.Object, indent, newline string) string {
	var b strings.Builder
	for _, m := range section {
		b.WriteString(indent + m.Key + ":")
		if names, ok := m.Value.(py.List); ok && len(names) > 0 {
			b.WriteString(newline + nameLines(names, indent+"  ", newline))
			continue
		}
		b.WriteString(" " + settingText(m.Value) + newline)
	}
	return b.String()
}

func nameLines(names py.List, indent, newline string) string {
	var b strings.Builder
	for _, name := range names {
		b.WriteString(indent + "- " + nameText(name) + newline)
	}
	return b.String()
}

// settingText writes a setting on one line. The words on and off are truth values to
// YAML, and are read as the words.
func settingText(v py.Value) string {
	switch v := v.(type) {
	case py.Number:
		return string(v)
	case string:
		return v
	}
	names := []string{}
	list, _ := v.(py.List)
	for _, name := range list {
		names = append(names, py.Compact(name))
	}
	return "[" + strings.Join(names, ", ") + "]"
}

// nameText writes a name so that it is read as a text.
func nameText(name py.Value) string {
	s, _ := name.(string)
	raw, err := yaml.Marshal(yamlText(s))
	if err != nil {
		panic(err) // a text can always be written
	}
	return strings.TrimSuffix(string(raw), "\n")
}

// unwritable is the error about a text that cannot be edited.
func unwritable(why string) *Error {
	return errorf("", "cannot be changed safely: %s; write the lines by hand: findable config print", why)
}

// withSection returns a configuration's text with other knobs in it.
func withSection(old string, c engine.Config, rules engine.Rules, pinned bool) (string, *Error) {
	all, differing := c.Section(rules, pinned)
	before, fault := configRoot(old)
	if fault != nil {
		return "", fault
	}
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(old), &doc); err != nil {
		return "", unwritable(err.Error())
	}
	e := &configEditor{lines: strings.SplitAfter(old, "\n"), newline: "\n", all: all, differing: differing, rules: rules}
	if strings.Contains(old, "\r\n") {
		e.newline = "\r\n"
	}
	if fault := e.document(&doc); fault != nil {
		return "", fault
	}
	text := strings.Join(e.lines, "")
	after, fault := configRoot(text)
	if fault != nil {
		return "", unwritable("it would not be read any more")
	}
	section, _ := toolSearch(after)
	read, notices := engine.ReadConfig(section, rules)
	corrected := func(n engine.Notice) bool { _, ours := all.Get(n.Key); return ours || n.Key == "tool_search" }
	wanted, _ := engine.ReadConfig(all, rules)
	if slices.ContainsFunc(notices, corrected) || !reflect.DeepEqual(read, wanted) || !reflect.DeepEqual(withoutSection(before), withoutSection(after)) {
		return "", unwritable("it would be read as something else")
	}
	return text, nil
}

// configRoot reads the one mapping of a configuration, empty where there is none.
func configRoot(text string) (py.Object, *Error) {
	if strings.Trim(text, blanks) == "" {
		return nil, nil
	}
	docs, fault := documents([]byte(text))
	if fault != nil {
		return nil, fault
	}
	if len(docs) > 1 {
		return nil, unwritable("it holds several documents")
	}
	if len(docs) == 0 || docs[0].value == nil {
		return nil, nil
	}
	root, ok := docs[0].value.(py.Object)
	if !ok {
		return nil, errorf("", "no configuration: a mapping is wanted, not %s", describe(docs[0].value))
	}
	return root, nil
}

// withoutSection returns what a configuration says besides tools.tool_search.
func withoutSection(root py.Object) py.Object {
	rest := py.Object{}
	for _, m := range root {
		if tools, ok := m.Value.(py.Object); m.Key == "tools" && (ok || m.Value == nil) {
			tools = slices.DeleteFunc(slices.Clone(tools), func(m py.Member) bool { return m.Key == "tool_search" })
			if len(tools) == 0 {
				continue
			}
			m.Value = tools
		}
		rest = append(rest, m)
	}
	return rest
}
