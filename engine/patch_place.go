package engine

import (
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"findable/engine/py"
)

// A recordPlace is where a file holds a tool, as JSON pointers (RFC 6901).
type recordPlace struct {
	// record is the whole record; name, description and parameters are those of the
	// tool, "" where no pointer leads to them. What is not there yet has the pointer
	// at which it is to be added.
	record, name, description, parameters string
}

// of returns the pointer of a member of Tool.Function.
func (p recordPlace) of(key string) string {
	switch key {
	case "name":
		return p.name
	case "description":
		return p.description
	}
	return p.parameters
}

// recordAt finds a tool in its file, or says why no pointer leads to it.
func recordAt(t Tool) (p recordPlace, why string) {
	p.record, why = pointerTo(t.Origin.Path)
	if why != "" {
		return p, why
	}
	raw, ok := t.Raw.(py.Object)
	if !ok {
		if t.Raw == py.Value(t.Function.Text("description")) && t.Function.Has("description") { // a map from names to descriptions
			p.description = p.record
			return p, ""
		}
		return p, "the file holds no record of it"
	}
	if raw.Object("_meta").Has("openapi") {
		return p, "it is made of an operation of an OpenAPI document; change that by hand"
	}
	keys, inner := innerRecord(raw, t)
	if inner == nil {
		return p, "its record there says it in another form; change it by hand"
	}
	base := p.record
	for _, k := range keys {
		base += "/" + pointerKey(k)
	}
	if inner.Has("name") {
		p.name = base + "/name"
	}
	p.description = base + "/description"
	if at := schemaKeys(inner, t, len(keys) > 0); at != nil {
		p.parameters = base
		for _, k := range at {
			p.parameters += "/" + pointerKey(k)
		}
	}
	return p, ""
}

// innerRecord returns the object in a record that holds a tool's name and
// description as the tool has them, and the keys that lead to it; nil when there is
// none. Where the name is the key of a map, the description alone tells.
func innerRecord(raw py.Object, t Tool) (keys []string, inner py.Object) {
	same := func(o py.Object) bool {
		name, named := o.Get("name")
		description, described := o.Get("description")
		own, has := t.Function.Get("description")
		return (!named || name == t.Name()) && (named || described) && described == has && reflect.DeepEqual(description, own)
	}
	if same(raw) {
		return nil, raw
	}
	for _, m := range raw { // {type: function, function: {…}}, {toolSpec: {…}}
		if o, ok := m.Value.(py.Object); ok && o.Has("name") && same(o) {
			return []string{m.Key}, o
		}
	}
	return nil, nil
}

// schemaKeys returns the keys that lead from a record to the tool's schema, nil when
// it stands there in another form. nested says that the record is inside another.
func schemaKeys(inner py.Object, t Tool, nested bool) []string {
	schema, has := t.Function.Get("parameters")
	if !has {
		if kind := inner.Text("type"); nested || kind == "function" || kind == "custom" {
			return []string{"parameters"}
		}
		return []string{"inputSchema"}
	}
	for _, m := range inner {
		if m.Key == "outputSchema" {
			continue
		}
		if reflect.DeepEqual(m.Value, schema) {
			return []string{m.Key}
		}
		if o, ok := m.Value.(py.Object); ok && len(o) == 1 && reflect.DeepEqual(o[0].Value, schema) { // Bedrock's {json: …}
			return []string{m.Key, o[0].Key}
		}
	}
	return nil
}

// pointerKey writes a key as a part of a JSON pointer.
func pointerKey(k string) string {
	return strings.ReplaceAll(strings.ReplaceAll(k, "~", "~0"), "/", "~1")
}

// clippedKey is the length in characters at which an Origin's path cuts its keys.
const clippedKey = 48

// pointerTo turns an Origin's path, such as $.result.tools[3], into a JSON pointer,
// or says why it can't.
func pointerTo(path string) (pointer, why string) {
	rest, ok := strings.CutPrefix(path, "$")
	if !ok {
		return "", "the file is no single document (the tool stands at " + strconv.Quote(path) + ")"
	}
	for rest != "" {
		var key string
		switch {
		case rest[0] == '.':
			end := strings.IndexAny(rest[1:], ".[")
			if end < 0 {
				end = len(rest) - 1
			}
			key, rest = rest[1:end+1], rest[end+1:]
		case strings.HasPrefix(rest, `["`):
			quoted, err := strconv.QuotedPrefix(rest[1:])
			after, closed := strings.CutPrefix(rest[min(1+len(quoted), len(rest)):], "]")
			if err != nil || !closed {
				return "", "its path " + strconv.Quote(path) + " cannot be read"
			}
			key, _ = strconv.Unquote(quoted)
			rest = after
		default:
			number, after, closed := strings.Cut(strings.TrimPrefix(rest, "["), "]")
			if _, err := strconv.Atoi(number); err != nil || !closed {
				return "", "its path " + strconv.Quote(path) + " cannot be read"
			}
			key, rest = number, after
		}
		if strings.HasSuffix(key, "…") && utf8.RuneCountInString(key) > clippedKey {
			return "", "a key on the way to it is longer than paths show"
		}
		pointer += "/" + pointerKey(key)
	}
	return pointer, ""
}
