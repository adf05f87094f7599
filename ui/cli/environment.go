package cli

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/pflag"
)

// fromEnvironment are the flags that a variable can stand for: what belongs to a
// machine or a user rather than to one call.
var fromEnvironment = []string{"generation", "context", "config", "ascii", "theme", "no-mouse", "preferences"}

// variable is the name of the variable that stands for a flag.
func variable(flag string) string {
	return "FINDABLE_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// readEnvironment gives the flags that are not on the command line the values of
// their variables. An empty one counts as not set.
func readEnvironment(fs *pflag.FlagSet) error {
	for _, name := range fromEnvironment {
		value := os.Getenv(variable(name))
		if value == "" || fs.Lookup(name) == nil || fs.Changed(name) {
			continue
		}
		if err := fs.Set(name, value); err != nil {
			return fmt.Errorf("the variable %s: %w", variable(name), err)
		}
	}
	return nil
}
