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
// add up to all definitions together; beside what they took in an earlier session,
// unless that is nil.
func Servers(now, before *engine.Session) chart.Chart {
	b := chart.Bars{Unit: "tok", Parts: []string{"name", "description", "schema", "wrapper"}}
	b.Note = estimate
	labels, sizes, whole := sources(now)
	b.Title = fmt.Sprintf("Tokens by server, %s in all definitions", cell.Number(engine.Tokens(whole.sum())))
	bar := func(z *sizing, l *ledger) []float64 {
		if z == nil { // not there
			z = &sizing{}
		}
		return []float64{l.tokens(z.name), l.tokens(z.description), l.tokens(z.described + z.schema), l.tokens(z.wrapper)}
	}
	var l, then ledger
	if before == nil {
		for _, label := range labels {
			b.Rows = append(b.Rows, chart.Row{Label: label, Values: bar(sizes[label], &l)})
		}
		return b
	}
	gone, was, old := sources(before)
	b.Title += formerly(old)
	b.Sides = sides
	for _, label := range union(labels, gone) {
		b.Rows = append(b.Rows, pair(label, bar(was[label], &then), bar(sizes[label], &l))...)
	}
	return b
}

// sides are the names of an earlier state and of the present one.
var sides = []string{"before", "now"}

func pair(label string, before, now []float64) []chart.Row {
	return []chart.Row{{Label: label + ", " + sides[0], Values: before}, {Label: label + ", " + sides[1], Values: now}}
}

// formerly says what all definitions took before.
func formerly(z sizing) string { return ", " + cell.Number(engine.Tokens(z.sum())) + " before" }

// union is a list with what only the other one has behind it.
func union(a, b []string) []string {
	all := slices.Clone(a)
	for _, x := range b {
		if !slices.Contains(a, x) {
			all = append(all, x)
		}
	}
	return all
}

// Parts shows what of the definitions takes how much; beside what it took in an
// earlier session, unless that is nil.
func Parts(now, before *engine.Session) chart.Chart {
	b := chart.Bars{Unit: "tok", Parts: []string{"tokens"}}
	b.Note = estimate
	_, _, whole := sources(now)
	b.Title = fmt.Sprintf("Tokens by part of a definition, %s in all", cell.Number(engine.Tokens(whole.sum())))
	old := sizing{}
	if before != nil {
		_, _, old = sources(before)
		b.Title += formerly(old)
		b.Sides = sides
	}
	var l, then ledger
	was := old.parts()
	for i, part := range whole.parts() {
		label, now := partNames[i], []float64{l.tokens(part)}
		if before == nil {
			b.Rows = append(b.Rows, chart.Row{Label: label, Values: now})
			continue
		}
		b.Rows = append(b.Rows, pair(label, []float64{then.tokens(was[i])}, now)...)
	}
	return b
}

func (z sizing) parts() [5]int {
	return [...]int{z.name, z.description, z.described, z.schema, z.wrapper}
}

// partNames names what parts returns, in its order.
var partNames = [5]string{"names", "descriptions", "descriptions of parameters", "rest of the schemas", "wrappers"}

// Listing shows what each server takes in the listing, the head left out; beside what
// it took in an earlier one, unless that is nil.
func Listing(now, before *engine.Assembly) chart.Chart {
	b := chart.Bars{Unit: "tok", Parts: []string{"tokens"}}
	b.Title = fmt.Sprintf("The listing by server, tier %d %s, %s tokens", now.Tier, now.Listing.Form, cell.Number(now.Listing.Tokens))
	b.Note = "What a server takes in the listing that every turn carries; the line above the servers is left out."
	labels, tokens := listed(*now)
	if before == nil {
		for _, label := range labels {
			b.Rows = append(b.Rows, chart.Row{Label: label, Values: []float64{tokens[label]}})
		}
		return b
	}
	b.Title += fmt.Sprintf(", before tier %d %s, %s", before.Tier, before.Listing.Form, cell.Number(before.Listing.Tokens))
	b.Sides = sides
	gone, was := listed(*before)
	for _, label := range union(labels, gone) {
		b.Rows = append(b.Rows, pair(label, []float64{was[label]}, []float64{tokens[label]})...)
	}
	return b
}

// listed are the servers of a listing with their tokens, the dearest first.
func listed(a engine.Assembly) (labels []string, tokens map[string]float64) {
	tokens = map[string]float64{}
	_, parts := a.Listing.Parts()
	for i, g := range a.Listing.Groups {
		labels = append(labels, g.Label)
		tokens[g.Label] = float64(parts[i])
	}
	slices.SortStableFunc(labels, func(x, y string) int { return cmp.Compare(tokens[y], tokens[x]) })
	return labels, tokens
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
