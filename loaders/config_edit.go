package loaders

import (
	"reflect"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"findable/engine"
	"findable/engine/py"
)

// A configEditor changes the lines of a configuration, from the last to the first, so
// that the places of the nodes above stay true.
type configEditor struct {
	lines          []string // each with its end
	newline        string
	all, differing py.Object
	rules          engine.Rules
}

func (e *configEditor) document(doc *yaml.Node) *Error {
	if len(doc.Content) == 0 || isNull(doc.Content[0]) && doc.Content[0].Value == "" {
		return e.append("")
	}
	root := doc.Content[0]
	tools, found, fault := child(root, "tools")
	switch {
	case fault != nil:
		return fault
	case !found.IsZero() && (isNull(tools) || isEmpty(tools)):
		return e.under(found, tools, indentOf(found)+"  ")
	case found.IsZero():
		return e.append(indentOf(root.Content[0]))
	}
	section, key, fault := child(tools, "tool_search")
	switch {
	case fault != nil:
		return fault
	case key.IsZero():
		e.insert(found.Line, e.block(indentOf(tools.Content[0]), indentOf(found)))
		return nil
	}
	step := strings.Repeat(" ", max(key.Column-found.Column, 1))
	if section.Kind == yaml.ScalarNode || isEmpty(section) {
		return e.scalar(section, key, indentOf(key)+step)
	}
	if section.Kind == yaml.MappingNode && section.Style&yaml.FlowStyle != 0 {
		return e.flow(section)
	}
	return e.mapping(section, key)
}

// flow changes values of a section that is written in braces on one line, and adds
// what it lacks at its front.
func (e *configEditor) flow(section *yaml.Node) *Error {
	if section.Anchor != "" || section.Line > len(e.lines) || section.Column < 1 || section.Column > len(e.lines[section.Line-1]) || e.lines[section.Line-1][section.Column-1] != '{' {
		return unwritable("tool_search is written in an unusual way")
	}
	missing, seen := e.differing, map[string]bool{}
	for i := len(section.Content) - 2; i >= 0; i -= 2 {
		k, v := section.Content[i], section.Content[i+1]
		if k.Tag == "!!merge" || seen[k.Value] || k.Line != section.Line || v.Line != section.Line {
			return unwritable("tool_search is written over several lines in braces, or says a key twice")
		}
		seen[k.Value] = true
		missing = slices.DeleteFunc(slices.Clone(missing), func(m py.Member) bool { return m.Key == k.Value })
		if fault := e.value(k.Value, v); fault != nil {
			return fault
		}
	}
	added := ""
	for _, m := range missing {
		added += m.Key + ": " + settingText(m.Value) + ", "
	}
	line := e.lines[section.Line-1]
	e.lines[section.Line-1] = line[:section.Column] + added + line[section.Column:]
	return nil
}

// value puts the value that is wanted for a key in the place of another one.
func (e *configEditor) value(key string, v *yaml.Node) *Error {
	want, ok := e.all.Get(key)
	if !ok || e.says(key, v, want) {
		return nil
	}
	if names, ok := want.(py.List); ok && v.Kind == yaml.SequenceNode {
		return e.names(v, names)
	}
	return e.replace(v, settingText(want))
}

// block is the whole section as lines, "" where there is nothing to say.
func (e *configEditor) block(indent, parent string) string {
	if len(e.differing) == 0 {
		return ""
	}
	step := indent[min(len(parent), len(indent)):]
	if step == "" {
		step = "  "
	}
	return indent + "tool_search:" + e.newline + settingLines(e.differing, indent+step, e.newline)
}

// append adds the section at the end of a text that has no tools.
func (e *configEditor) append(indent string) *Error {
	if block := e.block(indent+"  ", indent); block != "" {
		e.insert(len(e.lines), indent+"tools:"+e.newline+block)
	}
	return nil
}

// under adds the section below a key whose value is null or an empty mapping.
func (e *configEditor) under(key, null *yaml.Node, indent string) *Error {
	block := e.block(indent, indentOf(key))
	if block == "" {
		return nil
	}
	if null.Value != "" || isEmpty(null) {
		if fault := e.replace(null, ""); fault != nil {
			return fault
		}
	}
	e.insert(key.Line, block)
	return nil
}

// insert puts lines behind the first n, which it ends where they do not.
func (e *configEditor) insert(n int, block string) {
	if block == "" {
		return
	}
	if n > 0 && e.lines[n-1] != "" && !strings.HasSuffix(e.lines[n-1], "\n") {
		block = e.newline + strings.TrimSuffix(block, e.newline) // the text ends as it did
	}
	e.lines = slices.Insert(e.lines, n, block)
}

// scalar changes a section that is no mapping, or an empty one.
func (e *configEditor) scalar(section, key *yaml.Node, indent string) *Error {
	value := plainValue(section)
	if _, notices := engine.ReadConfig(value, e.rules); len(e.differing) == 0 && value != false && len(notices) == 0 {
		return nil
	}
	text := ""
	if len(e.differing) == 0 {
		text = "true" // the defaults
	}
	if section.Value != "" || section.Style != 0 {
		if fault := e.replace(section, text); fault != nil {
			return fault
		}
	}
	e.insert(key.Line, settingLines(e.differing, indent, e.newline))
	return nil
}

// mapping changes values of a section, from the last to the first so that the lines
// above stay where they are, and adds what it lacks.
func (e *configEditor) mapping(section, key *yaml.Node) *Error {
	missing := e.differing
	for i := len(section.Content) - 2; i >= 0; i -= 2 {
		k, v := section.Content[i], section.Content[i+1]
		if _, _, fault := child(section, k.Value); fault != nil {
			return fault
		}
		missing = slices.DeleteFunc(slices.Clone(missing), func(m py.Member) bool { return m.Key == k.Value })
		if fault := e.value(k.Value, v); fault != nil {
			return fault
		}
	}
	e.insert(key.Line, settingLines(missing, indentOf(section.Content[0]), e.newline))
	return nil
}

// says reports whether a value in the file is read as the one that is wanted, with
// nothing to correct. The default limit is read beside the highest one.
func (e *configEditor) says(key string, v *yaml.Node, want py.Value) bool {
	highest, _ := e.all.Get("max_search_limit")
	beside := py.Object{{Key: "max_search_limit", Value: highest}}
	now, notices := engine.ReadConfig(beside.With("search_default_limit", py.Int(1)).With(key, plainValue(v)), e.rules)
	then, _ := engine.ReadConfig(beside.With("search_default_limit", py.Int(1)).With(key, want), e.rules)
	return len(notices) == 0 && reflect.DeepEqual(now, then)
}

// names puts another list of names in the place of one, in brackets or an item a line
// as that is.
func (e *configEditor) names(v *yaml.Node, names py.List) *Error {
	if v.Anchor != "" || v.Line > len(e.lines) || v.Column > len(e.lines[v.Line-1]) {
		return unwritable("the list of names is written in an unusual way")
	}
	if v.Style&yaml.FlowStyle != 0 || len(v.Content) == 0 {
		line, at := e.lines[v.Line-1], v.Column-1
		end := bracketEnd(line, at)
		if end < 0 {
			return unwritable("the list of names is written over several lines in brackets")
		}
		e.lines[v.Line-1] = line[:at] + settingText(names) + line[end:]
		return nil
	}
	from, to := v.Line-1, v.Content[len(v.Content)-1].Line
	for _, line := range e.lines[from:to] {
		if strings.Contains(line, "#") {
			return unwritable("there are comments in the list of names")
		}
	}
	block := nameLines(names, indentOf(v), e.newline)
	if len(names) == 0 {
		block = indentOf(v) + "  []" + e.newline
	}
	if !strings.HasSuffix(e.lines[to-1], "\n") {
		block = strings.TrimSuffix(block, e.newline)
	}
	e.lines = slices.Replace(e.lines, from, to, block)
	return nil
}

// bracketEnd is where a list in brackets that begins at a byte of a line ends, -1
// where that is not on the line. Names in quotes may hold brackets.
func bracketEnd(line string, at int) int {
	quote := byte(0)
	for i := at; i < len(line); i++ {
		switch c := line[i]; {
		case quote == '"' && c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == ']':
			return i + 1
		}
	}
	return -1
}

// replace puts a text in the place of a scalar that stands on one line. What is
// beside it, spaces and comments, stays.
func (e *configEditor) replace(v *yaml.Node, text string) *Error {
	const otherwise = yaml.LiteralStyle | yaml.FoldedStyle | yaml.TaggedStyle
	if v.Kind != yaml.ScalarNode && !isEmpty(v) || v.Anchor != "" || v.Style&otherwise != 0 || v.Line > len(e.lines) {
		return unwritable("a value of tool_search is no plain word or number")
	}
	line := e.lines[v.Line-1]
	at := v.Column - 1
	if at > len(line) {
		return unwritable("a value is not where it is said to be")
	}
	old := v.Value
	switch {
	case isEmpty(v):
		old = "{}"
	case v.Value == "" && v.Style == 0: // key: and nothing
		if !strings.HasSuffix(line[:at], " ") {
			text = " " + text
		}
		if rest := line[at:]; rest != "" && !strings.ContainsRune(" \t\r\n", rune(rest[0])) { // a comment
			text += " "
		}
	case v.Style&yaml.DoubleQuotedStyle != 0:
		old = `"` + v.Value + `"`
	case v.Style&yaml.SingleQuotedStyle != 0:
		old = "'" + v.Value + "'"
	}
	if !strings.HasPrefix(line[at:], old) {
		return unwritable("a value of tool_search is written in an unusual way")
	}
	rest := line[at+len(old):]
	if strings.HasPrefix(rest, "#") { // after a quote that is a comment, after a word it is none
		rest = " " + rest
	}
	e.lines[v.Line-1] = line[:at] + text + rest
	return nil
}

// child returns the value of a key in a mapping that is written line by line, and
// the key, which is zero where there is none.
func child(m *yaml.Node, name string) (value, key *yaml.Node, fault *Error) {
	if m.Kind != yaml.MappingNode || m.Style&yaml.FlowStyle != 0 || m.Anchor != "" {
		return nil, nil, unwritable("it is not written as a mapping, a key a line, without anchors")
	}
	value, key = &yaml.Node{}, &yaml.Node{}
	for i := 0; i+1 < len(m.Content); i += 2 {
		switch k := m.Content[i]; {
		case k.Tag == "!!merge":
			return nil, nil, unwritable("keys are merged into it")
		case k.Value != name:
		case !key.IsZero():
			return nil, nil, unwritable(quoted(name) + " is there twice")
		default:
			value, key = m.Content[i+1], k
		}
	}
	return value, key, nil
}

func isNull(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Tag == "!!null" && n.Anchor == ""
}

// isEmpty reports whether a node is {}, which takes lines below it once it is gone.
func isEmpty(n *yaml.Node) bool {
	return n.Kind == yaml.MappingNode && len(n.Content) == 0 && n.Anchor == ""
}

// indentOf is the space before a node that begins its line.
func indentOf(n *yaml.Node) string { return strings.Repeat(" ", max(n.Column-1, 0)) }

// plainValue is what a node is read as.
func plainValue(n *yaml.Node) py.Value {
	raw, err := yaml.Marshal(n)
	if err != nil {
		return nil
	}
	docs, fault := documents(raw)
	if fault != nil || len(docs) == 0 {
		return nil
	}
	return docs[0].value
}
