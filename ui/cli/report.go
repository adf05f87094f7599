package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"findable/engine"
	"findable/engine/py"
	"findable/loaders"
	"findable/ui"
	"findable/ui/cell"
)

func (r *run) report() *cobra.Command {
	c := r.command("report [FLAGS] [DUMP...]", "Sum up catalog, budget, tier and costs, with all notes on what was loaded",
		"Sum up what was loaded, the tier and the rule that chose it, what every turn costs,\nthe settings as used, and everything that was corrected or passed over.",
		"  findable report dumps/\n  findable report --config config.yaml --json dumps/\n  findable report --cases queries.yaml --format html -o report.html dumps/", r.runReport)
	c.Flags().SortFlags = false
	r.format = reportFormats[0]
	formats := choice{&r.format, reportFormats}
	c.Flags().Var(formats, "format", "write `FORMAT`: text, or with servers, budgets, charts, advice, findings and cases markdown or html, one file with nothing outside of it; keys and passwords are left out")
	complete(c, "format", formats.words, cobra.ShellCompDirectiveNoFileComp)
	c.Flags().StringVarP(&r.output, "output", "o", "", "write to `FILE` in the place of standard output")
	r.caseFlags(c)
	return c
}

func (r *run) runReport(ctx context.Context, dumps []string) error {
	whole := r.format != reportFormats[0]
	switch {
	case whole && r.json:
		return errors.New("--json and --format exclude each other; leave out one of them")
	case !whole && (r.output != "" || r.cases != ""):
		return errors.New("--output and --cases go with --format markdown or html")
	}
	s, err := r.open(ctx, dumps)
	if s == nil {
		return err
	}
	if fault := r.readCases(ctx, s); fault != nil {
		return fault
	}
	r.warn(s.source.Notes, nil) // the report itself has the notices
	session := s.session()
	a := session.Assemble(s.inputs.Effective(), s.inputs.Context)
	switch {
	case whole:
		if fault := r.writeReport(ctx, s, session, a); fault != nil {
			return fault
		}
	case r.json:
		r.printJSON(s.reportJSON(a))
	default:
		r.printReport(s, a)
	}
	return err // 0 tools are no success
}

func (s *setup) reportJSON(a engine.Assembly) py.Object {
	embedded, unresolved := py.List{}, py.List{}
	for _, e := range s.source.Embedded(s.inputs) {
		embedded = append(embedded, embeddedJSON(e))
	}
	for _, c := range s.cards {
		unresolved = append(unresolved, unresolvedJSON(c))
	}
	return py.Object{
		{Key: "schema", Value: "findable.report/1"},
		{Key: "tools", Value: py.Int(s.report.Tools)}, {Key: "servers", Value: py.Int(s.report.Servers)},
		{Key: "visible", Value: py.Int(a.Visible)}, {Key: "deferred", Value: py.Int(a.Deferred)},
		{Key: "schema_tokens", Value: py.Int(a.SchemaTokens)}, {Key: "context", Value: py.Int(s.inputs.Context)},
		{Key: "budget", Value: py.Int(budgetOf(a))}, {Key: "tier", Value: py.Int(a.Tier)}, {Key: "form", Value: string(a.Listing.Form)},
		{Key: "listing_tokens", Value: py.Int(a.Listing.Tokens)}, {Key: "bridge_tokens", Value: py.Int(a.BridgeTokens)},
		{Key: "eager_tokens", Value: py.Int(a.EagerTokens)}, {Key: "config", Value: configJSON(s.inputs.Effective())},
		{Key: "notices", Value: noticesJSON(s.notices)}, {Key: "notes", Value: notesJSON(s.source.AllNotes())},
		{Key: "unresolved", Value: unresolved}, {Key: "embedded", Value: embedded},
	}
}

// unresolvedJSON tells of a server without tools: how it is reached, with secrets
// taken out, whether it is switched off, and what gives it its tools.
func unresolvedJSON(c loaders.Card) py.Object {
	var reach py.Value
	if c.Launch != nil {
		reach = c.Launch.String()
	}
	return py.Object{
		{Key: "name", Value: c.Name}, {Key: "kind", Value: c.Source}, {Key: "file", Value: strings.ToValidUTF8(c.Origin.File, "\uFFFD")},
		{Key: "path", Value: c.Origin.Path}, {Key: "reach", Value: reach}, {Key: "off", Value: isOff(c)}, {Key: "fix", Value: fixOf(c)},
	}
}

func isOff(c loaders.Card) bool { return c.Words != nil && c.Words.Disabled }

// fixOf says what to do about a server without tools.
func fixOf(c loaders.Card) string {
	if isOff(c) {
		return "it is switched off, so its tools would not count"
	}
	return "dump it with tools/list and give the dump as " + c.Name + "=PATH, or connect to it"
}

// embeddedJSON is the comparison of a running agent's listing with ours. Where no
// byte differs, or nothing was compared, the places are null.
func embeddedJSON(e engine.Embedded) py.Object {
	differs := func(v py.Value) py.Value {
		if e.Verdict == engine.OtherListing {
			return v
		}
		return nil
	}
	labels := func(names []string) py.List {
		list := py.List{}
		for _, n := range names {
			list = append(list, n)
		}
		return list
	}
	return py.Object{
		{Key: "file", Value: strings.ToValidUTF8(e.Origin.File, "\uFFFD")}, {Key: "path", Value: e.Origin.Path},
		{Key: "verdict", Value: string(e.Verdict)}, {Key: "text", Value: e.String()},
		{Key: "characters", Value: py.Int(utf8.RuneCountInString(e.Dumped))}, {Key: "our_characters", Value: py.Int(utf8.RuneCountInString(e.Ours))},
		{Key: "budget", Value: py.Int(e.Budget)}, {Key: "same_from_budget", Value: py.Int(e.FromBudget)},
		{Key: "offset", Value: differs(py.Int(e.Offset))}, {Key: "line", Value: differs(py.Int(e.Line))},
		{Key: "column", Value: differs(py.Int(e.Column))},
		{Key: "dumped_line", Value: differs(e.DumpedLine)}, {Key: "our_line", Value: differs(e.OurLine)},
		{Key: "counted", Value: py.Int(e.Count)}, {Key: "loaded", Value: py.Int(e.Loaded)}, {Key: "shown", Value: py.Int(e.Shown)},
		{Key: "not_loaded", Value: labels(e.Missing)}, {Key: "not_listed", Value: labels(e.Extra)},
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
	now.compareListings()
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
	r.line("%s", clean(s.source.Name))
	r.printTable([]bool{false, false}, r.facts(s, a))
	r.line("")
	r.line("settings of generation %s", s.inputs.Generation)
	rows := [][]string(nil)
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
		r.line("  %s: %s, %s", clean(f.File), clean(f.Format), engine.Plural(f.Tools, "tool", "tools"))
	}
	r.printUnresolved(s.cards)
	r.printNotes(s.source.AllNotes())
}

// facts sum the catalog up: label and figure.
func (r *run) facts(s *setup, a engine.Assembly) [][]string {
	bridge := "none"
	if a.Active {
		bridge = engine.Plural(a.BridgeTokens, "token", "tokens") + ", the listing in it"
	}
	tools := fmt.Sprintf("%s of %s", cell.Number(s.report.Tools), engine.Plural(s.report.Servers, "server", "servers"))
	if n := s.report.Tools - len(s.source.Registry.Entries); n > 0 {
		tools += fmt.Sprintf(", %s of them not registered, as the notes tell", cell.Number(n))
	}
	if n := len(engine.Merged(s.inputs.Edits)); n > 0 {
		tools += ", with " + engine.Plural(n, "what-if", "what-ifs") + " on them, so figures are not the dump's"
	}
	budget := budgetText(a.Budget, s.inputs)
	if a.Reason == engine.SwitchedOff {
		budget = engine.Plural(a.Threshold, "token", "tokens") + " is threshold_pct of the context; without tool search nothing is cut to it"
	}
	return [][]string{
		{"tools", tools},
		{"in the session", fmt.Sprintf("%s visible, %s deferred", cell.Number(a.Visible), cell.Number(a.Deferred))},
		{"tier", fmt.Sprintf("%d (%s)", a.Tier, a.Reason)},
		{"budget", budget},
		{"listing", fmt.Sprintf("%s, %s", a.Listing.Form, engine.Plural(a.Listing.Tokens, "token", "tokens"))},
		{"bridge", bridge},
		{"all definitions", fmt.Sprintf("%s, %s of them deferrable", engine.Plural(a.EagerTokens, "token", "tokens"), cell.Number(a.SchemaTokens))},
		{"every turn", engine.Plural(a.TurnTokens, "token", "tokens")},
	}
}

// printUnresolved lists servers without tools.
func (r *run) printUnresolved(cards []loaders.Card) {
	const most = 20
	if len(cards) == 0 {
		return
	}
	clean := r.glyphs().Clean
	r.line("")
	r.line("%s without tools: dump each with tools/list and give the dump as NAME=PATH, or connect", engine.Plural(len(cards), "server", "servers"))
	for _, c := range cards[:min(most, len(cards))] {
		text := fmt.Sprintf("  %s (%s)", clean(c.Name), clean(c.Source))
		if isOff(c) {
			text += ", switched off"
		}
		if c.Launch != nil {
			text += ": " + clean(c.Launch.String())
		}
		r.line("%s", text)
	}
	if more := len(cards) - most; more > 0 {
		r.line("  %s more; --json has all", cell.Number(more))
	}
}

// printNotes lists the notes by kind, of kinds that have many the first. What
// could not be used is told whole.
func (r *run) printNotes(notes []ui.Note) {
	const most = 5
	if len(notes) == 0 {
		return
	}
	clean := r.glyphs().Clean
	r.line("")
	r.line("%s", engine.Plural(len(notes), "note", "notes"))
	byKind, kinds := map[string][]ui.Note{}, []string(nil)
	for _, n := range notes {
		if byKind[n.Kind] == nil {
			kinds = append(kinds, n.Kind)
		}
		byKind[n.Kind] = append(byKind[n.Kind], n)
	}
	for _, kind := range kinds {
		shown := byKind[kind]
		if kind != string(loaders.Failed) {
			shown = shown[:min(most, len(shown))]
		}
		for _, n := range shown {
			r.line("  %s: %s", clean(kind), clean(noteText(n)))
		}
		if more := len(byKind[kind]) - len(shown); more > 0 {
			r.line("  %s: %s more of this kind; --json has all", clean(kind), cell.Number(more))
		}
	}
}

// budgetText says which of its two legs a budget is.
func budgetText(b engine.Budget, in ui.Inputs) string {
	percent := fmt.Sprintf("%s of a context of %s", cell.Number(b.Percent), cell.Number(in.Context))
	if in.Context == 0 {
		percent = fmt.Sprintf("%s, as the context is unknown", cell.Number(b.Percent))
	}
	if b.CapBinds() {
		return fmt.Sprintf("%s (listing_max_tokens; threshold_pct gives %s)", engine.Plural(b.Tokens, "token", "tokens"), percent)
	}
	return fmt.Sprintf("%s (threshold_pct: %s)", engine.Plural(b.Tokens, "token", "tokens"), percent)
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
