package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"findable/engine"
	"findable/engine/py"
	"findable/loaders"
	"findable/ui"
)

func (r *run) dump() *cobra.Command {
	c := r.command("dump [FLAGS] [DUMP...]", "Write everything that was loaded as one session file",
		"Write all tools that the dumps and the running servers gave, with what is said of the servers, and\n"+
			"the settings, as one JSON file. It opens like a dump and holds the same: no definition differs.\n"+
			"How to reach a server, and what is secret about that, is not in it.",
		"  findable dump --connect 'npx -y @modelcontextprotocol/server-everything' -o everything.json\n"+
			"  findable dump claude_desktop_config.json --launch all > tools.json", r.runDump)
	c.Flags().StringVarP(&r.output, "output", "o", "", "write to `FILE` in the place of standard output; what was there stays until all is written")
	return c
}

func (r *run) runDump(ctx context.Context, dumps []string) error {
	s, err := r.open(ctx, dumps)
	if err != nil {
		return err
	}
	r.warn(s.source.Notes, s.notices)
	set := loaders.Settings{ToolSearch: s.source.RawConfig, HasToolSearch: s.source.RawConfig != nil,
		Context: s.inputs.Context, HasContext: s.inputs.Context != defaultContext}
	var file bytes.Buffer
	left, err := loaders.WriteSession(&file, withApp(s.loaded, s.app()), set, s.inputs.Rules())
	if err != nil {
		return err
	}
	if file.Len() > loaders.MaxBytes {
		return fmt.Errorf("that is more than the %d MB that one load reads; leave servers out", loaders.MaxBytes>>20)
	}
	for _, n := range left {
		r.tell("warning: " + n.String())
	}
	if n := s.report.Unresolved; n > 0 {
		r.tell("not in it: " + engine.Plural(n, "server that is only named", "servers that are only named") + "; --launch connects")
	}
	if r.output == "" {
		for line := range strings.Lines(file.String()) {
			r.printJSONText(strings.TrimSuffix(line, "\n"))
		}
	} else if err := replaceFile(r.output, file.Bytes()); err != nil {
		return err
	}
	if len(left) > 0 || slices.ContainsFunc(r.listed, func(l loaders.Listed) bool { return l.Err != nil }) {
		return errGate // there is a file, and it is not all that was asked for
	}
	return nil
}

// app is the state of the app for a session file, nil where nothing was set that is
// not so by itself.
func (s *setup) app() py.Object {
	var old py.Value
	if s.loaded.Session != nil {
		old = s.loaded.Session.App
	}
	app := stateValue(old, ui.State{Inputs: s.inputs, Kept: s.source.Kept})
	if old == nil && s.inputs.Generation == engine.Documented().Name && len(app) == 1 {
		return nil
	}
	return app
}

// replaceFile writes a file so that at any time either the old or the new one is
// whole.
func replaceFile(name string, content []byte) error {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() { // a device or a pipe takes it as it comes
		return os.WriteFile(name, content, 0)
	}
	f, err := os.OpenFile(filepath.Join(filepath.Dir(name), fmt.Sprintf(".findable-%d", os.Getpid())), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return writeError(name, err)
	}
	_, err = f.Write(content)
	if info != nil {
		err = errors.Join(err, f.Chmod(info.Mode().Perm()))
	}
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return writeError(name, err)
	}
	return nil
}

func writeError(name string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return fmt.Errorf("%s cannot be written: %w", name, err)
}
