package loaders

import (
	"regexp"
	"strings"

	"findable/engine/py"
)

// tableSyntax is the list that mcptools (`mcp tools`) prints for people: a line
// `name(a:string, [b:integer])` for each tool, optional parameters in brackets,
// and its description indented below, broken into lines. It becomes the result
// of tools/list that it was made of, as far as it can be known.
type tableSyntax struct{}

var (
	tableTool  = regexp.MustCompile(`^([\w./:-]+)(?:\((.*)\))?$`)
	tableParam = regexp.MustCompile(`^(\[)?([^\s:,()\[\]]+):([\w|]+(?:\[[\w|]*\])?)(\])?$`)
	colour     = regexp.MustCompile("\x1b\\[[0-9;]*m")
)

func (tableSyntax) begins(t *text) bool {
	head := strings.TrimLeft(t.body, blanks)
	line, _, _ := strings.Cut(head[:min(len(head), maxHead)], "\n")
	_, ok := tableRow(colour.ReplaceAllString(line, ""))
	return ok
}

func (tableSyntax) read(t *text) ([]document, *Error) {
	const most = 8 << 20 // bytes; it is made for people
	if len(t.body) > most {
		return nil, errOther
	}
	var tools py.List
	var described []string
	typed := false
	finish := func() {
		if n := len(tools); n > 0 && len(described) > 0 {
			tools[n-1] = append(py.Object{tools[n-1].(py.Object)[0], {Key: "description", Value: strings.Join(described, " ")}},
				tools[n-1].(py.Object)[1:]...)
		}
		described = nil
	}
	for line := range strings.Lines(t.body) {
		line = strings.TrimRight(colour.ReplaceAllString(line, ""), blanks)
		switch row, ok := tableRow(line); {
		case line == "":
		case line[0] == ' ' || line[0] == '\t':
			described = append(described, strings.TrimSpace(line))
		case ok:
			finish()
			tools = append(tools, row)
			typed = typed || strings.Contains(line, ":") && strings.HasSuffix(line, ")")
		default:
			return nil, errOther
		}
	}
	finish()
	if !typed {
		return nil, errOther // words that stand alone may be anything
	}
	t.note(Partial, "", "a table printed for people: what its parameters mean, line breaks and titles are lost; dump it again with --format json")
	return []document{{value: py.Object{{Key: "tools", Value: tools}}, line: 1}}, nil
}

// tableRow reads a tool's line.
func tableRow(line string) (py.Object, bool) {
	if len(line) > maxHead {
		return nil, false
	}
	m := tableTool.FindStringSubmatch(strings.TrimRight(line, blanks))
	if m == nil {
		return nil, false
	}
	properties, required := members{object: py.Object{}, at: map[string]int{}}, py.List{}
	for _, p := range strings.Split(m[2], ",") {
		if p = strings.TrimSpace(p); p == "" {
			continue
		}
		param := tableParam.FindStringSubmatch(p)
		if param == nil || (param[1] == "") != (param[4] == "") {
			return nil, false
		}
		properties.put(param[2], tableType(param[3]))
		if param[1] == "" {
			required = append(required, param[2])
		}
	}
	schema := py.Object{{Key: "type", Value: "object"}, {Key: "properties", Value: properties.object}}
	if len(required) > 0 {
		schema = append(schema, py.Member{Key: "required", Value: required})
	}
	return py.Object{{Key: "name", Value: m[1]}, {Key: "inputSchema", Value: schema}}, true
}

// tableType returns the schema of a type; "string[]" is an array of strings.
func tableType(name string) py.Object {
	if of, ok := strings.CutSuffix(name, "[]"); ok {
		return py.Object{{Key: "type", Value: "array"}, {Key: "items", Value: tableType(of)}}
	}
	if word := typeWords[name]; word != "" {
		return py.Object{{Key: "type", Value: word}}
	}
	return py.Object{}
}
