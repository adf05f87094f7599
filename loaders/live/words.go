package live

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// given is a name in front of a target: NAME=. It has no space, slash or quote, so
// that an argument with a = further on does not make a name.
var given = regexp.MustCompile(`^([^\s=/\\'"]+)=(.*)$`)

// ParseTarget reads what to connect to, as one writes it on a command line: a
// program with its arguments, or the address of a server over HTTP, with NAME=
// before it or not. Quotes and backslashes part words as in a shell, which does
// not come into it: nothing is expanded but ${VAR}, when the server is started.
func ParseTarget(text string) (Target, error) {
	var t Target
	if m := given.FindStringSubmatch(text); m != nil {
		t.Name, text = m[1], m[2]
	}
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://") {
		if strings.ContainsAny(text, " \t\n") {
			return t, errors.New("an address has no spaces in it")
		}
		t.URL = text
		return t, nil
	}
	words, err := split(text)
	if err != nil {
		return t, err
	}
	if len(words) == 0 {
		return t, errors.New("neither a command nor an address")
	}
	if kind, _, ok := strings.Cut(words[0], "://"); ok {
		return t, fmt.Errorf("an address begins with http:// or https://, not with %s://", kind)
	}
	t.Command, t.Args = words[0], words[1:]
	return t, nil
}

// split parts a command line into words.
func split(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	begun := false
	quote := rune(0)
	runes := []rune(line)
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		switch {
		case quote == 0 && (r == ' ' || r == '\t' || r == '\n'):
			if begun {
				words = append(words, word.String())
				word.Reset()
				begun = false
			}
			continue
		case quote == 0 && (r == '\'' || r == '"'):
			quote = r
		case r == quote:
			quote = 0
		case r == '\\' && quote != '\'':
			if i++; i == len(runes) {
				return nil, errors.New("a backslash at the end, with nothing behind it")
			}
			if quote == '"' && !strings.ContainsRune("\"\\$`", runes[i]) {
				word.WriteRune('\\')
			}
			word.WriteRune(runes[i])
		default:
			word.WriteRune(r)
		}
		begun = true
	}
	if quote != 0 {
		return nil, fmt.Errorf("a quote %c that is not closed", quote)
	}
	if begun {
		words = append(words, word.String())
	}
	return words, nil
}
