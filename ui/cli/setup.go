package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"findable/engine"
	"findable/engine/py"
	"findable/loaders"
	samples "findable/sample-catalogs"
	"findable/ui"
)

// defaultContext is the context length, in tokens, where nothing says another.
const defaultContext = 200_000

// A setup is what dumps, files and flags come to: what to look at, and the inputs
// to begin with.
type setup struct {
	report  loaders.Report
	loaded  loaders.Result
	cards   []loaders.Card // servers without tools
	source  ui.Source
	inputs  ui.Inputs
	notices []engine.Notice
	agent   bool // the agent's configuration names servers
}

// open reads everything the command line names. Where that does no more than name
// servers, the setup comes with an error.
func (r *run) open(ctx context.Context, dumps []string) (*setup, error) {
	flagged, err := r.flagged(ctx)
	if err != nil {
		return nil, err
	}
	var agent loaders.AgentConfig
	if r.config != "" {
		if agent, err = loaders.ReadAgentConfig(ctx, r.config); err != nil {
			return nil, err
		}
	}
	r.listed = nil
	res, name, fault := r.load(ctx, dumps, agent.Servers)
	if fault != nil && (len(res.Report.Files) == 0 || len(res.Cards) == 0) {
		return nil, fault
	}
	if saved := savedGeneration(res.Session); saved != "" && saved != r.generation && !r.ownGeneration {
		defer func(own string) { r.generation = own }(r.generation)
		r.generation = saved
		if res, name, fault = r.load(ctx, dumps, agent.Servers); fault != nil && res.Report.Tools+len(res.Cards) == 0 {
			return nil, fault
		}
	}
	session := cmp.Or(res.Session, &loaders.Session{})
	s := &setup{report: res.Report, loaded: res, agent: len(agent.Servers) > 0, source: ui.Source{Name: name, Registry: engine.Register(res.Catalog), Queries: suggested(session.App)}}
	s.source.Demo = len(dumps) == 0 && r.sample == "" && !r.connects()
	s.inputs = ui.Inputs{Generation: r.generation, Context: defaultContext, Scope: engine.Scope{Enable: r.enable, Disable: r.disable}}
	for _, layer := range []loaders.Settings{session.Settings, agent.Settings, flagged} { // the last one wins
		if layer.HasToolSearch {
			s.source.RawConfig = merged(s.source.RawConfig, layer.ToolSearch)
		}
		if layer.HasContext {
			s.inputs.Context = layer.Context
		}
	}
	s.inputs.Config, s.notices = knobs(s.source.RawConfig, s.inputs.Rules())
	r.bringBack(s, res.Session)
	if session.AllCore {
		if s.source.Others, err = r.otherCores(ctx, dumps, agent.Servers); err != nil {
			return nil, err
		}
	}
	for _, n := range slices.Concat(agent.Notes, res.Report.Notes) {
		s.source.Notes = append(s.source.Notes, ui.Note{Kind: string(n.Kind), File: n.File, Path: n.Path, Text: n.Text})
	}
	s.source.Notes = append(s.source.Notes, s.strangers()...)
	s.keepUnresolved(res.Cards)
	s.source.Searches = slices.DeleteFunc(res.Bridge, func(t engine.Tool) bool { return t.Name() != engine.BridgeNames()[0] })
	s.compareListings()
	if err := r.readEdits(s); err != nil {
		return nil, err
	}
	return s, fault
}

// keepUnresolved keeps the servers that have no tools.
func (s *setup) keepUnresolved(cards []loaders.Card) {
	for _, c := range cards {
		if c.Tools > 0 {
			continue
		}
		s.cards = append(s.cards, c)
		card := ui.Card{Name: c.Name, Kind: c.Source, File: c.Origin.File}
		if c.Launch != nil {
			card.Reach, card.Calls = c.Launch.String(), c.Launch.Command == ""
		}
		s.source.Cards = append(s.source.Cards, card)
	}
}

// embeddedNote is the kind of note about the listing that a running agent had.
const embeddedNote = "embedded"

// compareListings notes what the listings of running agents are beside ours.
func (s *setup) compareListings() {
	s.source.Notes = slices.DeleteFunc(slices.Clone(s.source.Notes), func(n ui.Note) bool { return n.Kind == embeddedNote })
	for _, e := range s.source.Embedded(s.inputs) {
		s.source.Notes = append(s.source.Notes, ui.Note{Kind: embeddedNote, File: e.Origin.File, Path: e.Origin.Path, Text: e.String()})
	}
}

// otherCores loads again for the other generations: `core: all` is another list
// in each.
func (r *run) otherCores(ctx context.Context, dumps []string, agent []loaders.Card) (map[string]*engine.Registry, error) {
	own := r.generation
	defer func() { r.generation = own }()
	others := map[string]*engine.Registry{}
	for _, rules := range engine.Generations() {
		if rules.Name == own {
			continue
		}
		r.generation = rules.Name
		res, _, err := r.load(ctx, dumps, agent)
		if err != nil {
			return nil, err
		}
		others[rules.Name] = engine.Register(res.Catalog)
	}
	return others, nil
}

// load reads the dumps, or a sample, and says in a word or two what that was. The
// agent's servers are those of its configuration.
func (r *run) load(ctx context.Context, dumps []string, agent []loaders.Card) (loaders.Result, string, error) {
	opt := loaders.Options{Rules: ui.Inputs{Generation: r.generation}.Rules(), Stdin: r.stdin.again(), Cards: agent, Tell: r.progress, Live: r.live}
	if r.keeper != nil {
		opt.Live = r.keeper.live
	}
	if len(dumps) == 0 && (r.sample != "" || !r.connects()) {
		name := cmp.Or(r.sample, samples.Names()[0])
		all := samples.All()
		sample := all[slices.IndexFunc(all, func(s samples.Sample) bool { return s.Name == name })]
		opt.FS = samples.FS()
		res, err := loaders.Load(ctx, []loaders.Source{{Path: sample.File}}, opt)
		return res, "sample " + name, err
	}
	if r.sample != "" {
		return loaders.Result{}, "", errors.New("--sample takes the place of dumps; leave one of the two out")
	}
	sources := make([]loaders.Source, len(dumps))
	for i, d := range dumps {
		sources[i] = loaders.ParseSource(d)
	}
	res, err := loaders.Load(ctx, sources, opt)
	name := fmt.Sprintf("%d dumps", len(dumps))
	switch {
	case len(dumps) == 1:
		name = cmp.Or(sources[0].Name, filepath.Base(sources[0].Path))
	case len(dumps) == 0:
		name = engine.Plural(len(res.Catalog.Servers), "running server", "running servers")
	}
	return res, name, err
}

// suggested returns the queries that a session file offers.
func suggested(app py.Value) []string {
	var queries []string
	state, _ := app.(py.Object)
	list, _ := state.Get("queries")
	items, _ := list.(py.List)
	for _, item := range items {
		if q, ok := item.(string); ok {
			queries = append(queries, q)
		}
	}
	return queries
}

// strangers notes the toolsets in the scope that are not there: more likely
// misspelt than meant.
func (s *setup) strangers() []ui.Note {
	var known []string
	for _, e := range s.source.Registry.Entries {
		if e.Toolset != "" && !slices.Contains(known, e.Toolset) {
			known = append(known, e.Toolset)
		}
	}
	slices.Sort(known)
	var notes []ui.Note
	check := func(flag string, names []string) {
		for _, n := range names {
			if !slices.ContainsFunc(known, func(t string) bool { return engine.SameToolset(n, t) }) {
				notes = append(notes, ui.Note{Kind: scopeNote, Path: flag + " " + n,
					Text: "there is no such toolset; there are " + listed(known, 8)})
			}
		}
	}
	check("--enable", s.inputs.Scope.Enable)
	check("--disable", s.inputs.Scope.Disable)
	return notes
}

// scopeNote is the kind of note about a toolset that is not there.
const scopeNote = "scope"

// listed joins the first n of some names and counts the others.
func listed(names []string, n int) string {
	if len(names) > n {
		names = append(slices.Clone(names[:n]), fmt.Sprintf("%d more", len(names)-n))
	}
	return strings.Join(names, ", ")
}

// session builds the session that the inputs ask for.
func (s *setup) session() *engine.Session {
	return s.source.Registry.With(s.inputs.Edits).Session(s.inputs.Rules(), s.inputs.Scope, s.inputs.Effective().Defer)
}

// warn tells of input that could not be used and of toolsets that are not there,
// which change every answer, and of corrected settings.
func (r *run) warn(notes []ui.Note, notices []engine.Notice) {
	for _, n := range notes {
		if n.Kind == string(loaders.Failed) || n.Kind == scopeNote {
			r.tell("warning: " + noteText(n))
		}
	}
	for _, n := range notices {
		r.tell("warning: " + noticeText(n))
	}
}

// noteText is a note on one line: file, place, text.
func noteText(n ui.Note) string {
	return loaders.Note{File: n.File, Path: n.Path, Text: n.Text}.String()
}

// noticeText is a correction on one line.
func noticeText(n engine.Notice) string {
	used := n.Used
	if used != "ignored" {
		used = "used " + used
	}
	return fmt.Sprintf("%s: given %s, %s: %s", n.Key, n.Given, used, n.Why)
}
