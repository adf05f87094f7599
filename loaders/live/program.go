package live

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"findable/engine"
	"findable/loaders"
)

// A program is a server that runs as a process of its own, with the processes that
// it starts in its turn.
type program struct {
	cmd      *exec.Cmd
	messages *messages
	in, out  *os.File // our ends of its standard input and output
	wire     *wire
	stderr   tail
	ended    chan struct{} // closed when it has ended and been reaped
	stopped  sync.Once
}

// start starts the program of a launch. beside makes safe what waits for its end.
func start(l loaders.Launch, w *wire, beside func(func()) func()) (*program, error) {
	path, args, err := find(l)
	if err != nil {
		return nil, err
	}
	p := &program{cmd: exec.Command(path, args...), wire: w, ended: make(chan struct{})}
	p.cmd.Args[0] = l.Command
	p.cmd.Dir = l.Dir
	p.cmd.Env = os.Environ()
	for _, e := range l.Env {
		p.cmd.Env = append(p.cmd.Env, e.Name+"="+e.Value)
	}
	ownGroup(p.cmd)
	p.cmd.Stderr = &p.stderr
	p.cmd.WaitDelay = time.Second // for who still holds its standard error when it has ended
	// Pipes of our own: those of exec are closed as soon as the program has ended,
	// whatever is still to be read.
	stdin, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	out, stdout, err := os.Pipe()
	if err != nil {
		stdin.Close()
		in.Close()
		return nil, err
	}
	p.in, p.out, p.cmd.Stdin, p.cmd.Stdout = in, out, stdin, stdout
	p.messages = &messages{from: bufio.NewReaderSize(out, 64<<10), wire: w}
	err = p.cmd.Start()
	stdin.Close()
	stdout.Close()
	if err != nil {
		in.Close()
		out.Close()
		return nil, startError(l, err)
	}
	go beside(func() {
		defer close(p.ended)
		_ = p.cmd.Wait() // cmd.ProcessState says it better
	})()
	return p, nil
}

// find returns the file of a program and its arguments. Some configurations have
// the whole command line in the place of the command.
func find(l loaders.Launch) (path string, args []string, err error) {
	if path, err = exec.LookPath(l.Command); err == nil {
		return path, l.Args, nil
	}
	if words, bad := split(l.Command); bad == nil && len(words) > 1 {
		if path, err := exec.LookPath(words[0]); err == nil {
			return path, append(words[1:], l.Args...), nil
		}
	}
	return "", nil, startError(l, err)
}

func startError(l loaders.Launch, err error) error {
	name := (&loaders.Launch{Command: l.Command}).String()
	var path *fs.PathError
	switch {
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist):
		if l.Dir != "" {
			if info, bad := os.Stat(l.Dir); bad != nil || !info.IsDir() {
				return errors.New("its working folder is not there")
			}
		}
		return fmt.Errorf("there is no program %s; install it, or write its whole path", name)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s may not be run; check its permissions", name)
	case errors.As(err, &path):
		err = path.Err
	}
	return fmt.Errorf("%s cannot be started: %w", name, err)
}

// Write sends a message to the program.
func (p *program) Write(message []byte) (int, error) {
	p.wire.sent(message)
	return p.in.Write(message)
}

// Close ends its standard input, which asks it to end.
func (p *program) Close() error { return p.in.Close() }

func (p *program) noise() int { return int(p.messages.other.Load()) }

// stop ends the program and all that it has started, in the steps that MCP lays
// down: its input is closed, it is asked to end, it is killed. It returns when the
// program has ended.
func (p *program) stop(grace time.Duration) {
	p.stopped.Do(func() {
		_ = p.in.Close() // it may be closed already
		if !p.endsWithin(grace) {
			askToEnd(p.cmd.Process)
			p.endsWithin(grace)
		}
		kill(p.cmd.Process) // whatever it has left behind goes too
		<-p.ended
		_ = p.out.Close()
	})
}

// endsWithin waits for the end of the program and reports whether it came.
func (p *program) endsWithin(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-p.ended:
		return true
	case <-t.C:
		return false
	}
}

// exit says how the program has ended, which it must have.
func (p *program) exit() string {
	state := p.cmd.ProcessState
	if code := state.ExitCode(); code >= 0 {
		return fmt.Sprintf("ended with exit code %d", code)
	}
	return "was ended by " + strings.TrimPrefix(state.String(), "signal: ")
}

// lastWords returns the line of its standard error that says best what was wrong,
// "" for none: the last that speaks of an error, else the last.
func (p *program) lastWords() string {
	last, errs := "", ""
	for line := range strings.Lines(p.stderr.String()) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		last = line
		if strings.Contains(strings.ToLower(line), "error") {
			errs = line
		}
	}
	return engine.Clip(cmp.Or(errs, last), mostWords, "…")
}
