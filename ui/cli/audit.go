package cli

import (
	"context"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"findable/engine"
	"findable/engine/audit"
	"findable/engine/py"
	"findable/ui/cell"
)

func (r *run) audit() *cobra.Command {
	c := r.command("audit [FLAGS] [DUMP...]", "Look for tools that search cannot find, and for texts that mean harm",
		`Ask for each deferred tool by its name's words, its first sentence, its title and its
parameters, and look at its texts: what is not found and what crowds it out, what says the
same as another server's tool, what hides, and what gives the model orders. The worst
comes first. A tool counts as finding itself when a search for the words of its full name,
without mcp__, returns it within search_default_limit.`,
		"  findable audit dumps/\n  findable audit --fail-on high dumps/\n  findable audit --json dumps/ | jq '.findings[] | select(.severity == \"high\")'", r.runAudit)
	c.Flags().SortFlags = false
	var words []string
	for _, s := range audit.Severities() {
		words = append(words, string(s))
	}
	c.Flags().Var(choice{&r.failOn, words}, "fail-on", "exit with 1 when a finding is of this `SEVERITY` or worse: "+strings.Join(words, ", "))
	complete(c, "fail-on", words, cobra.ShellCompDirectiveNoFileComp)
	return c
}

func (r *run) runAudit(ctx context.Context, dumps []string) error {
	s, err := r.open(ctx, dumps)
	if err != nil {
		return err
	}
	r.warn(s.source.Notes, s.notices)
	report, err := audit.Run(ctx, s.session(), engine.Limit(s.inputs.Effective(), nil), nil)
	if err != nil {
		return err
	}
	if r.json {
		r.printJSON(auditJSON(report))
	} else {
		r.printAudit(report)
	}
	// Ranked by severity: the first finding is of the worst.
	if r.failOn != "" && len(report.Findings) > 0 && report.Findings[0].Severity.AtLeast(audit.Severity(r.failOn)) {
		return errGate
	}
	return nil
}

func auditJSON(report audit.Report) py.Object {
	findings := py.List{}
	for _, f := range report.Findings {
		var tool py.Value
		if f.Tool != "" {
			tool = f.Tool
		}
		findings = append(findings, py.Object{{Key: "kind", Value: string(f.Kind)}, {Key: "tool", Value: tool},
			{Key: "severity", Value: string(f.Severity)}, {Key: "evidence", Value: f.Evidence}})
	}
	return py.Object{{Key: "schema", Value: "findable.audit/1"}, {Key: "tools", Value: py.Int(report.Tools)},
		{Key: "self_findable", Value: py.Int(report.SelfFindable)}, {Key: "findings", Value: findings}}
}

func (r *run) printAudit(report audit.Report) {
	r.line("tools:    %s deferred", cell.Number(report.Tools))
	r.line("findable: %s by the words of their own names, within %s", cell.Number(report.SelfFindable), engine.Plural(report.Limit, "result", "results"))
	r.line("findings: %s", cell.Number(len(report.Findings)))
	if len(report.Findings) == 0 {
		return
	}
	r.line("")
	r.printKinds(report.Findings)
	clean := r.glyphs().Clean
	for _, f := range report.Findings {
		tool := "the whole catalog"
		if f.Tool != "" {
			tool = clean(f.Tool)
		}
		r.line("")
		r.line("%s", r.glyphs().Cut(string(f.Severity)+"  "+string(f.Kind)+"  "+tool, plainWidth))
		for _, l := range cell.Wrap(clean(f.Evidence), plainWidth-2) {
			r.line("  %s", strings.TrimRight(l, " "))
		}
	}
}

// printKinds counts the findings kind by kind, those of the worst first.
func (r *run) printKinds(findings []audit.Finding) {
	type row struct {
		severity audit.Severity
		kind     audit.Kind
	}
	count, order := map[row]int{}, []row(nil)
	for _, f := range findings {
		at := row{f.Severity, f.Kind}
		if count[at]++; count[at] == 1 {
			order = append(order, at)
		}
	}
	rows := [][]string{{"severity", "found", "kind", "meaning"}}
	for _, at := range order {
		rows = append(rows, []string{string(at.severity), strconv.Itoa(count[at]), string(at.kind), at.kind.Meaning()})
	}
	r.printTable([]bool{false, true, false, false}, rows)
}
