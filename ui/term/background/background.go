// Package background decides whether the terminal's background is dark without
// asking the terminal.
//
// Bubble Tea asks when it is initialised, and a terminal that does not answer
// costs five seconds before the first frame; a late answer arrives as typed
// text. This package therefore answers first. That works because it imports
// nothing but Lip Gloss and because Go initialises packages in the order of
// their import paths: findable/… comes before github.com/….  A program has to
// import it somewhere; importing ui/term is enough.
package background

import (
	"os"
	"strconv"
	"strings"

	"github.com/charmbracelet/lipgloss"
)

// Variable is the environment variable that says dark or light.
const Variable = "FINDABLE_BACKGROUND"

func init() { lipgloss.SetHasDarkBackground(Dark(os.Getenv)) }

// Dark reports whether to take the background for dark: as Variable says, else
// as COLORFGBG says (which rxvt, Konsole, iTerm2 and others set), else yes. It
// decides only which of the themes dark and light "auto" stands for.
func Dark(env func(string) string) bool {
	switch strings.ToLower(env(Variable)) {
	case "dark":
		return true
	case "light":
		return false
	}
	// COLORFGBG is text;background or text;other;background in palette numbers.
	// 7 and 9 to 15 are light, as vim takes them too.
	colours := strings.Split(env("COLORFGBG"), ";")
	n, err := strconv.Atoi(colours[len(colours)-1])
	return err != nil || n != 7 && n < 9
}
