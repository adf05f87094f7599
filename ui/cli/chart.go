package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/muesli/termenv"
	"github.com/spf13/cobra"

	"findable/engine"
	"findable/engine/eval"
	"findable/engine/py"
	"findable/themes"
	"findable/ui/chart"
	"findable/ui/figures"
	"findable/ui/style"
	"findable/ui/term"
)

// chart is the command whose own commands are the charts.
func (r *run) chart() *cobra.Command {
	c := r.command("chart CHART [FLAGS] [DUMP...]", "Draw a chart: tokens by server, by part or in the listing, ranks of cases, the front",
		"Draw a chart as text, or with -o as an SVG file for a slide.",
		"  findable chart servers dumps/\n  findable chart ranks --cases queries.yaml --old yesterday/ -o ranks.svg today/",
		func(context.Context, []string) error {
			return errors.New("name a chart: findable chart servers, parts, listing, ranks or front")
		})
	charts := []struct {
		name, short string
		cases, old  bool
		make        func(ctx context.Context, dumps []string) (chart.Chart, error)
	}{
		{"servers", "Tokens of all definitions by server, in parts", false, true, r.sessionChart(figures.Servers)},
		{"parts", "Tokens of all definitions by part: names, descriptions, schemas", false, true, r.sessionChart(figures.Parts)},
		{"listing", "Tokens of the listing by server", false, true, r.listingChart},
		{"ranks", "At which ranks the tools stand that cases want", true, true, r.ranksChart},
		{"front", "The settings that are worth having, by tokens and findability", true, false, r.frontChart},
	}
	for _, x := range charts {
		cases := ""
		if x.cases {
			cases = "--cases queries.yaml "
		}
		sub := r.command(x.name+" [FLAGS] [DUMP...]", x.short, x.short+".", "  findable chart "+x.name+" "+cases+"-o "+x.name+".svg dumps/",
			func(ctx context.Context, dumps []string) error { return r.drawChart(ctx, dumps, x.name, x.make) })
		sub.Flags().SortFlags = false
		sub.Flags().StringVarP(&r.output, "output", "o", "", "write it to `FILE` as SVG")
		sub.Flags().Var(&r.size, "size", "draw it `WIDTHxHEIGHT` cells large (default 100x28)")
		if x.cases {
			r.caseFlags(sub)
		}
		if x.old {
			sub.Flags().StringVar(&r.old, "old", "", "draw beside it what it was before, in an older `DUMP`")
		}
		c.AddCommand(sub)
	}
	return c
}

func (r *run) drawChart(ctx context.Context, dumps []string, name string, make func(context.Context, []string) (chart.Chart, error)) error {
	if r.json && r.output != "" {
		return errors.New("--json and --output exclude each other; leave out one of them")
	}
	c, err := make(ctx, dumps)
	if err != nil {
		return err
	}
	switch {
	case r.json:
		r.printJSON(chartJSON(name, c))
	case r.output != "":
		if err := replaceFile(r.output, []byte(c.SVG())); err != nil {
			return err
		}
		r.line("written to %s", r.glyphs().Clean(r.output))
	default:
		r.printChart(c, r.size)
	}
	return nil
}

// printChart draws a chart as text, at most as large as given.
func (r *run) printChart(c chart.Chart, s size) {
	if s == (size{}) {
		s = size{100, 28}
	}
	for _, line := range r.chartLines(c, s) {
		r.line("%s", line)
	}
}

func (r *run) chartLines(c chart.Chart, s size) []string {
	profile := termenv.Ascii
	if r.terminal {
		profile = term.Profile(os.Stdout)
	}
	theme, err := themes.Named(themes.Default, true)
	if err != nil {
		panic(err) // it is shipped
	}
	lines := c.Lines(style.New(theme, profile, r.glyphs()), s.w, s.h)
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return lines
}

// sessionChart makes a chart of a session, and of an older one where there is one.
func (r *run) sessionChart(draw func(now, before *engine.Session) chart.Chart) func(context.Context, []string) (chart.Chart, error) {
	return func(ctx context.Context, dumps []string) (chart.Chart, error) {
		was, now, err := r.openWithOld(ctx, dumps)
		switch {
		case err != nil:
			return nil, err
		case was == nil:
			return draw(now.session(), nil), nil
		}
		return draw(now.session(), was.session()), nil
	}
}

func (r *run) listingChart(ctx context.Context, dumps []string) (chart.Chart, error) {
	was, now, err := r.openWithOld(ctx, dumps)
	if err != nil {
		return nil, err
	}
	assembled := func(s *setup) *engine.Assembly {
		a := s.session().Assemble(s.inputs.Effective(), s.inputs.Context)
		return &a
	}
	if was == nil {
		return figures.Listing(assembled(now), nil), nil
	}
	return figures.Listing(assembled(now), assembled(was)), nil
}

// openWithOld opens the dumps with their cases, and the older one that --old names;
// without that the first is nil.
func (r *run) openWithOld(ctx context.Context, dumps []string) (was, now *setup, err error) {
	switch {
	case r.old == "":
		now, err = r.openWithCases(ctx, dumps)
		return nil, now, err
	case r.old == "-":
		return nil, nil, errors.New("standard input is wanted twice; give --old a file")
	case len(dumps) == 0:
		return nil, nil, errors.New("--old OLD needs a dump to go with; write --old OLD NEW")
	}
	if err := r.oneStdin(dumps); err != nil {
		return nil, nil, err
	}
	if now, err = r.open(ctx, dumps); err != nil {
		return nil, nil, err
	}
	if was, _, err = r.openOld(ctx, r.old, now); err != nil {
		return nil, nil, err
	}
	return was, now, r.readCases(ctx, now)
}

func (r *run) frontChart(ctx context.Context, dumps []string) (chart.Chart, error) {
	s, err := r.openWithCases(ctx, dumps)
	if err != nil {
		return nil, err
	}
	a, err := s.advice(ctx)
	if err != nil {
		return nil, err
	}
	return figures.Front(a, a.Pick), nil
}

// ranksChart runs the cases on the dumps, and on the old one where there is one.
func (r *run) ranksChart(ctx context.Context, dumps []string) (chart.Chart, error) {
	if r.cases == "" {
		return nil, errors.New("ranks are those of cases; write findable chart ranks --cases queries.yaml")
	}
	was, now, err := r.openWithOld(ctx, dumps)
	if err != nil {
		return nil, err
	}
	after, err := now.ranked(ctx, "now", now.source.Cases)
	if err != nil || was == nil {
		return figures.Ranks(after), err
	}
	before, err := was.ranked(ctx, "before", now.source.Cases)
	return figures.Ranks(before, after), err
}

// ranked runs cases.
func (s *setup) ranked(ctx context.Context, name string, cases []eval.Case) (figures.Run, error) {
	outcomes, err := eval.Run(ctx, eval.NewSession(s.session(), s.inputs.Effective()), cases, nil)
	return figures.Run{Name: name, Outcomes: outcomes}, err
}

// chartJSON gives a chart's figures: series of points, each with a label, a number
// or both.
func chartJSON(name string, c chart.Chart) py.Object {
	var head chart.Head
	var x, y string
	series := py.List{}
	rows := func(names []string, rows []chart.Row) {
		for i, n := range names {
			points := py.List{}
			for _, row := range rows {
				points = append(points, py.Object{{Key: "label", Value: row.Label}, {Key: "x", Value: nil}, {Key: "y", Value: py.Float(row.Values[i])}})
			}
			series = append(series, py.Object{{Key: "name", Value: n}, {Key: "points", Value: points}})
		}
	}
	switch c := c.(type) {
	case chart.Bars:
		head, y = c.Head, c.Unit
		rows(c.Parts, c.Rows)
	case chart.Histogram:
		head, x, y = c.Head, c.Name, c.Unit
		rows(c.Series, c.Buckets)
	case chart.Plot:
		head, x, y = c.Head, c.X.Name, c.Y.Name
		for _, s := range c.Series {
			points := py.List{}
			for _, p := range s.Points {
				points = append(points, py.Object{{Key: "label", Value: p.Label}, {Key: "x", Value: py.Float(p.X)}, {Key: "y", Value: py.Float(p.Y)}})
			}
			series = append(series, py.Object{{Key: "name", Value: s.Name}, {Key: "points", Value: points}})
		}
	default:
		panic(fmt.Sprintf("a chart of type %T has no JSON", c))
	}
	return py.Object{{Key: "schema", Value: "findable.chart/1"}, {Key: "chart", Value: name}, {Key: "title", Value: head.Title}, {Key: "note", Value: head.Note},
		{Key: "x", Value: x}, {Key: "y", Value: y}, {Key: "series", Value: series}}
}
