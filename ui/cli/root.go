package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"findable/loaders"
)

const about = `findable shows what a model sees of a tool catalog behind tool search: the tier,
the listing and what it costs, and which tools a query finds, by the reference
engine's own arithmetic.

Without a command it opens the app. A DUMP is a tools/list result, a list of
tools, a folder of them, a session file, NAME=PATH, or - for standard input;
without any the default sample is opened. What is named like a command is
written with its folder: ./search.`

const examples = `  findable                                        the app on the default sample
  findable github.json linear.json                the app on two servers
  findable --old yesterday/ today/                what has changed, in every view
  findable report --set listing_max_tokens=2000 dumps/
  findable search -q "create an issue" --json github.json`

// root builds the command tree. Without a command it starts the app.
func (r *run) root() *cobra.Command {
	var root *cobra.Command
	var named bool
	root = r.command("findable [COMMAND] [FLAGS] [DUMP...]", "Explore and tune a tool catalog behind tool search", about, examples,
		func(ctx context.Context, dumps []string) error {
			if named {
				r.printVersion()
				return nil
			}
			return r.app(ctx, root.Flags(), dumps)
		})
	root.SetUsageFunc(usage)
	root.SetFlagErrorFunc(flagError)
	root.SuggestionsMinimumDistance = 2
	root.Flags().SortFlags = false
	r.queryFlags(root)
	r.caseFlags(root)
	root.Flags().BoolVar(&r.noMouse, "no-mouse", false, "leave the mouse to the terminal")
	root.Flags().StringVar(&r.theme, "theme", "", "draw in the theme `NAME`, or that of a file NAME.yaml; findable themes lists them")
	root.Flags().StringVar(&r.old, "old", "", "hold the dumps against an older `DUMP`: it is A in the A/B view, and every view shows what differs")
	r.ruleFlags(root)
	r.scriptFlag(root)
	root.Flags().StringVar(&r.transcript, "transcript", "", "go through the tool calls of the conversation in `LOG`, in the Play view")
	root.Flags().StringVar(&r.serveAt, "serve", "", "offer what the app shows to MCP clients at `HOST:PORT` of this machine; what they ask for is listed")
	r.preferencesFlag(root)
	r.printFlags(root)
	completeThemes(root, &r.preferences)
	r.common(root)
	root.Flags().BoolVarP(&named, "version", "v", false, "version for findable")
	root.AddCommand(r.search(), r.explain(), r.why(), r.audit(), r.terms(), r.eval(), r.quality(), r.listing(), r.ladder(), r.sweep(), r.play(), r.demo(), r.replay(), r.serve(), r.cost(), r.advise(), r.chart(), r.diff(), r.report(), r.bridge(), r.definitions(), r.dump(), r.session(), r.configure(), r.keys(), r.listThemes(), r.listPreferences(), r.schema(), r.man(), r.version())
	r.completeCatalog(root)
	return root
}

// command makes a command whose arguments are dumps.
func (r *run) command(use, short, long, example string, do func(context.Context, []string) error) *cobra.Command {
	return &cobra.Command{
		Use: use, Short: short, Long: long, Example: example,
		Args: cobra.ArbitraryArgs, SilenceErrors: true, SilenceUsage: true, DisableFlagsInUseLine: true,
		RunE: func(c *cobra.Command, dumps []string) error {
			if r.plain = c.HasParent(); r.plain {
				defer r.lastWords()
			}
			if err := readEnvironment(c.Flags()); err != nil {
				return err
			}
			r.ownGeneration = c.Flags().Changed("generation")
			return misspelt(c, dumps, do(c.Context(), dumps))
		},
	}
}

// misspelt adds the command that may have been meant to the error about a dump
// that is not there.
func misspelt(c *cobra.Command, dumps []string, err error) error {
	var fault *loaders.Error
	if c.HasParent() || len(dumps) == 0 || !errors.As(err, &fault) || fault.File != dumps[0] {
		return err
	}
	if near := c.SuggestionsFor(dumps[0]); len(near) > 0 {
		return fmt.Errorf("%w, or write the command %s", err, strings.Join(near, " or "))
	}
	return err
}
