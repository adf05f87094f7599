package engine

import (
	"fmt"

	"findable/engine/py"
)

// ToolDescribe answers a tool_describe call with the given arguments (engine.md,
// section 8).
func (s *Session) ToolDescribe(arguments py.Object) Reply {
	v, ok := arguments.Get("names")
	names, kind := readTexts(v, ok)
	names = unique(names)
	switch {
	case kind == NotAList:
		return errorReply(kind, "tool_describe needs `names`: a list of exact tool names.")
	case kind == EmptyList:
		return errorReply(kind, "`names` holds no name; give at least one.")
	case len(names) > MaxNames:
		return errorReply(TooMany, fmt.Sprintf("`names` holds %d names and one call takes %d at most; split them over several calls.",
			len(names), MaxNames))
	}
	tools, errors, missing := py.Object{}, py.Object{}, py.List{}
	for _, name := range names {
		if e, ok := s.deferred[name]; ok {
			tools = append(tools, py.Member{Key: name, Value: described(e)})
		} else if e, ok := s.Registry.Lookup(name); ok && s.Class(e).direct() {
			errors = append(errors, py.Member{Key: name, Value: notDeferrableWords(name)})
		} else {
			missing = append(missing, name)
		}
	}
	out := py.Object{{Key: "tools", Value: tools}}
	if len(missing) > 0 {
		out = append(out, py.Member{Key: "not_found", Value: missing}, py.Member{Key: "hint", Value: notFoundHint})
	}
	if len(errors) > 0 {
		out = append(out, py.Member{Key: "errors", Value: errors})
	}
	return Reply{Text: py.Spaced(out)}
}

const notFoundHint = "These names are not in this session's catalog. Names must be exact; find them with tool_search."

func notDeferrableWords(name string) string {
	return "`" + name + "` is not a deferred tool: it is loaded already, so call it directly by its name."
}

func described(e *Entry) py.Object {
	description, ok := e.Function.Get("description")
	if !ok {
		description = ""
	}
	parameters, ok := e.Function.Get("parameters")
	if !ok {
		parameters = py.Object{}
	}
	return py.Object{{Key: "description", Value: description}, {Key: "parameters", Value: parameters}}
}

func unique(list []string) []string {
	seen := make(map[string]bool, len(list))
	out := list[:0:0]
	for _, s := range list {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}
