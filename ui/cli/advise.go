package cli

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"findable/engine"
	"findable/engine/advice"
	"findable/engine/py"
	"findable/ui/cell"
	"findable/ui/figures"
)

func (r *run) advise() *cobra.Command {
	c := r.command("advise --cases FILE [FLAGS] [DUMP...]", "Try the knobs in a grid and say which settings are worth having",
		`Try search limits with every rung of the listing's ladder, the listing off and tool search off,
and draw the front: the settings that no other beats in both tokens and findability. A tool
counts as within reach when it is loaded, named in the listing, or within the limit of a search.
One half of the cases chooses, the needs in turn, and the other half checks the choice. Without
cases each tool is asked for by its own words, and nothing is advised that shows or finds less.`,
		"  findable advise --cases queries.yaml dumps/\n  findable advise --cases queries.yaml --svg front.svg --json dumps/", r.runAdvise)
	c.Flags().SortFlags = false
	r.caseFlags(c)
	c.Flags().StringVar(&r.output, "svg", "", "draw the front to `FILE` too, as SVG")
	c.Flags().BoolVar(&r.exitCode, "exit-code", false, "exit with 1 when the advice is to change a knob")
	return c
}

func (r *run) runAdvise(ctx context.Context, dumps []string) error {
	s, err := r.openWithCases(ctx, dumps)
	if err != nil {
		return err
	}
	a, err := s.advice(ctx)
	if err != nil {
		return err
	}
	if r.output != "" {
		if err := replaceFile(r.output, []byte(figures.Front(a, a.Pick).SVG())); err != nil {
			return err
		}
	}
	if r.json {
		r.printJSON(adviceJSON(a))
	} else {
		r.printAdvice(a)
	}
	if r.exitCode && a.Code == advice.Take {
		return errGate
	}
	return nil
}

// openWithCases opens dumps, and reads the cases where the line names any.
func (r *run) openWithCases(ctx context.Context, dumps []string) (*setup, error) {
	if err := r.oneStdin(dumps); err != nil {
		return nil, err
	}
	s, err := r.open(ctx, dumps)
	if err != nil {
		return nil, err
	}
	if err := r.readCases(ctx, s); err != nil {
		return nil, err
	}
	r.warn(s.source.Notes, s.notices)
	return s, nil
}

// oneStdin says when standard input is wanted twice.
func (r *run) oneStdin(dumps []string) error {
	if r.cases == "-" && (slices.Contains(dumps, "-") || r.topics == "-") || r.topics == "-" && slices.Contains(dumps, "-") {
		return fmt.Errorf("standard input is wanted twice; give the cases, the topics or the dump as a file")
	}
	return nil
}

func (s *setup) advice(ctx context.Context) (advice.Advice, error) {
	return advice.Advise(ctx, advice.Question{
		Session: s.session(), Config: s.inputs.Effective(), Context: s.inputs.Context, Cases: s.source.Cases,
	}, nil)
}

func (r *run) printAdvice(a advice.Advice) {
	g := r.glyphs()
	if a.Self {
		r.line("no cases: each of %s is asked for by its own words", engine.Plural(a.Chose+a.Checked, "tool", "tools"))
	} else {
		r.line("%s: %s chose, %s checked; of each need all wordings are on one side", engine.Plural(a.Chose+a.Checked, "case", "cases"), cell.Number(a.Chose), cell.Number(a.Checked))
	}
	r.line("%s come to %s, %s on the front", engine.Plural(a.Tried, "setting", "settings"), engine.Plural(len(a.Points), "outcome", "outcomes"), cell.Number(len(a.Front())))
	if a.TooLong {
		r.line("without tool search all definitions would not fit the context: left out")
	}
	r.line("")
	if len(a.Points) > 1 {
		r.printChart(figures.Front(a, a.Pick), size{80, 18})
		r.line("")
	}
	rows := [][]string{{"", "tokens", "turn", "replies", "reach", "other half", "95 %", "recall@limit", "knobs"}}
	for _, i := range a.Shown() {
		p := a.Points[i]
		mark := ""
		if p.Front {
			mark = g.Star
		}
		rows = append(rows, []string{mark, rounded(p.Tokens(p.Chosen)), cell.Number(p.Assembly.TurnTokens), rounded(p.Chosen.Replies),
			percentText(p.Chosen.Reach), percentText(p.Checked.Reach), intervalText(p.Checked), percentText(p.Chosen.Recall), knobsOf(a, i)})
	}
	r.printTable([]bool{false, true, true, true, true, true, true, true, false}, rows)
	r.line("")
	for _, line := range cell.Wrap(g.Clean(a.Text), 96) {
		r.line("%s", line)
	}
	if a.Pick != a.Present {
		r.line("")
		r.line("  findable report%s", settings(a, a.Pick))
	}
}

// knobsOf says which knobs a point moves.
func knobsOf(a advice.Advice, point int) string {
	knobs := a.Points[point].Moved(a.Points[a.Present].Config)
	switch point {
	case a.Present:
		return "as they are now"
	case a.Pick:
		return knobs + " (advised)"
	}
	return knobs
}

// settings writes the knobs of a point as flags.
func settings(a advice.Advice, point int) string {
	var b strings.Builder
	for _, c := range advice.Changes(a.Points[a.Present].Config, a.Points[point].Config) {
		b.WriteString(" --set " + c.Key + "=" + c.After)
	}
	return b.String()
}

func percentText(share float64) string { return strconv.FormatFloat(100*share, 'f', 1, 64) + "%" }

func intervalText(s advice.Score) string {
	if s.Cases == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f-%.0f", 100*s.Low, 100*s.High)
}

func adviceJSON(a advice.Advice) py.Object {
	points := py.List{}
	for _, i := range a.Shown() {
		points = append(points, pointJSON(a, i, a.Points[i]))
	}
	more := py.Value(nil)
	if a.More >= 0 {
		more = changesJSON(a, a.More)
	}
	return py.Object{
		{Key: "schema", Value: "findable.advise/1"}, {Key: "code", Value: string(a.Code)}, {Key: "text", Value: a.Text},
		{Key: "cases", Value: py.Int(a.Chose + a.Checked)}, {Key: "chose", Value: py.Int(a.Chose)}, {Key: "checked", Value: py.Int(a.Checked)}, {Key: "self", Value: a.Self},
		{Key: "tried", Value: py.Int(a.Tried)}, {Key: "outcomes", Value: py.Int(len(a.Points))}, {Key: "too_long", Value: a.TooLong},
		{Key: "advised", Value: changesJSON(a, a.Pick)}, {Key: "more", Value: more}, {Key: "points", Value: points},
	}
}

func pointJSON(a advice.Advice, i int, p advice.Point) py.Object {
	score := func(s advice.Score) py.Object {
		return py.Object{{Key: "tokens", Value: py.Float(p.Tokens(s))}, {Key: "replies", Value: py.Float(s.Replies)}, {Key: "reach", Value: py.Float(s.Reach)},
			{Key: "low", Value: py.Float(s.Low)}, {Key: "high", Value: py.Float(s.High)}, {Key: "recall@limit", Value: py.Float(s.Recall)}}
	}
	return py.Object{
		{Key: "front", Value: p.Front}, {Key: "present", Value: i == a.Present}, {Key: "advised", Value: i == a.Pick},
		{Key: "tier", Value: py.Int(p.Assembly.Tier)}, {Key: "form", Value: string(p.Assembly.Listing.Form)}, {Key: "named", Value: py.Int(p.Named)},
		{Key: "turn_tokens", Value: py.Int(p.Assembly.TurnTokens)}, {Key: "chose", Value: score(p.Chosen)}, {Key: "checked", Value: score(p.Checked)},
		{Key: "config", Value: configJSON(p.Config)}, {Key: "changes", Value: changesJSON(a, i)},
	}
}

func changesJSON(a advice.Advice, point int) py.List {
	list := py.List{}
	for _, c := range advice.Changes(a.Points[a.Present].Config, a.Points[point].Config) {
		list = append(list, py.Object{{Key: "key", Value: c.Key}, {Key: "before", Value: c.Before}, {Key: "after", Value: c.After}})
	}
	return list
}
