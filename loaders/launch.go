package loaders

import (
	"regexp"
	"strings"
	"unicode"

	"findable/engine"
)

// A Launch is how a client starts or reaches a server. Its String may be shown;
// the fields hold secrets and must not be.
type Launch struct {
	// Command with Args is a program that speaks over its standard streams.
	Command string
	Args    []string
	// Env is set for it, besides what it inherits.
	Env []Setting
	// URL is a server over streamable HTTP, or over SSE where SSE says so.
	URL string
	SSE bool
	// Headers go with each request to URL.
	Headers []Setting
	// Dir is the program's working folder, "" for the present one.
	Dir string
}

// A Setting is an environment variable or a header. ${VAR} in its value stands
// as written.
type Setting struct{ Name, Value string }

// maxLaunch is how many characters of a launch are shown.
const maxLaunch = 200

// secret stands for what is not shown.
const secret = "***"

// String returns the launch in one line that may be shown: command and arguments,
// or the address, and the names of what is set. Values of variables and headers
// are never in it; of arguments and addresses only what is plainly no secret, and
// references such as ${VAR}.
func (l *Launch) String() string {
	text := strings.Join(shownArgs(append(strings.Fields(l.Command), l.Args...)), " ") + settingNames(" with ", l.Env)
	if l.Command == "" {
		text = shownURL(l.URL)
		if l.SSE {
			text += " over SSE"
		}
		text += settingNames(" with the header ", l.Headers)
	}
	return engine.Clip(text, maxLaunch, "…")
}

// settingNames lists the names of some settings behind a word, "" without any.
func settingNames(word string, settings []Setting) string {
	var names []string
	for _, s := range settings {
		if s.Name != "" {
			names = append(names, clip(s.Name))
		}
	}
	if names == nil {
		return ""
	}
	return word + strings.Join(names, ", ")
}

var (
	// reference is a value that is put in later: ${VAR}, ${env:VAR}, ${input:id},
	// {env:VAR}. A default inside, ${VAR:-default}, would be a value.
	reference = regexp.MustCompile(`\$\{(env:|input:)?[A-Za-z_][A-Za-z0-9_.-]*\}|\{env:[A-Za-z_][A-Za-z0-9_]*\}`)
	// variable is the short form; inside other text it may be part of a password.
	variable = regexp.MustCompile(`^\$[A-Z_][A-Z0-9_]*$`)
	// scheme is what may stand before the secret in a header.
	scheme = regexp.MustCompile(`^(?:[A-Za-z][A-Za-z-]*: +)?(?:(?i:bearer|basic|token) +)?`)
	// assignment is KEY=VALUE, the key maybe a package with its extras; pinned is
	// the rest of package==1.2.3.
	assignment = regexp.MustCompile(`^([A-Za-z_@][\w.@/\[\],-]*)=(.*)$`)
	pinned     = regexp.MustCompile(`^=[0-9]{1,4}(\.[0-9a-z]{1,6})+$`)
)

// hide returns a secret as it may be shown: the references in it stay, and a
// header's name and scheme where a reference follows.
func hide(s string) string {
	found := reference.FindAllStringIndex(s, -1)
	head := scheme.FindString(s)
	if variable.MatchString(s[len(head):]) {
		return s
	}
	if found == nil {
		if s == "" {
			return ""
		}
		return secret
	}
	var b strings.Builder
	at := 0
	if found[0][0] == len(head) {
		b.WriteString(head)
		at = len(head)
	}
	for _, f := range append(found, []int{len(s), len(s)}) {
		if f[0] > at {
			b.WriteString(secret)
		}
		b.WriteString(s[f[0]:f[1]])
		at = f[1]
	}
	return b.String()
}

// shownArgs returns the words of a command line as they may be shown.
func shownArgs(words []string) []string {
	shown := make([]string, len(words))
	wanted := false // the word before wants a secret after it
	for i, w := range words {
		if wanted {
			shown[i] = hide(w)
			wanted = isScheme(w)
			continue
		}
		shown[i] = shownWord(w)
		wanted = !strings.Contains(w, "=") && (wantsSecret(w) || isScheme(w))
	}
	return shown
}

func isScheme(w string) bool {
	w = strings.ToLower(w)
	return w == "bearer" || w == "basic"
}

// secretFlags are parts of flags and of headers' names behind which a secret
// stands; too many are better than one too few.
var secretFlags = []string{"key", "token", "secret", "pass", "pwd", "auth", "cred", "bearer", "cookie", "session", "header", "conn",
	"dsn", "sign", "jwt", "user", "login", "license"}

// wantsSecret reports whether a flag, or a header's name with its colon, has a
// secret behind it.
func wantsSecret(w string) bool {
	name := strings.TrimLeft(w, "-")
	if name == w && !strings.HasSuffix(w, ":") {
		return false
	}
	switch name {
	case "k", "p", "u", "H", "pat":
		return true
	}
	plain := plainName(name)
	for _, part := range secretFlags {
		if strings.Contains(plain, part) {
			return true
		}
	}
	return false
}

// shownWord returns one word of a command line as it may be shown.
func shownWord(w string) string {
	dashes := len(w) - len(strings.TrimLeft(w, "-"))
	if name, value, ok := strings.Cut(w, "="); ok && dashes > 0 {
		switch {
		case !harmless(name):
			return secret
		case dashes == 1 || wantsSecret(name):
			return name + "=" + hide(value)
		}
		return name + "=" + shownWord(value)
	}
	if m := assignment.FindStringSubmatch(w); m != nil && harmless(strings.NewReplacer("[", "/", "]", "").Replace(m[1])) {
		if pinned.MatchString(m[2]) {
			return w
		}
		return m[1] + "=" + hide(m[2])
	}
	switch {
	case strings.Contains(w, "://"):
		return shownURL(w)
	case harmless(w):
		return w
	}
	return hide(w)
}

// shownURL returns an address as it may be shown: without user and password, the
// query's names without its values, and of the path what reads like words.
func shownURL(address string) string {
	kind, rest, ok := strings.Cut(address, "://")
	if !ok || !harmless(kind) {
		return hide(address)
	}
	rest, fragment, hasFragment := strings.Cut(rest, "#")
	rest, query, hasQuery := strings.Cut(rest, "?")
	host, path, hasPath := strings.Cut(rest, "/")
	web := strings.HasSuffix(kind, "http") || strings.HasSuffix(kind, "https")
	if strings.Contains(path, "@") && (!web || strings.Contains(host, ":")) {
		return kind + "://" + secret // a password with a slash in it
	}
	user := ""
	if at := strings.LastIndex(host, "@"); at >= 0 {
		user, host = hide(host[:at])+"@", host[at+1:]
	}
	if !harmless(host) {
		host = hide(host)
	}
	text := kind + "://" + user + host
	if hasPath {
		text += "/" + each(path, "/", func(s string) string {
			if harmless(s) {
				return s
			}
			return hide(s)
		})
	}
	if hasQuery {
		text += "?" + each(query, "&", func(s string) string {
			if name, value, ok := strings.Cut(s, "="); ok && strings.Trim(value, "=") != "" && harmless(name) {
				return name + "=" + hide(value)
			}
			return hide(s)
		})
	}
	if hasFragment {
		text += "#" + hide(fragment)
	}
	return text
}

// each changes the parts of a text.
func each(text, separator string, change func(string) string) string {
	parts := strings.Split(text, separator)
	for i, p := range parts {
		parts[i] = change(p)
	}
	return strings.Join(parts, separator)
}

// keyStarts begin the keys that services give out.
var keyStarts = []string{"sk-", "sk_", "pk_", "rk_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "xox",
	"aiza", "ya29", "eyj", "npm_", "hf_", "lin_api_", "ntn_", "secret_", "pat-", "r8_", "dop_v1_", "shpat_", "tvly-", "pplx-", "key-"}

// harmless reports whether a text is plainly no secret: words, short numbers and
// versions with the signs of paths, packages and addresses between them, and
// references. A long run of letters and digits mixed may be a key.
func harmless(s string) bool {
	s = reference.ReplaceAllString(s, "")
	if variable.MatchString(s) {
		return true
	}
	lower := strings.ToLower(s)
	for _, start := range keyStarts {
		if strings.HasPrefix(lower, start) {
			return false
		}
	}
	mixed := 0
	for _, piece := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(`/\@.-_:,+~*^`, r) }) {
		switch wordy, short := piecewise(piece); {
		case wordy:
		case short:
			mixed++
		default:
			return false
		}
	}
	return mixed <= 1
}

// piecewise looks at a run of letters and digits: wordy is a word, a number, or a
// word with a few digits after it, short is any run that is too short for a key.
func piecewise(piece string) (wordy, short bool) {
	const longWord, longNumber, longTail, shortest = 24, 8, 4, 6
	letters, digits, turns, length := 0, 0, 0, 0
	wasLower, digitFirst := false, false
	for _, r := range piece {
		length++
		switch {
		case r >= '0' && r <= '9':
			digits++
		case unicode.IsLetter(r):
			digitFirst = digitFirst || digits > 0
			letters++
			if upper := unicode.IsUpper(r); upper && wasLower {
				turns++
			}
			wasLower = unicode.IsLower(r)
		default:
			return false, false
		}
	}
	wordy = letters == 0 && digits <= longNumber || !digitFirst && digits <= longTail && letters <= longWord && turns <= 3
	return wordy, length <= shortest
}
