package ui

import (
	"fmt"

	"findable/engine/eval"
	"findable/ui/cell"
)

// named is how many cases need no search: the listing names what they want, so that
// the model has seen it before it asks. Knobs of the listing change this and nothing
// else of the cases.
type named struct {
	cases int
	of    namedOf
}

// namedOf is what the count depends on.
type namedOf struct{ revision, assemblies int }

// countNamed counts anew where something has changed, and says so where that was the
// listing.
func (a *App) countNamed() {
	e := &a.evaluation
	of := namedOf{e.revision, a.d.assemblies}
	t := e.current()
	if t == nil || of == e.named.of || e.done.session != a.d.session {
		return
	}
	was := e.named
	e.named = named{a.d.namedCases(t.Outcomes, t.names), of}
	if was.of.revision == of.revision && was.cases != e.named.cases {
		a.tellEffect(fmt.Sprintf("cases named in the listing %s > %s", cell.Number(was.cases), cell.Number(e.named.cases)))
	}
}

// namedCases counts the cases of which the listing names all tools wanted, or one
// where any is enough.
func (d *derived) namedCases(outcomes []eval.Outcome, names *eval.Names) int {
	shown := map[string]bool{} // by the group's label
	for i, g := range d.assembly.Listing.Groups {
		shown[g.Label] = d.assembly.Listing.States[i].Names()
	}
	n := 0
	for _, o := range outcomes {
		seen := 0
		for _, w := range o.Case.Expect {
			if means := names.Find(w.Name); means != nil && shown[names.Tool(means[0]).Server] {
				seen++
			}
		}
		if seen == len(o.Case.Expect) || o.Case.Any && seen > 0 {
			n++
		}
	}
	return n
}
