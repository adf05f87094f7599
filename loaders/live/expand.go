package live

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"findable/loaders"
)

// reference is what stands for a value in a configuration: ${VAR} and ${env:VAR},
// with a default as in ${VAR:-default}; ${input:id}, which an editor would ask
// for; {env:VAR}; and $VAR where that is all.
var reference = regexp.MustCompile(`\$\{(env:|input:)?([A-Za-z_][A-Za-z0-9_.-]*?)(:-([^}]*))?\}|\{env:([A-Za-z_][A-Za-z0-9_]*)\}|^\$([A-Z_][A-Z0-9_]*)$`)

// expand fills in the variables of a launch. The replacer takes out again what must
// not be shown: their values, and those of all settings. A variable that is not set
// is an error that names it: what would be sent in its place helps nobody.
func expand(l loaders.Launch, lookup func(string) (string, bool)) (loaders.Launch, *strings.Replacer, error) {
	x := &expander{lookup: lookup}
	l.Command, l.Dir, l.URL = x.text(l.Command), x.text(l.Dir), x.text(l.URL)
	l.Args = slices.Clone(l.Args)
	for i := range l.Args {
		l.Args[i] = x.text(l.Args[i])
	}
	l.Env, l.Headers = x.settings(l.Env), x.settings(l.Headers)
	if x.missing != nil {
		return l, nil, fmt.Errorf("needs %s, which is not set; set %[2]s in the environment", strings.Join(x.missing, " and "), x.pronoun())
	}
	var pairs []string
	slices.SortFunc(x.values, func(a, b string) int { return len(b) - len(a) }) // the first that fits is taken
	for _, v := range x.values {
		if len(v) >= shortestSecret {
			pairs = append(pairs, v, "***")
		}
	}
	return l, strings.NewReplacer(pairs...), nil
}

// shortestSecret is the length from which on a value is taken out of texts; what is
// shorter is a word such as "true".
const shortestSecret = 6

type expander struct {
	lookup  func(string) (string, bool)
	values  []string // that were filled in, or are a setting's
	missing []string // variables, each with the reference that wants it
}

func (x *expander) pronoun() string {
	if len(x.missing) == 1 {
		return "it"
	}
	return "them"
}

func (x *expander) text(s string) string {
	return reference.ReplaceAllStringFunc(s, func(found string) string {
		m := reference.FindStringSubmatch(found)
		name := m[2] + m[5] + m[6]
		if m[1] == "input:" {
			name = variableFor(name)
		}
		v, ok := x.lookup(name)
		switch {
		case ok && (v != "" || m[3] == ""):
			x.values = append(x.values, v)
			return v
		case m[3] != "":
			return m[4]
		}
		text := "the environment variable " + name
		if m[1] == "input:" {
			text += " for " + found
		}
		if !slices.Contains(x.missing, text) {
			x.missing = append(x.missing, text)
		}
		return found
	})
}

// variableFor is the environment variable that stands in for an editor's input:
// its id in capitals, with _ for every other sign.
func variableFor(input string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, strings.ToUpper(input))
}

func (x *expander) settings(all []loaders.Setting) []loaders.Setting {
	all = slices.Clone(all)
	for i := range all {
		all[i].Value = x.text(all[i].Value)
		x.values = append(x.values, all[i].Value)
	}
	return all
}
