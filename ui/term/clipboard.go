package term

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/aymanbagabas/go-osc52/v2"
)

// ClipboardLimit is the number of bytes of base64 beyond which terminals (hterm,
// and after it others) drop a clipboard sequence in silence.
const ClipboardLimit = 74994

// A Clipboard copies through the terminal, with the sequence OSC 52, which also
// works over SSH.
type Clipboard struct {
	// Out is the terminal. Each copy is one Write.
	Out io.Writer
	// Env is os.Getenv: TMUX, STY and TERM say how the sequence must be wrapped.
	Env func(string) string
	// Dir is where text goes that the terminal cannot take; "" is the system's
	// directory for temporary files.
	Dir string
}

// Copy copies text as it is. It returns the file it had to fall back on, because
// the text is too long or the terminal is dumb or cannot be written to; "" says
// that the terminal was given the text. No terminal confirms that it took it.
// The error says why there is not even a file.
func (c Clipboard) Copy(text string) (file string, err error) {
	if c.fits(text) {
		if _, err = io.WriteString(c.Out, c.sequence(text)); err == nil {
			return "", nil
		}
	}
	file, fileErr := c.save(text)
	if fileErr != nil {
		return "", errors.Join(err, fileErr)
	}
	return file, nil
}

func (c Clipboard) fits(text string) bool {
	term := c.Env("TERM")
	return term != "dumb" && term != "linux" && (len(text)+2)/3*4 <= ClipboardLimit
}

// sequence wraps the text for the terminal. tmux takes the plain sequence with
// set-clipboard on and the wrapped one with allow-passthrough on, and behind a
// TERM of screen there may be either program, so they get both.
func (c Clipboard) sequence(text string) string {
	seq := osc52.New(text)
	switch {
	case c.Env("TMUX") != "":
		return seq.String() + seq.Tmux().String()
	case c.Env("STY") != "" || strings.HasPrefix(c.Env("TERM"), "screen"):
		return seq.String() + seq.Screen().String()
	}
	return seq.String()
}

func (c Clipboard) save(text string) (string, error) {
	f, err := os.CreateTemp(c.Dir, "findable-*.txt")
	if err != nil {
		return "", fmt.Errorf("copy: %w", err)
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Close()); err != nil {
		return "", fmt.Errorf("copy: %w", err)
	}
	return f.Name(), nil
}
