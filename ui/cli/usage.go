package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// usageTemplate takes how the command is called, and the parts about it.
const usageTemplate = `Usage: %s
%s
FINDABLE_GENERATION, FINDABLE_CONTEXT, FINDABLE_CONFIG, FINDABLE_ASCII, FINDABLE_THEME,
FINDABLE_NO_MOUSE and FINDABLE_PREFERENCES stand for the flags of their names.

Exit status: 0 fine, 1 a finding or a gate not met, 2 usage, unreadable input or a fault.
`

// usageWidth is the width of the texts about flags, in columns.
const usageWidth = 96

// usage writes how a command is called. text/template would do the same, but finds methods
// by their names, for which the linker keeps all methods of the program: 10% of it.
func usage(c *cobra.Command) error {
	var b strings.Builder
	part := func(title, text string) {
		fmt.Fprintf(&b, "\n%s:\n%s\n", title, strings.TrimRight(text, " \n"))
	}
	if c.HasExample() {
		part("Examples", c.Example)
	}
	if c.HasAvailableSubCommands() {
		var commands strings.Builder
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() {
				fmt.Fprintf(&commands, "  %-*s %s\n", sub.NamePadding(), sub.Name(), sub.Short)
			}
		}
		part("Commands", commands.String())
	}
	if c.HasAvailableLocalFlags() {
		part("Flags", c.LocalFlags().FlagUsagesWrapped(usageWidth))
	}
	if c.HasAvailableInheritedFlags() {
		part("Common flags", c.InheritedFlags().FlagUsagesWrapped(usageWidth))
	}
	_, err := fmt.Fprintf(c.OutOrStderr(), usageTemplate, c.UseLine(), b.String())
	return err
}
