package cli

import (
	"bufio"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"findable/engine"
	"findable/engine/py"
	"findable/ui"
	"findable/ui/cell"
)

func (r *run) report() *cobra.Command {
	return r.command("report [FLAGS] [DUMP...]", "Sum up catalog, budget, tier and costs, with all notes on what was loaded",
		"Sum up what was loaded, the tier and the rule that chose it, what every turn costs,\nthe settings as used, and everything that was corrected or passed over.",
		"  findable report dumps/\n  findable report --config config.yaml --json dumps/", r.runReport)
}

func (r *run) runReport(ctx context.Context, dumps []string) error {
	s, err := r.open(ctx, dumps)
	if err != nil {
		return err
	}
	r.warn(s.source.Notes, nil) // the report itself has the notices
	a := s.session().Assemble(s.inputs.Effective(), s.inputs.Context)
	if r.json {
		r.printJSON(s.reportJSON(a))
		return nil
	}
	r.printReport(s, a)
	return nil
}

func (s *setup) reportJSON(a engine.Assembly) py.Object {
	notices, notes := py.List{}, py.List{}
	for _, n := range s.notices {
		notices = append(notices, py.Object{
			{Key: "key", Value: n.Key}, {Key: "given", Value: n.Given}, {Key: "used", Value: n.Used}, {Key: "why", Value: n.Why},
		})
	}
	for _, n := range s.source.AllNotes() {
		notes = append(notes, py.Object{
			{Key: "kind", Value: n.Kind}, {Key: "file", Value: strings.ToValidUTF8(n.File, "\uFFFD")},
			{Key: "path", Value: n.Path}, {Key: "text", Value: n.Text},
		})
	}
	return py.Object{
		{Key: "schema", Value: "findable.report/1"},
		{Key: "tools", Value: py.Int(s.report.Tools)}, {Key: "servers", Value: py.Int(s.report.Servers)},
		{Key: "visible", Value: py.Int(a.Visible)}, {Key: "deferred", Value: py.Int(a.Deferred)},
		{Key: "schema_tokens", Value: py.Int(a.SchemaTokens)}, {Key: "context", Value: py.Int(s.inputs.Context)},
		{Key: "budget", Value: py.Int(budgetOf(a))}, {Key: "tier", Value: py.Int(a.Tier)}, {Key: "form", Value: string(a.Listing.Form)},
		{Key: "listing_tokens", Value: py.Int(a.Listing.Tokens)}, {Key: "bridge_tokens", Value: py.Int(a.BridgeTokens)},
		{Key: "eager_tokens", Value: py.Int(a.EagerTokens)}, {Key: "config", Value: configJSON(s.inputs.Effective())},
		{Key: "notices", Value: notices}, {Key: "notes", Value: notes},
	}
}

// budgetOf is the figure that the reference reports: the budget, or with tool
// search switched off the percentage of the context alone.
func budgetOf(a engine.Assembly) int {
	if a.Reason == engine.SwitchedOff {
		return a.Threshold
	}
	return a.Budget.Tokens
}

// configJSON returns the configuration as used, the keys in the order in which
// they are shown; `defer` only where the generation has it.
func configJSON(c engine.Config) py.Object {
	o := py.Object{
		{Key: "enabled", Value: string(c.Enabled)}, {Key: "threshold_pct", Value: py.Float(c.ThresholdPct)},
		{Key: "listing", Value: string(c.Listing)}, {Key: "listing_max_tokens", Value: py.Int(c.ListingMaxTokens)},
		{Key: "search_default_limit", Value: py.Int(c.SearchDefaultLimit)}, {Key: "max_search_limit", Value: py.Int(c.MaxSearchLimit)},
	}
	if c.Defer == nil {
		return o
	}
	list := py.List{}
	for _, name := range c.Defer {
		list = append(list, name)
	}
	return append(o, py.Member{Key: "defer", Value: list})
}

// reportText is the plain report for other inputs: what the app copies.
func (r *run) reportText(s *setup, in ui.Inputs) string {
	var text strings.Builder
	copied, now := *r, *s
	copied.out = bufio.NewWriter(&text)
	now.inputs = in
	if other, ok := s.source.Others[in.Generation]; ok {
		now.source.Registry = other
	}
	_, now.notices = engine.ReadConfig(s.source.RawConfig, in.Rules())
	copied.printReport(&now, now.session().Assemble(in.Effective(), in.Context))
	copied.out.Flush() // into memory
	return text.String()
}

func (r *run) printReport(s *setup, a engine.Assembly) {
	clean := r.glyphs().Clean
	bridge := "none"
	if a.Active {
		bridge = counted(a.BridgeTokens, "token", "tokens") + ", the listing in it"
	}
	r.line("%s", clean(s.source.Name))
	tools := fmt.Sprintf("%s of %s", cell.Number(s.report.Tools), counted(s.report.Servers, "server", "servers"))
	if n := s.report.Tools - len(s.source.Registry.Entries); n > 0 {
		tools += fmt.Sprintf(", %s of them not registered, as the notes tell", cell.Number(n))
	}
	budget := budgetText(a.Budget, s.inputs)
	if a.Reason == engine.SwitchedOff {
		budget = counted(a.Threshold, "token", "tokens") + " is threshold_pct of the context; without tool search nothing is cut to it"
	}
	rows := [][]string{
		{"tools", tools},
		{"in the session", fmt.Sprintf("%s visible, %s deferred", cell.Number(a.Visible), cell.Number(a.Deferred))},
		{"tier", fmt.Sprintf("%d (%s)", a.Tier, a.Reason)},
		{"budget", budget},
		{"listing", fmt.Sprintf("%s, %s", a.Listing.Form, counted(a.Listing.Tokens, "token", "tokens"))},
		{"bridge", bridge},
		{"all definitions", fmt.Sprintf("%s, %s of them deferrable", counted(a.EagerTokens, "token", "tokens"), cell.Number(a.SchemaTokens))},
		{"every turn", counted(a.TurnTokens, "token", "tokens")},
	}
	r.printTable([]bool{false, false}, rows)
	r.line("")
	r.line("settings of generation %s", s.inputs.Generation)
	rows = nil
	for _, m := range configJSON(s.inputs.Effective()) {
		rows = append(rows, []string{m.Key, clean(configText(m.Value))})
	}
	r.printTable([]bool{false, false}, rows)
	for _, n := range s.notices {
		r.line("  corrected: %s", clean(noticeText(n)))
	}
	r.line("")
	r.line("files")
	for _, f := range s.report.Files {
		r.line("  %s: %s, %s", clean(f.File), clean(f.Format), counted(f.Tools, "tool", "tools"))
	}
	notes := s.source.AllNotes()
	if len(notes) == 0 {
		return
	}
	r.line("")
	r.line("%s", counted(len(notes), "note", "notes"))
	for _, n := range notes {
		r.line("  %s: %s", clean(n.Kind), clean(noteText(n)))
	}
}

// budgetText says which of its two legs a budget is.
func budgetText(b engine.Budget, in ui.Inputs) string {
	percent := fmt.Sprintf("%s of a context of %s", cell.Number(b.Percent), cell.Number(in.Context))
	if in.Context == 0 {
		percent = fmt.Sprintf("%s, as the context is unknown", cell.Number(b.Percent))
	}
	if b.CapBinds() {
		return fmt.Sprintf("%s (listing_max_tokens; threshold_pct gives %s)", counted(b.Tokens, "token", "tokens"), percent)
	}
	return fmt.Sprintf("%s (threshold_pct: %s)", counted(b.Tokens, "token", "tokens"), percent)
}

// configText writes a setting as a config file has it.
func configText(v py.Value) string {
	list, ok := v.(py.List)
	if !ok {
		return py.Str(v)
	}
	names := make([]string, len(list))
	for i, n := range list {
		names[i] = py.Str(n)
	}
	return strconv.Itoa(len(list)) + " names: " + strings.Join(names, ", ")
}
