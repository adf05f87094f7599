package cli

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"findable/engine"
	"findable/engine/py"
	"findable/ui/cell"
)

func (r *run) ladder() *cobra.Command {
	return r.command("ladder [FLAGS] [DUMP...]", "Show every budget at which the listing changes, and what it buys",
		"Show the exact budgets, in tokens, from which on the listing is another one, where the\npresent budget stands, and what the next step up takes and buys.",
		"  findable ladder dumps/\n  findable ladder --json dumps/ | jq '.steps[].from'", r.runLadder)
}

func (r *run) runLadder(ctx context.Context, dumps []string) error {
	s, err := r.open(ctx, dumps)
	if err != nil {
		return err
	}
	r.warn(s.source.Notes, s.notices)
	session, config := s.session(), s.inputs.Effective()
	rungs := session.Ladder(config)
	if r.json {
		steps := py.List{}
		for _, rung := range rungs {
			steps = append(steps, rungJSON(rung))
		}
		r.printJSON(py.Object{{Key: "schema", Value: "findable.ladder/1"}, {Key: "steps", Value: steps}})
		return nil
	}
	r.printLadder(session, rungs, config, s)
	return nil
}

func rungJSON(rung engine.Rung) py.Object {
	collapsed := py.List{}
	for _, label := range rung.Collapsed {
		collapsed = append(collapsed, label)
	}
	return py.Object{
		{Key: "from", Value: py.Int(rung.From)}, {Key: "form", Value: string(rung.Form)}, {Key: "tier", Value: py.Int(rung.Tier)},
		{Key: "tokens", Value: py.Int(rung.Tokens)}, {Key: "collapsed", Value: collapsed},
	}
}

func (r *run) printLadder(session *engine.Session, rungs []engine.Rung, config engine.Config, s *setup) {
	a := session.Assemble(config, s.inputs.Context)
	r.line("budget: %s", budgetText(a.Budget, s.inputs))
	if len(rungs) == 1 {
		r.line("tier:   %d (%s), at any budget", a.Tier, a.Reason)
		return
	}
	at := engine.RungAt(rungs, a.Budget.Tokens)
	r.line("tier:   %d (%s), %s of them used", a.Tier, a.Reason, cell.Number(a.Listing.Tokens))
	r.line("")
	const room = 80 - 2 - 1 - 2 - 8 - 2 - 6 - 2 - 4 - 2 // beside the other columns
	rows := [][]string{{"", "from", "form", "tier", "buys"}}
	for i, rung := range rungs {
		mark := ""
		if i == at {
			mark = r.glyphs().Cursor
		}
		buys := r.glyphs().Cut(r.bought(session, rungs, i), room)
		rows = append(rows, []string{mark, cell.Number(rung.From), string(rung.Form), cell.Number(rung.Tier), buys})
	}
	r.printTable([]bool{false, true, false, true, false}, rows)
	r.line("")
	r.printNextRung(session, rungs, at, config, s.inputs.Context)
}

// bought says what a rung has over the one below it.
func (r *run) bought(session *engine.Session, rungs []engine.Rung, i int) string {
	rung := rungs[i]
	switch rung.Form {
	case engine.None:
		return "no listing"
	case engine.Groups:
		return "a line for each of " + engine.Plural(len(session.Groups), "server", "servers")
	case engine.Full:
		return fmt.Sprintf("short descriptions of all %s", engine.Plural(len(session.Deferred), "tool", "tools"))
	}
	names, tools := []string(nil), 0
	for _, g := range session.Groups {
		hidden := i == 0 || rungs[i-1].Form == engine.None || slices.Contains(rungs[i-1].Collapsed, g.Label)
		if hidden && !slices.Contains(rung.Collapsed, g.Label) {
			names, tools = append(names, r.glyphs().Clean(g.Label)), tools+len(g.Entries)
		}
	}
	text := fmt.Sprintf("%s by name: %s", engine.Plural(tools, "tool", "tools"), listed(names, 4))
	if i > 0 && rungs[i-1].Form == engine.None && len(rung.Collapsed) > 0 {
		text += "; a line for each other server"
	}
	return text
}

// printNextRung says what the next tokens buy, and the knobs that give them.
func (r *run) printNextRung(session *engine.Session, rungs []engine.Rung, at int, config engine.Config, context int) {
	budget := engine.NewBudget(config, context)
	if at == len(rungs)-1 {
		r.line("More tokens buy nothing: the listing shows all there is.")
		return
	}
	next := rungs[at+1]
	below := next.From + 1
	if at+2 < len(rungs) {
		below = rungs[at+2].From
	}
	short := next.From - budget.Tokens
	if short > 1 {
		r.line("The next token buys nothing, %s buy", cell.Number(short))
	} else {
		r.line("The next token buys")
	}
	r.line("  %s", r.bought(session, rungs, at+1))
	r.line("  for a listing of %s, %s more than now", engine.Plural(next.Tokens, "token", "tokens"), cell.Number(next.Tokens-rungs[at].Tokens))
	moved, ok := config.Reaching(next.From, below, context)
	if !ok {
		r.line("  which no setting gives here: %s", unreachable(next.From, context))
		return
	}
	r.line("  with %s", settingsText(config, moved))
}

// unreachable says which range keeps a budget out.
func unreachable(from, context int) string {
	switch {
	case from > engine.MaxListingMaxTokens:
		return "listing_max_tokens ends at " + cell.Number(engine.MaxListingMaxTokens)
	case context <= 0:
		return "with an unknown context the budget ends at " + cell.Number(engine.UnknownContextTokens)
	}
	return "the context is " + engine.Plural(context, "token", "tokens")
}

// settingsText writes the knobs that a configuration has moved, as flags.
func settingsText(from, to engine.Config) string {
	text := ""
	if from.ListingMaxTokens != to.ListingMaxTokens {
		text = fmt.Sprintf("--set listing_max_tokens=%d", to.ListingMaxTokens)
	}
	if from.ThresholdPct != to.ThresholdPct {
		if text != "" {
			text += " "
		}
		text += "--set threshold_pct=" + string(py.Float(to.ThresholdPct))
	}
	return text
}
