// Command findable explores and tunes a tool catalog behind tool search, in the
// terminal and by commands for scripts.
package main

import (
	"context"
	"os"

	"findable/ui/cli"
)

func main() {
	os.Exit(cli.Main(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
