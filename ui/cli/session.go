package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"findable/engine"
	"findable/engine/py"
	"findable/loaders"
	"findable/ui"
)

func (r *run) session() *cobra.Command {
	var yes bool
	c := r.command("session [FLAGS] [DUMP...]", "Write where dumps lie and what was set as one session file",
		"Write a session file: where the dumps lie, the settings, the scope, the what-ifs and the query. It\nopens like a dump, reads them again and brings the rest back; the app writes the same. Where tools\n"+
			"lie in no file, as those of a sample, a running server or standard input, they are in it themselves.",
		"  findable session dumps/ --set listing_max_tokens=2000 -o mine.yaml\n  findable session github.json slack.json -q 'create an issue' --generation latest",
		func(ctx context.Context, dumps []string) error { return r.writeSession(ctx, dumps, yes) })
	r.queryFlags(c)
	c.Flags().StringVarP(&r.output, "output", "o", "", "write to `FILE`, which paths are relative to; without it to standard output, relative to the working folder")
	c.Flags().BoolVar(&yes, "yes", false, "write over a file that is there")
	return c
}

func (r *run) writeSession(ctx context.Context, dumps []string, over bool) error {
	if r.json {
		return errors.New("a session is a file to open again, YAML or JSON as it comes; leave out --json")
	}
	s, err := r.open(ctx, dumps)
	if err != nil {
		return err
	}
	queries, err := r.queries(dumps)
	if err != nil {
		return err
	}
	if len(queries) > 0 {
		s.inputs.Query = strings.Join(queries, "; ")
	}
	r.warn(s.source.Notes, s.notices)
	kept := s.source.Kept
	r.cases, r.old = savedPath(s.loaded.Session, casesKey), savedPath(s.loaded.Session, oldKey)
	if r.old != "" {
		kept.Dump = &ui.Loaded{} // only its path is written, so that the dump may be gone
	}
	text, what, err := r.sessionText(s, dumps, r.output, ui.State{Inputs: s.inputs, Kept: kept})
	if err != nil {
		return err
	}
	if r.output == "" {
		for line := range strings.Lines(text) {
			r.line("%s", r.glyphs().Clean(strings.TrimRight(line, "\n")))
		}
		return nil
	}
	switch err := loaders.SaveText(r.output, text, over); {
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s is there already; --yes writes over it", r.output)
	case err != nil:
		return err
	}
	r.line("%s: %s", r.glyphs().Clean(r.output), what)
	return nil
}

// sessionText is a state as a session file of that name, and in a few words what is
// in it. Paths are relative to the file; without a name, to the working folder.
func (r *run) sessionText(s *setup, dumps []string, name string, st ui.State) (text, what string, err error) {
	session := s.loaded.Session
	if session == nil {
		session = &loaders.Session{}
	}
	app := stateValue(session.App, st).Without(casesKey, oldKey)
	if st.Dump != nil && r.old != "-" {
		app = append(app, py.Member{Key: oldKey, Value: relative(name, r.old)})
	}
	if r.cases != "" && r.cases != "-" && r.topics == "" {
		app = append(app, py.Member{Key: casesKey, Value: relative(name, r.cases)})
	}
	set := s.settings(st.Inputs)
	if !r.onDisk(dumps) {
		var file bytes.Buffer
		left, err := loaders.WriteSession(&file, withApp(s.loaded, app), set, st.Inputs.Rules())
		if err == nil && file.Len() > loaders.MaxBytes {
			err = fmt.Errorf("that is more than the %d MB that one load reads; leave servers out", loaders.MaxBytes>>20)
		}
		what := "its " + engine.Plural(s.report.Tools-len(left), "tool", "tools") + " are in it"
		return file.String(), what, err
	}
	var sources []loaders.Source
	if s.agent {
		sources = append(sources, loaders.Source{Path: r.config})
	}
	for _, d := range dumps {
		sources = append(sources, loaders.ParseSource(d))
	}
	text, err = loaders.SessionText(name, sources, session.File, set, app)
	return text, "the dumps are read where they lie", err
}

// withApp is what was loaded with another state of the app. A nil one says nothing.
func withApp(res loaders.Result, app py.Object) loaders.Result {
	session := loaders.Session{}
	if res.Session != nil {
		session = *res.Session
	}
	if session.App = nil; app != nil {
		session.App = app
	}
	res.Session = &session
	return res
}

// onDisk reports whether all tools come from files.
func (r *run) onDisk(dumps []string) bool {
	live := r.connects() || r.keeper != nil && len(r.keeper.kept) > 0
	return len(dumps) > 0 && !live && !slices.Contains(dumps, "-")
}

// relative is a path as it is seen from a file.
func relative(file, path string) string {
	from, err := filepath.Abs(filepath.Dir(file))
	if err != nil {
		return path
	}
	to, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	if rel, err := filepath.Rel(from, to); err == nil {
		return filepath.ToSlash(rel)
	}
	return to
}

// settings are the knobs and the context length of some inputs. Knobs as they were
// read stay written as they were.
func (s *setup) settings(in ui.Inputs) loaders.Settings {
	raw := s.source.RawConfig
	if c, _ := knobs(raw, in.Rules()); !reflect.DeepEqual(c, in.Config) {
		raw = sectionOf(in.Config)
	}
	return loaders.Settings{ToolSearch: raw, HasToolSearch: raw != nil, Context: in.Context, HasContext: true}
}

// away is how settings and the session leave the app.
func (l *loader) away(s *setup) *ui.Away {
	w := &ui.Away{Config: l.run.config}
	if s.loaded.Session != nil && l.run.onDisk(l.dumps) {
		w.Session = s.loaded.Session.File
	}
	w.YAML = func(in ui.Inputs, pinned bool) string {
		_, differing := in.Effective().Section(in.Rules(), pinned)
		return loaders.ConfigYAML(differing)
	}
	w.Edit = func(file string, in ui.Inputs, pinned bool) (ui.ConfigChange, error) {
		return configChange(file, in.Effective(), in.Rules(), pinned)
	}
	w.Save = loaders.SaveText
	w.SaveSession = func(file string, st ui.State, over bool) (string, error) {
		l.mu.Lock() // a load may change what is connected
		defer l.mu.Unlock()
		text, what, err := l.run.sessionText(s, l.dumps, file, st)
		if err == nil {
			err = loaders.SaveText(file, text, over)
		}
		return what, err
	}
	return w
}

// configChange is what a config.yaml would become.
func configChange(file string, c engine.Config, rules engine.Rules, pinned bool) (ui.ConfigChange, error) {
	edit, err := loaders.EditConfig(file, c, rules, pinned)
	if err != nil {
		return ui.ConfigChange{}, err
	}
	lines := diffLines(edit)
	return ui.ConfigChange{Diff: lines[min(diffHead, len(lines)):], Backup: edit.Backup(), Write: func() error {
		_, err := edit.Write()
		return err
	}}, nil
}
