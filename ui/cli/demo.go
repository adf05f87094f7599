package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"findable/engine/py"
	samples "findable/sample-catalogs"
)

func (r *run) demo() *cobra.Command {
	var c *cobra.Command
	c = r.command("demo [FLAGS] [NAME]", "Watch a walkthrough: a model at work, on the default sample",
		`Play a conversation that is written beforehand: in the app, step by step or by itself,
or as text where the output is no terminal. It ends with the tokens that the bridge saves.
Without a NAME it is the first; --list names them.`,
		"  findable demo --list\n  findable demo mistakes --json\n  findable demo --cast demo.cast", func(ctx context.Context, names []string) error {
			return r.runDemo(ctx, c, names)
		})
	c.Args = cobra.MaximumNArgs(1)
	f := c.Flags()
	f.SortFlags = false
	f.BoolVar(&r.list, "list", false, "name the walkthroughs, and end")
	r.castFlag(c)
	f.BoolVar(&r.noMouse, "no-mouse", false, "leave the mouse to the terminal")
	f.StringVar(&r.theme, "theme", "", "draw in the theme `NAME`")
	r.preferencesFlag(c)
	completeThemes(c, &r.preferences)
	c.ValidArgsFunction = func(c *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		all, err := walkthroughs(c.Context())
		if err != nil || len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return walkNames(all), cobra.ShellCompDirectiveNoFileComp
	}
	return c
}

func (r *run) runDemo(ctx context.Context, c *cobra.Command, names []string) error {
	all, err := walkthroughs(ctx)
	if err != nil {
		return err
	}
	if r.list && r.json {
		list := py.List{}
		for _, w := range all {
			list = append(list, py.Object{{Key: "name", Value: w.Name}, {Key: "title", Value: w.Title}, {Key: "about", Value: w.About}})
		}
		r.printJSON(py.Object{{Key: "schema", Value: "findable.demo/1"}, {Key: "walkthroughs", Value: list}})
		return nil
	}
	if r.list {
		for _, w := range all {
			r.line("%s  %s", r.glyphs().Clean(w.Name), r.glyphs().Clean(w.Title))
		}
		return nil
	}
	w := all[0]
	if len(names) == 1 {
		i := slices.Index(walkNames(all), names[0])
		if i < 0 {
			return fmt.Errorf("there is no walkthrough %q; there are %s", names[0], listed(walkNames(all), 8))
		}
		w = all[i]
	}
	if r.connects() || r.sample != "" && r.sample != samples.Names()[0] {
		return errors.New("walkthroughs are of the default sample; findable play -c CALL works on any catalog")
	}
	r.watched = w.Name
	switch {
	case r.cast != "":
		return r.record(ctx, c.Flags(), nil, w)
	case r.terminal && !r.json:
		r.plain = false
		return r.app(ctx, c.Flags(), nil)
	}
	s, err := r.open(ctx, nil)
	if err != nil {
		return err
	}
	return r.perform(ctx, s, w, func(string) bool { return true })
}
