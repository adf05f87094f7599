package ui

import (
	"math"

	"findable/engine"
	"findable/engine/cost"
	"findable/themes"
	"findable/ui/chart"
	"findable/ui/frame"
)

// curvePane draws what sessions of other lengths are billed.
type curvePane struct {
	steady
	c *costing
}

func (p *curvePane) box(s *scene) frame.Box {
	return frame.Box{Title: "Break-even " + s.Glyphs.Middle + " billed by turns"}
}

func (p *curvePane) lines(s *scene) []string {
	r, known := p.c.reckoned(s.d, s.in)
	switch {
	case !known:
		return s.paragraph(themes.Muted, "measuring the replies "+s.Glyphs.Ellipsis)
	case r.sizes.Deferred == 0:
		return s.paragraph(themes.Text, r.verdict.Text)
	}
	return p.c.curve(r).Lines(s.Styles, s.w, s.h)
}

// curvePoints is how many session lengths are drawn at most.
const curvePoints = 24

// apart is how many times as much loading everything must cost for the bridge to be a
// flat line at the bottom of an axis that begins at 0.
const apart = 8

// curve is the bill of each way by turns, with the points where a bridge begins to
// cost less than loading everything.
func (c *costing) curve(r reckoned) chart.Plot {
	last := max(2*r.use.Turns, 10)
	if c.crossings.known {
		for _, x := range c.crossings.result {
			last = max(last, x.fromTurns+x.fromTurns/4)
		}
	}
	last = min(last, cost.MaxTurns)
	plot := chart.Plot{X: chart.Axis{Name: "turns"}, Y: chart.Axis{Name: "tokens billed", Zero: true}}
	if far := r.billed(cost.Eager, last); far > apart*max(r.billed(cost.Listing, last), 1) {
		plot.Y = chart.Axis{Name: "tokens billed, log scale", Log: true}
	}
	even := chart.Series{Name: "break-even", Points: make([]chart.Point, 0, len(bridges))}
	for i, x := range c.crossings.result {
		if c.crossings.ready() && x.fromTurns > 1 {
			even.Points = append(even.Points, chart.Point{X: float64(x.fromTurns), Y: r.billed(bridges[i], x.fromTurns), Label: "from " + engine.Plural(x.fromTurns, "turn", "turns")})
		}
	}
	plot.Series = append(make([]chart.Series, 0, 1+len(r.bills)), even) // on top of the lines
	for _, w := range cost.Ways() {
		line := chart.Series{Name: w.Words(), Draw: chart.Line}
		line.Points = make([]chart.Point, 0, curvePoints)
		step := (last + curvePoints - 1) / curvePoints
		for turns := 1; turns <= last; turns += step {
			line.Points = append(line.Points, chart.Point{X: float64(turns), Y: r.billed(w, turns)})
		}
		plot.Series = append(plot.Series, line)
	}
	return plot
}

// billed is what a session of so many turns is billed in a way, in whole tokens.
func (r reckoned) billed(w cost.Way, turns int) float64 {
	u := r.use
	u.Turns = turns
	return math.Round(cost.Of(r.sizes, u, w).Billed)
}

func (p *curvePane) state(s *scene) any {
	return struct {
		of        reckonedOf
		crossings int
		busy      bool
	}{reckonedOf{s.d.assemblies, p.c.replies.revision, s.in.use()}, p.c.crossings.revision, p.c.replies.busy || p.c.crossings.busy}
}
