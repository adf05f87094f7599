package loaders

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"findable/engine/py"
)

// maxTOMLBytes is the size of one TOML text. People write them by hand; the
// library's time and memory grow with the square of a key's parts.
const maxTOMLBytes = 1 << 20

// tomlSyntax is TOML, of which the configurations of some clients are.
type tomlSyntax struct{}

// tomlHead is a table's head or the beginning of a key with its value, in a line
// that is no comment.
var tomlHead = regexp.MustCompile(`^\s*(\[\[?\s*[-\w."' ]+\]\]?\s*(#.*)?$|[-\w."']+\s*=\s*\S)`)

func (tomlSyntax) begins(t *text) bool {
	rest := t.body
	for rest != "" {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "#") {
			return len(t.json.docs) == 0 && tomlHead.MatchString(line[:min(len(line), maxHead)])
		}
	}
	return false
}

func (tomlSyntax) read(t *text) (docs []document, fault *Error) {
	if len(t.body) > maxTOMLBytes {
		return nil, errorf("", "TOML is read up to %d MB; write it as JSON", maxTOMLBytes>>20)
	}
	if offset := tooDeep(t.body); offset >= 0 {
		return nil, errorf(t.position(offset), "TOML that is nested more than %d deep", maxTOMLDepth)
	}
	defer func() {
		if bug := recover(); bug != nil { // the library panics where its parser and its lexer disagree
			docs, fault = nil, errorf("", "not TOML: %v", bug)
		}
	}()
	var root map[string]any
	meta, err := toml.Decode(t.body, &root)
	if err != nil {
		place := ""
		var at toml.ParseError
		if errors.As(err, &at) {
			place, err = t.position(at.Position.Start), errors.New(at.Message)
		}
		return nil, errorf(place, "not TOML: %s; mend it", err)
	}
	return []document{{value: tomlOrder(meta.Keys()).value("", root), line: 1}}, nil
}

// maxTOMLDepth is how many brackets may be open, and how many parts a line's keys
// may have.
const maxTOMLDepth = 100

// tooDeep returns where a text is nested too deeply, -1 when it is not. It counts
// brackets and dots in strings too: the library recurses, and takes time with the
// square of the parts of a key.
func tooDeep(s string) int {
	open, dots := 0, 0
	for i := range len(s) {
		switch s[i] {
		case '[', '{':
			open, dots = open+1, 0
		case ']', '}':
			open, dots = max(0, open-1), 0
		case '.':
			dots++
		case '\n', ',', '=':
			dots = 0
		}
		if open > maxTOMLDepth || dots > maxTOMLDepth {
			return i
		}
	}
	return -1
}

// An order is where each key of a TOML text was met first, by its path.
type order map[string]int

func tomlOrder(keys []toml.Key) order {
	o := order{}
	for i, k := range keys {
		path := ""
		for _, part := range k { // a table's head brings the tables above it
			path += "\x00" + part
			if _, met := o[path]; !met {
				o[path] = i
			}
		}
	}
	return o
}

// value turns what the library gives into a value, with keys in the order of the
// text. Dates stay text: JSON has none.
func (o order) value(path string, v any) py.Value {
	switch v := v.(type) {
	case map[string]any:
		object := make(py.Object, 0, len(v))
		for k, item := range v {
			object = append(object, py.Member{Key: k, Value: o.value(path+"\x00"+k, item)})
		}
		slices.SortFunc(object, func(a, b py.Member) int {
			if d := o[path+"\x00"+a.Key] - o[path+"\x00"+b.Key]; d != 0 {
				return d
			}
			return strings.Compare(a.Key, b.Key)
		})
		return object
	case []map[string]any:
		list := make(py.List, len(v))
		for i := range v {
			list[i] = o.value(path, v[i])
		}
		return list
	case []any:
		list := make(py.List, len(v))
		for i := range v {
			list[i] = o.value(path, v[i])
		}
		return list
	case int64:
		return py.Number(fmt.Sprint(v))
	case float64:
		return py.Float(v)
	case time.Time:
		return tomlTime(v)
	}
	return v // text and truth
}

// tomlTime writes a date or a time as TOML does. The library marks those without
// a zone by the name of their location.
func tomlTime(t time.Time) string {
	layout := map[string]string{
		"datetime-local": "2006-01-02T15:04:05.999999999", "date-local": "2006-01-02", "time-local": "15:04:05.999999999",
	}[t.Location().String()]
	if layout == "" {
		layout = time.RFC3339Nano
	}
	return t.Format(layout)
}
