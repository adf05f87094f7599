// Package term deals with what surrounds the screen: what the terminal can
// show, the clipboard, the clock, and giving the terminal back when something
// breaks.
package term

import (
	"io"
	"os"
	"strings"

	"github.com/muesli/termenv"

	_ "findable/ui/term/background" // answers for the terminal before Bubble Tea asks it
)

// ASCII reports whether the terminal should get nothing but ASCII: it is a
// Linux console or a dumb one, its locale is not UTF-8, or it draws characters
// of ambiguous width, which all lines and blocks are, two cells wide. env is
// os.Getenv. A locale that is not set counts as UTF-8, as in most containers.
func ASCII(env func(string) string) bool {
	switch env("TERM") {
	case "linux", "dumb":
		return true
	}
	switch strings.ToLower(env("RUNEWIDTH_EASTASIAN")) {
	case "1", "t", "true":
		return true
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := strings.ToLower(env(name)); locale != "" {
			return !strings.Contains(locale, "utf-8") && !strings.Contains(locale, "utf8")
		}
	}
	return false
}

// Profile returns what colours the terminal behind w shows, by its environment
// and without asking it. NO_COLOR, TERM=dumb and anything that is no terminal
// give Ascii.
func Profile(w io.Writer) termenv.Profile {
	if os.Getenv("TERM") == "dumb" {
		return termenv.Ascii
	}
	return termenv.NewOutput(w).EnvColorProfile()
}
