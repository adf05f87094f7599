// Package advice says how to set the knobs of tool search for a catalog: which
// settings are worth having at all, and whether one of them is better than the
// present ones.
//
// A grid of settings is tried (grid.go): every rung of the listing's ladder, the
// listing and the whole switched off, each with several search limits. Many settings
// come to the same; of those one is kept, a Point. The points are held against cases,
// queries and the tools that they need (measure.go). On one half of the cases the
// front is chosen, the points that no other beats in both tokens and findability, and
// the choice is checked on the other half (choose.go).
//
// The generation, the defer list and max_search_limit stay as they are.
package advice

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"findable/engine"
	"findable/engine/eval"
)

// A Question is what advice is asked for.
type Question struct {
	Session *engine.Session
	// Config holds the present knobs, as the generation reads them.
	Config engine.Config
	// Context is the model's context length in tokens; 0 or less is unknown.
	Context int
	// Cases are queries and the tools that they need. Without any, each tool is asked
	// for by its own words (eval.SelfRetrieval), at most mostSelf of them, evenly
	// spaced; that says little about what users ask, so then nothing is advised that
	// shows or finds less, and the limit is left alone.
	Cases []eval.Case
}

// A Score is how a point fares on some cases: means over them.
type Score struct {
	Cases int
	// Replies is what the bridge answers for one case, in tokens: tool_search to its
	// query where the listing does not show the tools it needs, and tool_describe to
	// the names of these.
	Replies float64
	// Reach is the share of the needed tools that the model can get at, from 0 to 1:
	// loaded, or named in the listing, or within the limit of a search.
	Reach float64
	// Low and High hold the 95 % interval of Reach (eval.Interval). Of points that are
	// not Shown both are 0.
	Low, High float64
	// Recall is recall@limit of cli.md: the share within the limit of a search,
	// whatever the listing shows.
	Recall float64
}

// A Point is one outcome of the knobs, and what it comes to.
type Point struct {
	// Config holds the knobs: the present ones, as few of them moved as it takes.
	Config engine.Config
	// Assembly is what every turn carries with them.
	Assembly engine.Assembly
	// Named counts the deferred tools whose names the listing shows.
	Named int
	// Chosen is the score on the half of the cases by which the front was chosen,
	// Checked on the other half.
	Chosen, Checked Score
	// Front says that no other point has fewer tokens without less reach, nor more
	// reach without more tokens, on the half that chose.
	Front bool
}

// Tokens returns what a turn costs that needs the tools of one case: the definitions
// and the replies of the bridge, on a half of the cases. Replies stay in the
// conversation: in the default session of package cost a turn carries one or two.
func (p Point) Tokens(s Score) float64 { return float64(p.Assembly.TurnTokens) + s.Replies }

// An Advice is the answer to a Question.
type Advice struct {
	// Points holds the distinct outcomes of the grid, by tokens, then by reach.
	Points []Point
	// Present, Pick and More are places in Points: the present knobs, the advised ones
	// (Present where nothing is better), and the cheapest that spends more than the
	// pick and finds more beyond noise; More is -1 without one.
	Present, Pick, More int
	// Code says what kind of advice it is and Text says it in a few sentences.
	Code Code
	Text string
	// Chose and Checked count the cases of the two halves. Self says that they are the
	// tools' own words.
	Chose, Checked int
	Self           bool
	// Tried counts the settings of the grid, of which Points are the outcomes.
	Tried int
	// TooLong says that switching tool search off was left out, since all definitions
	// do not fit the context.
	TooLong bool
}

// mostSelf is how many tools are asked for by their own words at most.
const mostSelf = 200

// Advise answers a question. It ends early with the context, and then returns its
// error. asked, when it is not nil, is told how far it is.
func Advise(ctx context.Context, q Question, asked func(done, of int)) (Advice, error) {
	a := Advice{Self: len(q.Cases) == 0, More: -1}
	if a.Self {
		q.Cases = eval.Spaced(eval.SelfRetrieval(q.Session), mostSelf)
	}
	chosen, checked := eval.Halves(q.Cases)
	a.Chose, a.Checked = len(chosen), len(checked)
	settings, tried, tooLong := q.grid(a.Self)
	a.Tried, a.TooLong = tried, tooLong
	m := newMeasure(q, settings)
	needs, err := m.ask(ctx, slices.Concat(chosen, checked), asked)
	if err != nil {
		return Advice{}, err
	}
	chose, check := needs[:len(chosen)], needs[len(chosen):]
	for _, s := range settings {
		a.Points = append(a.Points, Point{
			Config: s.config, Assembly: s.assembly, Named: s.named, Chosen: score(chose, s), Checked: score(check, s),
		})
	}
	a.order(q.Config)
	a.markFront()
	a.choose(chose, check)
	for _, i := range a.Shown() {
		p := &a.Points[i]
		s := newSetting(p.Config, p.Assembly)
		p.Chosen.Low, p.Chosen.High = eval.Interval(reaches(chose, s))
		p.Checked.Low, p.Checked.High = eval.Interval(reaches(check, s))
	}
	return a, nil
}

// order sorts the points and finds the present one. Of points that fare alike the one
// with the fewest knobs moved comes first.
func (a *Advice) order(present engine.Config) {
	slices.SortStableFunc(a.Points, func(x, y Point) int {
		return cmp.Or(cmp.Compare(x.Tokens(x.Chosen), y.Tokens(y.Chosen)), cmp.Compare(y.Chosen.Reach, x.Chosen.Reach),
			cmp.Compare(len(Changes(present, x.Config)), len(Changes(present, y.Config))))
	})
	a.Present = slices.IndexFunc(a.Points, func(p Point) bool { return len(Changes(present, p.Config)) == 0 })
	a.Pick = a.Present
}

// markFront marks the points that no other beats. They are in order of tokens, so
// that each must find more than all before it.
func (a *Advice) markFront() {
	most := -1.0
	for i := range a.Points {
		p := &a.Points[i]
		p.Front = p.Chosen.Reach > most
		most = max(most, p.Chosen.Reach)
	}
}

// Front returns the places of the points of the front, the cheapest first.
func (a Advice) Front() []int {
	var front []int
	for i, p := range a.Points {
		if p.Front {
			front = append(front, i)
		}
	}
	return front
}

// Shown returns the places of the points that are worth looking at: those of the
// front, the present one and the advised ones, the cheapest first.
func (a Advice) Shown() []int {
	var shown []int
	for i, p := range a.Points {
		if p.Front || i == a.Present || i == a.Pick || i == a.More {
			shown = append(shown, i)
		}
	}
	return shown
}

// Moved names the knobs of a point that differ from a configuration, with their
// values.
func (p Point) Moved(from engine.Config) string {
	var parts []string
	for _, c := range Changes(from, p.Config) {
		parts = append(parts, c.String())
	}
	return strings.Join(parts, ", ")
}
