package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"findable/engine"
	"findable/engine/play"
	"findable/loaders"
	samples "findable/sample-catalogs"
	"findable/ui"
)

// playFlags are those of calls that are made by hand.
type playFlags struct {
	calls      []string // messages for play
	approve    []string // globs of tools that play approves
	rules      string
	results    string
	transcript string
	scope      string // the name of a preset
	watched    string // the walkthrough that the app begins with
	script     string // the file of one of the user's own
	cast       string // the file that demo records to
	list       bool
}

// ruleFlags gives a command the flags for rules and recorded results.
func (f *playFlags) ruleFlags(c *cobra.Command) {
	c.Flags().StringVar(&f.rules, "rules", "", "let the rules of `FILE` allow, ask for and deny calls")
	c.Flags().StringVar(&f.results, "results", "", "answer for tools with the recorded results of `FILE`")
	c.Flags().StringVar(&f.scope, "scope", "", "narrow the session to the preset `NAME` of the session file")
}

// scriptFlag gives a command the flag for a walkthrough of the user's own.
func (f *playFlags) scriptFlag(c *cobra.Command) {
	c.Flags().StringVar(&f.script, "walkthrough", "", "play the walkthrough of `FILE`, written like those of findable demo")
}

// readWalkthrough reads the walkthrough that --walkthrough names.
func (r *run) readWalkthrough(ctx context.Context) (play.Walkthrough, error) {
	w, err := loaders.ReadScript(ctx, r.script, loaders.Options{Stdin: r.stdin.again()})
	if err == nil && len(w.Steps) == 0 {
		err = &loaders.Error{File: r.script, Text: "holds no steps"}
	}
	return w, err
}

// castFlag gives a command the flag that records the app.
func (f *playFlags) castFlag(c *cobra.Command) {
	c.Flags().StringVar(&f.cast, "cast", "", "record the app playing it to `FILE`, an asciicast (version 2)")
}

// readPlay reads what the Play view has besides the catalog.
func (r *run) readPlay(ctx context.Context, s *setup) error {
	p := &s.source.Play
	p.Start = r.watched
	if session := s.loaded.Session; session != nil {
		for _, scope := range session.Scopes {
			p.Scopes = append(p.Scopes, ui.Preset{Name: scope.Name, Scope: scope.Scope})
		}
	}
	if s.source.Demo || r.sample == samples.Names()[0] {
		all, err := walkthroughs(ctx)
		if err != nil {
			return err
		}
		p.Walkthroughs = all
	}
	if r.script != "" {
		w, err := r.readWalkthrough(ctx)
		if err != nil {
			return err
		}
		p.Walkthroughs, p.Start = append([]play.Walkthrough{w}, p.Walkthroughs...), w.Name
	}
	if r.rules != "" {
		script, err := loaders.ReadScript(ctx, r.rules, loaders.Options{Stdin: r.stdin.again()})
		if err != nil {
			return err
		}
		if len(script.Rules) == 0 {
			return &loaders.Error{File: r.rules, Text: "holds no rules"}
		}
		p.Rules = script.Rules
	}
	if r.results != "" {
		script, err := loaders.ReadScript(ctx, r.results, loaders.Options{Stdin: r.stdin.again()})
		if err != nil {
			return err
		}
		if len(script.Results) == 0 {
			return &loaders.Error{File: r.results, Text: "holds no results"}
		}
		p.Results = script.Results
	}
	if r.transcript != "" {
		log, err := loaders.ReadTranscript(ctx, r.transcript, loaders.Options{Stdin: r.stdin.again()})
		if err != nil {
			return err
		}
		p.Log = log
	}
	return r.narrow(s)
}

// narrow takes over the preset that --scope names.
func (r *run) narrow(s *setup) error {
	if r.scope == "" {
		return nil
	}
	all := s.source.Play.Scopes
	i := slices.IndexFunc(all, func(p ui.Preset) bool { return p.Name == r.scope })
	if i < 0 {
		var names []string
		for _, p := range all {
			names = append(names, p.Name)
		}
		if len(names) == 0 {
			return fmt.Errorf("--scope %s: no session file with scopes is opened", r.scope)
		}
		return fmt.Errorf("--scope %s: there is no such preset; there are %s", r.scope, listed(names, 8))
	}
	in := &s.inputs.Scope
	*in = engine.Scope{Enable: slices.Concat(all[i].Enable, in.Enable), Disable: slices.Concat(all[i].Disable, in.Disable)}
	return nil
}

// walkthroughs reads those that ship.
func walkthroughs(ctx context.Context) ([]play.Walkthrough, error) {
	var all []play.Walkthrough
	for _, file := range samples.Walkthroughs() {
		w, err := loaders.ReadScript(ctx, file, loaders.Options{FS: samples.FS()})
		if err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	return all, nil
}

// everyTool is the word of --approve for all tools.
const everyTool = "all"

// approves reports whether the flags approve a tool.
func (f *playFlags) approves(name string) bool {
	return slices.ContainsFunc(f.approve, func(glob string) bool { return glob == everyTool || engine.MatchGlob(glob, name) })
}

// walkNames are the walkthroughs' names.
func walkNames(all []play.Walkthrough) []string {
	var names []string
	for _, w := range all {
		names = append(names, w.Name)
	}
	return names
}

// joined writes the lines of a message in one.
func joined(text string) string { return strings.Join(strings.Fields(text), " ") }

// globOf is a glob of --approve as a rule has it.
func globOf(glob string) string {
	if glob == everyTool {
		return "*"
	}
	return glob
}
