package cli

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"findable/engine"
	"findable/engine/audit"
	"findable/engine/eval"
	"findable/loaders"
	"findable/ui"
	"findable/ui/cell"
	"findable/ui/chart"
	"findable/ui/cli/document"
	"findable/ui/figures"
)

// reportFormats are the forms that a report is written in. What has no drawing in
// one of them has none.
var reportFormats = []string{"text", "markdown", "html"}

// writeReport writes the report as a document of its own, where --output says.
func (r *run) writeReport(ctx context.Context, s *setup, session *engine.Session, a engine.Assembly) error {
	d, err := r.reportDocument(ctx, s, session, a)
	if err != nil {
		return err
	}
	d = d.Map(loaders.HideKeys) // the file is for others
	var text bytes.Buffer
	write := d.Markdown
	if r.format == "html" {
		write = d.HTML
	}
	if err := write(&text); err != nil {
		return err
	}
	if r.output == "" {
		r.out.Write(text.Bytes())
		return nil
	}
	if err := replaceFile(r.output, text.Bytes()); err != nil {
		return err
	}
	r.line("written to %s", r.glyphs().Clean(r.output))
	return nil
}

func (r *run) reportDocument(ctx context.Context, s *setup, session *engine.Session, a engine.Assembly) (document.Document, error) {
	d := document.Document{Title: "Tool catalog: " + r.glyphs().Clean(s.source.Name)}
	add := func(section document.Section) { d.Sections = append(d.Sections, section) }
	add(document.Section{Title: "In short", Table: append([][]string{{"", ""}}, r.facts(s, a)...)})
	add(r.settingsSection(s))
	add(r.serversSection(a))
	add(document.Section{Title: "What the definitions take", Drawings: []document.Drawing{r.drawing(figures.Servers(session, nil)), r.drawing(figures.Parts(session, nil))}})
	add(r.ladderSection(s, session, a))
	advised, err := r.adviceSection(ctx, s)
	if err != nil {
		return d, err
	}
	add(advised)
	findings, err := r.findingsSection(ctx, s, session)
	if err != nil {
		return d, err
	}
	add(findings)
	if len(s.source.Cases) > 0 {
		cases, err := r.casesSection(ctx, s, session)
		if err != nil {
			return d, err
		}
		add(cases)
	}
	if a.Active {
		add(document.Section{Title: "The listing that the model reads", Code: strings.Join(r.glyphs().CleanLines(a.Listing.Text()), "\n")})
	}
	add(r.notesSection(s.source.AllNotes()))
	return d, nil
}

// drawing draws a chart for both kinds of document.
func (r *run) drawing(c chart.Chart) document.Drawing {
	plain := *r
	plain.terminal = false                                     // no colour in a file
	lines := slices.Compact(plain.chartLines(c, size{96, 24})) // room that a chart did not need is no line twice
	return document.Drawing{Title: strings.TrimSpace(lines[0]), SVG: c.SVG(), Lines: strings.Join(lines, "\n")}
}

// adviceSection says which settings are worth having.
func (r *run) adviceSection(ctx context.Context, s *setup) (document.Section, error) {
	a, err := s.advice(ctx)
	if err != nil {
		return document.Section{}, err
	}
	out := document.Section{Title: "Advice", Text: []string{r.glyphs().Clean(a.Text)}, Right: []bool{true, true, true}}
	if a.Pick != a.Present {
		out.Text = append(out.Text, "To see it: findable report"+settings(a, a.Pick))
	}
	if len(a.Points) > 1 {
		out.Drawings = []document.Drawing{r.drawing(figures.Front(a, a.Pick))}
	}
	out.Table = [][]string{{"tokens", "reach", "other half", "knobs"}}
	for _, i := range a.Shown() {
		p := a.Points[i]
		out.Table = append(out.Table, []string{rounded(p.Tokens(p.Chosen)), percentText(p.Chosen.Reach), percentText(p.Checked.Reach), knobsOf(a, i)})
	}
	return out, nil
}

func (r *run) settingsSection(s *setup) document.Section {
	out := document.Section{Title: "Settings, generation " + s.inputs.Generation, Table: [][]string{{"setting", "value"}}}
	for _, m := range configJSON(s.inputs.Effective()) {
		out.Table = append(out.Table, []string{m.Key, r.glyphs().Clean(configText(m.Value))})
	}
	for _, n := range s.notices {
		out.Text = append(out.Text, "Corrected: "+r.glyphs().Clean(noticeText(n)))
	}
	return out
}

func (r *run) serversSection(a engine.Assembly) document.Section {
	out := document.Section{Title: "Servers in the listing", Right: []bool{false, true, false, true}}
	l := a.Listing
	if len(l.Groups) == 0 {
		out.Text = []string{"No tool is deferred."}
		return out
	}
	out.Table = [][]string{{"server", "tools", "state", "tokens"}}
	_, parts := l.Parts()
	for i, g := range l.Groups {
		out.Table = append(out.Table, []string{r.glyphs().Clean(g.Label), cell.Number(len(g.Entries)), string(l.States[i]), cell.Number(parts[i])})
	}
	return out
}

// mostRungs is how many budgets a report tells, those around the present one.
const mostRungs = 20

func (r *run) ladderSection(s *setup, session *engine.Session, a engine.Assembly) document.Section {
	rungs := session.Ladder(s.inputs.Effective())
	at := engine.RungAt(rungs, a.Budget.Tokens)
	out := document.Section{Title: "What a budget buys", Right: []bool{true, false, true}, Table: [][]string{{"from tokens", "form", "tier", "buys"}}}
	from := max(0, min(at-mostRungs/2, len(rungs)-mostRungs))
	for i := from; i < min(from+mostRungs, len(rungs)); i++ {
		buys := r.bought(session, rungs, i)
		if i == at {
			buys += " (the budget now)"
		}
		out.Table = append(out.Table, []string{cell.Number(rungs[i].From), string(rungs[i].Form), cell.Number(rungs[i].Tier), buys})
	}
	if left := len(rungs) - len(out.Table) + 1; left > 0 {
		out.Text = []string{fmt.Sprintf("%s more; findable ladder has all.", engine.Plural(left, "budget", "budgets"))}
	}
	return out
}

// mostFindings is how many findings a report tells.
const mostFindings = 30

func (r *run) findingsSection(ctx context.Context, s *setup, session *engine.Session) (document.Section, error) {
	report, err := audit.Run(ctx, session, engine.Limit(s.inputs.Effective(), nil), nil)
	if err != nil {
		return document.Section{}, err
	}
	clean := r.glyphs().Clean
	out := document.Section{Title: "Findings, the most harmful first"}
	out.Text = append(out.Text, fmt.Sprintf("%s of %s are found by the words of their own names, within %s.", cell.Number(report.SelfFindable),
		engine.Plural(report.Tools, "deferred tool", "deferred tools"), engine.Plural(report.Limit, "result", "results")))
	if len(report.Findings) == 0 {
		return out, nil
	}
	out.Table = [][]string{{"severity", "kind", "tool", "evidence"}}
	for _, f := range report.Findings[:min(mostFindings, len(report.Findings))] {
		out.Table = append(out.Table, []string{string(f.Severity), string(f.Kind), clean(f.Tool), clean(f.Evidence)})
	}
	if left := len(report.Findings) - mostFindings; left > 0 {
		out.Text = append(out.Text, fmt.Sprintf("%s more; findable audit has all.", engine.Plural(left, "finding", "findings")))
	}
	return out, nil
}

// mostCases is how many of the worst cases a report tells.
const mostCases = 20

func (r *run) casesSection(ctx context.Context, s *setup, session *engine.Session) (document.Section, error) {
	config := s.inputs.Effective()
	limit := engine.Limit(config, nil)
	outcomes, err := eval.Run(ctx, eval.NewSession(session, config), s.source.Cases, nil)
	if err != nil {
		return document.Section{}, err
	}
	out := document.Section{Title: "Cases, the worst first", Right: []bool{true, true}}
	out.Text = append(out.Text, engine.Plural(len(outcomes), "query", "queries")+" with the tools that they should find, at a limit of "+cell.Number(limit)+".")
	for _, f := range figuresOf(outcomes, limit) {
		out.Text = append(out.Text, fmt.Sprintf("%s: %s, with 95 %% between %s and %s", f.name, figureText(f.name, f.mean), figureText(f.name, f.low), figureText(f.name, f.high)))
	}
	out.Drawings = []document.Drawing{r.drawing(figures.Ranks(figures.Run{Name: "now", Outcomes: outcomes}))}
	clean := r.glyphs().Clean
	out.Table = [][]string{{"recall", "rank", "query", "wanted"}}
	for _, i := range eval.Worst(outcomes, limit) {
		o := outcomes[i]
		if len(out.Table) > mostCases || o.Found(limit) && o.Rank() == 1 {
			break
		}
		var wanted []string
		for _, w := range o.Case.Expect {
			wanted = append(wanted, clean(w.Name))
		}
		out.Table = append(out.Table, []string{figureText("", o.Recall(limit)), rankCell(o.Rank()), clean(o.Case.Query), listed(wanted, 5)})
	}
	if len(out.Table) == 1 {
		out.Table, out.Text = nil, append(out.Text, "Every query has a tool that it should find in the first place.")
	}
	return out, nil
}

func (r *run) notesSection(notes []ui.Note) document.Section {
	out := document.Section{Title: "Notes on what was loaded"}
	if len(notes) == 0 {
		out.Text = []string{"Nothing was passed over or changed."}
		return out
	}
	const most = 40
	out.Table = [][]string{{"kind", "file", "place", "note"}}
	clean := r.glyphs().Clean
	for _, n := range notes[:min(most, len(notes))] {
		out.Table = append(out.Table, []string{clean(n.Kind), clean(n.File), clean(n.Path), clean(n.Text)})
	}
	if left := len(notes) - most; left > 0 {
		out.Text = append(out.Text, fmt.Sprintf("%s more; findable report --json has all.", engine.Plural(left, "note", "notes")))
	}
	return out
}
