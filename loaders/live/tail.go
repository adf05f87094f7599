package live

import (
	"strings"
	"sync"
)

// maxTail is how much of what a program writes to its standard error is kept, in
// bytes: the end of it.
const maxTail = 64 << 10

// A tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	kept []byte
	cut  bool // something before it is gone
}

// Write implements io.Writer; it never fails.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, b...)
	if len(t.kept) > 2*maxTail { // moved now and then, not with each write
		t.kept = append([]byte(nil), t.kept[len(t.kept)-maxTail:]...)
		t.cut = true
	}
	return len(b), nil
}

// String returns the end, from the beginning of a line on where something before
// it is gone.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text, cut := t.kept, t.cut
	if len(text) > maxTail {
		text, cut = text[len(text)-maxTail:], true
	}
	s := strings.ToValidUTF8(string(text), "\uFFFD")
	if cut {
		if _, rest, ok := strings.Cut(s, "\n"); ok {
			return rest
		}
	}
	return s
}
