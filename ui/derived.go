package ui

import (
	"reflect"
	"strings"

	"findable/engine"
	"findable/engine/py"
)

// maxRows is how many hits of a query are fetched for the screen. Those below
// are counted, not drawn.
const maxRows = 500

// derived holds what the engine computed from the inputs. Each part is computed
// again only when the inputs it was made from have changed: a change of a
// listing knob never searches again, a query never builds an index.
type derived struct {
	in       Inputs
	ready    bool
	session  *engine.Session
	config   engine.Config
	assembly engine.Assembly
	before   engine.World // what was sent before the last change of it
	bridge   []py.Object
	queries  []string
	results  []engine.Result
	notices  []engine.Notice
	why      *answer // the last one that was looked at
	whatIfs  whatIfs
	// revision counts all changes, assemblies and searches those of their kind:
	// for what panes keep beyond this.
	revision, assemblies, searches int
}

// update brings everything in line with the inputs.
func (d *derived) update(s Source, in Inputs) {
	old := d.in
	first := !d.ready
	sessionChanged := first || in.Generation != old.Generation || !reflect.DeepEqual(in.Scope, old.Scope) ||
		!reflect.DeepEqual(in.Config.Defer, old.Config.Defer) || !reflect.DeepEqual(in.Edits, old.Edits)
	assemblyChanged := sessionChanged || in.Context != old.Context || !reflect.DeepEqual(in.Config, old.Config)
	if !assemblyChanged && in.Query == old.Query && in.Target == old.Target {
		return
	}
	d.in, d.ready = in, true
	d.revision++
	if assemblyChanged && d.session != nil {
		d.before = d.side(old)
	}
	if sessionChanged {
		d.session = s.registry(in.Generation).With(in.Edits).Session(in.Rules(), in.Scope, in.Effective().Defer)
		d.whatIfs = newWhatIfs(s.registry(in.Generation), in.Edits)
		_, d.notices = engine.ReadConfig(s.RawConfig, in.Rules())
	}
	if assemblyChanged {
		was := d.assembly
		d.config = in.Effective()
		d.assembly = d.session.Assemble(d.config, in.Context)
		if sessionChanged || was.Active != d.assembly.Active || was.Listing.Text() != d.assembly.Listing.Text() {
			d.bridge = d.session.Bridge(d.assembly)
		}
		d.assemblies++
	}
	if sessionChanged || in.Query != old.Query {
		d.search(in.Query)
	}
}

func (d *derived) search(text string) {
	d.searches++
	d.queries, d.results = splitQueries(text), nil
	for _, q := range d.queries {
		d.results = append(d.results, d.session.Index.Search(q, maxRows))
	}
}

// splitQueries reads the query box: a semicolon separates, blanks around a query
// and empty queries fall away, as they do in tool_search.
func splitQueries(text string) []string {
	var queries []string
	for _, q := range strings.Split(text, ";") {
		if q = py.Strip(q); q != "" {
			queries = append(queries, q)
		}
	}
	return queries
}

// limit is the number of matches that a query without a limit of its own gets.
func (d *derived) limit() int { return d.config.SearchDefaultLimit }

// tooMany reports whether one tool_search call would refuse so many queries.
func (d *derived) tooMany() bool { return len(d.queries) > d.session.Rules.MaxQueries }

// hit returns the rank (from 1) at which a query returns the tool within the
// limit, 0 when none does.
func (d *derived) hit(e *engine.Entry) int {
	for _, r := range d.results {
		for i, h := range r.Hits {
			if i >= d.limit() {
				break
			}
			if h.Entry == e {
				return i + 1
			}
		}
	}
	return 0
}

// state returns how a tool's group stands in the listing.
func (d *derived) state(e *engine.Entry) engine.State {
	for i, g := range d.assembly.Listing.Groups {
		if g.Label == e.Label {
			return d.assembly.Listing.States[i]
		}
	}
	return engine.Hidden
}

// suggested are queries to begin with: the source's own, or else the names of a few
// of its tools, in words.
func (d *derived) suggested(s Source) []string {
	if len(s.Queries) > 0 {
		return s.Queries
	}
	const few = 3
	var out []string
	tools := d.session.Deferred
	for i := range min(few, len(tools)) {
		name := tools[(2*i+1)*len(tools)/(2*few)].Bare()
		out = append(out, strings.Join(strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("_-./:; ", r) }), " "))
	}
	return out
}
