package themes

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// Parse reads a theme file:
//
//	about: what it is for
//	base: dark
//	background: "#1a1b26"
//	roles:
//	  text: "#c0caf5"
//	  selection: "on #283457"
//	  focus-border: bright-cyan bold
//
// A look is a colour, or "on" and a background colour, or both, then any of
// bold, faint, underline and reverse. A colour is #rrggbb, a number of the
// terminal's palette (0 to 255), one of its sixteen names (red, bright-red), or
// default. Roles that the file leaves out are those of its base, a shipped
// theme; without a base, of Default. The theme is named after the file. The
// error lists all that is wrong, each with file, line, role and fix.
func Parse(file string, data []byte) (*Theme, error) {
	var f struct {
		About, Base, Background string
		Roles                   yaml.Node
	}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	err := dec.Decode(&f)
	if errors.Is(err, io.EOF) {
		err = errors.New("there are no settings in it")
	}
	if err != nil {
		return nil, fmt.Errorf("theme %s: %w; a theme has the keys about, base, background and roles", file, err)
	}
	p := parser{file: file, theme: Theme{
		Name:       strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)),
		About:      f.About,
		Background: f.Background,
	}}
	if _, _, _, ok := RGB(f.Background); f.Background != "" && !ok {
		p.wrong(0, "background %q is not a colour like \"#1a1b26\"", f.Background)
	}
	p.roles(&f.Roles)
	p.inherit(f.Base)
	if len(p.problems) > 0 {
		return nil, errors.Join(p.problems...)
	}
	return &p.theme, nil
}

type parser struct {
	file     string
	theme    Theme
	given    [Roles]bool
	problems []error
}

// wrong notes a problem; line 0 stands for the file.
func (p *parser) wrong(line int, format string, args ...any) {
	place := p.file
	if line > 0 {
		place += ":" + strconv.Itoa(line)
	}
	p.problems = append(p.problems, fmt.Errorf("theme %s: %s", place, fmt.Sprintf(format, args...)))
}

func (p *parser) roles(n *yaml.Node) {
	if n.Kind == 0 {
		return
	}
	if n.Kind != yaml.MappingNode {
		p.wrong(n.Line, "roles must be a mapping from role to look")
		return
	}
	for i := 0; i < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		role, ok := roleNamed(key.Value)
		switch {
		case !ok:
			p.wrong(key.Line, "there is no role %q; the roles are %s", key.Value, strings.Join(names[:], ", "))
		case p.given[role]:
			p.wrong(key.Line, "role %s is given twice; remove one", role)
		case value.Kind != yaml.ScalarNode:
			p.wrong(value.Line, "role %s: a look is one line of text, such as \"#c0caf5 bold\"", role)
		default:
			p.given[role] = true
			look, err := ParseLook(value.Value)
			if err != nil {
				p.wrong(value.Line, "role %s: %v", role, err)
			}
			p.theme.Looks[role] = look
		}
	}
}

// inherit fills the roles that the file leaves out.
func (p *parser) inherit(base string) {
	missing := slices.Index(p.given[:], false)
	if base == "" && missing < 0 {
		return
	}
	if base == "" {
		base = Default
	}
	if base == p.theme.Name {
		if missing >= 0 {
			p.wrong(0, "role %s is missing, and a theme cannot be its own base", Role(missing))
		}
		return
	}
	from, err := Named(base, true)
	if err != nil {
		p.wrong(0, "base: %v", err)
		return
	}
	if p.theme.Background == "" {
		p.theme.Background = from.Background
	}
	for r, given := range p.given {
		if !given {
			p.theme.Looks[r] = from.Looks[r]
		}
	}
}

// ParseLook reads one look, as Parse describes it. Only the empty text after
// trimming is an error by itself: "default" says that a role has no look.
func ParseLook(text string) (Look, error) {
	var l Look
	words := strings.Fields(text)
	if len(words) == 0 {
		return l, errors.New("no look is given; write default for none, and quotes around a colour that starts with #")
	}
	for i := 0; i < len(words); i++ {
		switch w := words[i]; w {
		case "bold":
			l.Bold = true
		case "faint":
			l.Faint = true
		case "underline":
			l.Underline = true
		case "reverse":
			l.Reverse = true
		case "on":
			if i++; i == len(words) {
				return l, errors.New(`a background colour must follow "on"; put quotes around a look with #`)
			}
			bg, err := colour(words[i])
			if err != nil {
				return l, err
			}
			l.Bg = bg
		default:
			fg, err := colour(w)
			if err != nil {
				return l, err
			}
			if i > 0 {
				return l, fmt.Errorf("the colour %s must come first, or after \"on\"", w)
			}
			l.Fg = fg
		}
	}
	return l, nil
}

var sixteen = []string{"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"}

// colour checks a colour and turns its name into its number.
func colour(word string) (string, error) {
	if word == "default" {
		return "", nil
	}
	if _, _, _, ok := RGB(word); ok {
		return strings.ToLower(word), nil
	}
	if n, err := strconv.Atoi(word); err == nil && n >= 0 && n <= 255 && word == strconv.Itoa(n) {
		return word, nil
	}
	name, bright := strings.CutPrefix(word, "bright-")
	if i := slices.Index(sixteen, name); i >= 0 {
		if bright {
			i += 8
		}
		return strconv.Itoa(i), nil
	}
	return "", fmt.Errorf("%q is not a colour or attribute; a colour is \"#rrggbb\", 0 to 255, one of %s with or without bright- before it, or default; an attribute is bold, faint, underline or reverse",
		word, strings.Join(sixteen, ", "))
}

// RGB reads a colour written #rrggbb.
func RGB(colour string) (r, g, b uint8, ok bool) {
	if len(colour) != 7 || colour[0] != '#' {
		return 0, 0, 0, false
	}
	n, err := strconv.ParseUint(colour[1:], 16, 32)
	if err != nil {
		return 0, 0, 0, false
	}
	return uint8(n >> 16), uint8(n >> 8), uint8(n), true
}
