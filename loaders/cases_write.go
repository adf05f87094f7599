package loaders

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"gopkg.in/yaml.v3"

	"findable/engine/eval"
	"findable/engine/py"
)

// AddCase adds a case to a file of cases, in the form that the file has: a list in
// YAML or JSON, JSONL, or a table; it makes the file where there is none. Not a byte
// of what stands there changes. The file is replaced at once or not at all: it is
// never seen half written. A file of another shape, or of which a second reading would
// not give just one case more, stays as it is, and the error says why. undo takes the
// case out again, as long as nobody else has written the file since.
func AddCase(name string, c eval.Case) (undo func() error, err error) {
	name = linkEnd(name)
	old, err := os.ReadFile(name)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return nil, openError(name, err)
	}
	text, fault := withCase(string(old), c)
	if fault != nil {
		fault.File = name
		return nil, fault
	}
	undo = func() error {
		now, err := os.ReadFile(name)
		switch {
		case err != nil:
			return openError(name, err)
		case string(now) != text:
			return &Error{name, "", "has been changed since; take the case out by hand"}
		case missing:
			return os.Remove(name)
		}
		return replaceFile(name, string(old))
	}
	return undo, replaceFile(name, text)
}

// withCase returns a text of cases with one more.
func withCase(old string, c eval.Case) (string, *Error) {
	line := firstLine(old)
	if isQrels(old) {
		return "", errorf("", "holds judgements only, and the texts of queries are in another file; add to it by hand, a line each: %s", judgements(c))
	}
	before, fault := readText(old)
	if fault != nil && line != "" {
		return "", fault
	}
	text, fault := grown(old, line, c)
	if fault != nil {
		return "", fault
	}
	after, fault := readText(text)
	if fault != nil || len(after) != len(before)+1 || needOf(after[len(before)]) != needOf(c) {
		return "", errorf("", "is written in a way to which no case can be added safely; add it by hand: %s", py.Compact(caseShape{}.object(c)))
	}
	return text, nil
}

// grown adds a case in the form that the text has, by its first line.
func grown(old, line string, c eval.Case) (string, *Error) {
	whole := old
	if whole != "" && !strings.HasSuffix(whole, "\n") {
		whole += "\n"
	}
	switch {
	case (jsonSyntax{}).begins(&text{body: old}):
		return withJSON(old, whole, c)
	case line != "" && (!yamlHead.MatchString(line) || isTableHead(line)):
		return withRows(whole, c)
	}
	return withYAML(whole, c)
}

// readText reads cases that stand in no file.
func readText(s string) ([]eval.Case, *Error) {
	r := &caseReader{ledger: newLedger()}
	t, fault := newPool(MaxBytes).decode(context.Background(), s)
	if fault != nil {
		return nil, fault
	}
	r.reader = &py.Reader{MaxValues: MaxValues}
	t.reader = r.reader
	fault = r.read(t)
	return r.cases, fault
}

// needOf is the same for cases that a file cannot tell apart.
func needOf(c eval.Case) string {
	return fmt.Sprintf("%q %q %v %v", c.ID, c.Query, uniqueWants(c.Expect), c.Any)
}

// withYAML puts a case behind the others of a list in YAML, as far in as they are.
func withYAML(old string, c eval.Case) (string, *Error) {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(old), &doc); err != nil {
		return "", errorf("", "%s", err)
	}
	if len(doc.Content) == 0 {
		return old + caseYAML(c, ""), nil
	}
	lines := strings.SplitAfter(old, "\n")
	list, end := doc.Content[0], len(lines) // the line, from 0, before which the case goes
	if list.Kind == yaml.MappingNode {
		list, end = listIn(list, end)
	}
	if list == nil || list.Kind != yaml.SequenceNode || len(list.Content) == 0 || list.Style&yaml.FlowStyle != 0 {
		return "", errorf("", "has no list of cases written line by line, to which a case could be added")
	}
	for end < len(lines) && end > 0 && isRemark(lines[end-1]) { // it belongs to the key that follows
		end--
	}
	first := lines[list.Content[0].Line-1]
	indent := first[:len(first)-len(strings.TrimLeft(first, " "))]
	return strings.Join(lines[:end], "") + caseYAML(c, indent) + strings.Join(lines[end:], ""), nil
}

// listIn returns the list of cases in a mapping, and the line on which the key behind
// it stands.
func listIn(m *yaml.Node, end int) (*yaml.Node, int) {
	for _, key := range caseLists {
		for i := 0; i+1 < len(m.Content); i += 2 {
			if m.Content[i].Value != key {
				continue
			}
			if i+2 < len(m.Content) {
				end = m.Content[i+2].Line - 1
			}
			return m.Content[i+1], end
		}
	}
	return nil, end
}

func isRemark(line string) bool {
	line = strings.Trim(line, blanks)
	return line == "" || strings.HasPrefix(line, "#")
}

// caseYAML writes a case as an item of a list.
func caseYAML(c eval.Case, indent string) string {
	names := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
	grades := &yaml.Node{Kind: yaml.MappingNode, Style: yaml.FlowStyle}
	graded := false
	for _, w := range c.Expect {
		names.Content = append(names.Content, yamlText(w.Name))
		grades.Content = append(grades.Content, yamlText(w.Name), &yaml.Node{Kind: yaml.ScalarNode, Value: fmt.Sprint(w.Grade)})
		graded = graded || w.Grade != 1
	}
	if graded {
		names = grades
	}
	item := &yaml.Node{Kind: yaml.MappingNode}
	put := func(key string, v *yaml.Node) {
		item.Content = append(item.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: key}, v)
	}
	if c.ID != "" {
		put("id", yamlText(c.ID))
	}
	put("query", yamlText(c.Query))
	put("expect", names)
	if c.Any {
		put("any", &yaml.Node{Kind: yaml.ScalarNode, Value: "true"})
	}
	if c.Note != "" {
		put("note", yamlText(c.Note))
	}
	raw, err := yaml.Marshal(&yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{item}})
	if err != nil {
		panic(err) // texts and numbers can always be written
	}
	var b strings.Builder
	for line := range bytes.Lines(raw) {
		b.WriteString(indent)
		b.Write(line)
	}
	return b.String()
}

// yamlText writes a text in quotes where it would be read as something else.
func yamlText(s string) *yaml.Node {
	s = strings.ToValidUTF8(s, "\uFFFD") // all that YAML can write
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s}
	if _, text := plain(s).(string); !text || strings.ContainsAny(s, "\n\r") {
		n.Style = yaml.DoubleQuotedStyle
	}
	return n
}
