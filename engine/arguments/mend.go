package arguments

import (
	"regexp"
	"strings"

	"findable/engine/py"
)

// The parts of a `calls` text that can be mended (engine.md, section 11). In
// what stands before and after the arguments, ~ means blanks as Python sees them.
var (
	callHead  = mending(`^~\[?~\{~(?:"name"~:~"([^"]*)"~,~)?"arguments"~:~\{`)
	callTail  = mending(`^~\}?~\]?~$`)
	namedTail = mending(`^~\]?~"?~,~"name"~:~"([^"]+)"~\}~\]?~$`)
	toolName  = regexp.MustCompile(`^[A-Za-z0-9_.:-]+$`)
)

func mending(pattern string) *regexp.Regexp {
	const blanks = `[\t-\r\x1c-\x20\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}]*`
	return regexp.MustCompile(strings.ReplaceAll(pattern, "~", blanks))
}

// mendCalls reads a `calls` text that is no JSON in the two cases that leave no
// doubt: the entry not closed, its name beside `calls`; or the entry closed too
// early, its name after the arguments. beside is what `calls` is a key of.
func mendCalls(text string, beside py.Object) (Call, bool) {
	if strings.Count(text, `"arguments"`) != 1 {
		return Call{}, false
	}
	head := callHead.FindStringSubmatchIndex(text)
	if head == nil {
		return Call{}, false
	}
	start := head[1] - 1
	end, ok := closingBrace(text, start)
	if !ok {
		return Call{}, false
	}
	parsed, _ := py.Parse([]byte(text[start:end]))
	args, ok := parsed.(py.Object)
	if !ok {
		return Call{}, false
	}
	within, agrees := "", func(string) bool { return true }
	if head[2] >= 0 {
		within = py.Strip(text[head[2]:head[3]])
		agrees = func(name string) bool { return name == within }
	}
	if name := nameOf(beside); callTail.MatchString(text[end:]) && callable(name) && agrees(name) {
		return Call{name, args}, true
	}
	tail := namedTail.FindStringSubmatch(text[end:])
	if tail == nil {
		return Call{}, false
	}
	name, other := py.Strip(tail[1]), py.Strip(beside.Text("name"))
	if !callable(name) || !agrees(name) || other != "" && other != name {
		return Call{}, false
	}
	for _, m := range beside {
		if m.Key != "calls" && m.Key != "name" && !args.Has(m.Key) {
			args = args.With(m.Key, m.Value)
		}
	}
	return Call{name, args}, true
}

// callable reports whether a mended text may name this tool.
func callable(name string) bool { return toolName.MatchString(name) && !isBridge(name) }

// closingBrace returns where the object that opens at start ends, braces within
// strings not counted.
func closingBrace(text string, start int) (end int, ok bool) {
	depth, quoted := 0, false
	for i := start; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				return i + 1, true
			}
		}
	}
	return 0, false
}
