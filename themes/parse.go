package themes

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// Parse reads a theme file. A theme may leave roles out when it names a shipped
// theme as its base; without a base they are those of Default. The error lists
// all that is wrong, each with file, line, role and fix.
//
//	about: what it is for
//	base: dark
//	background: "#1a1b26"
//	roles:
//	  text: "#c0caf5"
//	  selection: on "#283457"
//	  focus-border: bright-cyan bold
//
// A look is a colour, or "on" and a background colour, or both, and any of bold,
// faint, underline and reverse. A colour is #rrggbb, a number of the terminal's
// palette (0 to 255), one of its sixteen names (red, bright-red), or default.
func Parse(file string, data []byte) (*Theme, error) {
	var f struct {
		About      string    `yaml:"about"`
		Base       string    `yaml:"base"`
		Background string    `yaml:"background"`
		Roles      yaml.Node `yaml:"roles"`
	}
	dec := yaml.NewDecoder(strings.NewReader(string(data)))
	dec.KnownFields(true)
	if err := dec.Decode(&f); err != nil {
		return nil, fmt.Errorf("theme %s: %w: a theme has the keys about, base, background and roles", file, err)
	}
	t := &Theme{Name: strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))}
	p := parser{file: file}
	p.base(t, f.Base)
	t.About, t.Background = f.About, ""
	p.background(t, f.Background)
	p.roles(t, &f.Roles)
	return t, errors.Join(p.problems...)
}
