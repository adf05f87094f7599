package play

import (
	"cmp"
	"slices"
	"strings"

	"findable/engine"
	"findable/engine/py"
)

// A Completion is a word that can stand at the caret.
type Completion struct {
	// Text takes the place of the text from the Completions' From on.
	Text string
	// About is what it is, in a few words: a description or a type. It is text from
	// the catalog.
	About string
}

// Completions are the words that fit, the best first.
type Completions struct {
	// From is the byte at which the word begins that is completed.
	From int
	List []Completion
}

// maxCompletions is how many are looked for.
const maxCompletions = 50

// Complete returns what the last word of a text at the prompt may become: a word of
// the prompt or a visible tool at the beginning of a call, then names of tools, then
// parameters from the tool's schema, then the values that it lists.
func Complete(s *engine.Session, text string) Completions {
	parts := splitTop(text, ";\n")
	last := parts[len(parts)-1]
	part := strings.TrimLeft(last, " \t")
	word, rest := firstWord(part)
	if len(word) == len(part) { // the first word is being written
		return startingWith(text, part, s)
	}
	name := word
	if full, short := shortForms[word]; short {
		name = full
	}
	switch name {
	case "tool_search":
		return Completions{From: len(text)}
	case "tool_describe":
		tail := rest[strings.LastIndexAny(rest, ", \t")+1:]
		if strings.HasSuffix(part, " ") || strings.HasSuffix(part, ",") {
			tail = ""
		}
		return Completions{len(text) - len(tail), named(s.Deferred, tail)}
	case "tool_call":
		inner, arguments := firstWord(rest)
		if strings.HasPrefix(rest, "{") {
			return Completions{From: len(text)}
		}
		if inner == rest && !strings.HasSuffix(part, " ") || rest == "" {
			return Completions{len(text) - len(inner), named(s.Deferred, inner)}
		}
		name, rest = inner, arguments
	}
	return parameters(s, name, rest, text)
}

func startingWith(text, word string, s *engine.Session) Completions {
	c := Completions{From: len(text) - len(word)}
	for _, w := range promptWords() {
		if strings.HasPrefix(w, word) {
			c.List = append(c.List, Completion{w + " ", about[w]})
		}
	}
	c.List = append(c.List, named(s.Visible, word)...)
	return c
}

var about = map[string]string{
	"search": "find deferred tools: search TEXT, TEXT", "describe": "their schemas: describe NAME, NAME", "call": "run one: call NAME key=value",
	"tool_search": "with arguments as JSON", "tool_describe": "with arguments as JSON", "tool_call": "with arguments as JSON",
}

// named returns the tools whose name, with its server or without, begins with a word;
// then those that have it anywhere.
func named(tools []*engine.Entry, word string) []Completion {
	word = strings.ToLower(word)
	var first, second []Completion
	for _, e := range tools {
		name, bare := strings.ToLower(e.Name), strings.ToLower(e.Bare())
		c := Completion{e.Name + " ", e.Short}
		switch {
		case strings.HasPrefix(name, word) || strings.HasPrefix(bare, word):
			first = append(first, c)
		case strings.Contains(name, word):
			second = append(second, c)
		}
		if len(first) == maxCompletions {
			break
		}
	}
	all := append(first, second...)
	return all[:min(len(all), maxCompletions)]
}

// parameters completes key=value behind a tool's name.
func parameters(s *engine.Session, tool, given, text string) Completions {
	if strings.HasPrefix(given, "{") {
		return Completions{From: len(text)}
	}
	pairs := splitTop(given, " \t")
	last := pairs[len(pairs)-1]
	if strings.HasSuffix(text, " ") {
		last = ""
	}
	key, value, hasValue := strings.Cut(last, "=")
	if hasValue {
		return values(property(s, tool, key), value, text)
	}
	have := map[string]bool{}
	for _, p := range pairs {
		if k, _, ok := strings.Cut(p, "="); ok {
			have[k] = true
		}
	}
	required := requiredOf(s, tool)
	c := Completions{From: len(text) - len(last)}
	for _, m := range properties(s, tool) {
		if !have[m.Key] && strings.HasPrefix(strings.ToLower(m.Key), strings.ToLower(last)) {
			c.List = append(c.List, Completion{m.Key + "=", parameterAbout(m, required[m.Key])})
		}
	}
	slices.SortStableFunc(c.List, func(a, b Completion) int { // what is required comes first
		return cmp.Compare(rankOf(required, a), rankOf(required, b))
	})
	return c
}

func rankOf(required map[string]bool, c Completion) int {
	if required[strings.TrimSuffix(c.Text, "=")] {
		return 0
	}
	return 1
}

func requiredOf(s *engine.Session, tool string) map[string]bool {
	required := map[string]bool{}
	if e, ok := s.Registry.Lookup(tool); ok {
		for _, name := range s.Record(e).List("required") {
			required[name.(string)] = true
		}
	}
	return required
}

func parameterAbout(m py.Member, required bool) string {
	schema, _ := m.Value.(py.Object)
	text := cmp.Or(typeOf(schema), "any")
	if required {
		text += ", required"
	}
	if d := schema.Text("description"); d != "" {
		text += ": " + engine.ShortDescription(d)
	}
	return text
}

// values completes the value of a parameter that lists them.
func values(schema py.Object, begun, text string) Completions {
	c := Completions{From: len(text) - len(begun)}
	list := schema.List("enum")
	if typeOf(schema) == "boolean" {
		list = py.List{true, false}
	}
	for _, item := range list {
		word, isText := item.(string)
		if !isText || strings.ContainsAny(word, " \t;\"") {
			word = py.Compact(item)
		}
		if strings.HasPrefix(word, begun) {
			c.List = append(c.List, Completion{Text: word + " "})
		}
	}
	return c
}

// Common returns the longest beginning that all completions share.
func (c Completions) Common() string {
	if len(c.List) == 0 {
		return ""
	}
	common := c.List[0].Text
	for _, x := range c.List[1:] {
		for !strings.HasPrefix(x.Text, common) {
			common = common[:len(common)-1]
		}
	}
	return strings.ToValidUTF8(common, "")
}
