package ui

import (
	"fmt"

	"findable/engine"
	"findable/engine/eval"
	"findable/ui/cell"
)

// A side is a state that was kept to hold what follows against: side A.
type side struct {
	inputs Inputs
	// dump names another dump that the side is of, "" where it was kept here: there is
	// no going to that one.
	dump    string
	world   engine.World
	outcome *eval.Try         // how the cases fared, nil when they were not measured
	states  map[string]string // of the servers, by label, as the servers pane has them
	text    map[string]bool   // the lines that the model reads
}

// A comparing is the comparison of side A with what is now, worked out when it is
// looked at.
type comparing struct {
	a        *side
	pins     int // how often a side was kept
	pinned   int // pins that done is for
	revision int // of derived that done is for
	done     engine.Comparison
	fares    study[faresOf, *eval.Try] // the cases in a side A that was never the present
	ranks    []map[string]int          // of side A, by query and name
	ranked   ranking                   // that ranks are of
	told     func(text string) string  // puts keys in the places of actions
}

// comparison returns what sets the present apart from side A.
func (c *comparing) comparison(s *scene) engine.Comparison {
	if c.revision != s.d.revision || c.pinned != c.pins {
		c.done = engine.Compare(c.a.world, s.d.side(s.in), s.d.queries)
		c.revision, c.pinned = s.d.revision, c.pins
	}
	return c.done
}

// side is the present as one side of a comparison.
func (d *derived) side(in Inputs) engine.World {
	return engine.World{Session: d.session, Config: d.config, Context: in.Context, Assembly: d.assembly}
}

// keepA keeps the present as side A.
func (a *App) keepA() {
	a.comparing.a = newSide(a.styles.Glyphs, a.src, a.in, &a.d)
	a.comparing.pins++
	if t := a.evaluation.current(); t != nil {
		a.comparing.a.outcome = &t.Try
	}
	a.say(a.told("this is A now: go on turning, {view-compare} shows what is different"))
}

// swap goes to side A and keeps the present as side A.
func (a *App) swap() {
	was := a.comparing.a
	a.keepA()
	a.change("to the other side", "", was.inputs)
	a.query.field.set(a.in.Query)
}

func noSide(a *App) string {
	switch x := a.comparing.a; {
	case x == nil:
		return a.told("nothing is kept as A: {keep-a} keeps the present")
	case x.dump != "":
		return "A is another dump, " + a.clean(x.dump) + ": to go to it, start with the two the other way round"
	}
	return ""
}

// against says in a few words how the present differs from side A, for the header:
// "" without one.
func (a *App) against() string {
	if a.comparing.a == nil {
		return ""
	}
	was, now := a.comparing.a.world.Assembly, a.d.assembly
	text := "A: "
	if a.comparing.a.dump != "" {
		text = "A " + a.clean(a.comparing.a.dump) + ": "
	}
	if was.Tier != now.Tier || was.Listing.Form != now.Listing.Form {
		text += fmt.Sprintf("tier %d %s ", was.Tier, was.Listing.Form)
	}
	return text + a.styles.Glyphs.Signed(now.TurnTokens-was.TurnTokens) + " tok"
}

// knobPairs are the knobs with their values on both sides.
func knobPairs(a, b Inputs) [][3]string {
	var rows [][3]string
	for _, k := range allKnobs {
		rows = append(rows, [3]string{k.key, k.show(a), k.show(b)})
	}
	return append(rows,
		[3]string{"toolsets off", cell.Number(len(a.Scope.Disable)), cell.Number(len(b.Scope.Disable))},
		[3]string{"what-ifs", cell.Number(len(a.Edits)), cell.Number(len(b.Edits))},
		[3]string{"query", a.Query, b.Query})
}
