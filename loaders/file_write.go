package loaders

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// SaveText writes a file so that at any time either the old or the new one is whole.
// Where there is a file and over is not set, the error is fs.ErrExist and nothing is
// written.
func SaveText(name, text string, over bool) error {
	name = linkEnd(name)
	switch info, err := os.Stat(name); {
	case err == nil && info.IsDir():
		return &Error{name, "", "is a folder; give the name of a file"}
	case err == nil && !over:
		return fs.ErrExist
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return openError(name, err)
	}
	return replaceFile(name, text)
}

// replaceFile writes a file beside the old one and puts it in its place.
func replaceFile(name, text string) error {
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(name); err == nil {
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*")
	if err != nil {
		return fmt.Errorf("%s: cannot be written: %w", name, err)
	}
	defer os.Remove(f.Name()) // gone already when all went well
	_, err = f.WriteString(text)
	if err == nil {
		err = f.Chmod(mode)
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return fmt.Errorf("%s: cannot be written: %w", name, err)
	}
	return nil
}

// linkEnd is the file that is written under a name: a link stays one.
func linkEnd(name string) string {
	if linked, err := filepath.EvalSymlinks(name); err == nil {
		return linked
	}
	return name
}

// makeLike makes sure that there is a file with the mode.
func makeLike(name string, mode fs.FileMode) error {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	return errors.Join(f.Chmod(mode), f.Close())
}
