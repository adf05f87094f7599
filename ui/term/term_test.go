package term

import (
	"bytes"
	"encoding/base64"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	"findable/ui/term/background"
)

// env returns an environment of name, value, name, value …
func env(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestASCII(t *testing.T) {
	for _, c := range []struct {
		env  func(string) string
		want bool
	}{
		{env(), false},
		{env("TERM", "xterm-256color", "LANG", "en_US.UTF-8"), false},
		{env("TERM", "linux", "LANG", "en_US.UTF-8"), true},
		{env("TERM", "dumb"), true},
		{env("LANG", "C"), true},
		{env("LANG", "C.utf8"), false},
		{env("LANG", "de_DE.ISO-8859-1"), true},
		{env("LC_ALL", "POSIX", "LANG", "en_US.UTF-8"), true},
		{env("LC_CTYPE", "UTF-8", "LANG", "C"), false},
		{env("RUNEWIDTH_EASTASIAN", "1", "LANG", "ja_JP.UTF-8"), true},
		{env("RUNEWIDTH_EASTASIAN", "0", "LANG", "ja_JP.UTF-8"), false},
	} {
		if got := ASCII(c.env); got != c.want {
			t.Errorf("TERM %q, LC_ALL %q, LC_CTYPE %q, LANG %q: %v, want %v", c.env("TERM"), c.env("LC_ALL"), c.env("LC_CTYPE"), c.env("LANG"), got, c.want)
		}
	}
}

func TestProfile(t *testing.T) {
	if p := Profile(&bytes.Buffer{}); p != termenv.Ascii {
		t.Errorf("what is no terminal has the profile %v", p)
	}
}

func TestDark(t *testing.T) {
	for _, c := range []struct {
		env  func(string) string
		want bool
	}{
		{env(), true},
		{env("COLORFGBG", "15;0"), true},
		{env("COLORFGBG", "0;15"), false},
		{env("COLORFGBG", "0;default;15"), false},
		{env("COLORFGBG", "15;default;8"), true},
		{env("COLORFGBG", "0;7"), false},
		{env("COLORFGBG", "0;default"), true},
		{env("COLORFGBG", "0;15", background.Variable, "dark"), true},
		{env("COLORFGBG", "15;0", background.Variable, "Light"), false},
	} {
		if got := background.Dark(c.env); got != c.want {
			t.Errorf("COLORFGBG %q, %s %q: dark %v, want %v", c.env("COLORFGBG"), background.Variable, c.env(background.Variable), got, c.want)
		}
	}
	if lipgloss.HasDarkBackground() != background.Dark(os.Getenv) {
		t.Error("Lip Gloss was not told")
	}
}

// broken is a terminal that takes nothing.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("gone") }

func TestCopy(t *testing.T) {
	const text = "mcp__github__create_issue \x1b[2J ⟨original⟩"
	code := base64.StdEncoding.EncodeToString([]byte(text))
	seq := "\x1b]52;c;" + code + "\x07"
	for _, c := range []struct {
		name string
		env  func(string) string
		want string
	}{
		{"plain", env("TERM", "xterm"), seq},
		{"tmux", env("TERM", "tmux-256color", "TMUX", "/tmp/x"), seq + "\x1bPtmux;\x1b" + seq + "\x1b\\"},
		{"screen", env("TERM", "screen"), seq + "\x1bP" + seq + "\x1b\\"},
		{"screen by STY", env("TERM", "xterm", "STY", "1.x"), seq + "\x1bP" + seq + "\x1b\\"},
	} {
		var out bytes.Buffer
		file, err := Clipboard{Out: &out, Env: c.env}.Copy(text)
		if file != "" || err != nil || out.String() != c.want {
			t.Errorf("%s: file %q, error %v, got %q, want %q", c.name, file, err, out.String(), c.want)
		}
	}
}

func TestCopyToFile(t *testing.T) {
	long := strings.Repeat("x", ClipboardLimit/4*3+1)
	for _, c := range []struct {
		name, text string
		clipboard  Clipboard
	}{
		{"long", long, Clipboard{Out: &bytes.Buffer{}, Env: env()}},
		{"dumb", "text", Clipboard{Out: &bytes.Buffer{}, Env: env("TERM", "dumb")}},
		{"broken", "text", Clipboard{Out: broken{}, Env: env()}},
	} {
		c.clipboard.Dir = t.TempDir()
		file, err := c.clipboard.Copy(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if data, err := os.ReadFile(file); err != nil || string(data) != c.text {
			t.Errorf("%s: %s holds %d bytes, %v", c.name, file, len(data), err)
		}
		if b, ok := c.clipboard.Out.(*bytes.Buffer); ok && b.Len() > 0 {
			t.Errorf("%s: the terminal got %d bytes as well", c.name, b.Len())
		}
	}
	if file, err := (Clipboard{Out: &bytes.Buffer{}, Env: env()}).Copy(long[:len(long)-1]); file != "" || err != nil {
		t.Errorf("what just fits goes to %q, %v", file, err)
	}
	c := Clipboard{Out: broken{}, Env: env(), Dir: t.TempDir() + "/missing"}
	if _, err := c.Copy("text"); err == nil || !strings.Contains(err.Error(), "gone") || !strings.Contains(err.Error(), "missing") {
		t.Errorf("with nowhere to go the error is %v", err)
	}
}
