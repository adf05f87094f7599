package play

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"findable/engine"
	"findable/engine/planner"
	"findable/engine/py"
)

// MaxCalls is how many calls one message may carry; the longest of the reference's
// recorded plans has sixty.
const MaxCalls = 100

// shortForms are the words that stand for the bridge's tools at a prompt.
var shortForms = map[string]string{"search": "tool_search", "describe": "tool_describe", "call": "tool_call"}

// Read reads what is written at the prompt: the calls of one message. A call is JSON,
// as a model's message has it; or a tool's name and its arguments, as a JSON object or
// as key=value; or, for the bridge, one of
//
//	search TEXT, TEXT [limit=N]
//	describe NAME, NAME
//	call NAME {"key": value}
//	call NAME key=value key="some words"
//
// A semicolon or a line break separates calls. The error says what is wrong in words
// for whoever has written it.
func Read(s *engine.Session, text string) ([]planner.Call, error) {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") {
		return readJSON(text)
	}
	var calls []planner.Call
	for _, part := range splitTop(text, ";\n") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		more, err := readOne(s, part)
		if err != nil {
			return nil, err
		}
		if calls = append(calls, more...); len(calls) > MaxCalls {
			return nil, fmt.Errorf("a message takes %d calls here", MaxCalls)
		}
	}
	if len(calls) == 0 {
		return nil, errors.New("nothing is called: write search, describe, call, or a tool's name")
	}
	return calls, nil
}

func readOne(s *engine.Session, part string) ([]planner.Call, error) {
	if strings.HasPrefix(part, "{") {
		return readJSON(part)
	}
	word, rest := firstWord(part)
	name := word
	if full, short := shortForms[word]; short {
		name = full
	}
	one := func(args py.Value) ([]planner.Call, error) {
		return []planner.Call{{Name: name, Arguments: py.Spaced(args)}}, nil
	}
	if strings.HasPrefix(rest, "{") && (name == word || name != "tool_call") {
		return []planner.Call{{Name: name, Arguments: rest}}, nil // as it stands, also where it is no JSON
	}
	switch name {
	case "tool_search":
		rest, limit, err := searchLimit(rest)
		if err != nil {
			return nil, err
		}
		return one(append(py.Object{{Key: "queries", Value: listed(rest, ",")}}, limit...))
	case "tool_describe":
		return one(py.Object{{Key: "names", Value: listed(rest, ", \t")}})
	case "tool_call":
		inner, rest := firstWord(rest)
		if inner == "" {
			return nil, errors.New("call wants the name of a tool: call NAME key=value")
		}
		args, err := readArguments(s, inner, rest)
		if err != nil {
			return nil, err
		}
		entry := py.Object{{Key: "name", Value: inner}, {Key: "arguments", Value: args}}
		if s.Rules.CallsForm {
			return one(py.Object{{Key: "calls", Value: py.List{entry}}})
		}
		return one(entry)
	}
	args, err := readArguments(s, name, rest)
	if err != nil {
		return nil, err
	}
	return one(args)
}

// searchLimit takes limit=N off the end of a search.
func searchLimit(text string) (rest string, limit py.Object, err error) {
	at := strings.LastIndex(" "+text, " limit=")
	if at < 0 {
		return text, nil, nil
	}
	v, err := py.Parse([]byte(strings.TrimSpace(text[at+len("limit="):])))
	if err != nil {
		return "", nil, errors.New("limit= takes a number and stands last")
	}
	return strings.TrimSpace(text[:at]), py.Object{{Key: "limit", Value: v}}, nil
}

// listed reads items with separators between them. What is JSON stays what it is.
func listed(text, separators string) py.Value {
	if strings.HasPrefix(text, "[") {
		if v, err := py.Parse([]byte(text)); err == nil {
			return v
		}
	}
	list := py.List{}
	for _, item := range splitTop(text, separators) {
		if item = unquoted(strings.TrimSpace(item)); item != "" {
			list = append(list, item)
		}
	}
	return list
}

// readArguments reads a JSON value, or key=value as often as it stands there.
func readArguments(s *engine.Session, tool, text string) (py.Value, error) {
	if text == "" {
		return py.Object{}, nil
	}
	if strings.ContainsAny(text[:1], `{["`) {
		v, err := py.Parse([]byte(text))
		if err != nil {
			return nil, fmt.Errorf("the arguments of %s are no JSON: %w", tool, err)
		}
		return v, nil
	}
	args := py.Object{}
	for _, pair := range splitTop(text, " \t") {
		if pair == "" {
			continue
		}
		key, value, ok := strings.Cut(pair, "=")
		if !ok || key == "" {
			return nil, fmt.Errorf(`%q is no argument: write key=value, or a JSON object`, pair)
		}
		args = args.With(key, valueOf(s, tool, key, value))
	}
	return args, nil
}

// valueOf reads the value of key=value: JSON where it is some and the parameter is no
// text, else the text itself.
func valueOf(s *engine.Session, tool, key, text string) py.Value {
	v, err := py.Parse([]byte(text))
	_, quoted := v.(string)
	if err != nil || !quoted && typeOf(property(s, tool, key)) == "string" {
		return text
	}
	return v
}

// property returns the schema of a parameter, nil when there is none.
func property(s *engine.Session, tool, key string) py.Object {
	return properties(s, tool).Object(key)
}

func properties(s *engine.Session, tool string) py.Object {
	e, ok := s.Registry.Lookup(tool)
	if !ok {
		return nil
	}
	return e.Properties()
}

func typeOf(schema py.Object) string { return schema.Text("type") }

// readJSON reads calls as messages have them: {name, arguments}, {name, input},
// {function: {name, arguments}}, or a list of those.
func readJSON(text string) ([]planner.Call, error) {
	v, err := py.Parse([]byte(text))
	if err != nil {
		return nil, fmt.Errorf("this begins like JSON and is none: %w", err)
	}
	list, ok := v.(py.List)
	if !ok {
		list = py.List{v}
	}
	var calls []planner.Call
	for _, item := range list {
		o, _ := item.(py.Object)
		if f, ok := o.Get("function"); ok {
			o, _ = f.(py.Object)
		}
		if o.Text("name") == "" {
			return nil, errors.New(`a call in JSON is {"name": …, "arguments": {…}}`)
		}
		calls = append(calls, CallOf(o))
	}
	if len(calls) == 0 || len(calls) > MaxCalls {
		return nil, fmt.Errorf("a message takes 1 to %d calls here", MaxCalls)
	}
	return calls, nil
}

// CallOf makes a call of an object with a name and, under arguments, input or args,
// an object or its text.
func CallOf(o py.Object) planner.Call {
	c := planner.Call{Name: o.Text("name"), Arguments: "{}"}
	for _, key := range []string{"arguments", "input", "args"} {
		if v, ok := o.Get(key); ok && v != nil {
			if text, isText := v.(string); isText {
				c.Arguments = text
			} else {
				c.Arguments = py.Spaced(v)
			}
			break
		}
	}
	return c
}

func firstWord(text string) (word, rest string) {
	i := strings.IndexFunc(text, func(r rune) bool { return strings.ContainsRune(" \t{[", r) })
	if i < 0 {
		return text, ""
	}
	return text[:i], strings.TrimSpace(text[i:])
}

// splitTop splits a text at separators that stand outside quotes and brackets.
func splitTop(text, separators string) []string {
	var parts []string
	start, depth := 0, 0
	quoted, escaped := false, false
	for i, r := range text {
		switch {
		case escaped:
			escaped = false
		case quoted && r == '\\':
			escaped = true
		case r == '"':
			quoted = !quoted
		case quoted:
		case r == '{' || r == '[':
			depth++
		case r == '}' || r == ']':
			depth = max(depth-1, 0)
		case depth == 0 && strings.ContainsRune(separators, r):
			parts = append(parts, text[start:i])
			start = i + len(string(r))
		}
	}
	return append(parts, text[start:])
}

// unquoted takes the quotes off a text that is a JSON string.
func unquoted(text string) string {
	if strings.HasPrefix(text, `"`) {
		if v, err := py.Parse([]byte(text)); err == nil {
			if s, ok := v.(string); ok {
				return s
			}
		}
	}
	return text
}

// promptWords are the words that a call may begin with, besides visible tools.
func promptWords() []string {
	return slices.Concat([]string{"search", "describe", "call"}, engine.BridgeNames())
}
