package loaders

import (
	"fmt"
	"slices"
	"strings"
)

// report notes what became of the references of a document: those that lead
// nowhere once each, those that lead back once for all, and each tool that is
// larger than it may be.
func (d *apiDocument) report(operations []operation, arguments []arguments) {
	broken, around, renamed := newCounter(), newCounter(), newCounter()
	causes, noted := map[string]cause{}, map[Note]bool{}
	for i, a := range arguments {
		op := operations[i]
		for _, n := range a.notes {
			if !noted[n] { // the operations of a path share its parameters
				d.note(n.Kind, n.Path, "%s", n.Text)
			}
			noted[n] = true
		}
		tooMuch := newCounter()
		for _, c := range a.cuts {
			switch c.why {
			case circular:
				around.add(refName(c.ref), op.at.path)
			case large:
				tooMuch.add(refName(c.ref), op.at.path)
			default:
				broken.add(c.ref, op.at.path)
				causes[c.ref] = c.why
			}
		}
		if len(tooMuch.order) > 0 {
			d.note(Cut, op.at.path, "%s refers to more than is written out; left out: %s", quoted(op.name), tooMuch)
		}
		for range a.renamed {
			renamed.add("", op.at.path)
		}
	}
	for _, ref := range broken.order {
		times := ""
		if n := broken.count[ref]; n > 1 {
			times = fmt.Sprintf(", %d times", n)
		}
		d.note(Cut, broken.first[ref], "refers to %s%s, %s", quoted(ref), times, causes[ref])
	}
	if n := around.total(); n > 0 {
		d.note(Cut, around.first[around.order[0]], "%d reference%s to what stands around the place, where only the name stands: %s", n, plural(n), around)
	}
	if n := renamed.total(); n > 0 {
		d.note(Renamed, renamed.first[""], "%d argument%s with the name of another, so called after the place too, such as body_id", n, plural(n))
	}
}

// A counter counts names, in the order in which they are met, and keeps where
// each was first.
type counter struct {
	order []string
	count map[string]int
	first map[string]string
}

func newCounter() *counter {
	return &counter{count: map[string]int{}, first: map[string]string{}}
}

func (c *counter) add(name, path string) {
	if c.count[name]++; c.count[name] == 1 {
		c.order = append(c.order, name)
		c.first[name] = path
	}
}

func (c *counter) total() (n int) {
	for _, times := range c.count {
		n += times
	}
	return n
}

// String lists the names, the most frequent first, with their counts.
func (c *counter) String() string {
	const shown = 5
	names := slices.Clone(c.order)
	slices.SortStableFunc(names, func(a, b string) int { return c.count[b] - c.count[a] })
	var parts []string
	for _, name := range names[:min(shown, len(names))] {
		parts = append(parts, fmt.Sprintf("%s %d", quoted(name), c.count[name]))
	}
	if more := len(names) - shown; more > 0 {
		parts = append(parts, fmt.Sprintf("%d more", more))
	}
	return strings.Join(parts, ", ")
}
