package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"findable/engine"
	"findable/engine/py"
	"findable/ui/cell"
)

func (r *run) listing() *cobra.Command {
	c := r.command("listing [FLAGS] [DUMP...]", "Show the listing that the model gets, and what it costs",
		"Show the listing of the deferred tools that is put into tool_search's description,\nand how each server stands in it.",
		"  findable listing dumps/\n  findable listing --budget 1000 --budget 4000 --json dumps/", r.runListing)
	c.Flags().Var(&r.budgets, "budget", "list within `TOKENS` instead of the computed budget; repeatable")
	return c
}

func (r *run) runListing(ctx context.Context, dumps []string) error {
	s, err := r.open(ctx, dumps)
	if err != nil {
		return err
	}
	r.warn(s.source.Notes, s.notices)
	assemblies := r.assemblies(s)
	if r.json {
		listings := py.List{}
		for _, a := range assemblies {
			listings = append(listings, listingJSON(a))
		}
		r.printJSON(py.Object{{Key: "schema", Value: "findable.listing/1"}, {Key: "listings", Value: listings}})
		return nil
	}
	for i, a := range assemblies {
		if i > 0 {
			r.line("")
		}
		r.printListing(a)
	}
	return nil
}

// assemblies decides tier and listing for each budget asked for, or for the
// computed one.
func (r *run) assemblies(s *setup) []engine.Assembly {
	session, config := s.session(), s.inputs.Effective()
	if len(r.budgets.values) == 0 {
		return []engine.Assembly{session.Assemble(config, s.inputs.Context)}
	}
	var all []engine.Assembly
	for _, budget := range r.budgets.values {
		// All of a context that is as long as the budget is the budget.
		config.ThresholdPct, config.ListingMaxTokens = engine.MaxThresholdPct, budget
		all = append(all, session.Assemble(config, budget))
	}
	return all
}

func listingJSON(a engine.Assembly) py.Object {
	l := a.Listing
	servers := py.List{}
	head, parts := l.Parts()
	for i, g := range l.Groups {
		servers = append(servers, py.Object{
			{Key: "label", Value: g.Label}, {Key: "tools", Value: py.Int(len(g.Entries))},
			{Key: "state", Value: string(l.States[i])}, {Key: "tokens", Value: py.Int(parts[i])},
		})
	}
	return py.Object{
		{Key: "budget", Value: py.Int(a.Budget.Tokens)}, {Key: "form", Value: string(l.Form)}, {Key: "tier", Value: py.Int(a.Tier)},
		{Key: "characters", Value: py.Int(l.Characters)}, {Key: "tokens", Value: py.Int(l.Tokens)}, {Key: "text", Value: l.Text()},
		{Key: "servers", Value: servers}, {Key: "head_tokens", Value: py.Int(head)},
	}
}

func (r *run) printListing(a engine.Assembly) {
	clean, l := r.glyphs().Clean, a.Listing
	r.line("budget:  %s", engine.Plural(a.Budget.Tokens, "token", "tokens"))
	r.line("tier:    %d (%s)", a.Tier, a.Reason)
	head, parts := l.Parts()
	size := engine.Plural(l.Tokens, "token", "tokens")
	if head > 0 { // with it the servers' add up
		size += fmt.Sprintf(" (%s for its head line)", cell.Number(head))
	}
	r.line("listing: %s, %s, %s", l.Form, engine.Plural(l.Characters, "character", "characters"), size)
	if len(l.Groups) > 0 {
		r.line("")
		rows := [][]string{{"server", "tools", "state", "tokens"}}
		for i, g := range l.Groups {
			rows = append(rows, []string{clean(g.Label), cell.Number(len(g.Entries)), string(l.States[i]), cell.Number(parts[i])})
		}
		r.printTable([]bool{false, true, false, true}, rows)
	}
	if l.Form == engine.None {
		return
	}
	r.line("")
	for _, line := range r.glyphs().CleanLines(l.Text()) {
		r.line("%s", line)
	}
}
