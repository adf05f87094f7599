package ui

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"findable/engine"
	"findable/engine/py"
)

// parts are the members of a tool that can be edited, in the order of a form.
var parts = [...]string{"name", "description", "parameters"}

// partText returns a member of a tool as a text to edit: parameters laid out as JSON.
func partText(t engine.Tool, key string) string {
	v, has := t.Function.Get(key)
	if text, ok := v.(string); ok && key != "parameters" {
		return text
	}
	if !has || v == nil {
		return ""
	}
	return jsonText(v)
}

// jsonText lays a value out as JSON.
func jsonText(v py.Value) string {
	lines := pretty(v)
	texts := make([]string, len(lines))
	for i, l := range lines {
		texts[i] = l.text
	}
	return strings.Join(texts, "\n")
}

// A partFault says what is wrong with a text, and where: a byte of it.
type partFault struct {
	part int // of parts
	at   int
	text string
}

func (f *partFault) Error() string { return parts[f.part] + ": " + f.text }

// parsePart reads the text of a part.
func parsePart(part int, text string) (py.Value, error) {
	if part < 2 {
		return text, checkPart(part, text)
	}
	if strings.TrimSpace(text) == "" {
		return nil, &partFault{part, 0, "an object is wanted; write {} for none"}
	}
	v, err := py.Parse([]byte(text))
	var syntax *py.SyntaxError
	if errors.As(err, &syntax) {
		line := text[strings.LastIndexByte(text[:syntax.Offset], '\n')+1 : syntax.Offset]
		return nil, &partFault{part, syntax.Offset, fmt.Sprintf("line %d, column %d: %s", syntax.Line, utf8.RuneCountInString(line)+1, syntax.Msg)}
	}
	return v, checkPart(part, v)
}

// checkPart says what is wrong with a value of a part, nil when nothing is.
func checkPart(part int, v py.Value) error {
	text, isText := v.(string)
	_, isObject := v.(py.Object)
	switch {
	case part == 0 && (!isText || text == ""):
		return &partFault{part, 0, "a tool must have a name"}
	case part == 1 && !isText:
		return &partFault{part, 0, "a text is wanted"}
	case part == 2 && !isObject:
		return &partFault{part, 0, "an object is wanted, such as {\"type\": \"object\"}"}
	}
	return nil
}

// withSet returns the edits with members of a tool set. What is as it was loaded is
// no edit.
func (a *App) withSet(key toolKey, set py.Object) []engine.Edit {
	loaded, _ := a.loaded(key)
	return changed(engine.Merged(a.in.Edits), key, func(e *engine.Edit) {
		for _, m := range set {
			was, has := loaded.Function.Get(m.Key)
			if reflect.DeepEqual(was, m.Value) || !has && m.Value == "" {
				e.Set = e.Set.Without(m.Key)
			} else {
				e.Set = e.Set.With(m.Key, m.Value)
			}
		}
	})
}

// takeSet makes members of a tool edits, in one step.
func (a *App) takeSet(key toolKey, set py.Object) {
	if len(set) == 0 {
		a.say("nothing is changed")
		return
	}
	keys := make([]string, len(set))
	for i, m := range set {
		keys[i] = m.Key
	}
	a.edit("what-if on "+a.clean(key.tool)+": "+strings.Join(keys, ", "), a.withSet(key, set))
}
