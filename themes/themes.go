// Package themes holds the looks of the app as data: each theme is a YAML file
// that gives every role on the screen its colours and attributes. The package
// knows names and strings only; ui/style turns them into what a terminal reads.
package themes

import (
	"embed"
	"fmt"
	"slices"
	"strings"
)

// Names of the themes that the app falls back on.
const (
	// Default uses the terminal's own sixteen colours.
	Default = "terminal"
	// Dark and Light are what Auto chooses between.
	Dark, Light = "dark", "light"
	// Auto is no theme of its own: dark or light, by the terminal's background.
	Auto = "auto"
)

// A Theme is a look for every role.
type Theme struct {
	// Name is how the theme is chosen.
	Name string
	// About says in a few words what the theme is for.
	About string
	// Background is the colour the theme is made for, #rrggbb, or "" for any.
	// The app does not paint it; it says on which terminals the theme is legible.
	Background string
	// Looks are indexed by role.
	Looks [Roles]Look
}

// A Look is how a role is painted. The zero Look leaves text as it is.
type Look struct {
	// Fg and Bg are colours: #rrggbb, "0" to "255" of the terminal's palette, or
	// "" for its default.
	Fg, Bg string
	// Attributes of the text.
	Bold, Faint, Underline, Reverse bool
}

//go:embed *.yaml
var files embed.FS

// Names returns the names of the shipped themes, sorted.
func Names() []string {
	entries, _ := files.ReadDir(".")
	var all []string
	for _, e := range entries {
		all = append(all, strings.TrimSuffix(e.Name(), ".yaml"))
	}
	slices.Sort(all)
	return all
}

// Named returns a shipped theme. Auto gives the dark or the light one: dark says
// which. The error lists the names there are.
func Named(name string, dark bool) (*Theme, error) {
	switch {
	case name == "":
		name = Default
	case name == Auto && dark:
		name = Dark
	case name == Auto:
		name = Light
	}
	data, err := files.ReadFile(name + ".yaml")
	if err != nil {
		return nil, fmt.Errorf("no theme is called %q: choose %s or %s, or give a file", name, strings.Join(Names(), ", "), Auto)
	}
	return Parse(name+".yaml", data)
}
