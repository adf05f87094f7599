package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"findable/engine"
)

// completeCatalog tells the shell the tools and toolsets of the dumps that stand on
// the command line already.
func (r *run) completeCatalog(root *cobra.Command) {
	r.completeNames(root, "enable", func(e *engine.Entry) string { return e.Toolset })
	r.completeNames(root, "disable", func(e *engine.Entry) string { return e.Toolset })
	for _, c := range root.Commands() {
		if c.Flags().Lookup("tool") != nil {
			r.completeNames(c, "tool", func(e *engine.Entry) string { return e.Name })
		}
	}
}

func (r *run) completeNames(c *cobra.Command, flag string, name func(*engine.Entry) string) {
	names := func(c *cobra.Command, dumps []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		r.connect, r.launch = nil, nil // a key that completes starts no server
		dumps = slices.DeleteFunc(slices.Clone(dumps), func(d string) bool { return d == "-" })
		s, err := r.open(c.Context(), dumps)
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		var words []cobra.Completion
		for _, e := range s.source.Registry.Entries {
			if word := name(e); word != "" && r.glyphs().Clean(word) == word {
				words = append(words, word)
			}
		}
		slices.Sort(words)
		return slices.Compact(words), cobra.ShellCompDirectiveNoFileComp
	}
	if err := c.RegisterFlagCompletionFunc(flag, names); err != nil {
		panic(err) // the flag was defined a moment ago
	}
}
