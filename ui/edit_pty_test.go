//go:build unix

package ui

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestEditorOnTheTerminal gives the terminal to an editor and takes it back.
func TestEditorOnTheTerminal(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	editor := filepath.Join(dir, "editor")
	script := "#!/bin/sh\necho the editor has the terminal\nread line\nsed -i \"s/\\\"description\\\": \\\"/&$line /\" \"$1\"\n"
	if err := os.WriteFile(editor, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	s := startSession(t, "small", func(c *exec.Cmd) { c.Env = append(c.Env, "VISUAL="+editor, "TMPDIR="+dir) })
	s.press("/create an issue\r")
	s.await("Explain #1")
	from := s.written()
	s.press("E")
	s.awaitFrom(from, "the editor has the terminal")
	s.press("Files\r")
	s.awaitFrom(from, "2 what-ifs")
	s.awaitFrom(from, "Files ")
	s.press("q")
	s.end(0)
	if left, _ := filepath.Glob(filepath.Join(dir, "findable-*")); len(left) > 0 {
		t.Errorf("%q are still there", left)
	}
}
