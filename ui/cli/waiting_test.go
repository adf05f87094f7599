package cli

import (
	"strings"
	"testing"
	"time"
)

func TestWaiting(t *testing.T) {
	for _, terminal := range []bool{true, false} {
		var said strings.Builder
		r := newRun("documented")
		r.stderr, r.terminal = &said, terminal
		r.waiting()() // what is quick says nothing
		if said.Len() > 0 {
			t.Errorf("said %q at once", said.String())
		}
		stop := r.waiting()
		time.Sleep(2 * quiet)
		stop()
		text := said.String()
		if terminal != strings.Contains(text, "reading, 0.") {
			t.Errorf("on a terminal %v: said %q", terminal, text)
		}
		if last := text[strings.LastIndex(strings.TrimSuffix(text, "\r"), "\r")+1:]; strings.TrimSpace(last) != "" {
			t.Errorf("leaves %q on the line", last)
		}
	}
}
