// Command findable explores and tunes a tool catalog behind tool search, in the
// terminal and by commands for scripts.
package main

import (
	"context"
	"os"
	"runtime"

	"findable/ui/cli"
)

func main() {
	// Reading a catalog makes much and throws little away. With this the garbage
	// collector waits for as much again before it looks: it is never written to, so
	// that it takes addresses and no memory.
	idle := make([]byte, 64<<20)
	status := cli.Main(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	runtime.KeepAlive(idle)
	os.Exit(status)
}
