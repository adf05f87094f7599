package cli

import (
	"context"

	"github.com/spf13/cobra"
)

func (r *run) definitions() *cobra.Command {
	return r.command("definitions [FLAGS] [DUMP...]", "Print every deferrable definition as JSON, one a line",
		"Print the definition of each deferrable tool, after renaming, repair and sanitising, as compact\nJSON: one a line, sorted by name, whatever `enabled` says.",
		"  findable definitions dumps/ | jq -r .function.name", r.runDefinitions)
}

func (r *run) runDefinitions(ctx context.Context, dumps []string) error {
	s, err := r.open(ctx, dumps)
	if err != nil {
		return err
	}
	r.warn(s.source.Notes, s.notices)
	for _, e := range s.session().Deferred {
		r.printJSONText(e.Definition())
	}
	return nil
}
