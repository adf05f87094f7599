// Package cli is findable's command line: its grammar, the commands, what they
// print as plain text and as JSON, and the exit statuses (cli.md).
//
// A command reads its dumps and settings into a setup (setup.go), asks the
// engine, and prints. Every text of a tool passes cell.Glyphs.Clean on its way to
// plain text; JSON keeps it as it is.
package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	xterm "github.com/charmbracelet/x/term"

	"findable/loaders"
	"findable/loaders/live"
	"findable/ui/cell"
	"findable/ui/term"
)

// The exit statuses: all went well; a finding, or a gate that is not met; wrong
// usage, unreadable input or a fatal fault.
const statusFine, statusGate, statusFailed = 0, 1, 2

// errGate is what a command returns that has printed all it has to say and whose
// gate is not met.
var errGate = errors.New("a gate is not met")

// Main runs findable with the arguments that follow the program's name and
// returns the exit status. Nothing is written to stdout after an error of usage
// or input; the app starts only where stdout is a terminal.
func Main(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) // a write to a closed pipe is an error then, and not the end
	r := &run{stdin: &rereader{from: stdin}, out: bufio.NewWriterSize(stdout, 1<<16), stderr: stderr, servers: &live.Client{Version: version()}}
	defer r.servers.Close() // whatever happens, none is left behind
	// A pipe that nobody reads any more is an error of the write then, not the end of
	// the program here and now, with servers and terminal as they are.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	file, isFile := stdout.(*os.File)
	r.terminal = isFile && xterm.IsTerminal(file.Fd())
	root := r.root()
	root.SetArgs(append([]string{}, args...)) // nil would mean the arguments of the process
	root.SetOut(r.out)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if fault := r.out.Flush(); fault != nil && err == nil {
		if errors.Is(fault, syscall.EPIPE) { // `| head` has read enough
			return statusFine
		}
		err = fmt.Errorf("the output cannot be written: %w", fault)
	}
	switch {
	case errors.Is(err, errGate):
		return statusGate
	case err != nil:
		r.tell(err.Error())
		return statusFailed
	}
	return statusFine
}

// A run is one call of findable: its streams and its flags.
type run struct {
	stdin    *rereader
	out      *bufio.Writer
	terminal bool // stdout is a terminal
	plain    bool // a command is run, not the app
	stderr   io.Writer
	progress func(loaders.Progress) // is told how far a load is, nil when nobody asks
	servers  *live.Client
	keeper   *keeper          // of the running servers of the app, nil for a command
	listed   []loaders.Listed // what running servers listed for what is being opened
	flags
}

// glyphs are those that plain text may use.
func (r *run) glyphs() *cell.Glyphs {
	if r.ascii || r.terminal && term.ASCII(os.Getenv) {
		return cell.ASCII
	}
	return cell.Unicode
}

// tell writes a message to stderr. It may quote a file, so it is cleaned.
func (r *run) tell(message string) {
	fmt.Fprintln(r.stderr, "findable: "+strings.Join(r.glyphs().CleanLines(message), "\n"))
}

// line writes one line of clean text.
func (r *run) line(format string, args ...any) { fmt.Fprintf(r.out, format+"\n", args...) }
