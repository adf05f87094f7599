package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"findable/engine"
)

// completeCatalog tells the shell the tools and toolsets of the dumps that stand on
// the command line already.
func (r *run) completeCatalog(root *cobra.Command) {
	r.completeNames(root, "enable", func(e *engine.Entry) string { return e.Toolset })
	r.completeNames(root, "disable", func(e *engine.Entry) string { return e.Toolset })
	r.completeServers(root)
	for _, c := range append(root.Commands(), root) {
		if c.Flags().Lookup("tool") != nil {
			r.completeNames(c, "tool", func(e *engine.Entry) string { return e.Name })
		}
	}
}

// completeSettings tells the shell the keys of --set, and behind the key those values
// that are words.
func completeSettings(root *cobra.Command) {
	words := func(_ *cobra.Command, _ []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		key, _, valued := strings.Cut(begun, "=")
		if valued && (key == "enabled" || key == "listing") {
			return []cobra.Completion{key + "=auto", key + "=on", key + "=off"}, cobra.ShellCompDirectiveNoFileComp
		}
		var keys []cobra.Completion
		for _, k := range engine.ConfigKeys() {
			keys = append(keys, k+"=")
		}
		return keys, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
	if err := root.RegisterFlagCompletionFunc("set", words); err != nil {
		panic(err) // the flag was defined a moment ago
	}
}

// completeServers tells the shell the servers that --launch can reach.
func (r *run) completeServers(root *cobra.Command) {
	names := func(c *cobra.Command, dumps []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		words := []cobra.Completion{everyServer}
		if s := r.openQuietly(c, dumps); s != nil {
			for _, card := range s.cards {
				if card.Launch != nil && r.glyphs().Clean(card.Name) == card.Name {
					words = append(words, card.Name)
				}
			}
		}
		return words, cobra.ShellCompDirectiveNoFileComp
	}
	if err := root.RegisterFlagCompletionFunc("launch", names); err != nil {
		panic(err) // the flag was defined a moment ago
	}
}

// openQuietly opens what stands on the command line already, nil where it cannot be
// opened. A key that completes starts no server and waits for no input.
func (r *run) openQuietly(c *cobra.Command, dumps []string) *setup {
	r.connect, r.launch = nil, nil
	s, _ := r.open(c.Context(), slices.DeleteFunc(slices.Clone(dumps), func(d string) bool { return d == "-" }))
	return s
}

func (r *run) completeNames(c *cobra.Command, flag string, name func(*engine.Entry) string) {
	names := func(c *cobra.Command, dumps []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		s := r.openQuietly(c, dumps)
		if s == nil {
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
