package ui

import (
	"reflect"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/engine/why"
	"findable/ui/layout"
)

// An answer is why the queries find the target or not.
type answer struct {
	revision int // of derived that it is about
	world    why.World
	journey  why.Journey
	// query is the place of the journey's query among those in the box.
	query int
	err   error // the target's name means several tools
}

// answer explains the target: of several queries the one that finds it, or that
// comes nearest. It is worked out when it is looked at, once a revision.
func (d *derived) answer(src Source, in Inputs) *answer {
	if d.why != nil && d.why.revision == d.revision {
		return d.why
	}
	a := &answer{revision: d.revision, world: src.World(in, d.session, d.assembly)}
	queries := d.queries
	if len(queries) == 0 {
		queries = []string{""}
	}
	for i, q := range queries {
		j, err := a.world.Explain(in.Target, q)
		if i == 0 || nearer(j, a.journey) {
			a.journey, a.query, a.err = j, i, err
		}
	}
	d.why = a
	return a
}

// nearer reports whether a tool comes nearer to being found in one journey than in
// another.
func nearer(a, b why.Journey) bool {
	return a.Rank > 0 && (b.Rank == 0 || a.Rank < b.Rank)
}

// World is what the answer to why depends on: the source, and the session and the
// assembly that the inputs come to.
func (s Source) World(in Inputs, session *engine.Session, a engine.Assembly) why.World {
	w := why.World{World: engine.World{Session: session, Config: in.Effective(), Context: in.Context, Assembly: a},
		Loaded: s.registry(in.Generation), Others: s.Others, Edits: in.Edits}
	for _, n := range s.Notes {
		if n.Kind == skipped {
			w.Skipped = append(w.Skipped, why.Skip{Place: strings.TrimSpace(n.File + " " + n.Path), Cause: n.Text})
		}
	}
	return w
}

// skipped is the kind of the load report's notes on nodes that were passed over.
const skipped = "skipped"

// answer explains the target as the scene sees it.
func (s *scene) answer() *answer { return s.d.answer(s.src, s.in) }

// ask goes to the Why view with the tool under the cursor for the target.
func (a *App) ask() {
	if e := a.selectedTool(); e != nil {
		a.target(e.Name)
	}
	a.show(layout.Why)
	if a.in.Target == "" {
		a.open(newTargets(a))
	}
}

// target sets the tool that the query should find.
func (a *App) target(name string) {
	to := a.in
	to.Target = name
	if to.Equal(a.in) {
		return
	}
	a.history.record("the target "+a.clean(name), "", a.in, a.marks())
	a.set(to)
	a.say("why " + a.clean(name) + "?")
}

// newTargets offers all tools by name; a name that no tool has can be asked for
// all the same, and the answer says why it is not there.
func newTargets(a *App) *chooser {
	var rows []choice
	if a.in.Target != "" {
		for _, name := range a.d.answer(a.src, a.in).journey.Near { // of a name that no tool has
			rows = append(rows, choice{key: "nearest", title: name, run: func(a *App) tea.Cmd { a.target(name); return nil }})
		}
	}
	for _, e := range a.d.session.Registry.Entries {
		rows = append(rows, choice{key: a.clean(e.Label), title: e.Name, run: func(a *App) tea.Cmd { a.target(e.Name); return nil }})
	}
	return &chooser{title: "Which tool should it find?", foot: "words filter; enter takes it", filter: newField(""),
		choices: func(filter string) []choice {
			found := filtered(rows, filter)
			if name := strings.TrimSpace(filter); len(found) == 0 && name != "" {
				found = append(found, choice{title: "ask for " + name + " all the same", run: func(a *App) tea.Cmd { a.target(name); return nil }})
			}
			return found
		}}
}

// apply makes a repair's change, as one step that can be undone.
func (a *App) apply(r why.Repair) {
	to := a.in
	if r.Query != "" {
		queries := []string{r.Query}
		if len(r.Queries) > 0 {
			queries = r.Queries
		}
		if i := a.d.answer(a.src, a.in).query; i < len(a.d.queries) {
			queries = slices.Concat(a.d.queries[:i], queries, a.d.queries[i+1:])
		}
		to.Query = strings.Join(queries, "; ")
	}
	if r.After.Session != nil {
		now := a.d.config
		after := r.After.Config
		if !reflect.DeepEqual(now, after) {
			if r.Kind == why.GenerationRepair || slices.Equal(now.Defer, after.Defer) {
				after.Defer = to.Config.Defer // the default list is no choice of the user's
			}
			to.Config = after
		}
		to.Generation, to.Scope = r.After.Session.Rules.Name, r.After.Session.Scope
	}
	to.Edits = slices.Concat(to.Edits, r.Edits)
	if len(r.Edits) == 0 {
		to.Edits = a.in.Edits
	}
	if r.Name != "" && len(r.Edits) > 0 {
		to.Target = r.Name
	}
	a.query.field.set(to.Query)
	a.change("tried: "+a.clean(r.Change), "", to)
	a.hits.build(a.scene(layout.Hits))
	a.hits.first()
}
