// Package figures makes the charts of what findable knows from the engine's answers:
// what tools cost by server and by part, where cases rank, and which settings are
// worth having. How charts are drawn is package chart's.
package figures

import (
	"cmp"
	"fmt"
	"slices"

	"findable/engine"
	"findable/engine/advice"
	"findable/engine/eval"
	"findable/engine/py"
	"findable/ui/cell"
	"findable/ui/chart"
)

// A sizing counts the characters of definitions by part, as in compact JSON.
type sizing struct {
	name, description int
	// described are the descriptions within the parameters, schema is the rest of
	// them.
	described, schema int
	wrapper           int // what is around all that
}

func (z *sizing) add(e *engine.Entry) {
	parameters := e.Parameters()
	name, description, all := py.ContentSize(e.Name), py.ContentSize(e.Description()), 0
	switch f := e.Function; {
	case len(f) == 3 && f[0].Key == "name" && f[1].Key == "description" && f[2].Key == "parameters":
		all = e.Characters - name - description - len(shell) // measured on loading
	case parameters != nil:
		all = py.Size(parameters)
	}
	described := descriptions(parameters)
	z.name += name
	z.description += description
	z.described += described
	z.schema += all - described
	z.wrapper += e.Characters - name - description - all
}

// shell is an ordinary definition without its three values.
const shell = `{"type":"function","function":{"name":"","description":"","parameters":}}`

// descriptions counts the characters of the texts under the key description.
func descriptions(v py.Value) int {
	n := 0
	switch v := v.(type) {
	case py.Object:
		for _, m := range v {
			if text, ok := m.Value.(string); ok && m.Key == "description" {
				n += py.ContentSize(text)
			} else {
				n += descriptions(m.Value)
			}
		}
	case py.List:
		for _, item := range v {
			n += descriptions(item)
		}
	}
	return n
}

// A ledger turns characters into tokens so that parts add up: each is a difference
// of the cumulative estimate.
type ledger struct{ characters int }

func (l *ledger) tokens(characters int) float64 {
	before := engine.Tokens(l.characters)
	l.characters += characters
	return float64(engine.Tokens(l.characters) - before)
}

// sources are the labels of a session's tools with their sizes, the largest first.
// What is always loaded stands apart from what can be deferred.
func sources(s *engine.Session) (labels []string, sizes map[string]*sizing, whole sizing) {
	sizes = map[string]*sizing{}
	for i, tools := range [][]*engine.Entry{s.Visible, s.Deferred} {
		for _, e := range tools {
			label := e.Label
			if i == 0 {
				label += " (always loaded)"
			}
			if sizes[label] == nil {
				sizes[label] = &sizing{}
				labels = append(labels, label)
			}
			sizes[label].add(e)
			whole.add(e)
		}
	}
	slices.SortStableFunc(labels, func(a, b string) int { return cmp.Compare(sizes[b].sum(), sizes[a].sum()) })
	return labels, sizes, whole
}

func (z sizing) sum() int { return z.name + z.description + z.described + z.schema + z.wrapper }

const estimate = "Tokens are characters of the compact JSON / 4, the reference's estimate."

// Servers shows what the definitions of each server and toolset take, in parts that
// add up to all definitions together.
func Servers(s *engine.Session) chart.Chart {
	labels, sizes, whole := sources(s)
	b := chart.Bars{Unit: "tok", Parts: []string{"name", "description", "schema", "wrapper"}}
	b.Title = fmt.Sprintf("Tokens by server, %s in all definitions", cell.Number(engine.Tokens(whole.sum())))
	b.Note = estimate
	var l ledger
	for _, label := range labels {
		z := sizes[label]
		b.Rows = append(b.Rows, chart.Row{Label: label, Values: []float64{
			l.tokens(z.name), l.tokens(z.description), l.tokens(z.described + z.schema), l.tokens(z.wrapper),
		}})
	}
	return b
}

// Parts shows what of the definitions takes how much.
func Parts(s *engine.Session) chart.Chart {
	_, _, whole := sources(s)
	b := chart.Bars{Unit: "tok", Parts: []string{"tokens"}}
	b.Title = fmt.Sprintf("Tokens by part of a definition, %s in all", cell.Number(engine.Tokens(whole.sum())))
	b.Note = estimate
	var l ledger
	for _, part := range []struct {
		label      string
		characters int
	}{{"names", whole.name}, {"descriptions", whole.description}, {"descriptions of parameters", whole.described}, {"rest of the schemas", whole.schema}, {"wrappers", whole.wrapper}} {
		b.Rows = append(b.Rows, chart.Row{Label: part.label, Values: []float64{l.tokens(part.characters)}})
	}
	return b
}

// A Run is how cases fared under some settings.
type Run struct {
	Name     string
	Outcomes []eval.Outcome
}

// Ranks shows at which rank the first wanted tool of each case stands, for one run or
// for several beside each other.
func Ranks(runs ...Run) chart.Chart {
	type bucket struct {
		label string
		upTo  int
	}
	buckets := []bucket{{"1", 1}, {"2", 2}, {"3", 3}, {"4", 4}, {"5", 5}, {"6-10", 10}, {fmt.Sprintf("11-%d", eval.Depth), eval.Depth}, {"none", 0}}
	h := chart.Histogram{Name: "rank of the first wanted tool", Unit: "cases"}
	h.Title = "Where the tools that cases want are ranked"
	h.Note = fmt.Sprintf("Of the first %d hits of a search. The listing does not count.", eval.Depth)
	for _, b := range buckets {
		h.Buckets = append(h.Buckets, chart.Row{Label: b.label, Values: make([]float64, len(runs))})
	}
	for i, run := range runs {
		h.Series = append(h.Series, run.Name)
		for _, o := range run.Outcomes {
			at := len(buckets) - 1
			if r := o.Rank(); r > 0 {
				at = slices.IndexFunc(buckets, func(b bucket) bool { return r <= b.upTo })
			}
			h.Buckets[at].Values[i]++
		}
	}
	return h
}

// Front shows the outcomes of the knobs by tokens and by findability: the front as
// one half of the cases chose it, and how its points fare on the other half. marked is
// the place of a point to mark besides the present one, or -1.
func Front(a advice.Advice, marked int) chart.Chart {
	const wide = 10 // times the fewest tokens, from which on an axis multiplies
	p := chart.Plot{X: chart.Axis{Name: "tokens a turn, with the bridge's replies"}, Y: chart.Axis{Name: "needed tools within reach", Share: true}}
	p.Title = fmt.Sprintf("What %d settings come to: findable against tokens", a.Tried)
	p.Note = fmt.Sprintf("Within reach: loaded, listed by name or found. %d cases chose, %d checked.", a.Chose, a.Checked)
	if a.Self {
		p.Note = fmt.Sprintf("No cases: each of %d tools is asked for by its own words.", a.Chose+a.Checked)
	}
	front := chart.Series{Name: "front", Draw: chart.Steps}
	checked := chart.Series{Name: "front, other half"}
	others := chart.Series{Name: "other settings"}
	for _, x := range a.Points {
		at := chart.Point{X: x.Tokens(x.Chosen), Y: x.Chosen.Reach}
		if !x.Front {
			others.Points = append(others.Points, at)
			continue
		}
		front.Points = append(front.Points, at)
		if a.Checked > 0 {
			checked.Points = append(checked.Points, chart.Point{X: x.Tokens(x.Checked), Y: x.Checked.Reach})
		}
	}
	if first, last := a.Points[0], a.Points[len(a.Points)-1]; last.Tokens(last.Chosen) > wide*first.Tokens(first.Chosen) {
		p.X.Log = true
	}
	spot := func(i int, label string) []chart.Point {
		return []chart.Point{{X: a.Points[i].Tokens(a.Points[i].Chosen), Y: a.Points[i].Chosen.Reach, Label: label}}
	}
	now, chosen := chart.Series{Name: "now", Points: spot(a.Present, "now")}, chart.Series{Name: "chosen"}
	if marked >= 0 && marked != a.Present {
		chosen.Points = spot(marked, "chosen")
	}
	p.Series = []chart.Series{now, chosen, front, checked, others}
	return p
}
