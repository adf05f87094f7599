package loaders

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"findable/engine/py"
)

// SessionText returns the text of a session file that is to be named name and says
// where its tools lie: in dumps, whose paths are written relative to the file, as
// they are given on the command line. base is the path of the one that is a session
// file itself, "" for none: what that says, its comments too, is said again, but for
// the settings and the app's state, which set and app take the place of. A nil app
// says nothing.
//
// The text is YAML. It is JSON where the session among the dumps is, or where YAML
// cannot say the same, such as the number 1e3. The error is an *Error about a file
// that cannot be read or named.
func SessionText(name string, dumps []Source, base string, set Settings, app py.Object) (string, error) {
	w := &sessionText{folder: filepath.Dir(name)}
	if err := w.add(dumps, base); err != nil {
		return "", err
	}
	w.set("dumps", w.dumps, len(w.dumps) > 0)
	w.set("config", py.Object{{Key: "tools", Value: py.Object{{Key: "tool_search", Value: set.ToolSearch}}}}, set.HasToolSearch)
	w.set("context", py.Int(set.Context), set.HasContext)
	w.set("app", app, app != nil)
	if !w.json {
		if text, ok := w.yaml(); ok {
			return text, nil
		}
	}
	var b bytes.Buffer
	appendLines(&b, w.value, 0)
	return b.String() + "\n", nil
}

// A sessionText is a session file that is being put together: what it is to say, and
// how that is said as YAML.
type sessionText struct {
	folder string // of the file
	dumps  py.List
	value  py.Object
	root   *yaml.Node // nil until there is a session to keep the words of
	json   bool
}

// add takes the dumps over. Those before and behind a session file stay so, as the
// order is that of the tools.
func (w *sessionText) add(dumps []Source, base string) error {
	for i, d := range dumps {
		if base == "" || d.Path != base || w.root != nil {
			arg, err := w.argument(d)
			if err != nil {
				return err
			}
			w.dumps = append(w.dumps, arg)
			continue
		}
		if err := w.base(base); err != nil {
			return err
		}
		if own, has := w.value.Get("dumps"); has {
			own, _ := own.(py.List)
			w.dumps = append(w.dumps, own...)
		} else if i > 0 { // in front of what the session itself holds
			w.value = slices.Insert(w.value, 1, py.Member{Key: "dumps", Value: w.dumps})
			w.root.Content = slices.Insert(w.root.Content, min(2, len(w.root.Content)), yamlText("dumps"), yamlNode(w.dumps))
		}
	}
	if w.root == nil {
		w.value = py.Object{{Key: "findable", Value: sessionVersion}}
		w.root = &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{yamlText("findable"), yamlText(sessionVersion)},
			HeadComment: "What findable explored; findable FILE opens it again. Paths are relative to this file."}
	}
	return nil
}

// base begins with what a session file says, with its paths as they are from the new
// file's folder.
func (w *sessionText) base(name string) error {
	raw, err := os.ReadFile(name)
	if err != nil {
		return openError(name, err)
	}
	docs, fault := documents(raw)
	if fault != nil {
		fault.File = name
		return fault
	}
	if len(docs) > 0 {
		w.value, _ = docs[0].value.(py.Object)
	}
	if !w.value.Has("findable") {
		return &Error{name, "", "is no session file any more; load it again"}
	}
	var doc yaml.Node
	w.root = &yaml.Node{Kind: yaml.MappingNode}
	w.json = strings.HasPrefix(strings.TrimLeft(string(raw), blanks+"\ufeff"), "{") || yaml.Unmarshal(raw, &doc) != nil || len(doc.Content) == 0
	if !w.json {
		w.root = doc.Content[0]
	}
	if from := filepath.Dir(name); filepath.Clean(from) != filepath.Clean(w.folder) {
		return w.move(from)
	}
	return nil
}

// move changes the paths of servers and dumps, which are those from a folder.
func (w *sessionText) move(from string) error {
	moved := func(s Source) (string, error) {
		if !filepath.IsAbs(s.Path) {
			s.Path = filepath.Join(from, s.Path)
		}
		return w.argument(s)
	}
	own, has := w.value.Get("dumps")
	dumps, _ := own.(py.List)
	dumps = slices.Clone(dumps)
	var err error
	for i := range dumps {
		arg, _ := dumps[i].(string)
		if dumps[i], err = moved(ParseSource(arg)); err != nil {
			return err
		}
	}
	w.set("dumps", dumps, has)
	own, has = w.value.Get("servers")
	servers, _ := own.(py.Object)
	servers = slices.Clone(servers)
	for i, m := range servers {
		words, _ := m.Value.(py.Object)
		tools := m.Value
		if words != nil {
			tools, _ = words.Get("tools")
		}
		path, isPath := tools.(string)
		if !isPath {
			continue
		}
		if path, err = moved(Source{Path: path}); err != nil {
			return err
		}
		if servers[i].Value = path; words != nil {
			servers[i].Value = words.With("tools", path)
		}
	}
	w.set("servers", servers, has)
	return nil
}

// argument writes a dump as it is given on the command line, its path seen from the
// file's folder.
func (w *sessionText) argument(d Source) (string, error) {
	here, err := filepath.Abs(w.folder)
	there, fault := filepath.Abs(d.Path)
	if err = cmp.Or(err, fault); err != nil {
		return "", openError(d.Path, err)
	}
	path := there
	if to, err := filepath.Rel(here, there); err == nil { // or else it is on another drive
		path = filepath.ToSlash(to)
	}
	if !utf8.ValidString(path) || !utf8.ValidString(d.Name) {
		return "", errorf("", "%q has a name that is no text, which no session file can hold", d.Path)
	}
	if d.Name != "" {
		return d.Name + "=" + path, nil
	}
	if ParseSource(path).Name != "" || path == "-" {
		path = "./" + path
	}
	return path, nil
}

// set says a key, or takes it out. What says the same already stays as it is written.
func (w *sessionText) set(key string, v py.Value, says bool) {
	was, has := w.value.Get(key)
	if says == has && (!has || reflect.DeepEqual(was, v)) {
		return
	}
	at := 0
	for at < len(w.root.Content) && w.root.Content[at].Value != key {
		at += 2
	}
	here := at < len(w.root.Content)
	switch {
	case !says:
		w.value = w.value.Without(key)
		if here {
			w.root.Content = slices.Delete(w.root.Content, at, at+2)
		}
		return
	case here:
		w.root.Content[at+1] = yamlNode(v)
	default:
		w.root.Content = append(w.root.Content, yamlText(key), yamlNode(v))
	}
	w.value = w.value.With(key, v)
}

// yaml writes the text as YAML, if that is read as what it is to say.
func (w *sessionText) yaml() (string, bool) {
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if e.Encode(w.root) != nil || e.Close() != nil {
		return "", false
	}
	docs, fault := documents(b.Bytes())
	return b.String(), fault == nil && len(docs) == 1 && reflect.DeepEqual(docs[0].value, py.Value(w.value))
}

// yamlNode writes a value a line a member.
func yamlNode(v py.Value) *yaml.Node {
	switch v := v.(type) {
	case string:
		return yamlText(v)
	case py.List:
		n := &yaml.Node{Kind: yaml.SequenceNode}
		for _, item := range v {
			n.Content = append(n.Content, yamlNode(item))
		}
		return n
	case py.Object:
		n := &yaml.Node{Kind: yaml.MappingNode}
		for _, m := range v {
			n.Content = append(n.Content, yamlText(m.Key), yamlNode(m.Value))
		}
		return n
	}
	return &yaml.Node{Kind: yaml.ScalarNode, Value: py.Compact(v)}
}

// openLevels is how deep objects are laid out as JSON: down to a single setting.
const openLevels = 4

// appendLines writes a value as JSON: objects a member a line, lists an item a line,
// so that each tool has its own.
func appendLines(b *bytes.Buffer, v py.Value, depth int) {
	open, closing := "", ""
	var items []func()
	switch v := v.(type) {
	case py.Object:
		open, closing = "{", "}"
		for _, m := range v {
			items = append(items, func() {
				b.WriteString(py.Compact(m.Key) + ": ")
				appendLines(b, m.Value, depth+1)
			})
		}
	case py.List:
		open, closing = "[", "]"
		for _, item := range v {
			items = append(items, func() { b.WriteString(py.Compact(item)) })
		}
	}
	if depth >= openLevels || len(items) == 0 {
		b.WriteString(py.Compact(v))
		return
	}
	indent := strings.Repeat("  ", depth)
	b.WriteString(open)
	for i, item := range items {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString("\n  " + indent)
		item()
	}
	b.WriteString("\n" + indent + closing)
}
