package cli

import (
	"fmt"
	"strings"
	"sync"
	"time"
)

// Loading is silent at first; what takes longer says so.
const (
	quiet = 200 * time.Millisecond
	tick  = 100 * time.Millisecond
)

// waiting says on stderr, while something is being read for the app, for how long
// that has gone on. Its line is gone when stop returns. Only a person at a
// terminal is told.
func (r *run) waiting() (stop func()) {
	if !r.terminal {
		return func() {}
	}
	end := make(chan struct{})
	var told sync.WaitGroup
	told.Add(1)
	go func() {
		defer told.Done()
		begun, width := time.Now(), 0
		for wait := quiet; ; wait = tick {
			select {
			case <-time.After(wait):
				line := fmt.Sprintf("\rreading, %.1f s so far; ctrl-c stops", time.Since(begun).Seconds())
				fmt.Fprint(r.stderr, line)
				width = len(line)
			case <-end:
				if width > 0 {
					fmt.Fprint(r.stderr, "\r"+strings.Repeat(" ", width)+"\r")
				}
				return
			}
		}
	}()
	return func() { close(end); told.Wait() }
}
