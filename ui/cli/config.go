package cli

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"findable/engine"
	"findable/engine/py"
	"findable/loaders"
	"findable/ui"
)

// configure makes the commands about an agent's configuration.
func (r *run) configure() *cobra.Command {
	c := r.command("config print|check|write", "Print, check or write an agent's tool_search settings",
		"Print tools.tool_search as a piece of config.yaml, check that of a file, or write it into one.",
		"  findable config print --set listing_max_tokens=2000\n  findable config check ~/.hermes/config.yaml\n"+
			"  findable config write --set listing=off ~/.hermes/config.yaml",
		func(context.Context, []string) error {
			return errors.New("write findable config print, findable config check FILE or findable config write FILE")
		})
	var pinned, yes bool
	pin := func(c *cobra.Command) {
		c.Flags().BoolVar(&pinned, "pin", false, "write enabled: on for auto, which may come to mean something else")
	}
	show := r.command("print [FLAGS]", "Print the settings as YAML", "Print tools.tool_search with what differs from the defaults. The context length is none of its keys.",
		"  findable config print --set listing=off\n  findable config print --config config.yaml --pin",
		func(ctx context.Context, files []string) error { return r.printConfig(ctx, files, pinned) })
	pin(show)
	check := r.command("check [FLAGS] FILE", "Tell which settings of a config.yaml are not used as written",
		"Print each setting of tools.tool_search that is corrected or ignored, and what is used instead.", "  findable config check config.yaml", r.checkConfig)
	write := r.command("write [FLAGS] FILE", "Write the settings into a config.yaml",
		"Show what would change in the file, and change it with --yes. The settings are those of the file,\nor of --config, and over them those of --set. All else stays, comments and order too; what was there\nis kept in FILE.bak.",
		"  findable config write --set listing=off config.yaml\n  findable config write --set listing=off --yes config.yaml",
		func(ctx context.Context, files []string) error { return r.writeConfig(ctx, files, pinned, yes) })
	pin(write)
	write.Flags().BoolVar(&yes, "yes", false, "write, and do not only show the difference")
	c.AddCommand(show, check, write)
	return c
}

// configured reads the settings of a config.yaml, "" for none, with the flags' over
// them.
func (r *run) configured(ctx context.Context, file string) (engine.Config, engine.Rules, []engine.Notice, error) {
	rules := ui.Inputs{Generation: r.generation}.Rules()
	flagged, err := r.flagged(ctx)
	var agent loaders.AgentConfig
	if err == nil && file != "" {
		agent, err = loaders.ReadAgentConfig(ctx, file)
	}
	if err != nil {
		return engine.Config{}, rules, nil, err
	}
	raw := agent.ToolSearch
	if flagged.HasToolSearch {
		raw = merged(raw, flagged.ToolSearch)
	}
	c, notices := engine.ReadConfig(raw, rules)
	return c, rules, notices, nil
}

// oneFile returns the file that a command is about.
func oneFile(files []string) (string, error) {
	if len(files) != 1 {
		return "", errors.New("give one config.yaml")
	}
	return files[0], nil
}

func (r *run) printConfig(ctx context.Context, files []string, pinned bool) error {
	if len(files) > 0 {
		return errors.New("config print reads no dumps; --config FILE reads settings")
	}
	c, rules, notices, err := r.configured(ctx, r.config)
	if err != nil {
		return err
	}
	r.warn(nil, notices)
	_, differing := c.Section(rules, pinned)
	if r.json {
		r.printJSON(configuredJSON(r.config, c, rules, pinned, notices, nil))
		return nil
	}
	for line := range strings.Lines(loaders.ConfigYAML(differing)) {
		r.line("%s", r.glyphs().Clean(strings.TrimSuffix(line, "\n")))
	}
	return nil
}

func (r *run) checkConfig(ctx context.Context, files []string) error {
	file, err := oneFile(files)
	if err != nil {
		return err
	}
	c, rules, notices, err := r.configured(ctx, file)
	if err != nil {
		return err
	}
	switch {
	case r.json:
		r.printJSON(configuredJSON(file, c, rules, false, notices, nil))
	case len(notices) == 0:
		r.line("every setting is used as it is written")
	default:
		for _, n := range notices {
			r.line("%s", r.glyphs().Clean(noticeText(n)))
		}
	}
	if len(notices) > 0 {
		return errGate
	}
	return nil
}

func (r *run) writeConfig(ctx context.Context, files []string, pinned, yes bool) error {
	file, err := oneFile(files)
	if err != nil {
		return err
	}
	c, rules, notices, err := r.configured(ctx, cmp.Or(r.config, file))
	if err != nil {
		return err
	}
	r.warn(nil, notices)
	edit, err := loaders.EditConfig(file, c, rules, pinned)
	if err != nil {
		return err
	}
	backup := ""
	if yes && edit.Old != edit.New {
		if backup, err = edit.Write(); err != nil {
			return err
		}
	}
	if r.json {
		r.printJSON(configuredJSON(file, c, rules, pinned, notices, editJSON(edit, backup)))
		return nil
	}
	if edit.Old == edit.New {
		r.line("%s says that already", r.glyphs().Clean(file))
		return nil
	}
	for _, line := range diffLines(edit) {
		r.line("%s", r.glyphs().Clean(line))
	}
	r.line("")
	if backup == "" {
		r.line("nothing is written yet; --yes writes it")
	} else {
		r.line("written; what was there is in %s", r.glyphs().Clean(backup))
	}
	return nil
}

// configuredJSON are settings for programs: as used, and what of them differs from
// the defaults. change is what was done to the file, nil where nothing was to do.
func configuredJSON(file string, c engine.Config, rules engine.Rules, pinned bool, notices []engine.Notice, change py.Value) py.Object {
	_, differing := c.Section(rules, pinned)
	return py.Object{{Key: "schema", Value: "findable.config/1"}, {Key: "generation", Value: rules.Name}, {Key: "file", Value: textOrNull(strings.ToValidUTF8(file, "\uFFFD"))},
		{Key: "config", Value: configJSON(c)}, {Key: "tool_search", Value: append(py.Object{}, differing...)}, {Key: "notices", Value: noticesJSON(notices)}, {Key: "change", Value: change}}
}

func editJSON(e *loaders.ConfigEdit, backup string) py.Object {
	lines := py.List{}
	for _, line := range diffLines(e) {
		lines = append(lines, strings.ToValidUTF8(line, "\uFFFD"))
	}
	return py.Object{{Key: "differs", Value: e.Old != e.New}, {Key: "diff", Value: lines}, {Key: "written", Value: backup != ""}, {Key: "backup", Value: textOrNull(backup)}}
}

// diffHead is the number of lines in front of a diff that name the two sides.
const diffHead = 3

// diffLines are what a configuration's edit changes, as a unified diff.
func diffLines(e *loaders.ConfigEdit) []string {
	var lines []string
	for line := range strings.Lines(string(diff.Diff(e.File, []byte(e.Old), e.File+" (new)", []byte(e.New)))) {
		lines = append(lines, strings.TrimRight(line, "\r\n"))
	}
	return lines
}
